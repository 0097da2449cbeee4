// Several units in one hex, where a scenario's own rules let them stand together.
import type { Point } from "./geometry";
import type { UnitView } from "./types";

/** All who stand in a hex, the one on top last. */
export function stackAt(units: readonly UnitView[], hex: string): UnitView[] {
  return units.filter((unit) => unit.hex === hex);
}

const STEP = 9;

/** How far off the middle of its hex each unit of a stack lies, so that the others can be seen. */
export function fanned(units: readonly UnitView[]): Map<string, Point> {
  const stacks = new Map<string, UnitView[]>();
  for (const unit of units) {
    if (unit.hex) stacks.set(unit.hex, [...(stacks.get(unit.hex) ?? []), unit]);
  }
  const off = new Map<string, Point>();
  for (const stack of stacks.values()) {
    if (stack.length < 2) continue;
    stack.forEach((unit, i) => {
      const by = (i - (stack.length - 1) / 2) * STEP;
      off.set(unit.id, { x: by, y: -by });
    });
  }
  return off;
}

/** The same units with one of them drawn last, on top of its stack. */
export function onTop(units: readonly UnitView[], id: string | null): UnitView[] {
  const top = units.find((unit) => unit.id === id);
  return top ? [...units.filter((unit) => unit !== top), top] : [...units];
}
