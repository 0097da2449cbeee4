// A scan laid under the grid: three of its points are the middles of three hexes.
import type { Point } from "../folio/geometry";

export type Affine = [number, number, number, number, number, number];

/** The map that takes each of three points to its own other; null if they lie on one line. */
export function affine(from: readonly Point[], to: readonly Point[]): Affine | null {
  const [p, q, r] = from;
  const [u, v, w] = to;
  if (!p || !q || !r || !u || !v || !w) return null;
  const [x1, y1, x2, y2] = [q.x - p.x, q.y - p.y, r.x - p.x, r.y - p.y];
  const area = x1 * y2 - x2 * y1;
  if (Math.abs(area) < 1) return null;
  const solve = (s1: number, s2: number): [number, number] => [
    (s1 * y2 - s2 * y1) / area,
    (s2 * x1 - s1 * x2) / area,
  ];
  const [a, c] = solve(v.x - u.x, w.x - u.x);
  const [b, d] = solve(v.y - u.y, w.y - u.y);
  return [a, b, c, d, u.x - a * p.x - c * p.y, u.y - b * p.x - d * p.y];
}

export const through = ([a, b, c, d, e, f]: Affine, { x, y }: Point): Point => ({
  x: a * x + c * y + e,
  y: b * x + d * y + f,
});

/** A picture as large as fits, in the middle. */
export function fitted(
  width: number,
  height: number,
  into: { width: number; height: number },
): Affine {
  const k = Math.min(into.width / width, into.height / height);
  return [k, 0, 0, k, (into.width - width * k) / 2, (into.height - height * k) / 2];
}

export function back([a, b, c, d, e, f]: Affine, { x, y }: Point): Point {
  const area = a * d - b * c;
  const [px, py] = [x - e, y - f];
  return { x: (d * px - c * py) / area, y: (a * py - b * px) / area };
}
