// The purchase: the steps, the desk of the seat whose eyes one has, the Roster beside it.
import "./purchase.css";
import { Fragment } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { call } from "../core/api";
import type { Frame, Live, LogLine, RollRequest } from "../core/live";
import { keptTables } from "../core/storage";
import { lang, type Message, type Param, say, t } from "../core/words";
import { Header } from "../parts/header";
import { Icon } from "../parts/icon";
import { Modal } from "../parts/modal";
import { Cite } from "../parts/rule";
import { tellError } from "../parts/toast";
import { Waiting } from "../parts/waiting";
import { DeskCards, type Hand } from "./desk";
import { Figures } from "./figures";
import { Sheet } from "./sheet";
import { TakeAway } from "./take-away";
import { type Desk, isOpen, type PurchaseView, type Roster, STEPS } from "./types";

interface Props {
  live: Live<PurchaseView>;
  held: string[];
}

type Shot = Frame<PurchaseView>;

/** The frame of one seat: with several seats at this screen each is asked for with its own eyes. */
function useOwnFrame(live: Live<PurchaseView>, seat: string, many: boolean): Shot | null {
  const frame = live.frame.value!;
  const [own, setOwn] = useState<{ seat: string; frame: Shot } | null>(null);
  useEffect(() => {
    if (!many) return;
    let stale = false;
    const tokens = Object.values(keptTables().find((one) => one.id === live.id)?.tokens ?? {});
    call<Shot>(`/api/tables/${live.id}?seat=${encodeURIComponent(seat)}`, { tokens }).then(
      (found) => !stale && setOwn({ seat, frame: found }),
      tellError,
    );
    return () => {
      stale = true;
    };
  }, [frame, seat, many]);
  if (!many) return frame;
  return own?.seat === seat ? own.frame : null;
}

function useDesk(live: Live<PurchaseView>, seat: string, own: Shot | null): Desk | null {
  const [desk, setDesk] = useState<{ of: Shot; desk: Desk } | null>(null);
  useEffect(() => {
    if (!seat || own?.seat !== seat || own.status !== "playing") return;
    let stale = false;
    live
      .ask<Desk>({ desk: true }, seat)
      .then((found) => !stale && setDesk({ of: own, desk: found }), tellError);
    return () => {
      stale = true;
    };
  }, [own, seat]);
  // The desk of another seat is never shown, not even for a moment.
  return desk && own && desk.of.view.sides[seat] && desk.of.seat === own.seat ? desk.desk : null;
}

/** Whether there is anything on a Roster that the other player should not see. */
const hasSecrets = (side: Roster) =>
  side.left < side.points || STEPS.indexOf(side.step) > STEPS.indexOf("infantry");

