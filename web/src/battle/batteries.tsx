// Off-board artillery at the table: where each battery stands, and what may be decided for it.
import { useState } from "preact/hooks";
import { hexName, t } from "../core/words";
import { Chart } from "../mission/chart";
import { edgeName } from "../mission/names";
import { Modal } from "../parts/modal";
import { sideName } from "../table/say";
import { Barrage, Traces } from "./shells";
import type { BattleStore } from "./store";
import type { Battery } from "./types";

export function Batteries({ store }: { store: BattleStore }) {
  const all = store.view.value.batteries ?? [];
  if (!all.length) return null;
  return (
    <section class="stack" aria-label={t("web.battle.artillery")} data-test="artillery">
      <h3>{t("web.battle.artillery")}</h3>
      {all.map((one) => (
        <One key={one.name} store={store} battery={one} />
      ))}
    </section>
  );
}

function One({ store, battery }: { store: BattleStore; battery: Battery }) {
  const second = battery.side !== store.board.sides[0]?.id;
  const options = store.mine.value ? store.orders.value.battery(battery.name) : [];
  const kinds = [...new Set(options.map(({ option }) => option))];
  const access = battery.access ? "access" : battery.contact ? "contact" : "silent";
  const counter = `artillery.${battery.counter}`;
  return (
    <div class="battery">
      <p>
        <b>{battery.name}</b>{" "}
        <span class={`side-chip ${second ? "side-b" : "side-a"}`}>
          {sideName(store.board, battery.side)}
        </span>{" "}
        <span class="small muted">
          {t(`battle.battery.${access}`)}
          {battery.counter && ` · ${t(counter)} ${hexName(battery.hex)}`}
          {battery.mission && ` · ${t(`artillery.mission.${battery.mission}`)}`}
          {battery.pile && ` · ●${battery.pile[0]} ○${battery.pile[1]}`}
        </span>
      </p>
      {kinds.length > 0 && (
        <p class="row">
          {kinds.map((kind) => (
            <Option key={kind} store={store} battery={battery} option={kind} />
          ))}
          <FlowChart battery={battery} />
        </p>
      )}
      <Barrage store={store} battery={battery} />
      <Traces store={store} battery={battery} />
    </div>
  );
}

/** Where the other side's battery stands when it is we who decide (C1.21): no other node is told. */
const THEIRS = "opponent_cancels";

/** The flow chart of the rules, the present card lit; one's own battery alone says where it is. */
function FlowChart({ battery }: { battery: Battery }) {
  const [open, setOpen] = useState(false);
  if (!battery.node) return null;
  return (
    <>
      <button type="button" class="button small quiet" onClick={() => setOpen(true)}>
        {t("web.battle.artillery.chart")}
      </button>
      {open && (
        <Modal wide title={t("web.battle.artillery.chart")} onClose={() => setOpen(false)}>
          <Chart standing={{ node: battery.node, walked: [] }} />
        </Modal>
      )}
    </>
  );
}

/** A decision; one that needs a hex waits for a click on the board. */
function Option(props: { store: BattleStore; battery: Battery; option: string }) {
  const { store, battery, option } = props;
  const orders = store.orders.value.battery(battery.name).filter((one) => one.option === option);
  const first = orders[0]!.order;
  const begun = `oba ${battery.name} ${option} at`;
  return (
    <button
      type="button"
      class={`button small do-oba oba-${option}`}
      title={first.text}
      disabled={store.busy.value}
      aria-pressed={first.said.at ? store.handTo.value === begun : undefined}
      onClick={() => {
        if (first.said.at) store.handTo.value = begun;
        else store.do(first.text);
      }}
    >
      {edgeName(battery.node || THEIRS, option)}
      {first.said.at && " …"}
    </button>
  );
}
