// What the server says about boards, lines and situations. A situation is the very file that
// `hexfire wall` and `hexfire sight` read.
import type { Message, Names } from "../core/words";
import type { Modifier } from "../parts/odds";

export interface SightHex {
  label: string;
  x: number;
  y: number;
  base: number;
  terrain: string;
  levels: number[];
}

export interface SightBoard {
  name: string;
  columns: number;
  rows: number;
  width: number;
  height: number;
  corners: [number, number][];
  hexes: SightHex[];
}

/** What another reading of the rules or of the drawing makes of a line. */
export interface Disputed {
  reading: string;
  /** What it says, in the catalogues. */
  key: string;
  blocked: boolean;
  hindrance: number | null;
  rule: string | null;
  ruling: string;
}

export interface Verdict {
  range: number;
  blocked: boolean;
  /** Of a clear line only. */
  hindrance: number | null;
  reason: string | null;
  /** Why, in the catalogues. */
  key: string;
  rule: string | null;
  point: [number, number] | null;
  hex: string | null;
  terrain: string | null;
  disputed: Disputed[];
  items: { hex: string; kind: string; drm: number; rule: string; range: number }[];
}

export interface Line extends Verdict {
  from: [number, number];
  to: [number, number];
  pairs: {
    from: number;
    to: number;
    blocked: boolean;
    hindrance: number | null;
    rule: string | null;
  }[];
}

export interface FieldOfView {
  source: string;
  blocked: number[];
  hindrance: (number | null)[];
}

export const KINDS = [
  "squad",
  "half_squad",
  "crew",
  "leader",
  "hero",
  "gun",
  "vehicle",
  "cavalry",
  "dummy",
] as const;
export type Kind = (typeof KINDS)[number];

export const PHASES = [
  "setup",
  "RPh",
  "PFPh",
  "MPh",
  "DFPh",
  "AFPh",
  "RtPh",
  "APh",
  "CCPh",
] as const;

export const MARKERS = ["smoke", "wp", "blaze", "wreck", "ffe", "roadblock", "breach"] as const;
export type MarkerKind = (typeof MARKERS)[number];

export interface Unit {
  id: string;
  side: string;
  hex: string;
  kind: Kind;
  level: number;
  name: string;
  broken?: boolean;
  pinned?: boolean;
  concealed?: boolean;
  hidden?: boolean;
  unarmed?: boolean;
  entrenched?: "foxhole" | "trench" | "pillbox" | null;
  bypass?: string | null;
  /** In bypass: the third hex at the vertex where it stands. */
  vertex?: string | null;
  facing?: number | null;
  moving?: boolean;
  armored?: boolean;
  fully_tracked?: boolean;
  reverse?: boolean;
  bogged?: boolean;
  riders?: boolean;
  dozer?: boolean;
  hedge_cutter?: boolean;
  bocage_only?: boolean;
}

export interface Marker {
  kind: MarkerKind;
  hex: string;
  to?: string | null;
  drm?: number | null;
  id?: string;
  burning?: boolean;
}

export interface Situation {
  board: string;
  ssr: string[];
  units: Unit[];
  markers: Marker[];
  wall_advantage: string[];
  deluxe: boolean;
  phase: (typeof PHASES)[number];
  phasing: string;
}

/** Nothing on the board. */
export const EMPTY: Situation = {
  board: "",
  ssr: [],
  units: [],
  markers: [],
  wall_advantage: [],
  deluxe: false,
  phase: "RPh",
  phasing: "german",
};

export type WallEvent = { event: string } & Record<string, unknown>;

export interface Refusing {
  rule: string;
  message: Message;
}

export interface Allowed {
  rule?: string;
  refused?: Refusing;
}

export interface UnitWalls {
  id: string;
  holds: { sides: string; ends: [[number, number], [number, number]]; kind: string }[];
  mandatory: boolean;
  counter: boolean;
  claim: Allowed;
  forfeit: Allowed;
  barred: boolean;
}

export interface Walls {
  situation: Situation;
  dropped: Refusing[];
  changes: { event: number; unit: string; what: string; rule: string; sides: string[] }[];
  acting: string | null;
  mover: string | null;
  undecided: string[];
  units: UnitWalls[];
  between: {
    firer: string;
    target: string;
    sees_hex: boolean;
    sees_unit: boolean;
    tem: number | null;
  }[];
}

export interface CoverItem extends Modifier {
  names: Names;
}

export interface Cover {
  tem: number;
  items: CoverItem[];
  hull_down: string[];
  ffmo_negated: boolean;
}

export interface Between {
  hex: Verdict;
  unit: Verdict;
  fire: Record<"small_arms" | "ordnance" | "indirect", Cover>;
}
