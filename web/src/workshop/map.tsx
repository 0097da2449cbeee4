// The map in the making: drawn as the table draws it, with what the tool in hand would do.
import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { named, t } from "../core/words";
import { CounterFace } from "../folio/counter";
import { at, hexPath, type Point } from "../folio/geometry";
import { draw, Ground } from "../folio/ground";
import { Hits } from "../folio/hits";
import { MapDefs, Objectives, PlaceNames } from "../folio/overlays";
import type { Board, UnitView, View } from "../folio/types";
import { type LabelControl, startZoom, type MapControl as Zoom } from "../folio/zooming";
import { type Affine, affine, back, fitted } from "./affine";
import {
  clearWays,
  dab,
  hasSide,
  paint,
  patch,
  placeUnit,
  setArea,
  setExit,
  setFortress,
  setObjective,
  setSide,
  setWay,
} from "./edits";
import { between, hexAt, PAD, pointOf, sideAt } from "./pointing";
import {
  aligning,
  alterScan,
  board as boardNow,
  change,
  chosen,
  draft,
  erasing,
  exitSide,
  hex as hexNow,
  pointed,
  scan,
  scanUrl,
  sideKind,
  symbol,
  type Tool,
  tab,
  tool,
  unit as unitNow,
  wide,
} from "./store";
import { list, type Pair, tables } from "./types";

type Mode = Tool | "units" | "align";

/** What a pointer does depends on what the panel is about. */
export function modeNow(): Mode {
  if (aligning.value) return "align";
  if (tab.value === "map") return tool.value;
  if (tab.value === "counters" || tab.value === "turns") return "units";
  if (tab.value === "victory") return "objective";
  return "hand";
}

interface Stroke {
  mode: Mode;
  hexes: string[];
  sides: { pair: Pair; ends: [Point, Point] }[];
  /** Whether it puts down or takes away. */
  on: boolean;
  unit: number | null;
}

/** Which way a stroke over an area works: what its first hex has is taken away. */
function areaOn(mode: Mode, label: string): boolean {
  if (erasing.peek()) return false;
  const given = draft.peek()!;
  if (mode === "exit") {
    return !list(given.data.victory?.exit_hexes?.[exitSide.peek()]).includes(label);
  }
  const which = mode === "setup" ? "hex" : "entry";
  const units = [...chosen.peek()].map((i) => tables(given.data.units)[i]);
  return !units.every((unit) => list(unit?.[which]).includes(label)) || !units.length;
}

function beginStroke(mode: Mode, board: Board, p: Point): Stroke | null {
  const i = hexAt(board, p);
  if (i === null) return null;
  const label = board.hexes[i]!.label;
  const stroke: Stroke = { mode, hexes: [label], sides: [], on: !erasing.peek(), unit: null };
  const given = draft.peek()!;
  if (mode === "brush") stroke.hexes = dab(given, label, wide.peek());
  if (mode === "side") {
    const side = sideAt(board, p);
    if (!side) return null;
    stroke.sides = [side];
    stroke.on = !erasing.peek() && !hasSide(given, sideKind.peek(), side.pair);
  }
  if (mode === "setup" || mode === "entry" || mode === "exit") stroke.on = areaOn(mode, label);
  if (mode === "units") {
    const there = tables(given.data.units).findIndex((unit) => list(unit.hex)[0] === label);
    if (there < 0 && unitNow.peek() === null) return null;
    stroke.unit = there >= 0 ? there : null;
  }
  return stroke;
}

function goOn(stroke: Stroke, board: Board, p: Point): Stroke {
  const i = hexAt(board, p);
  if (i === null) return stroke;
  const label = board.hexes[i]!.label;
  if (stroke.mode === "side") {
    const side = sideAt(board, p);
    if (!side || stroke.sides.some((one) => one.pair.join() === side.pair.join())) return stroke;
    return { ...stroke, sides: [...stroke.sides, side] };
  }
  if (stroke.hexes.at(-1) === label) return stroke;
  if (stroke.mode === "units") return { ...stroke, hexes: [stroke.hexes[0]!, label] };
  const last = board.hexes.findIndex((hex) => hex.label === stroke.hexes.at(-1));
  const way = between(board, last, i).map((j) => board.hexes[j]!.label);
  if (stroke.mode === "road" || stroke.mode === "trail") {
    return { ...stroke, hexes: [...stroke.hexes, ...way] };
  }
  const given = draft.peek()!;
  const dabs = stroke.mode === "brush" ? way.flatMap((one) => dab(given, one, wide.peek())) : way;
  return { ...stroke, hexes: [...new Set([...stroke.hexes, ...dabs]), label] };
}

