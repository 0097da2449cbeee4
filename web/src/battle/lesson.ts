// The lesson on the battle table: from a tank's first step and the first shot at it to the first fire
// mission. Its dice are laid ready, so that everybody sees a miss, a kill and an error of the shells.
import type { RollRequest } from "../core/live";
import { tellError } from "../parts/toast";
import { Lesson, type Step } from "../table/lesson";
import { facesOf } from "../table/rolls";
import { errorOf } from "./happened";
import type { BattleStore } from "./store";
import type { Battery } from "./types";

const [MOVE, SHOT, SQUADS, RADIO, EFFECT, DONE] = [0, 1, 2, 3, 4, 5];

const TANK = "T1";
const GUN = "G1";
const TANK_WAY = ["E6", "F5"];
const SQUAD_WAY = "H2";
const SQUADS_AT = "G2";
/** Where the shells are wanted. */
const AIM = "G2";

/** The faces of the lesson by the rule that asks for them, in the order of the rolls. */
const LAID_READY: Record<string, number[][]> = {
  "C3.3": [
    [2, 4],
    [1, 3],
  ],
  "C7.11": [[3, 2]],
  "D5.6": [[4, 6]],
  "C2.29": [[3, 3]],
  "A10.3": [
    [4, 5],
    [2, 4],
    [4, 4],
    [5, 6],
  ],
  "C1.2": [[3, 4]],
  "C1.21": [[0]],
  "C1.22": [[3, 3]],
  "C1.3": [[5], [1]],
  "C1.31": [[4, 2]],
  "C1.5": [
    [3, 3],
    [1, 5],
    [3, 5],
    [2, 2],
    [3, 3],
    [4, 4],
    [5, 5],
  ],
};

/** The phases in which this lesson has nothing to do. */
const QUIET = "quiet";
/** The DR of each hex of a Blast Area. */
const SHELLS = "C1.5";
const BETWEEN_SHELLS = 350;

const calm = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** What a roll is for, where the lesson has a word of its own. */
const ROLLS: Record<string, [name: string, chapter: number]> = {
  "C3.3": ["roll_to_hit", SHOT],
  "C7.11": ["roll_to_kill", SHOT],
  "D5.6": ["roll_crew", SHOT],
  "C2.29": ["roll_ift", SQUADS],
  "A10.3": ["roll_morale", SQUADS],
  "C1.2": ["roll_contact", RADIO],
  "C1.21": ["roll_chit", RADIO],
  "C1.22": ["roll_maintain", EFFECT],
  "C1.3": ["roll_accuracy", RADIO],
  "C1.31": ["roll_error", RADIO],
  "C1.5": ["roll_shells", EFFECT],
};

export class BattleLesson extends Lesson {
  readonly words = "web.battle.lesson";
  readonly chapters = ["move", "shot", "squads", "radio", "effect", "done"];

  constructor(private readonly store: BattleStore) {
    super(
      store.live.id,
      store.board.sides.every((side) => store.held.includes(side.id)),
    );
  }

  protected next(seen: readonly string[]): Step | null {
    const { store } = this;
    if (store.past.value || store.frame.value.outcome) return null;
    return nextStep(store, seen);
  }

  override readOn(): void {
    if (this.step.peek()?.name !== QUIET) super.readOn();
    else {
      this.running.value = true;
      this.goOn();
    }
  }

  /** At a new position, when nothing is under way: quiet phases end, shell after shell falls. */
  goOn(): void {
    if (!this.running.peek()) return;
    const { store } = this;
    const end = store.orders.peek().find("end");
    if (store.frame.peek().roll) setTimeout(() => this.roll(), calm() ? 0 : BETWEEN_SHELLS);
    else if (this.step.peek()?.name === QUIET && end) store.do(end.text);
    else this.running.value = false;
  }

