// The keyboard at the table.
import { useEffect } from "preact/hooks";
import { t } from "../core/words";
import type { Screen } from "../table/screen";
import type { MapControl } from "./map";
import { type FolioStore, TABS } from "./store";

interface Hands {
  store: FolioStore;
  screen: Screen;
  control: { current: MapControl | null };
  takeBack: (far: boolean) => void;
}

function press(key: string, { store, screen, control, takeBack }: Hands): boolean {
  if (/^[1-4]$/.test(key)) {
    store.tab.value = TABS[Number(key) - 1]!;
    return true;
  }
  const acts: Record<string, () => void> = {
    "/": () => (screen.typing.value = true),
    Escape: () => store.clear(),
    z: () => store.toggleZones(),
    u: () => takeBack(false),
    U: () => takeBack(true),
    "+": () => control.current?.by(1.3),
    "=": () => control.current?.by(1.3),
    "-": () => control.current?.by(1 / 1.3),
    "0": () => control.current?.whole(),
    "?": () => (screen.opened.value = "help"),
  };
  acts[key]?.();
  return key in acts;
}

export function useKeys(hands: Hands): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const inField = (event.target as Element).closest("input, textarea, select, dialog");
      if (inField || event.ctrlKey || event.metaKey || event.altKey) return;
      if (press(event.key, hands) && event.key === "/") event.preventDefault();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [hands.store]);
}

const KEYS: [string, string][] = [
  ["/", "web.help.type"],
  ["Tab", "web.help.tab"],
  ["← ↑ → ↓", "web.help.arrows"],
  ["Enter", "web.help.enter"],
  ["Esc", "web.help.escape"],
  ["u", "web.help.undo"],
  ["Shift u", "web.help.undo_phase"],
  ["z", "web.help.zoc"],
  ["+ − 0", "web.help.zoom"],
  ["1 2 3 4", "web.help.tabs"],
];

export function KeyHelp() {
  return (
    <dl class="keys">
      {KEYS.map(([key, what]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{t(what)}</dd>
        </div>
      ))}
    </dl>
  );
}
