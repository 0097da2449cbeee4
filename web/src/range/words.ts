import type { Item, Names } from "../api/types";
import { has, named, t } from "../core/words";
import type { Chance, Modifier } from "../parts/odds";

/** Modifiers that apply, and those that were considered and left out, for one table. */
export function tallyOf(tally: readonly Item[], rejected: readonly Item[] = []): Modifier[] {
  const row = (item: Item, applies: boolean): Modifier => ({
    case: item.case,
    rule: item.rule,
    value: item.value,
    applies,
    why: null,
    reason: named(item.why),
    name: named(item.name),
  });
  return [...tally.map((item) => row(item, true)), ...rejected.map((item) => row(item, false))];
}

/** A case by its letter and name. */
export const caseName = (item: Modifier): string =>
  /^[A-Z]\d?$/.test(item.case) ? `${item.case} · ${item.name}` : (item.name ?? item.case);

/** Why something is refused; the rule is cited beside it. */
export const reason = (rule: string | null | undefined, error: Names | undefined): string =>
  named(error).replace(`${rule}: `, "").replace(`${rule}：`, "");

/** What becomes of a target: «gun_malfunctioned+broken» in words. */
export function effectName(label: string): string {
  return label
    .split("+")
    .map((word) => (has(`gunnery.effect.${word}`) ? t(`gunnery.effect.${word}`) : word))
    .join(" + ");
}

/** Who of the firer's own side: «squad» in words. */
export const hand = (name: string): string => {
  const key = `fieldguns.hand.${name}`;
  return has(key) ? t(key) : name;
};

const KILLS = /^(burn|kill|eliminated|gun_destroyed)|KIA$/;

export const toneOf = (label: string): Chance["tone"] =>
  KILLS.test(label) ? "good" : /none|dud|missed|no_shot/.test(label) ? "even" : undefined;

/** All that may become of a target: that it is missed is one of the ways. */
export const fateBars = (fates: Record<string, string>): Chance[] =>
  Object.entries(fates).map(([label, exact]) => ({
    name: effectName(label),
    exact,
    tone: toneOf(label),
  }));
