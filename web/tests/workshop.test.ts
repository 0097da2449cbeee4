import assert from "node:assert/strict";
import { test } from "node:test";
import { affine, back, fitted, through } from "../src/workshop/affine";
import {
  addTerrain,
  arriveUnit,
  clearWays,
  dab,
  freeId,
  grow,
  kindId,
  paint,
  patch,
  placeUnit,
  removeTerrain,
  setArea,
  setExit,
  setFirst,
  setLie,
  setName,
  setObjective,
  setSide,
  setTerrain,
  setWay,
} from "../src/workshop/edits";
import { boardOf, label, labelsOf, lieOf, near } from "../src/workshop/grid";
import { amended, begun, done, redone, undone } from "../src/workshop/history";
import { inTurn } from "../src/workshop/keep";
import { between, hexAt, sideAt } from "../src/workshop/pointing";
import type { Draft } from "../src/workshop/types";

const draft = (map: Draft["data"]["map"] = {}, rows = 4, columns = 5): Draft => ({
  toml: "",
  map: "",
  data: {
    map,
    sides: { blue: {}, red: {} },
    terrain: { clear: { symbol: ".", mp: 1 }, woods: { symbol: "w", mp: 2 } },
    hexside: { river: { mp: 1 } },
    units: [{ id: "1/7", side: "blue", front: "4-4-4", hex: "0302" }],
    victory: { hexes: [{ hex: "0302", points: 2 }], sudden: [{ side: "blue", holds: ["0302"] }] },
    supply: { kept: true },
  },
  ground: {
    terrain: Array.from({ length: rows }, () => ".".repeat(columns)),
    roads: [],
    trails: [],
    sides: {},
    fortresses: [],
    names: [],
    others: {},
  },
});

const LIES = [
  { hexes: "flat", even_lines: "on" },
  { hexes: "flat", even_lines: "back" },
  { hexes: "pointy", even_lines: "on" },
  { hexes: "pointy", even_lines: "back" },
];

test("who is my neighbour has me for one, across from where I have him, at one hex's distance", () => {
  for (const map of LIES) {
    const board = boardOf(draft(map));
    board.hexes.forEach((hex, i) => {
      hex.near.forEach((j, d) => {
        if (j === null) return;
        const other = board.hexes[j]!;
        assert.equal(other.near[(d + 3) % 6], i, JSON.stringify(map));
        const far = Math.hypot(other.x - hex.x, other.y - hex.y);
        assert.ok(Math.abs(far - board.size * Math.sqrt(3)) < 1e-6);
      });
    });
    const xs = board.hexes.map((hex) => hex.x);
    assert.ok(Math.min(...xs) > 0 && Math.max(...xs) < board.width);
  }
});

test("with flat tops even columns lie lower: 0202 has 0302 and 0303 to its right", () => {
  const lie = lieOf(draft());
  assert.deepEqual(near(lie, "0202"), ["0201", "0302", "0303", "0203", "0103", "0102"]);
  assert.deepEqual(near(lie, "0101"), [null, null, "0201", "0102", null, null]);
  assert.deepEqual(labelsOf(lie).slice(0, 5), ["0101", "0102", "0103", "0104", "0201"]);
});

test("paint changes the hexes under the brush and nothing else; no change is no step", () => {
  const given = draft();
  const painted = paint(given, dab(given, "0202", true), "w");
  assert.deepEqual(painted.ground.terrain, [".w...", "www..", "www..", "....."]);
  assert.deepEqual(given.ground.terrain[0], ".....");
  assert.equal(paint(painted, ["0202"], "w"), painted);
  assert.equal(patch(painted, "0202").length, 7);
  assert.equal(patch(painted, "0504").length, 12);
});

test("roads join neighbours only, and can be taken up again", () => {
  const road = setWay(draft(), "roads", ["0101", "0201", "0302", "0504"], true);
  assert.deepEqual(road.ground.roads, [
    ["0101", "0201"],
    ["0201", "0302"],
  ]);
  assert.deepEqual(setWay(road, "roads", ["0302", "0201"], false).ground.roads, [["0101", "0201"]]);
  assert.deepEqual(clearWays(road, "roads", "0201").ground.roads, []);
  assert.equal(clearWays(road, "roads", "0504"), road);
});

