import { useEffect, useState } from "preact/hooks";
import { callMe, playerName } from "../core/account";
import { call, loadGames, type ScenarioCard } from "../core/api";
import { go } from "../core/router";
import { keepTable } from "../core/storage";
import { named, t } from "../core/words";
import { sentenceOf } from "../parts/toast";
import { Waiting } from "../parts/waiting";

type Way = "both" | "bot" | "friend" | "open";
const LEVELS = ["easy", "normal", "hard"] as const;

export function NewTable() {
  const [cards, setCards] = useState<ScenarioCard[] | null>(null);
  const [chosen, setChosen] = useState<ScenarioCard | null>(null);
  const [way, setWay] = useState<Way>("bot");
  const [side, setSide] = useState("");
  const [level, setLevel] = useState<string>("normal");
  const [name, setName] = useState(playerName.value);
  const [typed, setTyped] = useState(false);
  const [wrong, setWrong] = useState("");
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    loadGames().then(
      (games) => {
        const found = games.folio ?? [];
        setCards(found);
        setChosen(found[0] ?? null);
        setSide(Object.keys(found[0]?.seats ?? {})[0] ?? "");
      },
      (error) => setWrong(sentenceOf(error)),
    );
  }, []);

  const begin = async (scenario: ScenarioCard, how: Way) => {
    setBusy(true);
    setWrong("");
    const called = name.trim() || t("web.guest");
    if (name.trim()) callMe(name.trim());
    const seats = Object.fromEntries(
      Object.entries(scenario.seats).map(([seat, names]) => {
        const mine = how === "both" || seat === side;
        const label = how === "both" ? named(names) : called;
        if (mine) return [seat, { who: "me", name: label, typed }];
        if (how === "bot") {
          return [
            seat,
            { who: "bot", name: t("web.bot", { level: t(`web.level.${level}`) }), level },
          ];
        }
        return [seat, { who: "open", typed }];
      }),
    );
    try {
      const made = await call<{ id: string; tokens: Record<string, string> }>("/api/tables", {
        body: {
          game: "folio",
          scenario: scenario.name,
          seats,
          name: called,
          title: called,
          open: how === "open",
          word: crypto.getRandomValues(new Uint32Array(2)).join(""),
        },
      });
      keepTable({
        id: made.id,
        game: "folio",
        scenario: scenario.name,
        title: called,
        tokens: made.tokens,
        at: Math.floor(Date.now() / 1000),
      });
      go(`/table/${made.id}`);
    } catch (error) {
      setWrong(sentenceOf(error));
      setBusy(false);
    }
  };

  if (!cards) {
    return wrong ? (
      <main class="page narrow">
        <p class="notice warn">{wrong}</p>
      </main>
    ) : (
      <Waiting />
    );
  }
  const tutorial = cards.find((card) => card.name === "tutorial");
  return (
    <main class="page">
      <h1>{t("web.door.folio")}</h1>
      <p class="lead">{t("web.new.lead")}</p>
      {tutorial && (
        <section class="panel row between" style={{ margin: "24px 0" }}>
          <div class="grow" style={{ flexBasis: "320px" }}>
            <h2>{t("web.new.tutorial")}</h2>
            <p class="muted">{t("web.new.tutorial_says")}</p>
          </div>
          <button
            type="button"
            class="button primary"
            disabled={busy}
            onClick={() => begin(tutorial, "both")}
          >
            {t("web.new.tutorial_go")}
          </button>
        </section>
      )}
      <div class="stack" style={{ gap: "24px" }}>
        <section aria-labelledby="new-scenario">
          <h2 id="new-scenario" style={{ marginBottom: "12px" }}>
            {t("web.new.scenario")}
          </h2>
          <div class="cards">
            {cards.map((card) => (
              <button
                type="button"
                class="card"
                key={card.name}
                aria-pressed={chosen?.name === card.name}
                onClick={() => {
                  setChosen(card);
                  setSide(Object.keys(card.seats)[0] ?? "");
                }}
              >
                <b>{named(card.title)}</b>
                <span class="small">{named(card.summary)}</span>
                <span class="row">
                  <span class="tag">{t("web.new.turns", { count: card.turns })}</span>
                  <span class="tag">{t("web.new.units", { count: card.units })}</span>
                </span>
              </button>
            ))}
          </div>
        </section>
        {chosen && (
          <section class="panel stack" aria-labelledby="new-who">
            <h2 id="new-who">{t("web.new.who")}</h2>
            <div class="choices" role="group" aria-labelledby="new-who">
              {(["bot", "both", "friend", "open"] as const).map((one) => (
                <button
                  type="button"
                  class="choice"
                  key={one}
                  aria-pressed={way === one}
                  onClick={() => setWay(one)}
                >
                  {t(`web.new.way.${one}`)}
                </button>
              ))}
            </div>
            <p class="muted">{t(`web.new.way.${way}.says`)}</p>
            {way !== "both" && (
              <>
                <fieldset>
                  <legend>{t("web.new.side")}</legend>
                  <div class="choices">
                    {Object.entries(chosen.seats).map(([seat, names], n) => (
                      <button
                        type="button"
                        class="choice"
                        key={seat}
                        aria-pressed={side === seat}
                        onClick={() => setSide(seat)}
                      >
                        <span class={`side-chip ${n ? "side-b" : "side-a"}`}>{named(names)}</span>
                      </button>
                    ))}
                  </div>
                </fieldset>
                {way === "bot" && (
                  <fieldset>
                    <legend>{t("web.level")}</legend>
                    <div class="choices">
                      {LEVELS.map((one) => (
                        <button
                          type="button"
                          class="choice"
                          key={one}
                          aria-pressed={level === one}
                          onClick={() => setLevel(one)}
                        >
                          {t(`web.level.${one}`)}
                        </button>
                      ))}
                    </div>
                  </fieldset>
                )}
                <label class="field">
                  <span>{t("web.your_name")}</span>
                  <input
                    class="input"
                    maxLength={40}
                    value={name}
                    placeholder={t("web.guest")}
                    onInput={(event) => setName(event.currentTarget.value)}
                  />
                </label>
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
            {wrong && (
              <p class="notice warn" role="alert">
                {wrong}
              </p>
            )}
            <div>
              <button
                type="button"
                class="button primary"
                disabled={busy}
                onClick={() => begin(chosen, way)}
              >
                {t("web.new.begin", { name: named(chosen.title) })}
              </button>
            </div>
          </section>
        )}
      </div>
    </main>
  );
}
