// Pan, zoom and pinch. The drawing is moved as a picture and made anew when zooming ends.
import { type Signal, signal } from "@preact/signals";
import { select } from "d3-selection";
import { zoom as d3zoom, zoomIdentity, zoomTransform } from "d3-zoom";
import type { Point } from "./geometry";

/** What of the drawing is in sight, in its own units. */
export interface Sight {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface MapControl {
  by: (factor: number) => void;
  whole: () => void;
  /** Bring a point of the drawing into the middle. */
  centre: (point: Point) => void;
  /** Bring these points into sight unless one of them is. */
  ensure: (points: Point[]) => void;
  readonly sight: Signal<Sight | null>;
  stop: () => void;
}

/** What the rest of a page may ask of its map; hexes go by their labels. */
export interface LabelControl extends Pick<MapControl, "by" | "whole"> {
  ensure: (labels: readonly string[]) => void;
}

/** Room for the line that says what to do. */
const HEADROOM = 48;
const PHONE = 700;

interface Drawing {
  box: HTMLElement;
  drawing: SVGSVGElement;
  width: number;
  height: number;
  /** Where the drawing's own zero lies in it. */
  pad: number;
  /** Whether a press may move the map: a tool may want it for itself. */
  mayPan?: (event: Event) => boolean;
}

export function startZoom({ box, drawing, width, height, pad, mayPan }: Drawing): MapControl {
  const selection = select(box);
  const sight = signal<Sight | null>(null);
  let settle = 0;
  let sharp = 0;
  let fitted: unknown = null;
  const fit = (): number =>
    Math.min(box.clientWidth / width, (box.clientHeight - HEADROOM) / height);
  const look = (): void => {
    const { x, y, k } = zoomTransform(box);
    sight.value = {
      x: -x / k - pad,
      y: -y / k - pad,
      width: box.clientWidth / k,
      height: box.clientHeight / k,
    };
  };
  const zooming = d3zoom<HTMLElement, unknown>()
    .clickDistance(6)
    .filter((event) => {
      if (event.type === "wheel") return true;
      return !event.button && !event.ctrlKey && (mayPan?.(event) ?? true);
    })
    .on("start", () => clearTimeout(settle))
    .on("zoom", ({ transform }) => {
      drawing.style.transform = `translate(${transform.x}px, ${transform.y}px) scale(${transform.k})`;
      const zoom = transform.k < 0.55 ? "far" : transform.k < 0.95 ? "mid" : "near";
      if (box.dataset.zoom !== zoom) box.dataset.zoom = zoom;
      look();
    })
    .on("end", ({ transform }) => {
      if (transform.k === sharp) return;
      settle = window.setTimeout(() => {
        sharp = transform.k;
        box.classList.add("sharpen");
        requestAnimationFrame(() => requestAnimationFrame(() => box.classList.remove("sharpen")));
      }, 160);
    });
  const limits = (): void => {
    zooming.scaleExtent([Math.min(fit(), 1) * 0.9, 4]).translateExtent([
      [-width * 0.25, -height * 0.25],
      [width * 1.25, height * 1.25],
    ]);
    look();
  };
  const whole = (smallest = 0): void => {
    const k = Math.max(Math.min(fit(), 3), smallest);
    const x = (box.clientWidth - width * k) / 2;
    const y = HEADROOM + Math.max(0, (box.clientHeight - HEADROOM - height * k) / 2);
    const left = k > fit() ? Math.min(8, Math.max(x, 8)) : x;
    selection.call(zooming.transform, zoomIdentity.translate(left, y).scale(k));
    fitted = zoomTransform(box);
  };
  const centre = ({ x, y }: Point): void => {
    selection.call(zooming.translateTo, x + pad, y + pad);
  };
  selection.call(zooming).on("dblclick.zoom", null);
  limits();
  // On a phone counters must stay big enough for a finger, so not all of the map is shown.
  whole(box.clientWidth < PHONE ? 0.8 : 0);
  const watch = new ResizeObserver(() => {
    limits();
    // Who looks at the whole map goes on doing so.
    if (zoomTransform(box) === fitted && !isPhone(box)) whole();
  });
  watch.observe(box);
  return {
    sight,
    by: (factor) => selection.call(zooming.scaleBy, factor),
    whole: () => whole(),
    centre,
    ensure: (points) => {
      const { x, y, k } = zoomTransform(box);
      const { top, bottom } = uncovered(box);
      const room = 34 * k;
      const seen = points.some((point) => {
        const px = (point.x + pad) * k + x;
        const py = (point.y + pad) * k + y;
        return px > 20 && px < box.clientWidth - 20 && py > top + room && py < bottom - room;
      });
      const [first] = points;
      if (seen || !first) return;
      const middle: [number, number] = [box.clientWidth / 2, (top + bottom) / 2];
      selection.call(zooming.translateTo, first.x + pad, first.y + pad, middle);
    },
    stop: () => {
      watch.disconnect();
      clearTimeout(settle);
      selection.on(".zoom", null);
    },
  };
}

/** The part of the map that no line or tool lies over, from its upper edge. */
function uncovered(box: HTMLElement): { top: number; bottom: number } {
  const frame = box.getBoundingClientRect();
  const edge = (name: string) => box.parentElement?.querySelector(name)?.getBoundingClientRect();
  const tools = isPhone(box) ? edge(".map-tools") : undefined;
  return {
    top: Math.max(20, (edge(".map-top")?.bottom ?? frame.top) - frame.top),
    bottom: (tools?.top ?? frame.bottom - 20) - frame.top,
  };
}

export const isPhone = (box: HTMLElement): boolean => box.clientWidth < PHONE;
