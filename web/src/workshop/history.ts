// What was done can be undone, and done again.

export interface History<T> {
  past: readonly T[];
  now: T;
  future: readonly T[];
}

const MOST = 200;

export const begun = <T>(now: T): History<T> => ({ past: [], now, future: [] });

/** A step on; what leaves all as it was is none. */
export function done<T>(history: History<T>, next: T): History<T> {
  if (next === history.now) return history;
  return { past: [...history.past, history.now].slice(-MOST), now: next, future: [] };
}

/** The present put right without a step: a text that goes on being typed. */
export function amended<T>(history: History<T>, next: T): History<T> {
  return { ...history, now: next, future: [] };
}

export function undone<T>(history: History<T>): History<T> {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    now: before,
    future: [history.now, ...history.future],
  };
}

export function redone<T>(history: History<T>): History<T> {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.now], now: next, future };
}
