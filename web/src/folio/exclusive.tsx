// What the scenario's exclusive rules show: the conditions of the day, and rolls they ask for.
import { named, t } from "../core/words";
import type { FolioStore } from "./store";

/** Weather, night …: what holds now, each with the scenario's own number. */
function Conditions({ store }: { store: FolioStore }) {
  const held = store.view.value.exclusive?.conditions ?? [];
  if (!held.length) return null;
  return (
    <p class="row small" role="note">
      {held.map((one) => (
        <span key={one.rule} class="badge">
          {t("web.exclusive.rule", { rule: one.rule, name: named(one.name) })}
        </span>
      ))}
    </p>
  );
}

/** A die that exclusive rules ask for: the weather, say. */
function ChanceNow({ store }: { store: FolioStore }) {
  const decision = store.view.value.decision;
  if (decision?.kind !== "chance" || !store.mine.value || store.live.frame.value?.roll) return null;
  const name = named(decision.name ?? { en: decision.what ?? "" });
  return (
    <button
      type="button"
      class="button primary commit roll"
      disabled={store.busy.value}
      onClick={() => store.do("roll")}
    >
      {t("web.exclusive.roll", { rule: decision.rule ?? "", name })}
    </button>
  );
}

export function ExclusiveNow({ store }: { store: FolioStore }) {
  if (!store.view.value.exclusive) return null;
  return (
    <>
      <Conditions store={store} />
      <ChanceNow store={store} />
    </>
  );
}
