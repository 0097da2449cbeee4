import { useEffect, useState } from "preact/hooks";
import { playerName } from "../core/account";
import { loadGames, type ScenarioCard } from "../core/api";
import { beginTable, calledAs, type SeatWish } from "../core/begin";
import { named, t } from "../core/words";
import { openLesson } from "../folio/lesson";
import { BoardPicture, ScenarioPicture } from "../folio/picture";
import type { Board } from "../folio/types";
import { Choices, NameField, Wrong } from "../parts/fields";
import { type Own, OwnScenario } from "../parts/own-scenario";
import { sentenceOf } from "../parts/toast";
import { Waiting } from "../parts/waiting";

const WAYS = ["bot", "both", "friend", "open"] as const;
type Way = (typeof WAYS)[number];
const LEVELS = ["easy", "normal", "hard"] as const;
type Level = (typeof LEVELS)[number];

interface Wishes {
  way: Way;
  side: string;
  level: Level;
  typed: boolean;
  telling: boolean;
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

const firstSide = (card: ScenarioCard | undefined): string =>
  Object.keys(card?.seats ?? {})[0] ?? "";

export function NewTable() {
  const [cards, setCards] = useState<ScenarioCard[] | null>(null);
  const [own, setOwn] = useState<Own<Board> | null>(null);
  const [chosen, setChosen] = useState<ScenarioCard | null>(null);
  const [wishes, setWishes] = useState<Wishes>({
    way: "bot",
    side: "",
    level: "normal",
    typed: false,
    telling: false,
  });
  const [name, setName] = useState(playerName.value);
  const [wrong, setWrong] = useState("");
  const [busy, setBusy] = useState(false);
  const put = (change: Partial<Wishes>) => setWishes((old) => ({ ...old, ...change }));
  const choose = (card: ScenarioCard) => {
    setChosen(card);
    put({ side: firstSide(card) });
  };
  const bring = (given: Own<Board> | null) => {
    setOwn(given);
    if (given) choose(given.card);
    else if (own && chosen === own.card && cards?.[0]) choose(cards[0]);
  };
  useEffect(() => {
    loadGames().then(
      (games) => {
        const found = games.folio ?? [];
        setCards(found);
        if (found[0]) choose(found[0]);
      },
      (error) => setWrong(sentenceOf(error)),
    );
  }, []);

  const begin = async (card: ScenarioCard, how: Wishes, made?: (id: string) => void) => {
    setBusy(true);
    setWrong("");
    const called = calledAs(name);
    const seats = seatsOf(card, how, called);
    try {
      const mine = own?.card === card ? own : null;
      const scenario = mine ? named(card.title) : card.name;
      const open = how.way === "open";
      const telling = how.way === "bot" && how.telling;
      const wish = { game: "folio", scenario, written: mine?.written, seats, open, telling, made };
      await beginTable(wish, called);
    } catch (error) {
      setWrong(sentenceOf(error));
      setBusy(false);
    }
  };

  if (!cards) {
    return wrong ? (
      <main class="page narrow">
        <Wrong says={wrong} />
      </main>
    ) : (
      <Waiting />
    );
  }
  const tutorial = cards.find((card) => card.name === "tutorial");
  return (
    <main class="page grows">
      <h1>{t("web.door.folio")}</h1>
      <p class="lead">{t("web.new.lead")}</p>
      {tutorial && (
        <section class="panel row between new-here">
          <div class="grow">
            <h2>{t("web.new.tutorial")}</h2>
            <p class="muted">{t("web.new.tutorial_says")}</p>
          </div>
          <button
            type="button"
            class="button primary"
            disabled={busy}
            onClick={() => begin(tutorial, { ...wishes, way: "both", typed: false }, openLesson)}
          >
            {t("web.new.tutorial_go")}
          </button>
        </section>
      )}
      <section aria-labelledby="new-scenario" class="new-scenario">
        <h2 id="new-scenario">{t("web.new.scenario")}</h2>
        <div class="cards">
          {[...cards, ...(own ? [own.card] : [])].map((card) => (
            <button
              type="button"
              class="card"
              key={card.name}
              aria-pressed={chosen?.name === card.name}
              onClick={() => choose(card)}
            >
              {own?.card === card ? (
                <BoardPicture board={own.board} name={card.name} />
              ) : (
                <ScenarioPicture name={card.name} />
              )}
              <span class="says">
                <b>{named(card.title)}</b>
                <span class="small">{named(card.summary)}</span>
                <span class="row">
                  {own?.card === card && <span class="tag">{t("web.new.own_tag")}</span>}
                  <span class="tag">{t("web.new.turns", { count: card.turns })}</span>
                  <span class="tag">{t("web.new.units", { count: card.units })}</span>
                </span>
              </span>
            </button>
          ))}
        </div>
      </section>
      <OwnScenario game="folio" onRead={bring} />
      {chosen && (
        <section class="panel stack" aria-labelledby="new-who">
          <h2 id="new-who">{t("web.new.who")}</h2>
          <Who card={chosen} wishes={wishes} put={put} />
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
          <Wrong says={wrong} />
          <div>
            <button
              type="button"
              class="button primary"
              disabled={busy}
              onClick={() => begin(chosen, wishes)}
            >
              {t("web.new.begin", { name: named(chosen.title) })}
            </button>
          </div>
        </section>
      )}
    </main>
  );
}

interface WhoProps {
  card: ScenarioCard;
  wishes: Wishes;
  put: (change: Partial<Wishes>) => void;
}

/** Against whom, on which side, how strong. */
function Who({ card, wishes, put }: WhoProps) {
  const seats = Object.keys(card.seats);
  return (
    <>
      <Choices
        label={t("web.new.who")}
        options={WAYS}
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
    </>
  );
}
