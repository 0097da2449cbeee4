// Shapes of the drawn map. Terrain is outlined as regions whose corners are rounded and shaken a
// little, so that it crosses hex borders softly; everything is a few long paths, cheap to pan.
import type { Board } from "./types";

export interface Point {
  x: number;
  y: number;
}

/** Chance that is always the same for the same place: a map is drawn alike on every visit. */
export function noise(x: number, y: number, salt = 0): number {
  let h = Math.imul(Math.round(x * 8) ^ 0x9e3779b9, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13) ^ Math.round(y * 8), 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 16) ^ Math.imul(salt + 1, 0x27d4eb2d), 0x165667b1);
  h ^= h >>> 15;
  return (h >>> 0) / 0xffffffff;
}

const n1 = (value: number): string => (Math.round(value * 10) / 10).toString();
export const at = (p: Point): string => `${n1(p.x)} ${n1(p.y)}`;
const key = (p: Point): string => `${Math.round(p.x)},${Math.round(p.y)}`;
export const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** The corners of a hex, clockwise; side `d` runs from corner `d` to corner `d + 1`. */
export function corner(board: Board, hex: Point, k: number): Point {
  const first = board.orientation === "flat" ? -120 : -150;
  const angle = ((first + 60 * k) * Math.PI) / 180;
  return { x: hex.x + board.size * Math.cos(angle), y: hex.y + board.size * Math.sin(angle) };
}

export function hexPath(board: Board, hex: Point, scale = 1): string {
  const points = [0, 1, 2, 3, 4, 5].map((k) => {
    const c = corner(board, hex, k);
    return at({ x: hex.x + (c.x - hex.x) * scale, y: hex.y + (c.y - hex.y) * scale });
  });
  return `M${points.join("L")}Z`;
}

/** The hex grid as one path, every side once. */
export function gridPath(board: Board): string {
  const out: string[] = [];
  board.hexes.forEach((hex, i) => {
    for (let d = 0; d < 6; d++) {
      const other = hex.near[d];
      if (other === null || other === undefined || other > i) {
        out.push(`M${at(corner(board, hex, d))}L${at(corner(board, hex, d + 1))}`);
      }
    }
  });
  return out.join("");
}

function shaken(board: Board, p: Point, by: number): Point {
  const far = board.size * by;
  return {
    x: p.x + (noise(p.x, p.y, 1) - 0.5) * 2 * far,
    y: p.y + (noise(p.x, p.y, 2) - 0.5) * 2 * far,
  };
}

interface Edge {
  from: Point;
  to: Point;
}

/** The closed outlines of a set of hexes, each as its corners in order. */
export function outlines(board: Board, inside: (hex: number) => boolean, runsOn = true): Point[][] {
  const starts = new Map<string, Edge>();
  board.hexes.forEach((hex, i) => {
    if (!inside(i)) return;
    for (let d = 0; d < 6; d++) {
      const other = hex.near[d] ?? null;
      if (other !== null && inside(other)) continue;
      let from = corner(board, hex, d);
      let to = corner(board, hex, d + 1);
      const start = key(from);
      if (other === null && runsOn) {
        // At the edge of the map the region runs on, beyond what is shown.
        const m = middle(from, to);
        const out = (p: Point): Point => ({ x: p.x + (m.x - hex.x), y: p.y + (m.y - hex.y) });
        [from, to] = [out(from), out(to)];
        starts.set(start, { from, to });
        Object.assign(starts.get(start)!, { end: key(corner(board, hex, d + 1)) });
      } else {
        starts.set(start, Object.assign({ from, to }, { end: key(to) }));
      }
    }
  });
  const loops: Point[][] = [];
  while (starts.size) {
    const loop: Point[] = [];
    let next = starts.keys().next().value as string;
    for (;;) {
      const edge = starts.get(next) as (Edge & { end: string }) | undefined;
      if (!edge) break;
      starts.delete(next);
      const last = loop[loop.length - 1];
      if (!last || key(last) !== key(edge.from)) loop.push(edge.from);
      if (key(edge.to) !== edge.end) loop.push(edge.to);
      next = edge.end;
    }
    if (loop.length > 2) loops.push(loop);
  }
  return loops;
}

/** A closed outline drawn softly: through the middles of its sides, bent at the corners. */
export function softLoop(board: Board, loop: Point[], by = 0.1): string {
  const points = loop.map((p) => shaken(board, p, by));
  const count = points.length;
  const first = middle(points[count - 1]!, points[0]!);
  const out = [`M${at(first)}`];
  for (let i = 0; i < count; i++) {
    const here = points[i]!;
    out.push(`Q${at(here)} ${at(middle(here, points[(i + 1) % count]!))}`);
  }
  return `${out.join("")}Z`;
}

