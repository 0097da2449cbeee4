// A table by its address: connect, take the seats this browser holds, wait for the others, play.
import { useSignalEffect } from "@preact/signals";
import { useEffect, useMemo, useState } from "preact/hooks";
import { callMe, playerName } from "../core/account";
import { call, loadGames, type ScenarioCard } from "../core/api";
import { Live } from "../core/live";
import { address, go } from "../core/router";
import { keepTable, keptTables } from "../core/storage";
import { extraNames, named, t } from "../core/words";
import { FolioTable } from "../folio/table";
import type { Board, View } from "../folio/types";
import { Icon } from "../parts/icon";
import { sentenceOf, tell } from "../parts/toast";
import { Waiting } from "../parts/waiting";
import { PurchaseTable } from "../purchase/table";
import type { PurchaseView } from "../purchase/types";

/** A private seat link: `/table/ID#seat=NAME.TOKEN`. The part after # never leaves the browser. */
function takeSeatLink(id: string): void {
  const found = /^#seat=([^.]+)\.(.+)$/.exec(address.peek().hash);
  if (!found) return;
  const [, seat = "", token = ""] = found;
  const old = keptTables().find((one) => one.id === id);
  keepTable({
    id,
    game: old?.game ?? "folio",
    scenario: old?.scenario ?? "",
    title: old?.title ?? "",
    at: Math.floor(Date.now() / 1000),
    tokens: { [decodeURIComponent(seat)]: token },
  });
  go(`/table/${id}`, true);
}

const tokensOf = (id: string): Record<string, string> =>
  keptTables().find((one) => one.id === id)?.tokens ?? {};

export function TablePage({ path }: { path: string[] }) {
  const id = path[0] ?? "";
  useMemo(() => takeSeatLink(id), [id]);
  const [live, setLive] = useState<Live<View> | null>(null);
  const [board, setBoard] = useState<Board | null>(null);
  const [tokens, setTokens] = useState(() => tokensOf(id));
  useEffect(() => {
    const made = new Live<View>(id, Object.values(tokensOf(id)), playerName.peek());
    setLive(made);
    return () => made.close();
  }, [id]);
  const frame = live?.frame.value ?? null;
  const status = frame?.status;
  useEffect(() => {
    if (!status || status === "waiting") return;
    call<Board>(`/api/tables/${id}/board`).then((fetched) => {
      if (!fetched.hexes) return; // not a game on a map
      const names: Record<string, Record<string, string>> = {};
      for (const side of fetched.sides) names[side.id] = side.name;
      fetched.victory.levels.forEach((level, i) => {
        names[`level.${i}`] = level.name;
      });
      fetched.victory.sudden.forEach((way, i) => {
        names[`sudden.${i}`] = way.name;
      });
      extraNames.value = names;
      setBoard(fetched);
    }, console.error);
  }, [id, status && status !== "waiting"]);
  useEffect(() => {
    if (!frame || Object.keys(tokens).length === 0) return;
    keepTable({
      id,
      game: keptTables().find((one) => one.id === id)?.game ?? "folio",
      scenario: frame.scenario,
      title: frame.title,
      tokens,
      at: Math.floor(Date.now() / 1000),
    });
  }, [frame?.scenario, frame?.now]);

  if (!live) return <Waiting />;
  if (live.link.value === "refused") {
    return (
      <main class="page narrow stack">
        <h1>{t("web.table.none")}</h1>
        <p>{t("web.table.none_says")}</p>
        <p>
          <a class="button primary" href="/">
            {t("web.home")}
          </a>
        </p>
      </main>
    );
  }
  if (!frame) return <Waiting what={t("web.connecting")} />;
  if (frame.status === "waiting") {
    return (
      <Lobby
        live={live}
        tokens={tokens}
        onSeat={(seat, token) => {
          const more = { ...tokens, [seat]: token };
          keepTable({
            id,
            game: /^\d{4}-\d{2} /.test(frame.scenario) ? "asl-dyo" : "folio",
            scenario: frame.scenario,
            title: frame.title,
            tokens: more,
            at: Math.floor(Date.now() / 1000),
          });
          setTokens(more);
          live.hold(Object.values(more));
        }}
      />
    );
  }
  const held = Object.keys(tokens).filter((seat) => seat in frame.seats);
  const mine = held.length ? held : frame.seat ? [frame.seat] : [];
  if ("agreement" in frame.view) {
    return <PurchaseTable live={live as unknown as Live<PurchaseView>} held={mine} />;
  }
  if (!board) return <Waiting />;
  return <FolioTable live={live} board={board} held={mine} />;
}

