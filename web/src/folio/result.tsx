import { useState } from "preact/hooks";
import { call } from "../core/api";
import type { Frame } from "../core/live";
import { say, t } from "../core/words";
import { Modal } from "../parts/modal";
import { tellError } from "../parts/toast";
import { Luck } from "./luck";
import { sideName } from "./say";
import { MiniCounter } from "./tray";
import type { Board, View } from "./types";

interface Verdict {
  ok: boolean;
  faces_checked: number;
  faces_typed: number;
  sentences: string[];
}

export function Verify({ table }: { table: string }) {
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [busy, setBusy] = useState(false);
  const verify = async () => {
    setBusy(true);
    try {
      setVerdict(await call<Verdict>(`/api/tables/${table}/verify`));
    } catch (error) {
      tellError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div class="stack">
      <button type="button" class="button" disabled={busy} onClick={verify}>
        {busy && <span class="spinner" aria-hidden="true" />} {t("web.result.verify")}
      </button>
      {verdict && (
        <p class={`notice ${verdict.ok ? "" : "warn"}`} role="status">
          {t(verdict.ok ? "web.result.fair" : "web.result.unfair", {
            checked: verdict.faces_checked,
            typed: verdict.faces_typed,
          })}{" "}
          {verdict.ok ? "" : verdict.sentences.join(" ")}
        </p>
      )}
    </div>
  );
}

interface Props {
  board: Board;
  frame: Frame<View>;
  onClose: () => void;
  onReplay: () => void;
}

export function ResultScreen({ board, frame, onClose, onReplay }: Props) {
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
      <Verify table={frame.table} />
      <div class="row">
        <button type="button" class="button primary" onClick={onReplay}>
          {t("web.result.replay")}
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
