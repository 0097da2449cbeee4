import "../styles/tools.css";
import "../styles/range.css";
// The gunnery range: choose what fires at what, flip the switches, read the number and its reasons.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { call, Refused } from "../core/api";
import { address, go } from "../core/router";
import { has, lang, named, percent, say, t } from "../core/words";
import { Icon } from "../parts/icon";
import { type Chance, type Modifier, OddsBars, share, signed, TallyTable } from "../parts/odds";
import { Cite } from "../parts/rule";
import { sentenceOf, tell, tellError } from "../parts/toast";
import { Waiting } from "../parts/waiting";
import { CounterPicker } from "./picker";
import { FIRER, fieldsFor, SITUATION, Switches, TARGET, TERRAINS } from "./switches";
import type { Counter, Kill, NamedModifier, Order, Rolled, ShotReport, Way } from "./types";

const PHASES = ["PFPh", "MPh", "DFF", "DFPh", "AFPh"];
const FIRST: Order = {
  weapon: "PzKpfw IVH",
  target: { unit: "T-34 M43" },
  firer: {},
  range: 8,
  phase: "PFPh",
  date: "1943-07",
};

/** The whole question stands in the address: a shot can be sent to a friend. */
function fromAddress(): Order | null {
  const text = address.peek().searchParams.get("shot");
  if (!text) return null;
  try {
    const read = JSON.parse(text) as Partial<Order>;
    if (typeof read.weapon !== "string" || typeof read.target !== "object") return null;
    return { ...FIRST, firer: {}, ...read } as Order;
  } catch {
    return null;
  }
}

function toAddress(order: Order): void {
  go(`/shot?shot=${encodeURIComponent(JSON.stringify(order))}`, true);
}

const nameOf = (item: Modifier): string => {
  const own = named((item as NamedModifier).names);
  return /^[A-Z]\d?$/.test(item.case) ? `${item.case} · ${own}` : own;
};

export function effectName(label: string): string {
  return label
    .split("+")
    .map((word) => (has(`gunnery.effect.${word}`) ? t(`gunnery.effect.${word}`) : word))
    .join(" + ");
}

const KILLS = /^(burn|kill|eliminated|gun_destroyed)|KIA$/;
const tone = (label: string): Chance["tone"] =>
  KILLS.test(label) ? "good" : /none|dud/.test(label) ? "even" : undefined;

