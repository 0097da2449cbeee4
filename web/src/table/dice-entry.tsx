// Real dice: the roll that is asked for, and its faces; chits and decisions are chosen by name.
import { useState } from "preact/hooks";
import { has, t } from "../core/words";
import { Cite } from "../parts/rule";
import { tellError } from "../parts/toast";
import { namesOf, othersRoll, wantedOf } from "./rolls";
import type { TableStore } from "./store";

export function DiceEntry({ store }: { store: TableStore }) {
  const request = store.live.frame.value?.roll;
  const [text, setText] = useState("");
  if (!request) return null;
  const mine = store.held.includes(store.live.frame.value?.rolling ?? "");
  if (!mine) return <p class="notice">{t(othersRoll(request))}</p>;
  const { count, low, high } = wantedOf(request);
  const faces = text
    .trim()
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number);
  const answer = (given: number[]) =>
    store.live
      .send({ answer: given, seat: store.live.frame.peek()?.rolling })
      // What was typed meanwhile stays.
      .then(() => setText((now) => (now === text ? "" : now)))
      .catch(tellError);
  const names = namesOf(request);
  if (names)
    return (
      <section class="panel stack">
        <p>
          {t(`web.dice.${request.type}`)} <Cite rule={request.rule} />
        </p>
        <p class="row">
          {names.map((name, i) => (
            <button type="button" key={name} class="button small" onClick={() => answer([i])}>
              {has(`web.dice.chit.${name}`) ? t(`web.dice.chit.${name}`) : name}
            </button>
          ))}
        </p>
      </section>
    );
  return (
    <form
      class="panel stack"
      onSubmit={(event) => {
        event.preventDefault();
        answer(faces);
      }}
    >
      <label class="field">
        <span>
          {t("web.dice.type", { count, low, high })} <Cite rule={request.rule} />
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
        disabled={faces.length !== count || faces.some((face) => !(face >= low && face <= high))}
      >
        {t("web.dice.enter")}
      </button>
    </form>
  );
}
