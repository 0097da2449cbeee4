// The board of the mission: units, SR and FFE counters, the Blast Area, the error as an arrow.
import { useEffect, useState } from "preact/hooks";
import type { Round } from "../api/types";
import { call } from "../core/api";
import { t } from "../core/words";
import { sentenceOf } from "../parts/toast";
import { Waiting } from "../parts/waiting";
import { BoardView, hexPath } from "../sight/board-view";
import { Pieces } from "../sight/counters";
import { boardName, hexSentence, unitSentence } from "../sight/names";
import { type BoardPlan, EMPTY, type Situation } from "../sight/types";

interface Props {
  board: string;
  situation: Situation | null;
  sides: [string, string];
  rounds: Round[];
  /** Where ARs lie whose rounds are still on the way. */
  aims: { battery: string; hex: string }[];
  /** The hex that is about to be named. */
  chosen: string;
  onHex: (label: string) => void;
}

export function MissionMap({ board, situation, sides, rounds, aims, chosen, onHex }: Props) {
  const [shown, setShown] = useState<BoardPlan | null>(null);
  const [wrong, setWrong] = useState<unknown>(null);
  const ssr = encodeURIComponent((situation?.ssr ?? []).join(","));
  const path = `/api/tools/boards/${encodeURIComponent(board)}`;
  useEffect(() => {
    setShown(null);
    call<BoardPlan>(`${path}?ssr=${ssr}`).then(setShown, setWrong);
  }, [path, ssr]);
  if (wrong) return <p class="notice warn">{sentenceOf(wrong)}</p>;
  if (!shown) return <Waiting what={t("web.sight.drawing")} />;
  const given = situation ?? EMPTY;
  const place = (label: string) => shown.hexes.find((hex) => hex.label === label.toUpperCase());
  const aim = place(chosen);
  return (
    <div class="mission-map">
      <BoardView
        shown={shown}
        picture={`${path}/picture.svg?ssr=${ssr}`}
        label={t("web.sight.map", { board: boardName(board, shown.name) })}
        describe={(hex) =>
          [
            hexSentence(hex),
            ...given.units.filter((unit) => unit.hex === hex.label).map(unitSentence),
          ].join("; ")
        }
        version={given.units}
        onHex={onHex}
      >
        {rounds.map((round) => (
          <path
            key={`area${round.battery}`}
            class={`blast ${round.side === sides[0] ? "side-a" : "side-b"}`}
            d={round.area
              .map(place)
              .map((hex) => (hex ? hexPath(shown, hex, 0.97) : ""))
              .join("")}
          />
        ))}
        {aim && <path class="chosen" d={hexPath(shown, aim, 0.94)} />}
        <Pieces shown={shown} situation={given} sides={sides} walls={[]} chosen={null} />
        {aims.map(({ battery, hex }) => {
          const at = place(hex);
          return (
            at && (
              <g key={`ar${battery}`} class="ar" transform={`translate(${at.x} ${at.y})`}>
                <circle r="15" />
                <path d="M-20 0H20M0 -20V20" />
                <text y="-20">AR {battery}</text>
              </g>
            )
          );
        })}
        {rounds.map((round) => {
          const fell = place(round.hex);
          const aimed = round.aimed ? place(round.aimed) : undefined;
          return (
            fell && (
              <g key={round.battery}>
                {aimed && (
                  <g class="shell-error">
                    <path class="casing" d={`M${aimed.x} ${aimed.y}L${fell.x} ${fell.y}`} />
                    <path d={`M${aimed.x} ${aimed.y}L${fell.x} ${fell.y}`} />
                    <circle cx={aimed.x} cy={aimed.y} r="7" />
                  </g>
                )}
                <RoundFace
                  round={round}
                  second={round.side !== sides[0]}
                  x={fell.x + 15}
                  y={fell.y - 16}
                />
              </g>
            )
          );
        })}
      </BoardView>
    </div>
  );
}

function RoundFace({
  round,
  second,
  x,
  y,
}: {
  round: Round;
  second: boolean;
  x: number;
  y: number;
}) {
  return (
    <g class={`round ${second ? "side-b" : "side-a"}`} transform={`translate(${x} ${y})`}>
      <rect x="-15" y="-13" width="30" height="26" rx="3" />
      <text class="what" x="0" y="1">
        {t(`artillery.${round.counter}`)}
      </text>
      <text class="whose" x="0" y="10">
        {round.battery}
      </text>
    </g>
  );
}
