// Typed orders, in the same words as the command line; both languages are read.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { spoken, t } from "../core/words";

interface Props {
  game: "folio" | "battle";
  legal: string[];
  onDo: (text: string) => Promise<boolean>;
  onClose: () => void;
}

export function CommandLine({ game, legal, onDo, onClose }: Props) {
  const [text, setText] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const fitting = useMemo(() => {
    const wanted = text.trim().toLowerCase();
    const begins = (order: string) => order.toLowerCase().startsWith(wanted);
    return legal
      .filter((order) => begins(order) || begins(spoken(game, order)))
      .slice(0, 7)
      .map((order) => (begins(spoken(game, order)) ? spoken(game, order) : order));
  }, [text, legal, game]);
  return (
    <form
      class="command"
      onSubmit={async (event) => {
        event.preventDefault();
        // As it stands in the field: a quick hand is ahead of what was drawn last.
        const typed = field.current!.value;
        const done = await onDo(typed.trim());
        if (done) setText((now) => (now === typed ? "" : now)); // what was typed meanwhile stays
        field.current?.focus();
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
        if (event.key === "Tab" && fitting[0] && text && fitting[0] !== text) {
          event.preventDefault();
          setText(fitting[0]);
        }
      }}
    >
      <ul aria-label={t("web.command.fitting")}>
        {fitting.map((one) => (
          <li key={one}>
            <button type="button" onClick={() => setText(one)}>
              {one}
            </button>
          </li>
        ))}
      </ul>
      <div class="row">
        <input
          ref={field}
          class="input grow"
          spellcheck={false}
          autocapitalize="off"
          autocomplete="off"
          maxLength={200}
          aria-label={t("web.command.label")}
          placeholder={t(`web.command.example.${game}`)}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <button type="submit" class="button primary">
          {t("web.command.do")}
        </button>
        <button type="button" class="button quiet" onClick={onClose}>
          {t("web.close")}
        </button>
      </div>
    </form>
  );
}
