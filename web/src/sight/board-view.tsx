// A board as a picture that can be moved and enlarged, layers drawn over it, and one transparent hex
// over each hex that takes clicks, focus and spoken labels.
import { signal } from "@preact/signals";
import { select } from "d3-selection";
import { zoom as d3zoom, type ZoomBehavior, zoomIdentity, zoomTransform } from "d3-zoom";
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { memo } from "../core/memo";
import { remember, remembered } from "../core/storage";
import { t } from "../core/words";
import { Icon } from "../parts/icon";
import { ZoomButtons } from "../parts/zoom-buttons";
import type { BoardHex, BoardPlan } from "./types";

export const hexPath = (shown: BoardPlan, hex: BoardHex, scale = 1): string =>
  `M${shown.corners
    .map(([x, y]) => `${(hex.x + x * scale).toFixed(1)} ${(hex.y + y * scale).toFixed(1)}`)
    .join("L")}Z`;

/** Half hexes at the edge are lit as far as the board goes. */
const ON_BOARD = "on-board";
export const HexArea = (props: { class: string; d: string; fill?: number }) => (
  <path class={props.class} d={props.d} fill-opacity={props.fill} clip-path={`url(#${ON_BOARD})`} />
);

/** So much a board is made smaller at most when it is first looked at. */
const LEGIBLE = 0.7;

/** Whether boards that have a printed picture are shown so, or drawn like ours. */
const asPrinted = signal(remembered<boolean>("printed") ?? true);

/** Where the picture of a board is; rows of several boards have `;` between them. */
export const pictureOf = (board: string, ssr: readonly string[]): string => {
  const name = encodeURIComponent(board.replaceAll(" / ", ";"));
  return `/api/tools/boards/${name}/picture.svg?ssr=${encodeURIComponent(ssr.join(","))}`;
};

function PrintedSwitch() {
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={t("web.map.printed")}
      title={t("web.map.printed")}
      aria-pressed={asPrinted.value}
      onClick={() => {
        asPrinted.value = !asPrinted.peek();
        remember("printed", asPrinted.peek());
      }}
    >
      <Icon name="map" />
    </button>
  );
}