/** The change that a stroke makes. */
function finish(stroke: Stroke): void {
  const first = stroke.hexes[0]!;
  const last = stroke.hexes.at(-1)!;
  const { mode, on } = stroke;
  switch (mode) {
    case "brush":
      change((d) => paint(d, stroke.hexes, paintSymbol()));
      break;
    case "fill":
      change((d) => paint(d, patch(d, first), paintSymbol()));
      break;
    case "side":
      change((d) =>
        stroke.sides.reduce((all, { pair }) => setSide(all, sideKind.peek(), pair, on), d),
      );
      break;
    case "road":
    case "trail": {
      const way = mode === "road" ? "roads" : "trails";
      const lone = stroke.hexes.length < 2 && !on;
      change((d) => (lone ? clearWays(d, way, first) : setWay(d, way, stroke.hexes, on)));
      break;
    }
    case "setup":
    case "entry":
      change((d) => {
        const which = mode === "setup" ? "hex" : "entry";
        return stroke.hexes.reduce(
          (all, hex) => setArea(all, which, [...chosen.peek()], hex, on),
          d,
        );
      });
      break;
    case "exit":
      change((d) => stroke.hexes.reduce((all, hex) => setExit(all, exitSide.peek(), hex, on), d));
      break;
    case "units":
      dropUnit(stroke.unit, first, last);
      break;
    default:
      clickHex(mode, first);
  }
}

function paintSymbol(): string {
  const given = draft.peek()!;
  return erasing.peek() ? (given.data.terrain?.clear?.symbol ?? ".") : symbol.peek();
}

function dropUnit(grabbed: number | null, from: string, to: string): void {
  const held = grabbed ?? unitNow.peek();
  unitNow.value = held;
  if (held !== null && (grabbed === null || from !== to)) change((d) => placeUnit(d, held, to));
}

/** A single hex: by click, or from the keyboard. */
export function clickHex(mode: Mode, label: string): void {
  const given = draft.peek()!;
  hexNow.value = label;
  if (mode === "fortress") {
    const has = given.ground.fortresses.some((one) => one.hex === label);
    if (!has && !erasing.peek()) {
      change((d) => setFortress(d, label, { exempt: false, owner: "" }));
    } else if (erasing.peek()) change((d) => setFortress(d, label, null));
  } else if (mode === "objective") {
    const has = tables(given.data.victory?.hexes).some((one) => one.hex === label);
    const place = given.ground.names.find((one) => one.hex === label);
    const name = place && { name: { en: place.en, ja: place.ja || place.en } };
    if (!has && !erasing.peek()) change((d) => setObjective(d, label, { points: 1, ...name }));
    else if (erasing.peek()) change((d) => setObjective(d, label, null));
  }
}

/** The middles of three corners of the map: where a scan is pinned. */
export function pins(board: Board): { label: string; x: number; y: number }[] {
  const by = (score: (hex: Point) => number) =>
    board.hexes.reduce((best, hex) => (score(hex) > score(best) ? hex : best));
  const first = board.hexes[0]!;
  return [first, by((hex) => hex.x - hex.y * 0.9), by((hex) => hex.y - hex.x * 0.9)];
}

