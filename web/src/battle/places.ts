// Where pieces are: on the board, aboard a vehicle, or with whoever has them; where they point.
import type { BoardPlan } from "../api/types";
import type { BattleView, Piece } from "./types";

/** The hex of a piece, wherever it is carried; null if it is not on the board. */
export function hexOf(view: BattleView, id: string, depth = 0): string | null {
  const piece = view.pieces.find((one) => one.id === id);
  if (!piece || depth > 4) return null;
  if (piece.place.type === "spot") return piece.place.hex;
  if (piece.place.type === "aboard") return hexOf(view, piece.place.vehicle, depth + 1);
  return piece.piece === "sw" && piece.by ? hexOf(view, piece.by, depth + 1) : null;
}

/** What lies in each hex as counters of their own, from below. */
export function byPlace(view: BattleView): Map<string, Piece[]> {
  const pieces = new Map<string, Piece[]>();
  for (const piece of view.pieces) {
    if (piece.place.type !== "spot") continue;
    const { hex } = piece.place;
    pieces.set(hex, [...(pieces.get(hex) ?? []), piece]);
  }
  return pieces;
}

/** What a piece has with it: weapons it carries, who is in or on it. */
export const carriedBy = (view: BattleView, id: string): Piece[] =>
  view.pieces.filter(
    (one) =>
      (one.place.type === "aboard" && one.place.vehicle === id) ||
      (one.piece === "sw" && one.by === id && one.place.type === "off"),
  );

/** The neighbours that a hexspine parts, as players name it: «I5/I6». */
export function spineName(drawn: BoardPlan, label: string, spine: number): string {
  const hex = drawn.hexes.find((one) => one.label === label);
  const corner = drawn.corners[spine];
  if (!hex || !corner) return String(spine);
  const reach = Math.hypot(...corner) * 1.25;
  const near = drawn.hexes.filter(
    (one) =>
      one.label !== label &&
      Math.hypot(one.x - hex.x - corner[0], one.y - hex.y - corner[1]) < reach,
  );
  return near.length === 2 ? near.map((one) => one.label).join("/") : String(spine);
}
