// A Gun Duel (C2.2401): the vehicle of this shot moves, its target shoots at it; who is first?
import { useEffect, useState } from "preact/hooks";
import { call } from "../core/api";
import { t } from "../core/words";
import { Icon } from "../parts/icon";
import { OddsBars, signed, TallyTable } from "../parts/odds";
import { Cite } from "../parts/rule";
import { sentenceOf, tellError } from "../parts/toast";
import { Choice, Stepper } from "./fields";
import { weapon } from "./store";
import type { DuelReport, Order } from "./types";
import { caseName } from "./words";

interface Terms {
  acquisition: number;
  turned: number;
  facing: string;
  mp: number;
  again: boolean;
}

/** Both orders: the vehicle's is the shot on the page, the defender's is its mirror. */
function orders(order: Order, terms: Terms) {
  const { firer, target, others: _, ammo: __, target_type: ___, ...shot } = order;
  return {
    vehicle: { ...shot, firer, target, phase: "MPh" },
    defender: {
      weapon: target.unit,
      target: {
        unit: order.weapon,
        moving: true,
        mp_in_los: terms.mp,
        ...(terms.facing === "front" ? {} : { facing: terms.facing }),
      },
      firer: terms.turned ? { hexspines_turned: terms.turned } : {},
      range: order.range,
      date: order.date,
      phase: "DFF",
      ...(order.hindrance ? { hindrance: order.hindrance } : {}),
      ...(terms.acquisition ? { acquisition: terms.acquisition } : {}),
    },
    again: terms.again,
  };
}

export function DuelPanel({ order }: { order: Order }) {
  const [open, setOpen] = useState(false);
  const [terms, setTerms] = useState<Terms>({
    acquisition: 0,
    turned: 0,
    facing: "front",
    mp: 2,
    again: false,
  });
  const [found, setFound] = useState<DuelReport | null>(null);
  const [wrong, setWrong] = useState<unknown>(null);
  const possible = weapon.value?.kind === "vehicle" && typeof order.target.unit === "string";
  useEffect(() => {
    if (!open || !possible) return;
    let stale = false;
    call<DuelReport>("/api/tools/duel", { body: orders(order, terms) }).then(
      (answer) => {
        if (stale) return;
        setFound(answer);
        setWrong(null);
      },
      (error) => {
        if (stale) return;
        setFound(null);
        setWrong(error);
      },
    );
    return () => {
      stale = true;
    };
  }, [open, possible, order, terms]);
  if (!possible) return null;
  const set = (part: Partial<Terms>) => setTerms({ ...terms, ...part });
  const roll = () =>
    call<DuelReport>("/api/tools/duel", { body: { ...orders(order, terms), roll: true } }).then(
      (answer) => setFound((old) => (old ? { ...old, rolled: answer.rolled } : answer)),
      tellError,
    );
  return (
    <details
      class="panel stack gun-duel"
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <h2>{t("web.range.duel")}</h2>
      </summary>
      <p class="small muted">
        {t("web.range.duel_says")} <Cite rule="C2.2401" />
      </p>
      <div class="fields">
        <Choice
          label={t("web.range.duel_acquired")}
          value={String(terms.acquisition)}
          options={[0, -1, -2].map(
            (value) =>
              [String(value), value ? signed(value) : t("web.range.not_acquired")] as const,
          )}
          onChange={(value) => set({ acquisition: Number(value) })}
        />
        <Stepper
          label={t("web.range.duel_turned")}
          value={terms.turned}
          min={0}
          max={3}
          onChange={(turned) => set({ turned })}
        />
        <Stepper
          label={t("web.range.duel_mp")}
          value={terms.mp}
          min={0}
          max={30}
          onChange={(mp) => set({ mp })}
        />
        <Choice
          label={t("web.range.duel_facing")}
          value={terms.facing}
          options={["front", "side", "rear"].map(
            (facing) => [facing, t(`web.range.facing.${facing}`)] as const,
          )}
          onChange={(facing) => set({ facing })}
        />
        <label class="check">
          <input
            type="checkbox"
            checked={terms.again}
            onChange={(event) => set({ again: event.currentTarget.checked })}
          />
          {t("web.range.duel_again")}
        </label>
      </div>
      {wrong !== null && <p class="notice warn">{sentenceOf(wrong)}</p>}
      {found && (
        <>
          <div class="duel-sides">
            {(["vehicle", "defender"] as const).map((side, i) => (
              <div key={side} class={found.first === side ? "first" : ""}>
                <b>{found.names[i]}</b>
                <div class="big">{signed(found[side].total)}</div>
                <TallyTable
                  items={found[side].items}
                  total={found[side].total}
                  label="DRM"
                  name={caseName}
                />
              </div>
            ))}
          </div>
          <p>
            <b>{t(`gunnery.duel.first.${found.first}`)}</b>
            {found.ca_turns_first && <> {t("gunnery.duel.ca_turns_first")}</>}
          </p>
          {found.odds && (
            <OddsBars
              label={t("web.range.duel")}
              chances={found.odds.map(([key, exact]) => ({
                name: t(`gunnery.duel.${key}`),
                exact,
                tone: key === "vehicle_out" ? "bad" : key === "defender_out" ? "good" : undefined,
              }))}
            />
          )}
          <div class="row">
            <button type="button" class="button" onClick={roll}>
              <Icon name="die" /> {t("web.range.roll")}
            </button>
            {found.rolled && <Fought rolled={found.rolled} />}
          </div>
        </>
      )}
    </details>
  );
}

function Fought({ rolled }: { rolled: NonNullable<DuelReport["rolled"]> }) {
  const keys = ["vehicle_hits", "defender_hits", "defender_out", "vehicle_out"] as const;
  const happened = keys.filter((key) => rolled[key]).map((key) => t(`gunnery.duel.${key}`));
  return (
    <span class="grow" role="status">
      <span class="num muted">{rolled.faces.join(" ")}</span>{" "}
      {[t(`gunnery.duel.first.${rolled.first}`), ...happened].join(" · ")}
    </span>
  );
}
