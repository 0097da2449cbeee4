// At the table of the lesson the dice are thrown by a button.
import { t } from "../core/words";
import { Cite } from "../parts/rule";
import { DiceEntry } from "../table/dice-entry";
import type { BattleStore } from "./store";

export function Dice({ store }: { store: BattleStore }) {
  const request = store.live.frame.value?.roll;
  if (!request) return null;
  if (!store.lesson.offered || request.type === "choice") return <DiceEntry store={store} />;
  return (
    <p class="row">
      <button
        type="button"
        class="button primary throw-dice"
        disabled={store.lesson.running.value}
        onClick={() => store.lesson.roll()}
      >
        {t(request.type === "draw" ? "web.battle.lesson.draw" : "web.battle.lesson.throw")}
      </button>
      <Cite rule={request.rule} />
    </p>
  );
}