interface LobbyProps {
  live: Live<View>;
  tokens: Record<string, string>;
  onSeat: (seat: string, token: string) => void;
}

function Lobby({ live, tokens, onSeat }: LobbyProps) {
  const frame = live.frame.value!;
  const [card, setCard] = useState<ScenarioCard | null>(null);
  const [name, setName] = useState(playerName.value);
  const [real, setReal] = useState(true);
  const [wrong, setWrong] = useState("");
  const invite = `${location.origin}/table/${live.id}`;
  useEffect(() => {
    loadGames().then(
      (games) =>
        setCard(
          Object.values(games)
            .flat()
            .find((one) => one.name === frame.scenario) ?? null,
        ),
      () => undefined,
    );
  }, [frame.scenario]);
  useSignalEffect(() => {
    document.title = `${live.frame.value?.title ?? ""} – Hexfire`;
  });
  const sit = async (seat: string) => {
    setWrong("");
    try {
      callMe(name.trim());
      const word = crypto.getRandomValues(new Uint32Array(2)).join("");
      const taken = await call<{ seat: string; token: string }>(`/api/tables/${live.id}/join`, {
        body: { name: name.trim(), seat, word, typed: real && !!frame.seats[seat]?.typed },
      });
      onSeat(taken.seat, taken.token);
    } catch (error) {
      setWrong(sentenceOf(error));
    }
  };
  const sitting = Object.keys(tokens).length > 0;
  return (
    <main class="page narrow stack lobby">
      <p>
        <a href="/">← {t("web.home")}</a>
      </p>
      <h1>{card ? named(card.title) : frame.title}</h1>
      {card && <p class="lead">{named(card.summary)}</p>}
      <section class="panel stack">
        {!sitting && (
          <label class="field">
            <span>{t("web.your_name")}</span>
            <input
              class="input"
              maxLength={40}
              value={name}
              onInput={(event) => setName(event.currentTarget.value)}
            />
          </label>
        )}
        {!sitting && Object.values(frame.seats).some((one) => one.kind === "open" && one.typed) && (
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
          {Object.entries(frame.seats).map(([seat, person], n) => (
            <li class="seat-line" key={seat}>
              <span>
                <span class={`side-chip ${n ? "side-b" : "side-a"}`}>
                  {card ? named(card.seats[seat]) : seat}
                </span>
              </span>
              <span class="row">
                {person.kind === "open" ? (
                  sitting ? (
                    <span class="muted">
                      <span class="spinner" aria-hidden="true" /> {t("web.lobby.waiting")}
                    </span>
                  ) : (
                    <button
                      type="button"
                      class="button primary small"
                      disabled={!name.trim()}
                      onClick={() => sit(seat)}
                    >
                      {t("web.lobby.sit")}
                    </button>
                  )
                ) : (
                  <b>{person.name}</b>
                )}
              </span>
            </li>
          ))}
        </ul>
        {wrong && (
          <p class="notice warn" role="alert">
            {wrong}
          </p>
        )}
      </section>
      {sitting && (
        <section class="panel stack">
          <h2>{t("web.lobby.invite")}</h2>
          <p>{t("web.lobby.invite_says")}</p>
          <div class="row">
            <input class="input grow" readOnly value={invite} aria-label={t("web.lobby.invite")} />
            <button
              type="button"
              class="button"
              onClick={() =>
                navigator.clipboard
                  ?.writeText(invite)
                  .then(() => tell("web.link.copied"))
                  .catch(() => undefined)
              }
            >
              <Icon name="link" /> {t("web.link.copy")}
            </button>
          </div>
        </section>
      )}
    </main>
  );
}
