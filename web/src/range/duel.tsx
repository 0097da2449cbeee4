// A Gun Duel (C2.2401): the vehicle of this shot moves, its target shoots at it; who is first?
import { useEffect, useState } from "preact/hooks";
import type { DuelReport } from "../api/types";
import { call } from "../core/api";
import { named, t } from "../core/words";
import { Icon } from "../parts/icon";
import { type Chance, OddsBars, signed, TallyTable } from "../parts/odds";
import { Cite } from "../parts/rule";
import { sentenceOf, tellError } from "../parts/toast";
import { Choice, Stepper } from "./fields";
import { weapon } from "./store";
import type { Order } from "./types";
import { caseName, tallyOf } from "./words";

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
  const [report, setReport] = useState<DuelReport | null>(null);
  const [fell, setFell] = useState<DuelReport | null>(null);
  const [wrong, setWrong] = useState<unknown>(null);
  const possible = weapon.value?.kind === "vehicle" && typeof order.target.unit === "string";
  useEffect(() => {
    if (!open || !possible) return;
    let stale = false;
    call<DuelReport>("/api/tools/duel", { body: orders(order, terms) }).then(
      (answer) => {
        if (stale) return;
        setReport(answer);
        setFell(null);
        setWrong(null);
      },
      (error) => {
        if (stale) return;
        setReport(null);
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
      setFell,
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
      {report && (
        <>
          <div class="duel-sides">
            {(["vehicle", "defender"] as const).map((side) => (
              <div key={side} class={report.first === side ? "first" : ""}>
                <b>{report[side].weapon}</b>
                <div class="big">{signed(report[side].duel_total)}</div>
                <TallyTable
                  items={tallyOf(report[side].tally)}
                  total={report[side].duel_total}
                  label="DRM"
                  name={caseName}
                />
              </div>
            ))}
          </div>
          <p>
            <b>{t(`gunnery.duel.first.${report.first}`)}</b>
            {report.ca_turns_first && <> {t("gunnery.duel.ca_turns_first")}</>}
          </p>
          {report.odds && <OddsBars label={t("web.range.duel")} chances={duelBars(report.odds)} />}
          <div class="row">
            <button type="button" class="button" onClick={roll}>
              <Icon name="die" /> {t("web.range.roll")}
            </button>
            {fell && <Fought fell={fell} />}
          </div>
        </>
      )}
    </details>
  );
}

/** Who is first, who hits, and how it may end. */
function duelBars(odds: NonNullable<DuelReport["odds"]>): Chance[] {
  const rows: [string, string | undefined, Chance["tone"]?][] = [
    ["first.vehicle", odds["first.vehicle"]],
    ["first.defender", odds["first.defender"]],
    ["first.together", odds["first.together"]],
    ["vehicle_hits", odds.vehicle.hits],
    ["defender_hits", odds.defender.hits],
    ["defender_out", odds.defender_out, "good"],
    ["vehicle_out", odds.vehicle_out, "bad"],
  ];
  return rows.flatMap(([key, exact, tone]) =>
    exact === undefined || exact === "0" ? [] : [{ name: t(`gunnery.duel.${key}`), exact, tone }],
  );
}

function Fought({ fell }: { fell: DuelReport }) {
  const happened = [
    fell.vehicle_result && "vehicle_hits",
    fell.defender_result && "defender_hits",
    fell.defender_out && "defender_out",
    fell.vehicle_out && "vehicle_out",
  ].filter((key) => typeof key === "string");
  return (
    <span class="grow" role="status">
      <span class="num muted">{fell.dice?.join(" ")}</span>{" "}
      {[
        ...(fell.fired_first ? [t(`gunnery.duel.first.${fell.fired_first}`)] : []),
        ...happened.map((key) => t(`gunnery.duel.${key}`)),
      ].join(" · ")}
      {fell.need && <span class="notice">{named(fell.need)}</span>}
    </span>
  );
}
