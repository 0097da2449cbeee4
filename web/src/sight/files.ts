// Situation files and board files, in and out.
import type { OpenedBattle } from "../api/types";
import { call, Refused } from "../core/api";
import { beginTable, calledAs } from "../core/begin";
import { go } from "../core/router";
import { lang, named } from "../core/words";
import { tell, tellError, tellText } from "../parts/toast";
import {
  asked,
  board,
  boards,
  bring,
  loading,
  NOWHERE,
  own,
  placed,
  showBoard,
  shown,
  situation,
  wrong,
} from "./store";
import type { Situation } from "./types";

/** Send a file as it is; `onPart` hears how much of it has gone. */
export function send<T>(path: string, file: Blob, onPart: (part: number) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", path);
    request.setRequestHeader("x-hexfire", "1");
    request.setRequestHeader("accept-language", lang.peek());
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onPart(event.loaded / event.total);
    };
    request.onerror = () => reject(new Refused("", null, { key: "web.offline" }, 0));
    request.onload = () => {
      let data: Record<string, unknown> | null = null;
      try {
        data = JSON.parse(request.responseText);
      } catch {
        // Not JSON: said below with the status alone.
      }
      if (request.status < 300 && data) {
        resolve(data as T);
        return;
      }
      const key = request.status === 413 ? "web.sight.file_too_large" : null;
      const said = (data?.message as Refused["said"]) ?? (key ? { key } : null);
      const sentence = String(data?.error ?? request.status);
      reject(new Refused(sentence, (data?.refused as string) ?? null, said, request.status));
    };
    request.send(file);
  });
}

/** Whatever is dropped on the page: a situation, or a board. */
export async function receive(file: File): Promise<void> {
  if (/\.(toml|json)$/i.test(file.name)) await readSituation(file);
  else await readBoard(file);
}

export async function readBoard(file: File): Promise<void> {
  wrong.value = null;
  loading.value = "web.sight.sending";
  try {
    const name = encodeURIComponent(file.name);
    const found = await send<{ board: string; name: string }>(
      `/api/tools/boards?name=${name}`,
      file,
      (part) => {
        if (part >= 1) loading.value = "web.sight.reading";
      },
    );
    own.value = found.name;
    asked.value = NOWHERE;
    go(`/sight?board=${found.board}`);
    await showBoard(found.board);
  } catch (error) {
    wrong.value = error;
  } finally {
    loading.value = "";
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

/** The same situation as a battle, both sides at this screen. */
export async function fight(): Promise<void> {
  try {
    const empty = { board: board.peek(), situation: situation.peek(), events: [] };
    const body = placed() ?? empty;
    const found = await call<OpenedBattle>("/api/tools/situation/battle", { body });
    for (const told of found.told.slice(0, 3)) tellText(named(told));
    const seats = Object.fromEntries(
      found.seats.map((seat) => [seat, { who: "me" as const, name: seat }]),
    );
    const written = { data: found.data };
    await beginTable({ game: "battle", scenario: board.peek(), written, seats }, calledAs(""));
  } catch (error) {
    wrong.value = error;
  }
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
