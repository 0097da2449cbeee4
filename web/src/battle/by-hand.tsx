// What the rules in hand do not cover is played as with cardboard: moved, flipped, added, rolled.

import { useState } from "preact/hooks";
import { has, t } from "../core/words";
import { AnotherOrder } from "./another-order";
import { Choice } from "./choice";
import { AddCounter, AskToAllow, Remark, WeatherChange } from "./hand-forms";
import { called } from "./say";
import type { BattleStore } from "./store";

const MARKERS = ["smoke", "wp", "blaze", "flame", "roadblock", "wire", "shellholes", "rubble"];

const STATES: Record<string, [what: string, values: string[]][]> = {
  men: [
    ["broken", ["yes", "no"]],
    ["pinned", ["yes", "no"]],
    ["dm", ["yes", "no"]],
    ["wounded", ["yes", "no"]],
    ["cx", ["yes", "no"]],
    ["ti", ["yes", "no"]],
    ["veil", ["known", "concealed"]],
  ],
  vehicle: [
    ["ce", ["yes", "no"]],
    ["drive", ["stopped", "motion"]],
    ["hull", ["mobile", "bogged", "immobile"]],
    ["stunned", ["yes", "no"]],
    ["abandoned", ["yes", "no"]],
    ["wreck", ["wreck", "burning"]],
    ["veil", ["known", "concealed"]],
  ],
  gun: [
    ["limbered", ["yes", "no"]],
    ["veil", ["known", "concealed"]],
  ],
  sw: [],
  dummy: [],
};

export function ByHand({ store }: { store: BattleStore }) {
  const piece = store.piece(store.selected.value);
  const [label, setLabel] = useState("");
  const [dice, setDice] = useState(2);
  const own = piece && piece.side === store.seat;
  return (
    <details class="by-hand-box">
      <summary>{t("web.battle.hand")}</summary>
      <div class="stack">
        <p class="small muted">{t("web.battle.hand.says")}</p>
        {own && (
          <section class="stack">
            <b>{called(store, piece.id)}</b>
            <div class="row">
              <button
                type="button"
                class="button small"
                aria-pressed={store.handTo.value === `shift ${piece.id} to`}
                onClick={() => {
                  store.handTo.value = `shift ${piece.id} to`;
                }}
              >
                {t("web.battle.hand.shift")}
              </button>
              <button
                type="button"
                class="button small"
                onClick={() => store.do(`remove ${piece.id}`)}
              >
                {t("web.battle.hand.remove")}
              </button>
              <button
                type="button"
                class="button small"
                onClick={() => store.do(`remove ${piece.id} exited`)}
              >
                {t("web.battle.hand.exited")}
              </button>
            </div>
            <div class="row">
              {(STATES[piece.piece] ?? []).map(([what, values]) => (
                <Choice
                  key={what}
                  label={t(`web.battle.hand.set.${what}`)}
                  options={values.map((one) => [one, t(`web.battle.hand.value.${one}`)])}
                  onChange={(value) => store.do(`set ${piece.id} ${what}: ${value}`)}
                />
              ))}
            </div>
          </section>
        )}
        <form
          class="row"
          onSubmit={(event) => {
            event.preventDefault();
            store.do(`roll ${dice}: ${label.trim() || "–"}`);
          }}
        >
          <label class="field small">
            <span>{t("web.battle.hand.dice")}</span>
            <select
              class="input"
              value={dice}
              onChange={(event) => setDice(Number(event.currentTarget.value))}
            >
              <option value={1}>dr</option>
              <option value={2}>DR</option>
            </select>
          </label>
          <label class="field grow small">
            <span>{t("web.battle.hand.label")}</span>
            <input
              class="input"
              maxLength={80}
              value={label}
              onInput={(event) => setLabel(event.currentTarget.value)}
            />
          </label>
          <button type="submit" class="button small">
            {t("web.battle.hand.roll")}
          </button>
        </form>
        <Choice
          label={t("web.battle.hand.mark")}
          options={MARKERS.map((one) => [one, t(`battle.marker.${one}`)])}
          onChange={(value) => {
            store.handTo.value = `mark ${value} at`;
          }}
        />
        <Taken store={store} />
        <AddCounter store={store} />
        <WeatherChange store={store} />
        <Remark store={store} />
        <AskToAllow store={store} />
        {store.handTo.value && <p class="notice">{t("web.battle.hand.click")}</p>}
        <AnotherOrder store={store} />
      </div>
    </details>
  );
}

/** Counters on the ground that may be taken away. */
function Taken({ store }: { store: BattleStore }) {
  const ground = store.view.value.ground;
  if (!ground.length) return null;
  return (
    <Choice
      label={t("web.battle.hand.unmark")}
      options={ground.map(({ kind, hex }) => [
        `${kind} at ${hex}`,
        `${has(`battle.marker.${kind}`) ? t(`battle.marker.${kind}`) : kind} · ${hex}`,
      ])}
      onChange={(value) => store.do(`unmark ${value}`)}
    />
  );
}
