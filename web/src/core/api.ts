// The server's HTTP side. A refusal comes back as one sentence with its rule.
import type { ScenarioCard } from "../api/types";
import type { Message } from "./words";
import { lang } from "./words";

export class Refused extends Error {
  constructor(
    readonly sentence: string,
    readonly rule: string | null,
    readonly said: Message | null,
    readonly status: number,
  ) {
    super(sentence);
  }
}

interface Call {
  method?: string;
  body?: unknown;
  /** A file as it is, instead of a body in JSON. */
  raw?: Blob;
  tokens?: string[];
  /** Calls it off. */
  signal?: AbortSignal;
}

/** Send a request; a refusal is thrown. */
export async function send(
  path: string,
  { method, body, raw, tokens, signal }: Call = {},
): Promise<Response> {
  const headers: Record<string, string> = { "x-hexfire": "1", "accept-language": lang.value };
  if (body !== undefined) headers["content-type"] = "application/json";
  if (tokens?.length) headers.authorization = `Seat ${tokens.join(" ")}`;
  const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  let answer: Response;
  try {
    answer = await fetch(path, {
      method: method ?? (sent === undefined ? "GET" : "POST"),
      headers,
      body: sent,
      signal,
    });
  } catch {
    throw new Refused("", null, { key: "web.offline" }, 0);
  }
  if (!answer.ok) {
    const data = await answer.json().catch(() => null);
    throw new Refused(
      data?.error ?? `${answer.status}`,
      data?.refused ?? null,
      data?.message ?? null,
      answer.status,
    );
  }
  return answer;
}

export async function call<T>(path: string, request: Call = {}): Promise<T> {
  return (await (await send(path, request)).json().catch(() => null)) as T;
}

export type {
  OptionalCard as OptionalRule,
  Part,
  Rule,
  ScenarioCard,
  SeatInfo,
  TableListing as Listing,
  TableRow,
} from "../api/types";

export type Games = Record<string, ScenarioCard[]>;

let games: Promise<Games> | null = null;

export function loadGames(): Promise<Games> {
  games ??= call<Games>("/api/games").catch((error) => {
    games = null;
    throw error;
  });
  return games;
}
