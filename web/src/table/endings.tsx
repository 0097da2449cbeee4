// Endings that the players agree on: resigning, a draw, leaving, claiming a game that was left.
import { useSignal } from "@preact/signals";
import { go } from "../core/router";
import { forgetTable } from "../core/storage";
import { t, when } from "../core/words";
import { Modal } from "../parts/modal";
import { sideName } from "./say";
import type { TableStore } from "./store";

/** What cannot be taken back is asked twice. */
const ASKED = ["resign", "leave", "claim"];

export function Endings({ store }: { store: TableStore }) {
  const asked = useSignal<string | null>(null);
  const frame = store.live.frame.value!;
  if (!store.held.length || frame.outcome || frame.status !== "playing") return null;
  const ending = frame.ending;
  const from = ending?.claim_from ?? null;
  const may = from !== null && from <= Date.now() / 1000;
  const others = store.held.length === 1;
  const words = ["resign", ...(others ? ["offer-draw", "leave"] : []), ...(may ? ["claim"] : [])];
  const close = () => {
    asked.value = null;
  };
  const say = async (word: string) => {
    close();
    if ((await store.end(word)) && word === "leave") {
      forgetTable(store.live.id);
      go("/");
    }
  };
  return (
    <section class="endings">
      <h3>{t("web.end")}</h3>
      <p class="row">
        {words.map((word) => (
          <button
            type="button"
            class="button small"
            key={word}
            disabled={word === "offer-draw" && Boolean(ending?.draw_offered)}
            onClick={() => {
              if (ASKED.includes(word)) asked.value = word;
              else say(word);
            }}
          >
            {t(`web.end.${word}`)}
          </button>
        ))}
      </p>
      {others && !may && from !== null && (
        <p class="small muted">{t("web.end.claim_from", { when: when(from) })}</p>
      )}
      {asked.value && (
        <Modal title={t(`web.end.${asked.value}`)} onClose={close}>
          <p>{t(`web.end.${asked.value}.says`, { side: sideName(store.board, store.seat) })}</p>
          <div class="row">
            <button type="button" class="button primary" onClick={() => say(asked.value!)}>
              {t(`web.end.${asked.value}`)}
            </button>
            <button type="button" class="button" onClick={close}>
              {t("web.cancel")}
            </button>
          </div>
        </Modal>
      )}
    </section>
  );
}

/** What the other side has said: a draw is offered, or it has left. */
export function OtherSays({ store }: { store: TableStore }) {
  const frame = store.live.frame.value!;
  const ending = frame.ending;
  if (!ending || store.held.length !== 1 || frame.outcome || store.past.value) return null;
  const { draw_offered: offered, left, claim_from: from } = ending;
  if (offered) return <DrawOffered store={store} by={offered} />;
  const gone = left.find((seat) => !store.held.includes(seat));
  if (!gone) return null;
  return (
    <section class="news" role="alert">
      <p>{t("web.end.has_left", { side: sideName(store.board, gone) })}</p>
      {from !== null && from <= Date.now() / 1000 && (
        <button type="button" class="button small primary" onClick={() => store.end("claim")}>
          {t("web.end.claim")}
        </button>
      )}
    </section>
  );
}

function DrawOffered({ store, by }: { store: TableStore; by: string }) {
  const own = store.held.includes(by);
  const says = t(own ? "web.end.draw_open" : "web.end.draw_offered", {
    side: sideName(store.board, by),
  });
  return (
    <section class="news" role="alert">
      <p>{says}</p>
      <div class="row">
        {!own && (
          <button
            type="button"
            class="button small primary"
            onClick={() => store.end("accept-draw")}
          >
            {t("web.end.accept-draw")}
          </button>
        )}
        <button type="button" class="button small" onClick={() => store.end("refuse-draw")}>
          {t(own ? "web.end.withdraw" : "web.end.refuse-draw")}
        </button>
      </div>
    </section>
  );
}
