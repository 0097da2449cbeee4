// The whole map in a corner, with the part that is in sight: click or drag to go there.
import { useComputed } from "@preact/signals";
import { useRef } from "preact/hooks";
import { memo } from "../core/memo";
import { t } from "../core/words";
import type { Drawn } from "./ground";
import type { Board, View } from "./types";
import type { MapControl } from "./zooming";

const Areas = memo(function Areas({ drawn }: { drawn: Drawn }) {
  return (
    <g>
      <path class="m-base" d={drawn.frame} />
      {drawn.regions.map((region) => (
        <g key={region.id} class={`m-${region.look}`}>
          <path
            class="area"
            d={region.area}
            style={region.look === "other" ? { "--own": region.colour } : undefined}
          />
        </g>
      ))}
      <path class="mini-road" d={drawn.roads} />
    </g>
  );
});

interface Props {
  board: Board;
  view: View;
  drawn: Drawn;
  control: MapControl;
}

export function Minimap({ board, view, drawn, control }: Props) {
  const svg = useRef<SVGSVGElement>(null);
  const { sight } = control;
  const x = useComputed(() => sight.value?.x ?? 0);
  const y = useComputed(() => sight.value?.y ?? 0);
  const width = useComputed(() => sight.value?.width ?? 0);
  const height = useComputed(() => sight.value?.height ?? 0);
  // When all of the map is in sight there is nothing to find.
  const whole = useComputed(
    () => width.value >= board.width * 0.98 && height.value >= board.height * 0.98,
  );
  const go = (event: PointerEvent) => {
    const matrix = svg.current?.getScreenCTM();
    if (!matrix) return;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    control.centre(point);
  };
  if (whole.value) return null;
  return (
    <svg
      ref={svg}
      class="minimap"
      viewBox={`0 0 ${board.width} ${board.height}`}
      role="img"
      aria-label={t("web.map.mini")}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        go(event);
      }}
      onPointerMove={(event) => {
        if (event.buttons) go(event);
      }}
    >
      <Areas drawn={drawn} />
      {view.units.map((unit) => {
        const hex = unit.hex && board.hexes.find((one) => one.label === unit.hex);
        if (!hex) return null;
        const second = unit.side === board.sides[1]?.id;
        return second ? (
          <circle key={unit.id} class="dot side-b" cx={hex.x} cy={hex.y} r="24" />
        ) : (
          <path key={unit.id} class="dot side-a" d={`M${hex.x - 22} ${hex.y - 22}h44v44h-44z`} />
        );
      })}
      <rect class="sight" x={x} y={y} width={width} height={height} />
    </svg>
  );
}
