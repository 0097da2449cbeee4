// Somebody at a table, whatever is played there: what he sends, what he looks back at, what he takes
// back. The position itself comes from the server alone.
import { computed, type Signal, signal } from "@preact/signals";
import type { Frame, Live, LogLine } from "../core/live";
import type { Names } from "../core/words";
import { tell, tellError } from "../parts/toast";
import { Follow } from "./follow";

/** What every board says of its sides. */
export interface Sides {
  name: Names;
  sides: { id: string; name: Names }[];
}

export abstract class TableStore<View = unknown, Board extends Sides = Sides> {
  readonly busy = signal(false);
  readonly past: Signal<Frame<View> | null> = signal(null);
  /** Whether a replay runs by itself. */
  readonly playing = signal(false);

  /** The other side's actions, one by one. */
  readonly follow = new Follow<View, Board>(this);

  readonly frame = computed(() => this.past.value ?? this.live.frame.value!);
  readonly view = computed(() => this.frame.value.view);
  readonly mine = computed(() => {
    const frame = this.live.frame.value!;
    const acting = frame.seat !== null && frame.to_act.includes(frame.seat);
    return this.past.value === null && acting && frame.status === "playing";
  });

  constructor(
    readonly live: Live<View>,
    readonly board: Board,
    readonly held: string[],
  ) {}

  /** Drop what is planned. */
  abstract clear(): void;
  /** Back at the present: everything is as if it had just come. */
  protected abstract arrived(): void;
  /** Another position is looked at. */
  protected looked(): void {}

  /** How long an action is worth looking at, in moments; 0: it shows nothing. */
  moments(lines: readonly LogLine[]): number {
    return lines.length ? 1 : 0;
  }

  get seat(): string {
    return this.live.frame.peek()?.seat ?? "";
  }

  async do(text: string): Promise<boolean> {
    if (this.busy.peek()) return false;
    const frame = this.live.frame.peek();
    this.busy.value = true;
    try {
      await this.live.send({ do: text, seat: this.seat, on: frame?.now });
      this.live.intent.value = null;
      return true;
    } catch (error) {
      tellError(error);
      return false;
    } finally {
      this.busy.value = false;
    }
  }

  async why(text: string): Promise<void> {
    try {
      await this.live.ask({ why: text }, this.seat);
    } catch (error) {
      tellError(error);
    }
  }

  async go(position: number): Promise<void> {
    try {
      const frame = this.live.frame.peek()!;
      if (position === frame.last) this.past.value = null;
      else this.past.value = await this.live.at(position, this.seat);
      this.clear();
      this.looked();
    } catch (error) {
      tellError(error);
    }
  }

  leavePast(): void {
    this.past.value = null;
    this.playing.value = false;
    this.follow.skip();
    this.arrived();
  }

  /** Take back one action: free while no die has fallen; false if the others have to be asked. */
  async undo(): Promise<boolean> {
    return (await this.takeBack()) !== null;
  }

  /** Take back to the beginning of the phase, or of the one before; as far as it is free. */
  async undoPhase(): Promise<boolean> {
    const frame = this.live.frame.peek()!;
    const starts = frame.log.filter((line) => line.data.what === "phase" && line.n < frame.now);
    const start = starts[starts.length - 1]?.n ?? 0;
    let now: number | null = frame.now;
    for (let steps = 0; now !== null && now > start && steps < 200; steps++) {
      now = await this.takeBack();
      if (now === null) return steps > 0;
    }
    return true;
  }

  /** One free step back: the position reached, or null where it is not free. */
  private async takeBack(): Promise<number | null> {
    for (const seat of this.held) {
      try {
        return (await this.live.send({ undo: true, seat })).now ?? 0;
      } catch {
        // Not this seat's to take back by itself.
      }
    }
    return null;
  }

  async askUndo(to: number): Promise<void> {
    try {
      await this.live.send({ ask_undo: to, seat: this.seat });
      // At one screen the same person sits on the other side too.
      for (const seat of this.held) {
        if (seat !== this.seat)
          await this.live.send({ answer_undo: true, seat }).catch(() => undefined);
      }
      if (this.held.length < 2) tell("web.undo.asked");
    } catch (error) {
      tellError(error);
    }
  }

  async answerUndo(agree: boolean): Promise<void> {
    const asked = this.live.frame.peek()?.undo.asked as { seat: string } | null;
    const seat = this.held.find((one) => one !== asked?.seat);
    if (!seat) return;
    try {
      await this.live.send({ answer_undo: agree, seat });
    } catch (error) {
      tellError(error);
    }
  }

  /** End the game by a word: resign, offer-draw, accept-draw, refuse-draw, leave, claim. */
  async end(word: string): Promise<boolean> {
    try {
      await this.live.send({ end: word, seat: this.seat });
      return true;
    } catch (error) {
      tellError(error);
      return false;
    }
  }
}
