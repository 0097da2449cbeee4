// Buy a force: the agreement of H1.1 in one form; then each side has its Roster.
import "./purchase.css";
import { useState } from "preact/hooks";
import { BUYERS } from "../api/nations";
import type { AgreementTold } from "../api/types";
import { playerName } from "../core/account";
import { call } from "../core/api";
import { beginTable, calledAs, type SeatWish } from "../core/begin";
import { t } from "../core/words";
import { Choices, NameField, Wrong } from "../parts/fields";
import { Cite } from "../parts/rule";
import { sentenceOf } from "../parts/toast";
import { OwnListing } from "./listing";

/** Places that have rules of their own in the chapter. */
const PLACES = ["North Africa", "Norway", "Burma"];
const WEATHER = ["clear", "overcast", "rain", "mud", "snow"];

interface Terms {
  date: string;
  nations: [string, string];
  points: [number, number];
  /** Who throws real dice and types them. */
  typed: [boolean, boolean];
  secret: boolean;
  night: boolean;
  pfk: boolean;
  boards: string;
  victory: string;
  place: string;
  weather: string;
  listing: Record<string, string>;
}

/** The agreement as the server reads it. */
function written(terms: Terms) {
  const { date, secret, night, pfk, place, weather, listing } = terms;
  return {
    date,
    sides: terms.nations.map((nation, i) => ({ nation, points: terms.points[i] })),
    secret,
    night,
    pfk,
    place,
    weather: weather.trim(),
    listing,
    boards: terms.boards.split(/[\s,、]+/).filter(Boolean),
    victory: terms.victory.trim(),
  };
}

