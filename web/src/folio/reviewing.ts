// The review of a finished game: asked for, watched while the server makes it, read when it is done.
import { signal } from "@preact/signals";
import type { ReviewStanding } from "../api/types";
import { call } from "../core/api";
import { tellError } from "../parts/toast";

const EVERY = 1000;

export class Reviewing {
  /** Null before the server has been asked. */
  readonly standing = signal<ReviewStanding | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly table: string) {}

  look = (): Promise<void> => this.ask("GET");
  begin = (): Promise<void> => this.ask("POST");
  giveUp = (): Promise<void> => this.ask("DELETE");

  /** Ask no more; the server stops by itself when nobody does. */
  leave = (): void => clearTimeout(this.timer);

  private async ask(method: string): Promise<void> {
    this.leave();
    try {
      const standing = await call<ReviewStanding>(`/api/tables/${this.table}/review`, { method });
      this.standing.value = standing;
      if (standing.status === "working") this.timer = setTimeout(this.look, EVERY);
    } catch (error) {
      this.standing.value = { status: "none", share: 0, review: null };
      tellError(error);
    }
  }
}