export function GunneryRange() {
  const [counters, setCounters] = useState<Counter[] | null>(null);
  const [order, setOrder] = useState<Order>(() => fromAddress() ?? FIRST);
  const [report, setReport] = useState<ShotReport | null>(null);
  const [wrong, setWrong] = useState<unknown>(null);
  const [rolled, setRolled] = useState<Rolled | null>(null);
  const [busy, setBusy] = useState(false);
  const asked = useRef(0);

  useEffect(() => {
    call<Counter[]>("/api/tools/counters").then(setCounters, setWrong);
  }, []);
  useEffect(() => {
    const n = ++asked.current;
    const slow = setTimeout(() => setBusy(true), 400);
    toAddress(order);
    call<ShotReport>("/api/tools/shot", { body: { order } })
      .then(
        (found) => {
          if (n !== asked.current) return;
          setReport(found);
          setWrong(null);
        },
        (error) => {
          if (n !== asked.current) return;
          setReport(null);
          setWrong(error);
        },
      )
      .finally(() => {
        clearTimeout(slow);
        if (n === asked.current) setBusy(false);
      });
  }, [order]);

  const find = (name: unknown): Counter | null =>
    counters?.find((one) => one.id === name) ?? counters?.find((one) => one.name === name) ?? null;
  const weapon = find(order.weapon);
  const target = find(order.target.unit);
  const firing = useMemo(() => (counters ?? []).filter((one) => one.fires), [counters]);
  const aimable = useMemo(() => (counters ?? []).filter((one) => one.kind !== "sw"), [counters]);

  const change = (group: "firer" | "target" | "shot", field: string, value: unknown) => {
    setRolled(null);
    setOrder((old) => {
      const put = (holder: Record<string, unknown>) => {
        const next = { ...holder };
        if (value === undefined || value === "" || value === false) delete next[field];
        else next[field] = value;
        return next;
      };
      if (group === "shot") return put(old) as Order;
      return { ...old, [group]: put(old[group]) };
    });
  };

  if (!counters) return wrong ? <p class="page notice warn">{sentenceOf(wrong)}</p> : <Waiting />;
  const ammos = ["", ...new Set(["AP", "HE", ...(weapon?.ammo ?? []).map(ammoName)])];
  return (
    <main class="page range">
      <div class="row between">
        <h1>{t("web.door.shot")}</h1>
        <div class="row no-print">
          <button
            type="button"
            class="button small"
            onClick={() =>
              navigator.clipboard
                ?.writeText(location.href)
                .then(() => tell("web.link.copied"))
                .catch(tellError)
            }
          >
            <Icon name="link" /> {t("web.range.share")}
          </button>
          <button
            type="button"
            class="button small quiet"
            onClick={() => {
              setRolled(null);
              setOrder({ ...order, firer: {}, target: { unit: order.target.unit } });
            }}
          >
            {t("web.range.reset")}
          </button>
        </div>
      </div>
      <div class="range-grid">
        <div class="stack">
          <section class="panel stack" aria-labelledby="range-firer">
            <h2 id="range-firer">{t("web.range.firer")}</h2>
            <CounterPicker
              label={t("web.range.choose_weapon")}
              counters={firing}
              chosen={weapon}
              onChoose={(one) => {
                setRolled(null);
                const { ammo: _, target_type: __, ...rest } = order;
                setOrder({ ...(rest as Order), weapon: one.id, firer: {} });
              }}
            />
            <Switches
              group="firer"
              fields={fieldsFor(FIRER, weapon)}
              order={order}
              onChange={change}
            />
            <div class="fields">
              <NumberField
                label={t("web.range.turned")}
                value={Number(order.firer.hexspines_turned ?? 0)}
                min={0}
                max={3}
                onChange={(value) => change("firer", "hexspines_turned", value || undefined)}
              />
              <NumberField
                label={t("web.range.leadership")}
                value={Number(order.firer.leadership ?? 0)}
                min={-3}
                max={2}
                onChange={(value) => change("firer", "leadership", value || undefined)}
              />
            </div>
          </section>
          <section class="panel stack" aria-labelledby="range-target">
            <h2 id="range-target">{t("web.range.target")}</h2>
            <CounterPicker
              label={t("web.range.choose_target")}
              counters={aimable}
              chosen={target}
              onChoose={(one) => {
                setRolled(null);
                const { target_type: _, ...rest } = order;
                setOrder({ ...(rest as Order), target: { unit: one.id } });
              }}
            />
            {target?.kind === "vehicle" && (
              <div class="field">
                <span class="label">{t("web.range.facing")}</span>
                <div class="choices">
                  {["front", "side", "rear"].map((facing) => (
                    <button
                      type="button"
                      class="choice"
                      key={facing}
                      aria-pressed={(order.target.facing ?? "front") === facing}
                      onClick={() =>
                        change("target", "facing", facing === "front" ? undefined : facing)
                      }
                    >
                      {t(`web.range.facing.${facing}`)}
                    </button>
                  ))}
                </div>
              </div>
            )}
            <Switches
              group="target"
              fields={fieldsFor(TARGET, target)}
              order={order}
              onChange={change}
            />
            <div class="fields">
              <label class="field">
                <span>{t("web.range.terrain")}</span>
                <select
                  class="input"
                  value={String(order.target.terrain ?? "open_ground")}
                  onChange={(event) => {
                    const value = event.currentTarget.value;
                    change("target", "terrain", value === "open_ground" ? undefined : value);
                  }}
                >
                  {TERRAINS.map((name) => (
                    <option key={name} value={name}>
                      {t(`web.terrain.${name}`)}
                    </option>
                  ))}
                </select>
              </label>
            </div>
          </section>
          <section class="panel stack" aria-labelledby="range-situation">
            <h2 id="range-situation">{t("web.range.situation")}</h2>
            <div class="fields">
              <NumberField
                label={t("web.range.range")}
                value={order.range}
                min={0}
                max={60}
                onChange={(value) => setOrder({ ...order, range: value })}
              />
              <NumberField
                label={t("web.range.hindrance")}
                value={Number(order.hindrance ?? 0)}
                min={0}
                max={6}
                onChange={(value) => change("shot", "hindrance", value || undefined)}
              />
              <label class="field">
                <span>{t("web.range.acquired")}</span>
                <select
                  class="input"
                  value={String(order.acquisition ?? 0)}
                  onChange={(event) =>
                    change("shot", "acquisition", Number(event.currentTarget.value) || undefined)
                  }
                >
                  {[0, -1, -2, -3].map((value) => (
                    <option key={value} value={value}>
                      {value ? signed(value) : t("web.range.not_acquired")}
                    </option>
                  ))}
                </select>
              </label>
              <label class="field">
                <span>{t("web.range.phase")}</span>
                <select
                  class="input"
                  value={order.phase}
                  onChange={(event) => change("shot", "phase", event.currentTarget.value)}
                >
                  {PHASES.map((phase) => (
                    <option key={phase} value={phase}>
                      {t(`web.range.phase.${phase}`)}
                    </option>
                  ))}
                </select>
              </label>
              <label class="field">
                <span>{t("web.range.ammo")}</span>
                <select
                  class="input"
                  value={String(order.ammo ?? "")}
                  onChange={(event) => change("shot", "ammo", event.currentTarget.value)}
                >
                  {ammos.map((ammo) => (
                    <option key={ammo} value={ammo}>
                      {ammo || t("web.range.best_known")}
                    </option>
                  ))}
                </select>
              </label>
              <label class="field">
                <span>{t("web.range.type")}</span>
                <select
                  class="input"
                  value={String(order.target_type ?? "")}
                  onChange={(event) => change("shot", "target_type", event.currentTarget.value)}
                >
                  <option value="">{t("web.range.best_known")}</option>
                  {["Vehicle", "Infantry", "Area"].map((type) => (
                    <option key={type} value={type}>
                      {t(`gunnery.type.${type}`)}
                    </option>
                  ))}
                </select>
              </label>
              <label class="field">
                <span>{t("web.range.date")}</span>
                <input
                  class="input"
                  type="month"
                  min="1936-07"
                  max="1953-07"
                  value={order.date}
                  onChange={(event) => change("shot", "date", event.currentTarget.value)}
                />
              </label>
            </div>
            <Switches group="shot" fields={SITUATION} order={order} onChange={change} />
          </section>
        </div>
        <div class="stack results" aria-live="polite" aria-busy={busy}>
          {wrong !== null && <Wrong error={wrong} />}
          {report && (
            <p class="answer-bar no-print" aria-hidden="true">
              <b class="num">{Math.min(report.targets[0]!.needed, 12)}</b>
              {t("web.range.or_less")}
              <b class="num">{percent(share(report.targets[0]!.hit))}</b>
            </p>
          )}
          {busy && !report && <Waiting />}
          {report && <Results report={report} order={order} rolled={rolled} onRolled={setRolled} />}
        </div>
      </div>
    </main>
  );
}

