// The purchase: on the left what is on offer, on the right the Roster, its sums always in sight.
import "../styles/force.css";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Frame, Live } from "../core/live";
import { has, type Names, named, say, t } from "../core/words";
import { Header } from "../parts/header";
import { Icon } from "../parts/icon";
import { Cite } from "../parts/rule";
import { tellError } from "../parts/toast";

interface Offer {
  text: string;
  verb: string;
  says: Names;
  cost: number;
  dice: string;
}

interface Row {
  [column: string]: string | number | boolean | null;
}

export interface RosterView {
  seat: string;
  nation: string;
  points: number;
  date?: string;
  left?: number;
  step?: string;
  stage?: string;
  san?: number;
  elr?: number | null;
  infantry?: { name: string; rows: Row[]; number: number; equivalents: number }[];
  squads?: number;
  guns?: Row[];
  vehicles?: Row[];
  transport?: Row[];
  batteries?: Row[];
  support?: Row[];
  fortifications?: Row[];
  balance?: { name: string; spent: number; left: number }[];
  leaders?: Record<string, string>;
  sw?: Record<string, string>;
}

export interface ForceView {
  agreement: { date: string; secret: boolean };
  to_act: string[];
  sides: Record<string, RosterView>;
}

const STEPS = [
  "infantry",
  "ordnance",
  "vehicles",
  "oba",
  "fortifications",
  "second",
  "announce",
  "bonus",
  "leaders",
  "exchange",
  "sw",
  "reinforcements",
  "done",
];
const COUNTED = /^(squads|gun|vehicle|item|fortify|bonus|preregister|reinforce|bring) /;

interface Props {
  live: Live<ForceView>;
  held: string[];
}

export function ForceTable({ live, held }: Props) {
  const frame = live.frame.value!;
  const [seat, setSeat] = useState(held[0] ?? "");
  const [own, setOwn] = useState<Frame<ForceView> | null>(null);
  const [offers, setOffers] = useState<Offer[]>([]);
  const [filter, setFilter] = useState("");
  const [busy, setBusy] = useState(false);
  const many = held.length > 1;
  useEffect(() => {
    let stale = false;
    // With both seats at one screen each Roster is asked for with its own eyes.
    if (many) live.at(frame.now, seat).then((found) => !stale && setOwn(found), tellError);
    if (seat && frame.status === "playing") {
      live
        .ask<Offer[]>({ offers: true }, seat)
        .then((found) => !stale && setOffers(found), tellError);
    } else setOffers([]);
    return () => {
      stale = true;
    };
  }, [frame.now, frame.status, seat]);
  const view = (many ? own : frame)?.view ?? frame.view;
  const order = async (text: string) => {
    setBusy(true);
    try {
      await live.send({ do: text, seat, on: frame.now });
    } catch (error) {
      tellError(error);
    } finally {
      setBusy(false);
    }
  };
  const shown = useMemo(() => {
    const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
    return offers.filter((offer) =>
      words.every((word) => `${offer.text} ${named(offer.says)}`.toLowerCase().includes(word)),
    );
  }, [offers, filter]);
  const mine = view.sides[seat];
  const close = offers.find((offer) => offer.verb === "close");
  return (
    <>
      <Header here="force" />
      <main class="page force">
        <header class="row between no-print">
          <h1>{t("web.door.force")}</h1>
          <div class="row">
            {many && (
              <div class="choices" role="group" aria-label={t("web.new.side")}>
                {held.map((one) => (
                  <button
                    type="button"
                    class="choice"
                    key={one}
                    aria-pressed={seat === one}
                    onClick={() => setSeat(one)}
                  >
                    {t(`purchase.nation.${frame.view.sides[one]?.nation}`)}
                  </button>
                ))}
              </div>
            )}
            <button type="button" class="button small" onClick={() => print()}>
              <Icon name="print" /> {t("web.force.print")}
            </button>
          </div>
        </header>
        {mine?.step && (
          <ol class="steps no-print" aria-label={t("web.force.steps")}>
            {STEPS.map((step) => (
              <li
                key={step}
                class={
                  step === mine.step
                    ? "now"
                    : STEPS.indexOf(step) < STEPS.indexOf(mine.step!)
                      ? "past"
                      : ""
                }
                aria-current={step === mine.step ? "step" : undefined}
              >
                {t(`purchase.step.${step}`)}
              </li>
            ))}
          </ol>
        )}
        <div class="force-grid">
          <section class="panel stack no-print" aria-labelledby="force-offers">
            <div class="row between">
              <h2 id="force-offers">{t("web.force.offers")}</h2>
              {mine?.left !== undefined && (
                <span>
                  {t("web.force.left")} <b class="num points">{mine.left}</b>
                </span>
              )}
            </div>
            {offers.length > 8 && (
              <input
                class="input"
                type="search"
                placeholder={t("web.force.filter")}
                aria-label={t("web.force.filter")}
                value={filter}
                onInput={(event) => setFilter(event.currentTarget.value)}
              />
            )}
            {offers.length === 0 && <p class="empty">{t("web.force.wait")}</p>}
            <ul class="offers">
              {shown
                .filter((offer) => offer !== close)
                .map((offer) => (
                  <OfferLine
                    key={offer.text}
                    offer={offer}
                    live={live}
                    seat={seat}
                    busy={busy}
                    onDo={order}
                  />
                ))}
            </ul>
            {close && (
              <button
                type="button"
                class="button primary commit"
                disabled={busy}
                onClick={() => order(close.text)}
              >
                {named(close.says)}
              </button>
            )}
          </section>
          <div class="stack">
            {Object.values(view.sides).map((side) => (
              <RosterSheet key={side.seat} roster={side} />
            ))}
            <section class="panel no-print" aria-labelledby="force-log">
              <h2 id="force-log">{t("web.log.label")}</h2>
              <ol class="log">
                {frame.log.slice(-40).map((line, i) => (
                  <li key={`${line.n}-${i}`}>
                    <span class="grow">{say(line.message)}</span>
                    <Cite rule={line.rule} />
                  </li>
                ))}
              </ol>
            </section>
          </div>
        </div>
      </main>
    </>
  );
}

