// The board on the screen, and everything that lies on it.
import { useRef } from "preact/hooks";
import { named, t } from "../core/words";
import { BoardView, pictureOf } from "../sight/board-view";
import { click } from "./click";
import { pieceOf } from "./orders";
import { aimsByHex, lineSentence, Over, Under, whole } from "./overlays";
import { Fan, Ghost, Pieces, scaleOf } from "./pieces";
import { hexSentence, lost } from "./say";
import type { BattleStore } from "./store";

export function BattleMap({ store, onPick }: { store: BattleStore; onPick: () => void }) {
  const { board } = store;
  const timer = useRef(0);
  return (
    <>
      <BoardView
        shown={board.drawn}
        picture={pictureOf(board.board, board.ssr)}
        label={t("web.map.label", { name: named(board.name) })}
        describe={(hex) => hexSentence(store, hex.label)}
        version={store.view.value}
        first={firstLook(store)}
        inSight={busyHexes(store)}
        edge={24 * scaleOf(board.drawn)}
        top={48}
        onHex={(label) => {
          click(store, label);
          onPick();
        }}
        onHover={(label) => {
          store.hover.value = label;
          clearTimeout(timer.current);
          timer.current = window.setTimeout(() => store.showLine(label), 40);
        }}
        above={
          <>
            <g class="over-board" aria-hidden="true">
              <Over store={store} />
            </g>
            <Fan store={store} onPick={(id) => store.select(id)} />
          </>
        }
      >
        <Under store={store} />
        <Pieces store={store} />
        <Ghost store={store} />
      </BoardView>
      <HoverLine store={store} />
    </>
  );
}

/** Where one's own counters stand. */
function firstLook(store: BattleStore): string[] {
  const own = store.view.peek().pieces.filter((piece) => piece.side === store.seat);
  return own.flatMap((piece) => store.hexOf(piece.id) ?? []);
}

/** Where it happens: what the lesson points at, the unit that moves, else who was just fired at. */
function busyHexes(store: BattleStore): string[] {
  const taught = store.lesson.step.value?.hexes;
  if (taught?.length) return taught;
  const mover = store.hexOf(store.view.value.move?.unit ?? null);
  if (mover) return [mover];
  const attack = store.attack.value;
  const target = attack?.n === store.frame.value.now ? String(attack.fired.data.target ?? "") : "";
  const hex = target && (store.lastHex(pieceOf(target)) ?? target);
  return hex ? [hex] : [];
}

/** By itself, so that pointing about draws nothing else anew. */
function HoverLine({ store }: { store: BattleStore }) {
  const hover = store.hover.value;
  if (!hover) return null;
  const line = lineSentence(store);
  return (
    <div class="hover-line">
      {line && <b>{line} </b>}
      {hexSentence(store, hover)}
      <AimHere store={store} hex={hover} />
    </div>
  );
}

/** The chances of the shot at who stands there, or the rule against it. */
function AimHere({ store, hex }: { store: BattleStore; hex: string }) {
  const [aim] = aimsByHex(store).get(hex) ?? [];
  if (!aim) return null;
  if (!aim.why_not)
    return (
      <b class="num">
        {" "}
        — {t(`web.battle.shot.${lost(store, aim.target)}`)} {whole(aim.killed)}%
        {aim.hit !== null && ` · ${t("web.battle.hit_short", { percent: whole(aim.hit) })}`}
      </b>
    );
  return (
    <span class="why-not-here">
      {" "}
      — {named(aim.why_not.says)} <span class="num">{aim.why_not.rule}</span>
    </span>
  );
}