/** Ammunition as the counters print it, in the words an order takes. */
function ammoName(printed: string): string {
  const known: Record<string, string> = {
    A: "APCR",
    D: "APDS",
    H: "HEAT",
    C: "Canister",
    s: "SMOKE",
    S: "SMOKE",
    WP: "WP",
  };
  return known[printed] ?? printed;
}

function Wrong({ error }: { error: unknown }) {
  const rule = error instanceof Refused ? error.rule : null;
  return (
    <p class="notice warn">
      <Cite rule={rule} /> {sentenceOf(error)}
    </p>
  );
}

interface NumberProps {
  label: string;
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
}

function NumberField({ label, value, min, max, onChange }: NumberProps) {
  const set = (next: number) => {
    if (!Number.isNaN(next)) onChange(Math.max(min, Math.min(max, next)));
  };
  return (
    <label class="field">
      <span>{label}</span>
      <span class="stepper">
        <button
          type="button"
          aria-label={t("web.less_of", { name: label })}
          onClick={() => set(value - 1)}
        >
          <Icon name="minus" />
        </button>
        <input
          class="num"
          type="number"
          min={min}
          max={max}
          value={value}
          onChange={(event) => set(Number(event.currentTarget.value))}
        />
        <button
          type="button"
          aria-label={t("web.more_of", { name: label })}
          onClick={() => set(value + 1)}
        >
          <Icon name="plus" />
        </button>
      </span>
    </label>
  );
}

