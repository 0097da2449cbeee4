// Every change of a draft, as a function that leaves the old one alone. A change that changes
// nothing gives back the same draft, so that it is no step of the history.
import { beside, label, lieOf, near, place } from "./grid";
import type { Data, Draft, Objective, Pair, Terrain, Unit } from "./types";
import { FORMS, list, tables } from "./types";

export type Way = "roads" | "trails";

export const pairOf = (a: string, b: string): Pair => (a <= b ? [a, b] : [b, a]);
const same = (p: Pair, q: Pair): boolean => p[0] === q[0] && p[1] === q[1];

export const withData = (draft: Draft, data: Partial<Data>): Draft => ({
  ...draft,
  data: { ...draft.data, ...data },
});
const withGround = (draft: Draft, ground: Partial<Draft["ground"]>): Draft => ({
  ...draft,
  ground: { ...draft.ground, ...ground },
});

// -- terrain ----------------------------------------------------------------------------------

export function paint(draft: Draft, hexes: Iterable<string>, symbol: string): Draft {
  const lie = lieOf(draft);
  const rows = draft.ground.terrain.map((row) => [...row]);
  let changed = false;
  for (const hex of hexes) {
    const at = place(lie, hex);
    const row = at && rows[at[1]];
    if (!row || row[at[0]] === symbol) continue;
    row[at[0]] = symbol;
    changed = true;
  }
  return changed ? withGround(draft, { terrain: rows.map((row) => row.join("")) }) : draft;
}

export function symbolAt(draft: Draft, hex: string): string | undefined {
  const at = place(lieOf(draft), hex);
  return at ? [...(draft.ground.terrain[at[1]] ?? "")][at[0]] : undefined;
}

/** All hexes of one kind that hang together with this one. */
export function patch(draft: Draft, hex: string): string[] {
  const lie = lieOf(draft);
  const rows = draft.ground.terrain.map((row) => [...row]);
  const at = (one: string) => {
    const there = place(lie, one);
    return there ? rows[there[1]]?.[there[0]] : undefined;
  };
  const kind = at(hex);
  if (kind === undefined) return [];
  const area = new Set([hex]);
  const todo = [hex];
  while (todo.length) {
    for (const other of near(lie, todo.pop()!)) {
      if (other === null || area.has(other) || at(other) !== kind) continue;
      area.add(other);
      todo.push(other);
    }
  }
  return [...area];
}

/** A hex, or it and all around it. */
export function dab(draft: Draft, hex: string, wide: boolean): string[] {
  if (!wide) return [hex];
  return [hex, ...near(lieOf(draft), hex).filter((one): one is string => one !== null)];
}

// -- hexsides, roads --------------------------------------------------------------------------

export function setSide(draft: Draft, kind: string, pair: Pair, on: boolean): Draft {
  const sides = draft.ground.sides[kind] ?? [];
  const has = sides.some((one) => same(one, pair));
  if (has === on) return draft;
  const changed = on ? [...sides, pair] : sides.filter((one) => !same(one, pair));
  return withGround(draft, { sides: { ...draft.ground.sides, [kind]: changed } });
}

export const hasSide = (draft: Draft, kind: string, pair: Pair): boolean =>
  (draft.ground.sides[kind] ?? []).some((one) => same(one, pair));

/** A road along these hexes; where two do not touch, nothing joins them. */
export function setWay(draft: Draft, way: Way, hexes: readonly string[], on: boolean): Draft {
  const lie = lieOf(draft);
  let changed = draft;
  for (let i = 1; i < hexes.length; i++) {
    const [a, b] = [hexes[i - 1]!, hexes[i]!];
    if (!near(lie, a).includes(b)) continue;
    const pair = pairOf(a, b);
    const ways = changed.ground[way];
    const has = ways.some((one) => same(one, pair));
    if (has === on) continue;
    const now = on ? [...ways, pair] : ways.filter((one) => !same(one, pair));
    changed = withGround(changed, { [way]: now });
  }
  return changed;
}

/** Every road (or trail) out of a hex is taken away. */
export function clearWays(draft: Draft, way: Way, hex: string): Draft {
  const left = draft.ground[way].filter((pair) => !pair.includes(hex));
  return left.length === draft.ground[way].length ? draft : withGround(draft, { [way]: left });
}

// -- what stands in a hex ---------------------------------------------------------------------

