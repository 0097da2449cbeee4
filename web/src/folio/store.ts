// What a player is about to do at a Folio table. Plans live here until they are sent; the position
// itself comes from the server alone.
import { batch, computed, signal } from "@preact/signals";
import type { FolioPath, FolioReach } from "../api/types";
import type { Live, LogLine } from "../core/live";
import { tellError } from "../parts/toast";
import { TableStore } from "../table/store";
import { assistAt } from "./assist";
import { lastFought, moments } from "./happened";
import { Orders } from "./legal";
import { FolioLesson } from "./lesson";
import { FolioNews } from "./news";
import { Reviewing } from "./reviewing";
import type { Assessed, Board, View } from "./types";

export const TABS = ["orders", "odds", "log", "rules", "review"] as const;
export type Tab = (typeof TABS)[number];

export class FolioStore extends TableStore<View, Board> {
  readonly selected = signal<string | null>(null);
  readonly target = signal<string | null>(null);
  /** The hex with several units that is looked into. */
  readonly stack = signal<string | null>(null);
  readonly attackers = signal<string[]>([]);
  readonly barrage = signal<string[] | null>(null);
  readonly hover = signal<string | null>(null);
  readonly costs = signal<Record<string, string>>({});
  readonly path = signal<[string, string][]>([]);
  readonly assessed = signal<Assessed | null>(null);
  /** The same of the combat that is being fought: it stays when a plan is dropped. */
  private readonly ofCombat = signal<Assessed | null>(null);
  /** Of what is planned, or else of what is being fought. */
  readonly expected = computed(
    () => this.assessed.value ?? (this.past.value ? null : this.ofCombat.value),
  );
  readonly zones = signal<Record<string, string[]> | null>(null);
  readonly tab = signal<Tab>("orders");
  readonly orders = computed(
    () => new Orders(this.past.value ? [] : (this.live.frame.value?.legal ?? [])),
  );

  /** The combat whose result lies on the table. */
  readonly fought = computed(() =>
    lastFought(this.live.frame.value?.log ?? [], this.frame.value.now),
  );

  readonly lesson: FolioLesson;
  readonly news = new FolioNews(this);
  readonly reviewing: Reviewing;

  private asked = 0;
  private lastNow = -1;
  private paths = new Map<string, [string, string][]>();

  constructor(live: Live<View>, board: Board, held: string[]) {
    super(live, board, held);
    this.lesson = new FolioLesson(this);
    this.reviewing = new Reviewing(live.frame.peek()!.table);
  }

  /** A new position: plans for the old one are void. */
  moved(now: number): void {
    if (now === this.lastNow) return;
    this.lastNow = now;
    this.paths.clear();
    this.stack.value = null;
    this.clear();
    this.ofCombat.value = null;
    if (this.zones.peek()) this.loadZones();
    const decision = this.live.frame.peek()?.view.decision;
    if (this.live.frame.peek()?.view.combat && decision) this.loadCombat();
  }

  clear(): void {
    this.asked++;
    batch(() => {
      this.selected.value = null;
      this.target.value = null;
      this.attackers.value = [];
      this.barrage.value = null;
      this.costs.value = {};
      this.path.value = [];
      this.assessed.value = null;
    });
  }

  async select(unit: string): Promise<void> {
    batch(() => {
      this.clear();
      this.selected.value = unit;
    });
    const { asked } = this;
    const here = this.orders.peek();
    if (!here.find("move", unit) || assistAt(this.board) === "off") return;
    try {
      const reach = await this.live.ask<FolioReach>({ reach: unit }, this.seat);
      if (asked === this.asked) this.costs.value = reach.costs;
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
      const { path } = await this.live.ask<FolioPath>({ path: { unit, to: hex } }, this.seat);
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
      this.assessed.value = null;
      return;
    }
    try {
      const question = markers ? { hex, markers } : { hex, units };
      const assessed = await this.live.ask<Assessed>({ odds: question }, this.seat);
      if (ask === this.asked) this.assessed.value = assessed;
    } catch (error) {
      if (ask === this.asked) this.assessed.value = null;
      tellError(error);
    }
  }

  async loadCombat(): Promise<void> {
    const now = this.lastNow;
    try {
      const assessed = await this.live.ask<Assessed | null>({ combat: {} }, this.seat);
      if (now === this.lastNow) this.ofCombat.value = assessed;
    } catch {
      // Without it the combat is fought all the same.
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

  protected override looked(): void {
    if (this.zones.peek()) this.loadZones();
  }

  protected arrived(): void {
    this.lastNow = -1;
    this.moved(this.live.frame.peek()!.now);
  }

  override moments(lines: readonly LogLine[]): number {
    return moments(lines);
  }

  /** The one unit that has to go somewhere now, if it is only one. */
  soleMover(orders = this.orders.value): string | null {
    const units = new Set(orders.of("retreat", "displace").map((order) => order.unit));
    return units.size === 1 ? ([...units][0] ?? null) : null;
  }
}
