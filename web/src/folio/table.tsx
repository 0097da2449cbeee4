// The Folio table: the map fills the screen, the panel tells what can be done.
import { untracked, useSignalEffect } from "@preact/signals";
import { useMemo, useRef } from "preact/hooks";
import type { Live } from "../core/live";
import { t } from "../core/words";
import { Modal } from "../parts/modal";
import { OtherSays } from "../table/endings";
import { Following } from "../table/following";
import { LessonCard } from "../table/lesson-card";
import { Replay } from "../table/replay";
import { Screen } from "../table/screen";
import { Opened, Typing, takeBackAt } from "../table/table-parts";
import { BotSays } from "./advice";
import { useCalls } from "./calls";
import { click } from "./click";
import { TableHead } from "./head";
import { KEYS, useKeys } from "./keys";
import { Legend } from "./legend";
import { arrowsOf, counterMarks, describeHex, litHexes } from "./lights";
import { FolioMap } from "./map";
import { MapTools } from "./map-tools";
import { News } from "./news-line";
import { NowLine } from "./now";
import { SidePanel } from "./panel";
import { ResultScreen } from "./result";
import { FolioStore } from "./store";
import type { Board, View } from "./types";
import type { LabelControl } from "./zooming";

interface Props {
  live: Live<View>;
  board: Board;
  held: string[];
}

export function FolioTable({ live, board, held }: Props) {
  const store = useMemo(() => new FolioStore(live, board, held), [live, board]);
  const screen = useMemo(() => openedScreen(store), [live]);
  const control = useRef<LabelControl | null>(null);
  const takeBack = takeBackAt(store, screen);
  useKeys({ store, screen, control, takeBack });
  useSignalEffect(() => {
    const frame = live.frame.value;
    if (frame && !store.past.value) store.moved(frame.now);
  });
  useSignalEffect(() => {
    const frame = live.frame.value;
    if (frame) untracked(() => store.follow.heard(frame));
  });
  // Where something can be done must be in sight, on a small screen too.
  useSignalEffect(() => {
    const shown = store.lesson.step.value?.hexes ?? inQuestion(store);
    if (shown.length) control.current?.ensure(shown);
  });
  useCalls(store);

  const frame = live.frame.value!;
  const view = store.view.value;
  const past = store.past.value;
  const following = store.follow.running.value;
  const opened = screen.opened.value;
  const step = store.lesson.step.value;
  return (
    <main
      class={`table-screen sheet-${screen.sheet.value} ${step ? "in-lesson" : ""}`}
      data-press={step?.press}
    >
      <TableHead store={store} onTakeBack={takeBack} />
      <LessonCard lesson={store.lesson} />
      <div class="map-area">
        <FolioMap
          board={board}
          view={view}
          lit={litHexes(store)}
          path={store.path.value}
          arrows={arrowsOf(store)}
          trail={store.news.trail.value}
          marks={counterMarks(store)}
          rings={step?.hexes ?? []}
          zoc={store.zones.value}
          selectedHex={store.target.value}
          describe={(label) => describeHex(store, label)}
          onHex={(label) => {
            if (following) store.follow.skip();
            else click(store, label);
            screen.raiseSheet();
          }}
          onHover={(label) => {
            store.hover.value = label;
            store.showPath(label);
          }}
          control={control}
        />
        <div class="map-top">
          <NowLine store={store} />
          <BotSays store={store} />
          {following && <Following follow={store.follow} />}
          <OtherSays store={store} />
          <News store={store} />
        </div>
        <HoverLine store={store} />
        <MapTools store={store} screen={screen} control={control} />
        {past && !following && <Replay store={store} />}
        <Typing game="folio" store={store} screen={screen} takeBack={takeBack} />
      </div>
      <SidePanel store={store} screen={screen} />

      {opened === "legend" && (
        <Modal title={t("web.map.legend")} onClose={screen.close}>
          <Legend board={board} />
        </Modal>
      )}
      <Opened store={store} screen={screen} keys={KEYS} />
      {frame.outcome && !screen.resultSeen.value && !past && (
        <ResultScreen
          board={board}
          frame={frame}
          onClose={() => (screen.resultSeen.value = true)}
          onReplay={() => {
            screen.resultSeen.value = true;
            store.go(0);
          }}
          onReview={() => {
            screen.resultSeen.value = true;
            store.tab.value = "review";
            screen.raiseSheet();
          }}
        />
      )}
    </main>
  );
}

/** Who brought a finished game came for its review: it is at hand at once. */
function openedScreen(store: FolioStore): Screen {
  const screen = new Screen();
  if (store.live.frame.peek()?.brought) {
    screen.resultSeen.value = true;
    store.tab.value = "review";
  }
  return screen;
}

/** By itself, so that pointing about draws nothing else anew. */
function HoverLine({ store }: { store: FolioStore }) {
  const hover = store.hover.value;
  return hover ? <div class="hover-line">{describeHex(store, hover)}</div> : null;
}

/** The hexes that the decision of the moment is about. */
function inQuestion(store: FolioStore): string[] {
  const target = store.target.value ?? store.view.value.combat?.hex;
  const lit = [...litHexes(store).keys()];
  if (target && !lit.length) return [target];
  const unit = store.selected.value;
  const onMap = unit && store.view.peek().units.find((one) => one.id === unit)?.hex;
  return onMap ? [] : lit;
}
