import { useEffect, useState } from "preact/hooks";
import { say, t } from "../core/words";
import { Icon } from "../parts/icon";
import type { TableStore } from "./store";

const SPEEDS = [0.5, 1, 2, 4];

/** An earlier position, and the way through all of them. */
export function Replay({ store }: { store: TableStore }) {
  const frame = store.live.frame.value!;
  const at = store.past.value!.now;
  const positions = [0, ...(frame.path ?? [])];
  const mayReturn = store.held.length > 0 && frame.status === "playing";
  const playing = store.playing.value;
  const setPlaying = (on: boolean) => {
    store.playing.value = on;
  };
  const [speed, setSpeed] = useState(1);
  const here = Math.max(0, positions.indexOf(at));
  const last = positions.length - 1;
  useEffect(() => {
    if (!playing) return;
    if (here >= last) {
      setPlaying(false);
      return;
    }
    const lines = frame.log.filter((line) => line.n === at);
    const wait = (900 * Math.max(0.1, store.moments(lines))) / speed;
    const timer = setTimeout(() => store.go(positions[here + 1]!), wait);
    return () => clearTimeout(timer);
  }, [playing, here, last, speed]);
  const step = (to: number) => store.go(positions[Math.min(last, Math.max(0, to))]!);
  return (
    <div class="replay" role="group" aria-label={t("web.replay.label")}>
      <button
        type="button"
        class="icon-button"
        aria-label={t("web.replay.first")}
        onClick={() => step(0)}
      >
        <Icon name="first" />
      </button>
      <button
        type="button"
        class="icon-button"
        aria-label={t("web.replay.back")}
        onClick={() => step(here - 1)}
      >
        <Icon name="back" />
      </button>
      <button
        type="button"
        class="icon-button"
        aria-label={t(playing ? "web.replay.pause" : "web.replay.play")}
        onClick={() => setPlaying(!playing)}
      >
        <Icon name={playing ? "pause" : "play"} />
      </button>
      <button
        type="button"
        class="icon-button"
        aria-label={t("web.replay.next")}
        onClick={() => step(here + 1)}
      >
        <Icon name="next" />
      </button>
      <Bookmarks store={store} at={at} />
      <input
        type="range"
        min={0}
        max={last}
        value={here}
        aria-label={t("web.replay.position")}
        onInput={(event) => step(Number(event.currentTarget.value))}
      />
      <span class="num count">
        {here}/{last}
      </span>
      <button
        type="button"
        class="button quiet small"
        aria-label={t("web.replay.speed", { speed: String(speed) })}
        onClick={() => setSpeed(SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length]!)}
      >
        ×{speed}
      </button>
      {mayReturn && (
        <button
          type="button"
          class="button small"
          onClick={() => {
            store.leavePast();
            store.askUndo(at);
          }}
        >
          {t("web.replay.return")}
        </button>
      )}
      <button type="button" class="button primary small" onClick={() => store.leavePast()}>
        {t("web.replay.leave")}
      </button>
    </div>
  );
}

/** Every phase is a bookmark. */
function Bookmarks({ store, at }: { store: TableStore; at: number }) {
  const marks: { n: number; name: string }[] = [{ n: 0, name: t("web.phase.setup") }];
  let turn: unknown = "";
  for (const line of store.live.frame.value!.log) {
    if (line.data.what === "turn") turn = line.data.turn;
    if (line.data.what === "phase")
      marks.push({ n: line.n, name: `${turn}. ${say(line.message)}` });
  }
  return (
    <select
      class="input bookmarks"
      aria-label={t("web.replay.bookmarks")}
      value={marks.findLast((mark) => mark.n <= at)?.n}
      onChange={(event) => store.go(Number(event.currentTarget.value))}
    >
      {marks.map((mark) => (
        <option key={mark.n} value={mark.n}>
          {mark.name}
        </option>
      ))}
    </select>
  );
}