test("a hexside is put down once and taken away", () => {
  const river = setSide(draft(), "river", ["0101", "0201"], true);
  assert.equal(setSide(river, "river", ["0101", "0201"], true), river);
  assert.equal(boardOf(river).sides_between.length, 1);
  assert.deepEqual(setSide(river, "river", ["0101", "0201"], false).ground.sides.river, []);
});

test("a line more at the left moves every name, counter, road and objective with its hex", () => {
  let given = setWay(draft(), "roads", ["0201", "0302"], true);
  given = setName(given, "0302", "Kestrel", "");
  const before = boardOf(given);
  const wider = grow(given, { left: 1 });
  const after = boardOf(wider);
  assert.equal(wider.data.map?.even_lines, "back");
  assert.equal(wider.data.units?.[0]?.hex, "0402");
  assert.equal(wider.data.victory?.hexes?.[0]?.hex, "0402");
  assert.deepEqual(wider.data.victory?.sudden?.[0]?.holds, ["0402"]);
  assert.equal(wider.ground.names[0]?.hex, "0402");
  assert.deepEqual(wider.ground.roads, [["0301", "0402"]]);
  // Neighbours stay neighbours.
  assert.equal(before.roads.length, after.roads.length);
  assert.deepEqual(wider.data.supply, { kept: true });
  const back = grow(wider, { left: -1 });
  assert.deepEqual(back.ground, given.ground);
});

test("what lies on a line that is cut off is gone with it", () => {
  const given = grow(setName(draft(), "0504", "East", ""), { right: -3 });
  assert.deepEqual(given.ground.names, []);
  assert.deepEqual(given.data.units?.[0]?.hex, []);
  assert.deepEqual(given.data.victory?.hexes, []);
});

test("another first number renames every hex in one step", () => {
  const given = setFirst(draft(), "1000");
  assert.equal(given.data.map?.first, "1000");
  assert.equal(given.data.units?.[0]?.hex, "1201");
  assert.equal(label(lieOf(given), 0, 0), "1000");
  assert.equal(setFirst(given, "9901"), given);
});

test("when the hexes are turned, roads that join no neighbours are gone", () => {
  const given = setWay(draft(), "roads", ["0101", "0102", "0201"], true);
  const turned = setLie(given, { hexes: "pointy" });
  const lie = lieOf(turned);
  for (const [a, b] of turned.ground.roads) assert.ok(near(lie, a).includes(b));
});

test("counters: placed in a hex, come as reinforcements, have areas, get names of their own", () => {
  let given = arriveUnit(draft(), 0, 2);
  assert.deepEqual(given.data.units?.[0], {
    id: "1/7",
    side: "blue",
    front: "4-4-4",
    turn: 2,
    entry: ["0302"],
  });
  given = placeUnit(given, 0, "0101");
  assert.deepEqual(given.data.units?.[0], { id: "1/7", side: "blue", front: "4-4-4", hex: "0101" });
  given = setArea(given, "hex", [0], "0102", true);
  assert.deepEqual(given.data.units?.[0]?.hex, ["0101", "0102"]);
  given = setArea(given, "hex", [0], "0101", false);
  assert.equal(given.data.units?.[0]?.hex, "0102");
  assert.equal(freeId(given, "1/7"), "2/7");
  assert.equal(freeId(given, ""), "1"); // the first of all
});

test("objectives and exits", () => {
  let given = setObjective(draft(), "0302", { points: 5, holder: "red" });
  assert.deepEqual(given.data.victory?.hexes, [{ hex: "0302", points: 5, holder: "red" }]);
  given = setObjective(given, "0302", null);
  assert.deepEqual(given.data.victory?.hexes, []);
  given = setExit(given, "red", "0501", true);
  assert.deepEqual(given.data.victory?.exit_hexes, { red: ["0501"] });
  assert.equal(setExit(given, "red", "0501", false).data.victory?.exit_hexes, undefined);
});

