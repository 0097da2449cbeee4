// A table by its address: connect, take the seats this browser holds, wait for the others, play.
import type { ComponentType } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { BattleView } from "../battle/types";
import { playerName } from "../core/account";
import { call } from "../core/api";
import { nowInSeconds, seatWord } from "../core/begin";
import { type Frame, Live } from "../core/live";
import { address, go } from "../core/router";
import { keepTable, keptTables } from "../core/storage";
import { extraNames, type Names, say, t } from "../core/words";
import { dressed } from "../folio/dress";
import { rowNames } from "../folio/say";
import { FolioTable } from "../folio/table";
import type { Board, View } from "../folio/types";
import { Header } from "../parts/header";
import { NothingHere } from "../parts/nothing-here";
import { tellError } from "../parts/toast";
import { Waiting } from "../parts/waiting";
import { PurchaseTable } from "../purchase/table";
import type { PurchaseView } from "../purchase/types";
import { useBoard } from "../table/board";
import { isLesson } from "../table/lesson";
import { TroubleLine } from "../table/trouble-line";
import { Lobby } from "./lobby";

type Tokens = Record<string, string>;

const kept = (id: string) => keptTables().find((one) => one.id === id);
const tokensOf = (id: string): Tokens => kept(id)?.tokens ?? {};

/** A private seat link: `/table/ID#seat=NAME.TOKEN`. The part after # never leaves the browser. */
function takeSeatLink(id: string): void {
  const parts = /^#seat=([^.]+)\.(.+)$/.exec(address.peek().hash);
  if (!parts) return;
  const [, seat = "", token = ""] = parts;
  const old = kept(id);
  keepTable({
    id,
    game: old?.game ?? "folio",
    scenario: old?.scenario ?? "",
    title: old?.title ?? "",
    at: nowInSeconds(),
    tokens: { [decodeURIComponent(seat)]: token },
  });
  go(`/table/${id}`, true);
}

function keep(frame: Frame<unknown>, tokens: Tokens): void {
  const { table: id, game, scenario, title } = frame;
  keepTable({ id, game, scenario, title, tokens, at: nowInSeconds() });
}

/** Sides and levels of victory are named by the scenario, wherever a message names them. */
function namesOf(board: Board): Record<string, Names> {
  const { levels, sudden } = board.victory;
  return Object.fromEntries([
    ...board.sides.map((side) => [side.id, side.name]),
    ...levels.map((level, i) => [`level.${i}`, level.name]),
    ...sudden.map((way, i) => [`sudden.${i}`, way.name]),
    ...board.terrains.map((one) => [`terrain.${one.id}`, one.name]),
    ...board.hexsides.map((one) => [`hexside.${one.id}`, one.name]),
    ...board.bridges.map((one) => [`bridge.${one.id}`, one.name]),
    ...board.exclusive.map((one) => [`exclusive.${one.rule}`, one.name]),
    ...Object.keys(board.crt.rows).map((row) => [`row.${row}`, rowNames(board, row)]),
  ]);
}

export function TablePage({ path }: { path: string[] }) {
  const id = path[0] ?? "";
  useMemo(() => takeSeatLink(id), [id]);
  const [live, setLive] = useState<Live<View> | null>(null);
  const [tokens, setTokens] = useState(() => tokensOf(id));
  useEffect(() => {
    const connection = new Live<View>(id, Object.values(tokensOf(id)), playerName.peek());
    setLive(connection);
    return () => connection.close();
  }, [id]);
  const frame = live?.frame.value ?? null;
  const begun = frame !== null && frame.status !== "waiting";
  const board = useBoard(id, begun && frame.game === "folio", (fetched: Board): Board => {
    extraNames.value = namesOf(fetched);
    return { ...fetched, units: dressed(fetched.units), lesson: isLesson(id) };
  });
  useEffect(() => {
    if (frame && Object.keys(tokens).length > 0) keep(frame, tokens);
  }, [frame?.scenario, frame?.now]);

  const giving = frame?.word_wanted && frame.commitment && frame.seat ? frame.seat : null;
  useEffect(() => {
    const token = giving && tokens[giving];
    if (!token) return;
    // The server has shown the hash of its secret; now a word of ours goes into the dice.
    const body = { seat: giving, word: seatWord() };
    call(`/api/tables/${id}/word`, { body, tokens: [token] }).catch(() => undefined);
  }, [id, giving]);

  if (!live) return <Waiting />;
  if (live.link.value === "refused") return <NoTable />;
  if (!frame) {
    const trouble = live.trouble.value;
    return <Waiting what={trouble ? say(trouble) : t("web.connecting")} />;
  }
  if (!begun) {
    const sit = (seat: string, token: string) => {
      const more = { ...tokens, [seat]: token };
      keep(frame, more);
      setTokens(more);
      live.hold(Object.values(more));
    };
    const sitting = Object.keys(tokens).length > 0;
    return (
      <>
        <Header here="folio" />
        <Lobby live={live as Live<unknown>} sitting={sitting} onSeat={sit} />
        <TroubleLine live={live} />
      </>
    );
  }
  return (
    <>
      <Room live={live} frame={frame} board={board} tokens={tokens} />
      <TroubleLine live={live} />
    </>
  );
}

interface RoomProps {
  live: Live<View>;
  frame: Frame<View>;
  board: Board | null;
  tokens: Tokens;
}

/** The table of each game. */
function Room({ live, frame, board, tokens }: RoomProps) {
  const held = Object.keys(tokens).filter((seat) => seat in frame.seats);
  const mine = held.length ? held : frame.seat ? [frame.seat] : [];
  if (frame.game === "battle") {
    return <LazyBattle live={live as unknown as Live<BattleView>} held={mine} />;
  }
  if (frame.game === "asl-dyo") {
    return <PurchaseTable live={live as unknown as Live<PurchaseView>} held={mine} />;
  }
  if (!board) return <Waiting />;
  return <FolioTable live={live} board={board} held={mine} />;
}

type BattleRoomProps = { live: Live<BattleView>; held: string[] };

/** A battle brings much along: it is loaded when somebody sits down at one. */
function LazyBattle(props: BattleRoomProps) {
  const [Room, setRoom] = useState<ComponentType<BattleRoomProps> | null>(null);
  useEffect(() => {
    import("../battle/table").then((room) => setRoom(() => room.BattleRoom), tellError);
  }, []);
  return Room ? <Room {...props} /> : <Waiting />;
}

function NoTable() {
  return (
    <>
      <Header here="folio" />
      <NothingHere title="web.table.none" text="web.table.none_says" />
    </>
  );
}
