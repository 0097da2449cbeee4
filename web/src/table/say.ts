// How sides and people at a table are called.
import type { Person } from "../core/live";
import { named, t } from "../core/words";
import type { Sides } from "./store";

export function sideName(board: Sides, seat: string | null): string {
  const side = board.sides.find((one) => one.id === seat);
  return side ? named(side.name) : (seat ?? "");
}

/** What somebody at the table is called; a bot by its level. */
export function calledAt(person: Person | undefined): string {
  if (!person) return "?";
  return person.kind === "bot"
    ? t("web.bot", { level: `@web.level.${person.level}` })
    : person.name;
}

/** A side and who plays it; the side alone if he is called as the side is. */
export function sitsAt(board: Sides, seat: string, person: Person | undefined): string {
  const side = sideName(board, seat);
  const names = board.sides.find((one) => one.id === seat)?.name ?? {};
  const called = calledAt(person);
  if (Object.values(names).includes(called)) return side;
  return t("core.pair", { label: side, value: called });
}
