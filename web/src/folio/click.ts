// A click on a hex: what it means depends on the decision that is open.
import { tell } from "../parts/toast";
import type { FolioStore } from "./store";
import type { UnitView } from "./types";

export function click(store: FolioStore, hex: string): void {
  if (!store.mine.peek()) return;
  const unit = store.view.peek().units.find((one) => one.hex === hex);
  if (goThere(store, hex)) return;
  if (unit?.side === store.seat) chooseOwn(store, unit);
  else if (unit && mayBeHit(store, hex)) {
    if (store.target.peek() === hex) store.clear();
    else store.aim(hex);
  } else askWhy(store, hex, unit !== undefined);
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
