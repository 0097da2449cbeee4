// The other side's turn: what it came to.
import { t } from "../core/words";
import { Icon } from "../parts/icon";
import { PaceChoice } from "../table/following";
import { sideName } from "../table/say";
import type { Sum } from "./happened";
import type { FolioStore } from "./store";

/** A turn in a sentence: «25 moved, 3 combats: De, D2, •». */
export function sentenceOf(sum: Sum): string {
  const results = (all: Sum["combats"]) => all.map((one) => `${one.hex} ${one.result}`);
  const parts = [
    sum.moved > 0 && t("web.news.moved", { count: sum.moved }),
    sum.arrived > 0 && t("web.news.arrived", { count: sum.arrived }),
    sum.barrages.length > 0 &&
      t("web.news.barrages", { count: sum.barrages.length, results: results(sum.barrages) }),
    sum.combats.length > 0 &&
      t("web.news.combats", { count: sum.combats.length, results: results(sum.combats) }),
    sum.reduced.length > 0 && t("web.news.reduced", { units: sum.reduced }),
    sum.eliminated.length > 0 && t("web.news.eliminated", { units: sum.eliminated }),
  ].filter((part): part is string => Boolean(part));
  return parts.join(t("web.news.and"));
}

/** What the other side did while one waited. */
export function News({ store }: { store: FolioStore }) {
  const sum = store.news.sum.value;
  if (!sum || store.past.value) return null;
  const frame = store.live.frame.value!;
  const other = store.board.sides.find((side) => !store.held.includes(side.id))?.id ?? null;
  const path = [0, ...(frame.path ?? [])];
  const from = Math.max(0, path.indexOf(store.news.since.value));
  return (
    <section class="news" aria-label={t("web.news.label")}>
      <p>
        <b>{t("web.news.of", { side: sideName(store.board, other) })}</b> {sentenceOf(sum)}
      </p>
      <div class="row">
        <button
          type="button"
          class="button small"
          onClick={() => store.go(path[path.length - 2] ?? 0)}
        >
          <Icon name="back" /> {t("web.news.step")}
        </button>
        <button
          type="button"
          class="button small"
          onClick={() => {
            store.playing.value = true;
            store.go(path[from] ?? 0);
          }}
        >
          <Icon name="play" /> {t("web.news.again")}
        </button>
        <PaceChoice />
        <button
          type="button"
          class="icon-button"
          aria-label={t("web.close")}
          onClick={() => store.news.close()}
        >
          <Icon name="close" />
        </button>
      </div>
    </section>
  );
}