export function NewPurchase() {
  const [terms, setTerms] = useState<Terms>({
    date: "1943-07",
    nations: ["German", "Soviet"],
    points: [800, 800],
    secret: true,
    night: false,
    pfk: false,
    boards: "",
    victory: "",
    typed: [false, false],
    place: "",
    weather: "",
    listing: {},
  });
  const [both, setBoth] = useState(true);
  const [name, setName] = useState(playerName.value);
  const [wrong, setWrong] = useState("");
  const [busy, setBusy] = useState(false);
  const put = (change: Partial<Terms>) => setTerms({ ...terms, ...change });
  const set = <T,>(pair: [T, T], i: number, value: T): [T, T] =>
    i === 0 ? [value, pair[1]] : [pair[0], value];
  const begin = async () => {
    setWrong("");
    setBusy(true);
    try {
      const agreement = written(terms);
      const { seats, scenario } = await call<AgreementTold>("/api/tools/force/agreement", {
        body: agreement,
      });
      const wishes = seats.map((seat, i): [string, SeatWish] => [
        seat,
        { who: i === 0 || both ? "me" : "open", typed: terms.typed[i] },
      ]);
      await beginTable(
        { game: "asl-dyo", scenario, written: agreement, seats: Object.fromEntries(wishes) },
        calledAs(name),
      );
    } catch (error) {
      setWrong(sentenceOf(error));
      setBusy(false);
    }
  };
  return (
    <main class="page narrow stack">
      <h1>{t("web.door.force")}</h1>
      <p class="lead">{t("buy.lead")}</p>
      <form
        class="panel stack"
        onSubmit={(event) => {
          event.preventDefault();
          begin();
        }}
      >
        <h2>
          {t("purchase.step.agreement")} <Cite rule="H1.1" />
        </h2>
        <label class="field short">
          <span>{t("buy.date")}</span>
          <input
            class="input"
            type="month"
            required
            min="1936-01"
            max="1945-12"
            value={terms.date}
            onChange={(event) => put({ date: event.currentTarget.value })}
          />
        </label>
        {([0, 1] as const).map((i) => (
          <div class="agree-side" key={i}>
            <label class="field">
              <span>{t("buy.side", { n: i + 1 })}</span>
              <select
                class="input"
                value={terms.nations[i]}
                onChange={(event) =>
                  put({ nations: set(terms.nations, i, event.currentTarget.value) })
                }
              >
                {Object.entries(BUYERS).map(([group, names]) => (
                  <optgroup key={group} label={t(`buy.nations.${group}`)}>
                    {names.map((one) => (
                      <option key={one} value={one}>
                        {t(`purchase.nation.${one}`)}
                      </option>
                    ))}
                  </optgroup>
                ))}
              </select>
            </label>
            <label class="field">
              <span>{t("buy.points")}</span>
              <input
                class="input num"
                type="number"
                required
                min={1}
                max={20000}
                value={terms.points[i]}
                onInput={(event) =>
                  put({ points: set(terms.points, i, Number(event.currentTarget.value)) })
                }
              />
            </label>
            <label class="check real-dice">
              <input
                type="checkbox"
                checked={terms.typed[i]}
                onChange={(event) =>
                  put({ typed: set(terms.typed, i, event.currentTarget.checked) })
                }
              />
              {t("buy.real_dice")}
            </label>
          </div>
        ))}
        <label class="field">
          <span>{t("buy.boards")}</span>
          <input
            class="input"
            maxLength={80}
            pattern="[0-9A-Za-z,、. \-]*"
            placeholder="4 12"
            value={terms.boards}
            onInput={(event) => put({ boards: event.currentTarget.value })}
          />
        </label>
        <label class="field">
          <span>{t("buy.victory")}</span>
          <input
            class="input"
            maxLength={2000}
            value={terms.victory}
            onInput={(event) => put({ victory: event.currentTarget.value })}
          />
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={terms.secret}
            onChange={(event) => put({ secret: event.currentTarget.checked })}
          />
          {t("buy.secret")}
        </label>
        <details class="more more-terms">
          <summary>{t("buy.more_terms")}</summary>
          <div class="stack">
            <div class="two-fields">
              <label class="field">
                <span>{t("buy.place")}</span>
                <select
                  class="input"
                  value={terms.place}
                  onChange={(event) => put({ place: event.currentTarget.value })}
                >
                  <option value="">{t("buy.place.any")}</option>
                  {PLACES.map((place) => (
                    <option key={place} value={place}>
                      {t(`buy.place.${place}`)}
                    </option>
                  ))}
                </select>
              </label>
              <label class="field">
                <span>{t("buy.weather")}</span>
                <input
                  class="input"
                  maxLength={40}
                  list="buy-weather"
                  value={terms.weather}
                  onInput={(event) => put({ weather: event.currentTarget.value })}
                />
                <datalist id="buy-weather">
                  {WEATHER.map((one) => (
                    <option key={one} value={t(`buy.weather.${one}`)} />
                  ))}
                </datalist>
              </label>
            </div>
            <OwnListing figures={terms.listing} onRead={(listing) => put({ listing })} />
            <div>
              <label class="check">
                <input
                  type="checkbox"
                  checked={terms.night}
                  onChange={(event) => put({ night: event.currentTarget.checked })}
                />
                {t("buy.night")}
              </label>
              <label class="check">
                <input
                  type="checkbox"
                  checked={terms.pfk}
                  onChange={(event) => put({ pfk: event.currentTarget.checked })}
                />
                {t("buy.pfk")}
              </label>
            </div>
          </div>
        </details>
        <fieldset>
          <legend>{t("web.new.who")}</legend>
          <Choices
            options={["both", "friend"]}
            value={both ? "both" : "friend"}
            name={(way) => t(`web.new.way.${way}`)}
            onChange={(way) => setBoth(way === "both")}
          />
          <p class="small muted">{t(both ? "buy.both_says" : "buy.friend_says")}</p>
        </fieldset>
        <NameField value={name} onChange={setName} />
        <Wrong says={wrong} />
        <div>
          <button type="submit" class="button primary" disabled={busy}>
            {t("buy.begin")}
          </button>
        </div>
      </form>
    </main>
  );
}
