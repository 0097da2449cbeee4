// The board of a table: whatever never changes. Nothing can be shown before it is there, so it is
// asked for until it comes.
import { useEffect, useState } from "preact/hooks";
import { call, Refused } from "../core/api";
import { pauseAfter } from "../core/pause";
import { tellError } from "../parts/toast";

/** A server that is away or busy may answer later; what is refused stays refused. */
const mayComeYet = (error: unknown): boolean =>
  error instanceof Refused && (error.status === 0 || error.status === 429 || error.status >= 500);

/** `dress` makes of what was fetched what the table shows. */
export function useBoard<Fetched, Shown>(
  id: string,
  wanted: boolean,
  dress: (fetched: Fetched) => Shown,
): Shown | null {
  const [board, setBoard] = useState<{ of: string; shown: Shown } | null>(null);
  useEffect(() => {
    if (!wanted) return;
    let timer = 0;
    let gone = false;
    const ask = async (tries: number): Promise<void> => {
      try {
        const fetched = await call<Fetched>(`/api/tables/${id}/board`);
        if (!gone) setBoard({ of: id, shown: dress(fetched) });
      } catch (error) {
        if (gone) return;
        if (tries === 1) tellError(error);
        if (mayComeYet(error)) timer = window.setTimeout(() => ask(tries + 1), pauseAfter(tries));
      }
    };
    ask(1);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [id, wanted]);
  return board?.of === id ? board.shown : null;
}
