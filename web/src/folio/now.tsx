// One line in words: what is to be done, and by whom.
import { t } from "../core/words";
import { sideName } from "./say";
import type { FolioStore } from "./store";

function nowSentence(store: FolioStore): string {
  const view = store.view.value;
  const frame = store.frame.value;
  if (frame.outcome) return t("web.folio.now.over");
  const kind = view.decision?.kind ?? "";
  if (!store.mine.value) {
    if (store.past.value) return t("web.folio.now.past");
    const bot = view.to_act ? frame.seats[view.to_act]?.kind === "bot" : false;
    return t(bot ? "web.folio.now.thinking" : "web.folio.now.wait", {
      side: sideName(store.board, view.to_act),
    });
  }
  const slot = view.decision?.slot?.toLowerCase();
  if (kind === "slot") return t(`web.folio.now.slot_${slot}`);
  if (kind === "retreat") {
    return t("web.folio.now.retreat", { length: view.decision?.length ?? 0 });
  }
  return t(`web.folio.now.${kind}`);
}

/** The line over the map. While a bot thinks, it shows that something is going on. */
export function NowLine({ store }: { store: FolioStore }) {
  const view = store.view.value;
  const acting = view.to_act ? store.frame.value.seats[view.to_act] : undefined;
  const thinking = !store.past.value && !store.frame.value.outcome && acting?.kind === "bot";
  const busy = thinking || store.busy.value;
  return (
    <div class="now-line" role="status" aria-live="polite">
      <span class={`lamp ${store.mine.value ? "on" : ""}`} aria-hidden="true" />
      <span>{nowSentence(store)}</span>
      {busy && <i class="working" aria-hidden="true" />}
    </div>
  );
}
