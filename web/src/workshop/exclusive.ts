// The exclusive rules of a draft: which families there are, and how each of their tables is called.
import type { OptionalRule } from "../core/api";
import { type Data, names } from "./types";

export type Table = Record<string, unknown>;

/** Families that are one table, a list of tables, or tables by name. */
export const SINGLE = [
  "weather",
  "supply",
  "command",
  "landing",
  "entering",
  "replacements",
  "works",
  "draw",
  "stacking",
] as const;
export const LISTS = ["shifts", "bridges", "arrivals", "markers"] as const;
export const NAMED = ["conditions"] as const;
export const FAMILIES = [...NAMED, ...SINGLE, ...LISTS] as const;
export type Family = (typeof FAMILIES)[number];

/** What a rule of a list is called that says nothing itself. */
const CALLED: Record<string, string> = { shifts: "shift", arrivals: "arrival", markers: "markers" };

export const isTable = (value: unknown): value is Table =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export function exclusiveOf(data: Data): Table {
  return isTable(data.exclusive) ? data.exclusive : {};
}

export interface Entry {
  /** Where it stands in the file, below `exclusive`. */
  path: (string | number)[];
  table: Table;
  /** What the rule is called if it has no number. */
  called: string;
}

/** Every table of a family. */
export function entries(data: Data, family: Family): Entry[] {
  const value = exclusiveOf(data)[family];
  if ((LISTS as readonly string[]).includes(family)) {
    if (!Array.isArray(value)) return [];
    return value.flatMap((table, i) =>
      isTable(table)
        ? [{ path: [family, i], table, called: CALLED[family] ?? String(table.id ?? family) }]
        : [],
    );
  }
  if (!isTable(value)) return [];
  if (family !== "conditions") return [{ path: [family], table: value, called: family }];
  return Object.entries(value).flatMap(([name, table]) =>
    isTable(table) ? [{ path: [family, name], table, called: name }] : [],
  );
}

/** The rules that players may leave out, or take in. */
export function optionalOf(data: Data): OptionalRule[] {
  const byRule = new Map<string, OptionalRule>();
  for (const family of FAMILIES) {
    for (const { table, called } of entries(data, family)) {
      const rule = String(table.rule ?? called);
      if ((table.optional !== "on" && table.optional !== "off") || byRule.has(rule)) continue;
      byRule.set(rule, {
        option: `exclusive.${rule}`,
        rule,
        name: names(table.name, rule),
        by_default: table.optional === "on",
      });
    }
  }
  return [...byRule.values()];
}
