import { useEffect, useRef, useState } from "preact/hooks";
import type { ChatLine, LogLine } from "../core/live";
import { say, t } from "../core/words";
import { Cite } from "../parts/rule";

interface LogProps {
  log: LogLine[];
  at: number | null;
  onGo: (n: number) => void;
}

export function LogView({ log, at, onGo }: LogProps) {
  const end = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (at === null) end.current?.scrollIntoView({ block: "nearest" });
  }, [log.length, at]);
  if (!log.length) return <p class="empty">{t("web.log.empty")}</p>;
  return (
    <ol class="log" aria-label={t("web.log.label")}>
      {log.map((line, i) => {
        const what = line.data?.what;
        const head = what === "turn" || what === "phase" || what === "over";
        return (
          <li
            key={`${line.n}-${i}`}
            ref={i === log.length - 1 ? end : undefined}
            class={`${head ? "head" : ""} ${at === line.n ? "here" : ""}`}
          >
            <button
              type="button"
              class="log-line"
              onClick={() => onGo(line.n)}
              title={t("web.log.go")}
            >
              {say(line.message)}
            </button>
            <Cite rule={line.rule} />
          </li>
        );
      })}
    </ol>
  );
}

export function Chat({ lines, onSay }: { lines: ChatLine[]; onSay: (text: string) => void }) {
  const [text, setText] = useState("");
  return (
    <section class="chat" aria-label={t("web.chat.label")}>
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
