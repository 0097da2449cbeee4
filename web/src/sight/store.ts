// What lies on the board of the Sight page. The page keeps the situation and the events since; who
// has Wall Advantage and who sees whom comes from the server alone.
import { batch, computed, effect, signal, untracked } from "@preact/signals";
import { call } from "../core/api";
import { address, go } from "../core/router";
import { remember, remembered } from "../core/storage";
import { tellError } from "../parts/toast";
import type { Ready } from "../vasl/save";
import {
  type BoardPlan,
  EMPTY,
  type FieldOfView,
  type LineOfSight,
  type Marker,
  type Situation,
  type Unit,
  type WallEvent,
  type WallStanding,
} from "./types";

export type Tab = "line" | "units" | "markers" | "walls";

export interface Asked {
  source: string;
  target: string;
  source_level: number;
  target_level: number;
  /** Units at the ends, if units look. */
  viewer: string;
  seen: string;
}

/** A situation and what has happened in it: one step of the page's own history. */
interface Step {
  situation: Situation;
  events: WallEvent[];
}

interface Kept extends Step {
  board: string;
  own: string;
}

export const NOWHERE: Asked = {
  source: "",
  target: "",
  source_level: 0,
  target_level: 0,
  viewer: "",
  seen: "",
};

const kept = remembered<Kept>("sight");

export const boards = signal<string[]>([]);
export const board = signal("");
/** What the dropped file was called: the board's name in a situation file. */
export const own = signal(kept?.own ?? "");
export const shown = signal<BoardPlan | null>(null);
export const loading = signal("");
export const wrong = signal<unknown>(null);

/** Whether the situation is to be played as a battle: it is asked how. */
export const battleWanted = signal(false);
/** A saved game that the situation comes from, for what it could not say. */
export const notes = signal<Ready | null>(null);

export const tab = signal<Tab>("line");
export const asked = signal<Asked>(NOWHERE);
export const line = signal<LineOfSight | null>(null);
/** The hex under the pointer, and the line to it while the second end is not chosen yet. */
export const pointed = signal<string | null>(null);
export const thread = signal<LineOfSight | null>(null);
export const wantField = signal(false);
export const field = signal<FieldOfView | null>(null);

const now = signal<Step>({
  situation: { ...EMPTY, ...kept?.situation },
  events: kept?.events ?? [],
});
const past = signal<Step[]>([]);
export const walls = signal<WallStanding | null>(null);
export const selected = signal<string | null>(null);
export const firer = signal("");
export const target = signal("");

/** The situation as it stands after its events. */
export const situation = computed<Situation>(() => walls.value?.situation ?? now.value.situation);
export const events = computed(() => now.value.events);
export const canUndo = computed(() => past.value.length > 0);
export const unitOf = (id: string): Unit | undefined =>
  situation.value.units.find((unit) => unit.id === id);
export const unitsIn = (hex: string): Unit[] =>
  situation.value.units.filter((unit) => unit.hex === hex);
/** The counters in a hex or on one of its hexsides. */
export const markersAt = (hex: string): Marker[] =>
  situation.value.markers.filter((marker) => marker.hex === hex || marker.to === hex);
export const hexOf = (label: string) => shown.value?.hexes.find((hex) => hex.label === label);
/** The two sides: the first is drawn with a plain band, the second with a notched one. */
export const sides = signal<[string, string]>(sidesOf(now.peek().situation));

function sidesOf(given: Situation): [string, string] {
  const named = [...new Set(given.units.map((unit) => unit.side))];
  const first = named[0] ?? (given.phasing || "german");
  return [first, named[1] ?? (first === "russian" ? "german" : "russian")];
}

/** What is sent with every question about the board. */
export function placed(): { board: string; situation: Situation; events: WallEvent[] } | null {
  const { situation: given, events: since } = now.peek();
  if (!given.units.length && !given.markers.length && !given.ssr.length) return null;
  return { board: board.peek(), situation: { ...given, board: board.peek() }, events: since };
}

// -- changing it ------------------------------------------------------------------------------

let asking = 0;

