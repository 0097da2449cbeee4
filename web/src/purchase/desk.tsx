// The desk of a seat: what may be done now as cards with price and tally, what is closed and why.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { RollChance } from "../api/types";
import type { Refused } from "../core/api";
import { has, lang, type Names, named, say, spoken, t } from "../core/words";
import { Icon } from "../parts/icon";
import { OddsBars, TallyTable } from "../parts/odds";
import { Cite } from "../parts/rule";
import { sentenceOf } from "../parts/toast";
import type { Closed, Desk, Offer } from "./types";

export interface Hand {
  seat: string;
  busy: boolean;
  order: (text: string) => Promise<boolean>;
  ask: <T>(question: Record<string, unknown>) => Promise<T>;
}

/** One thing that can be chosen about a purchase; the words of a choice exclude each other. */
interface Choice {
  words: { word: string; name: string; why?: Closed }[];
}

interface Card {
  key: string;
  title: string;
  base: string;
  offer: Offer;
  choices: Choice[];
  counted: boolean;
}

const COUNTED = new Set([
  "squads",
  "gun",
  "vehicle",
  "item",
  "fortify",
  "bonus",
  "preregister",
  "reinforce",
  "bring",
]);
const BATTERY: string[][] = [["plentiful", "scarce"], ["cb", "cbc"], ["phone"]];

/** Squads of a type share one card, and so do all ways to buy the battery on offer. */
function cardsOf(desk: Desk): Card[] {
  const cards: Card[] = [];
  for (const offer of desk.offers) {
    if (offer.verb === "close" || offer.verb === "figure") continue;
    const title = named(offer.says);
    if (offer.of !== undefined) {
      const code = Object.entries(offer.codes ?? {})[0];
      const known = cards.find((card) => card.key === offer.of);
      if (code && known) {
        known.choices.push({ words: [{ word: code[1], name: capability(code[0]) }] });
        continue;
      }
      const shut = desk.closed.filter((one) => one.of === offer.of);
      cards.push({
        key: offer.of,
        title: offer.of,
        base: `squads ${offer.of}`,
        offer,
        choices: shut.flatMap((why) =>
          Object.entries(why.codes ?? {}).map(([of, word]) => ({
            words: [{ word, name: capability(of), why }],
          })),
        ),
        counted: true,
      });
    } else if (offer.verb === "battery") {
      if (cards.some((card) => card.key === "battery")) continue;
      const choices = BATTERY.map((words) => ({
        words: words.map((word) => ({ word, name: t(`buy.battery.${word}`) })),
      }));
      cards.push({ key: "battery", title, base: "battery", offer, choices, counted: false });
    } else {
      const ammo = { words: [{ word: "ammo", name: t("purchase.sheet.ammo") }] };
      cards.push({
        key: offer.text,
        title,
        base: offer.text,
        offer,
        choices: offer.verb === "vehicle" ? [ammo] : [],
        counted: COUNTED.has(offer.verb),
      });
    }
  }
  for (const card of cards) {
    // What can be had before what cannot.
    card.choices.sort((a, b) => Number(!!a.words[0]?.why) - Number(!!b.words[0]?.why));
  }
  return cards;
}

const capability = (code: string) => t(`purchase.capability.${code}`);
const holds = (wanted: string, text: string, says: Names) =>
  wanted
    .toLowerCase()
    .split(/\s+/)
    .every((word) => `${text} ${named(says)}`.toLowerCase().includes(word));

