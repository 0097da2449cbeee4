// What this browser keeps of a fire mission; what the server says of it is in api/types.
import type { Standing } from "../api/types";
import type { Situation } from "../sight/types";

/** The sides and batteries, as `hexfire oba new --setup` reads them. */
export interface Setup {
  sides: [string, string];
  columns: number;
  rows: number;
  batteries: Record<string, unknown>[];
}

export type Facts = Record<string, boolean | number>;

/** Everything that this browser keeps of a mission. */
export interface Kept {
  standing: Standing;
  facts: Facts;
  /** The board it is played on, if the page shows one. */
  board: string;
  situation: Situation | null;
}