interface ResultsProps {
  report: ShotReport;
  order: Order;
  rolled: Rolled | null;
  onRolled: (rolled: Rolled | null) => void;
}

function Results({ report, order, rolled, onRolled }: ResultsProps) {
  const main = report.targets[0]!;
  const possible = main.needed >= 2;
  const build = report.modifications.items;
  return (
    <>
      <section class="panel answer" aria-label={t("web.range.answer")}>
        <div class="need">
          <div class="big huge" data-test="needed">
            {possible ? Math.min(main.needed, 12) : "–"}
          </div>
          <div>
            <b>
              {t(
                possible
                  ? report.doubled
                    ? "gunnery.page.needed_doubled"
                    : "gunnery.page.needed"
                  : "gunnery.page.only_improbable",
                { number: main.needed },
              )}
            </b>
            <p class="lead-number">
              <span class="num">{percent(share(main.hit))}</span> {t("web.range.to_hit")}{" "}
              <span class="muted num">{main.hit}</span>
            </p>
            <p class="muted small">
              {report.weapon} → {main.name} · {t("gunnery.page.hexes", { range: report.range })} ·{" "}
              {report.ammo} · {t(`gunnery.type.${report.target_type}`)}
            </p>
          </div>
        </div>
      </section>
      <DiceBox order={order} needed={main.needed} rolled={rolled} onRolled={onRolled} />
      <section class="panel stack" aria-labelledby="range-odds">
        <h2 id="range-odds">{t("web.range.odds")}</h2>
        <OddsBars
          label={t("web.range.odds")}
          chances={[
            { name: t("gunnery.page.hit"), exact: main.hit },
            ...(main.vehicle
              ? [
                  { name: t("gunnery.page.hull"), exact: main.hull },
                  { name: t("gunnery.page.turret"), exact: main.turret },
                ]
              : []),
            { name: t("web.range.ch"), exact: main.ch },
          ].filter((one) => share(one.exact) > 0)}
        />
        {main.effects.length > 0 && <h3>{t("web.range.effects")}</h3>}
        <OddsBars
          label={t("web.range.effects")}
          chances={main.effects.map(([label, exact]) => ({
            name: effectName(label),
            exact,
            tone: tone(label),
          }))}
        />
        <h3>{t("web.range.afterwards")}</h3>
        <OddsBars
          label={t("web.range.afterwards")}
          chances={(["rof_kept", "malfunction", "low_ammo", "depleted", "none_left"] as const)
            .filter((key) => share(report.after[key]) > 0)
            .map((key) => ({
              name: t(`gunnery.page.${key}`),
              exact: report.after[key],
              tone: key === "rof_kept" ? ("good" as const) : ("bad" as const),
            }))}
        />
      </section>
      <section class="panel stack" aria-labelledby="range-why">
        <h2 id="range-why">{t("web.range.why")}</h2>
        <table class="tally">
          <tbody>
            <tr>
              <td class="what">
                {t("gunnery.page.basic", {
                  type: t(`gunnery.type.${report.target_type}`),
                  color: report.color ? t(`gunnery.color.${report.color}`) : "",
                })}
              </td>
              <td class="rule">
                <Cite rule="C3.3" />
              </td>
              <td class="value">{report.basic}</td>
            </tr>
          </tbody>
        </table>
        {build.length > 0 && (
          <TallyTable
            items={build}
            total={report.modifications.total}
            label={t("web.range.modifications")}
            name={nameOf}
          />
        )}
        <p class="sum">
          {t("web.range.th_number")} <b class="num">{report.number}</b>
        </p>
        <TallyTable
          items={main.drm.items}
          total={main.drm.total}
          label={t("web.range.drm")}
          name={nameOf}
        />
      </section>
      {main.kills.length > 0 && (
        <section class="panel stack" aria-labelledby="range-kill">
          <h2 id="range-kill">{t("web.range.kill")}</h2>
          {main.kills.map((kill, i) => (
            <KillLine key={i} kill={kill} />
          ))}
        </section>
      )}
      <Compare order={order} />
    </>
  );
}

