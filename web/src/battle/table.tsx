// A battle's table: the board fills the screen, the panel tells what can be done.
import "../styles/sight.css";
import "../styles/range.css";
import "../styles/battle.css";
import { untracked, useSignalEffect } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { ThreatMap } from "../api/types";
import type { Live } from "../core/live";
import { extraNames, named, say, t } from "../core/words";
import { Icon } from "../parts/icon";
import { Modal } from "../parts/modal";
import { Verify } from "../parts/verify";
import { Waiting } from "../parts/waiting";
import { useBoard } from "../table/board";
import { OtherSays } from "../table/endings";
import { Following } from "../table/following";
import { LessonCard } from "../table/lesson-card";
import { Panel, Record } from "../table/panel";
import { Replay } from "../table/replay";
import { sideName } from "../table/say";
import { Screen } from "../table/screen";
import { Opened, Typing, takeBackAt } from "../table/table-parts";
import { AttackCard } from "./attack-card";
import { BattleHead } from "./head";
import { KEYS, useKeys } from "./keys";
import { BattleMap } from "./map";
import { NowLine } from "./now";
import { OrdersPanel } from "./orders-panel";
import { Roster } from "./roster";
import { called } from "./say";
import { Scenario } from "./scenario";
import { BattleStore, TABS } from "./store";
import type { BattleBoard, BattleView } from "./types";

interface Props {
  live: Live<BattleView>;
  held: string[];
}

/** A board whose sides are called by their names, wherever a message names them. */
function withNames(board: BattleBoard): BattleBoard {
  extraNames.value = Object.fromEntries(board.sides.map((side) => [side.id, side.name]));
  return board;
}

export function BattleRoom({ live, held }: Props) {
  const board = useBoard(live.id, true, withNames);
  return board ? <BattleTable live={live} held={held} board={board} /> : <Waiting />;
}

function BattleTable({ live, held, board }: Props & { board: BattleBoard }) {
  const store = useMemo(() => new BattleStore(live, board, held), [live, board]);
  const screen = useMemo(() => new Screen(), [live]);
  const takeBack = takeBackAt(store, screen);
  useKeys({ store, screen, takeBack });
  useSignalEffect(() => {
    const frame = live.frame.value;
    if (frame && !store.past.value) store.moved(frame.now);
    if (frame) store.loadCards();
  });
  useSignalEffect(() => {
    const frame = live.frame.value;
    if (frame) untracked(() => store.follow.heard(frame));
  });
  useSignalEffect(() => store.noteHexes());
  useSignalEffect(() => {
    if (!live.frame.value || store.busy.value) return;
    untracked(() => {
      store.way.goOn();
      store.lesson.goOn();
    });
  });
  // What the lesson rings stands among the orders, whatever one looked at meanwhile.
  const pressed = store.lesson.step.value?.press;
  useEffect(() => {
    if (pressed && pressed !== "end") store.tab.value = "orders";
  }, [store.lesson.step.value?.name]);
  useSignalEffect(() => {
    const call_ = store.mine.value ? `● ${t("web.your_turn")} – ` : "";
    document.title = `${call_}${named(board.name)} – Hexfire`;
  });
  const frame = live.frame.value!;
  const past = store.past.value;
  const following = store.follow.running.value;
  const step = store.lesson.step.value;
  return (
    <main
      class={`table-screen battle-screen sheet-${screen.sheet.value} ${step ? "in-lesson" : ""}`}
      data-press={step?.press}
    >
      <BattleHead store={store} onTakeBack={takeBack} />
      <LessonCard lesson={store.lesson} />
      <div class="map-area">
        <BattleMap store={store} onPick={() => screen.raiseSheet()} />
        <div class="map-top">
          <NowLine store={store} />
          {store.threat.value && <ThreatNote store={store} threat={store.threat.value} />}
          {following && <Following follow={store.follow} />}
          <OtherSays store={store} />
        </div>
        <Tools store={store} screen={screen} />
        {past && !following && <Replay store={store} />}
        <Typing game="battle" store={store} screen={screen} takeBack={takeBack} />
      </div>
      <SidePanel store={store} screen={screen} />
      <Opened store={store} screen={screen} keys={KEYS} />
      {frame.outcome && !screen.resultSeen.value && !past && (
        <Over store={store} onClose={() => (screen.resultSeen.value = true)} />
      )}
    </main>
  );
}

