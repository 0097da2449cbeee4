// A click on a hex: what it means depends on the decision that is open.
import { tell } from "../parts/toast";
import { stackAt } from "./stacks";
import type { FolioStore } from "./store";
import type { UnitView } from "./types";

export function click(store: FolioStore, hex: string): void {
  if (!store.mine.peek()) return;
  const there = stackAt(store.view.peek().units, hex);
  const unit = there[0];
  const ours = unit?.side === store.seat;
  const askFirst = ours && mayJoin(store, hex, there);
  store.stack.value = askFirst || (ours && there.length > 1) ? hex : null;
  if (askFirst || goThere(store, hex)) return;
  if (ours) chooseOwn(store, nextOf(store, there));
  else if (unit && mayBeHit(store, hex)) {
    if (store.target.peek() === hex) store.clear();
    else store.aim(hex);
  } else askWhy(store, hex, unit !== undefined);
}

/** The chosen unit could join friends who could go themselves: the player says what he means. */
function mayJoin(store: FolioStore, hex: string, there: UnitView[]): boolean {
  const orders = store.orders.peek();
  const selected = store.selected.peek();
  if (!selected || store.stack.peek() === hex || !orders.find("move", selected, hex)) return false;
  return there.some((one) => orders.goes(one.id).length > 0);
}

/** Of several in a hex, the one that the next tap means: one after the other. */
function nextOf(store: FolioStore, there: UnitView[]): UnitView {
  const orders = store.orders.peek();
  const target = store.target.peek();
  if (target && !store.barrage.peek()) {
    const may = there.filter((one) => orders.attacks().get(target)?.includes(one.id));
    return may.find((one) => !store.attackers.peek().includes(one.id)) ?? may.at(-1) ?? there[0]!;
  }
  const able = there.filter(
    (one) =>
      orders.find("lose", one.id) || orders.goes(one.id).length || orders.find("exit", one.id),
  );
  const now = able.findIndex((one) => one.id === store.selected.peek());
  return able[able.length > 1 ? (now + 1) % able.length : 0] ?? there[0]!;
}

function mayBeHit(store: FolioStore, hex: string): boolean {
  const orders = store.orders.peek();
  return orders.attacks().has(hex) || orders.barrages().has(hex);
}

/** A lit hex: the chosen unit goes there, or the only one that can. */
function goThere(store: FolioStore, hex: string): boolean {
  const orders = store.orders.peek();
  const selected = store.selected.peek();
  if (selected) {
    const go = orders.goes(selected).find((order) => order.hex === hex);
    if (go) store.do(go.text);
    return go !== undefined;
  }
  const steps = orders.of("retreat", "displace", "advance").filter((one) => one.hex === hex);
  if (steps.length === 1) store.do(steps[0]!.text);
  if (steps.length > 1) {
    // Several units may go there: which of them is the player's to say.
    store.select(steps[0]!.unit!);
    tell("web.folio.which", [["units", steps.map((one) => one.unit!)]]);
  }
  return steps.length > 0;
}

function chooseOwn(store: FolioStore, unit: UnitView): void {
  const orders = store.orders.peek();
  const target = store.target.peek();
  if (orders.find("lose", unit.id)) {
    store.selected.value = unit.id;
  } else if (target && !store.barrage.peek()) {
    const may = orders.attacks().get(target) ?? [];
    if (may.includes(unit.id)) store.toggleAttacker(unit.id);
    else store.why(`attack ${target} with ${unit.id}`);
  } else if (orders.goes(unit.id).length || orders.find("exit", unit.id)) {
    if (store.selected.peek() === unit.id) store.clear();
    else store.select(unit.id);
  } else refuse(store, unit);
}

/** Nothing to do with this unit now: the rules say why. */
function refuse(store: FolioStore, unit: UnitView): void {
  const kind = store.view.peek().decision?.kind ?? "";
  if (kind.includes("movement")) store.why(`move ${unit.id} ${unit.hex}`);
  else if (kind.includes("combat")) tell("web.folio.choose_target");
  else store.clear();
}

/** A hex that is not lit: ask the rules why not, or drop the plan. */
function askWhy(store: FolioStore, hex: string, enemy: boolean): void {
  const orders = store.orders.peek();
  const view = store.view.peek();
  const selected = store.selected.peek();
  if (selected && orders.find("move")) store.why(`move ${selected} ${hex}`);
  else if (selected && orders.of("retreat").length) store.why(`retreat ${selected} ${hex}`);
  else if (enemy && view.phase.includes("combat") && view.decision?.kind === view.phase) {
    const own = view.units.find((one) => one.side === store.seat && one.hex);
    store.why(`attack ${hex} with ${own?.id ?? "?"}`);
  } else store.clear();
}
