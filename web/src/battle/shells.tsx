// What the owner of a battery says of its shells: where a Barrage falls, what they left behind.
import { useState } from "preact/hooks";
import { hexName, t } from "../core/words";
import type { BattleStore } from "./store";
import type { Battery } from "./types";

/** C1.7: a Barrage that falls now waits for its hexes and its FP, out of the player's chapter E. */
export function Barrage({ store, battery }: { store: BattleStore; battery: Battery }) {
  const mine = store.mine.value ? store.orders.value.all : [];
  const listed = mine.filter((one) => one.verb === "barrage" && one.unit === battery.name);
  const before = listed.find((one) => one.said.area)?.said;
  const [area, setArea] = useState(before?.area ?? "");
  const [fp, setFp] = useState(before?.fp ?? "");
  if (!listed.length) return null;
  const smoke = battery.mission === "smoke_barrage";
  const hexes = area
    .split(/[\s,、]+/)
    .filter(Boolean)
    .join(",");
  const order = `barrage ${battery.name} area ${hexes}${smoke ? "" : ` fp ${fp}`}`;
  return (
    <form
      class="row"
      data-test="barrage"
      onSubmit={(event) => {
        event.preventDefault();
        if (hexes) store.do(order);
      }}
    >
      <label>
        {t("web.battle.barrage.hexes")}{" "}
        <input
          class="input"
          value={area}
          placeholder="K5,K6,K7"
          onInput={(event) => setArea(event.currentTarget.value)}
        />
      </label>
      {!smoke && (
        <label>
          FP{" "}
          <input
            class="input num"
            type="number"
            min={1}
            value={fp}
            onInput={(event) => setFp(event.currentTarget.value)}
          />
        </label>
      )}
      <button
        type="submit"
        class="button small"
        disabled={store.busy.value || !hexes || (!smoke && !fp)}
      >
        {t("web.battle.barrage.fall")}
      </button>
      <button
        type="button"
        class="button small quiet"
        disabled={store.busy.value}
        onClick={() => store.do(`barrage ${battery.name}`)}
      >
        {t("web.battle.barrage.by_hand")}
      </button>
    </form>
  );
}

/** C1.5: fires, rubble, shellholes: the table has asked, the owner says where. */
export function Traces({ store, battery }: { store: BattleStore; battery: Battery }) {
  const mine = store.mine.value ? store.orders.value.all : [];
  const open = store.view.value.asked.filter((one) => {
    const nowhere = `aftermath ${battery.name} ${one.trace}`;
    return one.battery === battery.name && mine.some((order) => order.text === nowhere);
  });
  return (
    <>
      {open.map((one) => (
        <Trace key={one.trace} store={store} {...one} />
      ))}
    </>
  );
}

function Trace(props: {
  store: BattleStore;
  battery: string;
  trace: string;
  hexes: readonly string[];
}) {
  const { store, battery, trace, hexes } = props;
  const [chosen, choose] = useState<readonly string[]>([]);
  const order = `aftermath ${battery} ${trace}${chosen.length ? ` at ${chosen.join(",")}` : ""}`;
  return (
    <p class="row" role="group" aria-label={t(`artillery.trace.${trace}`)} data-test="traces">
      <span>{t("web.battle.traces", { trace: t(`artillery.trace.${trace}`) })}</span>
      {hexes.map((hex) => (
        <button
          type="button"
          key={hex}
          class="button small"
          aria-pressed={chosen.includes(hex)}
          onClick={() =>
            choose(chosen.includes(hex) ? chosen.filter((one) => one !== hex) : [...chosen, hex])
          }
        >
          {hexName(hex)}
        </button>
      ))}
      <button
        type="button"
        class="button small"
        title={order}
        disabled={store.busy.value}
        onClick={() => store.do(order)}
      >
        {t(chosen.length ? "web.battle.traces.there" : "web.battle.traces.nowhere")}
      </button>
    </p>
  );
}