/** Ask the rules about a situation; a step they refuse leaves everything as it was. */
async function take(step: Step, remembering: boolean): Promise<boolean> {
  const mine = ++asking;
  const body = {
    board: board.peek(),
    situation: { ...step.situation, board: board.peek() },
    events: step.events,
  };
  try {
    const told = await call<WallStanding>("/api/tools/situation", { body });
    if (mine !== asking) return false;
    batch(() => {
      if (remembering) past.value = [...past.peek().slice(-60), now.peek()];
      now.value = step;
      walls.value = told;
      wrong.value = null;
      keep();
    });
    return true;
  } catch (error) {
    tellError(error);
    return false;
  }
}

function keep(): void {
  const { situation: given, events: since } = now.peek();
  remember("sight", { board: board.peek(), own: own.peek(), situation: given, events: since });
}

let last: Promise<unknown> = Promise.resolve();

/** One step after the other: each begins with what the one before has left. */
function next(step: () => Promise<boolean>): Promise<boolean> {
  const done = last.then(step);
  last = done;
  return done;
}

/** A change by hand: what has happened so far becomes the new beginning. */
export function change(edit: (given: Situation) => Situation): Promise<boolean> {
  return next(() => take({ situation: edit(situation.peek()), events: [] }, true));
}

export function happens(event: WallEvent): Promise<boolean> {
  return next(() => {
    const { situation: given, events: since } = now.peek();
    return take({ situation: given, events: [...since, event] }, true);
  });
}

export function undo(): Promise<boolean> {
  return next(async () => {
    const before = past.peek().at(-1);
    if (!before) return false;
    past.value = past.peek().slice(0, -1);
    return take(before, false);
  });
}

export function clearBoard(): void {
  selected.value = null;
  change((given) => ({ ...EMPTY, phasing: given.phasing }));
}

/** Another situation altogether, from a file. */
export async function bring(given: Situation): Promise<void> {
  sides.value = sidesOf(given);
  selected.value = null;
  if (boards.peek().includes(given.board) && given.board !== board.peek()) {
    await showBoard(given.board);
  }
  await take({ situation: { ...EMPTY, ...given }, events: [] }, true);
}

/** A unit comes to the board; the name it is given, or nothing if the rules refuse it. */
export async function put(unit: Omit<Unit, "id">): Promise<string | null> {
  let id = "";
  const taken = await change((given) => {
    id = freeId(given);
    return { ...given, units: [...given.units, { ...unit, id }] };
  });
  return taken ? id : null;
}

/** Something about a unit is different. */
export function alter(id: string, part: Partial<Unit>): Promise<boolean> {
  return change((given) => ({
    ...given,
    units: given.units.map((unit) => (unit.id === id ? { ...unit, ...part } : unit)),
  }));
}

export function remove(id: string): void {
  if (selected.peek() === id) selected.value = null;
  change((given) => ({
    ...given,
    units: given.units.filter((unit) => unit.id !== id),
    wall_advantage: given.wall_advantage.filter((claim) => claim.split(":")[0] !== id),
  }));
}

/** A counter comes to a hex or hexside, or goes if one of its kind is there. */
export function mark(marker: Marker): void {
  change((given) => {
    const where = (one: Marker) => [one.kind, ...[one.hex, one.to ?? ""].sort()].join(" ");
    const same = (one: Marker) => where(one) === where(marker);
    return {
      ...given,
      markers: given.markers.some(same)
        ? given.markers.filter((one) => !same(one))
        : [...given.markers, marker],
    };
  });
}

/** The next free name for a unit: a, b, … z, a2 … */
function freeId(given: Situation): string {
  const taken = new Set(given.units.map((unit) => unit.id));
  for (let n = 0; ; n++) {
    const id = String.fromCharCode(97 + (n % 26)) + (n >= 26 ? Math.floor(n / 26) + 1 : "");
    if (!taken.has(id)) return id;
  }
}

// -- boards -----------------------------------------------------------------------------------

