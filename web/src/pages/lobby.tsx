// A table that waits: sit down, or invite the others.
import { useSignalEffect } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import type { SeatJoined } from "../api/types";
import { playerName } from "../core/account";
import { call, loadGames, type ScenarioCard } from "../core/api";
import { calledAs, seatWord } from "../core/begin";
import type { Live } from "../core/live";
import { named, t } from "../core/words";
import type { Board } from "../folio/types";
import { CopyLink } from "../parts/copy-link";
import { NameField, Wrong } from "../parts/fields";
import { MailMe } from "../parts/mail-me";
import { sentenceOf } from "../parts/toast";

interface Props {
  live: Live<unknown>;
  sitting: boolean;
  onSeat: (seat: string, token: string) => void;
}

type Told = Pick<ScenarioCard, "title" | "summary" | "seats">;

/** What is played: one of ours, or what a player brought along; a purchase has no map to tell. */
async function findCard(table: string, scenario: string): Promise<Told | null> {
  const cards = Object.values(await loadGames()).flat();
  const ours = cards.find((one) => one.name === scenario);
  if (ours) return ours;
  const { name, about, sides } = await call<Board>(`/api/tables/${table}/board`);
  if (!sides) return null;
  const seats = Object.fromEntries(sides.map((side) => [side.id, side.name]));
  return { title: name, summary: about, seats };
}

export function Lobby({ live, sitting, onSeat }: Props) {
  const frame = live.frame.value!;
  const [card, setCard] = useState<Told | null>(null);
  const [name, setName] = useState(playerName.value);
  const [real, setReal] = useState(true);
  const [wrong, setWrong] = useState("");
  const realAgreed = (seat: string) => {
    const person = frame.seats[seat];
    return person?.kind === "open" && person.typed;
  };
  useEffect(() => {
    findCard(live.id, frame.scenario).then(setCard, () => undefined);
  }, [frame.scenario]);
  useSignalEffect(() => {
    document.title = `${live.frame.value?.title ?? ""} – Hexfire`;
  });
  const sit = async (seat: string) => {
    setWrong("");
    try {
      const taken = await call<SeatJoined>(`/api/tables/${live.id}/join`, {
        body: {
          name: calledAs(name),
          seat,
          word: seatWord(),
          typed: real && realAgreed(seat),
        },
      });
      onSeat(taken.seat, taken.token);
    } catch (error) {
      setWrong(sentenceOf(error));
    }
  };
  // As on the board: who is first there has the first colour here, too.
  const order = Object.keys(card?.seats ?? frame.seats);
  const seatsInOrder = Object.entries(frame.seats).sort(
    ([one], [other]) => order.indexOf(one) - order.indexOf(other),
  );
  return (
    <main class="page grows narrow stack lobby">
      <h1>{card ? named(card.title) : frame.title}</h1>
      {card && <p class="lead">{named(card.summary)}</p>}
      <section class="panel stack">
        {!sitting && <NameField value={name} onChange={setName} />}
        {!sitting && Object.keys(frame.seats).some(realAgreed) && (
          <label class="check">
            <input
              type="checkbox"
              checked={real}
              onChange={(event) => setReal(event.currentTarget.checked)}
            />
            {t("web.lobby.real_dice")}
          </label>
        )}
        <ul>
          {seatsInOrder.map(([seat, person], n) => (
            <li class="seat-line" key={seat}>
              <span>
                <span class={`side-chip ${n ? "side-b" : "side-a"}`}>
                  {card ? named(card.seats[seat]) : seat}
                </span>
              </span>
              <span class="row">
                {person.kind !== "open" && <b>{person.name}</b>}
                {person.kind === "open" && sitting && (
                  <span class="muted">
                    <span class="spinner" aria-hidden="true" /> {t("web.lobby.waiting")}
                  </span>
                )}
                {person.kind === "open" && !sitting && (
                  <button type="button" class="button primary small" onClick={() => sit(seat)}>
                    {t("web.lobby.sit")}
                  </button>
                )}
              </span>
            </li>
          ))}
        </ul>
        {frame.game === "folio" && (
          <p class="small muted">{t(frame.hints ? "web.lobby.hints" : "web.lobby.no_hints")}</p>
        )}
        <Wrong says={wrong} />
      </section>
      {sitting && <Invite table={live.id} />}
      {sitting && frame.seat && <MailMe table={live.id} seat={frame.seat} />}
    </main>
  );
}

function Invite({ table }: { table: string }) {
  const link = `${location.origin}/table/${table}`;
  return (
    <section class="panel stack">
      <h2>{t("web.lobby.invite")}</h2>
      <p>{t("web.lobby.invite_says")}</p>
      <div class="row link-line">
        <input class="input" readOnly value={link} aria-label={t("web.lobby.invite")} />
        <CopyLink link={link} />
      </div>
    </section>
  );
}
