// What a player is about to do at a battle's table: whom he has chosen, whom he aims at, what the
// server has said about it. Plans live here until they are sent.
import { batch, computed, signal } from "@preact/signals";
import type {
  Aim,
  BattleDuel,
  BattleShot,
  BattleSteps,
  BattleTargets,
  Card,
  SetUpPiece,
  ThreatMap,
} from "../api/types";
import type { Live, LogLine } from "../core/live";
import { tellError } from "../parts/toast";
import { type Places, placesOf } from "../sight/places";
import { TableStore } from "../table/store";
import { justNow, lastAttack } from "./happened";
import { BattleLesson } from "./lesson";
import { Orders, pieceOf } from "./orders";
import { byPlace, hexOf } from "./places";
import type { BattleBoard, BattleView, Cards, Piece, SeenLine } from "./types";
import { Way } from "./way";

export const TABS = ["orders", "units", "log", "rules"] as const;
export type Tab = (typeof TABS)[number];

/** How one piece is to be set up. */
export interface Placing {
  hex: string;
  facing: number;
  /** Where the turret points; null: as the hull does. */
  turret: number | null;
  veil: "" | "concealed" | "hidden";
}

/** Stands for the hex that an order waits for; at its end if it is not there. */
export const HEX = "…";

export class BattleStore extends TableStore<BattleView, BattleBoard> {
  readonly tab = signal<Tab>("orders");
  readonly selected = signal<string | null>(null);
  /** Which of its weapons, where it has several: `P1.CMG`. */
  readonly weapon = signal<string | null>(null);
  readonly targets = signal<BattleTargets | null>(null);
  readonly shot = signal<BattleShot | null>(null);
  readonly steps = signal<BattleSteps | null>(null);
  readonly reaction = signal<Aim[] | null>(null);
  /** C2.2401: the duels that could answer a declared shot. */
  readonly duels = signal<BattleDuel[] | null>(null);
  /** What the side that acts may set up, and where; null until the server has told. */
  readonly areas = computed(() => {
    const told = this.setUpTold.value;
    return told?.seat === this.live.frame.value?.seat ? (told?.pieces ?? null) : null;
  });
  readonly placing = signal<Placing | null>(null);
  readonly hover = signal<string | null>(null);
  readonly arc = signal<string[] | null>(null);
  /** The LOS thread: on while a key is held or the switch is on. */
  readonly thread = signal(false);
  readonly line = signal<SeenLine | null>(null);
  readonly cards = signal<Cards>(new Map());
  /** How the next steps are made: Assault Movement, Double Time, Reverse; "" is the usual way. */
  readonly gait = signal<"" | "assault" | "double-time" | "reverse">("");
  /** What the chosen unit would have to fear in each hex, from what is known. */
  readonly threat = signal<ThreatMap | null>(null);
  /** Questions that are still being worked out. */
  readonly asking = signal(0);
  /** An order that waits for its hex: a hand action, or where a battery's AR goes. */
  readonly handTo = signal<string | null>(null);

  readonly orders = computed(
    () => new Orders(this.past.value ? [] : (this.live.frame.value?.legal ?? [])),
  );
  readonly stacks = computed(() => byPlace(this.view.value));
  readonly attack = computed(() =>
    lastAttack(this.live.frame.value?.log ?? [], this.frame.value.now),
  );

  /** A way that is drawn, or being gone. */
  readonly way = new Way(this);

  private readonly setUpTold = signal<{ seat: string; pieces: SetUpPiece[] } | null>(null);
  private asked = 0;
  private been = new Map<string, string>();
  private lastNow = -1;
  private lines = new Map<string, SeenLine | null>();
  private wanted = new Set<string>();

  readonly places: Places;
  readonly lesson: BattleLesson;

  constructor(live: Live<BattleView>, board: BattleBoard, held: string[]) {
    super(live, board, held);
    this.places = placesOf(board.drawn);
    this.lesson = new BattleLesson(this);
  }

  piece(id: string | null): Piece | undefined {
    return id ? this.view.value.pieces.find((one) => one.id === id) : undefined;
  }

