// Our own outlines of what stands on a counter: one per class, not per type.
import type { Counter } from "./types";

export type Shape =
  | "tank"
  | "heavy"
  | "light"
  | "assault"
  | "halftrack"
  | "car"
  | "truck"
  | "gun"
  | "mortar"
  | "tube"
  | "men"
  | "pair"
  | "horse"
  | "leader"
  | "mg";

export function shapeOf(counter: Counter): Shape {
  if (counter.kind === "gun") return counter.type === "MTR" ? "mortar" : "gun";
  if (counter.kind === "mmc") return "men";
  if (counter.kind === "smc") return "leader";
  if (counter.kind === "sw") {
    if (counter.type === "MTR") return "mortar";
    return /MG/.test(counter.type) ? "mg" : "tube";
  }
  if (counter.movement === "halftrack") return "halftrack";
  if (counter.movement === "armored_car") return "car";
  if (counter.movement === "truck") return counter.armored ? "car" : "truck";
  if (/AG|TD|SPA/.test(counter.type) && counter.turret === "NT") return "assault";
  if (/MG/.test(counter.gun ?? "")) return "light";
  return /HT/.test(counter.type) ? "heavy" : "tank";
}

const wheels = (xs: number[], y: number, r: number) =>
  xs.map((x) => <circle key={x} cx={x} cy={y} r={r} class="hole" />);

const SOLDIER =
  "M-7 8a7 7 0 0 1 14 0h2v2H-9V8zM-6 12H6l3 20-4 1-1 14H1l-1-12-1 12h-4l-1-14-4-1zM8 14l10-8 1.5 2L8 18z";

const SHAPES: Record<Shape, preact.ComponentChildren> = {
  tank: (
    <>
      <path d="M8 30l6-6h52l8 6v4H6zM26 14h24l5 10H22zM52 17h34v3.5H53z" />
      <path d="M8 34h66c3 0 4 4 2 7l-5 6H12l-6-6c-2-3-1-7 2-7z" />
      {wheels([16, 28, 41, 54, 66], 40.5, 4)}
    </>
  ),
  light: (
    <>
      <path d="M16 31l5-6h40l7 6v4H14zM32 17h18l4 8H28zM51 19h15v2H52zM51 22.5h13v2H53z" />
      <path d="M17 35h51c3 0 4 3 2 6l-4 5H21l-5-5c-2-3-1-6 1-6z" />
      {wheels([25, 36, 48, 60], 40.5, 3.6)}
    </>
  ),
  heavy: (
    <>
      <path d="M4 28l6-6h60l8 6v5H3zM20 9h32l4 13H17zM54 13h38v4.5H55zM88 12h7v6.5h-7z" />
      <path d="M4 33h73c4 0 5 5 3 8l-6 7H9l-7-7c-2-3-2-8 2-8z" />
      {wheels([12, 22, 32, 42, 52, 62, 71], 40.5, 4.2)}
    </>
  ),
  assault: (
    <>
      <path d="M6 30l12-14h32l10 8 16 6v4H5zM48 20h38v4H52z" />
      <path d="M8 34h66c3 0 4 4 2 7l-5 6H12l-6-6c-2-3-1-7 2-7z" />
      {wheels([16, 28, 41, 54, 66], 40.5, 4)}
    </>
  ),
  halftrack: (
    <>
      <path d="M6 16h42l6 8 22 3 4 9v4H6z" />
      <path d="M8 38h40v5l-5 5H13l-5-5z" />
      {wheels([16, 28, 40], 42, 3.5)}
      <circle cx="68" cy="42" r="7" />
      <circle cx="68" cy="42" r="3" class="hole" />
    </>
  ),
  car: (
    <>
      <path d="M4 34l8-12h50l14 8 4 10H4zM26 11h20l4 11H22zM48 14h24v3H49z" />
      <circle cx="20" cy="42" r="7" />
      <circle cx="62" cy="42" r="7" />
      <circle cx="20" cy="42" r="3" class="hole" />
      <circle cx="62" cy="42" r="3" class="hole" />
    </>
  ),
  truck: (
    <>
      <path d="M4 14h44v24H4zM50 18h14l6 10 12 2v10H50z" />
      <circle cx="18" cy="42" r="6.5" />
      <circle cx="68" cy="42" r="6.5" />
      <circle cx="18" cy="42" r="2.5" class="hole" />
      <circle cx="68" cy="42" r="2.5" class="hole" />
    </>
  ),
  gun: (
    <>
      <path d="M30 12l12-2 6 24-12 4zM44 22l46-9 1 4-46 10zM36 34L6 46l1 3 32-9z" />
      <circle cx="38" cy="39" r="9" />
      <circle cx="38" cy="39" r="4" class="hole" />
    </>
  ),
  mortar: <path d="M30 46h34v4H30zM36 46L60 8l8 5-24 34zM58 30l14 16-3 2-14-15z" />,
  tube: <path d="M6 26h80v7H6zM30 33h6v12h-6zM56 33h5v9h-5zM4 23h6v13H4z" />,
  men: (
    <>
      {[22, 46, 70].map((x, i) => (
        <path key={x} transform={`translate(${x} ${i === 1 ? 0 : 5})`} d={SOLDIER} />
      ))}
    </>
  ),
  pair: (
    <>
      {[34, 60].map((x, i) => (
        <path key={x} transform={`translate(${x} ${i === 0 ? 0 : 5})`} d={SOLDIER} />
      ))}
    </>
  ),
  horse: (
    <path d="M20 50l4-18-8-6 4-8 30 2 12-12 4-4 3 5 9 8-3 5-9-2-6 10 2 20h-5l-4-17-20-1-3 18h-5l-1-16zM40 18c-3-4-4-8 0-11a4 4 0 1 1 6 0c3 4 3 8 1 11z" />
  ),
  leader: (
    <g transform="translate(46 0) scale(1.05)">
      <path d="M-9 7l3-5H6l3 5v3H-9zM-6 12H6l3 20-4 1-1 15H1l-1-13-1 13h-4l-1-15-4-1zM7 14l14-2v3L8 18z" />
    </g>
  ),
  mg: (
    <path d="M8 24h48v6H8zM56 26h32v2.5H56zM30 30h4l10 18h-4zM30 30h-4L16 48h4zM4 22h8v12H4zM40 30h7v8h-7z" />
  ),
};

/** The outline alone, in a space of 98 × 54. */
export function Art({ shape }: { shape: Shape }) {
  return <>{SHAPES[shape]}</>;
}

export function Silhouette({ counter }: { counter: Counter }) {
  return (
    <svg class="silhouette" viewBox="0 0 98 54" aria-hidden="true">
      {SHAPES[shapeOf(counter)]}
    </svg>
  );
}
