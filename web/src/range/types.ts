// What the range asks and gets: generated from the services (`make types`), with the page's own view
// of an order. Weapon and targets may also be given by their figures.
import type * as api from "../api/types";

export type { Card as Counter, Target, Weapon as Figures } from "../api/types";

/** What the page asks: firer, phase and date always stand in it. */
export type Order = api.Order & Required<Pick<api.Order, "firer" | "phase" | "date">>;
