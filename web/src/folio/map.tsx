// The map on the screen: ground, overlays, counters, and one transparent hex over each hex that
// takes clicks, focus and spoken labels.
import { select } from "d3-selection";
import { zoom as d3zoom, type ZoomBehavior, zoomIdentity, zoomTransform } from "d3-zoom";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { memo } from "../core/memo";
import { named, t } from "../core/words";
import { CounterFace, type Marks } from "./counter";
import { at, corner, hexPath, type Point } from "./geometry";
import { draw, Ground } from "./ground";
import type { Board, UnitCard, View } from "./types";

export interface Lit {
  note?: string;
  tone?: "go" | "danger" | "choice";
}

export interface Arrow {
  from: string;
  to: string;
  kind: "attack" | "last" | "retreat";
}

export interface MapControl {
  by: (factor: number) => void;
  whole: () => void;
  show: (label: string) => void;
  /** Bring these hexes into sight unless one of them is. */
  ensure: (labels: string[]) => void;
}

interface Props {
  board: Board;
  view: View;
  lit: Map<string, Lit>;
  path: [string, string][];
  arrows: Arrow[];
  marks: Map<string, Marks>;
  zoc: Record<string, string[]> | null;
  selectedHex: string | null;
  describe: (label: string) => string;
  onHex: (label: string) => void;
  onHover: (label: string | null) => void;
  control: { current: MapControl | null };
}

const PAD = 24;
/** Room for the line that says what to do. */
const HEADROOM = 48;

/** From a hex towards another, leaving room for the counters at both ends. */
function arrowPath(a: Point, b: Point, room: number): string {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const ux = (b.x - a.x) / length;
  const uy = (b.y - a.y) / length;
  const start = { x: a.x + ux * room, y: a.y + uy * room };
  const end = { x: b.x - ux * room, y: b.y - uy * room };
  return `M${at(start)}L${at(end)}`;
}

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

const Hits = memo(function Hits({ board, describe, onHex, onHover }: HitsProps) {
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
          aria-label={`${hex.label}, ${named(board.terrains[hex.terrain]!.name)}`}
          d={hexPath(board, hex)}
        />
      ))}
    </g>
  );
});

function Zoc({
  board,
  zones,
  index,
}: {
  board: Board;
  zones: Record<string, string[]>;
  index: Map<string, number>;
}) {
  return (
    <g class="zoc" aria-hidden="true">
      {board.sides.map((side, n) => (
        <path
          key={side.id}
          class={n ? "zoc-b" : "zoc-a"}
          fill={`url(#hatch-${n ? "b" : "a"})`}
          d={(zones[side.id] ?? [])
            .map((label) => hexPath(board, board.hexes[index.get(label)!]!, 0.94))
            .join("")}
        />
      ))}
    </g>
  );
}

