// The other side's actions, shown one after another as they were played, however fast they came.
import { signal } from "@preact/signals";
import type { Frame } from "../core/live";
import { remember, remembered } from "../core/storage";
import type { Sides, TableStore } from "./store";

/** How fast; 0 shows only how it ended. */
export const PACES = [0, 1, 2, 4] as const;
export type Pace = (typeof PACES)[number];

const MOMENT = 640;
const KEPT = 40;

const calm = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

function wished(): Pace {
  const wish = remembered<Pace>("pace");
  return wish !== null && PACES.includes(wish) ? wish : calm() ? 0 : 2;
}

export const pace = signal<Pace>(wished());

export function setPace(wish: Pace): void {
  pace.value = wish;
  remember("pace", wish);
}

type Seen = [table: string, position: number][];

export class Follow<View, Board extends Sides = Sides> {
  /** Whether an action of the other side is being shown. */
  readonly running = signal(false);

  private shown: number | null = null;
  private pumping = false;
  private wake: (() => void) | null = null;
  private frames = new Map<number, Frame<View>>();

  constructor(private readonly store: TableStore<View, Board>) {}

  /** A new frame: whatever lies between it and what was shown is shown first. */
  heard(frame: Frame<View>): void {
    this.frames.set(frame.now, frame);
    for (const old of [...this.frames.keys()].slice(0, -KEPT)) this.frames.delete(old);
    if (this.shown === null) this.shown = this.seenBefore(frame);
    const taken = this.store.past.peek() && !this.running.peek();
    if (taken || !positions(frame).includes(this.shown)) this.arrive(frame.now);
    else this.pump();
  }

  /** To the present at once. */
  skip(): void {
    const frame = this.store.live.frame.peek();
    if (!frame) return;
    this.arrive(frame.now);
    this.wake?.();
  }

  private arrive(now: number): void {
    this.shown = now;
    const kept = (remembered<Seen>("seen") ?? []).filter(([table]) => table !== this.store.live.id);
    remember("seen", [[this.store.live.id, now], ...kept].slice(0, KEPT));
  }

  /** Where this browser left the table; a newcomer has missed nothing. */
  private seenBefore(frame: Frame<View>): number {
    const kept = (remembered<Seen>("seen") ?? []).find(([table]) => table === frame.table);
    return kept ? kept[1] : frame.now;
  }

  private async pump(): Promise<void> {
    if (this.pumping) return;
    this.pumping = true;
    try {
      while (await this.showNext());
    } finally {
      this.pumping = false;
      if (this.running.peek()) {
        this.store.past.value = null;
        this.running.value = false;
      }
    }
  }

  /** One action on; false at the present. */
  private async showNext(): Promise<boolean> {
    const { store } = this;
    const frame = store.live.frame.peek()!;
    const all = positions(frame);
    const shown = this.shown ?? -1;
    // Never the same again, whatever the frames say: this loop waits for nobody.
    const next = all.find((n) => n > shown);
    if (next === undefined || !all.includes(shown)) return false;
    const lines = (frame.log ?? []).filter((line) => line.n === next);
    const own = lines.some((line) => store.held.includes(line.seat));
    const wait = own || !pace.peek() ? 0 : (store.moments(lines) * MOMENT) / pace.peek();
    if (wait > 0) {
      const there = this.frames.get(next) ?? (await store.live.at(next, store.seat));
      if (this.shown !== shown) return true; // it was skipped meanwhile
      this.running.value = true;
      store.past.value = there;
      await this.pause(wait);
    }
    if ((this.shown ?? 0) < next) this.arrive(next);
    return true;
  }

  private pause(wait: number): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(done, wait);
      this.wake = () => {
        clearTimeout(timer);
        done();
      };
    });
  }
}

/** The positions that led here, the first of all included. */
export const positions = (frame: Frame<unknown>): number[] => [0, ...(frame.path ?? [])];
