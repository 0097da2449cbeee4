// The keyboard at a battle's table.
import { type KeyNames, tabKeys, tableKeys, useTableKeys } from "../table/keys";
import type { Screen } from "../table/screen";
import { type BattleStore, TABS } from "./store";

interface Hands {
  store: BattleStore;
  screen: Screen;
  takeBack: (far: boolean) => void;
}

const THREAD = "l";

/** The thread is there as long as its key is held. */
function hold(store: BattleStore, on: boolean): void {
  store.thread.value = on;
  store.showLine(on ? store.hover.peek() : null);
}

export function useKeys({ store, screen, takeBack }: Hands): void {
  const keys = () => ({
    ...tableKeys(screen, takeBack),
    ...tabKeys(TABS, (tab) => (store.tab.value = tab)),
    Escape: () => {
      if (store.shot.peek()) store.shot.value = null;
      else store.clear();
    },
    [THREAD]: () => hold(store, true),
    t: () => {
      if (store.seat) store.toggleThreat();
    },
    p: () => {
      const pass = store.orders.peek().find("pass");
      if (pass) store.do(pass.text);
    },
    f: () => {
      const shot = store.shot.peek();
      if (shot && store.mine.peek()) store.do(shot.order);
    },
  });
  const release = (key: string) => {
    if (key === THREAD) hold(store, false);
  };
  useTableKeys({ keys, release }, store);
}

export const KEYS: KeyNames = [
  ["/", "web.help.type"],
  ["← ↑ → ↓", "web.help.arrows"],
  ["Enter", "web.battle.help.enter"],
  ["f", "web.battle.help.fire"],
  ["p", "web.battle.help.pass"],
  ["l", "web.battle.help.thread"],
  ["t", "web.battle.threat"],
  ["Esc", "web.help.escape"],
  ["u", "web.help.undo"],
  ["Shift u", "web.help.undo_phase"],
  ["1 2 3 4", "web.battle.help.tabs"],
];