  card(piece: Piece | undefined): Card | undefined {
    return piece?.counter ? this.cards.value.get(piece.counter) : undefined;
  }

  /** Where a piece is, or was when it was last on the board. */
  lastHex(id: string): string | null {
    return this.hexOf(id) ?? this.been.get(id) ?? null;
  }

  /** Remember where everybody stands: who is gone is still shown where he fell. */
  noteHexes(): void {
    for (const { id } of this.view.value.pieces) {
      const hex = this.hexOf(id);
      if (hex) this.been.set(id, hex);
    }
  }

  hexOf(id: string | null): string | null {
    return id ? hexOf(this.view.value, id) : null;
  }

  // -- a new position --------------------------------------------------------------------------

  /** A new position: plans for the old one are void, except whom one looks at. */
  moved(now: number): void {
    if (now === this.lastNow) return;
    this.lastNow = now;
    const mover = this.view.peek().move?.unit ?? null;
    const before = this.selected.peek();
    this.lines.clear();
    this.reaction.value = null;
    this.duels.value = null;
    this.clear();
    if (!this.mine.peek()) return;
    const view = this.view.peek();
    if (view.clock.phase === "setup") this.loadAreas();
    else if (view.declared) this.loadDuels();
    else if (view.move?.open) this.loadReaction();
    else if (mover && this.orders.peek().of(mover).length) this.select(mover);
    else if (before && this.orders.peek().of(before).length) this.select(before);
  }

  clear(): void {
    this.asked++;
    batch(() => {
      this.selected.value = null;
      this.weapon.value = null;
      this.targets.value = null;
      this.shot.value = null;
      this.steps.value = null;
      this.placing.value = null;
      this.line.value = null;
      this.arc.value = null;
      this.handTo.value = null;
      this.threat.value = null;
      this.way.clear();
    });
  }

  protected arrived(): void {
    this.lastNow = -1;
    this.moved(this.live.frame.peek()!.now);
  }

  override moments(lines: readonly LogLine[]): number {
    if (!lines.length) return 0;
    const { shots, shells } = justNow(lines);
    return shots.length + shells.length > 0 ? 4 : 1;
  }

  /** The figures of counters that have not been seen before. */
  async loadCards(): Promise<void> {
    const all = this.view.peek().pieces.map((piece) => piece.counter ?? "");
    const fresh = [...new Set(all)].filter((name) => name && !this.wanted.has(name));
    if (!fresh.length) return;
    for (const name of fresh) this.wanted.add(name);
    try {
      const told = await this.live.ask<Card[]>({ cards: fresh }, this.seat);
      const cards = new Map(this.cards.peek());
      for (const card of told) cards.set(card.id, card);
      this.cards.value = cards;
    } catch (error) {
      for (const name of fresh) this.wanted.delete(name);
      tellError(error);
    }
  }

  // -- choosing --------------------------------------------------------------------------------

  /** Look at a piece; if it may do something, ask what. */
  select(id: string, weapon = id): void {
    batch(() => {
      this.clear();
      this.selected.value = id;
      this.weapon.value = weapon;
      this.tab.value = "orders";
    });
    const piece = this.piece(id);
    if (!piece) return;
    this.showArc(weapon);
    if (!this.mine.peek() || piece.side !== this.seat) return;
    const mine = this.orders.peek().of(id);
    if (this.view.peek().clock.phase === "setup") return;
    if (this.mayFire(piece) || mine.some((order) => order.verb === "fire"))
      this.loadTargets(weapon);
    if (mine.some((order) => ["go", "start", "pivot", "stop"].includes(order.verb)))
      this.loadSteps(id);
  }

  /** Whether it has something to fire, in a phase in which its side fires: who cannot, says why. */
  mayFire(piece: Piece): boolean {
    const card = this.card(piece);
    if (!card?.fires && card?.kind !== "mmc" && card?.type !== "hero") return false;
    const { phase, phasing } = this.view.peek().clock;
    const { move } = this.view.peek();
    if (phasing !== this.seat) return phase === "DFPh" || phase === "MPh";
    return phase === "PFPh" || phase === "AFPh" || (phase === "MPh" && piece.id === move?.unit);
  }

