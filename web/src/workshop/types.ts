// What the forms know of a scenario file. The rest of the file goes along untouched.
import type { Draft as Sent } from "../api/types";
import type { Names } from "../core/words";

export type Text = string | Names;

export interface Kind {
  name?: Text;
  mp?: number | string;
  foot?: number | string;
  mobile?: number | string;
  row?: string;
}

export interface Terrain extends Kind {
  symbol?: string;
  sea?: boolean;
  colour?: string;
}

export interface Side extends Kind {
  minefield?: boolean;
  applies_if?: string;
  counts_as?: string;
}

export interface Unit {
  id: string;
  side: string;
  front: string;
  back?: string;
  size?: string;
  arm?: string;
  mobile?: boolean;
  flags?: string[];
  further?: string[];
  hex?: string | string[];
  turn?: number;
  entry?: string | string[];
  value?: number;
  formation?: string;
  nation?: string;
  name?: Text;
}

export interface Marker {
  id: string;
  plus: number;
  order?: number;
}

export interface Turn {
  support?: string;
  first_player?: string;
}

export interface Objective {
  hex: string;
  points?: number | Record<string, number>;
  holder?: string;
  each_turn?: boolean;
  name?: Text;
}

export interface Level {
  side: string;
  margin: number;
  name?: Text;
}

export interface Sudden {
  side: string;
  holds?: string[];
  margin?: number;
  enemy_lost?: number;
  exited?: number;
  when?: string;
  name?: Text;
}

export interface Victory {
  points_per_loss?: Record<string, number>;
  points_per_exit?: Record<string, number>;
  hexes?: Objective[];
  levels?: Level[];
  sudden?: Sudden[];
  exit_hexes?: Record<string, string[]>;
}

export interface Crt {
  die?: string;
  rows?: Record<string, string[]>;
  results?: Record<string, string[]>;
}

/** The TOML file as data; a file may hold more than this, and other things than it should. */
export interface Data {
  scenario?: {
    id?: string;
    name?: Text;
    about?: Text;
    sources?: string[];
    first_player?: string;
    sets_up_first?: string;
  };
  sides?: Record<string, { name?: Text; colour?: string }>;
  map?: { hexes?: string; even_lines?: string; first?: string };
  terrain?: Record<string, Terrain>;
  hexside?: Record<string, Side>;
  crt?: Crt;
  units?: Unit[];
  markers?: Record<string, Marker[]>;
  turns?: Turn[];
  victory?: Victory;
  [more: string]: unknown;
}

export interface Draft extends Omit<Sent, "data"> {
  data: Data;
}

export type Pair = [string, string];

/** The parts of a file that have a form; others are offered as text. */
export const FORMS = [
  "scenario",
  "sides",
  "map",
  "terrain",
  "hexside",
  "crt",
  "units",
  "markers",
  "turns",
  "victory",
  "exclusive",
];

export const SIZES = ["", "I", "II", "III", "X"] as const;
export const ARMS = [
  "infantry",
  "armor",
  "mechanized",
  "recon",
  "artillery",
  "antitank",
  "engineer",
  "parachute",
  "commando",
  "machine_gun",
  "flak",
  "garrison",
  "hq",
] as const;
export const FLAGS = [
  "special_forces",
  "amphibious",
  "ignores_zoc_stop",
  "acts_after_advance",
  "no_zoc",
] as const;
export const RESULTS = ["De", "D3", "D2", "Ex", "A1", "A2", "A3", "(A)", "Ae", "•"] as const;

/** A list that may be written as a single text. */
export function list(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

export function names(value: unknown, otherwise = ""): Names {
  if (typeof value === "string") return { en: value, ja: value };
  if (value && typeof value === "object") {
    const { en, ja } = value as Record<string, unknown>;
    const one = typeof en === "string" ? en : typeof ja === "string" ? ja : otherwise;
    return { en: one, ja: typeof ja === "string" ? ja : one };
  }
  return { en: otherwise, ja: otherwise };
}

export const strengths = (text: unknown): [number, number, number] => {
  const found = /^(\d{1,3})-(\d{1,3})-(\d{1,3})$/.exec(String(text ?? ""));
  return found ? [Number(found[1]), Number(found[2]), Number(found[3])] : [0, 0, 0];
};

export const sideIds = (data: Data): string[] => Object.keys(data.sides ?? {});

/** What a list of tables holds, whatever somebody wrote there. */
export function tables<T>(value: T[] | undefined): T[] {
  return Array.isArray(value) ? value.filter((one) => one && typeof one === "object") : [];
}
