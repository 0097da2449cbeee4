// One transparent hex over each hex of the map: it takes clicks, focus and spoken labels.
import { useRef } from "preact/hooks";
import { memo } from "../core/memo";
import { named, t } from "../core/words";
import { hexPath } from "./geometry";
import type { Board } from "./types";

interface HitsProps {
  board: Board;
  describe: { current: (label: string) => string };
  onHex: { current: (label: string) => void };
  onHover: { current: (label: string | null) => void };
}

const KEYS: Record<string, [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** The neighbour that lies most in a direction of the keyboard. */
function neighbour(board: Board, i: number, way: [number, number]): number {
  const here = board.hexes[i]!;
  let best = i;
  let most = 0.3;
  for (const j of here.near) {
    if (j === null) continue;
    const there = board.hexes[j]!;
    const length = Math.hypot(there.x - here.x, there.y - here.y);
    const along = ((there.x - here.x) * way[0] + (there.y - here.y) * way[1]) / length;
    if (along > most) {
      most = along;
      best = j;
    }
  }
  return best;
}

export const Hits = memo(function Hits({ board, describe, onHex, onHover }: HitsProps) {
  const group = useRef<SVGGElement>(null);
  const indexOf = (event: Event): number | null => {
    const place = (event.target as Element).closest("[data-i]");
    return place ? Number(place.getAttribute("data-i")) : null;
  };
  const label = (i: number): string => board.hexes[i]!.label;
  const focus = (i: number): void => {
    for (const old of group.current!.querySelectorAll('[tabindex="0"]')) {
      old.setAttribute("tabindex", "-1");
    }
    const element = group.current!.querySelector<SVGPathElement>(`[data-i="${i}"]`);
    if (!element) return;
    element.setAttribute("tabindex", "0");
    element.setAttribute("aria-label", describe.current(label(i)));
    element.focus({ preventScroll: true });
  };
  return (
    <g
      ref={group}
      class="hits"
      onClick={(event) => {
        const i = indexOf(event);
        if (i !== null) onHex.current(label(i));
      }}
      onPointerOver={(event) => {
        const i = indexOf(event);
        if (event.pointerType === "mouse") onHover.current(i === null ? null : label(i));
      }}
      onPointerLeave={() => onHover.current(null)}
      onFocusIn={(event) => {
        const i = indexOf(event);
        if (i === null) return;
        (event.target as Element).setAttribute("aria-label", describe.current(label(i)));
        onHover.current(label(i));
      }}
      onKeyDown={(event) => {
        const i = indexOf(event);
        if (i === null) return;
        if (event.key === "Enter" || event.key === " ") {
          event.preventDefault();
          onHex.current(label(i));
          requestAnimationFrame(() => {
            (event.target as Element).setAttribute("aria-label", describe.current(label(i)));
          });
          return;
        }
        const way = KEYS[event.key];
        if (way) {
          event.preventDefault();
          focus(neighbour(board, i, way));
        }
      }}
    >
      {board.hexes.map((hex, i) => (
        <path
          key={hex.label}
          data-i={i}
          data-hex={hex.label}
          role="button"
          tabindex={i === 0 ? 0 : -1}
          aria-label={`${hex.label}${t("web.map.comma")}${named(board.terrains[hex.terrain]!.name)}`}
          d={hexPath(board, hex)}
        />
      ))}
    </g>
  );
});
