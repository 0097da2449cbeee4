import type { Message, Names } from "../core/words";
import type { Modifier } from "../parts/odds";

export interface Counter {
  id: string;
  name: string;
  nation: string;
  kind: "vehicle" | "gun" | "sw" | "mmc" | "smc";
  type: string;
  fires?: boolean;
  gun?: string;
  af?: [number | null, number | null];
  turret?: string;
  movement?: string;
  armored?: boolean;
  open_topped?: boolean;
  size?: number;
  ammo?: string[];
}

export interface NamedModifier extends Modifier {
  names: Names;
}

export interface TallyOf {
  items: NamedModifier[];
  total: number;
}

export interface Kill {
  location: string | null;
  ch: boolean;
  tk?: {
    table: string;
    basic: number;
    cases: NamedModifier[];
    modified: number;
    af: number | null;
    final: number;
  };
  ift?: { column: number | null; drm: number; items: NamedModifier[] };
}

export interface TargetChance {
  name: string;
  vehicle: boolean;
  drm: TallyOf;
  needed: number;
  hit: string;
  ch: string;
  hull: string;
  turret: string;
  hurt: string;
  killed: string;
  effects: [string, string][];
  ift: [string, string][];
  kills: Kill[];
}

export interface ShotReport {
  weapon: string;
  ammo: string;
  target_type: string;
  range: number;
  basic: number;
  color: string | null;
  modifications: TallyOf;
  number: number;
  doubled: boolean;
  rof: number;
  breakdown: number;
  depletion: number | null;
  targets: TargetChance[];
  after: Record<
    "miss" | "rof_kept" | "malfunction" | "low_ammo" | "depleted" | "none_left",
    string
  > & {
    acquisition: [string, string][];
  };
}

export interface Way {
  ammo: string | null;
  target_type: string | null;
  range: number;
  needed?: number;
  hit?: string;
  hurt?: string;
  killed?: string;
  refused?: string;
  message?: Message;
}

export interface Rolled {
  faces: number[];
  fired: boolean;
  hits: { name: string; location: string | null; ch: boolean; kill: Kill }[];
  need: Names | null;
  results: { name: string; label: string }[];
  rof_kept?: boolean;
  malfunction?: boolean;
  acquisition?: number;
  weapon?: string;
}

/** What the page asks: the switches that are not in their resting position. */
export interface Order {
  weapon: string;
  target: Record<string, unknown>;
  firer: Record<string, unknown>;
  range: number;
  phase: string;
  date: string;
  [more: string]: unknown;
}