export function setName(draft: Draft, hex: string, en: string, ja: string): Draft {
  const others = draft.ground.names.filter((one) => one.hex !== hex);
  const said = en || ja ? [...others, { hex, en, ja }] : others;
  return withGround(draft, { names: said });
}

export function setFortress(
  draft: Draft,
  hex: string,
  fort: { exempt: boolean; owner: string } | null,
): Draft {
  const others = draft.ground.fortresses.filter((one) => one.hex !== hex);
  return withGround(draft, { fortresses: fort ? [...others, { hex, ...fort }] : others });
}

export function setObjective(draft: Draft, hex: string, change: Partial<Objective> | null): Draft {
  const victory = draft.data.victory ?? {};
  const hexes = tables(victory.hexes);
  const old = hexes.find((one) => one.hex === hex);
  const now = change === null ? null : tidy({ ...(old ?? { hex, points: 1 }), ...change });
  const others = old
    ? hexes.flatMap((one) => (one !== old ? [one] : now ? [now] : []))
    : now
      ? [...hexes, now]
      : hexes;
  return withData(draft, { victory: { ...victory, hexes: others } });
}

/** The hexes from which a side may leave. */
export function setExit(draft: Draft, side: string, hex: string, on: boolean): Draft {
  const victory = draft.data.victory ?? {};
  const gates = list(victory.exit_hexes?.[side]);
  if (gates.includes(hex) === on) return draft;
  const now = on ? [...gates, hex] : gates.filter((one) => one !== hex);
  const all = { ...victory.exit_hexes, [side]: now };
  if (!now.length) delete all[side];
  const { exit_hexes: _, ...rest } = victory;
  return withData(draft, {
    victory: Object.keys(all).length ? { ...rest, exit_hexes: all } : rest,
  });
}

// -- counters ---------------------------------------------------------------------------------

/** What is not said is not written. */
export function tidy<T extends object>(given: T): T {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as T;
}

export function setUnit(draft: Draft, i: number, change: Partial<Unit>): Draft {
  const units = tables(draft.data.units);
  const now = units.map((unit, n) => (n === i ? tidy({ ...unit, ...change }) : unit));
  return withData(draft, { units: now });
}

export function addUnit(draft: Draft, unit: Unit): Draft {
  return withData(draft, { units: [...tables(draft.data.units), unit] });
}

export function removeUnit(draft: Draft, i: number): Draft {
  return withData(draft, { units: tables(draft.data.units).filter((_, n) => n !== i) });
}

/** A free name like the given one: 1, 2, …; A, B, …; 1/7, 2/7, …. */
export function freeId(draft: Draft, like: string): string {
  const taken = new Set(tables(draft.data.units).map((unit) => unit.id));
  const [, head = "", number = "0", tail = ""] = /^(\D*)(\d+)?(.*)$/.exec(like) ?? [];
  for (let n = Number(number) + 1; ; n++) {
    const id = `${head}${n}${tail}`;
    if (!taken.has(id)) return id;
  }
}

/** Where a counter begins: in one hex, which it may share with nobody. */
export function placeUnit(draft: Draft, i: number, hex: string): Draft {
  return setUnit(draft, i, { hex, turn: undefined, entry: undefined });
}

export function arriveUnit(draft: Draft, i: number, turn: number, entry?: string[]): Draft {
  const unit = tables(draft.data.units)[i];
  const hexes = entry ?? (unit?.turn ? list(unit.entry) : list(unit?.hex));
  return setUnit(draft, i, { hex: undefined, turn, entry: hexes });
}

/** A hex of the set-up area or of the entry hexes of some counters. */
export function setArea(
  draft: Draft,
  which: "hex" | "entry",
  units: readonly number[],
  hex: string,
  on: boolean,
): Draft {
  let changed = draft;
  for (const i of units) {
    const unit = tables(changed.data.units)[i];
    if (!unit) continue;
    const hexes = list(unit[which]);
    if (hexes.includes(hex) === on) continue;
    const now = on ? [...hexes, hex] : hexes.filter((one) => one !== hex);
    const turn = which === "entry" ? unit.turn || 1 : undefined;
    const written = now.length === 1 && which === "hex" ? now[0] : now;
    changed = setUnit(changed, i, {
      hex: which === "hex" ? written : undefined,
      entry: which === "entry" ? now : undefined,
      turn,
    });
  }
  return changed;
}

// -- the sheet itself -------------------------------------------------------------------------

