// Which paper and tint a counter has: nations and formations are told apart at a glance.
import type { UnitCard } from "./types";

/** How many of each the style sheet knows. */
export const PAPERS = 3;
export const TINTS = 8;

/** Every unit with its nation's paper and its formation's tint, numbered within its side. */
export function dressed(units: readonly UnitCard[]): UnitCard[] {
  const known = new Map<string, string[]>();
  const number = (list: string, name: string): number => {
    const names = known.get(list) ?? [];
    if (!names.includes(name)) names.push(name);
    known.set(list, names);
    return names.indexOf(name);
  };
  return units.map((unit) => ({
    ...unit,
    paper: number(`nation ${unit.side}`, unit.nation) % PAPERS,
    tint: number(`formation ${unit.side}`, unit.formation) % TINTS,
  }));
}
