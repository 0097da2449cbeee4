// What the server says of a battle: the position as a seat knows it, and the board under it.
import type * as api from "../api/types";
import type { Card } from "../api/types";

export type { BatterySeen as Battery, BattleBoard, SeenLine, Service } from "../api/types";

type AnyPiece = api.BattleView["pieces"][number];
type All<T> = T extends unknown ? (fields: Omit<T, "piece">) => void : never;

/** A piece with the fields of every kind at hand: what its kind has not is undefined. */
export type Piece = Pick<AnyPiece, "piece" | "id" | "side" | "counter" | "place" | "veil"> &
  Partial<All<AnyPiece> extends (fields: infer Fields) => void ? Fields : never>;

export type BattleView = Omit<api.BattleView, "pieces"> & { pieces: Piece[] };

export type Cards = Map<string, Card>;

export const PHASES = ["RPh", "PFPh", "MPh", "DFPh", "AFPh", "RtPh", "APh", "CCPh"] as const;
