// Where on the map a pointer is: in which hex, at which hexside.
import { corner, middle, type Point } from "../folio/geometry";
import type { Board } from "../folio/types";
import { pairOf } from "./edits";
import type { Pair } from "./types";

/** The margin around the drawing. */
export const PAD = 24;

/** A place on the screen as a point of the drawing, wherever it was moved and zoomed to. */
export function pointOf(drawing: SVGSVGElement, event: MouseEvent): Point {
  const box = drawing.getBoundingClientRect();
  const { width, height } = drawing.viewBox.baseVal;
  return {
    x: ((event.clientX - box.left) * width) / box.width - PAD,
    y: ((event.clientY - box.top) * height) / box.height - PAD,
  };
}

/** The hex whose middle is nearest, unless the point lies off the map. */
export function hexAt(board: Board, p: Point): number | null {
  let best: number | null = null;
  let least = board.size * board.size * 1.02;
  board.hexes.forEach((hex, i) => {
    const far = (hex.x - p.x) ** 2 + (hex.y - p.y) ** 2;
    if (far < least) {
      least = far;
      best = i;
    }
  });
  return best;
}

/** The hexside next to a point; none at the edge of the map, nor in the middle of a hex. */
export function sideAt(board: Board, p: Point): { pair: Pair; ends: [Point, Point] } | null {
  const i = hexAt(board, p);
  if (i === null) return null;
  const hex = board.hexes[i]!;
  if (Math.hypot(p.x - hex.x, p.y - hex.y) < board.size * 0.35) return null;
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let d = 0; d < 6; d++) {
    const m = middle(corner(board, hex, d), corner(board, hex, d + 1));
    const far = (m.x - p.x) ** 2 + (m.y - p.y) ** 2;
    if (far < least) {
      least = far;
      best = d;
    }
  }
  const other = hex.near[best] ?? null;
  if (other === null) return null;
  return {
    pair: pairOf(hex.label, board.hexes[other]!.label),
    ends: [corner(board, hex, best), corner(board, hex, best + 1)],
  };
}

/** From one hex to another over neighbours, so that a quick stroke leaves no gaps. */
export function between(board: Board, from: number, to: number): number[] {
  const way: number[] = [];
  let here = from;
  for (let n = 0; here !== to && n < 200; n++) {
    const goal = board.hexes[to]!;
    let next = here;
    let least = Number.POSITIVE_INFINITY;
    for (const j of board.hexes[here]!.near) {
      if (j === null) continue;
      const there = board.hexes[j]!;
      const far = Math.hypot(there.x - goal.x, there.y - goal.y);
      if (far < least) {
        least = far;
        next = j;
      }
    }
    if (next === here) break;
    here = next;
    way.push(here);
  }
  return way;
}
