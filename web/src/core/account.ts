import { signal } from "@preact/signals";
import type { Account } from "../api/types";
import { call } from "./api";
import { remember, remembered } from "./storage";

export const account = signal<Account | null>(null);

/** What one is called at a table: of the account, or what one typed last. */
export const playerName = signal<string>(remembered<string>("name") ?? "");

export function callMe(name: string): void {
  playerName.value = name;
  remember("name", name);
}

export async function loadAccount(): Promise<void> {
  try {
    account.value = await call<Account | null>("/api/me");
    if (account.value && !playerName.value) playerName.value = account.value.name;
  } catch {
    account.value = null;
  }
}
