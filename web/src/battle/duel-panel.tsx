// C2.2401: a shot is declared: fire back and see who is the quicker, or let it come.
import type { ComponentChildren } from "preact";
import type { BattleDuel, DuelReport, SideReport } from "../api/types";
import { say, t } from "../core/words";
import { type Chance, OddsBars, share, signed, TallyTable } from "../parts/odds";
import { Cite } from "../parts/rule";
import { caseName, tallyOf } from "../range/words";
import { whatOf } from "./happened";
import { called } from "./say";
import type { BattleStore } from "./store";

interface Props {
  store: BattleStore;
  /** What else may be decided: it stands above the answers. */
  children: ComponentChildren;
}

export function DuelPanel({ store, children }: Props) {
  const orders = store.orders.value.all.filter((order) => order.verb === "duel");
  const declared = store.live.frame.value!.log.findLast((line) => whatOf(line) === "declared");
  const told = new Map(store.duels.value?.map((duel) => [duel.order, duel]));
  return (
    <section class="stack" aria-label={t("web.battle.duel")} data-test="duel">
      <h3>{t("web.battle.duel")}</h3>
      <p class="small">
        {declared && say(declared.message)} {t("web.battle.duel.says")} <Cite rule="C2.2401" />
      </p>
      {children}
      {orders.map((order) => {
        const duel = told.get(order.text);
        return (
          <article key={order.text} class="stack duel-answer">
            <button
              type="button"
              class="button small"
              title={order.text}
              disabled={store.busy.value}
              onClick={() => store.do(order.text)}
            >
              {t("web.battle.do.duel", { unit: called(store, order.unit) })}
              {order.said.intensive && ` · ${t("web.battle.way.intensive")}`}
            </button>
            {duel && <Told store={store} duel={duel} />}
          </article>
        );
      })}
    </section>
  );
}

/** Who is first and what may come of it; both sides line by line on demand. */
function Told({ store, duel }: { store: BattleStore; duel: BattleDuel }) {
  const { report } = duel;
  return (
    <>
      <OddsBars label={t("web.battle.duel")} chances={ends(report)} />
      <details class="small">
        <summary>
          <b>{t(`gunnery.duel.first.${report.first}`)}</b>
          {report.ca_turns_first && <> {t("gunnery.duel.ca_turns_first")}</>}
        </summary>
        <div class="duel-sides">
          {(["vehicle", "defender"] as const).map((side) => (
            <div key={side} class={report.first === side ? "first" : ""}>
              <b>{called(store, duel[side])}</b>
              <TallyTable
                items={tallyOf(report[side].tally)}
                total={report[side].duel_total}
                label={t("web.battle.duel.total")}
                name={caseName}
              />
              <p class="muted">{rolls(report[side])}</p>
            </div>
          ))}
        </div>
      </details>
    </>
  );
}

function ends({ odds }: DuelReport): Chance[] {
  return odds
    ? [
        { name: t("gunnery.duel.defender_out"), exact: odds.defender_out },
        { name: t("gunnery.duel.vehicle_out"), exact: odds.vehicle_out },
      ]
    : [];
}

/** What a side rolls once it comes to fire. */
function rolls(side: SideReport): string {
  const check = side.check === null ? "" : `${t("web.battle.duel.check", { dr: side.check })} `;
  const about = {
    th: side.th ?? 0,
    fp: side.fp === null ? 0 : share(side.fp),
    drm: signed(side.drm),
  };
  return check + t(side.direct ? "web.battle.duel.rolls_ift" : "web.battle.duel.rolls", about);
}
