// A way that is drawn before it is gone: what every expenditure risks; then it is gone order by order.
import { batch, signal } from "@preact/signals";
import type { Danger } from "../api/types";
import { tellError } from "../parts/toast";
import { beside } from "../sight/places";
import { whatOf } from "./happened";
import type { BattleStore } from "./store";

export class Way {
  /** The hexes that were clicked so far; null while no way is drawn. */
  readonly hexes = signal<string[] | null>(null);
  readonly danger = signal<Danger | null>(null);
  /** What is still to be ordered of a way that was begun. */
  readonly orders = signal<string[]>([]);

  private asked = 0;

  constructor(private readonly store: BattleStore) {}

  toggle(): void {
    batch(() => {
      this.hexes.value = this.hexes.peek() ? null : [];
      this.danger.value = null;
    });
  }

  clear(): void {
    this.hexes.value = null;
    this.danger.value = null;
  }

  /** A click while a way is drawn: one hex on, or the last one back. */
  click(hex: string): boolean {
    const hexes = this.hexes.peek();
    const unit = this.store.selected.peek();
    if (!hexes || !unit) return false;
    const last = hexes.at(-1) ?? this.store.hexOf(unit) ?? "";
    if (hex === last && hexes.length) this.ask(unit, hexes.slice(0, -1), hexes);
    else if (beside(this.store.board.drawn, hex).includes(last))
      this.ask(unit, [...hexes, hex], hexes);
    return true;
  }

  private async ask(unit: string, path: string[], before: string[]): Promise<void> {
    const mine = ++this.asked;
    this.hexes.value = path;
    if (!path.length) {
      this.danger.value = null;
      return;
    }
    this.store.asking.value++;
    try {
      const danger = await this.store.live.ask<Danger>({ danger: { unit, path } }, this.store.seat);
      if (mine === this.asked && this.hexes.peek()) this.danger.value = danger;
    } catch (error) {
      tellError(error);
      // Back to what could be gone; its own answer may have come too late to be taken.
      if (mine === this.asked && this.hexes.peek()) this.ask(unit, before, []);
    } finally {
      this.store.asking.value--;
    }
  }

  /** Go it: the next order as soon as the other side has let the last one pass. */
  go(): void {
    this.orders.value = this.danger.peek()?.steps.map((step) => step.action) ?? [];
    if (!this.store.busy.peek()) this.goOn();
  }

  /** At a new position, when nothing is under way: on, unless somebody has fired or it is not the plan's turn any more. */
  goOn(): void {
    const { store } = this;
    const [next, ...rest] = this.orders.peek();
    if (!next) return;
    const frame = store.live.frame.peek()!;
    const shot = frame.log.some((line) => line.n === frame.now && whatOf(line).startsWith("fired"));
    if (shot || frame.outcome) {
      this.orders.value = [];
      return;
    }
    if (!store.mine.peek() || store.view.peek().move?.open) return;
    this.orders.value = rest;
    store.do(next).then((done) => {
      if (!done) this.orders.value = [];
    });
  }
}