/** Points along a closed outline, with the direction inwards (clockwise loops). */
export function alongLoop(
  board: Board,
  loop: Point[],
  step: number,
): { p: Point; inwards: Point }[] {
  const points = loop.map((p) => shaken(board, p, 0.1));
  const count = points.length;
  const flat: Point[] = [];
  for (let i = 0; i < count; i++) {
    const before = middle(points[(i + count - 1) % count]!, points[i]!);
    const after = middle(points[i]!, points[(i + 1) % count]!);
    for (let s = 0; s < 8; s++) {
      const u = s / 8;
      const a = (1 - u) * (1 - u);
      const b = 2 * u * (1 - u);
      const c = u * u;
      flat.push({
        x: a * before.x + b * points[i]!.x + c * after.x,
        y: a * before.y + b * points[i]!.y + c * after.y,
      });
    }
  }
  const edges: { p: Point; inwards: Point }[] = [];
  let left = 0;
  for (let i = 0; i < flat.length; i++) {
    const a = flat[i]!;
    const b = flat[(i + 1) % flat.length]!;
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    while (left < length) {
      const u = left / length;
      const dx = (b.x - a.x) / length;
      const dy = (b.y - a.y) / length;
      edges.push({
        p: { x: a.x + (b.x - a.x) * u, y: a.y + (b.y - a.y) * u },
        inwards: { x: -dy, y: dx },
      });
      left += step;
    }
    left -= length;
  }
  return edges;
}

/** Chains of edges (rivers, roads) as long lines, so that they can be drawn in one stroke. */
export function chains(edges: [Point, Point][]): Point[][] {
  const nodes = new Map<string, { p: Point; ends: Set<number> }>();
  const node = (p: Point) => {
    const k = key(p);
    let node = nodes.get(k);
    if (!node) {
      node = { p, ends: new Set() };
      nodes.set(k, node);
    }
    return node;
  };
  edges.forEach(([a, b], i) => {
    node(a).ends.add(i);
    node(b).ends.add(i);
  });
  const used = new Set<number>();
  const follow = (start: Point, first: number): Point[] => {
    const line = [start];
    let here = start;
    let edge: number | undefined = first;
    while (edge !== undefined && !used.has(edge)) {
      used.add(edge);
      const [a, b]: [Point, Point] = edges[edge]!;
      here = key(a) === key(here) ? b : a;
      line.push(here);
      const ends: Set<number> = node(here).ends;
      edge = ends.size === 2 ? [...ends].find((e) => !used.has(e)) : undefined;
    }
    return line;
  };
  const lines: Point[][] = [];
  for (const { p, ends } of nodes.values()) {
    if (ends.size === 2) continue;
    for (const edge of ends) if (!used.has(edge)) lines.push(follow(p, edge));
  }
  edges.forEach(([a], i) => {
    if (!used.has(i)) lines.push(follow(a, i));
  });
  return lines;
}

/** An open line drawn softly: straight to its ends, bent at the points between. */
export function softLine(board: Board, line: Point[], by: number): string {
  const points = by ? line.map((p) => shaken(board, p, by)) : line;
  if (points.length === 2) return `M${at(points[0]!)}L${at(points[1]!)}`;
  const out = [`M${at(points[0]!)}L${at(middle(points[0]!, points[1]!))}`];
  for (let i = 1; i < points.length - 1; i++) {
    out.push(`Q${at(points[i]!)} ${at(middle(points[i]!, points[i + 1]!))}`);
  }
  out.push(`L${at(points[points.length - 1]!)}`);
  return out.join("");
}

/** The side between two adjacent hexes. */
export function sideBetween(board: Board, i: number, j: number): [Point, Point] {
  const hex = board.hexes[i]!;
  const d = hex.near.indexOf(j);
  return [corner(board, hex, d), corner(board, hex, d + 1)];
}

/** Places for drawn signs, spread over the hexes of a kind but not over its borders. */
export function scatter(
  board: Board,
  inside: (hex: number) => boolean,
  step: number,
  margin: number,
  salt: number,
): Point[] {
  const spots: Point[] = [];
  const apothem = (board.size * Math.sqrt(3)) / 2;
  board.hexes.forEach((hex, i) => {
    if (!inside(i)) return;
    const open = hex.near.map((other) => other !== null && !inside(other));
    const reach = Math.ceil(board.size / step);
    for (let row = -reach; row <= reach; row++) {
      for (let column = -reach; column <= reach; column++) {
        const lx = hex.x + column * step + (row % 2 ? step / 2 : 0);
        const ly = hex.y + row * step * 0.87;
        const p = {
          x: lx + (noise(lx, ly, salt) - 0.5) * step * 0.7,
          y: ly + (noise(lx, ly, salt + 1) - 0.5) * step * 0.7,
        };
        let ok = true;
        for (let d = 0; d < 6 && ok; d++) {
          const a = corner(board, hex, d);
          const b = corner(board, hex, d + 1);
          const m = middle(a, b);
          const ux = (m.x - hex.x) / apothem;
          const uy = (m.y - hex.y) / apothem;
          const along = (p.x - hex.x) * ux + (p.y - hex.y) * uy;
          if (along > apothem - (open[d] ? margin : 0)) ok = false;
        }
        if (ok) spots.push(p);
      }
    }
  });
  return spots.sort((a, b) => a.y - b.y);
}
