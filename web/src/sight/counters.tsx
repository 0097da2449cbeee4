// Units and counters as they lie on a board: our own outlines, sides told by band and colour.
import { Art, type Shape } from "../range/silhouette";
import { unitName } from "./names";
import { middle, type Places, placeOf, placesOf } from "./places";
import type { BoardPlan, Marker, Situation, Unit, UnitAtWalls } from "./types";

const SIZE = 38;
const HALF = SIZE / 2;

const SHAPE_OF: Record<Unit["kind"], Shape> = {
  squad: "men",
  half_squad: "pair",
  crew: "pair",
  leader: "leader",
  hero: "leader",
  gun: "gun",
  vehicle: "tank",
  cavalry: "horse",
  dummy: "men",
};

const NOTCHED = `M${-HALF} ${-HALF}h${SIZE}v2.6h-${SIZE}zM${-HALF} ${-HALF + 3.8}h8v2.4h-8zM${-HALF + 12} ${-HALF + 3.8}h14v2.4h-14zM${HALF - 8} ${-HALF + 3.8}h8v2.4h-8z`;
const PLAIN = `M${-HALF} ${-HALF}h${SIZE}v6h-${SIZE}z`;

interface FaceProps {
  unit: Unit;
  second: boolean;
  chosen?: boolean;
  wa?: boolean;
}

/** One counter, its middle at 0 0. */
export function UnitFace({ unit, second, chosen, wa }: FaceProps) {
  const hides = unit.concealed || unit.hidden || unit.kind === "dummy";
  const classes = ["asl-counter", second ? "side-b" : "side-a"];
  if (unit.broken) classes.push("broken");
  if (unit.hidden) classes.push("hidden");
  if (chosen) classes.push("chosen-unit");
  const chips = [
    wa && "WA",
    unit.pinned && "PIN",
    unit.bogged && "BOG",
    unit.moving && "→",
    unit.entrenched && { foxhole: "FH", trench: "TR", pillbox: "PB" }[unit.entrenched],
    unit.level > 0 && `L${unit.level}`,
  ].filter((chip): chip is string => Boolean(chip));
  return (
    <g class={classes.join(" ")}>
      <rect class="a-shadow" x={-HALF + 1.5} y={-HALF + 2} width={SIZE} height={SIZE} rx="3" />
      <rect class="a-body" x={-HALF} y={-HALF} width={SIZE} height={SIZE} rx="3" />
      <path class="a-band" d={second ? NOTCHED : PLAIN} />
      <g class="a-art" transform={`translate(${-HALF + 5} ${-HALF + 8}) scale(.285)`}>
        <Art shape={SHAPE_OF[unit.kind]} />
      </g>
      {hides && (
        <text class="a-concealed" x="0" y="6">
          ?
        </text>
      )}
      {unit.broken && (
        <path class="a-broken" d={`M${-HALF + 2} ${HALF - 12}L${HALF - 2} ${-HALF + 8}`} />
      )}
      <text
        class="a-name"
        x="0"
        y={HALF - 3.5}
        textLength={unitName(unit).length > 7 ? SIZE - 5 : undefined}
        lengthAdjust="spacingAndGlyphs"
      >
        {unitName(unit).slice(0, 14)}
      </text>
      {unit.id && (
        <text class="a-id" x={-HALF + 3} y={-HALF + 14.5}>
          {unit.id}
        </text>
      )}
      <rect class="a-frame" x={-HALF} y={-HALF} width={SIZE} height={SIZE} rx="3" />
      {chips.slice(0, 3).map((chip, i) => (
        <g
          key={chip}
          class={`a-chip ${chip === "WA" ? "wa" : ""}`}
          transform={`translate(${HALF - 2} ${-HALF + 4 + i * 11})`}
        >
          <rect x="-9" y="-5" width="18" height="10" rx="3" />
          <text x="0" y="3.4">
            {chip}
          </text>
        </g>
      ))}
    </g>
  );
}

const MARKER_TEXT: Partial<Record<Marker["kind"], string>> = {
  smoke: "SMOKE",
  wp: "WP",
  blaze: "BLAZE",
  wreck: "WRECK",
  ffe: "FFE",
  roadblock: "BLOCK",
};

