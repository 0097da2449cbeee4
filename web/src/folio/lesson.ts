// The lesson of the first scenario: it leads a newcomer through the first player turn.
import { Lesson, type Step } from "../table/lesson";
import type { FolioStore } from "./store";

export class FolioLesson extends Lesson {
  readonly words = "web.lesson";
  readonly chapters = ["setup", "movement", "combat", "mobile", "done"];

  constructor(private readonly store: FolioStore) {
    super(store.live.id, store.held.includes(store.board.turns[0]?.first ?? ""));
  }

  protected next(seen: readonly string[]): Step | null {
    return this.store.past.value ? null : nextStep(this.store, seen);
  }
}

/** Who goes first, and where to: both beside Kestrel. */
const SPEARHEAD = [
  { unit: "5", goal: "0504", pick: "armour", go: "road" },
  { unit: "1/7", goal: "0505", pick: "infantry", go: "beside" },
];
const SCOUT = "9";
const SCOUT_GOALS = ["0605", "0603", "0404", "0505"];
const KESTREL = "0604";
const HARROW = "1205";

function nextStep(store: FolioStore, seen: readonly string[]): Step | null {
  const view = store.view.value;
  const kind = view.decision?.kind ?? "";
  if (view.phase === "over" || store.frame.value.outcome) return null;
  const first = store.board.turns[0]?.first;
  if (view.turn > 1 || (view.turn === 1 && view.player !== first)) {
    return { name: "done", chapter: 4, read: true };
  }
  if (!seen.includes("welcome")) {
    return { name: "welcome", chapter: 0, read: true, hexes: [KESTREL, HARROW] };
  }
  if (!store.mine.value) return { name: "wait", chapter: view.phase === "setup" ? 0 : 2 };
  switch (kind) {
    case "setup":
      return settingUp(store);
    case "movement":
      return moving(store, seen);
    case "combat":
      return attacking(store);
    case "mobile_movement":
      return scouting(store);
    case "mobile_combat":
      return { name: "end_turn", chapter: 3, rule: "F4.1h", press: "end" };
    default:
      return resolving(store, kind);
  }
}

/** Choose a unit, then its hex. */
function go(store: FolioStore, unit: string, goals: string[], pick: Step, there: Step): Step {
  if (store.selected.value !== unit) {
    const hex = store.view.value.units.find((one) => one.id === unit)?.hex;
    return { ...pick, hexes: hex ? [hex] : undefined };
  }
  const open = store.orders.value.goes(unit).map((order) => order.hex!);
  const goal = goals.find((one) => open.includes(one));
  return { ...there, hexes: goal ? [goal] : open };
}

function settingUp(store: FolioStore): Step {
  const unit = store.selected.value;
  if (!unit) return { name: "setup", chapter: 0, rule: "F3.0c", press: "tray" };
  return { name: "place", chapter: 0, hexes: store.orders.value.goes(unit).map((o) => o.hex!) };
}

function moving(store: FolioStore, seen: readonly string[]): Step {
  const orders = store.orders.value;
  const mayGo = (unit: string) => orders.goes(unit).length > 0;
  for (const [n, { unit, goal, pick, go: there }] of SPEARHEAD.entries()) {
    if (n === 1 && !seen.includes("zones_seen")) {
      return store.zones.value
        ? { name: "zones_seen", chapter: 1, rule: "F5.1.1a", read: true }
        : { name: "zones", chapter: 1, rule: "F6.0a", press: "zones" };
    }
    if (mayGo(unit)) {
      const rule = n === 0 ? "F5.2.1" : "F7.0a";
      return go(
        store,
        unit,
        [goal],
        { name: pick, chapter: 1, rule: "F5.0a" },
        { name: there, chapter: 1, rule },
      );
    }
  }
  return { name: "end_movement", chapter: 1, rule: "F4.1g", press: "end" };
}

function attacking(store: FolioStore): Step {
  if (store.view.value.units.some((unit) => unit.attacked)) {
    return { name: "end_combat", chapter: 2, rule: "F4.1a", press: "end" };
  }
  if (store.target.value) return { name: "build", chapter: 2, rule: "F7.3a", press: "commit" };
  const targets = [...store.orders.value.attacks().keys()];
  if (!targets.length) return { name: "nobody", chapter: 2, press: "end" };
  const hexes = targets.includes(KESTREL) ? [KESTREL] : targets;
  return { name: "target", chapter: 2, rule: "F7.0e", hexes };
}

function scouting(store: FolioStore): Step {
  if (store.orders.value.goes(SCOUT).length) {
    const pick = { name: "scout", chapter: 3, rule: "F4.1g" };
    return go(store, SCOUT, SCOUT_GOALS, pick, { name: "scout_go", chapter: 3 });
  }
  return { name: "end_mobile", chapter: 3, rule: "F4.1h", press: "end" };
}

const SLOTS: Record<string, string> = {
  A1: "slot_a1",
  D1: "slot_d1",
  A2: "slot_a2",
  D2: "slot_d2",
};

/** From the declaration of a combat to its end. */
function resolving(store: FolioStore, kind: string): Step | null {
  const hexes = [...new Set(store.orders.value.goes().map((order) => order.hex!))];
  const slot = store.view.value.decision?.slot ?? "A1";
  switch (kind) {
    case "slot":
      return { name: SLOTS[slot] ?? "slot_a1", chapter: 2, rule: "F8.3c", press: "slot" };
    case "roll":
      return { name: "roll", chapter: 2, rule: "F7.3b", press: "roll" };
    case "retreat":
      return { name: "retreat", chapter: 2, rule: "F7.7a", hexes, press: "choice" };
    case "advance":
      return advancing(store, hexes);
    case "lose":
      return { name: "lose", chapter: 2, rule: "F7.6d", press: "choice" };
    case "displace":
      return { name: "displace", chapter: 2, rule: "F7.7.2a", hexes };
    default:
      return null;
  }
}

/** Who advances is chosen first, even when all may go to the same hex. */
function advancing(store: FolioStore, hexes: string[]): Step {
  if (store.selected.value) {
    const goal = hexes.includes(KESTREL) ? [KESTREL] : hexes;
    return { name: "advance_go", chapter: 2, rule: "F7.9a", hexes: goal };
  }
  const movers = new Set(store.orders.value.goes().map((order) => order.unit));
  const places = store.view.value.units.flatMap((unit) =>
    unit.hex && movers.has(unit.id) ? [unit.hex] : [],
  );
  return { name: "advance", chapter: 2, rule: "F7.9a", hexes: places };
}
