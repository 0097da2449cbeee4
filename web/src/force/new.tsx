// Buy a force: the agreement of H1.1 in one form; then each side has its Roster.
import { useState } from "preact/hooks";
import { callMe, playerName } from "../core/account";
import { call } from "../core/api";
import { go } from "../core/router";
import { keepTable } from "../core/storage";
import { t } from "../core/words";
import { sentenceOf } from "../parts/toast";

const NATIONS = ["German", "Soviet", "U.S.", "British", "French", "Italian", "Japanese", "Finnish"];

export function NewForce() {
  const [date, setDate] = useState("1943-07");
  const [nations, setNations] = useState(["German", "Soviet"]);
  const [points, setPoints] = useState([800, 800]);
  const [secret, setSecret] = useState(true);
  const [both, setBoth] = useState(true);
  const [name, setName] = useState(playerName.value);
  const [wrong, setWrong] = useState("");
  const begin = async () => {
    setWrong("");
    const called = name.trim() || t("web.guest");
    if (name.trim()) callMe(name.trim());
    const scenario = `${date} ${nations[0]}:${points[0]} ${nations[1]}:${points[1]}${secret ? "" : " open"}`;
    try {
      const seats = await call<string[]>(
        `/api/tools/force/seats?agreement=${encodeURIComponent(scenario)}`,
      );
      const wishes = Object.fromEntries(
        seats.map((seat, i) => [seat, i === 0 || both ? { who: "me" } : { who: "open" }]),
      );
      const made = await call<{ id: string; tokens: Record<string, string> }>("/api/tables", {
        body: {
          game: "asl-dyo",
          scenario,
          seats: wishes,
          name: called,
          title: called,
          word: crypto.getRandomValues(new Uint32Array(2)).join(""),
        },
      });
      keepTable({
        id: made.id,
        game: "asl-dyo",
        scenario,
        title: called,
        tokens: made.tokens,
        at: Math.floor(Date.now() / 1000),
      });
      go(`/table/${made.id}`);
    } catch (error) {
      setWrong(sentenceOf(error));
    }
  };
  return (
    <main class="page narrow stack">
      <h1>{t("web.door.force")}</h1>
      <p class="lead">{t("web.force.lead")}</p>
      <form
        class="panel stack"
        onSubmit={(event) => {
          event.preventDefault();
          begin();
        }}
      >
        <label class="field">
          <span>{t("web.range.date")}</span>
          <input
            class="input"
            type="month"
            required
            value={date}
            onChange={(event) => setDate(event.currentTarget.value)}
          />
        </label>
        {[0, 1].map((i) => (
          <div class="row" key={i}>
            <label class="field grow">
              <span>{t("web.force.side", { n: i + 1 })}</span>
              <select
                class="input"
                value={nations[i]}
                onChange={(event) => {
                  const next = [...nations];
                  next[i] = event.currentTarget.value;
                  setNations(next);
                }}
              >
                {NATIONS.map((one) => (
                  <option key={one} value={one}>
                    {t(`purchase.nation.${one}`)}
                  </option>
                ))}
              </select>
            </label>
            <label class="field">
              <span>{t("web.force.points")}</span>
              <input
                class="input num"
                type="number"
                min={1}
                max={20000}
                value={points[i]}
                onChange={(event) => {
                  const next = [...points];
                  next[i] = Number(event.currentTarget.value);
                  setPoints(next);
                }}
              />
            </label>
          </div>
        ))}
        <label class="check">
          <input
            type="checkbox"
            checked={secret}
            onChange={(event) => setSecret(event.currentTarget.checked)}
          />
          {t("web.force.secret")}
        </label>
        <div class="choices" role="group" aria-label={t("web.new.who")}>
          <button type="button" class="choice" aria-pressed={both} onClick={() => setBoth(true)}>
            {t("web.new.way.both")}
          </button>
          <button type="button" class="choice" aria-pressed={!both} onClick={() => setBoth(false)}>
            {t("web.new.way.friend")}
          </button>
        </div>
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
        {wrong && (
          <p class="notice warn" role="alert">
            {wrong}
          </p>
        )}
        <div>
          <button type="submit" class="button primary">
            {t("web.force.begin")}
          </button>
        </div>
      </form>
    </main>
  );
}
