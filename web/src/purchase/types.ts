// What the server says of a purchase: the view of a seat, and what lies on its desk.
import type { Roster, SealedRoster } from "../api/types";

export type {
  DeskClosed as Closed,
  DeskOffer as Offer,
  DeskReport as Desk,
  ItemRow,
  PurchaseView,
  Roster,
} from "../api/types";

export type Side = Roster | SealedRoster;
export const isOpen = (side: Side | undefined): side is Roster => side?.roster === "open";

/** The fixed order (H1.1). */
export const STEPS: Roster["step"][] = [
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
