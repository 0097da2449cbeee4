// Typed orders, in the same words as the command line and the log.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { t } from "../core/words";

interface Props {
  legal: string[];
  onDo: (text: string) => Promise<boolean>;
  onClose: () => void;
}

export function CommandLine({ legal, onDo, onClose }: Props) {
  const [text, setText] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const fitting = useMemo(() => {
    const wanted = text.trim().toLowerCase();
    return legal.filter((one) => one.toLowerCase().startsWith(wanted)).slice(0, 7);
  }, [text, legal]);
  return (
    <form
      class="command"
      onSubmit={async (event) => {
        event.preventDefault();
        const done = await onDo(text.trim());
        if (done) setText((now) => (now === text ? "" : now)); // what was typed meanwhile stays
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
          placeholder={t("web.command.example")}
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
