import type { Message, Names } from "../core/words";
import type { Modifier } from "../parts/odds";

export type { Card as Counter } from "../api/types";

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
  direct?: DirectTarget[];
  light?: Light;
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

/** An attack straight on the IFT (IFE, canister). */
export interface DirectTarget {
  name: string;
  fp: string;
  column: number | null;
  drm: TallyOf;
  effects: [string, string][];
}

/** What a LATW or RCL adds: the check before the shot, and its price. */
export interface Light {
  how: string;
  check: { needed: number; drm: TallyOf; odds: [string, string][] } | null;
  hit: string;
  killed: string;
  risk: string;
  risks: [string, [string, string][]][];
  bystanders: [string, [string, string][]][];
  flames: [string, string][];
  ways: {
    how: string;
    hit?: string;
    killed?: string;
    risk?: string;
    refused?: string;
    message?: Message;
  }[];
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
  best?: boolean;
}

export interface Rolled {
  faces: number[];
  fired: boolean;
  hits: { name: string; location: string | null; ch: boolean; kill: Kill }[];
  need: Names | null;
  results: { name: string; label: string }[];
  /** Keys of `fieldguns.latw`: what happened besides. */
  story: string[];
  /** No To Hit DR in front: the dice are not told apart. */
  direct?: boolean;
  rof_kept?: boolean;
  malfunction?: boolean;
  acquisition?: number;
  weapon?: string;
}

export interface DuelReport {
  names: [string, string];
  vehicle: TallyOf;
  defender: TallyOf;
  first: string;
  ca_turns_first: boolean;
  odds: [string, string][] | null;
  rolled:
    | ({ faces: number[]; first: string } & Record<
        "vehicle_hits" | "defender_hits" | "defender_out" | "vehicle_out",
        boolean
      >)
    | null;
}

/** A weapon by its figures instead of its counter. */
export type Figures = { caliber: number; name: string } & Record<string, unknown>;
export type Target = Record<string, unknown>;

/** What the page asks: the states that are not in their resting position. */
export interface Order {
  weapon: string | Figures;
  target: Target;
  /** Whatever else the same DR may hit. */
  others?: Target[];
  firer: Record<string, unknown>;
  party?: Record<string, unknown>;
  canister?: Record<string, unknown>;
  range: number;
  phase: string;
  date: string;
  [more: string]: unknown;
}
