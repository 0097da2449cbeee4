// A value of the exclusive rules is put in its place.
import { withData } from "./edits";
import { exclusiveOf, isTable, type Table } from "./exclusive";
import { change } from "./store";

export type Path = readonly (string | number)[];

/** A value at a place of the exclusive rules; undefined takes it away, and what is left empty. */
function setIn(value: unknown, path: Path, now: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return now;
  if (typeof step === "number") {
    const items = Array.isArray(value) ? [...value] : [];
    if (!rest.length && now === undefined) items.splice(step, 1);
    else items[step] = setIn(items[step], rest, now);
    return items.length ? items : undefined;
  }
  const table: Table = isTable(value) ? { ...value } : {};
  const inner = setIn(table[step], rest, now);
  if (inner === undefined) delete table[step];
  else table[step] = inner;
  return Object.keys(table).length ? table : undefined;
}

export function put(path: Path, now: unknown, run = ""): void {
  change(
    (d) => withData(d, { exclusive: setIn(exclusiveOf(d.data), path, now) }),
    run && `rule ${path.join(" ")}`,
  );
}
