// An ASL counter in our own drawing: figures where players look for them, states as chips.
import type { Card } from "../api/types";
import { Art, type Shape, shapeOf } from "../range/silhouette";
import type { Piece } from "./types";

export const SIZE = 38;
const HALF = SIZE / 2;

const NOTCHED = `M${-HALF} ${-HALF}h${SIZE}v2h-${SIZE}zM${-HALF} ${-HALF + 3}h8v2h-8zM${-HALF + 12} ${-HALF + 3}h14v2h-14zM${HALF - 8} ${-HALF + 3}h8v2h-8z`;
const PLAIN = `M${-HALF} ${-HALF}h${SIZE}v5h-${SIZE}z`;

const MARKERS: Record<string, string> = {
  prep: "PREP",
  first: "1ST",
  final: "FINAL",
  intensive: "INT",
  no: "NO",
};

/** What the fire counter on a weapon says. */
export function fireCounter(marker: string | undefined): string {
  if (!marker) return "";
  const word = marker.toLowerCase().replace(/[ _-]?fire$/, "");
  return MARKERS[word] ?? marker.toUpperCase().slice(0, 5);
}

const servicesOf = (piece: Piece) => piece.services ?? (piece.service ? [piece.service] : []);

/** Small signs on a counter, the most pressing first. */
export function chipsOf(piece: Piece, card: Card | undefined, wa = false): string[] {
  const level = piece.place.type === "spot" ? (piece.place.level ?? 0) : 0;
  const dug = piece.place.type === "spot" ? piece.place.entrenched : null;
  const fired = servicesOf(piece).map((one) => fireCounter(one.marker));
  const hatch = piece.piece === "vehicle" && !piece.wreck && card?.armored;
  const out = servicesOf(piece).some((one) => one.state !== "working");
  return [
    ...fired,
    fireCounter(piece.marker),
    wa && "WA",
    piece.wreck === "burning" && "FIRE",
    piece.pinned && "PIN",
    piece.dm && "DM",
    piece.shock && piece.shock !== "none" && "SHOCK",
    piece.stunned && "STUN",
    piece.hull && piece.hull !== "mobile" && "IMM",
    piece.drive === "motion" && "MOT",
    piece.drive === "non-stopped" && "→",
    hatch && (piece.ce ? "CE" : "BU"),
    out && "MAL",
    piece.limbered && "LIMB",
    piece.wounded && "WND",
    piece.cx && "CX",
    piece.ti && "TI",
    piece.opportunity && "OPP",
    dug && ({ foxhole: "FH", trench: "TR", pillbox: "PB" }[dug] ?? dug),
    level > 0 && `L${level}`,
  ].filter((chip): chip is string => Boolean(chip));
}

/** The line of figures at the foot of a counter. */
export function figuresOf(card: Card | undefined): string {
  if (!card) return "";
  return card.gun || (card.mp ? `${card.mp} MP` : "");
}

function shape(piece: Piece, card: Card | undefined): Shape {
  if (card) return card.kind === "mmc" && card.type !== "squad" ? "pair" : shapeOf(card);
  return piece.piece === "vehicle" ? "tank" : piece.piece === "gun" ? "gun" : "men";
}

/** A name without what stands in brackets, where it is too long for a counter. */
const short = (name: string): string =>
  (name.length > 12 ? name.replace(/\s*\(.*\)$/, "") : name).slice(0, 16);

interface Props {
  piece: Piece;
  card: Card | undefined;
  second: boolean;
  chosen?: boolean;
  wa?: boolean;
  /** Ready to do something. */
  ready?: boolean;
}

/** One counter, its middle at 0 0. */
export function CounterFace({ piece, card, second, chosen, wa, ready }: Props) {
  const dummy = piece.piece === "dummy";
  const classes = ["asl-counter", second ? "side-b" : "side-a", `of-${piece.piece}`];
  if (piece.broken) classes.push("broken");
  if (piece.veil === "hidden") classes.push("hidden");
  if (piece.wreck) classes.push("wrecked");
  if (chosen) classes.push("chosen-unit");
  if (ready) classes.push("ready");
  const chips = chipsOf(piece, card, wa).slice(0, 3);
  const figures = figuresOf(card);
  const name = card?.name ?? "";
  const wide = figures.length > 6;
  return (
    <g class={classes.join(" ")} data-piece={piece.id}>
      <rect class="a-shadow" x={-HALF + 1.5} y={-HALF + 2} width={SIZE} height={SIZE} rx="3" />
      <rect class="a-body" x={-HALF} y={-HALF} width={SIZE} height={SIZE} rx="3" />
      <path class="a-band" d={second ? NOTCHED : PLAIN} />
      {dummy ? (
        <text class="a-question" x="0" y="12">
          ?
        </text>
      ) : (
        <>
          <g class="a-art" transform={`translate(${-HALF + 6.5} ${-HALF + 7}) scale(.255)`}>
            <Art shape={shape(piece, card)} />
          </g>
          <text
            class={figures ? "a-figures" : "a-name"}
            x="0"
            y={HALF - 2.6}
            textLength={wide ? SIZE - 4 : undefined}
            lengthAdjust="spacingAndGlyphs"
          >
            {figures || name}
          </text>
          {(piece.piece === "vehicle" || piece.piece === "gun") && name && (
            <text
              class="a-type"
              x="0"
              y={HALF - 13}
              textLength={short(name).length > 8 ? SIZE - 4 : undefined}
              lengthAdjust="spacingAndGlyphs"
            >
              {short(name)}
            </text>
          )}
        </>
      )}
      {!dummy && piece.veil === "concealed" && (
        <text class="a-concealed" x={HALF - 8} y="4">
          ?
        </text>
      )}
      {piece.broken && (
        <path class="a-broken" d={`M${-HALF + 2} ${HALF - 14}L${HALF - 2} ${-HALF + 8}`} />
      )}
      {piece.wreck && (
        <path
          class="a-broken"
          d={`M${-HALF + 3} ${-HALF + 8}L${HALF - 3} ${HALF - 3}M${HALF - 3} ${-HALF + 8}L${-HALF + 3} ${HALF - 3}`}
        />
      )}
      {!dummy && (
        <text class="a-id" x={-HALF + 2.5} y={-HALF + 12.5}>
          {piece.id}
        </text>
      )}
      <rect class="a-frame" x={-HALF} y={-HALF} width={SIZE} height={SIZE} rx="3" />
      {chips.map((chip, i) => {
        const width = Math.max(14, chip.length * 5 + 5);
        return (
          <g
            key={chip}
            class={`a-chip ${chip === "WA" ? "wa" : ""} ${chip === "FIRE" ? "fire" : ""}`}
            transform={`translate(${HALF + 3 - width / 2} ${-HALF + 1 + i * 10})`}
          >
            <rect x={-width / 2} y="-5" width={width} height="10" rx="3" />
            <text x="0" y="3.2">
              {chip}
            </text>
          </g>
        );
      })}
    </g>
  );
}

/** A counter by itself, in the panel. */
export function CounterPicture(props: Props) {
  return (
    <svg class="counter-picture" viewBox="-25 -25 50 50" aria-hidden="true">
      <CounterFace {...props} />
    </svg>
  );
}