/** Another label for every hex that is named anywhere; what gets none is no longer named. */
export function relabel(draft: Draft, to: (hex: string) => string | null): Draft {
  const one = (hex: unknown): string | null => (typeof hex === "string" ? to(hex) : null);
  const many = (hexes: unknown): string[] =>
    list(hexes).flatMap((hex) => {
      const there = to(hex);
      return there === null ? [] : [there];
    });
  const pairs = (given: Pair[]): Pair[] =>
    given.flatMap(([a, b]) => {
      const [p, q] = [to(a), to(b)];
      return p !== null && q !== null ? [pairOf(p, q)] : [];
    });
  const at = <T extends { hex: string }>(given: T[]): T[] =>
    given.flatMap((thing) => {
      const hex = one(thing.hex);
      return hex === null ? [] : [{ ...thing, hex }];
    });
  const { ground, data } = draft;
  const victory = data.victory && {
    ...data.victory,
    ...(data.victory.hexes && { hexes: at(tables(data.victory.hexes)) }),
    ...(data.victory.sudden && {
      sudden: tables(data.victory.sudden).map((way) =>
        way.holds ? { ...way, holds: many(way.holds) } : way,
      ),
    }),
    ...(data.victory.exit_hexes && {
      exit_hexes: Object.fromEntries(
        Object.entries(data.victory.exit_hexes).map(([side, hexes]) => [side, many(hexes)]),
      ),
    }),
  };
  const others = Object.fromEntries(
    Object.keys(data)
      .filter((part) => !FORMS.includes(part) || part === "exclusive")
      .map((part) => [part, relabelled(data[part], to)]),
  );
  const units = data.units && {
    units: tables(data.units).map((unit) => {
      const hexes = many(unit.hex);
      return tidy({
        ...unit,
        hex: unit.hex === undefined ? undefined : hexes.length === 1 ? hexes[0] : hexes,
        entry: unit.entry === undefined ? undefined : many(unit.entry),
      });
    }),
  };
  return {
    ...draft,
    ground: {
      ...ground,
      roads: pairs(ground.roads),
      trails: pairs(ground.trails),
      sides: Object.fromEntries(
        Object.entries(ground.sides).map(([kind, given]) => [kind, pairs(given)]),
      ),
      fortresses: at(ground.fortresses),
      names: at(ground.names),
    },
    data: { ...data, ...others, ...units, ...(victory && { victory }) },
  };
}

const LABELS = /^\d{4}([\s,/-]+\d{4})*$/;

/** Hexes named anywhere in a part that has no form, such as exclusive rules. */
function relabelled(value: unknown, to: (hex: string) => string | null): unknown {
  if (typeof value === "string") {
    return LABELS.test(value) ? value.replace(/\d{4}/g, (hex) => to(hex) ?? hex) : value;
  }
  if (Array.isArray(value)) {
    const gone = (one: unknown) =>
      typeof one === "string" && /^\d{4}$/.test(one) && to(one) === null;
    return value.filter((one) => !gone(one)).map((one) => relabelled(one, to));
  }
  if (value && typeof value === "object") {
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [
        /^\d{4}$/.test(key) ? (to(key) ?? key) : key,
        relabelled(one, to),
      ]),
    );
  }
  return value;
}

export interface Grow {
  left?: number;
  top?: number;
  right?: number;
  bottom?: number;
}

/** Lines of clear ground more (or fewer, below zero) at the edges; everything stays where it lies. */
export function grow(draft: Draft, by: Grow): Draft {
  const { left = 0, top = 0, right = 0, bottom = 0 } = by;
  const lie = lieOf(draft);
  const columns = lie.columns + left + right;
  const rows = lie.rows + top + bottom;
  const tooFar = columns + lie.first[0] > 100 || rows + lie.first[1] > 100;
  if (columns < 2 || rows < 2 || tooFar) return draft;
  const clear = clearSymbol(draft);
  const old = draft.ground.terrain.map((row) => [...row]);
  const terrain = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, c) => old[row - top]?.[c - left] ?? clear).join(""),
  );
  const wider = { ...lie, columns, rows };
  // An odd number of new lines before the first turns the order of high and low lines round.
  const before = lie.pointy ? top : left;
  const map = draft.data.map ?? {};
  const turned = before % 2 ? { map: { ...map, even_lines: lie.on ? "back" : "on" } } : {};
  const moved = relabel(draft, (hex) => {
    const at = place(lie, hex);
    if (!at) return null;
    const there = label(wider, at[0] + left, at[1] + top);
    return place(wider, there) ? there : null;
  });
  return withData(withGround(moved, { terrain }), turned);
}

