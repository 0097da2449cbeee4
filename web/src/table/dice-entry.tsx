// Real dice: the roll that is asked for, and its faces.
import { useState } from "preact/hooks";
import { t } from "../core/words";
import { Cite } from "../parts/rule";
import { tellError } from "../parts/toast";
import type { TableStore } from "./store";

export function DiceEntry({ store }: { store: TableStore }) {
  const request = store.live.frame.value?.roll;
  const [text, setText] = useState("");
  if (!request) return null;
  const many = request.type === "DR" ? 2 : 1;
  const mine = store.held.includes(store.live.frame.value?.rolling ?? "");
  if (!mine) return <p class="notice">{t("web.dice.other")}</p>;
  const faces = text
    .trim()
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number);
  return (
    <form
      class="panel stack"
      onSubmit={(event) => {
        event.preventDefault();
        store.live
          .send({ answer: faces, seat: store.live.frame.peek()?.rolling })
          // What was typed meanwhile stays.
          .then(() => setText((now) => (now === text ? "" : now)))
          .catch(tellError);
      }}
    >
      <label class="field">
        <span>
          {t("web.dice.type", { count: many, sides: request.type === "dr" ? request.sides : 6 })}{" "}
          <Cite rule={request.rule} />
        </span>
        <input
          class="input num"
          inputMode="numeric"
          autocomplete="off"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <button
        type="submit"
        class="button primary"
        disabled={faces.length !== many || faces.some(Number.isNaN)}
      >
        {t("web.dice.enter")}
      </button>
    </form>
  );
}