  /** Throw the dice that are asked for: those that lie ready, else as chance will have it. */
  roll(): void {
    const { live } = this.store;
    const frame = live.frame.peek();
    if (!frame?.roll) return;
    const { rule } = frame.roll;
    const nth = this.rolledBefore(rule);
    const ready = this.step.peek() ? LAID_READY[rule]?.[nth] : undefined;
    if (rule === SHELLS) this.running.value = true;
    // Counted at once: the next roll may be asked for before this answer is acknowledged.
    this.countRolls(rule, nth + 1);
    // Who has gone his own way may be asked for other dice than those that lie ready.
    const thrown = facesOf(frame.roll);
    const answer = ready?.length === thrown.length ? ready : thrown;
    live.send({ answer, seat: frame.rolling }).catch((error) => {
      this.countRolls(rule, nth);
      this.running.value = false;
      tellError(error);
    });
  }
}

function nextStep(store: BattleStore, seen: readonly string[]): Step {
  const { clock } = store.view.value;
  if (!seen.includes("welcome"))
    return { name: "welcome", chapter: MOVE, read: true, hexes: hexesOf(store, TANK, GUN) };
  const roll = store.frame.value.roll;
  if (roll) return rolling(roll, clock.phase === "PFPh");
  const [defender, attacker] = store.board.sides.map((side) => side.id);
  const first = clock.turn === 1 && clock.phasing === attacker;
  if (first && clock.phase === "MPh") return moving(store, seen);
  if (first && clock.phase === "DFPh") return calling(store, seen);
  const comes = first || (clock.turn === 1 && clock.phase === "RPh");
  if (comes) return { name: QUIET, chapter: RADIO, read: true };
  if (clock.turn === 1 && clock.phasing === defender && clock.phase === "PFPh")
    return falling(store, seen);
  return { name: "done", chapter: DONE, read: true };
}

function rolling(roll: RollRequest, effect: boolean): Step {
  const [name, chapter] = ROLLS[roll.rule] ?? ["roll_any", effect ? EFFECT : SHOT];
  const now = effect && chapter !== DONE ? EFFECT : chapter;
  return { name, chapter: now, rule: roll.rule, press: "roll" };
}

const hexesOf = (store: BattleStore, ...ids: string[]): string[] =>
  ids.flatMap((id) => store.hexOf(id) ?? []);

// -- the Russian moves, the German fires ---------------------------------------------------------

function moving(store: BattleStore, seen: readonly string[]): Step {
  const { move, declared } = store.view.value;
  if (declared) return { name: "duel", chapter: SHOT, rule: "C2.2401", press: "stand" };
  if (move?.open) return reacting(store, move.unit);
  if (move) return goingOn(store, move.unit);
  const tank = store.piece(TANK);
  if (tank?.wreck && !seen.includes("wreck"))
    return {
      name: "wreck",
      chapter: SHOT,
      rule: "C7.7",
      read: true,
      hexes: hexesOf(store, TANK),
    };
  if (!tank?.wreck && store.orders.value.find("start", TANK)) {
    return store.selected.value === TANK
      ? { name: "start", chapter: MOVE, press: "start" }
      : { name: "tank", chapter: MOVE, hexes: hexesOf(store, TANK) };
  }
  return squadMoving(store, seen);
}

/** The tank or a squad goes on. */
function goingOn(store: BattleStore, unit: string): Step {
  const hex = TANK_WAY.find((one) => store.orders.value.step(unit, one));
  if (unit === TANK && hex) {
    const name = hex === TANK_WAY[0] ? "step" : "step_on";
    return { name, chapter: MOVE, hexes: [hex] };
  }
  return { name: "stop", chapter: MOVE, press: "stop" };
}

/** After every expenditure the other side may fire (A8.1). */
function reacting(store: BattleStore, unit: string): Step {
  const { orders } = store;
  const men = unit !== TANK;
  const chapter = men ? SQUADS : SHOT;
  const entered = store.view.value.move?.steps.some((step) => step.entered);
  if (!men && !entered) return { name: "wait", chapter: MOVE, rule: "A8.1", press: "pass" };
  if (!orders.value.all.some((order) => order.verb === "fire")) {
    const kept = unit === TANK && store.attack.value !== null;
    return { name: kept ? "rate" : "pass", chapter, rule: "C2.24", press: "pass" };
  }
  const shot = store.shot.value;
  if (!shot)
    return { name: men ? "aim_men" : "aim", chapter, rule: "A8.1", hexes: hexesOf(store, unit) };
  if (!men) return { name: "fire", chapter, rule: "C3.3", press: "fire" };
  const alone = !shot.order.includes("+");
  const others = orders.value.all.filter((order) => order.verb === "fire").length > 1;
  return alone && others
    ? { name: "group", chapter, rule: "A7.5", press: "together" }
    : { name: "fire_men", chapter, rule: "C2.29", press: "fire" };
}