interface OfferProps {
  offer: Offer;
  live: Live<ForceView>;
  seat: string;
  busy: boolean;
  onDo: (text: string) => void;
}

function OfferLine({ offer, live, seat, busy, onDo }: OfferProps) {
  const [number, setNumber] = useState(1);
  const [price, setPrice] = useState<number | null>(offer.cost);
  const [why, setWhy] = useState("");
  const counted = COUNTED.test(offer.text);
  const text = number > 1 ? `${offer.text} x${number}` : offer.text;
  useEffect(() => {
    setPrice(offer.cost);
    setWhy("");
    if (number === 1) return;
    let stale = false;
    live.ask<Offer>({ price: text }, seat).then(
      (found) => !stale && setPrice(found.cost),
      (error) => {
        if (stale) return;
        setPrice(null);
        setWhy(error.said ? say(error.said) : error.sentence);
      },
    );
    return () => {
      stale = true;
    };
  }, [number, offer]);
  return (
    <li class="offer">
      <div class="grow">
        <b>{named(offer.says)}</b>
        <div class="small muted">
          <code>{text}</code> {offer.dice && <Cite rule={offer.dice} />}
        </div>
        {why && <div class="small warn-text">{why}</div>}
      </div>
      {counted && (
        <input
          class="input num count"
          type="number"
          min={1}
          max={99}
          value={number}
          aria-label={t("web.force.number", { what: named(offer.says) })}
          onInput={(event) => setNumber(Math.max(1, Number(event.currentTarget.value) || 1))}
        />
      )}
      <button
        type="button"
        class="button small"
        disabled={busy || price === null}
        onClick={() => onDo(text)}
      >
        {offer.dice ? (
          <Icon name="die" />
        ) : price ? (
          <span class="num price">{price}</span>
        ) : (
          t("web.force.do")
        )}
      </button>
    </li>
  );
}

const HIDDEN = new Set(["line", "ammo", "foreign", "mpv", "ab", "ir", "refs", "ref"]);

function Part({ title, rows }: { title: string; rows: Row[] | undefined }) {
  if (!rows?.length) return null;
  const columns = Object.keys(rows[0]!).filter(
    (name) =>
      !HIDDEN.has(name) &&
      rows.some((row) => row[name] !== "" && row[name] !== null && row[name] !== 0),
  );
  return (
    <table class="roster">
      <caption>{title}</caption>
      <thead>
        <tr>
          {columns.map((name) => (
            <th key={name}>
              {has(`web.force.column.${name}`) ? t(`web.force.column.${name}`) : name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, i) => (
          <tr key={i}>
            {columns.map((name) => (
              <td key={name} class={typeof row[name] === "number" ? "num" : ""}>
                {String(row[name] ?? "")}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function RosterSheet({ roster }: { roster: RosterView }) {
  const closed = roster.step === undefined;
  const counts = (title: string, all: Record<string, string> | undefined) =>
    all && Object.keys(all).length > 0 ? (
      <p>
        <b>{title}</b>{" "}
        {Object.entries(all)
          .map(([name, count]) => `${name} ×${count}`)
          .join(" · ")}
      </p>
    ) : null;
  return (
    <article class={`sheet-paper ${closed ? "closed" : ""}`}>
      <header>
        <h2>{t(`purchase.nation.${roster.nation}`)}</h2>
        <dl>
          <div>
            <dt>{t("web.force.points")}</dt>
            <dd class="num">{roster.points}</dd>
          </div>
          {!closed && (
            <>
              <div>
                <dt>{t("web.force.left")}</dt>
                <dd class="num">{roster.left}</dd>
              </div>
              <div>
                <dt>SAN</dt>
                <dd class="num">{roster.san}</dd>
              </div>
              <div>
                <dt>ELR</dt>
                <dd class="num">{roster.elr ?? "–"}</dd>
              </div>
            </>
          )}
        </dl>
      </header>
      {closed ? (
        <p class="sealed">
          {t("web.force.sealed")} · {t(`web.force.stage.${roster.stage}`)}
        </p>
      ) : (
        <>
          {roster.infantry?.map((section) => (
            <Part
              key={section.name}
              title={t(`purchase.section.${section.name}`)}
              rows={section.rows}
            />
          ))}
          <Part title={t("purchase.step.ordnance")} rows={roster.guns} />
          <Part title={t("purchase.step.vehicles")} rows={roster.vehicles} />
          <Part title={t("web.force.transport")} rows={roster.transport} />
          <Part title={t("purchase.step.oba")} rows={roster.batteries} />
          <Part title={t("web.force.support")} rows={roster.support} />
          <Part title={t("purchase.step.fortifications")} rows={roster.fortifications} />
          {counts(t("purchase.step.leaders"), roster.leaders)}
          {counts(t("purchase.step.sw"), roster.sw)}
          <table class="roster balance">
            <caption>{t("web.force.balance")}</caption>
            <tbody>
              {roster.balance
                ?.filter((row) => row.spent)
                .map((row) => (
                  <tr key={row.name}>
                    <td>{t(`purchase.step.${row.name}`)}</td>
                    <td class="num">{row.spent}</td>
                    <td class="num">{row.left}</td>
                  </tr>
                ))}
            </tbody>
          </table>
        </>
      )}
    </article>
  );
}
