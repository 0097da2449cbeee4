// The hexes of a map in the making: their labels, their places, their neighbours; and the board as
// the table draws it. The same lie as hexes/grid.py has: one drawing for editor and game.

import { dressed } from "../folio/dress";
import type { Point } from "../folio/geometry";
import type { Board, UnitCard } from "../folio/types";
import { optionalOf } from "./exclusive";
import { type Data, type Draft, list, names, sideIds, strengths, tables } from "./types";

const SIZE = 40;
const ROOT = Math.sqrt(3);

export interface Lie {
  pointy: boolean;
  /** Whether even lines are shifted down (or right); else up (or left). */
  on: boolean;
  /** Column and row of the first number. */
  first: [number, number];
  columns: number;
  rows: number;
}

export function lieOf(draft: Draft): Lie {
  const map = draft.data.map ?? {};
  const first = /^\d{4}$/.test(String(map.first ?? "")) ? String(map.first) : "0101";
  return {
    pointy: map.hexes === "pointy",
    on: map.even_lines !== "back",
    first: [Number(first.slice(0, 2)), Number(first.slice(2))],
    columns: Math.max(0, ...draft.ground.terrain.map((row) => [...row].length)),
    rows: draft.ground.terrain.length,
  };
}

const two = (n: number): string => String(n).padStart(2, "0");

export function label(lie: Lie, column: number, row: number): string {
  return two(column + lie.first[0]) + two(row + lie.first[1]);
}

export function place(lie: Lie, text: string): [number, number] | null {
  if (!/^\d{4}$/.test(text)) return null;
  const column = Number(text.slice(0, 2)) - lie.first[0];
  const row = Number(text.slice(2)) - lie.first[1];
  const within = column >= 0 && row >= 0 && column < lie.columns && row < lie.rows;
  return within ? [column, row] : null;
}

/** The neighbour in a direction, clockwise: N NE SE S SW NW, or NW NE E SE SW W. */
export function beside(lie: Lie, column: number, row: number, d: number): [number, number] {
  const [line, spot] = lie.pointy ? [row, column] : [column, row];
  const shifted = (line % 2 === 1) === lie.on ? 1 : 0;
  // Along the line, or to the next and the one before it: up or down by where that line lies.
  const steps: [number, number][] = [
    [0, -1],
    [1, shifted - 1],
    [1, shifted],
    [0, 1],
    [-1, shifted],
    [-1, shifted - 1],
  ];
  if (!lie.pointy) {
    const [a, b] = steps[d]!;
    return [line + a, spot + b];
  }
  const turned: [number, number][] = [
    [-1, shifted - 1],
    [-1, shifted],
    [0, 1],
    [1, shifted],
    [1, shifted - 1],
    [0, -1],
  ];
  const [a, b] = turned[d]!;
  return [spot + b, line + a];
}

export function near(lie: Lie, text: string): (string | null)[] {
  const at = place(lie, text);
  return [0, 1, 2, 3, 4, 5].map((d) => {
    if (!at) return null;
    const [column, row] = beside(lie, at[0], at[1], d);
    const within = column >= 0 && row >= 0 && column < lie.columns && row < lie.rows;
    return within ? label(lie, column, row) : null;
  });
}

/** All hexes by index, as the engine numbers them: column after column, or row after row. */
export function labelsOf(lie: Lie): string[] {
  const labels: string[] = [];
  const [lines, spots] = lie.pointy ? [lie.rows, lie.columns] : [lie.columns, lie.rows];
  for (let line = 0; line < lines; line++) {
    for (let spot = 0; spot < spots; spot++) {
      labels.push(lie.pointy ? label(lie, spot, line) : label(lie, line, spot));
    }
  }
  return labels;
}

function centre(lie: Lie, column: number, row: number): Point {
  const [line, spot] = lie.pointy ? [row, column] : [column, row];
  const odd = line % 2 === 1;
  const shift = odd === lie.on ? 0.5 : 0;
  const only = (lie.pointy ? lie.rows : lie.columns) < 2 && !lie.on ? 0.5 : 0;
  const along = ROOT * SIZE * (spot + 0.5 + shift - only);
  const across = SIZE * (1 + 1.5 * line);
  return lie.pointy ? { x: along, y: across } : { x: across, y: along };
}

function extent(lie: Lie): { width: number; height: number } {
  const [lines, spots] = lie.pointy ? [lie.rows, lie.columns] : [lie.columns, lie.rows];
  const along = ROOT * SIZE * (spots + (lines > 1 ? 0.5 : 0));
  const across = SIZE * (0.5 + 1.5 * lines);
  return lie.pointy ? { width: along, height: across } : { width: across, height: along };
}

const mp = (value: unknown, both: unknown, otherwise: number): string | null => {
  const cost = value ?? both ?? otherwise;
  return cost === "no" ? null : String(cost);
};

