// One line in words: what is to be decided, and by whom.
import { say, t } from "../core/words";
import { namesOf, othersRoll } from "../table/rolls";
import { calledAt, sideName, sitsAt } from "../table/say";
import { called } from "./say";
import type { BattleStore } from "./store";

/** Which decision is open. */
export function decision(store: BattleStore): string {
  const view = store.view.value;
  if (view.proposal) return "proposal";
  if (view.clock.phase === "setup") return "setup";
  if (view.walls.undecided.length) return "wall";
  if (view.declared) return "duel";
  const orders = store.orders.value.all;
  if (orders.length && orders.every((order) => order.verb === "oba")) return "artillery";
  if (view.move?.open) return "reaction";
  if (view.move) return "moving";
  return view.clock.phase;
}

function happened(store: BattleStore): string {
  const at = store.frame.value.now;
  const lines = store.live.frame.value!.log.filter((line) => line.n === at);
  return lines.map((line) => say(line.message)).join(" ");
}

function nowSentence(store: BattleStore): string {
  const view = store.view.value;
  const frame = store.frame.value;
  if (store.past.value) return happened(store) || t("web.folio.now.past");
  if (frame.outcome) return t("web.folio.now.over");
  if (frame.roll) {
    if (!store.held.includes(frame.rolling ?? "")) return t(othersRoll(frame.roll));
    if (namesOf(frame.roll)) return t(`web.dice.${frame.roll.type}`);
    return t(store.lesson.offered ? "web.battle.now.throw" : "web.battle.now.roll");
  }
  const kind = decision(store);
  const about = {
    phase: t(`battle.phase.${view.clock.phase}`),
    unit: view.move ? called(store, view.move.unit) : "",
    hex: view.move ? (view.move.steps.at(-1)?.hex ?? "") : "",
  };
  if (store.mine.value) {
    if (kind === "setup") {
      const left = store.areas.value?.filter((one) => !one.placed).length;
      if (left === undefined) return t("web.battle.asking");
      return t(left ? "web.battle.now.setup" : "web.battle.now.setup_done", { count: left });
    }
    return t(`web.battle.now.${kind}`, about);
  }
  const other = frame.to_act.find((seat) => !store.held.includes(seat)) ?? frame.to_act[0] ?? "";
  return t("web.battle.now.waits", {
    who: decides(store, other),
    what: t(`web.battle.decides.${kind}`, about),
  });
}

/** A side, and who plays it if he has a name of his own. */
function decides(store: BattleStore, seat: string): string {
  const side = sideName(store.board, seat);
  const person = store.frame.value.seats[seat];
  if (sitsAt(store.board, seat, person) === side) return side;
  return t("web.battle.now.who", { side, name: calledAt(person) });
}

export function NowLine({ store }: { store: BattleStore }) {
  return (
    <div class="now-line" role="status" aria-live="polite">
      <span class={`lamp ${store.mine.value ? "on" : ""}`} aria-hidden="true" />
      <span>{nowSentence(store)}</span>
      {store.busy.value && <i class="working" aria-hidden="true" />}
    </div>
  );
}
