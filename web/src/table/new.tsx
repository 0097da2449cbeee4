// Beginning a table of any game: which scenario, who plays, whose dice.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { playerName } from "../core/account";
import { loadGames, type ScenarioCard } from "../core/api";
import { beginTable, calledAs, type SeatWish } from "../core/begin";
import { named, t } from "../core/words";
import { Choices, NameField, Wrong } from "../parts/fields";
import { agreed, OptionalRules } from "../parts/optional-rules";
import type { Own } from "../parts/own-scenario";
import { sentenceOf } from "../parts/toast";
import { Waiting } from "../parts/waiting";

export type Way = "bot" | "both" | "friend" | "open";
const LEVELS = ["easy", "normal", "hard"] as const;
/** How long the strongest bot may think in a player turn, in seconds; the others need no time. */
const THINKING = ["3", "10", "30"] as const;

export interface Wishes {
  way: Way;
  side: string;
  level: (typeof LEVELS)[number];
  typed: boolean;
  /** Whether a bot says what it is after. */
  telling: boolean;
  /** How long a strong bot may think. */
  thinking: (typeof THINKING)[number];
  /** Whether both may ask the bot for hints, where two people play. */
  hints: boolean;
  /** The optional rules, as far as the players have spoken of them. */
  rules: Record<string, boolean>;
}

function seatsOf(card: ScenarioCard, wishes: Wishes, called: string): Record<string, SeatWish> {
  const { way, side, level, typed } = wishes;
  const wish = (seat: string): SeatWish => {
    if (way === "both") return { who: "me", name: named(card.seats[seat]), typed };
    if (seat === side) return { who: "me", name: called, typed };
    if (way !== "bot") return { who: "open", typed };
    return { who: "bot", name: t("web.bot", { level: t(`web.level.${level}`) }), level };
  };
  return Object.fromEntries(Object.keys(card.seats).map((seat) => [seat, wish(seat)]));
}

/**
 * The scenarios of a game, the players' own among them; which is chosen, and how it is begun.
 * `apart` names one that is for its lesson only.
 */
export function useNewTable<Board>(
  game: "folio" | "battle",
  ways: readonly Way[],
  apart: string | null = null,
) {
  const [cards, setCards] = useState<ScenarioCard[] | null>(null);
  const [lesson, setLesson] = useState<ScenarioCard | null>(null);
  const [own, setOwn] = useState<Own<Board> | null>(null);
  const [chosen, setChosen] = useState<ScenarioCard | null>(null);
  const [wishes, setWishes] = useState<Wishes>({
    way: ways[0]!,
    side: "",
    level: "normal",
    typed: false,
    telling: false,
    thinking: "10",
    hints: false,
    rules: {},
  });
  const [name, setName] = useState(playerName.value);
  const [wrong, setWrong] = useState("");
  const [busy, setBusy] = useState(false);
  const put = (change: Partial<Wishes>) => setWishes((old) => ({ ...old, ...change }));
  const choose = (card: ScenarioCard) => {
    setChosen(card);
    put({ side: Object.keys(card.seats)[0] ?? "", rules: {} });
  };
  const bring = (given: Own<Board> | null) => {
    setOwn(given);
    if (given) choose(given.card);
    else if (own && chosen === own.card && cards?.[0]) choose(cards[0]);
  };
  useEffect(() => {
    loadGames().then(
      (games) => {
        const all = games[game] ?? [];
        const ours = all.filter((card) => card.name !== apart);
        setCards(ours);
        setLesson(all.find((card) => card.name === apart) ?? null);
        if (ours[0]) choose(ours[0]);
      },
      (error) => setWrong(sentenceOf(error)),
    );
  }, []);
  const begin = async (card: ScenarioCard, how = wishes, begun?: (id: string) => void) => {
    setBusy(true);
    setWrong("");
    const called = calledAs(name);
    const seats = seatsOf(card, how, called);
    try {
      const written = own?.card === card ? own.written : undefined;
      const scenario = written ? named(card.title) : card.name;
      const open = how.way === "open";
      const telling = how.way === "bot" && how.telling;
      const thinking = how.way === "bot" && how.level === "hard" ? Number(how.thinking) : undefined;
      const { hints } = how;
      const options = agreed(card.optional, how.rules);
      const bots = { telling, thinking, hints };
      await beginTable({ game, scenario, written, seats, options, open, ...bots, begun }, called);
    } catch (error) {
      setWrong(sentenceOf(error));
      setBusy(false);
    }
  };
  return {
    cards,
    lesson,
    own,
    chosen,
    choose,
    bring,
    ways,
    wishes,
    put,
    name,
    setName,
    wrong,
    busy,
    begin,
    /** Only Folio has a bot that can be asked. */
    hints: game === "folio",
  };
}

type NewTable<Board> = ReturnType<typeof useNewTable<Board>>;