/** The draft as the table would draw it, as far as it makes sense. */
export function boardOf(draft: Draft): Board {
  const { data, ground } = draft;
  const lie = lieOf(draft);
  const labels = labelsOf(lie);
  const index = new Map(labels.map((one, i) => [one, i]));
  const terrains = Object.entries(data.terrain ?? {});
  const symbols = new Map(terrains.map(([, kind], i) => [kind?.symbol, i]));
  const hexsides = Object.entries(data.hexside ?? {});
  const rows = ground.terrain.map((row) => [...row]);
  const pairs = (given: [string, string][]): [number, number][] =>
    given.flatMap(([a, b]) => {
      const [i, j] = [index.get(a), index.get(b)];
      if (i === undefined || j === undefined || !near(lie, a).includes(b)) return [];
      return [[Math.min(i, j), Math.max(i, j)] as [number, number]];
    });
  const between = new Map<string, [number, number, number[]]>();
  hexsides.forEach(([kind], k) => {
    for (const [i, j] of pairs(ground.sides[kind] ?? [])) {
      const side = between.get(`${i},${j}`) ?? [i, j, []];
      if (!side[2].includes(k)) side[2].push(k);
      between.set(`${i},${j}`, side);
    }
  });
  return {
    id: "own",
    name: names(data.scenario?.name),
    about: names(data.scenario?.about),
    sources: [],
    notes: [],
    exclusive: [],
    optional: optionalOf(data),
    bridges: [],
    sides: sideIds(data).map((id) => ({ id, name: names(data.sides?.[id]?.name, id) })),
    orientation: lie.pointy ? "pointy" : "flat",
    size: SIZE,
    ...extent(lie),
    hexes: labels.map((one) => {
      const [column, row] = place(lie, one)!;
      return {
        label: one,
        ...centre(lie, column, row),
        terrain: symbols.get(rows[row]?.[column]) ?? 0,
        near: near(lie, one).map((other) => (other === null ? null : index.get(other)!)),
      };
    }),
    terrains: terrains.map(([id, kind]) => ({
      id,
      name: names(kind?.name, id),
      foot: kind?.sea ? null : mp(kind?.foot, kind?.mp, 1),
      mobile: kind?.sea ? null : mp(kind?.mobile, kind?.mp, 1),
      row: kind?.row ?? "clear",
      sea: kind?.sea === true,
      colour: String(kind?.colour ?? "#dddddd"),
    })),
    hexsides: hexsides.map(([id, kind]) => ({
      id,
      name: names(kind?.name, id),
      foot: mp(kind?.foot, kind?.mp, 0),
      mobile: mp(kind?.mobile, kind?.mp, 0),
      row: kind?.row ?? null,
      minefield: kind?.minefield === true,
    })),
    sides_between: [...between.values()],
    roads: pairs(ground.roads),
    trails: pairs(ground.trails),
    fortresses: ground.fortresses.flatMap((fort) => {
      const hex = index.get(fort.hex);
      return hex === undefined ? [] : [{ hex, owner: fort.owner || null }];
    }),
    names: ground.names.flatMap((name) => {
      const hex = index.get(name.hex);
      return hex === undefined ? [] : [{ hex, name: { en: name.en, ja: name.ja || name.en } }];
    }),
    units: unitCards(data),
    markers: [],
    turns: [],
    crt: { die: "d6", rows: {}, results: {} },
    attacker_limit: 6,
    victory: {
      objectives: tables(data.victory?.hexes).flatMap((one) => {
        const hex = index.get(String(one.hex));
        if (hex === undefined) return [];
        const points = typeof one.points === "object" ? one.points : { any: one.points ?? 1 };
        return [{ hex, name: names(one.name), points, each_turn: one.each_turn === true }];
      }),
      sources: [],
      exit_hexes: data.victory?.exit_hexes ?? {},
      levels: [],
      sudden: [],
    },
  };
}

/** The counters of a scenario as they are drawn. */
export function unitCards(data: Data): UnitCard[] {
  return dressed(
    tables(data.units).map((unit) => {
      const flags = list(unit.flags);
      return {
        id: String(unit.id ?? ""),
        side: String(unit.side ?? ""),
        size: String(unit.size ?? ""),
        arm: String(unit.arm ?? ""),
        front: strengths(unit.front),
        back: unit.back ? strengths(unit.back) : null,
        mobile: unit.mobile === true,
        special_forces: flags.includes("special_forces"),
        amphibious: flags.includes("amphibious"),
        name: names(unit.name, String(unit.id ?? "")),
        formation: String(unit.formation ?? ""),
        nation: String(unit.nation ?? ""),
        value: Number(unit.value ?? 1),
        turn: Number(unit.turn ?? 0),
        setup: list(unit.hex),
        entry: list(unit.entry),
      };
    }),
  );
}
