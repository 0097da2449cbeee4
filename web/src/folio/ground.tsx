// The ground: terrain, water, roads, grid, names. It never changes during play, so it is made once.
import { memo } from "../core/memo";
import type { Names } from "../core/words";
import {
  alongLoop,
  at,
  chains,
  corner,
  gridPath,
  hexPath,
  middle,
  noise,
  outlines,
  type Point,
  scatter,
  sideBetween,
  softLine,
  softLoop,
} from "./geometry";
import type { Board, HexsideKind } from "./types";

export type Look =
  | "clear"
  | "desert"
  | "woods"
  | "hill"
  | "town"
  | "marsh"
  | "flooded"
  | "sea"
  | "dunes"
  | "other";

/** How a kind of terrain is drawn; a kind we have no drawing for keeps its scenario's colour. */
export function lookOf(kind: { id: string; sea: boolean; name: Names }): Look {
  const id = `${kind.id} ${kind.name.en ?? ""}`.toLowerCase();
  if (kind.sea || /sea|ocean|lake/.test(id)) return "sea";
  if (/wood|forest|grove/.test(id)) return "woods";
  if (/dune|sand/.test(id)) return "dunes";
  if (/hill|ridge|rough|height|mountain|escarp|slope/.test(id)) return "hill";
  if (/town|city|village|urban|settlement/.test(id)) return "town";
  if (/marsh|swamp|bog|mud|tidal|salt/.test(id)) return "marsh";
  if (/flood|inundat/.test(id)) return "flooded";
  if (/desert/.test(id)) return "desert";
  if (/clear|open|plain|polder|field/.test(id)) return "clear";
  return "other";
}

export type SideLook = "river" | "canal" | "mine" | "dyke" | "slope" | "bushes" | "line";

export function sideLookOf(kind: HexsideKind): SideLook {
  if (kind.minefield) return "mine";
  if (/canal|ditch|creek|drain/.test(kind.id)) return "canal";
  if (/river|stream|water/.test(kind.id)) return "river";
  if (/dyke|dike|embank|bank|wall|sea_wall/.test(kind.id)) return "dyke";
  if (/slope|escarp|ridge|cliff/.test(kind.id)) return "slope";
  if (/hedge|bocage/.test(kind.id)) return "bushes";
  return "line";
}

const circle = (p: Point, r: number): string =>
  `M${at({ x: p.x - r, y: p.y })}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0`;

function crowns(points: Point[]): string {
  return points.map((p) => circle(p, 4.2 + Math.round(noise(p.x, p.y, 9) * 26) / 10)).join("");
}

function shade(points: Point[]): string {
  return points.map((p) => `M${at({ x: p.x - 2.6, y: p.y - 0.6 })}q2.2-3.2 4.6-1.2`).join("");
}

function houses(points: Point[]): string {
  return points
    .map((p) => {
      const w = 4.5 + noise(p.x, p.y, 5) * 4;
      const h = 3.6 + noise(p.x, p.y, 6) * 2.4;
      const turn = (noise(Math.round(p.x / 40), Math.round(p.y / 40), 7) - 0.5) * 1.2;
      const cos = Math.cos(turn);
      const sin = Math.sin(turn);
      const point = (x: number, y: number) =>
        at({ x: p.x + x * cos - y * sin, y: p.y + x * sin + y * cos });
      return `M${point(-w, -h)}L${point(w, -h)}L${point(w, h)}L${point(-w, h)}Z`;
    })
    .join("");
}

function reeds(points: Point[]): string {
  return points
    .map(
      (p) =>
        `M${at({ x: p.x - 5, y: p.y })}h10M${at({ x: p.x - 2.5, y: p.y })}l-1-5M${at(p)}v-6M${at({ x: p.x + 2.5, y: p.y })}l1-5`,
    )
    .join("");
}

function waves(points: Point[]): string {
  return points.map((p) => `M${at({ x: p.x - 6, y: p.y })}q3-3 6 0t6 0`).join("");
}

function dots(points: Point[]): string {
  return points.map((p) => `M${at(p)}h.1`).join("");
}

function dunes(points: Point[]): string {
  return points.map((p) => `M${at({ x: p.x - 6, y: p.y })}q6-6 12 0`).join("");
}

