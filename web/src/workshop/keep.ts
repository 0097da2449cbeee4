// What this browser keeps of the workshop: drafts, and scans of one's own maps. Scans go nowhere else.
import type { Draft } from "./types";

export interface KeptDraft {
  id: string;
  at: number;
  draft: Draft;
}

/** A scan, and how it lies under the grid: x' = a x + c y + e, y' = b x + d y + f. */
export interface KeptScan {
  id: string;
  picture: Blob;
  lies: [number, number, number, number, number, number] | null;
  strength: number;
}

const STORES = ["drafts", "scans"] as const;
type Store = (typeof STORES)[number];

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("hexfire-workshop", 1);
    request.onupgradeneeded = () => {
      for (const store of STORES) request.result.createObjectStore(store, { keyPath: "id" });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function ask<T>(
  store: Store,
  mode: IDBTransactionMode,
  what: (store: IDBObjectStore) => IDBRequest,
): Promise<T | null> {
  try {
    const base = await open();
    return await new Promise((resolve, reject) => {
      const request = what(base.transaction(store, mode).objectStore(store));
      request.onsuccess = () => resolve(request.result as T);
      request.onerror = () => reject(request.error);
      request.transaction!.oncomplete = () => base.close();
    });
  } catch {
    return null; // Private windows may refuse: then it lasts as long as the page.
  }
}

export const keepDraft = (kept: KeptDraft) => ask("drafts", "readwrite", (s) => s.put(kept));
export const forgetDraft = (id: string) => ask("drafts", "readwrite", (s) => s.delete(id));
export const keptDraft = (id: string) => ask<KeptDraft>("drafts", "readonly", (s) => s.get(id));

export async function keptDrafts(): Promise<KeptDraft[]> {
  const drafts = (await ask<KeptDraft[]>("drafts", "readonly", (s) => s.getAll())) ?? [];
  return drafts.sort((a, b) => b.at - a.at);
}

let waiting: KeptScan | null = null;
let writing: Promise<void> | null = null;

/** A picture is kept as its bytes: a reference to a file may be lost with the page that had it. */
export function keepScan(kept: KeptScan): Promise<void> {
  waiting = kept;
  writing ??= keepWaiting().finally(() => {
    writing = null;
  });
  return writing;
}

/** What came last while a scan was being written is written next; what came between is not. */
async function keepWaiting(): Promise<void> {
  while (waiting) {
    const { picture, ...rest }: KeptScan = waiting;
    waiting = null;
    const bytes = await picture.arrayBuffer();
    await ask("scans", "readwrite", (s) => s.put({ ...rest, bytes, type: picture.type }));
  }
}

export async function forgetScan(id: string): Promise<void> {
  waiting = null;
  await writing;
  await ask("scans", "readwrite", (s) => s.delete(id));
}

interface StoredScan extends Omit<KeptScan, "picture"> {
  bytes?: ArrayBuffer;
  type?: string;
  /** So it was kept once. */
  picture?: Blob;
}

export async function keptScan(id: string): Promise<KeptScan | null> {
  const kept = await ask<StoredScan>("scans", "readonly", (s) => s.get(id));
  if (!kept) return null;
  const { bytes, type, picture, ...rest } = kept;
  return { ...rest, picture: picture ?? new Blob([bytes ?? ""], { type }) };
}