export const clearSymbol = (draft: Draft): string => draft.data.terrain?.clear?.symbol ?? ".";

/** The number in the upper left corner. */
export function setFirst(draft: Draft, first: string): Draft {
  const lie = lieOf(draft);
  const numbers: [number, number] = [Number(first.slice(0, 2)), Number(first.slice(2))];
  const next = { ...lie, first: numbers };
  if (!/^\d{4}$/.test(first)) return draft;
  if (lie.columns + numbers[0] > 100 || lie.rows + numbers[1] > 100) return draft;
  const moved = relabel(draft, (hex) => {
    const at = place(lie, hex);
    return at ? label(next, ...at) : null;
  });
  return withData(moved, { map: { ...draft.data.map, first } });
}

/** How hexes stand: roads and hexsides that no longer join neighbours are gone. */
export function setLie(draft: Draft, change: NonNullable<Data["map"]>): Draft {
  const turned = withData(draft, { map: { ...draft.data.map, ...change } });
  const lie = lieOf(turned);
  const joined = (pairs: Pair[]) => pairs.filter(([a, b]) => near(lie, a).includes(b));
  const { ground } = turned;
  return withGround(turned, {
    roads: joined(ground.roads),
    trails: joined(ground.trails),
    sides: Object.fromEntries(
      Object.entries(ground.sides).map(([kind, pairs]) => [kind, joined(pairs)]),
    ),
  });
}

// -- kinds of terrain and hexside -------------------------------------------------------------

const SYMBOLS = "abcdefgijklnopqrsuvxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789^=+*%&@";

export function freeSymbol(draft: Draft, wish: string): string {
  const taken = new Set(Object.values(draft.data.terrain ?? {}).map((kind) => kind?.symbol));
  return [wish, ...SYMBOLS].find((one) => one && !taken.has(one)) ?? "?";
}

/** The key of a kind by the name that somebody gave it; a name without Latin letters gets a number. */
export function kindId(name: string, taken: readonly string[]): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");
  if (plain) return plain;
  let number = 1;
  while (taken.includes(`kind_${number}`)) number += 1;
  return `kind_${number}`;
}

export function addTerrain(draft: Draft, id: string, kind: Terrain): Draft {
  if (draft.data.terrain?.[id]) return draft;
  const terrain = { ...kind, symbol: freeSymbol(draft, kind.symbol ?? "") };
  return withData(draft, { terrain: { ...draft.data.terrain, [id]: terrain } });
}

/** A kind goes; where it lay is clear ground. */
export function removeTerrain(draft: Draft, id: string): Draft {
  const kind = draft.data.terrain?.[id];
  if (!kind || id === "clear") return draft;
  const { [id]: _, ...terrain } = draft.data.terrain ?? {};
  const rows = draft.ground.terrain.map((row) =>
    [...row].map((one) => (one === kind.symbol ? clearSymbol(draft) : one)).join(""),
  );
  return withData(withGround(draft, { terrain: rows }), { terrain });
}

export function setTerrain(draft: Draft, id: string, change: Partial<Terrain>): Draft {
  const kind = draft.data.terrain?.[id];
  if (!kind) return draft;
  const terrain = tidy({ ...kind, ...change });
  const from = kind.symbol;
  const to = terrain.symbol;
  const renamed = from && to && from !== to && [...to].length === 1;
  const rows = renamed
    ? draft.ground.terrain.map((row) => [...row].map((one) => (one === from ? to : one)).join(""))
    : draft.ground.terrain;
  return withData(withGround(draft, { terrain: rows }), {
    terrain: { ...draft.data.terrain, [id]: terrain },
  });
}

export function removeHexside(draft: Draft, id: string): Draft {
  const { [id]: _, ...hexside } = draft.data.hexside ?? {};
  const { [id]: gone, ...sides } = draft.ground.sides;
  return withData(withGround(draft, { sides }), { hexside });
}

/** The next hex in a direction of the compass rose of six. */
export function step(draft: Draft, hex: string, d: number): string | null {
  const lie = lieOf(draft);
  const at = place(lie, hex);
  if (!at) return null;
  const there = beside(lie, at[0], at[1], d);
  const named = label(lie, ...there);
  return place(lie, named) ? named : null;
}
