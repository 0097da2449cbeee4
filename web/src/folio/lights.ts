// What the map shows of the moment: lit hexes, framed counters, arrows, and each hex in words.
import { named, t } from "../core/words";
import { assistAt } from "./assist";
import type { Marks } from "./counter";
import type { Arrow, Lit } from "./overlays";
import { unitSentence } from "./say";
import { stackAt } from "./stacks";
import type { FolioStore } from "./store";

/** Decisions in which one of a few lit hexes has to be chosen. */
const CHOICES = new Set(["retreat", "displace", "advance"]);

const isChoice = (store: FolioStore): boolean => CHOICES.has(store.view.value.decision?.kind ?? "");

/** Where the selected unit may go, or where one has to retreat, advance, make way. */
export function litHexes(store: FolioStore): Map<string, Lit> {
  const lit = new Map<string, Lit>();
  if (!store.mine.value) return lit;
  const choice = isChoice(store);
  const setup = store.view.value.phase === "setup";
  if (!choice && !setup && assistAt(store.board) === "off") return lit;
  const orders = store.orders.value;
  const unit = store.selected.value ?? store.soleMover(orders);
  const goes = unit ? orders.goes(unit) : choice ? orders.goes() : [];
  for (const order of goes) {
    const note = unit ? store.costs.value[order.hex!] : undefined;
    lit.set(order.hex!, { note, tone: choice ? "choice" : "go" });
  }
  return lit;
}

export function counterMarks(store: FolioStore): Map<string, Marks> {
  const marks = new Map<string, Marks>();
  const view = store.view.value;
  const add = (unit: string | undefined, more: Marks) => {
    if (unit) marks.set(unit, { ...marks.get(unit), ...more });
  };
  const addAt = (hex: string, more: Marks) => {
    for (const unit of stackAt(view.units, hex)) add(unit.id, more);
  };
  if (store.mine.value) {
    const orders = store.orders.value;
    const target = store.target.value;
    if (isChoice(store) || assistAt(store.board) !== "off") {
      for (const order of orders.all) add(order.unit, { able: true });
      if (target) {
        for (const id of orders.attacks().get(target) ?? []) add(id, { able: true });
      } else {
        for (const hex of [...orders.attacks().keys(), ...orders.barrages()]) {
          addAt(hex, { able: true });
        }
      }
    }
    if (target) {
      addAt(target, { target: true, able: false });
      if (!store.barrage.value) {
        for (const id of store.attackers.value) add(id, { attacking: true });
      }
    }
    if (store.selected.value) add(store.selected.value, { selected: true });
  }
  if (view.combat) {
    for (const id of view.combat.defenders ?? [view.combat.target]) add(id, { target: true });
    for (const id of view.combat.attackers) add(id, { attacking: true });
  }
  return marks;
}

/** Who attacks whom. */
export function arrowsOf(store: FolioStore): Arrow[] {
  const view = store.view.value;
  const hexOf = (id: string) => view.units.find((unit) => unit.id === id)?.hex;
  const arrows: Arrow[] = [];
  const combat = view.combat;
  const target = combat ? (combat.barrage ? null : combat.hex) : store.target.value;
  const from = combat ? combat.attackers : store.barrage.value ? [] : store.attackers.value;
  if (target) {
    for (const id of from) {
      const hex = hexOf(id);
      if (hex && hex !== target) arrows.push({ from: hex, to: target, kind: "attack" });
    }
  }
  return arrows;
}

/** A hex in a full sentence, as it is spoken and shown below the map. */
export function describeHex(store: FolioStore, label: string): string {
  const board = store.board;
  const hex = board.hexes.find((one) => one.label === label)!;
  const parts = [`${label}${t("web.map.comma")}${named(board.terrains[hex.terrain]!.name)}`];
  const place = board.names.find((one) => board.hexes[one.hex]!.label === label);
  if (place) parts.push(named(place.name));
  for (const unit of stackAt(store.view.peek().units, label)) {
    parts.push(unitSentence(board, board.units.find((one) => one.id === unit.id)!, unit));
  }
  const cost = store.costs.peek()[label];
  if (cost) parts.push(t("web.map.cost", { cost }));
  else if (litHexes(store).has(label)) parts.push(t("web.map.open"));
  return parts.join(t("web.map.stop"));
}
