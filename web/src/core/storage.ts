// What this browser remembers: language, theme, one's name, the seats one holds.

export function remembered<T>(name: string): T | null {
  try {
    const text = localStorage.getItem(`hexfire.${name}`);
    if (text === null) return null;
    return name === "lang" || name === "theme" ? (text as T) : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

export function remember(name: string, value: unknown): void {
  try {
    const text = typeof value === "string" && (name === "lang" || name === "theme");
    localStorage.setItem(`hexfire.${name}`, text ? (value as string) : JSON.stringify(value));
  } catch {
    // Private windows may refuse: then it lasts as long as the page.
  }
}

export interface KeptTable {
  id: string;
  game: string;
  scenario: string;
  title: string;
  tokens: Record<string, string>;
  at: number;
}

export function keptTables(): KeptTable[] {
  const kept = remembered<KeptTable[]>("tables");
  return Array.isArray(kept) ? kept : [];
}

export function keepTable(table: KeptTable): void {
  const old = keptTables().find((one) => one.id === table.id);
  const tokens = { ...old?.tokens, ...table.tokens };
  const others = keptTables().filter((one) => one.id !== table.id);
  remember("tables", [{ ...old, ...table, tokens }, ...others].slice(0, 40));
}

export function forgetTable(id: string): void {
  remember(
    "tables",
    keptTables().filter((one) => one.id !== id),
  );
}