export function MarkerFace({ marker }: { marker: Marker }) {
  return (
    <g class={`asl-marker ${marker.kind}`}>
      {marker.kind === "smoke" || marker.kind === "wp" ? (
        <path d="M-19 8c-6-1-6-10 1-10 0-8 10-10 13-4 4-6 14-3 13 4 8-1 10 9 2 10z" />
      ) : marker.kind === "blaze" ? (
        <path d="M0-16c3 8 12 9 9 19-2 6-6 8-10 8s-9-3-9-9c0-5 4-6 5-10 2 2 3 3 3 5 3-3 4-7 2-13z" />
      ) : marker.kind === "ffe" ? (
        <path d="M0-17l4 9 9-5-4 9 9 4-9 4 4 9-9-5-4 9-4-9-9 5 4-9-9-4 9-4-4-9 9 5z" />
      ) : (
        <path d="M-17-9h34v18h-34zM-17-9l34 18M17-9l-34 18" />
      )}
      <text x="0" y="4.5">
        {MARKER_TEXT[marker.kind]}
        {marker.drm ? ` +${marker.drm}` : ""}
      </text>
    </g>
  );
}

/** A Breach counter is an opening in its hexside: an arrow from the one hex into the other. */
export function Breach({ marker, places, size }: { marker: Marker; places: Places; size: number }) {
  const [from, to] = [places.get(marker.hex), places.get(marker.to ?? "")];
  if (!from || !to) return null;
  const [x, y] = middle([from, to]);
  const turn = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  return (
    <g class="asl-breach" transform={`translate(${x} ${y}) rotate(${turn}) scale(${size})`}>
      <rect x="-6.5" y="-11" width="13" height="22" rx="3" />
      <path d="M-11 0H11M-6.5-4.5-11 0l4.5 4.5M6.5-4.5 11 0 6.5 4.5" />
    </g>
  );
}

interface Props {
  shown: BoardPlan;
  situation: Situation;
  sides: readonly [string, string];
  walls: readonly UnitAtWalls[];
  chosen: string | null;
}

/** Everything that lies on the board. */
export function Pieces({ shown, situation, sides, walls, chosen }: Props) {
  const places = placesOf(shown);
  const size = Math.hypot(...shown.corners[0]!) / 37.5;
  const stacks = new Map<string, Unit[]>();
  for (const unit of situation.units) {
    const place = String(placeOf(places, unit));
    stacks.set(place, [...(stacks.get(place) ?? []), unit]);
  }
  return (
    <g class="pieces">
      {situation.markers.map((marker, i) => {
        const hex = places.get(marker.hex);
        return (
          hex &&
          !marker.to && (
            <g key={`m${i}`} transform={`translate(${hex.x} ${hex.y + 8}) scale(${size})`}>
              <MarkerFace marker={marker} />
            </g>
          )
        );
      })}
      {walls.flatMap((unit) =>
        unit.holds.map((held) => {
          const hex = places.get(situation.units.find((one) => one.id === unit.unit)?.hex ?? "");
          if (!hex) return null;
          // Inside the holder's hex, along the hexside.
          const inner = held.ends.map(([x, y]) => [x + (hex.x - x) * 0.17, y + (hex.y - y) * 0.17]);
          const side = situation.units.find((one) => one.id === unit.unit)?.side;
          return (
            <path
              key={`${unit.unit}${held.hexside}`}
              class={`wa-side ${side === sides[0] ? "side-a" : "side-b"}`}
              d={`M${inner.map((point) => point.join(" ")).join("L")}`}
            />
          );
        }),
      )}
      {situation.markers.map(
        (marker, i) => marker.to && <Breach key={`b${i}`} {...{ marker, places, size }} />,
      )}
      {[...stacks.values()].flatMap((units) => {
        const place = placeOf(places, units[0]!);
        if (!place) return [];
        return units.map((unit, i) => {
          const shift = (i - (units.length - 1) / 2) * Math.min(10, 24 / units.length);
          return (
            <g
              key={unit.id}
              transform={`translate(${place[0] + shift} ${place[1] - shift}) scale(${size})`}
            >
              {unit.facing != null && (unit.kind === "gun" || unit.kind === "vehicle") && (
                <Arc shown={shown} facing={unit.facing} />
              )}
              <UnitFace
                unit={unit}
                second={unit.side !== sides[0]}
                chosen={unit.id === chosen}
                wa={walls.find((one) => one.unit === unit.id)?.counter}
              />
            </g>
          );
        });
      })}
    </g>
  );
}

/** Which way the Covered Arc looks: a wedge towards its hexspine. */
export function Arc({ shown, facing }: { shown: BoardPlan; facing: number }) {
  const [x, y] = shown.corners[facing % 6]!;
  const length = Math.hypot(x, y);
  const [ux, uy] = [x / length, y / length];
  return (
    <path
      class="arc-wedge"
      d={`M${ux * 36} ${uy * 36}L${ux * 22 - uy * 13} ${uy * 22 + ux * 13}L${ux * 22 + uy * 13} ${uy * 22 - ux * 13}Z`}
    />
  );
}
