// Situation files and board files, in and out.
import { sendBoard } from "../core/board-file";
import { go } from "../core/router";
import { send } from "../core/send";
import { tell, tellError } from "../parts/toast";
import { isSave, openSave } from "../vasl/save";
import {
  asked,
  battleWanted,
  board,
  boards,
  bring,
  loading,
  NOWHERE,
  notes,
  own,
  showBoard,
  shown,
  situation,
  wrong,
} from "./store";
import type { Situation } from "./types";

/** Whatever is dropped on the page: a saved game of VASL, a situation, or a board. */
export async function receive(file: File): Promise<void> {
  if (isSave(file)) await readSave(file);
  else if (/\.(toml|json)$/i.test(file.name)) await readSituation(file);
  else await readBoard(file);
}

export async function readBoard(file: File): Promise<void> {
  wrong.value = null;
  loading.value = "web.sight.sending";
  try {
    const board = await sendBoard(file, (part) => {
      if (part >= 1) loading.value = "web.sight.reading";
    });
    own.value = board.name;
    asked.value = NOWHERE;
    go(`/sight?board=${board.board}`);
    await showBoard(board.board);
  } catch (error) {
    wrong.value = error;
  } finally {
    loading.value = "";
  }
}

/** The game that somebody is playing in VASL, as his side knows it. */
export async function readSave(file: File, battle = false): Promise<void> {
  try {
    await openSave(file, async (game) => {
      own.value = game.boards;
      asked.value = NOWHERE;
      notes.value = game;
      const name = game.situation.board.replaceAll(" / ", ";");
      go(`/sight?board=${encodeURIComponent(name)}`);
      await showBoard(name);
      await bring(game.situation);
      battleWanted.value = battle;
    });
  } catch (error) {
    tellError(error);
  }
}

export async function readSituation(file: File): Promise<void> {
  try {
    const given = await send<Situation>("/api/tools/situation/read", file, () => undefined);
    const known = boards.peek().includes(given.board);
    const same = shown.peek()?.name === given.board.replace(/^bd/, "");
    if (!known && !same) {
      tell("web.sight.wants_board", [["board", given.board]]);
      return;
    }
    await bring(given);
  } catch (error) {
    tellError(error);
  }
}

/** A file for the reader to keep. */
export function download(name: string, data: unknown): void {
  const text = JSON.stringify(data, null, 1);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

export function saveSituation(): void {
  const name = board.peek().startsWith("up-") ? (shown.peek()?.name ?? "") : board.peek();
  download("situation.json", plain({ ...situation.peek(), board: name }));
}

/** Without what is at its usual value: a file that a person can read. */
function plain(given: Situation): unknown {
  const rid = (one: object) =>
    Object.fromEntries(
      Object.entries(one).filter(
        ([key, value]) =>
          !(value === false || value === null || value === "" || (key === "level" && !value)),
      ),
    );
  return { ...given, units: given.units.map(rid), markers: given.markers.map(rid) };
}