/** A squad crosses the open. */
function squadMoving(store: BattleStore, seen: readonly string[]): Step {
  const { moved, pieces } = store.view.value;
  const squads = pieces.filter((one) => one.piece === "men" && one.side === store.seat);
  const gone = squads.filter((one) => moved.includes(one.id));
  if (gone.some((one) => one.broken) && !seen.includes("broken"))
    return {
      name: "broken",
      chapter: SQUADS,
      rule: "A10.3",
      read: true,
      hexes: gone.flatMap((one) => hexesOf(store, one.id)),
    };
  const goes = squads.filter((one) => store.orders.value.step(one.id, SQUAD_WAY));
  if (gone.length || !goes.length) return { name: "end_move", chapter: SQUADS, press: "end" };
  return goes.some((one) => one.id === store.selected.value)
    ? { name: "squad_go", chapter: SQUADS, hexes: [SQUAD_WAY] }
    : { name: "squad", chapter: SQUADS, hexes: [SQUADS_AT] };
}

// -- the battery ---------------------------------------------------------------------------------

const ours = (store: BattleStore): Battery | undefined => store.view.value.batteries?.[0];

/** The decision of the battery that the lesson takes, or a click on the board for it. */
function deciding(store: BattleStore, steps: [option: string, name: string][], chapter: number) {
  const battery = ours(store);
  if (!battery) return null;
  const open = store.orders.value.battery(battery.name);
  if (!open.length) return null;
  if (store.handTo.value?.startsWith("oba")) {
    const hexes = open.flatMap(({ order }) => order.said.at ?? []);
    const wanted = hexes.includes(AIM) ? [AIM] : hexes;
    return {
      name: chapter === EFFECT ? "ffe_hex" : "ar_hex",
      chapter,
      rule: "C1.3",
      hexes: wanted,
    };
  }
  for (const [option, name] of steps) {
    if (open.some((one) => one.option === option))
      return { name, chapter, rule: RULES[name], press: `oba-${option}` };
  }
  return { name: "oba_any", chapter, press: "oba" };
}

const RULES: Record<string, string> = {
  radio: "C1.2",
  ar: "C1.3",
  radio_again: "C1.22",
  convert: "C1.333",
  he: "C1.7",
  ffe: "C1.3",
};

/** Defensive Fire Phase: Radio Contact, Battery Access, the first round and its error. */
function calling(store: BattleStore, seen: readonly string[]): Step {
  const next = deciding(
    store,
    [
      ["radio", "radio"],
      ["place", "ar"],
    ],
    RADIO,
  );
  if (next) return next;
  const battery = ours(store);
  if (battery?.counter && !seen.includes("sr") && !seen.includes("sr_error")) {
    const wide = errorOf(store.live.frame.value!.log, store.frame.value.now, battery.name);
    const hexes = [battery.hex];
    return { name: wide ? "sr_error" : "sr", chapter: RADIO, rule: "C1.31", read: true, hexes };
  }
  return { name: "end_fire", chapter: RADIO, press: "end" };
}

/** The German Prep Fire Phase: the shells are brought to the squads and fall. */
function falling(store: BattleStore, seen: readonly string[]): Step {
  const next = deciding(
    store,
    [
      ["radio", "radio_again"],
      ["correct_and_convert", "convert"],
      ["convert", "convert"],
      ["he", "he"],
      ["place", "ffe"],
    ],
    EFFECT,
  );
  if (next) return next;
  const battery = ours(store);
  if (battery?.area.length && !seen.includes("effect"))
    return { name: "effect", chapter: EFFECT, rule: "C1.5", read: true, hexes: [battery.hex] };
  return { name: "done", chapter: DONE, read: true };
}
