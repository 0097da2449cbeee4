// The wall-advantage panel: who has it, who may claim or give it up, what happens next, and the TEM
// between two units.
import { useEffect, useState } from "preact/hooks";
import { call } from "../core/api";
import { named, t } from "../core/words";
import { signed } from "../parts/odds";
import { Cite } from "../parts/rule";
import { sentenceOf } from "../parts/toast";
import { sideName, unitName } from "./names";
import {
  change,
  events,
  firer,
  happens,
  placed,
  sides,
  situation,
  target,
  unitOf,
  unitsIn,
  walls,
} from "./store";
import type { Allowed, Between, CoverItem, Situation, Unit, UnitAtWalls, WallEvent } from "./types";
import { PHASES } from "./types";
import { Doubt, Hindrances } from "./verdict";

/** The first click chooses who fires, the second at whom. */
export function clickWalls(label: string): void {
  const here = unitsIn(label)[0];
  if (!here) return;
  if (!firer.peek() || target.peek()) {
    firer.value = here.id;
    target.value = "";
  } else if (here.id !== firer.peek()) target.value = here.id;
}

export function WallsTab() {
  const standing = walls.value;
  const { units } = situation.value;
  if (!units.length) return <p class="empty">{t("web.sight.walls_empty")}</p>;
  return (
    <>
      <Clock />
      {standing && (
        <section class="panel stack" aria-labelledby="wall-holders">
          <h2 id="wall-holders">{t("sight.wall.holders")}</h2>
          {standing.dropped.map((no, i) => (
            <p class="notice warn" key={i}>
              <Cite rule={no.rule} /> {no.why_not && named(no.why_not)}
            </p>
          ))}
          {standing.undecided.length > 0 && (
            <div class="notice stack">
              <p>{t("web.sight.undecided", { units: standing.undecided })}</p>
              <div>
                <button
                  type="button"
                  class="button small"
                  onClick={() => happens({ event: "declines" })}
                >
                  {t("web.sight.event.declines")}
                </button>
              </div>
            </div>
          )}
          <ul class="holders">
            {standing.units.map((one) => {
              const unit = unitOf(one.unit);
              return unit && <Holder key={one.unit} unit={unit} walls={one} />;
            })}
          </ul>
        </section>
      )}
      <Duel />
      <Story />
    </>
  );
}

