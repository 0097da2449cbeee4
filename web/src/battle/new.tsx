// Begin a battle: which scenario, who plays, whose dice.
import { useEffect, useState } from "preact/hooks";
import { playerName } from "../core/account";
import { loadGames, type ScenarioCard } from "../core/api";
import { beginTable, calledAs, type SeatWish } from "../core/begin";
import { named, t } from "../core/words";
import { useDrop } from "../parts/drop";
import { Choices, NameField, Wrong } from "../parts/fields";
import { type Own, OwnScenario } from "../parts/own-scenario";
import { sentenceOf } from "../parts/toast";
import { Waiting } from "../parts/waiting";
import { OpenSave, openInSight } from "../vasl/open";
import { isSave } from "../vasl/save";

const WAYS = ["both", "friend", "open"] as const;
type Way = (typeof WAYS)[number];

export function NewBattle() {
  const [cards, setCards] = useState<ScenarioCard[] | null>(null);
  const [own, setOwn] = useState<Own | null>(null);
  const [chosen, setChosen] = useState<ScenarioCard | null>(null);
  const [way, setWay] = useState<Way>("both");
  const [side, setSide] = useState("");
  const [typed, setTyped] = useState(false);
  const [name, setName] = useState(playerName.value);
  const [wrong, setWrong] = useState("");
  const [busy, setBusy] = useState(false);
  const { drop } = useDrop((files) => isSave(files[0]!) && openInSight(files[0]!, true));
  const choose = (card: ScenarioCard) => {
    setChosen(card);
    setSide(Object.keys(card.seats)[0] ?? "");
  };
  const bring = (given: Own | null) => {
    setOwn(given);
    if (given) choose(given.card);
    else if (own && chosen === own.card && cards?.[0]) choose(cards[0]);
  };
  useEffect(() => {
    loadGames().then(
      (games) => {
        const found = games.battle ?? [];
        setCards(found);
        if (found[0]) choose(found[0]);
      },
      (error) => setWrong(sentenceOf(error)),
    );
  }, []);
  const begin = async (card: ScenarioCard) => {
    setBusy(true);
    setWrong("");
    const called = calledAs(name);
    const wish = (seat: string): SeatWish => {
      if (way === "both") return { who: "me", name: named(card.seats[seat]), typed };
      return seat === side ? { who: "me", name: called, typed } : { who: "open", typed };
    };
    const seats = Object.fromEntries(Object.keys(card.seats).map((seat) => [seat, wish(seat)]));
    try {
      const written = own?.card === card ? own.written : undefined;
      const scenario = written ? named(card.title) : card.name;
      const open = way === "open";
      await beginTable({ game: "battle", scenario, written, seats, open }, called);
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
  return (
    <main class="page grows" {...drop}>
      <h1>{t("web.door.battle")}</h1>
      <p class="lead">{t("web.battle.new.lead")}</p>
      <section aria-labelledby="new-scenario" class="new-scenario">
        <h2 id="new-scenario">{t("web.new.scenario")}</h2>
        <div class="cards">
          {[...cards, ...(own ? [own.card] : [])].map((card) => (
            <button
              type="button"
              class="card"
              key={card === own?.card ? "" : card.name}
              aria-pressed={chosen === card}
              onClick={() => choose(card)}
            >
              <span class="says">
                <b>{named(card.title)}</b>
                <span class="small">{named(card.summary)}</span>
                <span class="row">
                  <span class="tag">{t("web.new.turns", { count: card.turns })}</span>
                  <span class="tag">{t("web.new.units", { count: card.units })}</span>
                </span>
              </span>
            </button>
          ))}
        </div>
      </section>
      <section class="row vasl-own" aria-label={t("web.vasl.title")}>
        <p class="grow">{t("web.vasl.or_own")}</p>
        <OpenSave battle />
      </section>
      <OwnScenario game="battle" onRead={bring} />
      {chosen && (
        <section class="panel stack" aria-labelledby="new-who">
          <h2 id="new-who">{t("web.new.who")}</h2>
          <Choices
            label={t("web.new.who")}
            options={WAYS}
            value={way}
            name={(one) => t(`web.new.way.${one}`)}
            onChange={setWay}
          />
          <p class="muted">{t(`web.new.way.${way}.says`)}</p>
          {way !== "both" && (
            <>
              <fieldset>
                <legend>{t("web.new.side")}</legend>
                <Choices
                  options={Object.keys(chosen.seats)}
                  value={side}
                  name={(seat) => (
                    <span
                      class={`side-chip ${seat === Object.keys(chosen.seats)[0] ? "side-a" : "side-b"}`}
                    >
                      {named(chosen.seats[seat])}
                    </span>
                  )}
                  onChange={setSide}
                />
              </fieldset>
              <NameField value={name} onChange={setName} />
            </>
          )}
          <label class="check">
            <input
              type="checkbox"
              checked={typed}
              onChange={(event) => setTyped(event.currentTarget.checked)}
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
              onClick={() => begin(chosen)}
            >
              {t("web.new.begin", { name: named(chosen.title) })}
            </button>
          </div>
        </section>
      )}
    </main>
  );
}