export function DeskCards({ desk, hand }: { desk: Desk; hand: Hand }) {
  const [filter, setFilter] = useState("");
  const cards = useMemo(() => cardsOf(desk), [desk, lang.value]);
  const shown = cards.filter((card) => holds(filter, card.base, card.offer.says));
  const shut = desk.closed.filter(
    (one) => !cards.some((card) => card.key === one.of) && holds(filter, one.text, one.says),
  );
  return (
    <>
      {desk.notes.map((note) => (
        <p class="small muted" key={note.key}>
          {say(note)}
        </p>
      ))}
      {cards.length + shut.length > 10 && (
        <input
          class="input"
          type="search"
          placeholder={t("buy.filter")}
          aria-label={t("buy.filter")}
          value={filter}
          onInput={(event) => setFilter(event.currentTarget.value)}
        />
      )}
      <ul class="offers">
        {shown.map((card) => (
          <OfferCard key={card.key} card={card} hand={hand} />
        ))}
      </ul>
      {shut.length > 0 && <Shut closed={shut} />}
    </>
  );
}

/** What is closed, by reason: one sentence with its rule, and all that it closes. */
function Shut({ closed }: { closed: Closed[] }) {
  const reasons = new Map<string, { one: Closed; names: string[] }>();
  for (const one of closed) {
    const key = `${one.rule} ${say(one.message)}`;
    const reason = reasons.get(key) ?? { one, names: [] };
    reason.names.push(named(one.says));
    reasons.set(key, reason);
  }
  return (
    <details class="shut">
      <summary>{t("buy.closed_now", { count: closed.length })}</summary>
      <ul>
        {[...reasons].map(([key, { one, names }]) => (
          <li key={key}>
            <Cite rule={one.rule} /> {say(one.message)}
            <div class="small muted">{names.join(" · ")}</div>
          </li>
        ))}
      </ul>
    </details>
  );
}

