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