  /** Ask the server; the answer is taken as long as the plan is the same, or what `holds` says. */
  private async put<T>(
    question: Record<string, unknown>,
    take: (told: T) => void,
    holds = this.samePlan(),
  ): Promise<void> {
    this.asking.value++;
    try {
      const told = await this.live.ask<T>(question, this.seat);
      if (holds()) take(told);
    } catch (error) {
      if (holds()) tellError(error);
    } finally {
      this.asking.value--;
    }
  }

  private samePlan(): () => boolean {
    const { asked } = this;
    return () => asked === this.asked;
  }

  private samePosition(): () => boolean {
    const now = this.lastNow;
    return () => now === this.lastNow;
  }

  loadTargets(weapon: string): void {
    this.put<BattleTargets>({ targets: weapon }, (told) => {
      this.targets.value = told;
    });
  }

  loadSteps(unit: string): void {
    this.put<BattleSteps>({ steps: unit }, (told) => {
      this.steps.value = told;
    });
  }

  loadReaction(): void {
    // Looking at somebody meanwhile changes nothing about who may fire.
    this.put<Aim[]>(
      { shots: true },
      (told) => {
        this.reaction.value = told;
      },
      this.samePosition(),
    );
  }

  loadDuels(): void {
    this.put<BattleDuel[]>(
      { duels: true },
      (told) => {
        this.duels.value = told;
      },
      this.samePosition(),
    );
  }

  loadAreas(): void {
    const { seat } = this;
    // Who clicks before the answer is there has not changed what is to be set up.
    this.put<SetUpPiece[]>(
      { set_up: true },
      (pieces) => {
        this.setUpTold.value = { seat, pieces };
        const next = pieces.find((piece) => !piece.placed);
        if (next && !this.selected.peek()) this.selected.value = next.unit;
      },
      this.samePosition(),
    );
  }

  /** Shade the board by what is known to threaten a unit, or stop it. */
  toggleThreat(): void {
    if (this.threat.peek()) {
      this.threat.value = null;
      return;
    }
    const own = this.piece(this.selected.peek());
    const mover = own?.side === this.seat && (own.piece === "men" || own.piece === "vehicle");
    this.put<ThreatMap>({ threat: mover ? own.id : "" }, (told) => {
      this.threat.value = told;
    });
  }

  /** Aim: the card of one shot, declared as the order says. */
  aim(order: string): void {
    this.put<BattleShot>({ shot: order }, (told) => {
      const weapon = order.split(" ")[1] ?? "";
      batch(() => {
        this.shot.value = told;
        this.weapon.value = weapon;
        this.selected.value = pieceOf(weapon);
        this.tab.value = "orders";
      });
    });
  }

  /** The Covered Arc of whatever points somewhere. */
  showArc(weapon: string | null): void {
    const piece = weapon ? this.piece(pieceOf(weapon)) : undefined;
    const points = piece && (piece.piece === "gun" || piece.piece === "vehicle") && !piece.wreck;
    if (!points || piece.place.type !== "spot") {
      this.arc.value = null;
      return;
    }
    const asked = this.asked;
    this.live.ask<string[] | null>({ arc: weapon }, this.seat).then(
      (told) => {
        if (asked === this.asked) this.arc.value = told;
      },
      () => undefined,
    );
  }

  // -- the thread ------------------------------------------------------------------------------

  /** The line from the chosen unit to the hex under the pointer. */
  async showLine(to: string | null): Promise<void> {
    const from = this.selected.peek();
    const here = this.hexOf(from);
    if (!this.thread.peek() || !from || !here || !to || to === here) {
      this.line.value = null;
      return;
    }
    const key = `${from} ${to}`;
    const known = this.lines.get(key);
    if (known !== undefined) {
      this.line.value = known;
      return;
    }
    this.lines.set(key, null);
    try {
      const told = await this.live.ask<SeenLine>({ line: { from, to } }, this.seat);
      this.lines.set(key, told);
      if (this.hover.peek() === to && this.thread.peek()) this.line.value = told;
    } catch {
      this.lines.delete(key);
    }
  }
}
