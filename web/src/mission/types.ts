// What the server says of a fire mission. The record is the very file of `hexfire oba`.
import type { Message, Names } from "../core/words";
import type { Modifier } from "../parts/odds";
import type { Situation } from "../sight/types";

export interface Option {
  name: string;
  rules: string[];
  takes: string | null;
}

export interface Question {
  fact: string;
  rule: string;
  wants: "yes_no" | "number";
  message: Message;
}

export interface BatteryState {
  name: string;
  side: string;
  nation: string;
  caliber: number;
  node: string;
  contact: boolean;
  access: boolean;
  counter: string | null;
  hex: string | null;
  mission: string | null;
  pile: { black: number; red: number };
  drawn: { black: number; red: number };
  barred: boolean;
  radio: string;
  observer: string;
  link: string;
  missions_fired: number;
  registered: string[];
}

export interface EventLine {
  rule: string;
  message: Message;
}

export type LogLine =
  | { turn: number; side: string; phase: string }
  | (EventLine & { battery: string; step: number });

/** A battery's counter on the map: where it was aimed, where it fell, what it covers. */
export interface Round {
  battery: string;
  side: string;
  counter: string;
  hex: string;
  aimed: string | null;
  area: string[];
}

export interface Setup {
  sides: [string, string];
  columns: number;
  rows: number;
  batteries: Record<string, unknown>[];
}

export interface Standing {
  record: { setup: Setup } & Record<string, unknown>;
  battery: string;
  clock: { turn: number; side: string; phase: string };
  batteries: BatteryState[];
  node: string;
  by: string;
  idle: boolean;
  board_answers: boolean;
  options: Option[];
  refused: { name: string; rule: string; message: Message }[];
  questions: Question[];
  roll: { rule: string; text: Names; request: { type: string } } | null;
  events: EventLine[];
  log: LogLine[];
  walked: [string, string][];
  rounds: Round[];
  steps: number;
}

export type Facts = Record<string, boolean | number>;

/** Everything that this browser keeps of a mission. */
export interface Kept {
  standing: Standing;
  facts: Facts;
  /** The board it is played on, if the page shows one. */
  board: string;
  situation: Situation | null;
}

export interface OddsRow {
  /** Empty for the usual plan. */
  option: string;
  ffe: string[];
  ever: string;
  on_target: string;
  /** Of the round of this phase: hexes of error to be expected, the target in its Blast Area. */
  error: string | null;
  holds_target: string | null;
}

export interface ShelledUnit {
  /** Which unit of the situation; empty in a typed list. */
  id: string;
  name: string;
  friendly: boolean;
  drm: { items: (Modifier & { names: Names })[]; total: number };
  odds?: [string, string][];
  fate?: string;
}

export interface Shelled {
  battery: string;
  caliber: number;
  mission: string;
  fp: string;
  counter: string;
  hex: string;
  area: string[];
  rolled: boolean;
  need: { text: Names; rule: string } | null;
  hexes: { hex: string; dr: number[] | null; units: ShelledUnit[] }[];
  cut?: { name: string; hex: string }[];
}
