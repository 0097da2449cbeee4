import assert from "node:assert/strict";
import { test } from "node:test";
import { kept } from "../src/core/kept";

test("a number stays with what it counts", () => {
  assert.equal(kept("残り12個、3ヘクス、58.3%"), "残り12\u2060個、3\u2060ヘクス、58.3\u2060%");
});

test("a game turn stays whole", () => {
  assert.equal(kept("第2ゲーム・ターン"), "第2\u2060ゲーム\u2060・\u2060ターン");
});

test("what is no count is left alone", () => {
  const text = "C1.331、T-34 M41、0304から0404へ移動";
  assert.equal(kept(text), text);
});
