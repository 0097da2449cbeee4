// The keyboard at a table: what every game does with it, and the list of its keys.
import { useEffect } from "preact/hooks";
import { t } from "../core/words";
import type { Screen } from "./screen";

export type Keys = Record<string, () => void>;

interface Pressed {
  /** What each key does. */
  keys: () => Keys;
  release?: (key: string) => void;
  /** Whether a key that is held down goes on. */
  repeats?: boolean;
}

/** The keys of every table: typing, taking back, help. */
export const tableKeys = (screen: Screen, takeBack: (far: boolean) => void): Keys => ({
  "/": () => (screen.typing.value = true),
  u: () => takeBack(false),
  U: () => takeBack(true),
  "?": () => (screen.opened.value = "help"),
});

/** A key each for the first four tabs of the panel. */
export const tabKeys = <Tab extends string>(tabs: readonly Tab[], show: (tab: Tab) => void): Keys =>
  Object.fromEntries(tabs.slice(0, 4).map((tab, n) => [String(n + 1), () => show(tab)]));

/** Keys count at the table itself, not in a field of it and not with those of the browser. */
export function useTableKeys({ keys, release, repeats }: Pressed, table: unknown): void {
  useEffect(() => {
    const down = (event: KeyboardEvent) => {
      const inField = (event.target as Element).closest("input, textarea, select, dialog");
      if (inField || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.repeat && !repeats) return;
      const act = keys()[event.key];
      act?.();
      if (act && event.key === "/") event.preventDefault();
    };
    const up = (event: KeyboardEvent) => release?.(event.key);
    addEventListener("keydown", down);
    addEventListener("keyup", up);
    return () => {
      removeEventListener("keydown", down);
      removeEventListener("keyup", up);
    };
  }, [table]);
}

export type KeyNames = readonly (readonly [key: string, what: string])[];

export function KeyList({ names }: { names: KeyNames }) {
  return (
    <dl class="keys">
      {names.map(([key, what]) => (
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
