// Hints: at each new kind of decision, two sentences on what to do and why.
import { has, t } from "../core/words";
import { Icon } from "../parts/icon";
import { Cite } from "../parts/rule";
import { assistAt, setAssist } from "./assist";
import type { FolioStore } from "./store";

const RULES: Record<string, string> = {
  setup: "F3.0c",
  movement: "F5.0",
  combat: "F7.0e",
  mobile_movement: "F4.1g",
  mobile_combat: "F4.1h",
  slot: "F8.3c",
  roll: "F7.3b",
  retreat: "F7.7",
  advance: "F7.9",
  lose: "F7.6d",
  displace: "F7.7.2",
  counter: "F8.4.1",
};

/** Which hint fits: the plan of the moment goes before the phase. */
function topic(store: FolioStore): string {
  const kind = store.view.value.decision?.kind ?? "over";
  if (kind.endsWith("movement") && store.selected.value) return "moving";
  if (kind.endsWith("combat") && store.target.value) return "building";
  return kind;
}

export function Hint({ store }: { store: FolioStore }) {
  if (assistAt(store.board) !== "full" || !store.mine.value) return null;
  if (store.lesson.step.value) return null;
  const name = topic(store);
  const own = `web.hint.${name}.turn${store.view.value.turn}`;
  const key = has(own) ? own : `web.hint.${name}`;
  if (!has(key)) return null;
  return (
    <aside class="hint" aria-live="polite">
      <div>
        <b>{t("web.hint.title")}</b>
        <p>
          {t(key)} <Cite rule={RULES[name]} />
        </p>
      </div>
      <button
        type="button"
        class="icon-button"
        aria-label={t("web.hint.off")}
        title={t("web.hint.off")}
        onClick={() => setAssist("standard")}
      >
        <Icon name="close" />
      </button>
    </aside>
  );
}
