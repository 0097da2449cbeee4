// Units that are not on the map: to be set up, arriving, lost; and the markers of both sides.
import { t } from "../core/words";
import { Cite } from "../parts/rule";
import { sideName } from "../table/say";
import { click } from "./click";
import { CounterFace, SIZE } from "./counter";
import { unitSentence } from "./say";
import type { FolioStore } from "./store";
import type { Board, UnitView } from "./types";

const PLAIN = {};

export function MiniCounter({ board, unit }: { board: Board; unit: UnitView }) {
  const card = board.units.find((one) => one.id === unit.id)!;
  const pad = 3;
  const box = SIZE + 2 * pad;
  return (
    <svg class="mini-counter" viewBox={`${-box / 2} ${-box / 2} ${box} ${box}`} aria-hidden="true">
      <CounterFace
        card={card}
        unit={unit}
        second={unit.side === board.sides[1]?.id}
        marks={PLAIN}
      />
    </svg>
  );
}

function Group({ store, title, units }: { store: FolioStore; title: string; units: UnitView[] }) {
  if (!units.length) return null;
  const orders = store.orders.value;
  return (
    <section aria-label={title}>
      <h3 class="tray-title">{title}</h3>
      <ul class="tray">
        {units.map((unit) => {
          const card = store.board.units.find((one) => one.id === unit.id)!;
          const may = store.mine.value && orders.goes(unit.id).length > 0;
          const sentence = unitSentence(store.board, card, unit);
          const coming = unit.status === "waiting" && card.turn > 0;
          return (
            <li key={unit.id}>
              <button
                type="button"
                class="tray-unit"
                disabled={!may}
                aria-pressed={store.selected.value === unit.id}
                title={sentence}
                onClick={() =>
                  store.selected.value === unit.id ? store.clear() : store.select(unit.id)
                }
              >
                <MiniCounter board={store.board} unit={unit} />
                <span class="visually-hidden">{sentence}</span>
                {coming && <small>{t("web.tray.turn", { turn: card.turn })}</small>}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

export function Tray({ store }: { store: FolioStore }) {
  const view = store.view.value;
  const board = store.board;
  const card = (unit: UnitView) => board.units.find((one) => one.id === unit.id)!;
  const off = view.units.filter((unit) => unit.hex === null);
  // Who has to decide stands first.
  const sides = [...board.sides].sort(
    (a, b) => Number(b.id === view.to_act) - Number(a.id === view.to_act),
  );
  return (
    <div class="stack">
      {sides.map((side) => {
        const n = board.sides.indexOf(side);
        const own = off.filter((unit) => unit.side === side.id);
        const waiting = own.filter((unit) => unit.status === "waiting");
        const hand = view.markers[side.id];
        const markers = Array.isArray(hand) ? hand : null;
        return (
          <section key={side.id} class="side-box">
            <h3 class={`side-head ${n ? "side-b" : "side-a"}`}>
              <span class={`side-chip ${n ? "side-b" : "side-a"}`}>{sideName(board, side.id)}</span>
              <span class="grow" />
              <span class="small">
                {t("web.tray.points")} <b class="num points">{view.points[side.id] ?? 0}</b>
              </span>
            </h3>
            {view.turn > 0 && (
              <p class="small markers">
                {t("web.tray.markers")} <Cite rule="F8.0b" />{" "}
                {markers ? (
                  markers.length ? (
                    markers.map((marker) => (
                      <span key={marker.id} class="chit num">
                        +{marker.plus}
                      </span>
                    ))
                  ) : (
                    <span class="muted">{t("web.tray.none")}</span>
                  )
                ) : (
                  <b>{String(hand)}</b>
                )}
              </p>
            )}
            <Group
              store={store}
              title={t("web.tray.setup")}
              units={waiting.filter((unit) => card(unit).turn === 0)}
            />
            <Group
              store={store}
              title={t("web.tray.coming")}
              units={waiting
                .filter((unit) => card(unit).turn > 0)
                .sort((a, b) => card(a).turn - card(b).turn)}
            />
            <Group
              store={store}
              title={t("web.tray.lost")}
              units={own.filter((unit) => unit.status === "eliminated")}
            />
            <Group
              store={store}
              title={t("web.tray.exited")}
              units={own.filter((unit) => unit.status === "exited")}
            />
          </section>
        );
      })}
    </div>
  );
}

/** Every unit on the map in words, from west to east; choosing one is a click on its hex. */
export function RollCall({ store }: { store: FolioStore }) {
  const { board } = store;
  const cards = new Map(board.units.map((card) => [card.id, card]));
  const units = store.view.value.units
    .filter((unit) => unit.hex !== null)
    .sort((a, b) => a.side.localeCompare(b.side) || a.hex!.localeCompare(b.hex!));
  if (!units.length) return null;
  return (
    <details class="roll-call">
      <summary>{t("web.tray.on_map", { count: units.length })}</summary>
      <ul>
        {units.map((unit) => (
          <li key={unit.id}>
            <button type="button" onClick={() => click(store, unit.hex!)}>
              <MiniCounter board={board} unit={unit} />
              <span class="num">{unit.hex}</span>
              <span>{unitSentence(board, cards.get(unit.id)!, unit)}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
