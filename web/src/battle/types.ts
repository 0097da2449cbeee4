// What the server says of a battle: the position as a seat knows it, and the board under it.
import type { Card } from "../api/types";
import type { Names } from "../core/words";
import type { BoardPlan, Verdict } from "../sight/types";

export interface BattleBoard {
  id: string;
  name: Names;
  about: Names;
  victory: Names;
  board: string;
  ssr: string[];
  date: string;
  turns: number;
  sides: { id: string; name: Names; nation: string; san: number }[];
  drawn: BoardPlan;
}

export type Place =
  | {
      type: "spot";
      hex: string;
      level?: number;
      bypass?: string;
      vertex?: string;
      entrenched?: string | null;
    }
  | { type: "aboard"; vehicle: string; rider?: boolean; hooked?: boolean }
  | { type: "off"; why?: string; turn?: number };

export interface Acquired {
  hex: string;
  drm: number;
}

/** A weapon in use. */
export interface Service {
  arm?: string;
  marker?: string;
  shots?: number;
  state?: number | string;
  gone?: string[];
  acquired?: Acquired[];
}

export interface Piece {
  piece: "men" | "gun" | "sw" | "vehicle" | "dummy";
  id: string;
  side: string;
  counter?: string;
  place: Place;
  veil: "known" | "concealed" | "hidden";
  // men
  broken?: boolean;
  dm?: boolean;
  pinned?: boolean;
  wounded?: boolean;
  cx?: boolean;
  ti?: boolean;
  marker?: string;
  opportunity?: boolean;
  mf?: number;
  // weapons
  ca?: number;
  by?: string;
  emplaced?: string;
  limbered?: boolean;
  service?: Service;
  // vehicles
  vca?: number;
  tca?: number;
  ce?: boolean;
  drive?: "stopped" | "non-stopped" | "motion";
  hull?: "mobile" | "bogged" | "immobile";
  shock?: string;
  stunned?: boolean;
  abandoned?: boolean;
  wreck?: "" | "wreck" | "burning";
  mp?: number;
  services?: Service[];
  // dummies
  large?: boolean;
}

export interface GroundMarker {
  kind: string;
  hex: string;
  to?: string | null;
  drm?: number | null;
  burning?: boolean;
}

export interface MoveStep {
  hex: string;
  cost: number;
  entered?: boolean;
}

/** A battery as the seat may know it; the last four of one's own alone. */
export interface Battery {
  name: string;
  side: string;
  contact: boolean;
  access: boolean;
  counter: string;
  hex: string;
  mission: string;
  area: string[];
  node: string;
  observer: string;
  device: string;
  /** Black and red chits. */
  pile: [number, number] | null;
}

export interface BattleView {
  seat: string | null;
  seats: string[];
  clock: { turn: number; phasing: string; phase: string; over?: boolean };
  pieces: Piece[];
  ground: GroundMarker[];
  /** What First Fire has left in Locations, for the rest of the MPh. */
  residual: { hex: string; fp: number; level: number }[];
  walls: { holders: string[]; undecided: string[] };
  batteries?: Battery[];
  secrets: { side: string; kind: string; hex: string }[];
  move: { unit: string; steps: MoveStep[]; open?: boolean; let_go?: boolean } | null;
  moved: string[];
  done: string[];
  ready: string[];
  /** A shot that is declared and not yet made: who is aimed at may duel. */
  declared?: string;
  proposal: { seat: string; action: string; reason: string; rule: string } | null;
}

/** A line of sight on the drawing. */
export interface SeenLine {
  start: [number, number];
  end: [number, number];
  verdict: Verdict;
}

export type Cards = Map<string, Card>;

export const PHASES = ["RPh", "PFPh", "MPh", "DFPh", "AFPh", "RtPh", "APh", "CCPh"] as const;
