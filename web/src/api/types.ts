// Written by `make types` from the structs of hexfire.assist.published. Change those, not this.

/** A counter in the list: its names and years, and the figures that tell it from others. */
export interface Card {
  id: string;
  name: string;
  nation: string;
  since: number | null;
  until: number | null;
  kind: "gun" | "mmc" | "smc" | "sw" | "vehicle";
  type: string;
  fires: boolean;
  gun: string;
  af?: [number | null, number | null];
  turret?: string;
  movement?: string;
  armored?: boolean;
  open_topped?: boolean;
  size?: number;
  ammo?: string[];
}

/** A text in both languages, as the page gets it. */
export interface Names {
  en: string;
  ja: string;
}