function hachures(board: Board, loops: Point[][]): string {
  const out: string[] = [];
  for (const loop of loops) {
    for (const { p, inwards } of alongLoop(board, loop, 5.5)) {
      const long = 6 + noise(p.x, p.y, 3) * 6;
      const from = { x: p.x + inwards.x * 2, y: p.y + inwards.y * 2 };
      out.push(
        `M${at(from)}L${at({ x: from.x + inwards.x * long, y: from.y + inwards.y * long })}`,
      );
    }
  }
  return out.join("");
}

interface Region {
  look: Look;
  id: string;
  colour: string;
  area: string;
  signs: string;
  shade: string;
  edge: string;
}

function region(board: Board, index: number): Region | null {
  const kind = board.terrains[index]!;
  const look = lookOf(kind);
  const inside = (i: number) => board.hexes[i]!.terrain === index;
  const loops = outlines(board, inside);
  if (!loops.length) return null;
  const area = loops.map((loop) => softLoop(board, loop, look === "town" ? 0.05 : 0.12)).join("");
  const made: Region = {
    look,
    id: kind.id,
    colour: kind.colour,
    area,
    signs: "",
    shade: "",
    edge: "",
  };
  switch (look) {
    case "woods": {
      const places = scatter(board, inside, 13, 8, 11);
      made.signs = crowns(places);
      made.shade = shade(places);
      break;
    }
    case "town":
      made.signs = houses(scatter(board, inside, 15, 11, 21));
      break;
    case "hill":
      made.edge = hachures(board, loops);
      break;
    case "marsh":
      made.signs = reeds(scatter(board, inside, 22, 10, 31));
      break;
    case "flooded":
      made.signs = waves(scatter(board, inside, 24, 8, 41));
      break;
    case "desert":
      made.signs = dots(scatter(board, inside, 17, 4, 51));
      break;
    case "dunes":
      made.signs = dunes(scatter(board, inside, 20, 10, 61));
      break;
  }
  return made;
}

export interface Drawn {
  regions: Region[];
  frame: string;
  grid: string;
  sides: { look: SideLook; id: string; d: string; marks: string }[];
  roads: string;
  trails: string;
  bridges: string;
}

function drawSides(board: Board): Drawn["sides"] {
  return board.hexsides.map((kind, k) => {
    const look = sideLookOf(kind);
    const edges = board.sides_between
      .filter(([, , kinds]) => kinds.includes(k))
      .map(([i, j]) => sideBetween(board, i, j));
    const wet = look === "river" || look === "canal";
    const d = chains(edges)
      .map((line) => softLine(board, line, look === "river" ? 0.12 : 0))
      .join("");
    let marks = "";
    if (!wet) {
      for (const [a, b] of edges) {
        const length = Math.hypot(b.x - a.x, b.y - a.y);
        const ux = (b.x - a.x) / length;
        const uy = (b.y - a.y) / length;
        const steps = look === "mine" ? 3 : 7;
        for (let s = 0; s < steps; s++) {
          const p = middle(a, b);
          const off = ((s + 0.5) / steps - 0.5) * length;
          const q = { x: p.x + ux * off, y: p.y + uy * off };
          if (look === "mine") marks += `M${at({ x: q.x - 3, y: q.y - 3 })}l6 6m0-6l-6 6`;
          else if (look === "slope" || look === "dyke") {
            marks += `M${at(q)}L${at({ x: q.x - uy * 5, y: q.y + ux * 5 })}`;
            if (look === "dyke") marks += `L${at({ x: q.x + uy * 5, y: q.y - ux * 5 })}`;
          } else if (look === "bushes") marks += circle(q, 3);
        }
      }
    }
    return { look, id: kind.id, d, marks };
  });
}

function drawBridges(board: Board): string {
  const wet = new Set(
    board.hexsides.flatMap((kind, k) => (["river", "canal"].includes(sideLookOf(kind)) ? [k] : [])),
  );
  const rivers = new Set(
    board.sides_between
      .filter(([, , kinds]) => kinds.some((k) => wet.has(k)))
      .map(([i, j]) => `${i},${j}`),
  );
  return [...board.roads, ...board.trails]
    .filter(([i, j]) => rivers.has(`${Math.min(i, j)},${Math.max(i, j)}`))
    .map(([i, j]) => {
      const a = board.hexes[i]!;
      const b = board.hexes[j]!;
      const m = middle(a, b);
      const length = Math.hypot(b.x - a.x, b.y - a.y);
      const ux = (b.x - a.x) / length;
      const uy = (b.y - a.y) / length;
      const rail = (side: number) => {
        const p = { x: m.x - uy * 4.5 * side, y: m.y + ux * 4.5 * side };
        const end = (way: number) => ({ x: p.x + ux * 7 * way, y: p.y + uy * 7 * way });
        const flare = (way: number) => ({
          x: end(way).x + ux * 2.5 * way - uy * 2.5 * side,
          y: end(way).y + uy * 2.5 * way + ux * 2.5 * side,
        });
        return `M${at(flare(-1))}L${at(end(-1))}L${at(end(1))}L${at(flare(1))}`;
      };
      return rail(1) + rail(-1);
    })
    .join("");
}