function KillLine({ kill }: { kill: Kill }) {
  const place = [
    kill.location ? t(`gunnery.page.${kill.location}`) : "",
    kill.ch ? t("web.range.ch") : "",
  ]
    .filter(Boolean)
    .join(" · ");
  if (kill.tk) {
    const tk = kill.tk;
    return (
      <div class="kill">
        <div class="row between">
          <b>{place}</b>
          <span class="num kill-sum">
            {tk.modified} − {tk.af ?? "–"} = <b>{tk.final}</b>
          </span>
        </div>
        <p class="small muted">
          {t("gunnery.page.tk", {
            table: tk.table,
            basic: tk.basic,
            modified: tk.modified,
            af: tk.af === null ? "—" : tk.af,
            final: tk.final,
          })}{" "}
          <Cite rule="C7.2" />
        </p>
      </div>
    );
  }
  if (kill.ift) {
    return (
      <div class="kill">
        <div class="row between">
          <b>{place || "IFT"}</b>
          <span class="num kill-sum">
            {kill.ift.column} <span class="muted">{signed(kill.ift.drm)}</span>
          </span>
        </div>
        <p class="small muted">
          {t("gunnery.page.ift", { column: String(kill.ift.column), drm: signed(kill.ift.drm) })}{" "}
          <Cite rule="C3.9" />
        </p>
      </div>
    );
  }
  return null;
}

const PIPS: Record<number, [number, number][]> = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
};

function Die({ face, coloured }: { face: number; coloured: boolean }) {
  return (
    <svg
      class={`die ${coloured ? "coloured" : ""}`}
      viewBox="-16 -16 32 32"
      role="img"
      aria-label={`${face}`}
    >
      <rect x="-15" y="-15" width="30" height="30" rx="5" />
      {(PIPS[face] ?? []).map(([x, y], i) => (
        <circle key={i} cx={x * 7.5} cy={y * 7.5} r="2.8" />
      ))}
    </svg>
  );
}

interface DiceProps {
  order: Order;
  needed: number;
  rolled: Rolled | null;
  onRolled: (rolled: Rolled | null) => void;
}

