// How much the page helps. A veteran may want a bare map; a newcomer wants to be led.
import { signal } from "@preact/signals";
import { remember, remembered } from "../core/storage";
import type { Board } from "./types";

/** `off`: map and rules only. `standard`: reach, ways and exact odds. `full`: hints as well. */
export const ASSISTS = ["off", "standard", "full"] as const;
export type Assist = (typeof ASSISTS)[number];

const chosen = signal<Assist | null>(wished());

function wished(): Assist | null {
  const wish = remembered<Assist>("assist");
  return wish && ASSISTS.includes(wish) ? wish : null;
}

export function assistAt(board: Board): Assist {
  return chosen.value ?? (board.lesson ? "full" : "standard");
}

export function setAssist(assist: Assist): void {
  chosen.value = assist;
  remember("assist", assist);
}
