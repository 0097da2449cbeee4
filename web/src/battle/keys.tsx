// The keyboard at a battle's table.
import { useEffect } from "preact/hooks";
import { t } from "../core/words";
import type { Screen } from "../table/screen";
import { type BattleStore, TABS } from "./store";

interface Hands {
  store: BattleStore;
  screen: Screen;
  takeBack: (far: boolean) => void;
}

const THREAD = "l";

function press(key: string, { store, screen, takeBack }: Hands): boolean {
  if (/^[1-4]$/.test(key)) {
    store.tab.value = TABS[Number(key) - 1]!;
    return true;
  }
  const acts: Record<string, () => void> = {
    "/": () => (screen.typing.value = true),
    Escape: () => {
      if (store.shot.peek()) store.shot.value = null;
      else store.clear();
    },
    [THREAD]: () => hold(store, true),
    t: () => {
      if (store.seat) store.toggleThreat();
    },
    u: () => takeBack(false),
    U: () => takeBack(true),
    p: () => {
      const pass = store.orders.peek().find("pass");
      if (pass) store.do(pass.text);
    },
    f: () => {
      const shot = store.shot.peek();
      if (shot && store.mine.peek()) store.do(shot.order);
    },
    "?": () => (screen.opened.value = "help"),
  };
  acts[key]?.();
  return key in acts;
}

/** The thread is there as long as its key is held. */
function hold(store: BattleStore, on: boolean): void {
  store.thread.value = on;
  store.showLine(on ? store.hover.peek() : null);
}

export function useKeys(hands: Hands): void {
  useEffect(() => {
    const elsewhere = (event: KeyboardEvent) =>
      (event.target as Element).closest("input, textarea, select, dialog") ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey;
    const down = (event: KeyboardEvent) => {
      if (elsewhere(event) || event.repeat) return;
      if (press(event.key, hands) && event.key === "/") event.preventDefault();
    };
    const up = (event: KeyboardEvent) => {
      if (event.key === THREAD) hold(hands.store, false);
    };
    addEventListener("keydown", down);
    addEventListener("keyup", up);
    return () => {
      removeEventListener("keydown", down);
      removeEventListener("keyup", up);
    };
  }, [hands.store]);
}

const KEYS: [string, string][] = [
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
