import { has, named, t } from "../core/words";
import type { Chance, Modifier } from "../parts/odds";
import type { NamedModifier } from "./types";

/** A case by its letter and name. */
export const caseName = (item: Modifier): string => {
  const own = named((item as NamedModifier).names);
  return /^[A-Z]\d?$/.test(item.case) ? `${item.case} · ${own}` : own;
};

/** What becomes of a target: «gun_malfunctioned+broken» in words. */
export function effectName(label: string): string {
  return label
    .split("+")
    .map((word) => (has(`gunnery.effect.${word}`) ? t(`gunnery.effect.${word}`) : word))
    .join(" + ");
}

/** A target's name, or «@key» of one who has none. */
export const whoIs = (name: string): string =>
  name.startsWith("@")
    ? has(name.slice(1))
      ? t(name.slice(1))
      : (name.split(".").pop() ?? "")
    : name;

const KILLS = /^(burn|kill|eliminated|gun_destroyed)|KIA$/;

export const toneOf = (label: string): Chance["tone"] =>
  KILLS.test(label) ? "good" : /none|dud/.test(label) ? "even" : undefined;

export const effectBars = (effects: [string, string][]): Chance[] =>
  effects.map(([label, exact]) => ({ name: effectName(label), exact, tone: toneOf(label) }));
