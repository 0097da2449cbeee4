// One line in words: what is to be done, and by whom.
import { named, say, t, together } from "../core/words";
import { calledAt, sideName } from "../table/say";
import type { FolioStore } from "./store";

/** Everybody of a list, each with his side. */
const called = (store: FolioStore, ids: readonly string[]): string[] =>
  ids.map((id) => {
    const card = store.board.units.find((one) => one.id === id);
    return t("web.folio.unit_of", { unit: id, side: sideName(store.board, card?.side ?? null) });
  });

/** What happened in the action that led to the position shown. */
function happened(store: FolioStore): string {
  const at = store.frame.value.now;
  const lines = store.live.frame.value!.log.filter((line) => line.n === at);
  return together(lines.map((line) => say(line.message)));
}

function nowSentence(store: FolioStore): string {
  const view = store.view.value;
  const frame = store.frame.value;
  if (store.past.value) return happened(store) || t("web.folio.now.past");
  if (frame.outcome) return t("web.folio.now.over");
  const kind = view.decision?.kind ?? "";
  if (!store.mine.value) {
    const person = view.to_act ? frame.seats[view.to_act] : undefined;
    return t(person?.kind === "bot" ? "web.folio.now.thinking" : "web.folio.now.waits", {
      side: sideName(store.board, view.to_act),
      name: calledAt(person),
      what: t(`web.folio.decides.${kind}`),
    });
  }
  const slot = view.decision?.slot?.toLowerCase();
  const combat = view.combat;
  const units = called(store, view.decision?.units ?? []);
  const about = {
    length: view.decision?.length ?? 0,
    units,
    unit: units[0] ?? "",
    hex: combat?.hex ?? "",
    target: combat ? called(store, combat.defenders ?? [combat.target]).join(", ") : "",
  };
  if (kind === "chance") {
    const name = named(view.decision?.name ?? { en: "" });
    return t("web.folio.now.chance", { name, rule: view.decision?.rule ?? "" });
  }
  if (kind === "slot") return t(`web.folio.now.slot_${slot}`, about);
  if (kind === "displace") {
    const chain = view.decision?.chain ?? [];
    return t("web.folio.now.displace", { unit: called(store, chain.slice(-1))[0] ?? "" });
  }
  const one = kind === "retreat" && about.length === 1;
  return t(`web.folio.now.${kind}${one ? "_one" : ""}`, about);
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