export function FolioMap(props: Props) {
  const { board, view, lit, path, arrows, marks, zoc, selectedHex } = props;
  const frame = useRef<HTMLDivElement>(null);
  const drawing = useRef<SVGSVGElement>(null);
  const behaviour = useRef<ZoomBehavior<HTMLDivElement, unknown> | null>(null);
  const drawn = useMemo(() => draw(board), [board]);
  const index = useMemo(() => new Map(board.hexes.map((hex, i) => [hex.label, i])), [board]);
  const cards = useMemo(
    () => new Map<string, UnitCard>(board.units.map((card) => [card.id, card])),
    [board],
  );
  const place = (label: string): Point => board.hexes[index.get(label)!]!;
  const describe = useRef(props.describe);
  const onHex = useRef(props.onHex);
  const onHover = useRef(props.onHover);
  describe.current = props.describe;
  onHex.current = props.onHex;
  onHover.current = props.onHover;

  const width = board.width + 2 * PAD;
  const height = board.height + 2 * PAD;

  useEffect(() => {
    const box = frame.current!;
    const selection = select(box);
    let settle = 0;
    let sharp = 0;
    const fit = (): number =>
      Math.min(box.clientWidth / width, (box.clientHeight - HEADROOM) / height);
    const zooming = d3zoom<HTMLDivElement, unknown>()
      .clickDistance(6)
      .filter((event) => !event.button && (!event.ctrlKey || event.type === "wheel"))
      .on("start", () => clearTimeout(settle))
      .on("zoom", ({ transform }) => {
        drawing.current!.style.transform = `translate(${transform.x}px, ${transform.y}px) scale(${transform.k})`;
        box.dataset.zoom = transform.k < 0.55 ? "far" : transform.k < 0.95 ? "mid" : "near";
      })
      .on("end", ({ transform }) => {
        // The drawing is moved as a picture; after zooming it is made anew, so that it is sharp.
        if (transform.k === sharp) return;
        settle = window.setTimeout(() => {
          sharp = transform.k;
          box.classList.add("sharpen");
          requestAnimationFrame(() => requestAnimationFrame(() => box.classList.remove("sharpen")));
        }, 160);
      });
    behaviour.current = zooming;
    selection.call(zooming).on("dblclick.zoom", null);
    const limits = () => {
      const smallest = Math.min(fit(), 1);
      zooming.scaleExtent([smallest * 0.9, 4]).translateExtent([
        [-width * 0.25, -height * 0.25],
        [width * 1.25, height * 1.25],
      ]);
    };
    const whole = (smallest = 0): void => {
      const k = Math.max(Math.min(fit(), 3), smallest);
      const x = (box.clientWidth - width * k) / 2;
      const y = HEADROOM + Math.max(0, (box.clientHeight - HEADROOM - height * k) / 2);
      selection.call(
        zooming.transform,
        zoomIdentity.translate(k > fit() ? Math.min(8, Math.max(x, 8)) : x, y).scale(k),
      );
    };
    limits();
    // On a phone counters must stay big enough for a finger, so not all of the map is shown.
    whole(box.clientWidth < 700 ? 0.8 : 0);
    const watch = new ResizeObserver(limits);
    watch.observe(box);
    props.control.current = {
      by: (factor) => selection.call(zooming.scaleBy, factor),
      whole: () => whole(),
      show: (label) => {
        const { x, y } = place(label);
        selection.call(zooming.translateTo, x + PAD, y + PAD);
      },
      ensure: (labels) => {
        const { x, y, k } = zoomTransform(box);
        const seen = labels.some((label) => {
          const p = place(label);
          const px = (p.x + PAD) * k + x;
          const py = (p.y + PAD) * k + y;
          return px > 20 && px < box.clientWidth - 20 && py > 60 && py < box.clientHeight - 20;
        });
        if (!seen && labels[0]) props.control.current?.show(labels[0]);
      },
    };
    const first = props.view.units.filter(
      (unit) => unit.hex !== null && unit.side === props.view.to_act,
    );
    if (box.clientWidth < 700 && first.length) {
      const places = first.map((unit) => place(unit.hex!));
      const near = (way: "x" | "y") =>
        places.map((p) => p[way]).sort((a, b) => a - b)[Math.floor(places.length / 2)]!;
      selection.call(zooming.translateTo, near("x") + PAD, near("y") + PAD);
    }
    return () => {
      watch.disconnect();
      selection.on(".zoom", null);
      props.control.current = null;
    };
  }, [board]);

  const units = view.units.filter((unit) => unit.hex !== null);
  const held = new Set(units.map((unit) => unit.hex));
  return (
    <div class="map" ref={frame} data-zoom="mid">
      <svg
        ref={drawing}
        class="board"
        width={width}
        height={height}
        viewBox={`${-PAD} ${-PAD} ${width} ${height}`}
        role="application"
        aria-roledescription={t("web.map.role")}
        aria-label={t("web.map.label", { name: named(board.name) })}
      >
        <defs>
          <pattern id="hatch-a" width="9" height="9" patternUnits="userSpaceOnUse">
            <path d="M0 9 9 0" class="hatch-a" />
          </pattern>
          <pattern id="hatch-b" width="9" height="9" patternUnits="userSpaceOnUse">
            <path d="M0 0l9 9" class="hatch-b" />
          </pattern>
          {["attack", "last", "retreat", "way"].map((kind) => (
            <marker
              key={kind}
              id={`tip-${kind}`}
              class={`tip-${kind}`}
              viewBox="0 0 10 10"
              refX="7"
              refY="5"
              markerWidth={kind === "attack" ? 2.4 : 4}
              markerHeight={kind === "attack" ? 2.4 : 4}
              orient="auto-start-reverse"
            >
              <path d="M0 0 10 5 0 10z" />
            </marker>
          ))}
        </defs>
        <Ground board={board} drawn={drawn} />
        <g class="objectives" aria-hidden="true">
          {board.victory.objectives.map((objective, n) => {
            const hex = board.hexes[objective.hex]!;
            const holder = view.objectives[n]?.holder ?? null;
            const side = board.sides.findIndex((one) => one.id === holder);
            const high = Math.max(...Object.values(objective.points));
            const spot = corner(board, hex, 1);
            return (
              <g
                key={objective.hex}
                class={`objective ${side === 0 ? "side-a" : side === 1 ? "side-b" : ""}`}
                transform={`translate(${(spot.x * 0.75 + hex.x * 0.25).toFixed(1)} ${(spot.y * 0.72 + hex.y * 0.28).toFixed(1)})`}
              >
                <path d={side === 1 ? "M-9-9H9V9L4 5 0 9-4 5-9 9z" : "M-9-9H9V9H-9z"} />
                <text y="5">{high}</text>
              </g>
            );
          })}
        </g>
        {zoc && <Zoc board={board} zones={zoc} index={index} />}
        <g class="lit" aria-hidden="true">
          {[...lit].map(([label, how]) => (
            <g key={label} class={how.tone ?? "go"}>
              <path d={hexPath(board, place(label), 0.93)} />
              {how.note && !held.has(label) && (
                <text x={place(label).x} y={place(label).y + 6}>
                  {how.note}
                </text>
              )}
            </g>
          ))}
        </g>
        <g class="counters" aria-hidden="true">
          {units.map((unit) => {
            const { x, y } = place(unit.hex!);
            const card = cards.get(unit.id)!;
            return (
              <g
                key={unit.id}
                class="counter-place"
                style={{ transform: `translate(${x}px, ${y}px)` }}
                data-unit={unit.id}
              >
                <CounterFace
                  card={card}
                  unit={unit}
                  second={unit.side === board.sides[1]?.id}
                  marks={marks.get(unit.id) ?? NONE}
                />
              </g>
            );
          })}
        </g>
        <g class="m-names" aria-hidden="true">
          {board.names.map(({ hex, name }) => {
            const { x, y } = board.hexes[hex]!;
            return (
              <text key={hex} x={x} y={y + board.size * 0.93}>
                {named(name)}
              </text>
            );
          })}
        </g>
        <g class="arrows" aria-hidden="true">
          {arrows.map(({ from, to, kind }) => (
            <path
              key={`${from}${to}${kind}`}
              class={`arrow ${kind}`}
              d={arrowPath(place(from), place(to), kind === "last" ? 8 : 27)}
              marker-end={`url(#tip-${kind})`}
            />
          ))}
          {path.length > 1 && (
            <g class="way">
              <path class="casing" d={`M${path.map(([label]) => at(place(label))).join("L")}`} />
              <path
                class="line"
                d={`M${path.map(([label]) => at(place(label))).join("L")}`}
                marker-end="url(#tip-way)"
              />
              {path.slice(1).map(([label, cost]) => (
                <g key={label} transform={`translate(${at(place(label))})`}>
                  <circle r="9" />
                  <text y="4">{cost}</text>
                </g>
              ))}
            </g>
          )}
        </g>
        {selectedHex && (
          <path
            class="selected-hex"
            d={hexPath(board, place(selectedHex), 0.97)}
            aria-hidden="true"
          />
        )}
        <Hits board={board} describe={describe} onHex={onHex} onHover={onHover} />
      </svg>
    </div>
  );
}

const NONE: Marks = {};
