// The scenario in words: what wins, when and where; and the table's own switches.

import type { BoardSide } from "../api/types";
import { army, named, t } from "../core/words";
import { boardName } from "../sight/names";
import { AtThisTable } from "../table/at-this-table";
import { sideName } from "../table/say";
import type { BattleStore } from "./store";

/** A side's nation, unless the side is called by it. */
const nationOf = (side: BoardSide): string =>
  [side.nation, army(side.nation)].includes(named(side.name)) ? "" : army(side.nation);

export function Scenario({ store }: { store: BattleStore }) {
  const { board } = store;
  return (
    <div class="stack">
      <p>{named(board.about)}</p>
      <section>
        <h3>{t("web.scenario.victory")}</h3>
        <p>{named(board.victory)}</p>
      </section>
      <dl class="facts">
        <dt>{t("web.battle.facts.date")}</dt>
        <dd class="num">{board.date}</dd>
        <dt>{t("web.sight.board")}</dt>
        <dd>{boardName(board.drawn.name)}</dd>
        {board.sides.map((side) => (
          <div key={side.id} class="row">
            <dt>{sideName(board, side.id)}</dt>
            <dd>{[nationOf(side), `SAN ${side.san}`].filter(Boolean).join(" · ")}</dd>
          </div>
        ))}
      </dl>
      <p class="small muted">{t("web.battle.covered")}</p>
      <AtThisTable store={store}>
        {store.lesson.offered && !store.lesson.step.value && (
          <button type="button" class="button small" onClick={store.lesson.start}>
            {t("web.lesson.start")}
          </button>
        )}
      </AtThisTable>
    </div>
  );
}
