// What the server says of a purchase: the view of a seat, and what lies on its desk.
import type { Message, Names } from "../core/words";
import type { Modifier } from "../parts/odds";

export interface InfantryRow {
  line: number;
  type: string;
  number: number;
  kind: string;
  each: number | null;
  mpv: number | null;
  ids: string;
  ab: string;
  reinforcements: number;
}

export interface ItemRow {
  name: string;
  number: number;
  bpv: number;
  board: string;
  foreign: boolean;
}

export interface Roster {
  seat: string;
  nation: string;
  points: number;
  date: string;
  left: number;
  step: string;
  san: number;
  elr: number | null;
  equipment: string[];
  infantry: { name: string; rows: InfantryRow[]; number: number; equivalents: number }[];
  squads: number;
  equivalents: number;
  engineers: number;
  first_mpv: number;
  second_mpv: number;
  ordnance_dr: [number, string] | null;
  guns: { name: string; number: number; each: number; ids: string; refs: string; bpv: number }[];
  vehicle_dr: [number, string] | null;
  motorized: boolean;
  vehicles: {
    ref: string;
    name: string;
    each: number;
    number: number;
    id: string;
    opt_bpv: string;
    opt_for: string;
    leader: string;
    bpv: number;
    ammo: boolean;
    tows: string;
  }[];
  transport: ItemRow[];
  oba_rolls: number[];
  offer: [string, number] | null;
  batteries: { id: string; size: string; rp: string; ps: string; bpv: number; hexes: number }[];
  support: ItemRow[];
  fortifications: ItemRow[];
  balance: { name: string; spent: number; left: number }[];
  bonus_left: number;
  leaders: Record<string, string>;
  sw: Record<string, string>;
  revealed: boolean;
}

/** A secret Roster from outside. */
export interface Sealed {
  seat: string;
  nation: string;
  points: number;
  stage: string;
  announced: number | null;
}

export type Side = Roster | Sealed;
export const isOpen = (side: Side | undefined): side is Roster => !!side && "step" in side;

export interface PurchaseView {
  agreement: {
    date: string;
    secret: boolean;
    boards: string[];
    victory: string;
    night: boolean;
    pfk: boolean;
    place: string;
    weather: string;
    listing: Record<string, string>;
    sides: { nation: string; points: number; seat: string }[];
  };
  agreed: Record<string, string>;
  proposals: Record<string, [string, string]>;
  to_act: string[];
  sides: Record<string, Side>;
}

interface Named {
  text: string;
  verb: string;
  says: Names;
  rule: string;
  /** Squads: the type, and the capabilities with the words that ask for them. */
  of?: string;
  codes?: Record<string, string>;
}

export interface Offer extends Named {
  cost: number;
  dice: string;
  tally: (Modifier & { names: Names })[];
}

export interface Closed extends Named {
  message: Message;
}

export interface Desk {
  offers: Offer[];
  closed: Closed[];
  lacking: string[];
  notes: Message[];
}

export const STEPS = [
  "agreement",
  "infantry",
  "ordnance",
  "vehicles",
  "oba",
  "fortifications",
  "second",
  "announce",
  "bonus",
  "leaders",
  "exchange",
  "sw",
  "reinforcements",
  "done",
];
