import assert from "node:assert/strict";
import { test } from "node:test";
import { search } from "../src/pages/rule-search";

const rule = (id: string, title_en: string, title_ja: string, summary_en = "") => ({
  id,
  title_en,
  title_ja,
  summary_en,
  summary_ja: "",
  requirement: "",
});

const RULES = [
  rule("F2.3", "Counters", "カウンター", "Movement allowance on the way"),
  rule("C11.3", "Emplacement loss", "設置の喪失", "A Gun without Wall Advantage"),
  rule("B9.322a", "Losing WA", "WAの喪失"),
  rule("B9.32", "Wall Advantage basics", "WAの基本", "WA"),
];

const ids = (text: string) => search(RULES, text).map((one) => one.id);

test("a rule's own name comes before rules that merely hold the letters", () => {
  assert.deepEqual(ids("WA"), ["B9.322a", "B9.32", "F2.3", "C11.3"]);
  assert.deepEqual(ids("wall advantage"), ["B9.32", "C11.3"]);
  assert.deepEqual(ids("b9.32"), ["B9.32", "B9.322a"]);
  assert.deepEqual(ids("b9 32x"), []);
  assert.equal(ids("").length, RULES.length);
});
