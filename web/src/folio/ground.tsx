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

/** Light falls from the north-west: a slope has hachures where it lies in the shade. */
function hachures(board: Board, loops: Point[][]): string {
  const out: string[] = [];
  for (const loop of loops) {
    for (const { p, inwards } of alongLoop(board, loop, 4.2)) {
      const shade = -(inwards.x * 0.64 + inwards.y * 0.77);
      if (shade < -0.1) continue;
      const long = (4 + noise(p.x, p.y, 3) * 4) * (0.55 + shade);
      const from = { x: p.x + inwards.x, y: p.y + inwards.y };
      out.push(
        `M${at(from)}L${at({ x: from.x + inwards.x * long, y: from.y + inwards.y * long })}`,
      );
    }
  }
  return out.join("");
}

/** A contour line within a hill, a little off its middle as real ones are. */
function contour(board: Board, loop: Point[], depth: number): string {
  const points = alongLoop(board, loop, 9).map(({ p, inwards }) => {
    const far = depth * (0.8 + noise(p.x, p.y, 8) * 0.4);
    return { x: p.x + inwards.x * far - depth * 0.12, y: p.y + inwards.y * far - depth * 0.16 };
  });
  return points.length > 4 ? softLoop(board, points, 0) : "";
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
  const region: Region = {
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
      region.signs = crowns(places);
      region.shade = shade(places);
      break;
    }
    case "town":
      region.signs = houses(scatter(board, inside, 15, 11, 21));
      break;
    case "hill":
      region.edge = hachures(board, loops);
      region.shade = loops
        .map((loop) => contour(board, loop, 9) + contour(board, loop, 18))
        .join("");
      break;
    case "marsh":
      region.signs = reeds(scatter(board, inside, 22, 10, 31));
      break;
    case "flooded":
      region.signs = waves(scatter(board, inside, 24, 8, 41));
      break;
    case "desert":
      region.signs = dots(scatter(board, inside, 17, 4, 51));
      break;
    case "dunes":
      region.signs = dunes(scatter(board, inside, 20, 10, 61));
      break;
  }
  return region;
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

/** A crest runs through the middles of the hexsides, not around every corner. */
function crest(line: Point[]): Point[] {
  const middles = line.slice(1).map((p, i) => middle(line[i]!, p));
  return [line[0]!, ...middles, line[line.length - 1]!];
}

/** Ticks at even steps along a line, on its southern side. */
function ticks(line: Point[], step: number, long: number): string {
  let out = "";
  let left = step / 2;
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1]!, line[i]!];
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
    const down = ux >= 0 ? 1 : -1;
    for (; left < length; left += step) {
      const p = { x: a.x + ux * left, y: a.y + uy * left };
      const far = long * (0.7 + noise(p.x, p.y, 4) * 0.6);
      out += `M${at(p)}L${at({ x: p.x - uy * far * down, y: p.y + ux * far * down })}`;
    }
    left -= length;
  }
  return out;
}

/** Signs set along single hexsides: mines, hedges. */
function along(edges: [Point, Point][], count: number, sign: (p: Point) => string): string {
  return edges
    .flatMap(([a, b]) =>
      Array.from({ length: count }, (_, s) => {
        const u = (s + 0.5) / count;
        return sign({ x: a.x + (b.x - a.x) * u, y: a.y + (b.y - a.y) * u });
      }),
    )
    .join("");
}

function drawSides(board: Board): Drawn["sides"] {
  return board.hexsides.map((kind, k) => {
    const look = sideLookOf(kind);
    const edges = board.sides_between
      .filter(([, , kinds]) => kinds.includes(k))
      .map(([i, j]) => sideBetween(board, i, j));
    const raised = look === "slope" || look === "dyke";
    const lines = chains(edges).map((line) => (raised ? crest(crest(line)) : line));
    const d = lines.map((line) => softLine(board, line, look === "river" ? 0.12 : 0)).join("");
    let marks = "";
    if (look === "mine") {
      marks = along(edges, 3, (p) => `M${at({ x: p.x - 3, y: p.y - 3 })}l6 6m0-6l-6 6`);
    } else if (look === "bushes") marks = along(edges, 7, (p) => circle(p, 3));
    else if (raised) marks = lines.map((line) => ticks(line, look === "dyke" ? 8 : 5, 7)).join("");
    return { look, id: kind.id, d, marks };
  });
}

/** A field for aircraft, where a place is called so: two runways and a wind sock's ring. */
export function airfields(board: Board): Point[] {
  return board.names.flatMap(({ hex, name }) =>
    /airfield|airstrip|aerodrome/i.test(name.en ?? "") ? [board.hexes[hex]!] : [],
  );
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
    .filter((region): region is Region => region !== null && region.look !== "clear")
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
        {drawn.regions.map((region, i) =>
          region.look === "sea" ? (
            <clipPath id={`${name}-sea-${i}`} key={i}>
              <path d={region.area} />
            </clipPath>
          ) : null,
        )}
      </defs>
      <path class="m-shadow" d={drawn.frame} />
      <g clip-path={`url(#${name}-frame)`}>
        <path class="m-base" d={drawn.frame} />
        {drawn.regions.map((region, i) => (
          <g key={region.id} class={`m-${region.look}`}>
            <path
              class="area"
              d={region.area}
              style={region.look === "other" ? { "--own": region.colour } : undefined}
            />
            {region.look === "sea" && (
              <g clip-path={`url(#${name}-sea-${i})`}>
                <path class="shore far" d={region.area} />
                <path class="shore near" d={region.area} />
              </g>
            )}
            {region.edge && <path class="edge" d={region.edge} />}
            {region.signs && <path class="signs" d={region.signs} />}
            {region.shade && <path class="shade" d={region.shade} />}
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
      {airfields(board).map((p) => (
        <g key={`${p.x},${p.y}`} class="m-airfield" transform={`translate(${at(p)})`}>
          <circle r="23" />
          <path d="M-19-7 19 9M-13 14 11-17" />
        </g>
      ))}
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
