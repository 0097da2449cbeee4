// What is asked for when dice are typed, drawn or chosen: how many faces, between which numbers.
import type { RollRequest } from "../core/live";

export interface Wanted {
  count: number;
  low: number;
  high: number;
}

export function wantedOf(request: RollRequest): Wanted {
  switch (request.type) {
    case "dr":
      return { count: 1, low: 1, high: request.sides };
    case "DR":
      return { count: 2, low: 1, high: 6 };
    case "selection":
      return { count: request.count ?? 1, low: 1, high: 6 };
    case "pick":
      return { count: 1, low: 0, high: request.count - 1 };
    case "draw":
      return { count: 1, low: 0, high: request.pile.length - 1 };
    case "choice":
      return { count: 1, low: 0, high: request.options.length - 1 };
  }
}

/** Faces as chance will have them; a chit by how many there are of its kind. */
export function facesOf(request: RollRequest): number[] {
  const below = (limit: number) => Math.floor(Math.random() * limit);
  if (request.type === "draw") {
    const chits = request.pile.flatMap(([, count], kind) => Array<number>(count).fill(kind));
    return [chits[below(chits.length)] ?? 0];
  }
  const { count, low, high } = wantedOf(request);
  return Array.from({ length: count }, () => low + below(high - low + 1));
}

/** What those read who wait for it. */
export const othersRoll = (request: RollRequest): string =>
  request.type === "choice" ? "web.dice.other_chooses" : "web.dice.other";

/** What is drawn or chosen is named, not numbered: its names in the order of their numbers. */
export function namesOf(request: RollRequest): string[] | null {
  if (request.type === "choice") return request.options;
  if (request.type === "draw") return request.pile.map(([kind]) => kind);
  return null;
}
