// What the server says of a Folio game, and what the page adds to it.
import type * as api from "../api/types";

export type {
  FolioCombat as CombatView,
  FolioDecision as Decision,
  FolioExclusive as ExclusiveView,
  FolioMarker as MarkerView,
  FolioOdds as Assessed,
  FolioUnit as UnitView,
  FolioView as View,
  HexsideKind,
  MapHex as BoardHex,
  TerrainKind,
  Total as TallyView,
} from "../api/types";

/** A counter, with the paper of its nation and the tint of its formation: counted within its side. */
export type UnitCard = api.UnitCard & { paper?: number; tint?: number };

export type Board = Omit<api.FolioBoard, "units"> & {
  units: UnitCard[];
  /** Whether this table was opened as a lesson. */
  lesson?: boolean;
};