const WAYS: Record<string, [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** The neighbour that lies most in a direction of the keyboard. */
function neighbour(shown: BoardPlan, from: string, key: string): BoardHex | undefined {
  const way = WAYS[key];
  const here = shown.hexes.find((hex) => hex.label === from);
  if (!way || !here) return undefined;
  const reach = Math.hypot(...shown.corners[0]!) * 2.2;
  return shown.hexes
    .map((hex) => ({
      hex,
      along: (hex.x - here.x) * way[0] + (hex.y - here.y) * way[1],
      far: Math.hypot(hex.x - here.x, hex.y - here.y),
    }))
    .filter(({ along, far }) => along > reach / 4 && far < reach)
    .sort((a, b) => b.along / b.far - a.along / a.far)[0]?.hex;
}

interface HitsProps {
  shown: BoardPlan;
  /** Changes when something is said differently. */
  version: unknown;
  describe: { current: (hex: BoardHex) => string };
}

const Hits = memo(function Hits({ shown, describe }: HitsProps) {
  return (
    <g>
      {shown.hexes.map((hex, i) => (
        <path
          key={hex.label}
          data-hex={hex.label}
          role="button"
          tabindex={i === 0 ? 0 : -1}
          aria-label={describe.current(hex)}
          d={hexPath(shown, hex)}
        />
      ))}
    </g>
  );
});

interface Props {
  shown: BoardPlan;
  picture: string;
  label: string;
  describe: (hex: BoardHex) => string;
  /** What `describe` depends on. */
  version?: unknown;
  onHex: (label: string) => void;
  onHover?: (label: string | null) => void;
  children: ComponentChildren;
  /** Room around the board for what lies half on it, and above it for what is said. */
  edge?: number;
  top?: number;
  /** Where one looks first if the whole is too small. */
  first?: readonly string[];
  /** Hexes of which one must be in sight: where something happens. */
  inSight?: readonly string[];
  /** What takes clicks of its own, over the hexes. */
  above?: ComponentChildren;
}

export function BoardView({
  shown,
  picture,
  label,
  describe,
  version,
  onHex,
  onHover,
  children,
  first,
  edge = 0,
  top = 0,
  above,
  inSight = [],
}: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const drawing = useRef<HTMLImageElement>(null);
  const zooming = useRef<ZoomBehavior<HTMLDivElement, unknown> | null>(null);
  const [drawn, setDrawn] = useState<"no" | "yes" | "failed">("no");
  const saying = useRef(describe);
  saying.current = describe;
  /** Nobody has moved or enlarged the board yet. */
  const untouched = useRef(true);
  const whole = () => {
    const box = frame.current!;
    const [wide, high] = [shown.width + 2 * edge, shown.height + 2 * edge];
    const fit = Math.min(box.clientWidth / wide, (box.clientHeight - top) / high);
    const k = Math.max(Math.min(fit * 0.97, 2.2), box.clientWidth < 700 ? LEGIBLE : 0);
    const start = zoomIdentity
      .translate(
        Math.max(8, (box.clientWidth - shown.width * k) / 2),
        top + Math.max(8, (box.clientHeight - top - shown.height * k) / 2),
      )
      .scale(k);
    select(box).call(zooming.current!.transform, start);
  };
  /** The whole board; where it would be too small to read, its first hexes. */
  const lookFirst = () => {
    const box = frame.current!;
    whole();
    const seen = shown.hexes.filter((hex) => first?.includes(hex.label));
    // On a small screen, or of a large board, the whole is too small to read.
    const small = box.clientWidth < 700 || zoomTransform(box).k < LEGIBLE;
    if (!small || !seen.length) return;
    const selection = select(box);
    if (zoomTransform(box).k < LEGIBLE) selection.call(zooming.current!.scaleTo, LEGIBLE);
    const { k } = zoomTransform(box);
    // Their middle, but no farther beyond the board's edge than need be.
    const middle = (way: "x" | "y", size: number, room: number) => {
      const mean = seen.reduce((sum, hex) => sum + hex[way], 0) / seen.length;
      const half = room / k / 2;
      return size > 2 * half ? Math.min(Math.max(mean, half), size - half) : size / 2;
    };
    const [x, y] = [
      middle("x", shown.width, box.clientWidth - 2 * edge),
      middle("y", shown.height, box.clientHeight - top),
    ];
    selection.call(zooming.current!.translateTo, x, y);
  };
  useEffect(() => {
    const box = frame.current!;
    const selection = select(box);
    const fit = Math.min(box.clientWidth / shown.width, box.clientHeight / shown.height);
    zooming.current = d3zoom<HTMLDivElement, unknown>()
      .clickDistance(6)
      .scaleExtent([Math.min(fit, 1) * 0.8, 5])
      // Moved as a picture; drawn anew, sharp, when the hand rests.
      .on("start", () => {
        sheet.current!.style.willChange = "transform";
      })
      .on("end", () => {
        sheet.current!.style.willChange = "";
      })
      .on("zoom", ({ transform, sourceEvent }) => {
        if (sourceEvent) untouched.current = false;
        sheet.current!.style.transform = `translate(${transform.x}px, ${transform.y}px) scale(${transform.k})`;
      });
    selection.call(zooming.current).on("dblclick.zoom", null);
    untouched.current = true;
    lookFirst();
    return () => {
      selection.on(".zoom", null);
    };
  }, [shown]);
  const source = shown.printed && asPrinted.value ? `${picture}&as_printed=true` : picture;
  // A picture that the browser still has was there before anybody asked.
  useEffect(() => {
    const { complete, naturalWidth } = drawing.current!;
    setDrawn(complete && naturalWidth > 0 ? "yes" : "no");
  }, [source]);
  const lookThere = () => {
    const box = frame.current!;
    const looked = shown.hexes.filter((hex) => inSight.includes(hex.label));
    const [goal] = looked;
    if (!goal) return;
    const { x, y, k } = zoomTransform(box);
    const room = 40;
    const seen = looked.some((hex) => {
      const [px, py] = [hex.x * k + x, hex.y * k + y];
      return (
        px > room && px < box.clientWidth - room && py > top + room && py < box.clientHeight - room
      );
    });
    if (!seen) select(box).call(zooming.current!.translateTo, goal.x, goal.y);
  };
  useEffect(lookThere, [inSight.join(" ")]);
  /** A phone that is turned, a window made larger: what was in the middle stays there. */
  const resized = (before: number) => {
    const box = frame.current;
    if (!box) return; // Another board takes its place.
    const wider = box.clientWidth - before;
    if (wider && untouched.current) lookFirst();
    else if (wider) {
      const { k } = zoomTransform(box);
      select(box).call(zooming.current!.translateBy, wider / 2 / k, 0);
    }
    lookThere();
  };
  const onResize = useRef(resized);
  onResize.current = resized;
  useEffect(() => {
    const box = frame.current!;
    let width = box.clientWidth;
    const sizes = new ResizeObserver(() => {
      onResize.current(width);
      width = box.clientWidth;
    });
    sizes.observe(box);
    return () => sizes.disconnect();
  }, []);
  const by = (factor: number) => {
    untouched.current = false;
    select(frame.current!).call(zooming.current!.scaleBy, factor);
  };
  const named = (event: Event): string | null =>
    (event.target as Element).closest("[data-hex]")?.getAttribute("data-hex") ?? null;
  const key = (event: KeyboardEvent) => {
    const name = named(event);
    if (!name) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      onHex(name);
      return;
    }
    const next = neighbour(shown, name, event.key);
    if (!next) return;
    event.preventDefault();
    const element = (event.currentTarget as Element).querySelector<SVGPathElement>(
      `[data-hex="${next.label}"]`,
    );
    (event.target as Element).setAttribute("tabindex", "-1");
    element?.setAttribute("tabindex", "0");
    element?.focus({ preventScroll: true });
  };
  return (
    <>
      <div class="map sight-frame" ref={frame}>
        <div
          class="sheet"
          ref={sheet}
          style={{ width: `${shown.width}px`, height: `${shown.height}px` }}
        >
          <img
            ref={drawing}
            src={source}
            width={shown.width}
            height={shown.height}
            alt=""
            draggable={false}
            onLoad={() => setDrawn("yes")}
            onError={() => setDrawn("failed")}
          />
          <svg
            viewBox={`0 0 ${shown.width} ${shown.height}`}
            width={shown.width}
            height={shown.height}
            role="application"
            aria-roledescription={t("web.map.role")}
            aria-label={label}
          >
            <clipPath id={ON_BOARD}>
              <rect width={shown.width} height={shown.height} />
            </clipPath>
            {children}
            <g
              class="hits"
              clip-path={`url(#${ON_BOARD})`}
              onClick={(event) => {
                const name = named(event);
                if (name) onHex(name);
              }}
              // While the board is dragged nothing is pointed at.
              onPointerOver={(event) => event.buttons === 0 && onHover?.(named(event))}
              onPointerLeave={() => onHover?.(null)}
              onFocusIn={(event) => onHover?.(named(event))}
              onKeyDown={key}
            >
              <Hits shown={shown} version={version} describe={saying} />
            </g>
            {above}
          </svg>
        </div>
      </div>
      {drawn !== "yes" && (
        <p class="drawing" role="status">
          {drawn === "no" && <span class="spinner" aria-hidden="true" />}
          {t(drawn === "no" ? "web.sight.drawing" : "web.sight.no_picture")}
        </p>
      )}
      <div class="sheet-tools no-print">
        {shown.printed && <PrintedSwitch />}
        <ZoomButtons by={by} whole={whole} />
      </div>
    </>
  );
}
