// Everything that lies on the board: stacks, where they point, what lies on the ground.
import { memo } from "../core/memo";
import { t } from "../core/words";
import { Arc, Breach, MarkerFace } from "../sight/counters";
import type { BoardPlan, Marker } from "../sight/types";
import { CounterFace, SIZE } from "./counter";
import type { BattleStore } from "./store";
import type { Piece } from "./types";

export const scaleOf = (drawn: BoardPlan): number => Math.hypot(...drawn.corners[0]!) / 32;

/** The hexspine that a counter points along; null if it points nowhere. */
const pointing = (piece: Piece): number | null =>
  piece.piece === "gun"
    ? (piece.ca ?? 0)
    : piece.piece === "vehicle" && !piece.wreck
      ? (piece.vca ?? 0)
      : null;

/** A turret that looks elsewhere than its hull: a barrel along its hexspine. */
function Turret({ drawn, spine }: { drawn: BoardPlan; spine: number }) {
  const [x, y] = drawn.corners[spine % 6]!;
  const length = Math.hypot(x, y);
  const [ux, uy] = [(x / length) * 34, (y / length) * 34];
  return <path class="turret" d={`M0 0L${ux.toFixed(1)} ${uy.toFixed(1)}`} />;
}

interface OneProps {
  store: BattleStore;
  piece: Piece;
  drawn: BoardPlan;
}

export function Counter({ store, piece, drawn }: OneProps) {
  const spine = pointing(piece);
  const second = piece.side !== store.board.sides[0]?.id;
  const turned = piece.piece === "vehicle" && spine !== null && piece.tca !== piece.vca;
  return (
    <>
      {spine !== null && <Arc shown={drawn} facing={spine} />}
      {turned && <Turret drawn={drawn} spine={piece.tca ?? 0} />}
      <CounterFace
        piece={piece}
        card={store.card(piece)}
        second={second}
        chosen={store.selected.value === piece.id}
        wa={store.view.value.walls.holders.includes(piece.id)}
        ready={store.mine.value && store.orders.value.of(piece.id).length > 0}
      />
    </>
  );
}

/** Who manned a Gun lies under it: the Gun is what one looks at. */
export function inOrder(pieces: readonly Piece[]): Piece[] {
  const rank = { men: 0, dummy: 1, sw: 2, gun: 3, vehicle: 4 };
  return [...pieces].sort((a, b) => rank[a.piece] - rank[b.piece]);
}

export const Pieces = memo(function Pieces({ store }: { store: BattleStore }) {
  const { drawn } = store.board;
  const { places } = store;
  const size = scaleOf(drawn);
  const view = store.view.value;
  return (
    <g class="pieces" aria-hidden="true">
      {view.ground.map((one, i) => {
        const hex = places.get(one.hex);
        if (!hex) return null;
        const marker = one as unknown as Marker;
        if (one.to) return <Breach key={`b${i}`} {...{ marker, places, size }} />;
        return (
          <g key={`m${i}`} transform={`translate(${hex.x} ${hex.y + 8}) scale(${size})`}>
            <MarkerFace marker={marker} />
          </g>
        );
      })}
      {[...store.stacks.value].flatMap(([label, pieces]) => {
        const hex = places.get(label);
        if (!hex) return [];
        const step = Math.min(9, 22 / pieces.length);
        return inOrder(pieces).map((piece, i) => {
          const shift = (i - (pieces.length - 1) / 2) * step;
          return (
            <g
              key={piece.id}
              class="counter-place"
              style={{
                transform: `translate(${hex.x + shift}px, ${hex.y - shift}px) scale(${size})`,
              }}
            >
              <Counter store={store} piece={piece} drawn={drawn} />
            </g>
          );
        });
      })}
      {view.residual.map(({ hex: label, fp }) => {
        const hex = places.get(label);
        if (!hex) return null;
        return (
          <g
            key={`r${label}`}
            class="asl-marker residual"
            transform={`translate(${hex.x - 20 * size} ${hex.y + 22 * size}) scale(${size})`}
          >
            <path d="M-11-11h22v22h-22z" />
            <text class="kind" y="-3">
              {t("web.battle.residual_marker")}
            </text>
            <text y="8">{fp}</text>
          </g>
        );
      })}
    </g>
  );
});

/** The counter that is about to be set up, where it would stand. */
export function Ghost({ store }: { store: BattleStore }) {
  const placing = store.placing.value;
  const piece = store.piece(store.selected.value);
  const hex = store.places.get(placing?.hex ?? "");
  if (!placing || !piece || !hex) return null;
  const { drawn } = store.board;
  const stands = { ...piece, ca: placing.facing, vca: placing.facing, tca: placing.facing };
  return (
    <g class="ghost" transform={`translate(${hex.x} ${hex.y}) scale(${scaleOf(drawn)})`}>
      <Counter store={store} piece={stands} drawn={drawn} />
    </g>
  );
}

/** A stack laid out side by side, each counter to be clicked. */
export function Fan({ store, onPick }: { store: BattleStore; onPick: (id: string) => void }) {
  const { drawn } = store.board;
  const label = store.hexOf(store.selected.value) ?? "";
  const hex = store.places.get(label);
  const pieces = inOrder(store.stacks.value.get(label) ?? []);
  if (!hex || pieces.length < 2) return null;
  const size = scaleOf(drawn);
  const pitch = SIZE + 10;
  const width = pieces.length * pitch + 4;
  const up = hex.y > 100 * size ? -62 : 62;
  const left = Math.min(
    Math.max(hex.x, (width / 2) * size),
    Math.max(drawn.width - (width / 2) * size, (width / 2) * size),
  );
  return (
    <g class="fan" transform={`translate(${left} ${hex.y + up * size}) scale(${size})`}>
      <rect class="fan-sheet" x={-width / 2} y="-26" width={width} height="52" rx="6" />
      {pieces.map((piece, i) => (
        <g
          key={piece.id}
          class="fan-one"
          aria-hidden="true"
          transform={`translate(${(i - (pieces.length - 1) / 2) * pitch} 0)`}
          onClick={() => onPick(piece.id)}
        >
          <CounterFace
            piece={piece}
            card={store.card(piece)}
            second={piece.side !== store.board.sides[0]?.id}
            chosen={store.selected.value === piece.id}
          />
        </g>
      ))}
    </g>
  );
}
