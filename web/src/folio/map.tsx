// The map on the screen: ground, overlays, counters, and what takes clicks and focus.
import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { named, t } from "../core/words";
import { CounterFace, type Marks } from "./counter";
import { hexPath, type Point } from "./geometry";
import { draw, Ground } from "./ground";
import type { Trail } from "./happened";
import { Hits } from "./hits";
import { Minimap } from "./minimap";
import {
  type Arrow,
  Arrows,
  ExclusiveMarks,
  type Lit,
  LitHexes,
  MapDefs,
  Objectives,
  PlaceNames,
  Rings,
  Trails,
  Way,
  Zones,
} from "./overlays";
import { fanned, onTop } from "./stacks";
import type { Board, UnitCard, View } from "./types";
import { isPhone, type LabelControl, startZoom, type MapControl as Zoom } from "./zooming";

interface Props {
  board: Board;
  view: View;
  lit: Map<string, Lit>;
  path: [string, string][];
  arrows: Arrow[];
  trail: Trail;
  marks: Map<string, Marks>;
  rings: readonly string[];
  zoc: Record<string, string[]> | null;
  selectedHex: string | null;
  describe: (label: string) => string;
  onHex: (label: string) => void;
  onHover: (label: string | null) => void;
  control: { current: LabelControl | null };
}

const PAD = 24;
const NONE: Marks = {};

/** A property that changes at every drawing, kept still for what is drawn only once. */
function useLatest<T>(value: T): { current: T } {
  const box = useRef(value);
  box.current = value;
  return box;
}

/** The middle of those who are to act: where a small screen looks first. */
function firstLook(view: View, place: (label: string) => Point): Point | null {
  const acting = view.units.filter((unit) => unit.hex !== null && unit.side === view.to_act);
  if (!acting.length) return null;
  const places = acting.map((unit) => place(unit.hex!));
  const median = (way: "x" | "y") =>
    places.map((p) => p[way]).sort((a, b) => a - b)[Math.floor(places.length / 2)]!;
  return { x: median("x"), y: median("y") };
}

export function FolioMap(props: Props) {
  const { board, view, lit, marks, zoc, selectedHex } = props;
  const box = useRef<HTMLDivElement>(null);
  const drawing = useRef<SVGSVGElement>(null);
  const zoom = useSignal<Zoom | null>(null);
  const drawn = useMemo(() => draw(board), [board]);
  const index = useMemo(() => new Map(board.hexes.map((hex) => [hex.label, hex])), [board]);
  const cards = useMemo(
    () => new Map<string, UnitCard>(board.units.map((card) => [card.id, card])),
    [board],
  );
  const place = (label: string): Point => index.get(label)!;
  const describe = useLatest(props.describe);
  const onHex = useLatest(props.onHex);
  const onHover = useLatest(props.onHover);
  const width = board.width + 2 * PAD;
  const height = board.height + 2 * PAD;

  useEffect(() => {
    const zooming = startZoom({
      box: box.current!,
      drawing: drawing.current!,
      width,
      height,
      pad: PAD,
    });
    const look = isPhone(box.current!) && firstLook(props.view, place);
    if (look) zooming.centre(look);
    zoom.value = zooming;
    props.control.current = {
      by: zooming.by,
      whole: zooming.whole,
      ensure: (labels) => zooming.ensure(labels.map(place)),
    };
    return () => {
      zooming.stop();
      zoom.value = null;
      props.control.current = null;
    };
  }, [board]);

  const chosen = [...marks].find(([, mark]) => mark.selected)?.[0] ?? null;
  const standing = view.units.filter((unit) => unit.hex !== null);
  const off = fanned(standing);
  const units = off.size ? onTop(standing, chosen) : standing;
  const held = new Set(units.map((unit) => unit.hex));
  return (
    <>
      <div class="map" ref={box} data-zoom="mid">
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
          <MapDefs />
          <Ground board={board} drawn={drawn} />
          {zoc && <Zones board={board} zones={zoc} place={place} />}
          <LitHexes board={board} lit={lit} held={held} place={place} />
          <g class="counters" aria-hidden="true">
            {units.map((unit) => {
              const at = place(unit.hex!);
              const aside = off.get(unit.id);
              const [x, y] = [at.x + (aside?.x ?? 0), at.y + (aside?.y ?? 0)];
              return (
                <g
                  key={unit.id}
                  class="counter-place"
                  style={{ transform: `translate(${x}px, ${y}px)` }}
                  data-unit={unit.id}
                >
                  <CounterFace
                    card={cards.get(unit.id)!}
                    unit={unit}
                    second={unit.side === board.sides[1]?.id}
                    marks={marks.get(unit.id) ?? NONE}
                  />
                </g>
              );
            })}
          </g>
          {selectedHex && (
            <path
              class="selected-hex"
              d={hexPath(board, place(selectedHex), 0.97)}
              aria-hidden="true"
            />
          )}
          <Rings board={board} hexes={props.rings} place={place} />
          <ExclusiveMarks board={board} view={view} place={place} />
          <Objectives board={board} view={view} />
          <PlaceNames board={board} />
          <Trails trail={props.trail} place={place} />
          <Arrows arrows={props.arrows} place={place} />
          <Way path={props.path} place={place} />
          <Hits board={board} describe={describe} onHex={onHex} onHover={onHover} />
        </svg>
      </div>
      {zoom.value && <Minimap board={board} view={view} drawn={drawn} control={zoom.value} />}
    </>
  );
}
