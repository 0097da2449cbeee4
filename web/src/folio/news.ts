// What the other side has done since: the marks that it leaves on the map, and its sum.
import { computed, signal } from "@preact/signals";
import { positions } from "../table/follow";
import { lastOwn, sumOf, trailOf } from "./happened";
import type { FolioStore } from "./store";

export class FolioNews {
  /** The position whose news the player has put away. */
  private readonly closed = signal(-1);

  /** News begin after this position: the last action of one's own turn. */
  readonly since = computed(() => {
    const { store } = this;
    const frame = store.live.frame.value!;
    if (store.held.length === 1) return lastOwn(frame.log ?? [], store.held);
    return Math.max(0, frame.now - 1);
  });

  readonly trail = computed(() => {
    const past = this.store.past.value;
    const log = this.store.live.frame.value!.log ?? [];
    const at = this.store.frame.value.now;
    // In a replay every action stands for itself.
    const after =
      past && !this.store.follow.running.value ? (this.before(at) ?? 0) : this.since.value;
    return trailOf(log, after, at);
  });

  /** What the other side did since, in numbers; null if there is nothing to tell. */
  readonly sum = computed(() => {
    const { store } = this;
    const frame = store.live.frame.value!;
    if (
      store.held.length !== 1 ||
      this.store.follow.running.value ||
      this.closed.value === frame.now
    ) {
      return null;
    }
    const sum = sumOf(frame.log ?? [], this.since.value, frame.now);
    const some = sum.moved + sum.arrived + sum.combats.length + sum.barrages.length;
    return some > 0 ? sum : null;
  });

  constructor(private readonly store: FolioStore) {}

  close(): void {
    this.closed.value = this.store.live.frame.peek()?.now ?? -1;
  }

  private before(position: number): number | undefined {
    const all = positions(this.store.live.frame.peek()!);
    return all[all.indexOf(position) - 1];
  }
}
