import { useEffect, useState } from "preact/hooks";
import { t } from "../core/words";
import { Icon } from "../parts/icon";

interface Props {
  positions: number[];
  at: number;
  onGo: (n: number) => void;
  onLeave: () => void;
  onBack: (() => void) | null;
}

const SPEEDS = [0.5, 1, 2, 4];

export function Replay({ positions, at, onGo, onLeave, onBack }: Props) {
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const here = Math.max(0, positions.indexOf(at));
  const last = positions.length - 1;
  useEffect(() => {
    if (!playing) return;
    if (here >= last) {
      setPlaying(false);
      return;
    }
    const timer = setTimeout(() => onGo(positions[here + 1]!), 900 / speed);
    return () => clearTimeout(timer);
  }, [playing, here, last, speed]);
  const step = (to: number) => onGo(positions[Math.min(last, Math.max(0, to))]!);
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
      {onBack && (
        <button type="button" class="button small" onClick={onBack}>
          {t("web.replay.return")}
        </button>
      )}
      <button type="button" class="button primary small" onClick={onLeave}>
        {t("web.replay.leave")}
      </button>
    </div>
  );
}