function OfferCard({ card, hand }: { card: Card; hand: Hand }) {
  const { offer } = card;
  const [number, setNumber] = useState(1);
  const [chosen, setChosen] = useState<string[]>([]);
  const [priced, setPriced] = useState<Offer | null>(offer);
  const [refused, setRefused] = useState<Refused | null>(null);
  const text = [card.base, ...chosen, number > 1 ? `x${number}` : ""].filter(Boolean).join(" ");
  useEffect(() => {
    setRefused(null);
    if (text === offer.text) {
      setPriced(offer);
      return;
    }
    let stale = false;
    hand.ask<Offer>({ price: text }).then(
      (offered) => !stale && setPriced(offered),
      (error) => {
        if (stale) return;
        setPriced(null);
        setRefused(error);
      },
    );
    return () => {
      stale = true;
    };
  }, [text, offer]);
  const toggle = (choice: Choice, word: string) => {
    const others = chosen.filter((one) => !choice.words.some((each) => each.word === one));
    setChosen(chosen.includes(word) ? others : [...others, word]);
  };
  const step = (by: number) => setNumber(Math.min(9999, Math.max(1, number + by)));
  const buy = async () => {
    if (await hand.order(text)) {
      setNumber(1);
      setChosen([]);
    }
  };
  const own = `buy.verb.${offer.verb}`;
  const verb = has(own) ? own : priced?.cost || card.counted ? "buy.buy" : "buy.do";
  const shutReasons = card.choices.flatMap((choice) => choice.words).filter((one) => one.why);
  return (
    <li class="offer">
      <div class="offer-head">
        <b class="offer-name">{card.title}</b>
        <code class="small muted">{spoken("purchase", text)}</code>
        {!offer.dice && offer.verb !== "agree" && <Cite rule={offer.rule} />}
      </div>
      {card.choices.length > 0 && (
        <div class="chips" role="group" aria-label={t("buy.with", { what: card.title })}>
          {card.choices.map((choice) =>
            choice.words.map(({ word, name, why }) => (
              <button
                type="button"
                class="chip"
                key={word}
                disabled={!!why}
                aria-pressed={chosen.includes(word)}
                title={
                  why ? t("core.pair", { label: why.rule, value: say(why.message) }) : undefined
                }
                onClick={() => toggle(choice, word)}
              >
                {name}
              </button>
            )),
          )}
        </div>
      )}
      <div class="offer-buy">
        {card.counted && (
          <span class="counter">
            <button
              type="button"
              class="step"
              aria-label={t("buy.fewer", { what: card.title })}
              disabled={number <= 1}
              onClick={() => step(-1)}
            >
              <Icon name="minus" />
            </button>
            <input
              class="input num count"
              type="number"
              inputMode="numeric"
              min={1}
              max={9999}
              value={number}
              aria-label={t("buy.number", { what: card.title })}
              onInput={(event) => setNumber(Math.max(1, Number(event.currentTarget.value) || 1))}
              onKeyDown={(event) => {
                if (event.key === "Enter" && priced && !hand.busy) buy();
              }}
            />
            <button
              type="button"
              class="step"
              aria-label={t("buy.more", { what: card.title })}
              onClick={() => step(1)}
            >
              <Icon name="plus" />
            </button>
          </span>
        )}
        {offer.dice ? (
          <span class="small muted grow">
            {t("buy.dice_fall")} <Cite rule={offer.dice} />
          </span>
        ) : (
          <span class="grow right" aria-live="polite">
            {priced && (priced.cost !== 0 || card.counted || offer.verb === "equip") && (
              <>
                <b class="num price">{priced.cost}</b> <span class="small">{t("buy.pts")}</span>
              </>
            )}
          </span>
        )}
        <button
          type="button"
          class={`button ${offer.verb === "agree" || offer.verb === "reveal" ? "primary" : ""}`}
          disabled={hand.busy || !priced}
          onClick={buy}
        >
          {offer.dice && <Icon name="die" />}
          {t(offer.dice ? "buy.roll" : verb)}
        </button>
      </div>
      {refused && (
        <p class="small warn-text" role="status">
          <Cite rule={refused.rule} /> {sentenceOf(refused)}
        </p>
      )}
      {priced && priced.tally.length > 1 && (
        <details class="more">
          <summary>{t("buy.why_price")}</summary>
          <TallyTable
            items={priced.tally.map((part) => ({
              ...part,
              name: named(part.name),
              why: null,
              reason: part.why ? named(part.why) : undefined,
            }))}
            total={priced.tally.reduce((all, one) => all + (one.applies ? one.value : 0), 0)}
            label={t("buy.each")}
            name={(item) => item.name ?? item.case}
            plain
          />
        </details>
      )}
      {shutReasons.length > 0 && (
        <details class="more">
          <summary>{t("buy.why_not", { count: shutReasons.length })}</summary>
          <ul class="small">
            {shutReasons.map(({ word, why }) => (
              <li key={word}>
                <Cite rule={why?.rule} /> {why && say(why.message)}
              </li>
            ))}
          </ul>
        </details>
      )}
      {offer.dice && <RollOdds text={text} hand={hand} offer={offer} />}
    </li>
  );
}

/** What a roll may come to: the rule itself over every roll, asked for while it is open. */
function RollOdds({ text, hand, offer }: { text: string; hand: Hand; offer: Offer }) {
  const [open, setOpen] = useState(false);
  const [chances, setChances] = useState<RollChance[] | null>(null);
  const [why, setWhy] = useState("");
  useEffect(() => {
    if (!open) return;
    let stale = false;
    hand.ask<RollChance[]>({ odds: text }).then(
      (told) => {
        if (stale) return;
        setChances(told);
        setWhy("");
      },
      (error) => !stale && setWhy(sentenceOf(error)),
    );
    return () => {
      stale = true;
    };
  }, [open, text, offer]);
  return (
    <details class="more" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t("buy.odds")}</summary>
      {why && <p class="small warn-text">{why}</p>}
      {chances && (
        <OddsBars
          label={t("buy.odds")}
          chances={chances.map(({ message, exact }, i) => {
            const dr = message.params?.find(([name]) => name === "dr")?.[1];
            return { name: String(dr ?? i + 1), exact, meaning: say(message) };
          })}
        />
      )}
    </details>
  );
}
