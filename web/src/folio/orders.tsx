// The panel of orders: what can be done now, and what will come of it.
import { useEffect, useState } from "preact/hooks";
import { t } from "../core/words";
import { signed } from "../parts/odds";
import { Cite } from "../parts/rule";
import { tellError } from "../parts/toast";
import { AssessedView } from "./assessed";
import { Hint } from "./hint";
import { sideName, unitSentence } from "./say";
import type { FolioStore } from "./store";
import { MiniCounter, Tray } from "./tray";
import type { MarkerView } from "./types";

function markersOf(store: FolioStore, seat: string): MarkerView[] {
  const hand = store.view.value.markers[seat];
  return Array.isArray(hand) ? hand : [];
}

/** One line in words: what is to be done, and by whom. */
export function nowSentence(store: FolioStore): string {
  const view = store.view.value;
  const frame = store.frame.value;
  if (frame.outcome) return t("web.folio.now.over");
  const kind = view.decision?.kind ?? "";
  if (!store.mine.value) {
    if (store.past.value) return t("web.folio.now.past");
    const bot = view.to_act ? frame.seats[view.to_act]?.kind === "bot" : false;
    return t(bot ? "web.folio.now.thinking" : "web.folio.now.wait", {
      side: sideName(store.board, view.to_act),
    });
  }
  const slot = view.decision?.slot?.toLowerCase();
  if (kind === "slot") return t(`web.folio.now.slot_${slot}`);
  if (kind === "retreat") {
    return t("web.folio.now.retreat", { length: view.decision?.length ?? 0 });
  }
  return t(`web.folio.now.${kind}`);
}

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
              class={`${slot === now ? "now" : ""} ${second ? "side-b" : "side-a"}`}
              aria-current={slot === now ? "step" : undefined}
            >
              <b class="num">{slot}</b>
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
        (found) => {
          if (!stale) setAfter((old) => ({ ...old, [id]: found.differential }));
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

interface PickerProps {
  markers: MarkerView[];
  chosen: string[];
  onChange: (chosen: string[]) => void;
}

function MarkerPicker({ markers, chosen, onChange }: PickerProps) {
  return (
    <fieldset>
      <legend>{t("web.barrage.markers")}</legend>
      <div class="choices-grid">
        {markers.map((marker) => (
          <button
            type="button"
            class="choice boxed num"
            key={marker.id}
            aria-pressed={chosen.includes(marker.id)}
            onClick={() =>
              onChange(
                chosen.includes(marker.id)
                  ? chosen.filter((one) => one !== marker.id)
                  : [...chosen, marker.id].slice(-2),
              )
            }
          >
            +{marker.plus}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

/** The attack builder: who is attacked, by whom, and what will come of it. */
function Builder({ store }: { store: FolioStore }) {
  const hex = store.target.value!;
  const view = store.view.value;
  const orders = store.orders.value;
  const target = view.units.find((unit) => unit.hex === hex)!;
  const may = orders.attacks().get(hex) ?? [];
  const canBarrage = orders.barrages().has(hex);
  const barrage = store.barrage.value;
  const found = store.found.value;
  const card = (id: string) => store.board.units.find((one) => one.id === id)!;
  const names = store.attackers.value;
  const order = barrage
    ? orders.of("barrage").find((one) => one.hex === hex && same(one.names, barrage))
    : orders.of("attack").find((one) => one.hex === hex && same(one.names, names));
  return (
    <section class="stack builder" aria-label={t("web.combat.builder")}>
      <div class="row">
        <MiniCounter board={store.board} unit={target} />
        <div class="grow">
          <h3>{t(barrage ? "web.barrage.title" : "web.combat.title", { hex })}</h3>
          <p class="small muted">{unitSentence(store.board, card(target.id), target)}</p>
        </div>
        <button type="button" class="button quiet small" onClick={() => store.clear()}>
          {t("web.cancel")}
        </button>
      </div>
      {may.length > 0 && canBarrage && (
        <div class="choices" role="group" aria-label={t("web.combat.kind")}>
          <button
            type="button"
            class="choice"
            aria-pressed={!barrage}
            onClick={() => store.setBarrage(null)}
          >
            {t("web.combat.kind.attack")}
          </button>
          <button
            type="button"
            class="choice"
            aria-pressed={Boolean(barrage)}
            onClick={() => store.setBarrage([])}
          >
            {t("web.combat.kind.barrage")}
          </button>
        </div>
      )}
      {barrage ? (
        <MarkerPicker
          markers={markersOf(store, store.seat)}
          chosen={barrage}
          onChange={(chosen) => store.setBarrage(chosen)}
        />
      ) : (
        <fieldset>
          <legend>
            {t("web.combat.attackers", { count: names.length, limit: store.board.attacker_limit })}
          </legend>
          <ul class="attackers">
            {may.map((id) => {
              const unit = view.units.find((one) => one.id === id)!;
              return (
                <li key={id}>
                  <button
                    type="button"
                    class="attacker"
                    aria-pressed={names.includes(id)}
                    onClick={() => store.toggleAttacker(id)}
                  >
                    <MiniCounter board={store.board} unit={unit} />
                    <span>
                      <b>{id}</b> <span class="num">{unit.strength.join("-")}</span>
                      <br />
                      <span class="small muted">{unit.hex}</span>
                    </span>
                  </button>
                </li>
              );
            })}
          </ul>
        </fieldset>
      )}
      {found ? (
        <AssessedView board={store.board} found={found} barrage={Boolean(barrage)} />
      ) : (
        <p class="empty">{t(barrage ? "web.barrage.choose" : "web.combat.choose")}</p>
      )}
      <button
        type="button"
        class="button primary commit"
        disabled={!order || store.busy.value}
        onClick={() => order && store.do(order.text)}
      >
        {t(barrage ? "web.barrage.fire" : "web.combat.declare")}
      </button>
    </section>
  );
}

const same = (a: string[], b: string[]): boolean =>
  a.length === b.length && a.every((one) => b.includes(one));

function DiceEntry({ store }: { store: FolioStore }) {
  const request = store.live.frame.value?.roll;
  const [text, setText] = useState("");
  if (!request) return null;
  const many = request.type === "DR" ? 2 : 1;
  const mine = store.held.includes(store.live.frame.value?.rolling ?? "");
  if (!mine) return <p class="notice">{t("web.dice.other")}</p>;
  const faces = text
    .trim()
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number);
  return (
    <form
      class="panel stack"
      onSubmit={(event) => {
        event.preventDefault();
        store.live
          .send({ answer: faces, seat: store.live.frame.peek()?.rolling })
          .then(() => setText(""))
          .catch(tellError);
      }}
    >
      <label class="field">
        <span>
          {t("web.dice.type", { count: many, sides: request.sides ?? 6 })}{" "}
          <Cite rule={request.rule} />
        </span>
        <input
          class="input num"
          inputMode="numeric"
          autocomplete="off"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <button
        type="submit"
        class="button primary"
        disabled={faces.length !== many || faces.some(Number.isNaN)}
      >
        {t("web.dice.enter")}
      </button>
    </form>
  );
}

/** Buttons for what is decided about a unit rather than a hex: hold, lose, stay … */
function UnitChoices({ store }: { store: FolioStore }) {
  const orders = store.orders.value;
  const stuck = orders.of("retreat").filter((order) => !order.hex);
  const shown = [...orders.of("hold", "lose"), ...stuck, ...orders.of("stay")];
  if (!shown.length) return null;
  return (
    <ul class="unit-choices">
      {shown.map((order) => {
        const unit = store.view.value.units.find((one) => one.id === order.unit);
        const key = order.verb === "retreat" ? "no_retreat" : order.verb;
        return (
          <li key={order.text}>
            <button
              type="button"
              class={`button wide ${store.selected.value === order.unit && order.verb === "lose" ? "primary" : ""}`}
              onClick={() => store.do(order.text)}
            >
              {unit && <MiniCounter board={store.board} unit={unit} />}
              <span>{t(`web.folio.choice.${key}`, { unit: order.unit ?? "" })}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Who may advance or retreat, when there are several. */
function Movers({ store }: { store: FolioStore }) {
  const orders = store.orders.value;
  const kind = store.view.value.decision?.kind;
  if (kind !== "advance" && kind !== "retreat") return null;
  const units = [...new Set(orders.goes().map((order) => order.unit!))];
  if (kind === "retreat" && units.length < 2) return null;
  return (
    <ul class="attackers">
      {units.map((id) => {
        const unit = store.view.value.units.find((one) => one.id === id)!;
        const hexes = orders.goes(id).map((order) => order.hex!);
        return (
          <li key={id}>
            <button
              type="button"
              class="attacker"
              aria-pressed={store.selected.value === id}
              onClick={() => store.select(id)}
            >
              <MiniCounter board={store.board} unit={unit} />
              <span>
                <b>{id}</b>
                <br />
                <span class="small muted">→ {hexes.join(" ")}</span>
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

export function OrdersPanel({ store }: { store: FolioStore }) {
  const view = store.view.value;
  const mine = store.mine.value;
  const selected = view.units.find((unit) => unit.id === store.selected.value);
  const card = selected && store.board.units.find((one) => one.id === selected.id);
  const exit = selected && store.orders.value.find("exit", selected.id);
  return (
    <div class="stack">
      <Hint store={store} />
      <DiceEntry store={store} />
      {view.combat && <CombatNow store={store} />}
      {mine && <Movers store={store} />}
      {mine && <UnitChoices store={store} />}
      {mine && store.target.value && <Builder store={store} />}
      {selected && card && !view.combat && (
        <section class="row selected-unit">
          <MiniCounter board={store.board} unit={selected} />
          <p class="grow small">{unitSentence(store.board, card, selected)}</p>
          {exit && (
            <button type="button" class="button small" onClick={() => store.do(exit.text)}>
              {t("web.folio.exit")}
            </button>
          )}
        </section>
      )}
      <Tray store={store} />
    </div>
  );
}

function CombatNow({ store }: { store: FolioStore }) {
  const view = store.view.value;
  const combat = view.combat!;
  const found = store.found.value;
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
      {found && duel && (
        <AssessedView board={store.board} found={found} barrage={combat.barrage} brief />
      )}
      {found && kind === "counter" && (
        <AssessedView board={store.board} found={found} barrage brief />
      )}
    </section>
  );
}
