// One live connection to a table: frames come by themselves, requests get replies, and after a cut
// the connection comes back and resumes with a whole frame.
import { type Signal, signal } from "@preact/signals";
import type * as api from "../api/types";
import { Refused } from "./api";
import { pauseAfter } from "./pause";
import type { Message } from "./words";
import { lang } from "./words";

export type {
  ChatLine,
  LogEntry as LogLine,
  Outcome,
  SeatedPerson as Person,
} from "../api/types";

/** Dice, a pile or a decision that is waited for. */
export type RollRequest = NonNullable<api.Frame["roll"]>;

export interface Intent {
  seat: string;
  message: Message;
}

type Playing = Required<
  Pick<
    api.Frame,
    "now" | "last" | "to_act" | "outcome" | "since" | "log" | "legal" | "roll" | "rolling" | "undo"
  >
>;

/** The frame of a table that is played at. */
export type Frame<View> = Omit<api.Frame, keyof Playing | "view"> & Playing & { view: View };

export type Link = "connecting" | "open" | "lost" | "refused";

interface Reply {
  ok?: boolean;
  error?: string;
  refused?: string | null;
  message?: Message;
  need?: RollRequest;
  answer?: unknown;
  now?: number;
  frame?: unknown;
}

/** The server closes so when there is no such table. */
const REFUSED = 4400;
const PATIENCE = 12_000;
/** Some questions take long to work out. */
const LONG = 60_000;

export class Live<View> {
  readonly frame: Signal<Frame<View> | null> = signal(null);
  readonly chat: Signal<api.ChatLine[]> = signal([]);
  readonly link: Signal<Link> = signal("connecting");
  /** What a bot said last of what it is after. */
  readonly intent: Signal<Intent | null> = signal(null);
  /** Why nothing can be played just now: the server cannot save. */
  readonly trouble: Signal<Message | null> = signal(null);

  private socket: WebSocket | null = null;
  private waiting = new Map<number, { yes: (reply: Reply) => void; no: (e: Error) => void }>();
  private next = 1;
  private tries = 0;
  private closed = false;
  private timer = 0;

  constructor(
    readonly id: string,
    private tokens: string[],
    private name: string,
  ) {
    this.connect();
    addEventListener("online", this.again);
    addEventListener("offline", this.cut);
  }

  /** Begin anew with these seats (after taking one). */
  hold(tokens: string[]): void {
    this.tokens = tokens;
    this.tries = 0;
    this.drop(this.socket);
    this.connect();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.again);
    removeEventListener("offline", this.cut);
    this.drop(this.socket);
  }

  private again = (): void => {
    if (this.link.peek() === "lost") this.connect();
  };

  private cut = (): void => this.lost(this.socket);

  /** Done with a connection, whether or not the other end still hears us. */
  private drop(socket: WebSocket | null): void {
    if (!socket || this.socket !== socket) return;
    this.socket = null;
    socket.close();
    for (const { no } of this.waiting.values()) {
      no(new Refused("", null, { key: "web.connection_lost" }, 0));
    }
    this.waiting.clear();
  }

  /** The connection is gone: try again, each time a little later. */
  private lost(socket: WebSocket | null): void {
    if (this.closed || !socket || this.socket !== socket) return;
    this.drop(socket);
    this.link.value = this.frame.peek() ? "lost" : "connecting";
    this.tries += 1;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.connect(), pauseAfter(this.tries));
  }

  private connect(): void {
    clearTimeout(this.timer);
    if (this.closed) return;
    this.drop(this.socket);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.id}/live`);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    // So long for the line to open, and as long again for the first that is said on it.
    let patience = setTimeout(() => this.lost(socket), PATIENCE);
    socket.onopen = () => {
      clearTimeout(patience);
      patience = setTimeout(() => this.lost(socket), PATIENCE);
      socket.send(
        JSON.stringify({ tokens: this.tokens, lang: lang.peek(), name: this.name || "?" }),
      );
    };
    socket.onmessage = (event) => {
      clearTimeout(patience);
      if (this.socket !== socket) return;
      const text =
        typeof event.data === "string" ? event.data : new TextDecoder().decode(event.data);
      this.take(JSON.parse(text));
    };
    socket.onclose = (event) => {
      clearTimeout(patience);
      if (event.code === REFUSED && this.socket === socket) {
        this.drop(socket);
        this.link.value = "refused";
      } else this.lost(socket);
    };
  }

  private take(message: Record<string, unknown>): void {
    switch (message.type) {
      case "frame":
        this.tries = 0;
        this.link.value = "open";
        this.trouble.value = null;
        this.takeFrame(message as unknown as Frame<View>);
        break;
      case "chat": {
        const known = new Set(this.chat.peek().map((line) => line.n));
        const lines = (message.lines as api.ChatLine[]).filter((line) => !known.has(line.n));
        if (lines.length) this.chat.value = [...this.chat.peek(), ...lines];
        break;
      }
      case "intent":
        this.intent.value = message as unknown as Intent;
        break;
      case "reply": {
        const waiting = this.waiting.get(message.id as number);
        this.waiting.delete(message.id as number);
        waiting?.yes(message as Reply);
        break;
      }
      case "storage":
      case "error":
        this.trouble.value = message.ok ? null : ((message.message as Message | null) ?? null);
        break;
    }
  }

  private takeFrame(fresh: Frame<View>): void {
    const old = this.frame.peek();
    const since = fresh.since ?? null;
    if (old && since !== null) {
      const news = fresh.log.filter((line) => line.n > since);
      fresh.log = [...old.log.filter((line) => line.n <= since), ...news];
      // What we have beyond that position is told again, not once more.
      fresh.path = [...(old.path ?? []).filter((n) => n <= since), fresh.now];
      fresh.commitment = old.commitment;
      fresh.taken_back = old.taken_back;
    }
    this.frame.value = fresh;
  }

  /** Send a request and wait for its reply; a refusal is thrown. */
  async send(request: Record<string, unknown>, longest = PATIENCE): Promise<Reply> {
    const socket = this.socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) {
      throw new Refused("", null, { key: "web.connection_lost" }, 0);
    }
    const id = this.next++;
    // A line can be dead without having been cut: who gets no answer begins anew.
    const patience = setTimeout(() => this.lost(socket), longest);
    const reply = await new Promise<Reply>((yes, no) => {
      this.waiting.set(id, { yes, no });
      socket.send(JSON.stringify({ ...request, id, lang: lang.peek() }));
    }).finally(() => clearTimeout(patience));
    if (reply.error && !reply.need) {
      throw new Refused(reply.error, reply.refused ?? null, reply.message ?? null, 422);
    }
    return reply;
  }

  async ask<T>(question: Record<string, unknown>, seat = "", at?: number): Promise<T> {
    const more = at === undefined ? {} : { at };
    return (await this.send({ ask: question, seat, ...more }, LONG)).answer as T;
  }

  async at(position: number, seat = ""): Promise<Frame<View>> {
    return (await this.send({ at: position, seat })).frame as Frame<View>;
  }
}