export async function showBoard(name: string): Promise<void> {
  if (!name || (name === board.peek() && shown.peek())) return;
  batch(() => {
    board.value = name;
    shown.value = null;
    line.value = null;
    field.value = null;
    walls.value = null;
    wrong.value = null;
    loading.value = "web.sight.drawing";
  });
  try {
    const ssr = now.peek().situation.ssr.join(",");
    const plan = await call<BoardPlan>(
      `/api/tools/boards/${encodeURIComponent(name)}?ssr=${encodeURIComponent(ssr)}`,
    );
    if (board.peek() !== name) return;
    shown.value = plan;
    keep();
    if (placed()) await take(now.peek(), false);
  } catch (error) {
    wrong.value = error;
  } finally {
    loading.value = "";
  }
}

/** The page's beginning: the board of the address, else the one of last time, else our first. */
export async function begin(): Promise<void> {
  const search = address.peek().searchParams;
  asked.value = {
    ...NOWHERE,
    source: search.get("source") ?? "",
    target: search.get("target") ?? "",
    source_level: Number(search.get("source_level") ?? 0),
    target_level: Number(search.get("target_level") ?? 0),
  };
  try {
    boards.value = await call<string[]>("/api/tools/boards");
  } catch (error) {
    wrong.value = error;
    return;
  }
  const last = kept?.board && boards.peek().includes(kept.board) ? kept.board : "";
  await showBoard(search.get("board") || last || boards.peek()[0] || "");
}

// -- lines ------------------------------------------------------------------------------------

let lines = 0;

/** The line between the chosen ends follows the board, the ends and what lies on it. */
export function watchLines(): () => void {
  const stops = [
    effect(() => {
      const ends = asked.value;
      void now.value;
      if (!shown.value || !ends.source || !ends.target) {
        line.value = null;
        return;
      }
      const search = new URLSearchParams({ board: board.peek() });
      for (const key of ["source", "target", "source_level", "target_level"] as const) {
        if (ends[key]) search.set(key, String(ends[key]));
      }
      untracked(() => go(`/sight?${search}`, true));
      const mine = ++lines;
      const body = { board: board.peek(), ...ends, placed: placed() };
      call<LineOfSight>("/api/tools/sight", { body }).then(
        (told) => {
          if (mine !== lines) return;
          batch(() => {
            line.value = told;
            wrong.value = null;
          });
        },
        (error) => {
          if (mine !== lines) return;
          batch(() => {
            line.value = null;
            wrong.value = error;
          });
        },
      );
    }),
    effect(() => {
      const [ends, label] = [asked.value, pointed.value];
      void now.value;
      thread.value = null;
      if (!shown.value || tab.value !== "line") return;
      if (!ends.source || ends.target || !label || label === ends.source) return;
      const body = { board: board.peek(), ...ends, ...endIn(label), placed: placed() };
      let left = false;
      // Who only passes over a hex asks nothing.
      const rests = setTimeout(() => {
        call<LineOfSight>("/api/tools/sight", { body }).then(
          (told) => {
            if (!left) thread.value = told;
          },
          () => undefined,
        );
      }, 80);
      return () => {
        left = true;
        clearTimeout(rests);
      };
    }),
    effect(() => {
      const { source, source_level: level, viewer } = asked.value;
      void now.value;
      if (!wantField.value || !source || !shown.value) {
        field.value = null;
        return;
      }
      const body = { board: board.peek(), source, level, viewer, placed: placed() };
      call<FieldOfView>("/api/tools/sight/field", { body }).then((told) => {
        if (asked.peek().source === source && wantField.peek()) field.value = told;
      }, tellError);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** The second end of a line: a hex, and the unit in it if there is one. */
function endIn(label: string, unit = unitsIn(label)[0]) {
  return { target: label, target_level: unit?.level ?? 0, seen: unit?.id ?? "" };
}

/** Choose the next end of the line: a hex, and the unit in it if there is one. */
export function chooseEnd(label: string, unit?: Unit): void {
  wrong.value = null;
  const { source, target: other } = asked.peek();
  const one = unit ?? unitsIn(label)[0];
  if (!source || other) {
    asked.value = {
      ...NOWHERE,
      source: label,
      source_level: one?.level ?? 0,
      viewer: one?.id ?? "",
    };
  } else {
    asked.value = { ...asked.peek(), ...endIn(label, one) };
  }
}
