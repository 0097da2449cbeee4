// The keyboard at the table.
import { type KeyNames, tabKeys, tableKeys, useTableKeys } from "../table/keys";
import type { Screen } from "../table/screen";
import { type FolioStore, TABS } from "./store";
import type { LabelControl } from "./zooming";

interface Hands {
  store: FolioStore;
  screen: Screen;
  control: { current: LabelControl | null };
  takeBack: (far: boolean) => void;
}

export function useKeys({ store, screen, control, takeBack }: Hands): void {
  const keys = () => ({
    ...tableKeys(screen, takeBack),
    ...tabKeys(TABS, (tab) => (store.tab.value = tab)),
    Escape: () => store.clear(),
    z: () => store.toggleZones(),
    "+": () => control.current?.by(1.3),
    "=": () => control.current?.by(1.3),
    "-": () => control.current?.by(1 / 1.3),
    "0": () => control.current?.whole(),
  });
  useTableKeys({ keys, repeats: true }, store);
}

export const KEYS: KeyNames = [
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
