// What has happened, read from the log: the combat on the table, the trail of a turn, its sum.
import type { LogLine } from "../core/live";

/** A combat or barrage that was rolled, and what came of it so far. */
export interface Fought {
  n: number;
  hex: string;
  barrage: boolean;
  /** The side that attacked. */
  side: string;
  defenders: string[];
  attackers: string[];
  attack: number;
  defence: number;
  attackMarkers: number[];
  defenceMarkers: number[];
  differential: string;
  row: string;
  range: [number, number] | null;
  faces: number[];
  result: string;
  after: LogLine[];
}

export interface Trail {
  /** One for each unit that went somewhere: from where it began to where it came. */
  ways: { unit: string; from: string | null; to: string; kind: "went" | "retreat" | "advance" }[];
  /** Where was fought, with the last result there. */
  fights: { hex: string; result: string; barrage: boolean }[];
  /** Where units fell. */
  fallen: { hex: string; unit: string }[];
}

export interface Sum {
  moved: number;
  arrived: number;
  combats: { hex: string; result: string }[];
  barrages: { hex: string; result: string }[];
  reduced: string[];
  eliminated: string[];
}

type Data = Record<string, unknown>;
const text = (data: Data, name: string): string => String(data[name] ?? "");
const what = (line: LogLine): string => text(line.data, "what");

/** What a combat does after the die: none of it is a new action of its own. */
const OUTCOMES = new Set([
  "reduced",
  "eliminated",
  "held",
  "retreated",
  "cut_short",
  "displaced",
  "advanced",
]);

function fought(line: LogLine, after: LogLine[]): Fought {
  const { data } = line;
  return {
    n: line.n,
    hex: text(data, "hex"),
    barrage: data.barrage === true,
    side: text(data, "side"),
    defenders: (data.defenders as string[] | undefined) ?? [text(data, "target")],
    attackers: (data.attackers as string[] | undefined) ?? [],
    attack: Number(data.attack ?? 0),
    defence: Number(data.defence ?? 0),
    attackMarkers: (data.attack_markers as number[] | undefined) ?? [],
    defenceMarkers: (data.defence_markers as number[] | undefined) ?? [],
    differential: text(data, "differential"),
    row: text(data, "row"),
    range: (data.range as [number, number] | null | undefined) ?? null,
    faces: (data.faces as number[] | undefined) ?? [],
    result: text(data, "result"),
    after,
  };
}

/** The combat whose result lies on the table at a position: until the next action. */
export function lastFought(log: readonly LogLine[], at: number): Fought | null {
  const known = log.filter((line) => line.n <= at);
  const rolledAt = known.findLastIndex((line) => what(line) === "rolled");
  if (rolledAt < 0) return null;
  const line = known[rolledAt]!;
  const after = known.slice(rolledAt + 1);
  if (after.some((one) => one.n > line.n && !OUTCOMES.has(what(one)))) return null;
  return fought(
    line,
    after.filter((one) => OUTCOMES.has(what(one))),
  );
}

/** The last action of one's own player turn: whatever came after it may be news.
 *
 * Answers in the other's turn (support, retreats) are no such action.
 */
export function lastOwn(log: readonly LogLine[], held: readonly string[]): number {
  let player: string | null = null;
  let last = 0;
  for (const line of log) {
    if (held.includes(line.seat) && (player === null || held.includes(player))) last = line.n;
    if (what(line) === "phase") player = text(line.data, "side").replace("@", "");
  }
  return last;
}

/** The marks that actions after one position and up to another leave on the map. */
export function trailOf(log: readonly LogLine[], after: number, upTo: number): Trail {
  const ways = new Map<string, Trail["ways"][number]>();
  const fights = new Map<string, Trail["fights"][number]>();
  const fallen: Trail["fallen"] = [];
  for (const line of log) {
    if (line.n <= after || line.n > upTo) continue;
    const { data } = line;
    const [unit, hex, start] = [text(data, "unit"), text(data, "hex"), text(data, "start")];
    switch (what(line)) {
      case "entered":
      case "displaced":
      case "moved":
      case "advanced":
      case "retreated": {
        const kind = { advanced: "advance", retreated: "retreat" }[what(line)] ?? "went";
        const from = ways.get(unit)?.from ?? (start || null);
        ways.set(unit, { unit, from, to: hex, kind: kind as "went" | "retreat" | "advance" });
        break;
      }
      case "rolled":
        fights.set(hex, { hex, result: text(data, "result"), barrage: data.barrage === true });
        break;
      case "eliminated":
        fallen.push({ hex: text(data, "at"), unit });
        break;
    }
  }
  return { ways: [...ways.values()], fights: [...fights.values()], fallen };
}

/** A stretch of play in a few numbers. */
export function sumOf(log: readonly LogLine[], after: number, upTo: number): Sum {
  const moved = new Set<string>();
  const sum: Sum = {
    moved: 0,
    arrived: 0,
    combats: [],
    barrages: [],
    reduced: [],
    eliminated: [],
  };
  for (const line of log) {
    if (line.n <= after || line.n > upTo) continue;
    const { data } = line;
    const unit = text(data, "unit");
    if (what(line) === "moved" || what(line) === "exited") moved.add(unit);
    if (what(line) === "entered") sum.arrived += 1;
    if (what(line) === "reduced") sum.reduced.push(unit);
    if (what(line) === "eliminated") sum.eliminated.push(unit);
    if (what(line) === "rolled") {
      const one = { hex: text(data, "hex"), result: text(data, "result") };
      (data.barrage === true ? sum.barrages : sum.combats).push(one);
    }
  }
  sum.moved = moved.size;
  return sum;
}

/** How long an action is worth looking at, in moments; 0: it shows nothing. */
export function moments(lines: readonly LogLine[]): number {
  const each: Record<string, number> = {
    rolled: 4,
    attack: 2,
    barrage: 2,
    supported: 1.5,
    countered: 1.5,
    retreated: 1.5,
    advanced: 1.5,
    displaced: 1.5,
    held: 1.5,
    moved: 1,
    entered: 1,
    exited: 1,
    placed: 0.5,
    turn: 1,
  };
  return Math.max(0, ...lines.map((line) => each[what(line)] ?? 0));
}
