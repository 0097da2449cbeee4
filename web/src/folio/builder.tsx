import { t } from "../core/words";
import { AssessedView, OddsStrip } from "./assessed";
import { MarkerPicker, markersOf } from "./markers";
import { unitSentence } from "./say";
import { stackAt } from "./stacks";
import type { FolioStore } from "./store";
import { MiniCounter } from "./tray";

/** The attack builder: who is attacked, by whom, and what will come of it. */
export function Builder({ store }: { store: FolioStore }) {
  const hex = store.target.value!;
  const view = store.view.value;
  const orders = store.orders.value;
  const targets = stackAt(view.units, hex);
  const may = orders.attacks().get(hex) ?? [];
  const canBarrage = orders.barrages().has(hex);
  const barrage = store.barrage.value;
  const assessed = store.assessed.value;
  const card = (id: string) => store.board.units.find((one) => one.id === id)!;
  const names = store.attackers.value;
  const order = barrage
    ? orders.of("barrage").find((one) => one.hex === hex && same(one.names, barrage))
    : orders.attack(hex, names, store.board.attacker_limit);
  return (
    <section class="stack builder" aria-label={t("web.combat.builder")}>
      <div class="row">
        {targets.map((unit) => (
          <MiniCounter key={unit.id} board={store.board} unit={unit} />
        ))}
        <div class="grow">
          <h3>{t(barrage ? "web.barrage.title" : "web.combat.title", { hex })}</h3>
          {targets.map((unit) => (
            <p key={unit.id} class="small muted">
              {unitSentence(store.board, card(unit.id), unit)}
            </p>
          ))}
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
      {assessed ? (
        <AssessedView board={store.board} assessed={assessed} barrage={Boolean(barrage)} />
      ) : (
        <p class="empty">{t(barrage ? "web.barrage.choose" : "web.combat.choose")}</p>
      )}
      <div class="commit-bar">
        {assessed && <OddsStrip assessed={assessed} barrage={Boolean(barrage)} />}
        <button
          type="button"
          class="button primary commit"
          disabled={!order || store.busy.value}
          onClick={() => order && store.do(order.text)}
        >
          {t(barrage ? "web.barrage.fire" : "web.combat.declare")}
        </button>
      </div>
    </section>
  );
}

const same = (a: string[], b: string[]): boolean =>
  a.length === b.length && a.every((one) => b.includes(one));