export function EditorMap({ control }: { control: { current: LabelControl | null } }) {
  const board = boardNow.value!;
  const given = draft.value!;
  const box = useRef<HTMLDivElement>(null);
  const drawing = useRef<SVGSVGElement>(null);
  const zoom = useRef<Zoom | null>(null);
  const busy = useRef(false);
  const fingers = useRef(new Set<number>());
  const stroke = useSignal<Stroke | null>(null);
  const over = useSignal<{ hex: number | null; side: [Point, Point] | null }>({
    hex: null,
    side: null,
  });
  const spread = useSignal<{ width: number; height: number } | null>(null);
  const mode = modeNow();
  const drawn = useMemo(() => draw(board), [board]);
  const index = useMemo(() => new Map(board.hexes.map((one) => [one.label, one])), [board]);
  const width = board.width + 2 * PAD;
  const height = board.height + 2 * PAD;
  const place = (label: string): Point => index.get(label) ?? { x: 0, y: 0 };

  useEffect(() => {
    const zooming = startZoom({
      box: box.current!,
      drawing: drawing.current!,
      width,
      height,
      pad: PAD,
      mayPan: (event) =>
        !busy.current || ("touches" in event && (event as TouchEvent).touches.length > 1),
    });
    zoom.current = zooming;
    control.current = {
      by: zooming.by,
      whole: zooming.whole,
      ensure: (labels) => {
        const now = new Map(boardNow.peek()!.hexes.map((one) => [one.label, one]));
        zooming.ensure(labels.flatMap((label) => now.get(label) ?? []));
      },
    };
    return () => {
      zooming.stop();
      control.current = null;
    };
  }, [width, height]);

  useEffect(() => {
    if (!scanUrl.value) {
      spread.value = null;
      return;
    }
    const picture = new Image();
    picture.onload = () => {
      spread.value = { width: picture.naturalWidth, height: picture.naturalHeight };
    };
    picture.src = scanUrl.value;
  }, [scanUrl.value]);

  const whereIs = (event: PointerEvent): Point => {
    return pointOf(drawing.current!, event);
  };
  const align = (p: Point) => {
    const pinned = aligning.peek();
    if (!pinned || !spread.peek()) return;
    const lies = fitted(spread.peek()!.width, spread.peek()!.height, board);
    const next = [...pinned, back(lies, p)];
    if (next.length < 3) {
      aligning.value = next;
      return;
    }
    aligning.value = null;
    alterScan({ lies: affine(next, pins(board)) });
  };
  const down = (event: PointerEvent) => {
    fingers.current.add(event.pointerId);
    busy.current = false;
    if (fingers.current.size > 1) {
      stroke.value = null; // two fingers move the map
      return;
    }
    if (event.button !== 0 || mode === "hand" || mode === "align") return;
    const begun = beginStroke(mode, board, whereIs(event));
    busy.current = begun !== null && !panHeld;
    stroke.value = busy.current ? begun : null;
    if (busy.current) box.current!.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent) => {
    const p = whereIs(event);
    const i = hexAt(board, p);
    const side = mode === "side" ? (sideAt(board, p)?.ends ?? null) : null;
    if (event.pointerType === "mouse") over.value = { hex: i, side };
    if (stroke.peek()) stroke.value = goOn(stroke.peek()!, board, p);
  };
  const up = (event: PointerEvent) => {
    fingers.current.delete(event.pointerId);
    const ended = stroke.peek();
    stroke.value = null;
    busy.current = false;
    if (ended && event.type === "pointerup") finish(ended);
  };
  const describe = useRef<(label: string) => string>(() => "");
  describe.current = (label) => sentence(board, label);
  const onHex = useRef<(label: string) => void>(() => undefined);
  onHex.current = (label) => {
    const p = index.get(label);
    if (!p) return;
    if (mode === "side") {
      // From the keyboard every side of the hex is taken in turn by the panel's buttons.
      hexNow.value = label;
      return;
    }
    if (mode === "road" || mode === "trail") {
      const from = hexNow.peek();
      hexNow.value = label;
      if (from)
        change((d) =>
          setWay(d, mode === "road" ? "roads" : "trails", [from, label], !erasing.peek()),
        );
      return;
    }
    const begun = beginStroke(mode, board, p);
    if (begun) finish(begun);
  };
  const onHover = useRef<(label: string | null) => void>(() => undefined);
  onHover.current = (label) => {
    over.value = {
      hex: label === null ? null : board.hexes.findIndex((h) => h.label === label),
      side: null,
    };
  };

  const lies: Affine | null = aligning.value
    ? spread.value && fitted(spread.value.width, spread.value.height, board)
    : (scan.value?.lies ??
      (spread.value && fitted(spread.value.width, spread.value.height, board)));
  const faded = scan.value ? (aligning.value ? 0 : 1 - scan.value.strength) : 1;
  const here = over.value.hex === null ? null : board.hexes[over.value.hex];
  return (
    <>
      <div
        class={`map in-workshop mode-${mode} ${erasing.value ? "erasing" : ""}`}
        ref={box}
        data-zoom="mid"
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={up}
        onPointerLeave={() => (over.value = { hex: null, side: null })}
        onClickCapture={(event) => {
          if (!event.detail) return; // from the keyboard, or by an aid
          event.stopPropagation();
          if (mode === "align") align(whereIs(event as unknown as PointerEvent));
        }}
      >
        <svg
          ref={drawing}
          class="board"
          width={width}
          height={height}
          viewBox={`${-PAD} ${-PAD} ${width} ${height}`}
          role="application"
          aria-roledescription={t("web.map.role")}
          aria-label={t("workshop.map_label")}
        >
          <MapDefs />
          {spread.value && lies && (
            <image
              class="scan"
              href={scanUrl.value}
              width={spread.value.width}
              height={spread.value.height}
              transform={`matrix(${lies.join(" ")})`}
            />
          )}
          <g style={{ opacity: faded }}>
            <Ground board={board} drawn={drawn} name="workshop" />
          </g>
          {!aligning.value && (
            <>
              <Areas board={board} />
              <Counters board={board} place={place} stroke={stroke.value} />
              <Objectives board={board} view={holders(board)} />
              <PlaceNames board={board} />
              <Shown board={board} stroke={stroke.value} />
            </>
          )}
          {here && !stroke.value && mode !== "hand" && mode !== "align" && !over.value.side && (
            <path
              class="under-pointer"
              d={(mode === "brush" && wide.value
                ? dab(given, here.label, true).map((one) => hexPath(board, place(one), 0.96))
                : [hexPath(board, here, 0.96)]
              ).join("")}
            />
          )}
          {over.value.side && !stroke.value && (
            <path
              class="side-under-pointer"
              d={`M${at(over.value.side[0])}L${at(over.value.side[1])}`}
            />
          )}
          <Hits board={board} describe={describe} onHex={onHex} onHover={onHover} />
        </svg>
      </div>
      {here && <p class="hover-line">{sentence(board, here.label)}</p>}
    </>
  );
}

