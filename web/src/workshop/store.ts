// The workbench: the draft with its history, the tool in hand, what the checker says.
import { batch, computed, effect, signal } from "@preact/signals";
import type { FormParts, Judged, Mistake, Opened } from "../api/types";
import { call, Refused } from "../core/api";
import { nowInSeconds } from "../core/begin";
import { go } from "../core/router";
import { tellError } from "../parts/toast";
import { boardOf } from "./grid";
import * as history from "./history";
import { forgetScan, type KeptScan, keepDraft, keepScan, keptDraft, keptScan } from "./keep";
import { type Draft, tables } from "./types";

export const TABS = [
  "map",
  "counters",
  "turns",
  "tables",
  "victory",
  "rules",
  "check",
  "play",
] as const;
export type Tab = (typeof TABS)[number];

export const TOOLS = [
  "hand",
  "brush",
  "fill",
  "side",
  "road",
  "trail",
  "town",
  "fortress",
  "objective",
  "setup",
  "entry",
  "exit",
] as const;
export type Tool = (typeof TOOLS)[number];

export const id = signal("");
const steps = signal<history.History<Draft> | null>(null);
export const draft = computed(() => steps.value?.now ?? null);
export const board = computed(() => (draft.value ? boardOf(draft.value) : null));
export const canUndo = computed(() => (steps.value?.past.length ?? 0) > 0);
export const canRedo = computed(() => (steps.value?.future.length ?? 0) > 0);

export const tab = signal<Tab>("map");
export const tool = signal<Tool>("brush");
/** The tool takes away instead of putting down. */
export const erasing = signal(false);
export const wide = signal(false);
/** Which terrain (by its symbol) and which hexside are put down. */
export const symbol = signal("");
export const sideKind = signal("");
/** The hex whose words are being filled in. */
export const hex = signal<string | null>(null);
/** The counter in hand, and those whose areas are drawn. */
export const unit = signal<number | null>(null);
export const chosen = signal<ReadonlySet<number>>(new Set());
export const exitSide = signal("");
/** Hexes that a mistake is about. */
export const pointed = signal<readonly string[]>([]);
/** A line of a text that somebody wants to see. */
export const textAt = signal<{ file: "toml" | "map"; line: number } | null>(null);

export const judged = signal<Judged | null>(null);
/** Whether what the checker said is about the present draft. */
export const judging = signal(false);
export const trouble = signal<unknown>(null);
/** Writes of draft and scan under way. */
const writes = signal(0);
/** The last write succeeded: private windows may refuse. */
export const keepable = signal(false);
/** All that was changed is in this browser's storage. */
export const kept = computed(() => keepable.value && writes.value === 0);

export const scan = signal<KeptScan | null>(null);
export const scanUrl = signal("");
/** The clicks that align a scan, in its own points; null: nothing is being aligned. */
export const aligning = signal<{ x: number; y: number }[] | null>(null);

export const mistakes = computed<Mistake[]>(() => judged.value?.mistakes ?? []);
export const good = computed(
  () => !judging.value && judged.value !== null && !judged.value.count && !judged.value.refused,
);

/** What the checker says of a place in the file, and of all within it. */
export function wrongAt(...path: (string | number)[]): Mistake[] {
  const wanted = path.map(String);
  return mistakes.value.filter(
    (one) => one.file === "toml" && wanted.every((step, i) => one.path[i] === step),
  );
}

// -- changing it ------------------------------------------------------------------------------

let typing = "";

/** One change; those of one `run` (a text that is being typed) are undone together. */
export function change(edit: (draft: Draft) => Draft, run = ""): void {
  const before = steps.peek();
  if (!before) return;
  const next = edit(before.now);
  if (next === before.now) return;
  const goesOn = run !== "" && run === typing;
  typing = run;
  steps.value = goesOn ? history.amended(before, next) : history.done(before, next);
}

export function undo(): void {
  typing = "";
  const before = steps.peek();
  if (before) steps.value = history.undone(before);
}

export function redo(): void {
  typing = "";
  const before = steps.peek();
  if (before) steps.value = history.redone(before);
}

// -- beginning --------------------------------------------------------------------------------

function take(given: Draft, name: string): void {
  batch(() => {
    id.value = name;
    steps.value = history.begun(given);
    typing = "";
    judged.value = null;
    unit.value = null;
    hex.value = null;
    chosen.value = new Set();
    pointed.value = [];
    textAt.value = null;
    tool.value = "brush";
    tab.value = "map";
    // On clear ground one paints something else first.
    const symbols = Object.values(given.data.terrain ?? {}).map((one) => one?.symbol ?? ".");
    symbol.value = symbols[1] ?? symbols[0] ?? ".";
    sideKind.value = Object.keys(given.data.hexside ?? {})[0] ?? "";
    exitSide.value = Object.keys(given.data.sides ?? {})[0] ?? "";
    aligning.value = null;
  });
  showScan(null);
  keptScan(name).then((kept) => {
    if (id.peek() === name) showScan(kept);
  });
}