/** The phase, whose turn it is, and an action under way. */
function Clock() {
  const { phase, phasing } = situation.value;
  const acting = walls.value?.acting;
  const set = (part: Partial<Pick<Situation, "phase" | "phasing">>) =>
    happens({ event: "phase", phase, phasing: phasing || sides.peek()[0] || "", ...part });
  return (
    <section class="panel stack" aria-label={t("web.sight.clock")}>
      <div class="fields two">
        <label class="field">
          <span>{t("web.range.phase")}</span>
          <select
            class="input"
            value={phase}
            onChange={(event) => set({ phase: event.currentTarget.value as Situation["phase"] })}
          >
            {PHASES.map((one) => (
              <option key={one} value={one}>
                {one === "setup" ? t("web.sight.setup") : one}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>{t("web.sight.phasing")}</span>
          <select
            class="input"
            value={phasing}
            onChange={(event) => set({ phasing: event.currentTarget.value })}
          >
            {sides.value.map((one) => (
              <option key={one} value={one}>
                {sideName(one)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <div class="row">
        {acting ? (
          <>
            <span class="grow">{t("web.sight.acting", { side: sideName(acting) })}</span>
            <button
              type="button"
              class="button small"
              onClick={() => happens({ event: "completes" })}
            >
              {t("web.sight.event.completes")}
            </button>
          </>
        ) : (
          sides.value.map((one) => (
            <button
              type="button"
              class="button small"
              key={one}
              onClick={() => happens({ event: "declares", side: one })}
            >
              {t("web.sight.event.declares", { side: sideName(one) })}
            </button>
          ))
        )}
        {walls.value?.mover && (
          <button
            type="button"
            class="button small"
            onClick={() => happens({ event: "ends_move" })}
          >
            {t("web.sight.event.ends_move", { unit: walls.value.mover })}
          </button>
        )}
        <label class="check">
          <input
            type="checkbox"
            checked={situation.value.deluxe}
            onChange={(event) => {
              const deluxe = event.currentTarget.checked;
              change((given) => ({ ...given, deluxe, wall_advantage: [] }));
            }}
          />
          Deluxe ASL
        </label>
      </div>
    </section>
  );
}

function Holder({ unit, walls: mine }: { unit: Unit; walls: UnitAtWalls }) {
  const [more, setMore] = useState(false);
  const has = mine.holds.length > 0;
  const why = has ? mine.forfeit : mine.claim;
  return (
    <li class={`holder ${unit.side === sides.value[0] ? "side-a" : "side-b"}`}>
      <div class="row">
        <span class={`wa-mark ${has ? "on" : ""}`}>{has ? "WA" : "–"}</span>
        <b>{unit.id}</b>
        <span class="grow">
          {unitName(unit)} <span class="num muted">{unit.hex}</span>
        </span>
        {!has && !mine.claim.why_not && (
          <button
            type="button"
            class="button small primary"
            onClick={() => happens({ event: "claims", unit: unit.id })}
          >
            {t("web.sight.event.claims")}
          </button>
        )}
        {has && !mine.forfeit.why_not && (
          <button
            type="button"
            class="button small"
            onClick={() => happens({ event: "forfeits", unit: unit.id })}
          >
            {t("web.sight.event.forfeits")}
          </button>
        )}
        <button
          type="button"
          class="button small quiet"
          aria-expanded={more}
          aria-label={t("web.sight.happens_to", { unit: unit.id })}
          onClick={() => setMore(!more)}
        >
          …
        </button>
      </div>
      {has && (
        <p class="small muted">
          {mine.holds.map((held) => `${held.hexside} ${t(`sight.kind.${held.kind}`)}`).join(" · ")}
          {mine.mandatory && ` · ${t("sight.wall.mandatory_now")}`}
          {!mine.counter && ` · ${t("web.sight.no_counter")}`}
        </p>
      )}
      <Why allowed={why} />
      {more && <Happenings unit={unit} mover={walls.value?.mover === unit.id} />}
    </li>
  );
}

function Why({ allowed }: { allowed: Allowed }) {
  if (allowed.why_not) {
    return (
      <p class="small muted">
        <Cite rule={allowed.rule} /> {named(allowed.why_not)}
      </p>
    );
  }
  return (
    <p class="small">
      <Cite rule={allowed.rule} />
    </p>
  );
}

/** What may happen to a unit, besides claiming. */
function Happenings({ unit, mover }: { unit: Unit; mover: boolean }) {
  const [hex, setHex] = useState("");
  const goes = (event: WallEvent) => happens(event).then((done) => done && setHex(""));
  const one = (event: WallEvent) => (
    <button type="button" class="button small" onClick={() => happens(event)}>
      {t(wordOf(event))}
    </button>
  );
  const it = { unit: unit.id };
  return (
    <div class="happenings">
      <div class="row">
        {unit.kind !== "vehicle" && one({ event: unit.broken ? "rallies" : "breaks", ...it })}
        {(unit.hidden || unit.concealed) && one({ event: "reveals", ...it })}
        {unit.kind !== "vehicle" &&
          one({ event: "entrenches", ...it, into: unit.entrenched ? null : "foxhole" })}
        {!mover && one({ event: "fails_to_leave", ...it })}
        {one({ event: "leaves", ...it })}
      </div>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          if (hex) goes({ event: "enters", unit: unit.id, hex });
        }}
      >
        <input
          class="input short"
          aria-label={t("web.mission.hex")}
          placeholder={t("web.mission.hex_example")}
          value={hex}
          onInput={(event) => setHex(event.currentTarget.value.trim().toUpperCase())}
        />
        <button type="submit" class="button small" disabled={!hex}>
          {t("web.sight.event.enters")}
        </button>
        {unit.kind === "vehicle" && (
          <button
            type="button"
            class="button small"
            disabled={!hex}
            onClick={() => goes({ event: "bogs", unit: unit.id, hex })}
          >
            {t("web.sight.event.bogs")}
          </button>
        )}
        {(unit.dozer || unit.hedge_cutter) &&
          [true, false].map((passed) => (
            <button
              type="button"
              class="button small"
              key={String(passed)}
              disabled={!hex}
              onClick={() => goes({ event: "breaches", unit: unit.id, hex, passed })}
            >
              {t(passed ? "web.sight.event.breaches" : "web.sight.event.breaches_not")}
            </button>
          ))}
      </form>
    </div>
  );
}

const FIRES = ["small_arms", "ordnance", "indirect"] as const;

/** What one unit sees of another, and the TEM between them. */
function Duel() {
  const [between, setBetween] = useState<Between | null>(null);
  const [error, setError] = useState<unknown>(null);
  const { units } = situation.value;
  const pair = [firer.value, target.value];
  const both = pair.every((id) => units.some((unit) => unit.id === id));
  useEffect(() => {
    setBetween(null);
    setError(null);
    const given = placed();
    if (!both || !given) return;
    let stale = false;
    call<Between>("/api/tools/situation/between", {
      body: { ...given, firer: pair[0], target: pair[1] },
    }).then(
      (answer) => !stale && setBetween(answer),
      (no) => !stale && setError(no),
    );
    return () => {
      stale = true;
    };
  }, [pair[0], pair[1], both, walls.value]);
  const choose = (which: typeof firer, name: string) => (
    <label class="field">
      <span>{t(name)}</span>
      <select
        class="input"
        value={which.value}
        onChange={(event) => {
          which.value = event.currentTarget.value;
        }}
      >
        <option value="">–</option>
        {units.map((unit) => (
          <option key={unit.id} value={unit.id}>
            {unit.id}: {unitName(unit)} {unit.hex}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <section class="panel stack" aria-labelledby="wall-between" data-test="between">
      <h2 id="wall-between">{t("web.sight.between")}</h2>
      <div class="fields two">
        {choose(firer, "sight.wall.column.firer")}
        {choose(target, "sight.wall.column.target")}
      </div>
      {error !== null && <p class="notice warn">{sentenceOf(error)}</p>}
      {!both && <Matrix />}
      {both && between && (
        <>
          <p class={`seen ${between.unit.blocked ? "blocked" : "clear"}`}>
            <b>
              {t(
                between.unit.blocked
                  ? between.hex.blocked
                    ? "web.sight.blocked"
                    : "sight.wall.hex_only"
                  : between.unit.hindrance
                    ? "web.sight.hindered"
                    : "web.sight.clear",
              )}
            </b>{" "}
            {between.unit.blocked && t(between.unit.key)}{" "}
            {between.unit.rule && <Cite rule={between.unit.rule} />}
          </p>
          <Hindrances line={between.unit} />
          <Doubt disputed={between.unit.disputed} />
          {FIRES.map((fire) => (
            <div class="fire-kind" key={fire}>
              <div class="row between">
                <b>{t(`web.sight.fire.${fire}`)}</b>
                <span class="num tem">
                  {between.fire[fire].hull_down.length > 0
                    ? t("web.sight.hull_down")
                    : `TEM ${signed(between.fire[fire].tem)}`}
                </span>
              </div>
              <Shelter items={between.fire[fire].items} />
              {between.fire[fire].hull_down.map((rule) => (
                <p class="small" key={rule}>
                  {t("web.sight.hull_down")} <Cite rule={rule} />
                </p>
              ))}
              {between.fire[fire].ffmo && (
                <p class="small">
                  {t("web.sight.ffmo")} <Cite rule="B9.33b" />
                </p>
              )}
              {between.fire[fire].ffmo_negated && (
                <p class="small muted">
                  {t("web.sight.ffmo_negated")} <Cite rule="B9.34c" />
                </p>
              )}
            </div>
          ))}
        </>
      )}
    </section>
  );
}

/** What the target may choose from, and what was considered and left out, each with its reason. */
function Shelter({ items }: { items: CoverItem[] }) {
  if (!items.length) return <p class="small muted">{t("sight.wall.no_cover")}</p>;
  return (
    <table class="tally">
      <tbody>
        {items.map((item, i) => (
          <tr key={i} class={item.applies ? "" : "rejected"}>
            <td class="what">
              <span>{named(item.name)}</span>
              {item.why && <span class="small muted"> {named(item.why)}</span>}
            </td>
            <td class="rule">
              <Cite rule={item.rule} />
            </td>
            <td class="value">{signed(item.value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Every enemy pair in short. */
function Matrix() {
  const pairs = walls.value?.between ?? [];
  if (!pairs.length) return <p class="small muted">{t("web.sight.between_how")}</p>;
  return (
    <table class="compare">
      <thead>
        <tr>
          <th scope="col">{t("sight.wall.column.firer")}</th>
          <th scope="col">{t("sight.wall.column.target")}</th>
          <th scope="col">{t("sight.wall.column.sight")}</th>
          <th scope="col">{t("sight.wall.column.tem")}</th>
        </tr>
      </thead>
      <tbody>
        {pairs.map((pair) => (
          <tr key={`${pair.firer}>${pair.target}`}>
            <td>
              <button
                type="button"
                class="link"
                onClick={() => {
                  firer.value = pair.firer;
                  target.value = pair.target;
                }}
              >
                {pair.firer}
              </button>
            </td>
            <td>{pair.target}</td>
            <td>
              {t(
                pair.sees_unit
                  ? "web.sight.clear"
                  : pair.sees_hex
                    ? "sight.wall.hex_only"
                    : "web.sight.blocked",
              )}
            </td>
            <td class="num">{pair.sees_unit && pair.best !== null ? `+${pair.best}` : "–"}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What has happened, and what followed from it. */
function Story() {
  const changes = walls.value?.changes ?? [];
  if (!events.value.length) return null;
  return (
    <section class="panel stack" aria-labelledby="wall-story">
      <h2 id="wall-story">{t("web.log.label")}</h2>
      <ol class="log">
        {events.value.map((event, i) => (
          <li key={i}>
            <span class="grow">
              <b>{eventName(event)}</b>
              {changes
                .filter((one) => one.event === i)
                .map((one, j) => (
                  <span key={j} class="follows">
                    {t(`sight.wall.${one.what}`, { unit: one.unit })} <Cite rule={one.rule} />
                  </span>
                ))}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What an event is called: some end the other way. */
function wordOf(event: WallEvent): string {
  const not =
    (event.event === "entrenches" && event.into === null) ||
    (event.event === "breaches" && !event.passed);
  return `web.sight.event.${event.event}${not ? "_not" : ""}`;
}

function eventName(event: WallEvent): string {
  const unit = "unit" in event ? event.unit : "";
  const what = t(wordOf(event), { side: "side" in event ? sideName(event.side) : "", unit });
  const about = [unit, "hex" in event ? event.hex : "", event.event === "phase" ? event.phase : ""]
    .filter(Boolean)
    .join(" ");
  return about ? t("core.pair", { label: about, value: what }) : what;
}
