// Taking back where it is no longer free: one asks, the other side answers.
import type { LogLine } from "../core/live";
import { say, t } from "../core/words";
import { Modal } from "../parts/modal";
import { sideName } from "./say";
import type { TableStore } from "./store";

export function AskBack({ store, onClose }: { store: TableStore; onClose: () => void }) {
  const alone = store.held.length > 1;
  const path = store.live.frame.value?.path ?? [];
  const before = path[path.length - 2] ?? 0;
  const lines = (store.live.frame.value?.log ?? []).filter((line) => line.n > before);
  return (
    <Modal title={t("web.undo.closed")} onClose={onClose}>
      <p>{t(alone ? "web.undo.both" : "web.undo.ask_says")}</p>
      <Lines lines={lines} />
      <div class="row">
        <button
          type="button"
          class="button primary"
          onClick={() => {
            onClose();
            store.askUndo(before);
          }}
        >
          {t(alone ? "web.undo.go_back" : "web.undo.ask")}
        </button>
        <button type="button" class="button" onClick={onClose}>
          {t("web.cancel")}
        </button>
      </div>
    </Modal>
  );
}

/** What would be taken back. */
function Lines({ lines }: { lines: LogLine[] }) {
  const shown = lines.filter((line) => line.data.what !== "phase").slice(-12);
  return (
    <ul class="undo-lines">
      {shown.map((line, i) => (
        <li key={i}>{say(line.message)}</li>
      ))}
    </ul>
  );
}

/** The other side asks: agree or not. */
export function AnswerBack({ store }: { store: TableStore }) {
  const asked = store.live.frame.value?.undo?.asked as { seat: string; to: number } | null;
  const mine = store.held.length === 1 && asked && store.held[0] !== asked.seat;
  if (!mine) return null;
  const side = sideName(store.board, asked.seat);
  const frame = store.live.frame.value!;
  const lines = frame.log.filter((line) => line.n > asked.to);
  const count = (frame.path ?? []).filter((n) => n > asked.to).length;
  return (
    <Modal title={t("web.undo.request")} onClose={() => store.answerUndo(false)}>
      <p>{t("web.undo.request_says", { side, count })}</p>
      <Lines lines={lines} />
      <div class="row">
        <button type="button" class="button primary" onClick={() => store.answerUndo(true)}>
          {t("web.undo.agree")}
        </button>
        <button type="button" class="button" onClick={() => store.answerUndo(false)}>
          {t("web.undo.refuse")}
        </button>
      </div>
    </Modal>
  );
}
