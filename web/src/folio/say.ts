// How things of a Folio table are called.
import { has, type Names, named, t } from "../core/words";
import type { Modifier } from "../parts/odds";
import { sideName } from "../table/say";
import type { Board, ExclusiveView, UnitCard, UnitView } from "./types";

/** What a row of the table of results is called: after the terrain of its name, or one that uses it. */
export function rowNames(board: Board, row: string): Names {
  const kind =
    board.terrains.find((one) => one.id === row) ??
    board.hexsides.find((one) => one.id === row) ??
    board.terrains.find((one) => one.row === row) ??
    board.hexsides.find((one) => one.row === row);
  return kind?.name ?? { en: row };
}

export const rowName = (board: Board, row: string): string => named(rowNames(board, row));

export function armName(card: UnitCard): string {
  const key = `web.arm.${card.arm}`;
  return has(key) ? t(key) : card.arm;
}

/** A unit in a full sentence, as it is spoken. */
export function unitSentence(
  board: Board,
  card: UnitCard,
  unit: UnitView,
  exclusive?: ExclusiveView,
): string {
  const why = exclusive?.altered[card.id] ?? [];
  const states = [
    ...why.map((rule) =>
      named(board.exclusive.find((one) => one.rule === rule)?.name ?? { en: rule }),
    ),
    unit.reduced && t("web.unit.reduced"),
    unit.moved && t("web.unit.moved"),
    unit.attacked && t("web.unit.attacked"),
    card.mobile && t("web.unit.mobile"),
    card.special_forces && t("web.unit.special_forces"),
    card.amphibious && t("web.unit.amphibious"),
  ].filter((state): state is string => Boolean(state));
  return t("web.unit.sentence", {
    unit: card.id,
    side: sideName(board, card.side),
    arm: armName(card),
    strength: unit.strength.join("-"),
    states: states.length ? `${t("web.unit.states")}${states.join(t("core.list_comma"))}` : "",
  });
}

export function caseName(item: Modifier): string {
  for (const key of [`case.${item.rule}.${item.case}`, `case.${item.case}`]) {
    if (has(key)) return t(key);
  }
  return item.case;
}

const RESULT_KEYS: Record<string, string> = {
  De: "de",
  D3: "d3",
  D2: "d2",
  Ex: "ex",
  A1: "a1",
  A2: "a2",
  A3: "a3",
  "(A)": "a",
  Ae: "ae",
  "•": "none",
};

export function resultMeaning(result: string, barrage: boolean): string {
  const key = RESULT_KEYS[result];
  if (!key) return result;
  const special = `web.result.barrage.${key}`;
  return barrage && has(special) ? t(special) : t(`web.result.${key}`);
}

export function resultTone(result: string, barrage = false): "good" | "bad" | "even" {
  if (barrage && /^A\d$/.test(result)) return "even"; // F8.4e: nothing happens
  if (result.startsWith("D")) return "good";
  if (result === "Ex" || result === "•") return "even";
  return "bad";
}
