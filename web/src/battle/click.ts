// A click on a hex: what it means depends on what is chosen and what is open.
import { named } from "../core/words";
import { tellText } from "../parts/toast";
import { beside } from "../sight/places";
import { aimsByHex } from "./overlays";
import { inOrder } from "./pieces";
import { type BattleStore, HEX } from "./store";

export function click(store: BattleStore, hex: string): void {
  if (store.follow.running.peek()) {
    store.follow.skip();
    return;
  }
  if (layByHand(store, hex)) return;
  if (store.mine.peek()) {
    if (store.way.click(hex) || setUp(store, hex) || goThere(store, hex) || aimThere(store, hex))
      return;
  }
  choose(store, hex);
}

/** A hand action that waits for its place. */
function layByHand(store: BattleStore, hex: string): boolean {
  const begun = store.handTo.peek();
  if (!begun) return false;
  store.handTo.value = null;
  store.do(begun.includes(HEX) ? begun.replace(HEX, hex) : `${begun} ${hex}`);
  return true;
}

/** Before the first turn: the chosen counter goes into its area. */
function setUp(store: BattleStore, hex: string): boolean {
  if (store.view.peek().clock.phase !== "setup") return false;
  const area = store.areas.peek()?.find((one) => one.unit === store.selected.peek());
  if (!area?.hexes.includes(hex)) return false;
  const before = store.placing.peek();
  store.placing.value = {
    hex,
    facing: before?.facing ?? 0,
    turret: before?.turret ?? null,
    veil: before?.veil ?? (area.may_hide ? "hidden" : area.may_conceal ? "concealed" : ""),
  };
  return true;
}

/** Whether a click there chooses somebody else, before a move has begun. */
export function choosesOther(store: BattleStore, hex: string): boolean {
  if (store.view.peek().move) return false;
  const here = store.stacks.peek().get(hex) ?? [];
  return here.some((piece) => store.orders.peek().of(piece.id).length > 0);
}

/** A lit hex beside the unit that moves. */
function goThere(store: BattleStore, hex: string): boolean {
  const unit = store.selected.peek();
  const step = unit ? store.orders.peek().step(unit, hex) : undefined;
  if (choosesOther(store, hex)) return false;
  const gait = store.gait.peek();
  if (
    unit &&
    gait &&
    store.steps.peek() &&
    beside(store.board.drawn, hex).includes(store.hexOf(unit) ?? "")
  ) {
    store.do(`go ${unit} to ${hex} ${gait}`);
    return true;
  }
  if (step) store.do(step.text);
  return step !== undefined;
}

/** An enemy: the card of the shot; or the rule that forbids it. */
function aimThere(store: BattleStore, hex: string): boolean {
  const [aim] = aimsByHex(store).get(hex) ?? [];
  if (!aim) return false;
  if (!aim.why_not) store.aim(aim.order);
  else if (!reactThere(store, hex)) tellText(named(aim.why_not.says), aim.why_not.rule);
  return true;
}

/** Who is chosen cannot fire at the unit that moves, but another can. */
function reactThere(store: BattleStore, hex: string): boolean {
  const able = store.reaction
    .peek()
    ?.find((aim) => !aim.why_not && store.hexOf(aim.target) === hex);
  if (able) store.aim(able.order);
  return able !== undefined;
}

/** The counters of a hex one after the other; who can do something comes first. */
function choose(store: BattleStore, hex: string): void {
  const here = inOrder(store.stacks.peek().get(hex) ?? []).reverse();
  if (!here.length) {
    store.clear();
    return;
  }
  const ready = (id: string) => Number(store.orders.peek().of(id).length > 0);
  const sorted = [...here].sort((a, b) => ready(b.id) - ready(a.id));
  const at = sorted.findIndex((piece) => piece.id === store.selected.peek());
  const next = sorted[(at + 1) % sorted.length]!;
  store.select(next.id);
}
