// What the log tells of the last attack: it lies on the table for both until the next one.
import type { LogLine } from "../core/live";

export interface Attack {
  n: number;
  seat: string;
  /** The line of the first roll, or of the shells that fall, and everything that came of it. */
  fired: LogLine;
  after: LogLine[];
}

const FIRST = new Set(["fired", "fired_ift", "assaulted", "resolve", "barrage"]);
/** Shells of which our books do not tell: they have not fallen yet, their owner says where. */
const NOT_YET = "by_your_book";

const text = (line: LogLine, name: string): string => String(line.data?.[name] ?? "");

export const whatOf = (line: LogLine): string => text(line, "what");

/** The last attack on the way to a position, unless a phase has ended since. */
export function lastAttack(log: readonly LogLine[], now: number): Attack | null {
  for (let i = log.length - 1; i >= 0; i--) {
    const line = log[i]!;
    if (line.n > now) continue;
    if (whatOf(line) === "phase" && line.n < now) return null;
    if (!FIRST.has(whatOf(line))) continue;
    if (log.some((one) => one.n === line.n && whatOf(one) === NOT_YET)) continue;
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

/** A hex of a Blast Area in which nobody was. */
export const fellOnNobody = (line: LogLine): boolean =>
  whatOf(line) === "ffe_hex" && Object.keys((line.data.units ?? {}) as object).length === 0;

export const KILLS: ReadonlySet<string> = new Set([
  "wrecked",
  "burning",
  "eliminated",
  "gun_destroyed",
]);
export const HURTS: ReadonlySet<string> = new Set([
  "broken",
  "pinned",
  "wounded",
  "reduced",
  "shocked",
  "stunned",
  "immobilized",
  "gun_malfunctioned",
]);
const NOTHING: ReadonlySet<string> = new Set(["unharmed", "dud"]);

/** What one action did, as the map shows it. */
export interface JustNow {
  /** Lines of fire: who fired at whom, or at which hex. */
  shots: { weapon: string; target: string; hit: boolean | null }[];
  /** What became of whom. */
  fates: { id: string; what: string; tone: "kills" | "hurts" | "nothing" }[];
  /** Hexes of a Blast Area with their DR. */
  shells: { hex: string; dr: string }[];
}

export function justNow(lines: readonly LogLine[]): JustNow {
  const justNow: JustNow = { shots: [], fates: [], shells: [] };
  for (const line of lines) {
    const what = whatOf(line);
    if (what === "fired" || what === "fired_ift" || what === "assaulted")
      justNow.shots.push({
        weapon: text(line, "weapon"),
        target: text(line, "target"),
        hit: wasHit(line),
      });
    if (what === "ffe_hex") justNow.shells.push({ hex: text(line, "hex"), dr: text(line, "dr") });
    const tone = KILLS.has(what)
      ? "kills"
      : HURTS.has(what)
        ? "hurts"
        : NOTHING.has(what)
          ? "nothing"
          : null;
    if (tone && line.data.id) justNow.fates.push({ id: text(line, "id"), what, tone });
  }
  return justNow;
}

/** Where the last rounds of a battery were aimed at, if they fell elsewhere. */
export function errorOf(
  log: readonly LogLine[],
  now: number,
  battery: string,
): { aim: string; fall: string } | null {
  const last = log.findLast(
    (line) => line.n <= now && text(line, "battery") === battery && line.data.aim,
  );
  if (!last || last.data.aim === last.data.fall) return null;
  return { aim: text(last, "aim"), fall: text(last, "fall") };
}