test("kinds of terrain: a free symbol, a new symbol on the map too, clear ground where one goes", () => {
  let given = addTerrain(draft(), "hill", { symbol: "w", mp: 2 });
  const symbol = given.data.terrain?.hill?.symbol ?? "";
  assert.ok(symbol && symbol !== "w" && symbol !== "#");
  given = paint(given, ["0101"], "w");
  given = setTerrain(given, "woods", { symbol: "W" });
  assert.equal(given.ground.terrain[0], "W....");
  assert.equal(removeTerrain(given, "woods").ground.terrain[0], ".....");
  assert.equal(removeTerrain(given, "clear"), given);
});

test("what was done can be undone and done again; typing on is one step", () => {
  let steps = done(begun(1), 2);
  assert.equal(done(steps, 2), steps);
  steps = amended(steps, 3);
  steps = undone(steps);
  assert.equal(steps.now, 1);
  assert.equal(undone(steps), steps);
  steps = redone(steps);
  assert.equal(steps.now, 3);
  assert.deepEqual(done(undone(steps), 9).future, []);
});

test("three clicks lay a scan: each point comes to its hex, and back", () => {
  const from = [
    { x: 10, y: 20 },
    { x: 210, y: 30 },
    { x: 5, y: 320 },
  ];
  const to = [
    { x: 0, y: 0 },
    { x: 100, y: 0 },
    { x: 0, y: 150 },
  ];
  const lies = affine(from, to)!;
  from.forEach((p, i) => {
    const there = through(lies, p);
    assert.ok(Math.hypot(there.x - to[i]!.x, there.y - to[i]!.y) < 1e-9);
    const again = back(lies, to[i]!);
    assert.ok(Math.hypot(again.x - p.x, again.y - p.y) < 1e-9);
  });
  assert.equal(affine([from[0]!, from[0]!, from[1]!], to), null);
  assert.deepEqual(fitted(200, 100, { width: 100, height: 100 }), [0.5, 0, 0, 0.5, 0, 25]);
});

test("a point is in the hex around it, at the side next to it; off the map it is nowhere", () => {
  const board = boardOf(draft());
  const hex = board.hexes[6]!;
  assert.equal(hexAt(board, hex), 6);
  assert.equal(hexAt(board, { x: -200, y: 0 }), null);
  assert.equal(sideAt(board, hex), null);
  const side = sideAt(board, { x: hex.x, y: hex.y + board.size * 0.8 });
  assert.deepEqual(side?.pair, [hex.label, board.hexes[hex.near[3]!]!.label]);
  const way = between(board, 0, board.hexes.length - 1);
  assert.equal(way.at(-1), board.hexes.length - 1);
});

test("a kind has a key of Latin letters, whatever it is called", () => {
  assert.equal(kindId("Rice paddy (wet)", []), "rice_paddy_wet");
  assert.equal(kindId("湿原", []), "kind_1");
  assert.equal(kindId("湿原", ["kind_1", "kind_3"]), "kind_2");
});

test("what is kept last of each draft is written, what came between is not", async () => {
  const written: string[] = [];
  const { keep, forget } = inTurn<{ id: string; text: string }>(async ({ id, text }) => {
    await Promise.resolve();
    written.push(id + text);
    return text === "refused" ? null : id;
  });
  keep({ id: "a", text: "1" });
  keep({ id: "a", text: "2" });
  keep({ id: "b", text: "1" });
  assert.equal(await keep({ id: "a", text: "3" }), true);
  assert.deepEqual(written, ["a1", "a3", "b1"]);
  keep({ id: "c", text: "1" });
  keep({ id: "c", text: "2" });
  await forget("c");
  assert.deepEqual(written.slice(3), ["c1"]);
  assert.equal(await keep({ id: "d", text: "refused" }), false);
});
