// What the server says about boards, lines and situations. A situation is the very file that
// `hexfire wall` and `hexfire sight` read.
import type * as api from "../api/types";

export type {
  Allowed,
  Between,
  BoardHex,
  BoardPlan,
  CoverItem,
  FieldOfView,
  LineOfSight,
  OtherReading,
  UnitAtWalls,
  Verdict,
  WallEvent,
  WallStanding,
} from "../api/types";

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
] as const satisfies readonly api.UnitKind[];
export type Kind = api.UnitKind;

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
] as const satisfies readonly api.Phase[];

export const MARKERS = [
  "smoke",
  "wp",
  "blaze",
  "wreck",
  "ffe",
  "roadblock",
  "breach",
] as const satisfies readonly api.MarkerKind[];
export type MarkerKind = api.MarkerKind;

/** What is not said of a unit is as the file's reader takes it. */
export type Unit = Partial<api.Unit> &
  Pick<api.Unit, "id" | "side" | "hex" | "kind" | "level" | "name">;
export type Marker = Partial<api.Marker> & Pick<api.Marker, "kind" | "hex">;
export type Situation = Partial<Omit<api.Situation, "units" | "markers">> &
  Pick<api.Situation, "board" | "ssr" | "wall_advantage" | "deluxe" | "phase" | "phasing"> & {
    units: Unit[];
    markers: Marker[];
  };

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
