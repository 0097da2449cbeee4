import assert from "node:assert/strict";
import { test } from "node:test";
import { errorOf, fellOnNobody, justNow, lastAttack, wasHit } from "../src/battle/happened";
import { Orders, pieceOf, readOrder, redeclared } from "../src/battle/orders";
import { byPlace, carriedBy, hexOf } from "../src/battle/places";
import type { BattleView, Piece } from "../src/battle/types";
import type { LogLine } from "../src/core/live";

const line = (n: number, what: string, more: Record<string, unknown> = {}): LogLine => ({
  n,
  seat: "german",
  rule: "",
  message: { key: what },
  data: { what, ...more },
});

test("an order is read into who acts, words behind keywords, and flags", () => {
  const order = readOrder("fire P1.CMG at ?K8 with HE intensive");
  assert.equal(order.verb, "fire");
  assert.equal(order.unit, "P1.CMG");
  assert.deepEqual(order.said, { at: "?K8", with: "HE", intensive: "intensive" });
  assert.equal(readOrder("end").unit, "");
  assert.equal(readOrder("letgo").unit, "");
});

test("a word of an order is declared, changed and taken back", () => {
  assert.equal(redeclared("fire G1 at T1", "mp", "2"), "fire G1 at T1 mp 2");
  assert.equal(redeclared("fire G1 at T1 mp 2 with HE", "mp", "1"), "fire G1 at T1 with HE mp 1");
  assert.equal(redeclared("fire G1 at T1 mp 2 with HE", "mp", null), "fire G1 at T1 with HE");
  assert.equal(redeclared("fire G1 at T1", "immobilize", ""), "fire G1 at T1 immobilize");
  assert.equal(redeclared("fire G1 at T1 immobilize", "immobilize", null), "fire G1 at T1");
});

test("a weapon belongs to its piece, a Fire Group to its first", () => {
  assert.equal(pieceOf("P1.CMG"), "P1");
  assert.equal(pieceOf("S1+MG1+S2"), "S1");
});

test("the list is asked by piece, by hex, by battery, and for what the side decides", () => {
  const orders = new Orders([
    "fire T1.CMG at S1",
    "go T1 to L6",
    "pivot T1 to 4",
    "oba B1 place at K5",
    "oba B1 cancel",
    "pass",
    "some-new-verb T1",
  ]);
  assert.deepEqual(
    orders.of("T1").map((one) => one.verb),
    ["fire", "go", "pivot", "some-new-verb"],
  );
  assert.equal(orders.step("T1", "L6")?.text, "go T1 to L6");
  assert.equal(orders.step("T1", "L5"), undefined);
  assert.deepEqual(
    orders.battery("B1").map((one) => one.option),
    ["place", "cancel"],
  );
  assert.deepEqual(
    orders.general().map((one) => one.text),
    ["pass"],
  );
});

test("an attack lies on the table until the next one, or the end of the phase", () => {
  const log = [
    line(3, "turned"),
    line(3, "fired", { th: 10, final: 8 }),
    line(3, "effect_dr"),
    line(4, "passed"),
  ];
  const attack = lastAttack(log, 4);
  assert.equal(attack?.n, 3);
  assert.deepEqual(
    attack?.after.map((one) => one.data.what),
    ["turned", "effect_dr"],
  );
  assert.equal(lastAttack(log, 2), null);
  assert.equal(lastAttack([...log, line(5, "phase"), line(6, "went")], 6), null);
});

test("a hit is a Final DR not above the To Hit number", () => {
  assert.equal(wasHit(line(1, "fired", { th: 8, final: 8 })), true);
  assert.equal(wasHit(line(1, "fired", { th: 8, final: 9 })), false);
  assert.equal(wasHit(line(1, "fired_ift")), null);
});

test("what an action did is shown where it happened", () => {
  const empty = line(9, "ffe_hex", { hex: "K5", dr: "3,4", units: {} });
  const found = justNow([
    line(9, "fired", { weapon: "G1", target: "T1", th: 8, final: 9 }),
    line(9, "wrecked", { id: "T1" }),
    line(9, "pinned", { id: "S1" }),
    line(9, "unharmed", { id: "S2" }),
    line(9, "rof_kept", { weapon: "G1" }),
    empty,
  ]);
  assert.deepEqual(found.shots, [{ weapon: "G1", target: "T1", hit: false }]);
  assert.deepEqual(
    found.fates.map(({ id, tone }) => [id, tone]),
    [
      ["T1", "kills"],
      ["S1", "hurts"],
      ["S2", "nothing"],
    ],
  );
  assert.deepEqual(found.shells, [{ hex: "K5", dr: "3,4" }]);
  assert.ok(fellOnNobody(empty));
  assert.ok(!fellOnNobody(line(9, "ffe_hex", { hex: "K5", units: { S1: {} } })));
});

test("an error is the battery's last one, and none where the shells fell as aimed", () => {
  const log = [
    line(3, "error", { battery: "A", aim: "H5", fall: "H7" }),
    line(4, "error", { battery: "B", aim: "C1", fall: "C3" }),
    line(8, "accurate", { battery: "A", aim: "H7", fall: "H7" }),
  ];
  assert.deepEqual(errorOf(log, 7, "A"), { aim: "H5", fall: "H7" });
  assert.equal(errorOf(log, 8, "A"), null);
  assert.equal(errorOf(log, 8, "C"), null);
});

test("who is carried is where his carrier is", () => {
  const piece = (id: string, more: Partial<Piece>): Piece => ({
    piece: "men",
    id,
    side: "a",
    veil: "known",
    place: { type: "off" },
    ...more,
  });
  const pieces = [
    piece("V", { piece: "vehicle", place: { type: "spot", hex: "K5" } }),
    piece("S", { place: { type: "aboard", vehicle: "V" } }),
    piece("MG", { piece: "sw", by: "S", place: { type: "off", why: "carried" } }),
    piece("X", {}),
  ];
  const view = { pieces } as unknown as BattleView;
  assert.equal(hexOf(view, "MG"), "K5");
  assert.equal(hexOf(view, "X"), null);
  assert.deepEqual([...byPlace(view).keys()], ["K5"]);
  assert.deepEqual(
    carriedBy(view, "V").map((one) => one.id),
    ["S"],
  );
});
