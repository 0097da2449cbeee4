import assert from "node:assert/strict";
import { test } from "node:test";
import { laid } from "../src/purchase/laid";

test("a board's file takes the place of its number, turned or not", () => {
  assert.equal(laid("41 43r", "41", "up-a"), "up-a 43r");
  assert.equal(laid("41 43r", "43", "up-b"), "41 up-br");
  assert.equal(laid("4 41 / 4r", "4", "up-c"), "up-c 41 / up-cr");
  assert.equal(laid("41", "12", "up-d"), "41");
});
