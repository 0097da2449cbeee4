// All counters in words, side by side: for whoever reads rather than looks.
import { t } from "../core/words";
import { Listed } from "../parts/listed";
import { sideName } from "../table/say";
import { CounterPicture } from "./counter";
import { called, statesOf } from "./say";
import type { BattleStore } from "./store";

export function Roster({ store }: { store: BattleStore }) {
  const { sides } = store.board;
  return (
    <div class="stack">
      {sides.map((side, n) => {
        const pieces = store.view.value.pieces.filter((piece) => piece.side === side.id);
        return (
          <section key={side.id}>
            <h3>
              <span class={`side-chip ${n ? "side-b" : "side-a"}`}>
                {sideName(store.board, side.id)}
              </span>
            </h3>
            {pieces.length === 0 && <p class="muted small">{t("web.battle.none_seen")}</p>}
            <ul class="set-up-list">
              {pieces.map((piece) => (
                <li key={piece.id}>
                  <button type="button" class="unit-row" onClick={() => store.select(piece.id)}>
                    <CounterPicture piece={piece} card={store.card(piece)} second={n > 0} />
                    <span class="grow">
                      <b>{piece.piece === "dummy" ? "?" : called(store, piece.id)}</b>
                      <span class="small muted">
                        <Listed
                          words={[
                            store.hexOf(piece.id) ?? away(piece.place),
                            ...statesOf(store, piece),
                          ]}
                        />
                      </span>
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

function away(place: { type: string; why?: string }): string {
  if (place.type !== "off") return "";
  return t(`battle.away.${(place.why ?? "not set up").replaceAll(" ", "_")}`);
}
