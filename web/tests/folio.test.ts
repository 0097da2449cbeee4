import assert from "node:assert/strict";
import { test } from "node:test";
import { dressed } from "../src/folio/dress";
import { chains, hexPath, noise, outlines } from "../src/folio/geometry";
import { Orders, readOrder } from "../src/folio/legal";
import type { Board, UnitCard } from "../src/folio/types";

/** Two flat hexes, one above the other. */
const board = {
  orientation: "flat",
  size: 10,
  hexes: [
    { label: "0101", x: 0, y: 0, terrain: 0, near: [null, null, null, 1, null, null] },
    { label: "0102", x: 0, y: 17.32, terrain: 0, near: [0, null, null, null, null, null] },
  ],
} as unknown as Board;

test("the outline of a set of hexes has no side between two of them", () => {
  const [one] = outlines(board, (i) => i === 0, false);
  assert.equal(one?.length, 6);
  const both = outlines(board, () => true, false);
  assert.equal(both.length, 1);
  assert.equal(both[0]?.length, 10);
});

test("a hex has six corners, and chance is the same for the same place", () => {
  assert.equal(hexPath(board, { x: 0, y: 0 }).split("L").length, 6);
  assert.equal(noise(3, 4), noise(3, 4));
  assert.notEqual(noise(3, 4), noise(4, 3));
});

test("edges become lines as long as possible", () => {
  const [a, b, c] = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 20, y: 0 },
  ] as const;
  const lines = chains([
    [b, c],
    [a, b],
  ]);
  assert.equal(lines.length, 1);
  assert.equal(lines[0]?.length, 3);
});

test("legal actions are read as what they name", () => {
  assert.deepEqual(readOrder("attack 0604 with 1/7, 5").names, ["1/7", "5"]);
  const orders = new Orders(["end", "move 5 0504", "attack 0604 with 5", "attack 0604 with 1/7, 5"]);
  assert.deepEqual(orders.attacks().get("0604"), ["5", "1/7"]);
  assert.equal(orders.goes("5")[0]?.hex, "0504");
});

test("nations have papers and formations tints, counted within a side", () => {
  const unit = (side: string, nation: string, formation: string) =>
    ({ side, nation, formation }) as UnitCard;
  const units = dressed([
    unit("axis", "", "21 Pz"),
    unit("axis", "italian", "Ariete"),
    unit("british", "", "7 Armd"),
    unit("axis", "", "21 Pz"),
  ]);
  assert.deepEqual(
    units.map(({ paper, tint }) => [paper, tint]),
    [
      [0, 0],
      [1, 1],
      [0, 0],
      [0, 0],
    ],
  );
});