/** Until the scenarios are there: a wheel, or why they cannot be had. */
export function NoScenarios({ wrong }: { wrong: string }) {
  return wrong ? (
    <main class="page narrow">
      <Wrong says={wrong} />
    </main>
  ) : (
    <Waiting />
  );
}

interface CardsProps<Board> {
  table: NewTable<Board>;
  picture?: (card: ScenarioCard) => ComponentChildren;
}

export function ScenarioCards<Board>({ table, picture }: CardsProps<Board>) {
  const { cards, own, chosen, choose } = table;
  return (
    <section aria-labelledby="new-scenario" class="new-scenario">
      <h2 id="new-scenario">{t("web.new.scenario")}</h2>
      <div class="cards">
        {[...(cards ?? []), ...(own ? [own.card] : [])].map((card) => (
          <button
            type="button"
            class="card"
            key={card === own?.card ? "" : card.name}
            aria-pressed={chosen === card}
            onClick={() => choose(card)}
          >
            {picture?.(card)}
            <span class="says">
              <b>{named(card.title)}</b>
              <span class="small">{named(card.summary)}</span>
              <span class="row">
                {card === own?.card && <span class="tag">{t("web.new.own_tag")}</span>}
                <span class="tag">{t("web.new.turns", { count: card.turns })}</span>
                <span class="tag">{t("web.new.units", { count: card.units })}</span>
              </span>
            </span>
          </button>
        ))}
      </div>
    </section>
  );
}

/** Who plays what was chosen, with whose dice; and the button that begins it. */
export function BeginPanel<Board>({ table }: { table: NewTable<Board> }) {
  const { chosen, wishes, put, name, setName, wrong, busy, begin } = table;
  if (!chosen) return null;
  return (
    <section class="panel stack" aria-labelledby="new-who">
      <h2 id="new-who">{t("web.new.who")}</h2>
      <Who card={chosen} table={table} />
      {wishes.way !== "both" && <NameField value={name} onChange={setName} />}
      <label class="check">
        <input
          type="checkbox"
          checked={wishes.typed}
          onChange={(event) => put({ typed: event.currentTarget.checked })}
        />
        <span>
          {t("web.new.typed")}
          <br />
          <span class="small muted">{t("web.new.typed_says")}</span>
        </span>
      </label>
      <OptionalRules
        rules={chosen.optional}
        chosen={wishes.rules}
        onChange={(rules) => put({ rules })}
      />
      <Wrong says={wrong} />
      <div>
        <button type="button" class="button primary" disabled={busy} onClick={() => begin(chosen)}>
          {t("web.new.begin", { name: named(chosen.title) })}
        </button>
      </div>
    </section>
  );
}

/** Against whom, on which side, how strong. */
function Who<Board>({ card, table }: { card: ScenarioCard; table: NewTable<Board> }) {
  const { ways, wishes, put } = table;
  const seats = Object.keys(card.seats);
  return (
    <>
      <Choices
        label={t("web.new.who")}
        options={ways}
        value={wishes.way}
        name={(way) => t(`web.new.way.${way}`)}
        onChange={(way) => put({ way })}
      />
      <p class="muted">{t(`web.new.way.${wishes.way}.says`)}</p>
      {wishes.way !== "both" && (
        <fieldset>
          <legend>{t("web.new.side")}</legend>
          <Choices
            options={seats}
            value={wishes.side}
            name={(seat) => (
              <span class={`side-chip ${seat === seats[0] ? "side-a" : "side-b"}`}>
                {named(card.seats[seat])}
              </span>
            )}
            onChange={(side) => put({ side })}
          />
        </fieldset>
      )}
      {wishes.way === "bot" && (
        <fieldset>
          <legend>{t("web.level")}</legend>
          <Choices
            options={LEVELS}
            value={wishes.level}
            name={(level) => t(`web.level.${level}`)}
            onChange={(level) => put({ level })}
          />
          <label class="check">
            <input
              type="checkbox"
              checked={wishes.telling}
              onChange={(event) => put({ telling: event.currentTarget.checked })}
            />
            <span>{t("web.new.telling")}</span>
          </label>
        </fieldset>
      )}
      {wishes.way === "bot" && wishes.level === "hard" && (
        <fieldset>
          <legend>{t("web.new.thinking")}</legend>
          <Choices
            options={THINKING}
            value={wishes.thinking}
            name={(seconds) => t("web.new.thinking_seconds", { seconds })}
            onChange={(thinking) => put({ thinking })}
          />
        </fieldset>
      )}
      {table.hints && (wishes.way === "friend" || wishes.way === "open") && (
        <label class="check">
          <input
            type="checkbox"
            checked={wishes.hints}
            onChange={(event) => put({ hints: event.currentTarget.checked })}
          />
          <span>
            {t("web.new.hints")}
            <br />
            <span class="small muted">{t("web.new.hints_says")}</span>
          </span>
        </label>
      )}
    </>
  );
}
