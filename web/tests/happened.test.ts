import assert from "node:assert/strict";
import { test } from "node:test";
import type { LogLine } from "../src/core/live";
import { lastFought, lastOwn, moments, sumOf, trailOf } from "../src/folio/happened";

const line = (n: number, seat: string, what: string, more: Record<string, unknown> = {}): LogLine => ({
  n,
  seat,
  rule: "",
  message: { key: what },
  data: { what, ...more },
});

const rolled = (n: number, result: string, more = {}) =>
  line(n, "blue", "rolled", { hex: "0604", result, faces: [3], side: "blue", ...more });

test("a result lies on the table until the next action", () => {
  const log = [line(1, "blue", "attack", { hex: "0604" }), rolled(2, "D2")];
  assert.equal(lastFought(log, 2)?.result, "D2");
  assert.equal(lastFought(log, 1), null);
  const on = [...log, line(3, "red", "retreated", { unit: "A", start: "0604", hex: "0605" })];
  assert.deepEqual(
    lastFought(on, 3)?.after.map((one) => one.data.what),
    ["retreated"],
  );
  assert.equal(lastFought([...on, line(4, "blue", "attack")], 4), null);
});

test("a phase that begins with the same action does not hide the result", () => {
  const log = [rolled(2, "De"), line(2, "blue", "phase", { side: "@red" })];
  assert.equal(lastFought(log, 2)?.result, "De");
});

test("answers in the other's turn are no action of one's own turn", () => {
  const log = [
    line(1, "blue", "phase", { side: "@blue" }),
    line(2, "blue", "moved", { unit: "5", start: "0205", hex: "0504" }),
    line(3, "blue", "phase", { side: "@red" }),
    line(4, "red", "moved", { unit: "A", start: "0604", hex: "0605" }),
    line(5, "blue", "declined"),
  ];
  assert.equal(lastOwn(log, ["blue"]), 3);
  assert.equal(lastOwn(log, ["red"]), 4);
});

test("a trail joins the steps of a unit and marks fights and losses", () => {
  const log = [
    line(1, "red", "moved", { unit: "A", start: "0101", hex: "0102" }),
    line(2, "red", "advanced", { unit: "A", start: "0102", hex: "0103" }),
    rolled(2, "De"),
    line(2, "red", "eliminated", { unit: "5", at: "0103" }),
    line(9, "red", "moved", { unit: "B", start: "0901", hex: "0902" }),
  ];
  const trail = trailOf(log, 0, 5);
  assert.deepEqual(trail.ways, [{ unit: "A", from: "0101", to: "0103", kind: "advance" }]);
  assert.deepEqual(trail.fights, [{ hex: "0604", result: "De", barrage: false }]);
  assert.deepEqual(trail.fallen, [{ hex: "0103", unit: "5" }]);
});

test("a turn is summed up: a unit that moved twice counts once", () => {
  const log = [
    line(1, "red", "moved", { unit: "A" }),
    line(2, "red", "moved", { unit: "A" }),
    line(3, "red", "entered", { unit: "C" }),
    rolled(4, "Ex"),
    rolled(5, "D2", { barrage: true }),
    line(5, "red", "reduced", { unit: "5" }),
  ];
  const sum = sumOf(log, 0, 9);
  assert.equal(sum.moved, 1);
  assert.equal(sum.arrived, 1);
  assert.deepEqual(sum.combats, [{ hex: "0604", result: "Ex" }]);
  assert.deepEqual(sum.barrages, [{ hex: "0604", result: "D2" }]);
  assert.deepEqual(sum.reduced, ["5"]);
  assert.deepEqual(sumOf(log, 3, 4).moved, 0);
});

test("what shows nothing is passed over", () => {
  assert.equal(moments([line(1, "red", "declined")]), 0);
  assert.ok(moments([rolled(1, "De")]) > moments([line(1, "red", "moved")]));
});