export function draw(board: Board): Drawn {
  const lines = (pairs: [number, number][]) =>
    chains(pairs.map(([i, j]) => [board.hexes[i]!, board.hexes[j]!] as [Point, Point]))
      .map((line) => softLine(board, line, 0))
      .join("");
  const order: Look[] = [
    "clear",
    "other",
    "desert",
    "flooded",
    "marsh",
    "dunes",
    "hill",
    "woods",
    "town",
    "sea",
  ];
  const regions = board.terrains
    .map((_, i) => region(board, i))
    .filter((made): made is Region => made !== null && made.look !== "clear")
    .sort((a, b) => order.indexOf(a.look) - order.indexOf(b.look));
  return {
    regions,
    frame: board.hexes.map((hex) => hexPath(board, hex, 1.004)).join(""),
    grid: gridPath(board),
    sides: drawSides(board),
    roads: lines(board.roads),
    trails: lines(board.trails),
    bridges: drawBridges(board),
  };
}

interface Props {
  board: Board;
  drawn: Drawn;
  /** Where several maps stand on one page, each needs a name. */
  name?: string;
  plain?: boolean;
}

export const Ground = memo(function Ground({ board, drawn, name = "map", plain }: Props) {
  return (
    <g class="ground" aria-hidden="true">
      <defs>
        <clipPath id={`${name}-frame`}>
          <path d={drawn.frame} />
        </clipPath>
        {drawn.regions.map((made, i) =>
          made.look === "sea" ? (
            <clipPath id={`${name}-sea-${i}`} key={i}>
              <path d={made.area} />
            </clipPath>
          ) : null,
        )}
      </defs>
      <path class="m-shadow" d={drawn.frame} />
      <g clip-path={`url(#${name}-frame)`}>
        <path class="m-base" d={drawn.frame} />
        {drawn.regions.map((made, i) => (
          <g key={made.id} class={`m-${made.look}`}>
            <path
              class="area"
              d={made.area}
              style={made.look === "other" ? { "--own": made.colour } : undefined}
            />
            {made.look === "sea" && (
              <g clip-path={`url(#${name}-sea-${i})`}>
                <path class="shore far" d={made.area} />
                <path class="shore near" d={made.area} />
              </g>
            )}
            {made.edge && <path class="edge" d={made.edge} />}
            {made.signs && <path class="signs" d={made.signs} />}
            {made.shade && <path class="shade" d={made.shade} />}
          </g>
        ))}
        {drawn.sides.map((side) => (
          <g key={side.id} class={`s-${side.look}`}>
            {side.d && side.look !== "mine" && <path class="bed" d={side.d} />}
            {side.d && (side.look === "river" || side.look === "canal") && (
              <path class="flow" d={side.d} />
            )}
            {side.marks && <path class="marks" d={side.marks} />}
          </g>
        ))}
        <path class="m-trail" d={drawn.trails} />
        <path class="m-road-casing" d={drawn.roads} />
        <path class="m-road" d={drawn.roads} />
        <path class="m-bridge-gap" d={drawn.bridges} />
        <path class="m-bridge" d={drawn.bridges} />
      </g>
      <path class="m-grid" d={drawn.grid} />
      {board.fortresses.map((fort) => (
        <g key={fort.hex} class="m-fort">
          <path class="rampart" d={hexPath(board, board.hexes[fort.hex]!, 0.9)} />
          <path class="merlons" d={hexPath(board, board.hexes[fort.hex]!, 0.82)} />
        </g>
      ))}
      {!plain && (
        <g class="m-labels">
          {board.hexes.map((hex) => (
            <text
              key={hex.label}
              x={hex.x}
              y={corner(board, hex, 0).y + (board.orientation === "flat" ? 9 : -4)}
            >
              {hex.label}
            </text>
          ))}
        </g>
      )}
    </g>
  );
});