function DiceBox({ order, needed, rolled, onRolled }: DiceProps) {
  const [typed, setTyped] = useState("");
  const roll = (faces: number[] | null) =>
    call<Rolled>("/api/tools/shot/roll", { body: { order, faces } }).then(onRolled, tellError);
  const faces = typed
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number);
  const [coloured = 0, white = 0] = rolled?.faces ?? [];
  return (
    <section class="panel stack no-print" aria-label={t("web.range.dice")}>
      <div class="row">
        <button type="button" class="button primary" onClick={() => roll(null)}>
          <Icon name="die" /> {t("web.range.roll")}
        </button>
        <form
          class="row grow"
          onSubmit={(event) => {
            event.preventDefault();
            roll(faces);
          }}
        >
          <input
            class="input typed-dice"
            inputMode="numeric"
            placeholder={t("web.range.typed")}
            aria-label={t("web.range.typed")}
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
          <button
            type="submit"
            class="button"
            disabled={faces.length < 2 || faces.some(Number.isNaN)}
          >
            {t("web.dice.enter")}
          </button>
        </form>
      </div>
      {rolled && (
        <div class="rolled" role="status">
          <span class="row">
            <Die face={coloured} coloured />
            <Die face={white} coloured={false} />
            <b>
              {t(
                !rolled.fired
                  ? "gunnery.page.thrown_no_ammo"
                  : rolled.hits.length
                    ? "gunnery.page.thrown_hit"
                    : "gunnery.page.thrown_miss",
                { colored: coloured, white, sum: coloured + white, needed },
              )}
            </b>
          </span>
          {rolled.hits.map((hit, i) => (
            <p key={i}>
              {hit.name}
              {hit.location && ` · ${t(`gunnery.page.${hit.location}`)}`}
              {hit.ch && ` · ${t("web.range.ch")}`}
            </p>
          ))}
          {rolled.results.map((result, i) => (
            <p key={i} class="outcome">
              {result.name}: <b>{effectName(result.label)}</b>
            </p>
          ))}
          {rolled.faces.length > 2 && (
            <p class="small muted">
              {t("gunnery.page.further_dice", { dice: rolled.faces.slice(2).join(" ") })}
            </p>
          )}
          <p class="small">
            {[
              rolled.rof_kept && t("gunnery.page.rof_kept"),
              rolled.malfunction && t("gunnery.page.malfunction"),
              rolled.acquisition && t("gunnery.page.acquired", { drm: rolled.acquisition }),
            ]
              .filter(Boolean)
              .join(" · ")}
          </p>
          {rolled.need && <p class="notice">{named(rolled.need)}</p>}
        </div>
      )}
    </section>
  );
}

const BY = ["ammo", "type", "range"] as const;

function Compare({ order }: { order: Order }) {
  const [by, setBy] = useState<(typeof BY)[number] | null>(null);
  const [ways, setWays] = useState<Way[] | null>(null);
  useEffect(() => {
    setWays(null);
    if (!by) return;
    let stale = false;
    call<Way[]>("/api/tools/shot/compare", { body: { order, by } }).then((found) => {
      if (!stale) setWays(found);
    }, tellError);
    return () => {
      stale = true;
    };
  }, [by, order]);
  const worth = (way: Way) =>
    way.killed === undefined
      ? -1
      : share(way.killed) * 1e6 + share(way.hurt!) * 1e3 + share(way.hit!);
  const best = ways && by !== "range" ? Math.max(...ways.map(worth)) : null;
  return (
    <section class="panel stack" aria-labelledby="range-compare" lang={lang.value}>
      <h2 id="range-compare">{t("web.range.compare")}</h2>
      <div class="choices" role="group" aria-labelledby="range-compare">
        {BY.map((one) => (
          <button
            type="button"
            class="choice"
            key={one}
            aria-pressed={by === one}
            onClick={() => setBy(by === one ? null : one)}
          >
            {t(`web.range.by.${one}`)}
          </button>
        ))}
      </div>
      {by && !ways && <Waiting />}
      {by && ways && (
        <table class="compare">
          <thead>
            <tr>
              <th>{t(`web.range.by.${by}`)}</th>
              <th>{t("gunnery.compare.needed")}</th>
              <th>{t("gunnery.compare.hit")}</th>
              <th>{t("gunnery.compare.hurt")}</th>
              <th>{t("gunnery.compare.killed")}</th>
            </tr>
          </thead>
          <tbody>
            {ways.map((way, i) => {
              const head =
                by === "ammo"
                  ? way.ammo
                  : by === "type"
                    ? t(`gunnery.type.${way.target_type}`)
                    : way.range;
              return way.message ? (
                <tr key={i}>
                  <th scope="row">{head}</th>
                  <td colSpan={4} class="small muted">
                    <Cite rule={way.refused} /> {say(way.message)}
                  </td>
                </tr>
              ) : (
                <tr key={i} class={best !== null && worth(way) === best && best > 0 ? "best" : ""}>
                  <th scope="row">{head}</th>
                  <td class="num">{way.needed}</td>
                  <td class="num">{percent(share(way.hit!))}</td>
                  <td class="num">{percent(share(way.hurt!))}</td>
                  <td class="num">{percent(share(way.killed!))}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </section>
  );
}
