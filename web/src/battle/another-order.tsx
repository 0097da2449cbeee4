// Orders that no button gives: chosen by their verb, then typed on, with the form they have.
import { useState } from "preact/hooks";
import { t } from "../core/words";
import { Choice } from "./choice";
import type { BattleStore } from "./store";
import type { Piece } from "./types";

/** What a piece may be told beside what the engine lists, and what is done to the board. */
const VERBS: Record<Piece["piece"], readonly string[]> = {
  men: ["board", "alight", "assault", "give"],
  vehicle: ["turn", "pivot", "overrun"],
  gun: ["turn", "push", "hook", "unhook", "load", "unload", "limber", "unlimber", "assemble"],
  sw: ["assault"],
  dummy: [],
};
const ANYWHERE = ["drift", "mark"] as const;

export function AnotherOrder({ store }: { store: BattleStore }) {
  const [verb, setVerb] = useState("");
  const [text, setText] = useState("");
  const piece = store.piece(store.selected.value);
  const own = piece && piece.side === store.seat ? VERBS[piece.piece] : [];
  const begin = (chosen: string) => {
    const unit = own.includes(chosen) ? ` ${piece!.id}` : "";
    setVerb(chosen);
    setText(chosen && `${t(`battle.verb.${chosen}`)}${unit} `);
  };
  return (
    <form
      class="stack"
      data-test="another-order"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim()) store.do(text.trim()).then((done) => done && begin(""));
      }}
    >
      <Choice
        label={t("web.battle.hand.another")}
        value={verb}
        options={[...own, ...ANYWHERE].map((one) => [one, t(`battle.verb.${one}`)])}
        onChange={begin}
      />
      {verb && (
        <>
          <code class="small">{t(`battle.form.${verb}`)}</code>
          <div class="row">
            <input
              class="input grow"
              spellcheck={false}
              autocapitalize="off"
              autocomplete="off"
              maxLength={200}
              aria-label={t("web.command.label")}
              value={text}
              onInput={(event) => setText(event.currentTarget.value)}
            />
            <button type="submit" class="button small" disabled={store.busy.value}>
              {t("web.command.do")}
            </button>
          </div>
        </>
      )}
    </form>
  );
}
