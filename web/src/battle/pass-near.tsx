// «Pass until it comes closer»: no further question before the mover is so near.
import { useState } from "preact/hooks";
import { t } from "../core/words";
import type { BattleStore } from "./store";

export function PassNear({ store }: { store: BattleStore }) {
  const [hexes, setHexes] = useState("4");
  if (!store.orders.value.find("pass")) return null;
  const near = Number(hexes);
  return (
    <form
      class="row pass-near"
      onSubmit={(event) => {
        event.preventDefault();
        store.do(`pass near ${near}`);
      }}
    >
      <label class="row small">
        <span>{t("web.battle.pass_near.within")}</span>
        <input
          class="input num"
          type="number"
          min="1"
          max="99"
          value={hexes}
          onInput={(event) => setHexes(event.currentTarget.value)}
        />
      </label>
      <button
        type="submit"
        class="button small"
        disabled={!Number.isInteger(near) || near < 1 || store.busy.value}
      >
        {t("web.battle.pass_near")}
      </button>
    </form>
  );
}
