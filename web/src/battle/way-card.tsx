// The way that is being drawn: the chance to come through, and where it is lost.
import { percent, t } from "../core/words";
import { share } from "../parts/odds";
import { readOrder } from "./orders";
import { whole } from "./overlays";
import { orderName } from "./say";
import type { BattleStore } from "./store";

export function WaySwitch({ store }: { store: BattleStore }) {
  return (
    <button
      type="button"
      class="button small"
      aria-pressed={store.way.hexes.value !== null}
      onClick={() => store.way.toggle()}
    >
      {t("web.battle.way.draw")}
    </button>
  );
}

export function WayCard({ store }: { store: BattleStore }) {
  const { way } = store;
  const danger = way.danger.value;
  if (!way.hexes.value) return null;
  if (!danger) return <p class="notice">{t("web.battle.way.click")}</p>;
  return (
    <section class="shot-card" aria-label={t("web.battle.way.label")} data-test="way">
      <div class="shot-number">
        <div class="big huge">
          {whole(danger.alive)}
          <small>%</small>
        </div>
        <div>
          <b>{t("web.battle.way.alive")}</b>
          <p class="num small">
            {t("web.battle.way.unharmed", { percent: percent(share(danger.unharmed)) })}
          </p>
        </div>
      </div>
      <ol class="plain-list small way-steps">
        {danger.steps.map((step, i) => (
          <li key={i}>
            <span class="grow">{orderName(store, readOrder(step.action))}</span>
            {step.shot && (
              <span class="muted">
                {t("web.battle.way.shot", { weapon: step.shot.split(" ")[1] ?? "" })}
              </span>
            )}
            <b class="num">{step.shot ? `−${whole(step.killed)}%` : "–"}</b>
          </li>
        ))}
      </ol>
      <p class="small muted">{t("web.battle.way.says")}</p>
      <p class="row">
        <button
          type="button"
          class="button primary"
          disabled={!store.mine.value || store.busy.value || store.view.value.clock.phase !== "MPh"}
          onClick={() => way.go()}
        >
          {t("web.battle.way.go")}
        </button>
        <button type="button" class="button quiet" onClick={() => way.clear()}>
          {t("web.cancel")}
        </button>
      </p>
    </section>
  );
}
