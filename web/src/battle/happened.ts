// What the log tells of the last attack: it lies on the table for both until the next one.
import type { LogLine } from "../core/live";

export interface Attack {
  n: number;
  seat: string;
  /** The line of the first roll, and everything that came of it. */
  fired: LogLine;
  after: LogLine[];
}

const FIRST = new Set(["fired", "fired_ift"]);

/** The last attack on the way to a position, unless a phase has ended since. */
export function lastAttack(log: readonly LogLine[], now: number): Attack | null {
  for (let i = log.length - 1; i >= 0; i--) {
    const line = log[i]!;
    if (line.n > now) continue;
    const what = String(line.data?.what ?? "");
    if (what === "phase" && line.n < now) return null;
    if (!FIRST.has(what)) continue;
    const after = log.slice(i + 1).filter((one) => one.n === line.n);
    const before = log.slice(0, i).filter((one) => one.n === line.n);
    return { n: line.n, seat: line.seat, fired: line, after: [...before, ...after] };
  }
  return null;
}

/** Whether a shot hit: its Final DR against the To Hit number; null where there was none. */
export function wasHit(line: LogLine): boolean | null {
  const { th, final } = line.data ?? {};
  if (typeof th !== "number" || typeof final !== "number") return null;
  return final <= th;
}
