// More that is done by hand: a new counter, the weather, a remark, what both agree to allow.

import { useState } from "preact/hooks";
import type { Card } from "../api/types";
import { call } from "../core/api";
import { t } from "../core/words";
import { tellError } from "../parts/toast";
import { Choice } from "./choice";
import type { BattleStore } from "./store";

const WEATHER = ["clear", "rain", "gusts", "heavy_winds", "mud", "deep_snow"];

/** A counter of the catalogue, found by a few letters; then its hex is clicked. */
export function AddCounter({ store }: { store: BattleStore }) {
  const [cards, setCards] = useState<Card[] | null>(null);
  const [words, setWords] = useState("");
  const nation = store.board.sides.find((side) => side.id === store.seat)?.nation;
  const load = () => {
    if (cards) return;
    call<Card[]>("/api/tools/counters").then(setCards, tellError);
  };
  const wanted = words.trim().toLowerCase();
  const matching = wanted
    ? (cards ?? [])
        .filter((card) => `${card.name} ${card.id}`.toLowerCase().includes(wanted))
        .sort((a, b) => Number(b.nation === nation) - Number(a.nation === nation))
        .slice(0, 8)
    : [];
  return (
    <div class="stack">
      <label class="field small">
        <span>{t("web.battle.hand.add")}</span>
        <input
          class="input"
          type="search"
          value={words}
          onFocus={load}
          onInput={(event) => setWords(event.currentTarget.value)}
        />
      </label>
      {matching.length > 0 && (
        <p class="row">
          {matching.map((card) => (
            <button
              type="button"
              key={card.id}
              class="button small"
              title={card.id}
              aria-pressed={store.handTo.value === `add ${card.id} at`}
              onClick={() => {
                store.handTo.value = `add ${card.id} at`;
              }}
            >
              {card.name} <span class="muted">{card.nation}</span>
            </button>
          ))}
        </p>
      )}
    </div>
  );
}

export function WeatherChange({ store }: { store: BattleStore }) {
  return (
    <Choice
      label={t("web.battle.hand.weather")}
      options={WEATHER.map((one) => [one, t(`battle.weather.${one}`)])}
      onChange={(value) => store.do(`weather ${value}`)}
    />
  );
}

/** Ask the other side to allow what a rule refuses, this once. */
export function AskToAllow({ store }: { store: BattleStore }) {
  const [action, setAction] = useState("");
  const [reason, setReason] = useState("");
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        const what = action.trim().replaceAll(/\s+/g, "~");
        if (what && reason.trim()) store.do(`overrule ${what}: ${reason.trim()}`);
      }}
    >
      <b class="small">{t("web.battle.hand.overrule")}</b>
      <div class="row">
        <label class="field grow small">
          <span>{t("web.battle.hand.overrule.what")}</span>
          <input
            class="input"
            maxLength={120}
            placeholder="go T1 to K8 cost 3"
            value={action}
            onInput={(event) => setAction(event.currentTarget.value)}
          />
        </label>
        <label class="field grow small">
          <span>{t("web.battle.hand.overrule.why")}</span>
          <input
            class="input"
            maxLength={120}
            value={reason}
            onInput={(event) => setReason(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="button small" disabled={!action.trim() || !reason.trim()}>
          {t("web.battle.hand.overrule.ask")}
        </button>
      </div>
    </form>
  );
}

export function Remark({ store }: { store: BattleStore }) {
  const [text, setText] = useState("");
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim()) store.do(`note: ${text.trim()}`).then((done) => done && setText(""));
      }}
    >
      <label class="field grow small">
        <span>{t("web.battle.hand.note")}</span>
        <input
          class="input"
          maxLength={120}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="button small" disabled={!text.trim()}>
        {t("web.battle.hand.note.write")}
      </button>
    </form>
  );
}
