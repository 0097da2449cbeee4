// The panel of orders: what can be done now, and what will come of it.
import { t } from "../core/words";
import { DiceEntry } from "../table/dice-entry";
import { Advice } from "./advice";
import { Builder } from "./builder";
import { CombatNow } from "./duel";
import { ExclusiveNow } from "./exclusive";
import { Hint } from "./hint";
import { unitSentence } from "./say";
import { stackAt } from "./stacks";
import type { FolioStore } from "./store";
import { MiniCounter, RollCall, Tray } from "./tray";

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

/** Who stands in a hex together: each to be chosen, and the chosen one to join them. */
function StackHere({ store, hex }: { store: FolioStore; hex: string }) {
  const orders = store.orders.value;
  const selected = store.selected.value;
  const joins = selected ? orders.find("move", selected, hex) : undefined;
  return (
    <section class="stack" aria-label={t("web.folio.stack.title", { hex })}>
      <h3>{t("web.folio.stack.title", { hex })}</h3>
      {joins && (
        <button type="button" class="button wide" onClick={() => store.do(joins.text)}>
          {t("web.folio.stack.join", { unit: selected! })}
        </button>
      )}
      <ul class="attackers">
        {stackAt(store.view.value.units, hex).map((unit) => (
          <li key={unit.id}>
            <button
              type="button"
              class="attacker"
              aria-pressed={selected === unit.id}
              disabled={!orders.goes(unit.id).length && !orders.find("exit", unit.id)}
              onClick={() => store.select(unit.id)}
            >
              <MiniCounter board={store.board} unit={unit} />
              <span>
                <b>{unit.id}</b> <span class="num">{unit.strength.join("-")}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
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
      <Advice store={store} />
      <DiceEntry store={store} />
      <ExclusiveNow store={store} />
      {view.combat && <CombatNow store={store} />}
      {mine && <Movers store={store} />}
      {mine && <UnitChoices store={store} />}
      {mine && store.target.value && <Builder store={store} />}
      {mine && store.stack.value && <StackHere store={store} hex={store.stack.value} />}
      {selected && card && !view.combat && (
        <section class="row selected-unit">
          <MiniCounter board={store.board} unit={selected} />
          <p class="grow small">{unitSentence(store.board, card, selected, view.exclusive)}</p>
          {exit && (
            <button type="button" class="button small" onClick={() => store.do(exit.text)}>
              {t("web.folio.exit")}
            </button>
          )}
        </section>
      )}
      <Tray store={store} />
      <RollCall store={store} />
    </div>
  );
}
