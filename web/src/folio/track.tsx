// The turn record track and the phases, with the one thing to press.
import { t } from "../core/words";
import { sideName } from "../table/say";
import type { Board, View } from "./types";

const PHASES = ["movement", "combat", "mobile_movement", "mobile_combat"];

export function TurnTrack({ board, view }: { board: Board; view: View }) {
  return (
    <ol class="turns" tabindex={0} aria-label={t("web.track.label")}>
      {board.turns.map((turn, i) => {
        const number = i + 1;
        const coming = board.units.filter((unit) => unit.turn === number).length;
        return (
          <li
            key={number}
            class={number === view.turn ? "now" : number < view.turn ? "past" : ""}
            aria-current={number === view.turn ? "step" : undefined}
            title={t("web.track.turn", {
              turn: number,
              first: sideName(board, turn.first),
              support: turn.support.join("/"),
              coming,
            })}
          >
            <span class="num">{number}</span>
            <small>{turn.support.join("/")}</small>
            {coming > 0 && <i aria-hidden="true" />}
          </li>
        );
      })}
    </ol>
  );
}

export function PhaseStepper({ board, view }: { board: Board; view: View }) {
  const second = view.player === board.sides[1]?.id;
  return (
    <div class="phases">
      <span class={`side-chip ${second ? "side-b" : "side-a"}`}>
        {sideName(board, view.player)}
      </span>
      {view.phase === "setup" ? (
        <span class="phase now">{t("web.phase.setup")}</span>
      ) : (
        <ol aria-label={t("web.phase.label")}>
          {PHASES.map((phase) => (
            <li
              key={phase}
              class={`phase ${phase === view.phase ? "now" : ""}`}
              aria-current={phase === view.phase ? "step" : undefined}
            >
              {t(`web.phase.${phase}`)}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
