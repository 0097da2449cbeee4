// Carrying a counter with a finger or a pen, onto the map or to a turn. For a mouse the browser's own
// drag and drop serves; it knows no fingers.
import { arriveUnit, placeUnit } from "./edits";
import { hexAt, pointOf } from "./pointing";
import { board, change, unit } from "./store";

/** So long a finger rests before it carries: a shorter touch scrolls the panel, or chooses. */
const REST = 220;
const STRAYED = 10;

/** What a counter of the panel does when a finger goes down on it. */
export function carriedByFinger(i: number): (event: PointerEvent) => void {
  return (event) => {
    if (event.pointerType === "mouse") return;
    const from = { x: event.clientX, y: event.clientY };
    const face = event.currentTarget as HTMLElement;
    let shadow: HTMLElement | null = null;
    const lift = () => {
      unit.value = i;
      shadow = face.cloneNode(true) as HTMLElement;
      shadow.className = "carried-counter";
      shadow.setAttribute("aria-hidden", "true");
      document.body.append(shadow);
      follow(from.x, from.y);
    };
    const follow = (x: number, y: number) => {
      if (shadow) shadow.style.transform = `translate(${x}px, ${y}px)`;
    };
    const timer = window.setTimeout(lift, REST);
    const move = (moved: PointerEvent) => {
      if (shadow) follow(moved.clientX, moved.clientY);
      else if (Math.hypot(moved.clientX - from.x, moved.clientY - from.y) > STRAYED) stop();
    };
    const still = (touch: TouchEvent) => {
      if (shadow && touch.cancelable) touch.preventDefault();
    };
    const up = (at: PointerEvent) => {
      const lifted = shadow !== null;
      stop();
      if (lifted && at.type === "pointerup") putDown(i, at);
    };
    const stop = () => {
      clearTimeout(timer);
      shadow?.remove();
      shadow = null;
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", up);
      removeEventListener("touchmove", still);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", up);
    addEventListener("touchmove", still, { passive: false });
  };
}

function putDown(i: number, at: PointerEvent): void {
  const under = document.elementFromPoint(at.clientX, at.clientY);
  const turn = Number(under?.closest("[data-turn]")?.getAttribute("data-turn"));
  if (turn) {
    change((d) => arriveUnit(d, i, turn));
    return;
  }
  const drawing = under?.closest<SVGSVGElement>(".workshop-map svg.board");
  const there = drawing ? hexAt(board.peek()!, pointOf(drawing, at)) : null;
  if (there !== null) change((d) => placeUnit(d, i, board.peek()!.hexes[there]!.label));
}
