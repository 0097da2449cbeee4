// What of the screen is open: it belongs to nobody's plan and to no position.
import { signal } from "@preact/signals";

export type Sheet = "half" | "low" | "full";
export type Opened = "legend" | "help" | "undo" | null;

export class Screen {
  readonly opened = signal<Opened>(null);
  readonly typing = signal(false);
  readonly resultSeen = signal(false);
  /** How high the panel stands on a phone. */
  readonly sheet = signal<Sheet>("half");

  close = (): void => {
    this.opened.value = null;
  };

  raiseSheet(): void {
    if (this.sheet.peek() === "low") this.sheet.value = "half";
  }

  nextSheet(): void {
    const next: Record<Sheet, Sheet> = { low: "half", half: "full", full: "low" };
    this.sheet.value = next[this.sheet.peek()];
  }
}
