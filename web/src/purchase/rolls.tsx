// Dice: the roll that fell last, and one that waits for its player.
import { useState } from "preact/hooks";
import type { LogLine, RollRequest } from "../core/live";
import { t } from "../core/words";
import { Icon } from "../parts/icon";
import { Cite } from "../parts/rule";
import { told } from "./terms";
import type { PurchaseView } from "./types";

/** The roll that fell last: its number on the dice, and what it came to. */
export function LastRoll({ view, log }: { view: PurchaseView; log: LogLine[] }) {
  const last = log[log.length - 1];
  if (!last || typeof last.data?.dr !== "number") return null;
  return (
    <div class="last-roll" role="status">
      <span class="dice" aria-hidden="true">
        <Icon name="die" />
        <b class="num">{last.data.dr}</b>
      </span>
      <span>
        {told(view, last.message)} <Cite rule={last.rule} />
      </span>
    </div>
  );
}

interface OpenRollProps {
  roll: RollRequest;
  onAnswer: (faces: number[]) => void;
  /** Give the action up again: possible until the first die is typed. */
  onGiveUp: () => void;
}

/** A decision inside a roll, or dice that this player throws himself. */
export function OpenRoll({ roll, onAnswer, onGiveUp }: OpenRollProps) {
  const [faces, setFaces] = useState("");
  const options = roll.type === "choice" ? roll.options : null;
  return (
    <div class="stack">
      <h2 id="buy-desk">
        {t(options ? "buy.decide" : "buy.throw")} <Cite rule={roll.rule} />
      </h2>
      {roll.type === "DR" && <p class="small muted">{t("buy.two_dice")}</p>}
      {options ? (
        <div class="row">
          {options.map((name, at) => (
            <button type="button" class="button" key={name} onClick={() => onAnswer([at])}>
              {name}
            </button>
          ))}
        </div>
      ) : (
        <form
          class="typed"
          onSubmit={(event) => {
            event.preventDefault();
            onAnswer(faces.split(/\D+/).filter(Boolean).map(Number));
          }}
        >
          <input
            class="input num"
            inputMode="numeric"
            placeholder="5 3"
            aria-label={t("buy.throw")}
            value={faces}
            onInput={(event) => setFaces(event.currentTarget.value)}
          />
          <button type="submit" class="button primary">
            {t("buy.do")}
          </button>
          <button type="button" class="button" onClick={onGiveUp}>
            {t("buy.not_yet")}
          </button>
        </form>
      )}
    </div>
  );
}
