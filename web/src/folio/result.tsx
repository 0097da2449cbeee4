import type { Frame } from "../core/live";
import { say, t } from "../core/words";
import { Modal } from "../parts/modal";
import { Verify } from "../parts/verify";
import { sideName } from "../table/say";
import { Luck } from "./luck";
import { MiniCounter } from "./tray";
import type { Board, View } from "./types";

interface Props {
  board: Board;
  frame: Frame<View>;
  onClose: () => void;
  onReplay: () => void;
  onReview: () => void;
}

export function ResultScreen({ board, frame, onClose, onReplay, onReview }: Props) {
  const outcome = frame.outcome!;
  const winner = outcome.winners[0] ?? null;
  const title = winner
    ? t("web.result.wins", { side: sideName(board, winner) })
    : t("web.result.draw");
  return (
    <Modal title={title} onClose={onClose}>
      <p>{say(outcome.message)}</p>
      <div class="score">
        {board.sides.map((side, n) => {
          const lost = frame.view.units.filter(
            (unit) => unit.side === side.id && unit.status === "eliminated",
          );
          return (
            <div key={side.id} class={winner === side.id ? "winner" : ""}>
              <span class={`side-chip ${n ? "side-b" : "side-a"}`}>{sideName(board, side.id)}</span>
              <div class="big">{outcome.points[side.id] ?? 0}</div>
              <p class="small muted">{t("web.result.lost", { count: lost.length })}</p>
              <div class="tray">
                {lost.map((unit) => (
                  <MiniCounter key={unit.id} board={board} unit={unit} />
                ))}
              </div>
            </div>
          );
        })}
      </div>
      <details>
        <summary>{t("web.luck")}</summary>
        <Luck board={board} log={frame.log} />
      </details>
      {frame.brought && <p class="small muted">{t("web.bring.unseen")}</p>}
      <Verify table={frame.table} name="web.result.verify" fair="web.result.fair" />
      <div class="row">
        <button type="button" class="button primary" onClick={onReplay}>
          {t("web.result.replay")}
        </button>
        <button type="button" class="button" onClick={onReview}>
          {t("web.tab.review")}
        </button>
        <a class="button" href={`/api/tables/${frame.table}/journal`} download>
          {t("web.result.journal")}
        </a>
        <a class="button quiet" href="/folio">
          {t("web.result.again")}
        </a>
      </div>
    </Modal>
  );
}