const freshId = (): string => crypto.getRandomValues(new Uint32Array(2)).join("");

/** On the workbench, under an address of its own. */
export function bring(given: Draft): void {
  const name = freshId();
  take(given, name);
  go(`/workshop/${name}`);
}

/** A draft of this browser by its address. */
export async function recall(name: string): Promise<boolean> {
  if (id.peek() === name && draft.peek()) return true;
  const kept = await keptDraft(name);
  if (!kept) return false;
  take(kept.draft, name);
  return true;
}

export async function begin(scenario: string): Promise<Draft | null> {
  const search = new URLSearchParams(scenario ? { scenario } : {});
  const told = await call<Opened>(`/api/tools/workshop/begin?${search}`);
  return told.draft as Draft | null;
}

/** Two texts as a draft; if the first is no TOML, what is wrong and where. */
export async function read(toml: string, map: string): Promise<Opened> {
  return call<Opened>("/api/tools/workshop/open", { body: { toml, map } });
}

/** The texts as somebody typed them, as one step of the history. */
export function retype(given: Draft): void {
  change(() => given);
}

/** Kinds of terrain and hexside that maps often have, and the options of the rules. */
export const kinds = signal<FormParts>({ terrain: {}, hexside: {}, options: [] });

export function loadKinds(): void {
  if (Object.keys(kinds.peek().terrain).length) return;
  call<FormParts>("/api/tools/workshop/kinds").then((told) => {
    kinds.value = told;
  }, tellError);
}

// -- what follows every change ----------------------------------------------------------------

let asked = 0;

async function judge(given: Draft): Promise<void> {
  const mine = ++asked;
  try {
    const told = await call<Judged>("/api/tools/workshop/judge", { body: given });
    if (mine !== asked) return;
    batch(() => {
      judged.value = told;
      judging.value = false;
      trouble.value = null;
    });
  } catch (error) {
    if (mine !== asked) return;
    batch(() => {
      judging.value = false;
      judged.value = null;
      trouble.value = error;
    });
    if (!(error instanceof Refused)) tellError(error);
  }
}

function write(written: Promise<boolean>): void {
  writes.value = writes.peek() + 1;
  written.then((all) => {
    batch(() => {
      keepable.value = all;
      writes.value = writes.peek() - 1;
    });
  });
}

/** A change is kept in this browser at once, and looked through by the engine soon after. */
export function watch(): () => void {
  let timer = 0;
  const stop = effect(() => {
    const given = draft.value;
    const name = id.value;
    clearTimeout(timer);
    if (!given || !name) return;
    judging.value = true;
    write(keepDraft({ id: name, at: nowInSeconds(), draft: given }));
    timer = window.setTimeout(() => judge(given), 350);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

/** The two files as they are now: asked for if the last answer is older than the last change. */
export async function texts(): Promise<{ toml: string; map: string }> {
  const given = draft.peek();
  const known = judged.peek();
  if (known && !judging.peek()) return known;
  return call<Judged>("/api/tools/workshop/judge", { body: given });
}

// -- the scan ---------------------------------------------------------------------------------

export function showScan(kept: KeptScan | null): void {
  if (scanUrl.peek()) URL.revokeObjectURL(scanUrl.peek());
  scan.value = kept;
  scanUrl.value = kept ? URL.createObjectURL(kept.picture) : "";
}

/** Another picture, which lies nowhere yet. */
export function takeScan(picture: Blob): void {
  const now: KeptScan = { id: id.peek(), picture, lies: null, strength: 0.5 };
  write(keepScan(now));
  showScan(now);
  aligning.value = [];
}

export function alterScan(change: Partial<KeptScan>): void {
  const old = scan.peek();
  if (!old) return;
  const now = { ...old, ...change };
  scan.value = now;
  write(keepScan(now));
}

export function dropScan(): void {
  forgetScan(id.peek());
  aligning.value = null;
  showScan(null);
}

const RULE_PARTS = ["exclusive", "exceptions", "options", "exclusive_rules"];

/** Go to where a mistake is. */
export function goTo(mistake: Mistake): void {
  const [part, second] = mistake.path;
  batch(() => {
    pointed.value = mistake.hexes;
    if (mistake.file === "map") {
      tab.value = "map";
      if (!mistake.hexes.length) textAt.value = { file: "map", line: mistake.line };
    } else if (part === "units") {
      tab.value = "counters";
      const i = Number(second);
      unit.value = second !== undefined && tables(draft.peek()?.data.units)[i] ? i : null;
    } else if (part === "turns" || part === "markers") tab.value = "turns";
    else if (part === "crt" || part === "terrain" || part === "hexside") tab.value = "tables";
    else if (part === "victory") tab.value = "victory";
    else if (RULE_PARTS.includes(part ?? "")) tab.value = "rules";
    else if (part === "scenario" || part === "sides") tab.value = "play";
    else if (part === "map") tab.value = "map";
    else {
      tab.value = "check";
      textAt.value = { file: "toml", line: mistake.line };
    }
  });
}
