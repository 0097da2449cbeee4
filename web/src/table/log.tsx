import { useEffect, useRef, useState } from "preact/hooks";
import type { ChatLine, LogLine } from "../core/live";
import { say, t } from "../core/words";
import { Cite } from "../parts/rule";
import { FallenDice, facesOf } from "./dice";

interface LogProps {
  log: LogLine[];
  takenBack: LogLine[];
  at: number | null;
  onGo: (n: number) => void;
}

/** The log in order; what was taken back lies between, folded. */
function entries(log: LogLine[], takenBack: LogLine[]): (LogLine | LogLine[])[] {
  const first = log[0]?.n ?? 0;
  const gone = new Set(takenBack);
  const all = [...log, ...takenBack.filter((line) => line.n >= first)].sort((a, b) => a.n - b.n);
  const groups: (LogLine | LogLine[])[] = [];
  for (const line of all) {
    const last = groups[groups.length - 1];
    if (!gone.has(line)) groups.push(line);
    else if (Array.isArray(last)) last.push(line);
    else groups.push([line]);
  }
  return groups;
}

export function LogView({ log, takenBack, at, onGo }: LogProps) {
  const end = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (at === null) end.current?.scrollIntoView({ block: "nearest" });
  }, [log.length, at]);
  if (!log.length) return <p class="empty">{t("web.log.empty")}</p>;
  return (
    <ol class="log" aria-label={t("web.log.label")}>
      {entries(log, takenBack).map((entry, i) => {
        if (Array.isArray(entry)) return <TakenBack key={`taken-${entry[0]!.n}`} lines={entry} />;
        const line = entry;
        const what = line.data?.what;
        const head = what === "turn" || what === "phase" || what === "over";
        return (
          <li
            key={`${line.n}-${i}`}
            ref={line === log[log.length - 1] ? end : undefined}
            class={`${head ? "head" : ""} ${at === line.n ? "here" : ""}`}
          >
            <button
              type="button"
              class="log-line"
              onClick={() => onGo(line.n)}
              title={t("web.log.go")}
            >
              <FallenDice faces={facesOf(line)} small />
              {say(line.message)}
            </button>
            <Cite rule={line.rule} />
          </li>
        );
      })}
    </ol>
  );
}

function TakenBack({ lines }: { lines: LogLine[] }) {
  const count = new Set(lines.map((line) => line.n)).size;
  return (
    <li class="taken-back">
      <details>
        <summary>{t("web.log.taken_back", { count })}</summary>
        <ul>
          {lines.map((line, i) => (
            <li key={i}>{say(line.message)}</li>
          ))}
        </ul>
      </details>
    </li>
  );
}

export function Chat({ lines, onSay }: { lines: ChatLine[]; onSay: (text: string) => void }) {
  const [text, setText] = useState("");
  const box = useRef<HTMLElement>(null);
  // What was said last is in sight, when somebody comes to read it and when it is said.
  useEffect(() => {
    if (lines.length) box.current?.scrollIntoView({ block: "nearest" });
  }, [lines.length]);
  return (
    <section class="chat" ref={box} aria-label={t("web.chat.label")}>
      <ul>
        {lines.slice(-60).map((line) => (
          <li key={line.n}>
            <b>{line.name}</b> {line.text}
          </li>
        ))}
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim()) onSay(text.trim());
          setText("");
        }}
      >
        <input
          class="input"
          aria-label={t("web.chat.say")}
          placeholder={t("web.chat.say")}
          maxLength={500}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </form>
    </section>
  );
}
