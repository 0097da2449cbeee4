import assert from "node:assert/strict";
import { test } from "node:test";
import { lastAttack } from "../src/battle/happened";
import type { LogLine } from "../src/core/live";

const line = (n: number, what: string): LogLine => ({
  n,
  seat: "german",
  rule: "",
  message: { key: what },
  data: { what, battery: "A" },
});

test("a Barrage that is announced has not fallen; it has when its hexes are named", () => {
  const announced = [line(1, "resolve"), line(1, "by_your_book")];
  assert.equal(lastAttack(announced, 1), null);
  const fallen = [...announced, line(2, "barrage"), line(2, "ffe_hex")];
  assert.equal(lastAttack(fallen, 2)?.fired.data.what, "barrage");
});
