// A combat under way: the exchange of support fire, counter-battery fire, the roll.
import { useEffect, useState } from "preact/hooks";
import { t } from "../core/words";
import { signed } from "../parts/odds";
import { Cite } from "../parts/rule";
import { sideName } from "../table/say";
import { AssessedView } from "./assessed";
import { MarkerPicker, markersOf } from "./markers";
import type { FolioStore } from "./store";

const SLOTS = ["A1", "D1", "A2", "D2"] as const;

function Duel({ store }: { store: FolioStore }) {
  const view = store.view.value;
  const combat = view.combat!;
  const now = view.decision?.slot;
  const plus = (id: string) => store.board.markers.find((one) => one.id === id)?.plus ?? 0;
  const used = { A: [...combat.attack_markers], D: [...combat.defence_markers] };
  const defender = store.board.sides.find((side) => side.id !== view.player)?.id ?? "";
  return (
    <div class="duel">
      <ol aria-label={t("web.duel.label")}>
        {SLOTS.map((slot, i) => {
          const passed = now ? i < SLOTS.indexOf(now) : true;
          const marker = used[slot[0] as "A" | "D"][slot[1] === "1" ? 0 : 1];
          const second =
            slot[0] === "A"
              ? view.player === store.board.sides[1]?.id
              : defender === store.board.sides[1]?.id;
          return (
            <li
              key={slot}
              data-slot={slot}
              class={`${slot === now ? "now" : ""} ${second ? "side-b" : "side-a"}`}
              aria-current={slot === now ? "step" : undefined}
            >
              <span class="small">
                {sideName(store.board, slot[0] === "A" ? view.player : defender)}
              </span>
              <b class="num">{t(slot[1] === "1" ? "web.duel.first" : "web.duel.second")}</b>
              <span class="num plus">{marker ? `+${plus(marker)}` : passed ? "–" : "·"}</span>
            </li>
          );
        })}
      </ol>
      <p class="small muted">
        {t("web.duel.says")} <Cite rule="F8.3c" />
      </p>
    </div>
  );
}

function SlotChoice({ store }: { store: FolioStore }) {
  const [after, setAfter] = useState<Record<string, number>>({});
  const orders = store.orders.value.of("support");
  const now = store.frame.value.now;
  useEffect(() => {
    let stale = false;
    setAfter({});
    for (const order of orders) {
      const id = order.names[0]!;
      store.withMarker(id).then(
        (assessed) => {
          if (!stale) setAfter((old) => ({ ...old, [id]: assessed.differential }));
        },
        () => undefined,
      );
    }
    return () => {
      stale = true;
    };
  }, [now]);
  return (
    <div class="choices-grid">
      {orders.map((order) => {
        const id = order.names[0]!;
        const marker = store.board.markers.find((one) => one.id === id);
        return (
          <button type="button" class="button marker" key={id} onClick={() => store.do(order.text)}>
            <span class="num plus">+{marker?.plus}</span>
            <span class="small">{after[id] === undefined ? "…" : `→ ${signed(after[id])}`}</span>
          </button>
        );
      })}
      <button type="button" class="button" onClick={() => store.do("decline")}>
        {t("web.duel.decline")}
      </button>
    </div>
  );
}

function CounterBattery({ store }: { store: FolioStore }) {
  const [chosen, setChosen] = useState<string[]>([]);
  const markers = markersOf(store, store.seat);
  const order = store.orders.value
    .of("counter")
    .find(
      (one) =>
        one.names.length === chosen.length && one.names.every((name) => chosen.includes(name)),
    );
  return (
    <>
      <MarkerPicker markers={markers} chosen={chosen} onChange={setChosen} />
      <div class="row">
        <button
          type="button"
          class="button primary"
          disabled={!order}
          onClick={() => order && store.do(order.text)}
        >
          {t("web.barrage.counter")}
        </button>
        <button type="button" class="button" onClick={() => store.do("decline")}>
          {t("web.barrage.no_counter")}
        </button>
      </div>
    </>
  );
}

export function CombatNow({ store }: { store: FolioStore }) {
  const view = store.view.value;
  const combat = view.combat!;
  const assessed = store.expected.value;
  const kind = view.decision?.kind;
  const mine = store.mine.value;
  const duel = kind === "slot" || kind === "roll";
  return (
    <section class="stack" aria-label={t("web.combat.now")}>
      <h3>{t(combat.barrage ? "web.barrage.title" : "web.combat.title", { hex: combat.hex })}</h3>
      {!combat.barrage && duel && <Duel store={store} />}
      {mine && kind === "slot" && <SlotChoice store={store} />}
      {mine && kind === "counter" && <CounterBattery store={store} />}
      {mine && kind === "roll" && !store.live.frame.value?.roll && (
        <button
          type="button"
          class="button primary commit roll"
          disabled={store.busy.value}
          onClick={() => store.do("roll")}
        >
          {t("web.folio.roll", { die: store.board.crt.die })}
        </button>
      )}
      {assessed && duel && (
        <AssessedView board={store.board} assessed={assessed} barrage={combat.barrage} brief />
      )}
      {assessed && kind === "counter" && (
        <AssessedView board={store.board} assessed={assessed} barrage brief />
      )}
    </section>
  );
}
