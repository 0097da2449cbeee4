// What the bot would do in one's place, and why; asked for by a button, for one's own eyes.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Hint } from "../api/types";
import { type Message, say, t, together } from "../core/words";
import { Icon } from "../parts/icon";
import { tellError } from "../parts/toast";
import { calledAt } from "../table/say";
import { assistAt } from "./assist";
import type { FolioStore } from "./store";

interface Given {
  /** The position it was asked for: it holds for no other. */
  now: number;
  hint: Hint | null;
}

export function Advice({ store }: { store: FolioStore }) {
  const [given, setGiven] = useState<Given | null>(null);
  const shown = useRef<HTMLElement>(null);
  // The panel may have been scrolled: what was asked for must be in sight.
  useEffect(() => shown.current?.scrollIntoView({ block: "nearest" }), [given]);
  const now = store.frame.value.now;
  if (!store.live.frame.value?.hints) return null;
  if (!store.mine.value || assistAt(store.board) === "off" || store.lesson.step.value) return null;
  const ask = async () => {
    setGiven({ now, hint: null });
    try {
      const hint = await store.live.ask<Hint>({ hint: true }, store.seat);
      setGiven((old) => (old?.now === now ? { now, hint } : old));
    } catch (error) {
      setGiven(null);
      tellError(error);
    }
  };
  if (given?.now !== now) {
    return (
      <div>
        <button type="button" class="button small advice-ask" onClick={ask}>
          {t("web.advice.ask")}
        </button>
      </div>
    );
  }
  const { hint } = given;
  return (
    <aside class="hint advice" aria-live="polite" ref={shown}>
      {hint ? (
        <div>
          <b>{t("web.advice.would")}</b>
          <p>{together(hint.told.map((one) => say(one as Message))) || hint.actions.join(" · ")}</p>
          <p class="small">{say(hint.why as Message)}</p>
        </div>
      ) : (
        <p>
          <span class="spinner" aria-hidden="true" /> {t("web.advice.busy")}
        </p>
      )}
      <button
        type="button"
        class="icon-button"
        aria-label={t("web.advice.close")}
        title={t("web.advice.close")}
        onClick={() => setGiven(null)}
      >
        <Icon name="close" />
      </button>
    </aside>
  );
}

/** What a bot said it is after, while it acts and until one acts oneself. */
export function BotSays({ store }: { store: FolioStore }) {
  const said = store.live.intent.value;
  if (!said || store.past.value || store.frame.value.outcome) return null;
  const person = store.frame.value.seats[said.seat];
  return (
    <p class="bot-says small" role="status">
      {t("web.bot.says", { name: calledAt(person), why: say(said.message) })}
    </p>
  );
}
