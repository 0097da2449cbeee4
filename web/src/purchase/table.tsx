// The purchase: the steps, the desk of the seat whose eyes one has, the Roster beside it.
import "./purchase.css";
import { useEffect, useRef, useState } from "preact/hooks";
import { call } from "../core/api";
import type { Frame, Live } from "../core/live";
import { keptTables } from "../core/storage";
import { t } from "../core/words";
import { Header } from "../parts/header";
import { Icon } from "../parts/icon";
import { MailMe } from "../parts/mail-me";
import { tellError } from "../parts/toast";
import { Waiting } from "../parts/waiting";
import type { Hand } from "./desk";
import { DeskPart } from "./desk-part";
import { Finished, Log, Sheets } from "./record";
import { LastRoll, OpenRoll } from "./rolls";
import { Closing, leftUndone, Stepper, Sums } from "./steps";
import { TakeAway } from "./take-away";
import { AgreementLine, sideName } from "./terms";
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
      (frame) => !stale && setOwn({ seat, frame: frame }),
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
      .then((report) => !stale && setDesk({ of: own, desk: report }), tellError);
    return () => {
      stale = true;
    };
  }, [own, seat]);
  // The desk of another seat or step is never shown, not even for a moment.
  const fits = desk && own && desk.of.seat === own.seat && step(desk.of, seat) === step(own, seat);
  return fits ? desk.desk : null;
}

const step = (frame: Shot, seat: string) => {
  const side = frame.view.sides[seat];
  return isOpen(side) ? side.step : null;
};

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
                    onGiveUp={() => live.send({ cancel: true, seat }).catch(tellError)}
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
                <TakeAway table={live.id} view={view} seat={seat} over={false} />
                <MailMe key={seat} table={live.id} seat={seat} />
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
