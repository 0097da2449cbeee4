// Beginning a table, and sitting down at one: the same for every game.
import type { TableBegun } from "../api/types";
import { callMe } from "./account";
import { call } from "./api";
import { go } from "./router";
import { keepTable } from "./storage";
import { t } from "./words";

export interface SeatWish {
  who: "me" | "bot" | "open";
  name?: string;
  level?: string;
  typed?: boolean;
}

export interface NewTable {
  game: string;
  scenario: string;
  /** A scenario that the players wrote themselves; `scenario` is then only its name. */
  written?: unknown;
  seats: Record<string, SeatWish>;
  /** Rules that the players agreed on, where they differ from what the scenario says. */
  options?: Record<string, boolean>;
  open?: boolean;
  /** Whether bots say what they are after. */
  telling?: boolean;
  /** Seconds that a bot may think in a player turn; else what its level is used to. */
  thinking?: number;
  /** Whether people who play each other may ask the bot for hints. */
  hints?: boolean;
  /** What else to do with the new table, before going there. */
  begun?: (id: string) => void;
}

/** One's own part of the seal on the dice: given after the hash of the server's secret was seen. */
export const seatWord = (): string => crypto.getRandomValues(new Uint32Array(2)).join("");

export const nowInSeconds = (): number => Math.floor(Date.now() / 1000);

/** What one is called at the table; a name that was typed is remembered. */
export function calledAs(typed: string): string {
  const name = typed.trim();
  if (name) callMe(name);
  return name || t("web.guest");
}

/** Make the table, keep its private seats in this browser, and go there. */
export async function beginTable(wish: NewTable, called: string) {
  const { game, scenario, written, seats, options, open, telling, thinking, hints } = wish;
  const begun = await call<TableBegun>("/api/tables", {
    body: {
      game,
      ...(written ? { written } : { scenario }),
      seats,
      options: options ?? {},
      name: called,
      title: called,
      open: open ?? false,
      telling: telling ?? false,
      ...(thinking ? { thinking } : {}),
      hints: hints ?? false,
    },
  });
  keepTable({
    id: begun.id,
    game,
    scenario,
    title: called,
    tokens: begun.tokens,
    at: nowInSeconds(),
  });
  wish.begun?.(begun.id);
  go(`/table/${begun.id}`);
}
