// The desk as a whole: what to do now, the cards, the figures that are wanting, the typed line.
import { useState } from "preact/hooks";
import { t } from "../core/words";
import { Cite } from "../parts/rule";
import { Waiting } from "../parts/waiting";
import { DeskCards, type Hand } from "./desk";
import { Figures } from "./figures";
import { RULES } from "./steps";
import { AgreedTerms } from "./terms";
import { type Desk, type PurchaseView, type Roster, STEPS } from "./types";

interface DeskPartProps {
  desk: Desk | null;
  hand: Hand;
  view: PurchaseView;
  mine: Roster | null;
  many: boolean;
  propose: (figure: string, value: string) => Promise<boolean>;
  onClose: () => void;
}

export function DeskPart({ desk, hand, view, mine, many, propose, onClose }: DeskPartProps) {
  const [typed, setTyped] = useState("");
  const close = desk?.offers.find((offer) => offer.verb === "close");
  const waits = desk !== null && desk.offers.length + desk.closed.length === 0;
  const next = mine ? STEPS[STEPS.indexOf(mine.step) + 1] : undefined;
  if (!mine) {
    return <p class="empty">{t(hand.seat ? "web.loading" : "buy.watching")}</p>;
  }
  return (
    <>
      <h2 id="buy-desk">
        {t(`buy.now.${mine.step}`)} <Cite rule={RULES[mine.step]} />
      </h2>
      {!desk && <Waiting />}
      {waits && <p class="empty">{t(many ? "buy.wait_here" : "buy.wait")}</p>}
      {mine.step === "agreement" && <AgreedTerms view={view} />}
      {desk && <DeskCards desk={desk} hand={hand} />}
      {desk && !waits && (
        <Figures
          view={view}
          seat={hand.seat}
          nation={mine.nation}
          step={mine.step}
          lacking={desk.lacking}
          hand={hand}
          propose={propose}
        />
      )}
      {desk && !waits && mine.step !== "agreement" && (
        <form
          class="typed"
          onSubmit={async (event) => {
            event.preventDefault();
            if (typed.trim() === "close") onClose();
            else if (typed.trim() && (await hand.order(typed.trim())))
              setTyped((now) => (now === typed ? "" : now));
          }}
        >
          <input
            class="input"
            aria-label={t("buy.typed")}
            placeholder={t("buy.typed")}
            maxLength={200}
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
          <button type="submit" class="button" disabled={hand.busy || !typed.trim()}>
            {t("buy.do")}
          </button>
        </form>
      )}
      {close && (
        <button type="button" class="button primary" disabled={hand.busy} onClick={onClose}>
          {t("buy.close", { step: t(`purchase.step.${mine.step}`) })} →{" "}
          {next ? t(`purchase.step.${next}`) : ""}
        </button>
      )}
    </>
  );
}