function SidePanel({ store, screen }: { store: BattleStore; screen: Screen }) {
  const tab = store.tab.value;
  const attack = store.attack.value;
  return (
    <Panel
      store={store}
      screen={screen}
      tabs={TABS}
      tab={tab}
      onTab={(wanted) => {
        store.tab.value = wanted;
      }}
      look={attack?.n}
    >
      {tab === "orders" && attack && !store.shot.value && (
        <AttackCard store={store} attack={attack} />
      )}
      {tab === "orders" && <OrdersPanel store={store} />}
      {tab === "units" && <Roster store={store} />}
      {tab === "log" && <Record store={store} />}
      {tab === "rules" && <Scenario store={store} />}
    </Panel>
  );
}

/** What the figures of the threat overlay are. */
function ThreatNote({ store, threat }: { store: BattleStore; threat: ThreatMap }) {
  const unit = store.piece(threat.unit) ? called(store, threat.unit) : threat.unit;
  return (
    <p class="following small" role="status" data-test="threat">
      {t(threat.hexes.length ? "web.battle.threat.says" : "web.battle.threat.none", { unit })}
    </p>
  );
}

function Tools({ store, screen }: { store: BattleStore; screen: Screen }) {
  const last = store.live.frame.value!.last;
  return (
    <div class="map-tools" role="group" aria-label={t("web.map.tools")}>
      <button
        type="button"
        class="icon-button"
        aria-label={t("web.battle.thread")}
        title={`${t("web.battle.thread")} (l)`}
        aria-pressed={store.thread.value}
        onClick={() => {
          store.thread.value = !store.thread.peek();
          store.showLine(store.hover.peek());
        }}
      >
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 20 20 4M4 20a2 2 0 1 0 .01 0M20 4a2 2 0 1 0 .01 0" />
        </svg>
      </button>
      <button
        type="button"
        class="icon-button"
        aria-label={t("web.battle.threat")}
        title={`${t("web.battle.threat")} (t)`}
        aria-pressed={store.threat.value !== null}
        disabled={!store.seat}
        onClick={() => store.toggleThreat()}
      >
        <Icon name="zone" />
      </button>
      <button
        type="button"
        class="icon-button"
        aria-label={t("web.command.label")}
        title={`${t("web.command.label")} (/)`}
        onClick={() => (screen.typing.value = true)}
      >
        <Icon name="keyboard" />
      </button>
      <button
        type="button"
        class="icon-button"
        aria-label={t("web.replay.label")}
        aria-pressed={store.past.value !== null}
        onClick={() => store.go(store.past.value ? last : 0)}
      >
        <Icon name="play" />
      </button>
      <button
        type="button"
        class="icon-button"
        aria-label={t("web.help.title")}
        title={`${t("web.help.title")} (?)`}
        onClick={() => (screen.opened.value = "help")}
      >
        <Icon name="help" />
      </button>
    </div>
  );
}

/** How it ended. */
function Over({ store, onClose }: { store: BattleStore; onClose: () => void }) {
  const frame = store.live.frame.value!;
  const outcome = frame.outcome!;
  const winner = outcome.winners[0] ?? null;
  const title = winner
    ? t("web.result.wins", { side: sideName(store.board, winner) })
    : t("web.result.draw");
  return (
    <Modal title={title} onClose={onClose}>
      <p>{say(outcome.message)}</p>
      <p class="small muted">{named(store.board.victory)}</p>
      <Verify table={frame.table} name="web.result.verify" fair="web.result.fair" />
      <div class="row">
        <button
          type="button"
          class="button primary"
          onClick={() => {
            onClose();
            store.go(0);
          }}
        >
          {t("web.result.replay")}
        </button>
        <a class="button" href={`/api/tables/${frame.table}/journal`} download>
          {t("web.result.journal")}
        </a>
        <a class="button quiet" href="/battle">
          {t("web.result.again")}
        </a>
      </div>
    </Modal>
  );
}
