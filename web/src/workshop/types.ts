// What the forms know of a scenario file. The rest of the file goes along untouched.
import type { ScenarioData, Draft as Sent } from "../api/types";
import type { Names } from "../core/words";

export type {
  CrtTables as Crt,
  HexsideTable as Side,
  KindTable as Kind,
  LevelTable as Level,
  MarkerTable as Marker,
  ObjectiveTable as Objective,
  SuddenTable as Sudden,
  TerrainTable as Terrain,
  TurnTable as Turn,
  UnitTable as Unit,
  VictoryTable as Victory,
} from "../api/types";

export type Text = string | Names;

/** The TOML file as data; a file may hold more than this, and other things than it should. */
export type Data = ScenarioData & { [more: string]: unknown };

export interface Draft extends Omit<Sent, "data"> {
  data: Data;
}

export type Pair = [string, string];

/** The parts of a file that have a form; others, which no scenario should have, are offered as text. */
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
  "exceptions",
  "options",
  "exclusive_rules",
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
  const figures = /^(\d{1,3})-(\d{1,3})-(\d{1,3})$/.exec(String(text ?? ""));
  return figures ? [Number(figures[1]), Number(figures[2]), Number(figures[3])] : [0, 0, 0];
};

export const sideIds = (data: Data): string[] => Object.keys(data.sides ?? {});

/** What a list of tables holds, whatever somebody wrote there. */
export function tables<T>(value: T[] | undefined): T[] {
  return Array.isArray(value) ? value.filter((one) => one && typeof one === "object") : [];
}
