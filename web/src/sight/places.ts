// Where things lie on a drawn board: neighbours, hexsides, vertices.
import type { BoardHex, BoardPlan, Unit } from "./types";

export type Places = ReadonlyMap<string, BoardHex>;
export type Point = [number, number];

export const placesOf = (shown: BoardPlan): Places =>
  new Map(shown.hexes.map((hex) => [hex.label, hex]));

/** The hexes next to one. */
export function beside(shown: BoardPlan | null, label: string): string[] {
  const here = shown?.hexes.find((hex) => hex.label === label);
  if (!here || !shown) return [];
  const reach = Math.hypot(...shown.corners[0]!) * 1.9;
  return shown.hexes
    .filter((hex) => hex !== here && Math.hypot(hex.x - here.x, hex.y - here.y) < reach)
    .map((hex) => hex.label);
}

/** The hexes at the ends of the hexside between two: each touches one of its vertices. */
export function thirds(shown: BoardPlan | null, one: string, other: string): string[] {
  const near = new Set(beside(shown, other));
  return beside(shown, one).filter((label) => near.has(label));
}

/** Between two hexes the middle of their hexside, among three their vertex. */
export const middle = (hexes: readonly BoardHex[]): Point => [
  hexes.reduce((sum, hex) => sum + hex.x, 0) / hexes.length,
  hexes.reduce((sum, hex) => sum + hex.y, 0) / hexes.length,
];

/** Where a unit is drawn: in the middle of its hex, or in bypass near its hexside or vertex. */
export function placeOf(places: Places, unit: Unit): Point | null {
  const own = places.get(unit.hex);
  if (!own) return null;
  const around = [unit.bypass, unit.vertex].map((label) => places.get(label ?? ""));
  const [x, y] = middle([own, ...around.filter((hex) => hex !== undefined)]);
  return [x + (own.x - x) * 0.3, y + (own.y - y) * 0.3];
}
