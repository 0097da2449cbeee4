// Which rules a few words mean: by number, by name, by what they say.
import type { Rule } from "../core/api";

type Text = Pick<
  Rule,
  "id" | "title_en" | "title_ja" | "summary_en" | "summary_ja" | "requirement"
>;

const fold = (text: string): string => text.normalize("NFKC").toLowerCase();

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Rules that hold every word, in either language: matching numbers first, then a rule's own name. */
export function search<Found extends Text>(rules: readonly Found[], text: string): Found[] {
  const words = fold(text).split(/\s+/).filter(Boolean);
  if (!words.length) return [...rules];
  const id = words.join("");
  const name = new RegExp(`^${words.map(escaped).join("\\s+")}(?![a-z])`);
  const whole = words.map((word) => new RegExp(`(?<![a-z])${escaped(word)}(?![a-z])`));
  const rank = (rule: Found): number | null => {
    const titles = [fold(rule.title_en), fold(rule.title_ja)];
    const says = [rule.summary_en, rule.summary_ja, rule.requirement].map(fold);
    const all = [fold(rule.id), ...titles, ...says].join(" ");
    const number = fold(rule.id).replace(/\s/g, "");
    if (number.startsWith(id)) return number === id ? -1 : 0;
    if (!words.every((word) => all.includes(word))) return null;
    if (titles.some((title) => name.test(title))) return 1;
    if (titles.some((title) => whole.every((word) => word.test(title)))) return 2;
    return whole.every((word) => word.test(all)) ? 3 : 4;
  };
  return rules
    .map((rule) => ({ rule, at: rank(rule) }))
    .filter(({ at }) => at !== null)
    .sort((a, b) => a.at! - b.at!)
    .map(({ rule }) => rule);
}