let panHeld = false;

/** The space bar turns every tool into the hand for as long as it is held. */
export function holdPan(on: boolean): void {
  panHeld = on;
}

function sentence(board: Board, label: string): string {
  const i = board.hexes.findIndex((one) => one.label === label);
  const hex = board.hexes[i];
  if (!hex) return label;
  const parts = [label, named(board.terrains[hex.terrain]?.name)];
  const place = board.names.find((one) => one.hex === i);
  if (place) parts.push(named(place.name));
  if (board.fortresses.some((one) => one.hex === i)) parts.push(t("workshop.tool.fortress"));
  const standing = board.units.filter((unit) => unit.setup[0] === label);
  parts.push(...standing.map((unit) => unit.id));
  return parts.filter(Boolean).join(" · ");
}

const holders = (board: Board): View =>
  ({
    objectives: board.victory.objectives.map((one) => {
      const label = board.hexes[one.hex]!.label;
      const said = tables(draft.value?.data.victory?.hexes).find((each) => each.hex === label);
      return { holder: said?.holder ?? null };
    }),
  }) as unknown as View;

/** Set-up areas, entry hexes and exits, as far as they are being looked at. */
function Areas({ board }: { board: Board }) {
  const given = draft.value!;
  const mode = modeNow();
  const units = tables(given.data.units);
  const held = unitNow.value;
  const picked =
    mode === "setup" || mode === "entry"
      ? [...chosen.value]
      : mode === "units" && held !== null
        ? [held]
        : [];
  const hexes = new Map(board.hexes.map((hex) => [hex.label, hex]));
  const path = (labels: string[]) =>
    [...new Set(labels)]
      .flatMap((label) => {
        const hex = hexes.get(label);
        return hex ? [hexPath(board, hex, 0.92)] : [];
      })
      .join("");
  const setup = picked.flatMap((i) => list(units[i]?.hex));
  const entry = picked.flatMap((i) => list(units[i]?.entry));
  const gates = mode === "exit" ? list(given.data.victory?.exit_hexes?.[exitSide.value]) : [];
  return (
    <g class="areas" aria-hidden="true">
      <path class="area-setup" d={path(setup)} />
      <path class="area-entry" d={path(entry)} />
      <path class="area-exit" d={path(gates)} />
    </g>
  );
}

