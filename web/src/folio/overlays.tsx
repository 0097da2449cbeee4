// What lies over the ground for a moment: objectives, zones, lit hexes, ways, arrows.
import { named } from "../core/words";
import { at, corner, hexPath, middle, outlines, type Point } from "./geometry";
import type { Trail } from "./happened";
import { resultTone } from "./say";
import type { Board, View } from "./types";

export interface Lit {
  note?: string;
  tone?: "go" | "choice";
}

export interface Arrow {
  from: string;
  to: string;
  kind: "attack";
}

export type Place = (label: string) => Point;

const TIPS = ["attack", "retreat", "advance", "went", "way"];

export function MapDefs() {
  return (
    <defs>
      <pattern id="hatch-a" width="9" height="9" patternUnits="userSpaceOnUse">
        <path d="M0 9 9 0" class="hatch-a" />
      </pattern>
      <pattern id="hatch-b" width="9" height="9" patternUnits="userSpaceOnUse">
        <path d="M0 0l9 9" class="hatch-b" />
      </pattern>
      {TIPS.map((kind) => (
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
  );
}

/** Bridges that are down (a cross) or being built (a ring), and fortress markers that were laid. */
export function ExclusiveMarks({ board, view, place }: { board: Board; view: View; place: Place }) {
  const rules = view.exclusive;
  if (!rules) return null;
  return (
    <g class="exclusive-marks" aria-hidden="true">
      {rules.bridges.map((bridge) => {
        const { x, y } = middle(place(bridge.hexes[0]!), place(bridge.hexes[1]!));
        if (bridge.state === "blown") {
          return (
            <path key={bridge.id} class="bridge-down" d={`M${x - 8} ${y - 8}l16 16m0-16l-16 16`} />
          );
        }
        return <circle key={bridge.id} class={`bridge-${bridge.state}`} cx={x} cy={y} r={7} />;
      })}
      {rules.works.map(([label]) => (
        <path key={label} class="work" d={hexPath(board, place(label), 0.82)} />
      ))}
    </g>
  );
}

/** Names of towns and other places, below the middle of their hexes. */
export function PlaceNames({ board }: { board: Board }) {
  return (
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
  );
}

/** Objectives as flags on the rim of their hex, where no counter hides them. */
export function Objectives({ board, view }: { board: Board; view: View }) {
  const rim = board.orientation === "flat" ? 1 : 2;
  return (
    <g class="objectives" aria-hidden="true">
      {board.victory.objectives.map((objective, n) => {
        const hex = board.hexes[objective.hex]!;
        const holder = view.objectives[n]?.holder ?? null;
        const side = board.sides.findIndex((one) => one.id === holder);
        const a = corner(board, hex, rim);
        const b = corner(board, hex, rim + 1);
        const spot = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
        return (
          <g
            key={objective.hex}
            class={`objective ${side === 0 ? "side-a" : side === 1 ? "side-b" : ""}`}
            transform={`translate(${at(spot)})`}
          >
            <path d={side === 1 ? "M-8-9H8V10L4 6 0 10-4 6-8 10z" : "M-8-9H8V9H-8z"} />
            <text y="4.5">{Math.max(...Object.values(objective.points))}</text>
          </g>
        );
      })}
    </g>
  );
}

interface ZonesProps {
  board: Board;
  zones: Record<string, string[]>;
  place: Place;
}

export function Zones({ board, zones, place }: ZonesProps) {
  return (
    <g class="zoc" aria-hidden="true">
      {board.sides.map((side, n) => (
        <path
          key={side.id}
          class={n ? "zoc-b" : "zoc-a"}
          fill={`url(#hatch-${n ? "b" : "a"})`}
          d={(zones[side.id] ?? []).map((label) => hexPath(board, place(label), 0.94)).join("")}
        />
      ))}
    </g>
  );
}

interface LitProps {
  board: Board;
  lit: Map<string, Lit>;
  held: Set<string | null>;
  place: Place;
}

export function LitHexes({ board, lit, held, place }: LitProps) {
  const reach = [...lit.values()].some((how) => (how.tone ?? "go") === "go");
  const outline = reach
    ? outlines(board, (i) => lit.has(board.hexes[i]!.label), false)
        .map((loop) => `M${loop.map(at).join("L")}Z`)
        .join("")
    : "";
  return (
    <g class="lit" aria-hidden="true">
      {outline && <path class="reach-casing" d={outline} />}
      {outline && <path class="reach" d={outline} />}
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
  );
}

/** From a hex towards another, leaving room for the counters at both ends. */
function arrowPath(a: Point, b: Point, room: number): string {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const ux = (b.x - a.x) / length;
  const uy = (b.y - a.y) / length;
  const start = { x: a.x + ux * room, y: a.y + uy * room };
  const end = { x: b.x - ux * room, y: b.y - uy * room };
  return `M${at(start)}L${at(end)}`;
}

export function Arrows({ arrows, place }: { arrows: Arrow[]; place: Place }) {
  return (
    <g class="arrows" aria-hidden="true">
      {arrows.map(({ from, to, kind }) => (
        <path
          key={`${from}${to}${kind}`}
          class={`arrow ${kind}`}
          d={arrowPath(place(from), place(to), 27)}
          marker-end={`url(#tip-${kind})`}
        />
      ))}
    </g>
  );
}

/** What the last turn left: whence units came, where was fought and with what result, who fell. */
export function Trails({ trail, place }: { trail: Trail; place: Place }) {
  return (
    <g class="trail" aria-hidden="true">
      {trail.ways.map(({ unit, from, to, kind }) =>
        from && from !== to ? (
          <g key={unit} class={kind}>
            <circle cx={place(from).x} cy={place(from).y} r="5" />
            <path class="casing" d={arrowPath(place(from), place(to), 8)} />
            <path
              class="line"
              d={arrowPath(place(from), place(to), 8)}
              marker-end={`url(#tip-${kind === "went" ? "went" : kind})`}
            />
          </g>
        ) : null,
      )}
      {trail.fallen.map(({ hex, unit }) => (
        <path
          key={unit}
          class="fallen"
          transform={`translate(${at(place(hex))})`}
          d="M-13-13 13 13M13-13-13 13"
        />
      ))}
      {trail.fights.map(({ hex, result, barrage }) => (
        <g
          key={hex}
          class={`fight ${resultTone(result, barrage)}`}
          transform={`translate(${at(place(hex))})`}
        >
          <path d={STAR} transform="translate(0 -30)" />
          <text y="-25.5">{result}</text>
        </g>
      ))}
    </g>
  );
}

/** A burst of eleven rays around the origin. */
const STAR = `M${Array.from({ length: 22 }, (_, i) => {
  const r = i % 2 ? 12.5 : 19;
  const angle = (i * Math.PI) / 11;
  return `${(r * 1.15 * Math.sin(angle)).toFixed(1)} ${(-r * Math.cos(angle)).toFixed(1)}`;
}).join("L")}Z`;

/** The way a unit would take, with what it has spent at each step. */
export function Way({ path, place }: { path: [string, string][]; place: Place }) {
  if (path.length < 2) return null;
  const line = `M${path.map(([label]) => at(place(label))).join("L")}`;
  return (
    <g class="way" aria-hidden="true">
      <path class="casing" d={line} />
      <path class="line" d={line} marker-end="url(#tip-way)" />
      {path.slice(1).map(([label, cost]) => (
        <g key={label} transform={`translate(${at(place(label))})`}>
          <circle r="9" />
          <text y="4">{cost}</text>
        </g>
      ))}
    </g>
  );
}

interface RingsProps {
  board: Board;
  hexes: readonly string[];
  place: Place;
}

/** What the lesson points at. */
export function Rings({ board, hexes, place }: RingsProps) {
  return (
    <g class="rings" aria-hidden="true">
      {hexes.map((label) => (
        <g key={label} data-ring={label}>
          <path class="halo" d={hexPath(board, place(label), 0.98)} />
          <path d={hexPath(board, place(label), 0.98)} />
        </g>
      ))}
    </g>
  );
}
