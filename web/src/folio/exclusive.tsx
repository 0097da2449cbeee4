// What the scenario's exclusive rules show: the conditions of the day, and rolls they ask for.
import { named, t } from "../core/words";
import type { FolioStore } from "./store";

/** Weather, night …: what holds now, each with the scenario's own number. */
function Conditions({ store }: { store: FolioStore }) {
  const held = store.view.value.exclusive?.conditions ?? [];
  if (!held.length) return null;
  return (
    <p class="row small" role="note">
      {held.map((one) => (
        <span key={one.rule} class="badge">
          {t("web.exclusive.rule", { rule: one.rule, name: named(one.name) })}
        </span>
      ))}
    </p>
  );
}

/** A die that exclusive rules ask for: the weather, say. */
function ChanceNow({ store }: { store: FolioStore }) {
  const decision = store.view.value.decision;
  if (decision?.kind !== "chance" || !store.mine.value || store.live.frame.value?.roll) return null;
  const name = named(decision.name ?? { en: decision.what ?? "" });
  return (
    <button
      type="button"
      class="button primary commit roll"
      disabled={store.busy.value}
      onClick={() => store.do("roll")}
    >
      {t("web.exclusive.roll", { rule: decision.rule ?? "", name })}
    </button>
  );
}

const VERBS = ["blow", "build", "fortify", "restore", "rebuild"];

/** Orders that only exclusive rules know. */
function SpecialOrders({ store }: { store: FolioStore }) {
  if (!store.mine.value) return null;
  const orders = store.orders.value.of(...VERBS);
  if (!orders.length) return null;
  return (
    <ul class="unit-choices">
      {orders.map((order) => (
        <li key={order.text}>
          <button
            type="button"
            class="button wide"
            disabled={store.busy.value}
            onClick={() => store.do(order.text)}
          >
            {t(`web.exclusive.order.${order.verb}`, {
              what: order.unit ?? "",
              where: order.hex ?? "",
            })}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The bridges of the scenario, and how each stands. */
function Bridges({ store }: { store: FolioStore }) {
  const bridges = store.view.value.exclusive?.bridges ?? [];
  if (!bridges.length) return null;
  return (
    <ul class="plain-list small">
      {bridges.map((bridge) => (
        <li key={bridge.id}>
          {t(`web.exclusive.bridge.${bridge.state}`, {
            bridge: named(bridge.name),
            where: bridge.hexes.join("/"),
          })}
        </li>
      ))}
    </ul>
  );
}

export function ExclusiveNow({ store }: { store: FolioStore }) {
  if (!store.view.value.exclusive) return null;
  return (
    <>
      <Conditions store={store} />
      <ChanceNow store={store} />
      <SpecialOrders store={store} />
      <Bridges store={store} />
    </>
  );
}
