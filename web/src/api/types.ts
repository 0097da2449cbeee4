// Written by `make types` from the structs of hexfire.assist.published. Change those, not this.

/** Where a battery stands. `counter` is `sr`, `ffe1`, `ffe2`, `ffec` or null. */
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
  due: string | null;
  ar: string | null;
  mission: string | null;
  pile: Chits;
  drawn: Chits;
  barred: boolean;
  radio: string;
  observer: string;
  link: string;
  missions_fired: number;
  registered: string[];
}

/** A counter in the list: its names and years, and the figures that tell it from others. */
export interface Card {
  id: string;
  name: string;
  nation: string;
  since: number | null;
  until: number | null;
  kind: "gun" | "mmc" | "smc" | "sw" | "vehicle";
  type: string;
  fires: boolean;
  gun: string;
  af?: [number | null, number | null];
  turret?: string;
  movement?: string;
  armored?: boolean;
  open_topped?: boolean;
  size?: number;
  ammo?: string[];
}

/** The chance of FFE in this own fire phase, the next …, and at all. */
export interface Chances {
  ffe_by_phase: string[];
  on_target_by_phase: string[];
  ffe_within: string;
  ffe_at_all: string;
  on_target_at_all: string;
  round: RoundOdds | null;
}

/** So many black chits, so many red ones. */
export interface Chits {
  black: number;
  red: number;
}

/** The turn, whose player turn it is, and the phase. */
export interface ClockNow {
  turn: number;
  side: string;
  phase: string;
}

/** Dice that are missing: which, and the hexes whose DRs are still to come, in their order. */
export interface DiceWanted {
  rule: string;
  text: Names;
  hexes: string[];
}

/** A modifier with its name; `why` tells why one that was considered does not apply. */
export interface Drm {
  case: string;
  rule: string;
  value: number;
  applies: boolean;
  name: Names;
  why: Message | null;
}

/** An FFE: what falls, where, and for which hexes a DR is made, in this order. */
export interface Ffe {
  battery: string;
  caliber: number;
  mission: string;
  fp: string;
  payload: number;
  counter: string;
  hex: string;
  area: string[];
  order: string[];
  due: boolean;
}

/** An FFE with what it would do to everyone in the Blast Area. */
export interface FfeOdds {
  ffe: Ffe;
  units: UnitOdds[];
}

/** An FFE resolved: the DR of each hex, everyone's fate, SMOKE, cut wires, what is open. */
export interface FfeResult {
  battery: string;
  entering: string;
  drs: Record<string, number>;
  units: UnitFate[];
  smoke: Record<string, string>;
  wires_cut: WireCut[];
  aftermath: TraceAsked[];
}

/** The answer about the shells of an FFE: the odds, or the dice that are missing, or what they did with the mission as it stands now. */
export interface Fired {
  odds: FfeOdds | null;
  need: DiceWanted | null;
  result: FfeResult | null;
  standing: Standing | null;
}

/** An event: the rule behind it, its key in the catalogues, and the sentence. */
export interface Happened {
  rule: string;
  key: string;
  text: Names;
}

/** A line of the log: something that happened, or (`clock`) a new phase as a heading. */
export interface LogLine {
  step: number;
  battery: string;
  rule: string;
  text: Names | null;
  clock: ClockNow | null;
}

/** A legal option. `takes` is `hex` or `name` if it wants an argument. */
export interface May {
  name: string;
  text: Names;
  rules: string[];
  takes: string | null;
}

/** An option that is not legal now (`option` in words), the rule that forbids it, and why. */
export interface MayNot {
  name: string;
  option: Names;
  rule: string;
  key: string;
  text: Names;
}

/** Something to be said: a key of the catalogues and what fills its blanks. */
export interface Message {
  key: string;
  params: ([string, number | string | string[]])[];
}

/** The usual plan for a target, and every option of the moment, at the node `node`. */
export interface MissionOdds {
  battery: string;
  target: string;
  node: string;
  now: string;
  facts: Record<string, boolean | number>;
  assumed: boolean;
  plan: Chances;
  expected_error: string;
  target_in_blast_area: string;
  landing: Record<string, string>;
  alternatives: Record<string, Chances>;
}

/** A text in both languages, as the page gets it. */
export interface Names {
  en: string;
  ja: string;
}

/** A question about what the shells left behind that nobody has answered. */
export interface OpenTrace {
  battery: string;
  trace: string;
  rule: string;
  hexes: string[];
}

/** Dice or a chit: `dice` so many six-sided dice (coloured first), or one out of `chits`. */
export interface RollWanted {
  rule: string;
  text: Names;
  dice: number;
  chits: Chits | null;
  needs: number | null;
}

/** A battery's counter on the map: where it was aimed, where it fell, what it covers. */
export interface Round {
  battery: string;
  side: string;
  counter: string;
  hex: string;
  aimed: string | null;
  area: string[];
}

/** C1.31: the round of this phase: whether one is fired, its error, the target in its area. */
export interface RoundOdds {
  fired: string;
  expected_error: string;
  target_in_blast_area: string;
}

/** The whole mission: the record, all batteries, the log, and what may be done. */
export interface Standing {
  battery: string;
  state: BatteryState;
  node: string;
  by: string;
  events: Happened[];
  options: May[];
  refused: MayNot[];
  questions: Wanted[];
  roll: RollWanted | null;
  saved: boolean;
  board_answers: boolean;
  board_silent: Names | null;
  unresolved: string[];
  record: unknown;
  sides: [string, string];
  clock: ClockNow;
  batteries: BatteryState[];
  idle: boolean;
  log: LogLine[];
  walked: [string, string][];
  rounds: Round[];
  steps: number;
  shelled: FfeResult[];
  open_traces: OpenTrace[];
}

/** What the players must look up: flame, rubble, shellholes, something removed. */
export interface TraceAsked {
  trace: string;
  rule: string;
  hexes: TraceHex[];
}

/** A hex that may bear a trace, with the Original and Final DR to look up. */
export interface TraceHex {
  hex: string;
  original_dr: number;
  final_dr: number;
}

/** What became of a unit: the DR of its hex, the column and Final DR, the result, its fate. */
export interface UnitFate {
  hex: string;
  unit: string;
  original_dr: number | null;
  fate: string[];
  drm: number;
  modifiers: Drm[];
  id: string;
  friendly: boolean;
  column: number | null;
  final_dr: number | null;
  result: string;
  ch: boolean;
}

/** The exact chances of a unit, by its fate; words of a fate are joined by blanks. */
export interface UnitOdds {
  hex: string;
  unit: string;
  odds: Record<string, string>;
  id: string;
  friendly: boolean;
  drm: number;
  modifiers: Drm[];
}

/** A fact that must be known. `wants` is `yes_no` or `number`. */
export interface Wanted {
  fact: string;
  rule: string;
  wants: string;
  text: Names;
}

/** C1.23: a battery whose field phone is lost, and the hex in which its wire was cut. */
export interface WireCut {
  battery: string;
  hex: string;
}
