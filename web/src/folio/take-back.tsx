// Taking back where it is no longer free: one asks, the other side answers.
import { t } from "../core/words";
import { Modal } from "../parts/modal";
import { sideName } from "./say";
import type { FolioStore } from "./store";

export function AskBack({ store, onClose }: { store: FolioStore; onClose: () => void }) {
  const alone = store.held.length > 1;
  const path = store.live.frame.value?.path ?? [];
  const before = path[path.length - 2] ?? 0;
  return (
    <Modal title={t("web.undo.closed")} onClose={onClose}>
      <p>{t(alone ? "web.undo.both" : "web.undo.ask_says")}</p>
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

/** The other side asks: agree or not. */
export function AnswerBack({ store }: { store: FolioStore }) {
  const asked = store.live.frame.value?.undo?.asked as { seat: string; to: number } | null;
  const mine = store.held.length === 1 && asked && store.held[0] !== asked.seat;
  if (!mine) return null;
  const side = sideName(store.board, asked.seat);
  return (
    <Modal title={t("web.undo.request")} onClose={() => store.answerUndo(false)}>
      <p>{t("web.undo.request_says", { side, to: asked.to })}</p>
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