export function PurchaseTable({ live, held }: Props) {
  const frame = live.frame.value!;
  const many = held.length > 1;
  const [picked, setPicked] = useState("");
  // Who has just sat down holds nothing yet when the first frame comes.
  const seat = held.includes(picked) ? picked : (held[0] ?? "");
  const [covered, setCovered] = useState(true);
  const [closing, setClosing] = useState(false);
  const [busy, setBusy] = useState(false);
  const own = useOwnFrame(live, seat, many);
  const deskBox = useRef<HTMLElement>(null);
  const desk = useDesk(live, seat, own);
  const order = async (text: string, by = seat) => {
    setBusy(true);
    setCovered(false);
    try {
      // Not «on» a position: what the other side buys meanwhile changes nothing here.
      await live.send({ do: text, seat: by });
      return true;
    } catch (error) {
      tellError(error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  const propose = async (figure: string, value: string) => {
    const all = many ? held : [seat];
    for (const one of all) if (!(await order(`figure ${figure} = ${value}`, one))) return false;
    return true;
  };
  const undo = () => live.send({ undo: true, seat }).catch(tellError);
  const hand: Hand = {
    seat,
    busy,
    order,
    ask: (question) => live.ask(question, seat),
  };
  const view = own?.view;
  const side = view?.sides[seat];
  const mine = isOpen(side) ? side : null;
  const over = frame.status === "over";
  const fallen = own?.log[own.log.length - 1]?.data?.dr === undefined ? 0 : own?.now;
  useEffect(() => {
    // A new step, or a roll: its beginning is what one wants to see.
    const box = deskBox.current;
    if (!box) return;
    box.scrollTop = 0;
    if (box.getBoundingClientRect().top < 56) box.scrollIntoView({ block: "start" });
  }, [mine?.step, fallen]);
  const secret = frame.view.agreement.secret;
  const cover = covered && many && secret && !over && mine !== null && hasSecrets(mine);
  return (
    <>
      <Header here="force" />
      <main class="page purchase">
        <header class="row between no-print">
          <div>
            <h1>{t("web.door.force")}</h1>
            <AgreementLine view={frame.view} />
          </div>
          {many && !over && (
            <div class="choices" role="group" aria-label={t("buy.whose")}>
              {held.map((one) => (
                <button
                  type="button"
                  class="choice"
                  key={one}
                  aria-pressed={seat === one}
                  onClick={() => {
                    if (one === seat) return;
                    setCovered(true);
                    setPicked(one);
                  }}
                >
                  {sideName(frame.view, one)}
                </button>
              ))}
            </div>
          )}
        </header>
        {!view ? (
          <Waiting />
        ) : cover ? (
          <section class="panel stack cover">
            <h2>{t("buy.cover", { nation: sideName(view, seat) })}</h2>
            <p>{t("buy.cover_says")}</p>
            <div>
              <button type="button" class="button primary" onClick={() => setCovered(false)}>
                {t("buy.uncover")}
              </button>
            </div>
          </section>
        ) : over ? (
          <Finished live={live} view={view} log={own.log} />
        ) : (
          <>
            {mine && <Stepper now={mine.step} />}
            <div class="purchase-grid">
              <section class="panel stack no-print desk" aria-labelledby="buy-desk" ref={deskBox}>
                {mine && <Sums of={mine} />}
                <LastRoll view={view} log={own.log} />
                {own.roll && own.rolling === seat ? (
                  <OpenRoll
                    roll={own.roll}
                    onAnswer={(faces) => live.send({ answer: faces, seat }).catch(tellError)}
                  />
                ) : (
                  <DeskPart
                    desk={desk}
                    hand={hand}
                    view={view}
                    mine={mine}
                    many={many}
                    propose={propose}
                    onClose={() => setClosing(true)}
                  />
                )}
                <div class="row between foot-row">
                  <button
                    type="button"
                    class="button small"
                    disabled={busy || !own.undo?.free}
                    title={own.undo?.free ? undefined : t("buy.undo_closed")}
                    onClick={undo}
                  >
                    <Icon name="undo" /> {t("web.undo")}
                  </button>
                  <span class="small muted">
                    {t(own.undo?.free ? "buy.undo_says" : "buy.undo_closed")}
                  </span>
                </div>
              </section>
              <div class="stack">
                <Sheets view={view} first={seat} />
                <TakeAway table={live.id} view={view} over={false} />
                <Log view={view} lines={own.log} />
              </div>
            </div>
          </>
        )}
        {closing && mine && (
          <Closing
            of={mine}
            left={leftUndone(desk)}
            onDone={(yes) => {
              setClosing(false);
              if (yes) order("close");
            }}
          />
        )}
      </main>
    </>
  );
}

function sideName(view: PurchaseView, seat: string): string {
  const nation = t(`purchase.nation.${view.sides[seat]?.nation}`);
  const number = /-([12])$/.exec(seat)?.[1];
  return number ? `${nation} ${number}` : nation;
}

/** A message in which a seat is called by its nation. */
function told(view: PurchaseView, message: Message): string {
  const params = message.params?.map(([name, value]): [string, Param] =>
    name === "seat" && String(value) in view.sides
      ? [name, sideName(view, String(value))]
      : [name, value],
  );
  return say(params ? { ...message, params } : message);
}

function AgreementLine({ view }: { view: PurchaseView }) {
  const { date, secret, boards, victory, night, pfk } = view.agreement;
  const parts = [
    monthOf(date),
    t(secret ? "buy.in_secret" : "buy.in_open"),
    night ? t("buy.night") : "",
    pfk ? "PFk" : "",
    boards.length ? t("buy.on_boards", { boards: boards.join(", ") }) : "",
    victory,
  ];
  return <p class="muted">{parts.filter(Boolean).join(" · ")}</p>;
}

function monthOf(date: string): string {
  const [year, month] = date.split("-").map(Number);
  return new Intl.DateTimeFormat(lang.value, { year: "numeric", month: "long" }).format(
    new Date(year ?? 1944, (month ?? 1) - 1, 1),
  );
}

/** What both are asked to agree to. */
function AgreedTerms({ view }: { view: PurchaseView }) {
  const { date, sides, boards, victory, secret } = view.agreement;
  const rows = [
    [t("buy.date"), monthOf(date)],
    ...sides.map((side) => [sideName(view, side.seat), t("buy.so_many", { points: side.points })]),
    [t("purchase.sheet.board"), boards.join(", ") || "–"],
    [t("purchase.wizard.victory"), victory || "–"],
    [t("buy.manner"), t(secret ? "buy.in_secret" : "buy.in_open")],
  ];
  return (
    <dl class="terms">
      {rows.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** The fixed sequence: what is closed is locked, and there is no way back. */
function Stepper({ now }: { now: string }) {
  const at = STEPS.indexOf(now);
  const parts = [STEPS.slice(0, 7), STEPS.slice(7)];
  return (
    <nav class="stepper no-print" aria-label={t("buy.steps")}>
      {parts.map((steps, part) => (
        <ol key={part}>
          {steps.map((step, i) => {
            const n = part * 7 + i;
            const state = n < at ? "past" : n === at ? "now" : "later";
            return (
              <li key={step} class={state} aria-current={n === at ? "step" : undefined}>
                <span class="mark" aria-hidden="true">
                  {n < at ? <Lock /> : n + 1}
                </span>
                <span class="step-name">{t(`purchase.step.${step}`)}</span>
                {n < at && <span class="visually-hidden"> ({t("buy.block.closed")})</span>}
              </li>
            );
          })}
        </ol>
      ))}
    </nav>
  );
}

function Lock() {
  return (
    <svg viewBox="0 0 16 16" width="12" height="12" aria-hidden="true">
      <path
        d="M3 7h10v7H3zM5 7V5a3 3 0 0 1 6 0v2"
        fill="none"
        stroke="currentColor"
        stroke-width="1.8"
      />
    </svg>
  );
}

function Sums({ of }: { of: Roster }) {
  const spent = of.points - of.left;
  return (
    <dl class="sums">
      <div>
        <dt>{t("buy.left")}</dt>
        <dd class="num points">{of.left}</dd>
      </div>
      <div>
        <dt>{t("buy.spent")}</dt>
        <dd class="num">
          {spent}
          <span class="of"> / {of.points}</span>
        </dd>
      </div>
      <div>
        <dt>SAN</dt>
        <dd class="num">{of.san}</dd>
      </div>
      <div>
        <dt>{t("purchase.sheet.equiv")}</dt>
        <dd class="num">{of.equivalents}</dd>
      </div>
      <div class="bar" aria-hidden="true">
        <i style={{ width: `${(100 * spent) / of.points}%` }} />
      </div>
    </dl>
  );
}

interface DeskPartProps {
  desk: Desk | null;
  hand: Hand;
  view: PurchaseView;
  mine: Roster | null;
  many: boolean;
  propose: (figure: string, value: string) => Promise<boolean>;
  onClose: () => void;
}

function DeskPart({ desk, hand, view, mine, many, propose, onClose }: DeskPartProps) {
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
            else if (typed.trim() && (await hand.order(typed.trim()))) setTyped("");
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

/** What one would hardly leave undone on purpose. */
const DUE = new Set(["roll", "bonus", "leaders", "exchange", "sw"]);
const leftUndone = (desk: Desk | null) =>
  !!desk &&
  (desk.offers.some(({ verb }) => DUE.has(verb)) ||
    desk.closed.some(
      ({ verb, message }) => DUE.has(verb) && message.key === "purchase.missing_figure",
    ));
const ROLLS = new Set(["ordnance", "vehicles", "oba", "exchange"]);

/** The rule that opens each step. */
const RULES: Record<string, string> = {
  agreement: "H1.1",
  infantry: "H1.2",
  ordnance: "H1.3",
  vehicles: "H1.4",
  oba: "H1.5",
  fortifications: "H1.6",
  second: "H1.7",
  announce: "H1.71",
  bonus: "H1.73",
  leaders: "H1.81",
  exchange: "H1.82",
  sw: "H1.83",
  reinforcements: "H1.84",
  done: "H1.1",
};

interface ClosingProps {
  of: Roster;
  /** Whether something that belongs to the side has not been taken or rolled for. */
  left: boolean;
  onDone: (yes: boolean) => void;
}

function Closing({ of, left, onDone }: ClosingProps) {
  const step = t(`purchase.step.${of.step}`);
  return (
    <Modal title={t("buy.close", { step })} onClose={() => onDone(false)}>
      <div class="stack">
        <p>
          {t("buy.closing", { step, left: of.left })} <Cite rule="H1.1" />
        </p>
        {left && (
          <p class="notice warn">{t(`buy.still.${ROLLS.has(of.step) ? "roll" : "take"}`)}</p>
        )}
        <div class="row">
          <button type="button" class="button primary" onClick={() => onDone(true)}>
            {t("buy.close_yes")}
          </button>
          <button type="button" class="button" onClick={() => onDone(false)}>
            {t("buy.close_no")}
          </button>
        </div>
      </div>
    </Modal>
  );
}

/** The roll that fell last: its number on the dice, and what it came to. */
function LastRoll({ view, log }: { view: PurchaseView; log: LogLine[] }) {
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
}

/** A decision inside a roll, or dice that this player throws himself. */
function OpenRoll({ roll, onAnswer }: OpenRollProps) {
  const [faces, setFaces] = useState("");
  const options = Array.isArray(roll.options) ? roll.options.map(String) : null;
  return (
    <div class="stack">
      <h2 id="buy-desk">
        {t(options ? "buy.decide" : "buy.throw")} <Cite rule={roll.rule} />
      </h2>
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
        </form>
      )}
    </div>
  );
}

function Sheets({ view, first }: { view: PurchaseView; first: string }) {
  const seats = Object.keys(view.sides);
  const order = [...seats].sort((a, b) => Number(b === first) - Number(a === first));
  return (
    <div class="sheets stack">
      {order.map((one) => (
        <Sheet key={one} side={view.sides[one]!} at={seats.indexOf(one)} />
      ))}
      <Agreed view={view} />
    </div>
  );
}

function Agreed({ view }: { view: PurchaseView }) {
  const all = Object.entries(view.agreed);
  if (all.length === 0) return null;
  return (
    <section class="agreed small">
      <b>{t("purchase.sheet.figures")}</b>{" "}
      {all.map(([key, value]) => `${key} = ${value}`).join(" · ")}
    </section>
  );
}

interface FinishedProps {
  live: Live<PurchaseView>;
  view: PurchaseView;
  log: LogLine[];
}

/** After the reveal: both Rosters side by side, and everything to take away. */
function Finished({ live, view, log }: FinishedProps) {
  return (
    <div class="stack finished">
      <p class="lead no-print">{t("buy.finished")}</p>
      <TakeAway table={live.id} view={view} over />
      <div class="sheets two-2">
        {Object.values(view.sides).map((side, at) => (
          <Sheet key={side.seat} side={side} at={at} />
        ))}
      </div>
      <Agreed view={view} />
      <Log view={view} lines={log} />
    </div>
  );
}

function Log({ view, lines }: { view: PurchaseView; lines: LogLine[] }) {
  return (
    <details class="panel no-print purchase-log" open>
      <summary>
        <h2>{t("web.log.label")}</h2>
      </summary>
      {lines.length === 0 ? (
        <p class="empty">{t("buy.log_empty")}</p>
      ) : (
        <ol>
          {lines
            .slice(-60)
            .reverse()
            .map((line, i) => (
              <li key={`${line.n}-${i}`}>
                <span class="grow">{told(view, line.message)}</span>
                <Cite rule={line.rule} />
              </li>
            ))}
        </ol>
      )}
    </details>
  );
}
