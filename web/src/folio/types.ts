import type { OptionalRule } from "../core/api";
import type { Names } from "../core/words";
import type { Modifier } from "../parts/odds";

export interface BoardHex {
  label: string;
  x: number;
  y: number;
  terrain: number;
  near: (number | null)[];
}

export interface TerrainKind {
  id: string;
  name: Names;
  foot: string | null;
  mobile: string | null;
  row: string;
  sea: boolean;
  colour: string;
}

export interface HexsideKind {
  id: string;
  name: Names;
  foot: string | null;
  mobile: string | null;
  row: string | null;
  minefield: boolean;
}

export interface UnitCard {
  id: string;
  /** Which paper its nation has, and which tint its formation: counted within its side. */
  paper?: number;
  tint?: number;
  side: string;
  size: string;
  arm: string;
  front: [number, number, number];
  back: [number, number, number] | null;
  mobile: boolean;
  special_forces: boolean;
  amphibious: boolean;
  name: Names;
  formation: string;
  nation: string;
  value: number;
  turn: number;
  setup: string[];
  entry: string[];
}

export interface Board {
  id: string;
  /** Whether this table was opened as a lesson. */
  lesson?: boolean;
  name: Names;
  about: Names;
  sources: string[];
  notes: Names[];
  /** The exclusive rules that the engine enforces, by the scenario's numbers. */
  exclusive: { rule: string; name: Names }[];
  optional: OptionalRule[];
  bridges: { id: string; name: Names }[];
  sides: { id: string; name: Names }[];
  orientation: "flat" | "pointy";
  size: number;
  width: number;
  height: number;
  hexes: BoardHex[];
  terrains: TerrainKind[];
  hexsides: HexsideKind[];
  sides_between: [number, number, number[]][];
  roads: [number, number][];
  trails: [number, number][];
  fortresses: { hex: number; owner: string | null }[];
  names: { hex: number; name: Names }[];
  units: UnitCard[];
  markers: { id: string; side: string; plus: number }[];
  turns: { first: string; support: [number, number] }[];
  crt: {
    die: string;
    rows: Record<string, [number, number][]>;
    results: Record<string, string[]>;
  };
  attacker_limit: number;
  victory: {
    objectives: { hex: number; name: Names; points: Record<string, number> }[];
    losses: Record<string, number>;
    exits: Record<string, number>;
    exit_hexes: Record<string, string[]>;
    levels: { side: string; margin: number; name: Names }[];
    sudden: { side: string; name: Names }[];
  };
}

export interface UnitView {
  id: string;
  side: string;
  hex: string | null;
  status: "on_map" | "waiting" | "eliminated" | "exited";
  strength: [number, number, number];
  reduced: boolean;
  moved: boolean;
  attacked: boolean;
  attacked_upon: boolean;
}

export interface MarkerView {
  id: string;
  plus: number;
}

export interface CombatView {
  hex: string;
  target: string;
  /** All who defend together, if they are several. */
  defenders?: string[];
  attackers: string[];
  attack_markers: string[];
  defence_markers: string[];
  barrage: boolean;
  differential?: number;
  row?: string;
  column?: number;
}

export interface Decision {
  kind: string;
  slot?: "A1" | "D1" | "A2" | "D2";
  units?: string[];
  length?: number;
  path?: string[];
  chain?: string[];
  what?: string;
  rule?: string;
  name?: Names;
}

/** What the scenario's exclusive rules show. */
export interface ExclusiveView {
  conditions: { rule: string; name: Names }[];
  cut_off: Record<string, number>;
  astray: string[];
  altered: Record<string, string[]>;
  bridges: {
    id: string;
    rule: string;
    name: Names;
    hexes: string[];
    state: "intact" | "blown" | "captured" | "building";
  }[];
  held_back: Record<string, string>;
  works: [hex: string, side: string][];
}

export interface View {
  turn: number;
  turns: number;
  player: string;
  phase: string;
  to_act: string | null;
  units: UnitView[];
  markers: Record<string, MarkerView[] | number>;
  objectives: { hex: string; holder: string | null; points: Record<string, number> }[];
  points: Record<string, number>;
  barraged: string[];
  combat: CombatView | null;
  decision: Decision | null;
  exclusive?: ExclusiveView;
}

export interface TallyView {
  items: Modifier[];
  total: number;
}

export interface Assessed {
  attack: TallyView;
  defence: TallyView;
  differential: number;
  row: string;
  rows: [string, number][];
  column: number;
  range: [number, number] | null;
  odds: { result: string; exact: string; rolls: number[] }[];
}
