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
    return await new Promise<T>((resolve, reject) => {
      const whole = base.transaction(store, mode);
      const request = what(whole.objectStore(store));
      whole.oncomplete = () => resolve(request.result as T);
      whole.onabort = () => reject(whole.error);
    }).finally(() => base.close());
  } catch {
    return null; // Private windows may refuse: then it lasts as long as the page.
  }
}

/** Writes one after another: what came last while one was on its way is written next; what came between is not. */
export function inTurn<T extends { id: string }>(write: (one: T) => Promise<unknown>) {
  const waiting = new Map<string, T>();
  let writing: Promise<boolean> | null = null;
  const writeWaiting = async () => {
    let kept = true;
    for (const [id, one] of waiting) {
      waiting.delete(id);
      kept = (await write(one)) !== null && kept;
    }
    return kept;
  };
  return {
    /** Whether it is kept, when all is written. */
    keep(one: T): Promise<boolean> {
      waiting.set(one.id, one);
      writing ??= writeWaiting().finally(() => {
        writing = null;
      });
      return writing;
    },
    async forget(id: string): Promise<void> {
      waiting.delete(id);
      await writing;
    },
  };
}

const drafts = inTurn<KeptDraft>((kept) => ask("drafts", "readwrite", (s) => s.put(kept)));
/** A picture is kept as its bytes: a reference to a file may be lost with the page that had it. */
const scans = inTurn<KeptScan>(async ({ picture, ...rest }) => {
  const bytes = await picture.arrayBuffer();
  return ask("scans", "readwrite", (s) => s.put({ ...rest, bytes, type: picture.type }));
});

export const keepDraft = drafts.keep;
export const keepScan = scans.keep;
export const keptDraft = (id: string) => ask<KeptDraft>("drafts", "readonly", (s) => s.get(id));

export async function keptDrafts(): Promise<KeptDraft[]> {
  const all = (await ask<KeptDraft[]>("drafts", "readonly", (s) => s.getAll())) ?? [];
  return all.sort((a, b) => b.at - a.at);
}

export async function forgetDraft(id: string): Promise<void> {
  await drafts.forget(id);
  await ask("drafts", "readwrite", (s) => s.delete(id));
}

export async function forgetScan(id: string): Promise<void> {
  await scans.forget(id);
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
