// A counter as it lies on the map: NATO sign, size mark, strengths, and what has happened to it.
import { memo } from "../core/memo";
import type { UnitCard, UnitView } from "./types";

export const SIZE = 50;
const HALF = SIZE / 2;

/** The sign inside the NATO box (26 × 16, from the upper left corner). */
function Sign({ arm }: { arm: string }) {
  const cross = "M0 0 26 16M26 0 0 16";
  const oval = "M7 3.5h12a4.5 4.5 0 0 1 0 9H7a4.5 4.5 0 0 1 0-9z";
  if (/mech|panzergren|armou?red_inf/.test(arm)) return <path d={cross + oval} />;
  if (/armou?r|tank|panzer/.test(arm)) return <path d={oval} />;
  if (/recon|cavalry|scout/.test(arm)) return <path d="M0 16 26 0" />;
  if (/para|airborne|glider/.test(arm)) return <path d={`${cross}M7 16c1-5 5-5 6-1 1-4 5-4 6 1`} />;
  if (/commando|marine|special/.test(arm)) return <path d={`${cross}M13 2v12M9 10c0 5 8 5 8 0`} />;
  if (/artill|gun/.test(arm)) return <circle cx="13" cy="8" r="3.4" class="solid" />;
  if (/anti_?tank|at$/.test(arm)) return <path d="M0 16 13 2 26 16" />;
  if (/engineer|pioneer|sapper/.test(arm)) return <path d="M6 13V5h14v8M13 5v6" />;
  if (/flak|anti_?air/.test(arm)) return <path d="M3 16c0-14 20-14 20 0" />;
  if (/machine/.test(arm)) return <path d="M13 15V2m-4 4 4-4 4 4M8 15h10" />;
  if (/hq|head/.test(arm)) return <path d="M0 5h26" />;
  if (/garrison|fortress|static|coast/.test(arm))
    return <path d={`${cross}M0 0v16`} class="thick" />;
  return <path d={cross} />;
}

export interface Marks {
  selected?: boolean;
  able?: boolean;
  target?: boolean;
  attacking?: boolean;
  dimmed?: boolean;
}

interface Props {
  card: UnitCard;
  unit: UnitView;
  second: boolean;
  marks: Marks;
}

const BAND = 12;
const PLAIN = `M${-HALF} ${-HALF}h${SIZE}v${BAND}h-${SIZE}z`;
/** The second side's band ends in teeth: told apart without colour. */
const TOOTHED = `M${-HALF} ${-HALF}h${SIZE}v${BAND}${"l-2.5 3-2.5-3".repeat(10)}z`;

/** How wide a text of the condensed face is, about. */
const widthOf = (text: string, size: number): number =>
  [...text].reduce((sum, sign) => sum + (/[\x20-\x7e]/.test(sign) ? 0.46 : 1), 0) * size;

/** Text squeezed where it would not fit. */
const fit = (text: string, size: number, room: number) =>
  widthOf(text, size) > room ? { textLength: room, lengthAdjust: "spacingAndGlyphs" as const } : {};

export const CounterFace = memo(function CounterFace({ card, unit, second, marks }: Props) {
  const [attack, defence, movement] = unit.strength;
  const classes = ["counter", second ? "side-b" : "side-a"];
  if (unit.reduced) classes.push("reduced");
  if (unit.moved) classes.push("moved");
  if (unit.attacked) classes.push("spent");
  for (const [name, on] of Object.entries(marks)) if (on) classes.push(name);
  const tracked = /armou?r|tank|panzer|mech/.test(card.arm);
  const idRoom = card.formation ? Math.min(28, Math.max(18, widthOf(card.id, 12))) : 45;
  const formationRoom = 44 - idRoom;
  return (
    <g class={classes.join(" ")} data-paper={card.paper ?? 0} data-tint={card.tint ?? 0}>
      <rect class="c-shadow" x={-HALF + 1.5} y={-HALF + 2} width={SIZE} height={SIZE} rx="3" />
      <rect class="c-body" x={-HALF} y={-HALF} width={SIZE} height={SIZE} rx="3" />
      {unit.reduced && (
        <path
          class="c-stripe"
          d={`M${-HALF} ${HALF - 9}L${HALF - 9} ${-HALF}H${HALF}L${-HALF} ${HALF}z`}
        />
      )}
      <path class="c-band" d={second ? TOOTHED : PLAIN} />
      <text class="c-id" x={-HALF + 2.5} y={-HALF + 9.6} {...fit(card.id, 12, idRoom)}>
        {card.id}
      </text>
      {card.formation && (
        <text
          class="c-formation"
          x={HALF - 2.5}
          y={-HALF + 9}
          {...fit(card.formation, 9, formationRoom)}
        >
          {card.formation}
        </text>
      )}
      <text class="c-size" x="0" y="-4.6">
        {card.size}
      </text>
      <g class="c-box" transform="translate(-13 -3.6)">
        <rect width="26" height="14" />
        <g transform="scale(1 .875)">
          <Sign arm={card.arm} />
        </g>
      </g>
      {card.mobile && !tracked && (
        <path class="c-wheels" d="M-16.6 6.8a1.7 1.7 0 1 0 .01 0zM16.6 6.8a1.7 1.7 0 1 0 .01 0z" />
      )}
      <text class="c-strength" x="0" y="23.2">
        {attack}-{defence}-{movement}
      </text>
      {card.special_forces && (
        <path
          class="c-glyph"
          d="M0-5l1.6 3.3 3.4.5-2.5 2.4.6 3.5L0 3l-3.1 1.7.6-3.5L-5-1.2l3.4-.5z"
          transform="translate(-19 -5)"
        />
      )}
      {card.amphibious && <path class="c-wave" d="M-24 4q2.5-3 5 0t5 0" />}
      {unit.moved && (
        <g class="c-state" transform="translate(19.6 -5)">
          <circle r="5" />
          <path d="M-2.6 0h5.2m-2.2-2.2L2.6 0 .4 2.2" />
        </g>
      )}
      {unit.attacked && (
        <g class="c-state" transform={`translate(19.6 ${unit.moved ? 6 : -5})`}>
          <circle r="5" />
          <path d="M-2.2-2.2l4.4 4.4m0-4.4-4.4 4.4" />
        </g>
      )}
      <rect class="c-frame" x={-HALF} y={-HALF} width={SIZE} height={SIZE} rx="3" />
    </g>
  );
});
