// What a player is about to do at a Folio table. Plans live here until they are sent; the position
// itself comes from the server alone.
import { batch, computed, type Signal, signal } from "@preact/signals";
import type { Frame, Live } from "../core/live";
import { tell, tellError } from "../parts/toast";
import { assistAt } from "./assist";
import { Follow } from "./follow";
import { lastFought } from "./happened";
import { Orders } from "./legal";
import { Lesson } from "./lesson";
import type { Assessed, Board, View } from "./types";

export const TABS = ["orders", "odds", "log", "rules"] as const;
export type Tab = (typeof TABS)[number];

export class FolioStore {
  readonly selected = signal<string | null>(null);
  readonly target = signal<string | null>(null);
  readonly attackers = signal<string[]>([]);
  readonly barrage = signal<string[] | null>(null);
  readonly hover = signal<string | null>(null);
  readonly costs = signal<Record<string, string>>({});
  readonly path = signal<[string, string][]>([]);
  readonly found = signal<Assessed | null>(null);
  readonly zones = signal<Record<string, string[]> | null>(null);
  readonly tab = signal<Tab>("orders");
  readonly busy = signal(false);
  readonly past: Signal<Frame<View> | null> = signal(null);
  /** Whether a replay runs by itself. */
  readonly playing = signal(false);

  readonly frame = computed(() => this.past.value ?? this.live.frame.value!);
  readonly view = computed(() => this.frame.value.view);
  readonly mine = computed(() => {
    const frame = this.live.frame.value!;
    const acting = frame.seat !== null && frame.to_act.includes(frame.seat);
    return this.past.value === null && acting && frame.status === "playing";
  });
  readonly orders = computed(
    () => new Orders(this.past.value ? [] : (this.live.frame.value?.legal ?? [])),
  );

  /** The combat whose result lies on the table. */
  readonly fought = computed(() =>
    lastFought(this.live.frame.value?.log ?? [], this.frame.value.now),
  );

  readonly lesson: Lesson;
  readonly follow: Follow;

  private asked = 0;
  private lastNow = -1;
  private paths = new Map<string, [string, string][]>();

  constructor(
    readonly live: Live<View>,
    readonly board: Board,
    readonly held: string[],
  ) {
    this.lesson = new Lesson(this);
    this.follow = new Follow(this);
  }

  get seat(): string {
    return this.live.frame.peek()?.seat ?? "";
  }

  /** A new position: plans for the old one are void. */
  moved(now: number): void {
    if (now === this.lastNow) return;
    this.lastNow = now;
    this.paths.clear();
    this.clear();
    if (this.zones.peek()) this.loadZones();
    const decision = this.live.frame.peek()?.view.decision;
    if (this.live.frame.peek()?.view.combat && decision) this.loadCombat();
  }

  clear(): void {
    batch(() => {
      this.selected.value = null;
      this.target.value = null;
      this.attackers.value = [];
      this.barrage.value = null;
      this.costs.value = {};
      this.path.value = [];
      this.found.value = null;
    });
  }

  async do(text: string): Promise<boolean> {
    if (this.busy.peek()) return false;
    const frame = this.live.frame.peek();
    this.busy.value = true;
    try {
      await this.live.send({ do: text, seat: this.seat, on: frame?.now });
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

  async select(unit: string): Promise<void> {
    const ask = ++this.asked;
    batch(() => {
      this.clear();
      this.selected.value = unit;
    });
    const here = this.orders.peek();
    if (!here.find("move", unit) || assistAt(this.board) === "off") return;
    try {
      const reach = await this.live.ask<{ costs: Record<string, string> }>(
        { reach: unit },
        this.seat,
      );
      if (ask === this.asked) this.costs.value = reach.costs;
    } catch (error) {
      tellError(error);
    }
  }

  async showPath(hex: string | null): Promise<void> {
    const unit = this.selected.peek();
    if (!unit || !hex || !(hex in this.costs.peek())) {
      this.path.value = [];
      return;
    }
    const key = `${unit} ${hex}`;
    const known = this.paths.get(key);
    if (known) {
      this.path.value = known;
      return;
    }
    try {
      const { path } = await this.live.ask<{ path: [string, string][] }>(
        { path: { unit, to: hex } },
        this.seat,
      );
      this.paths.set(key, path);
      if (this.hover.peek() === hex && this.selected.peek() === unit) this.path.value = path;
    } catch {
      this.path.value = [];
    }
  }

  /** Aim at a hex: with all who can attack it, or with markers if nobody can. */
  aim(hex: string): void {
    const attacks = this.orders.peek().attacks().get(hex);
    batch(() => {
      this.clear();
      this.target.value = hex;
      if (attacks) this.attackers.value = attacks.slice(0, this.board.attacker_limit);
      else this.barrage.value = [];
    });
    this.assess();
  }

  toggleAttacker(unit: string): void {
    const now = this.attackers.peek();
    this.attackers.value = now.includes(unit)
      ? now.filter((one) => one !== unit)
      : [...now, unit].slice(-this.board.attacker_limit);
    this.assess();
  }

  setBarrage(markers: string[] | null): void {
    this.barrage.value = markers;
    this.assess();
  }

  async assess(): Promise<void> {
    const ask = ++this.asked;
    const hex = this.target.peek();
    const markers = this.barrage.peek();
    const units = this.attackers.peek();
    const empty = markers ? markers.length === 0 : units.length === 0;
    if (!hex || empty) {
      this.found.value = null;
      return;
    }
    try {
      const question = markers ? { hex, markers } : { hex, units };
      const found = await this.live.ask<Assessed>({ odds: question }, this.seat);
      if (ask === this.asked) this.found.value = found;
    } catch (error) {
      if (ask === this.asked) this.found.value = null;
      tellError(error);
    }
  }

  async loadCombat(): Promise<void> {
    const ask = ++this.asked;
    try {
      const found = await this.live.ask<Assessed | null>({ combat: {} }, this.seat);
      if (ask === this.asked) this.found.value = found;
    } catch {
      this.found.value = null;
    }
  }

  withMarker(marker: string): Promise<Assessed> {
    return this.live.ask<Assessed>({ combat: { marker } }, this.seat);
  }

  async loadZones(): Promise<void> {
    const at = this.past.peek()?.now;
    try {
      this.zones.value = await this.live.ask<Record<string, string[]>>({ zoc: true }, "", at);
    } catch (error) {
      tellError(error);
    }
  }

  toggleZones(): void {
    if (this.zones.peek()) this.zones.value = null;
    else this.loadZones();
  }

  async go(position: number): Promise<void> {
    try {
      const frame = this.live.frame.peek()!;
      if (position === frame.last) this.past.value = null;
      else this.past.value = await this.live.at(position, this.seat);
      this.clear();
      if (this.zones.peek()) this.loadZones();
    } catch (error) {
      tellError(error);
    }
  }

  leavePast(): void {
    this.past.value = null;
    this.playing.value = false;
    this.follow.skip();
    this.lastNow = -1;
    this.moved(this.live.frame.peek()!.now);
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

  /** The one unit that has to go somewhere now, if it is only one. */
  soleMover(orders = this.orders.value): string | null {
    const units = new Set(orders.of("retreat", "displace").map((order) => order.unit));
    return units.size === 1 ? ([...units][0] ?? null) : null;
  }
}
