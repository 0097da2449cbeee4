import assert from "node:assert/strict";
import { test } from "node:test";

// What the page's words ask of a browser when they are loaded.
Object.assign(globalThis, { location: { search: "?lang=ja" } });
if (!("navigator" in globalThis)) Object.assign(globalThis, { navigator: { languages: [] } });
const { lang, together } = await import("../src/core/words");

test("Japanese sentences follow one another without a space, English ones with one", () => {
  const said = ["1が移動。", "2が移動。"];
  assert.equal(lang.value, "ja");
  assert.equal(together(said), "1が移動。2が移動。");
  lang.value = "en";
  assert.equal(together(["One moves.", "Two moves."]), "One moves. Two moves.");
});
