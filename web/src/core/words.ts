// Everything the page says, in the reader's language. A message is a key and what fills its blanks,
// so switching the language says all of it anew at once.
import { computed, signal } from "@preact/signals";
import { kept } from "./kept";
import { remember, remembered } from "./storage";

export type Lang = "ja" | "en";
export type Param = number | string | readonly string[];
export interface Message {
  key: string;
  params?: readonly (readonly [string, Param])[];
}
export type Names = Record<string, string>;

type Texts = Record<string, string>;

function firstLanguage(): Lang {
  const asked = new URLSearchParams(location.search).get("lang");
  for (const wish of [asked, remembered<string>("lang"), ...navigator.languages]) {
    if (wish?.toLowerCase().startsWith("ja")) return "ja";
    if (wish?.toLowerCase().startsWith("en")) return "en";
  }
  return "en";
}

export const lang = signal<Lang>(firstLanguage());
const catalogues = signal<Partial<Record<Lang, Texts>>>({});
const texts = computed(() => catalogues.value[lang.value] ?? {});

/** Names that a scenario brings along (sides, levels of victory): said wherever «@name» stands. */
export const extraNames = signal<Record<string, Names>>({});

export const wordsReady = computed(() => catalogues.value[lang.value] !== undefined);

/** The Japanese font is for Japanese readers: nobody else fetches as much as its list. */
function dress(language: Lang): void {
  document.documentElement.lang = language;
  if (language === "ja") import("../styles/japanese.css").catch(() => undefined);
}

async function load(language: Lang): Promise<void> {
  if (catalogues.peek()[language]) return;
  const answer = await fetch(`/api/words/${language}`);
  if (!answer.ok) throw new Error(`words: ${answer.status}`);
  const loaded = (await answer.json()) as Texts;
  catalogues.value = { ...catalogues.peek(), [language]: loaded };
}

/** The words of the present language; the other language follows when the page is idle. */
export async function startWords(): Promise<void> {
  dress(lang.value);
  await load(lang.value);
  const other: Lang = lang.value === "ja" ? "en" : "ja";
  setTimeout(() => load(other).catch(() => undefined), 6000);
}

export async function speak(language: Lang): Promise<void> {
  await load(language);
  lang.value = language;
  dress(language);
  remember("lang", language);
}

function fill(value: Param): string {
  if (typeof value === "object") {
    return value.map(fill).join(texts.value["core.list_comma"] ?? ", ");
  }
  if (typeof value === "string" && value.startsWith("@")) {
    const key = value.slice(1);
    const own = extraNames.value[key];
    return own ? named(own) : (texts.value[key] ?? key);
  }
  const off = typeof value === "string" && /^(\w+)([+-]\d+),([+-]\d+)$/.exec(value);
  return off ? offBoard(off[1]!, Number(off[2]), Number(off[3])) : String(value);
}

const COMPASS = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];

/** A hex off the board («A1+2,-1»): how far and whither from the nearest hex on it. */
function offBoard(nearest: string, q: number, r: number): string {
  const [east, south] = [1.5 * q, Math.sqrt(3) * (r + q / 2)];
  const eighth = (Math.round(Math.atan2(east, -south) / (Math.PI / 4)) + 8) % 8;
  const extent = Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r));
  return t("core.off_board", { nearest, extent, compass: `@core.compass.${COMPASS[eighth]}` });
}

/** A hex by its name; one off the board in words. */
export const hexName = (hex: string): string => fill(hex);

// Blanks that hold a nation's id where the record knows no name for a side.
const ARMIES = new Set(["side", "nation", "enemy"]);

/** A nation's army; what is no nation stays as it is. */
export function army(name: string): string {
  const key = name
    .toLowerCase()
    .replace(/[^a-z]+/g, "_")
    .replace(/^_|_$/g, "");
  return texts.value[`core.army.${key}`] ?? name;
}

/** An ammunition as players call it: SMOKE has a Japanese name, HEAT has none. */
export function ammoName(ammo: string): string {
  return texts.value[`core.ammo.${ammo}`] ?? ammo;
}

/** The sentence of a key. */
export function t(key: string, params: Record<string, Param> = {}): string {
  const text = texts.value[key];
  if (text === undefined) return key;
  const filled = text.replace(/\{(\w+)\}/g, (blank, name: string) => {
    const value = params[name];
    if (value === undefined) return blank;
    return ARMIES.has(name) && typeof value === "string" ? fill(army(value)) : fill(value);
  });
  return lang.value === "ja" ? kept(filled) : filled;
}

export function has(key: string): boolean {
  return texts.value[key] !== undefined;
}

/** A message of the server as a sentence. */
export function say(message: Message): string {
  return t(message.key, Object.fromEntries(message.params ?? []));
}

/** Sentences one after the other: Japanese wants no space between them. */
export function together(sentences: readonly string[]): string {
  return sentences.join(lang.value === "ja" ? "" : " ");
}

/** A name given in each language. */
export function named(names: Names | Readonly<Record<Lang, string>> | undefined): string {
  if (!names) return "";
  return names[lang.value] ?? names.en ?? Object.values(names)[0] ?? "";
}

export function percent(share: number): string {
  const value = share * 100;
  const digits = value > 0 && value < 1 ? 2 : 1;
  return `${new Intl.NumberFormat(lang.value, {
    minimumFractionDigits: digits === 1 && value >= 10 ? 0 : digits,
    maximumFractionDigits: digits,
  }).format(value)}%`;
}

export function when(seconds: number): string {
  return new Intl.DateTimeFormat(lang.value, {
    dateStyle: "medium",
    timeStyle: "short",
  }).format(new Date(seconds * 1000));
}

/** An order with its verb in the reader's language. */
export function spoken(room: string, order: string): string {
  const verb = order.split(" ", 1)[0] ?? "";
  const key = `${room}.verb.${verb}`;
  return has(key) ? t(key) + order.slice(verb.length) : order;
}
