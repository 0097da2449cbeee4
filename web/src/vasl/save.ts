// A saved game of VASL on its way to a situation: which boards are still wanted, which side reads it.
// The file stays in this page's memory; the server reads it and keeps nothing.
import { signal } from "@preact/signals";
import type { DroppedGame, Situation } from "../api/types";
import { sendBoard } from "../core/board-file";
import { send } from "../core/send";

export interface Opening {
  file: File;
  /** Boards that were given, by their numbers: what they go by on the page. */
  boards: Record<string, string>;
  dropped: DroppedGame;
  busy: boolean;
  wrong: unknown;
  done: (game: Ready) => void;
}

export type Ready = DroppedGame & { situation: Situation };

export const opening = signal<Opening | null>(null);

export const isSave = (file: File): boolean => /\.(vsav|vlog)$/i.test(file.name);

/** `bd01`, `bd01.zip`, `01`: the number by which a saved game calls the board. */
export const numberOf = (fileName: string): string =>
  fileName.replace(/\.\w+$/, "").replace(/^bd/i, "");

const ask = (file: File, boards: Record<string, string>, side = ""): Promise<DroppedGame> => {
  const given = Object.entries(boards).map(([number, name]) => `${number}:${name}`);
  const query = new URLSearchParams({ side, boards: given.join(",") });
  return send<DroppedGame>(`/api/tools/vasl?${query}`, file, () => undefined);
};

/** Read a saved game; what it still wants is asked for in a dialog, then `done` hears of it. */
export async function openSave(file: File, done: (game: Ready) => void): Promise<void> {
  const dropped = await ask(file, {});
  settle({ file, boards: {}, dropped, busy: false, wrong: null, done });
}

function settle(next: Opening): void {
  const { dropped } = next;
  if (dropped.situation) {
    opening.value = null;
    next.done({ ...dropped, situation: dropped.situation });
  } else opening.value = next;
}

async function work(does: (now: Opening) => Promise<Partial<Opening>>): Promise<void> {
  const now = opening.peek();
  if (!now || now.busy) return;
  opening.value = { ...now, busy: true, wrong: null };
  try {
    const changes = await does(now);
    if (opening.peek()?.file === now.file) settle({ ...now, ...changes, busy: false, wrong: null });
  } catch (wrong) {
    if (opening.peek()?.file === now.file) opening.value = { ...now, busy: false, wrong };
  }
}

/** Board files for the game; those it does not want are let be. */
export const giveBoards = (files: File[]): Promise<void> =>
  work(async ({ file, boards, dropped }) => {
    const all = { ...boards };
    for (const one of files) {
      const number = numberOf(one.name);
      if (!dropped.missing.includes(number)) continue;
      all[number] = (await sendBoard(one)).board;
    }
    return { boards: all, dropped: await ask(file, all) };
  });

/** The reader's side: he gets what that side may know. */
export const takeSide = (side: string): Promise<void> =>
  work(async ({ file, boards }) => ({ dropped: await ask(file, boards, side) }));