function Counters(props: { board: Board; place: (label: string) => Point; stroke: Stroke | null }) {
  const { board, place, stroke } = props;
  const seen = new Map<string, number>();
  const labels = new Set(board.hexes.map((hex) => hex.label));
  return (
    <g class="counters" aria-hidden="true">
      {board.units.map((card, i) => {
        const moved = stroke?.mode === "units" && stroke.unit === i;
        const label = moved ? stroke.hexes.at(-1)! : card.setup[0];
        if (!label || card.turn || !labels.has(label)) return null;
        const below = seen.get(label) ?? 0;
        seen.set(label, below + 1);
        const { x, y } = place(label);
        const view = {
          id: card.id,
          side: card.side,
          hex: label,
          strength: card.front,
          reduced: false,
          moved: false,
          attacked: false,
        } as UnitView;
        return (
          <g
            key={i}
            class={`counter-place ${card.setup.length > 1 ? "of-choice" : ""}`}
            style={{ transform: `translate(${x + below * 5}px, ${y - below * 5}px)` }}
            data-unit={card.id}
          >
            <CounterFace
              card={card}
              unit={view}
              second={card.side === board.sides[1]?.id}
              marks={{ selected: unitNow.value === i }}
            />
          </g>
        );
      })}
    </g>
  );
}

/** What a stroke would do, and the hexes that somebody points at. */
function Shown({ board, stroke }: { board: Board; stroke: Stroke | null }) {
  const hexes = new Map(board.hexes.map((hex) => [hex.label, hex]));
  const paths = (labels: Iterable<string>, scale: number) =>
    [...labels].flatMap((label) => {
      const hex = hexes.get(label);
      return hex ? [hexPath(board, hex, scale)] : [];
    });
  const given = draft.value!;
  const kind = Object.values(given.data.terrain ?? {}).find((one) => one?.symbol === paintSymbol());
  const isArea = stroke && ["setup", "entry", "exit"].includes(stroke.mode);
  const isWay = stroke && (stroke.mode === "road" || stroke.mode === "trail");
  const selected = ["town", "fortress", "objective", "side", "road", "trail"].includes(modeNow())
    ? hexNow.value
    : null;
  return (
    <g class="strokes" aria-hidden="true">
      {stroke?.mode === "brush" && (
        <path
          class="stroke-paint"
          style={{ fill: String(kind?.colour ?? "#dddddd") }}
          d={paths(stroke.hexes, 1).join("")}
        />
      )}
      {isArea && (
        <path
          class={`stroke-area ${stroke.on ? "" : "off"}`}
          d={paths(stroke.hexes, 0.92).join("")}
        />
      )}
      {isWay && stroke.hexes.length > 1 && (
        <path
          class={`stroke-way ${stroke.on ? "" : "off"}`}
          d={`M${stroke.hexes.map((label) => at(hexes.get(label)!)).join("L")}`}
        />
      )}
      {stroke?.sides.map(({ pair, ends }) => (
        <path
          key={pair.join()}
          class={`stroke-side ${stroke.on ? "" : "off"}`}
          d={`M${at(ends[0])}L${at(ends[1])}`}
        />
      ))}
      {selected && <path class="selected-hex" d={paths([selected], 0.97).join("")} />}
      {pointed.value.map((label) => (
        <path key={label} class="pointed-at" d={paths([label], 0.98).join("")} />
      ))}
    </g>
  );
}
