// What else may be declared with a shot, for those who know that they want it; the rules judge it.
import { t } from "../core/words";
import { Choice } from "./choice";
import { pieceOf, readOrder, redeclared } from "./orders";
import type { BattleStore } from "./store";

const HOWS = ["plain", "case_c3", "desperation", "opportunity_fire"] as const;

interface Props {
  store: BattleStore;
  order: string;
  target: string;
}

/** Words that stand or do not stand in the order. */
function flagsFor(store: BattleStore, order: string, target: string): string[] {
  const { unit: weapon, said } = readOrder(order);
  const piece = store.piece(pieceOf(weapon));
  const vehicle = store.piece(target)?.piece === "vehicle";
  const mortar = piece?.counter?.includes("MTR");
  const bullets = weapon.includes("MG") || piece?.piece === "sw";
  return [
    ...(vehicle && !bullets ? ["immobilize", "tem"] : []),
    ...(vehicle && store.view.value.move?.steps.at(-1)?.underbelly ? ["underbelly"] : []),
    ...(bullets ? ["ift"] : []),
    ...(mortar ? ["spotted"] : []),
    ...(said.with === "Canister" ? ["levels"] : []),
  ];
}

export function Declare({ store, order, target }: Props) {
  const { unit: weapon, said } = readOrder(order);
  const piece = store.piece(pieceOf(weapon));
  const flags = flagsFor(store, order, target);
  const spent = store.view.value.move?.open ? (store.view.value.move.steps.at(-1)?.cost ?? 0) : 0;
  const points = spent > 1 ? Array.from({ length: Math.floor(spent) }, (_, i) => `${i + 1}`) : [];
  const declare = (word: string, value: string | null) => store.aim(redeclared(order, word, value));
  return (
    <details class="declare">
      <summary>{t("web.battle.declare")}</summary>
      {flags.length > 0 && (
        <p class="row">
          {flags.map((word) => (
            <button
              type="button"
              key={word}
              class="way"
              aria-pressed={word in said}
              onClick={() => declare(word, word in said ? null : "")}
            >
              {t(`web.battle.declare.${word}`)}
            </button>
          ))}
        </p>
      )}
      <div class="row">
        {points.length > 0 && (
          <Choice
            label={t("web.battle.declare.mp")}
            value={said.mp ?? ""}
            options={points}
            onChange={(mp) => declare("mp", mp || null)}
          />
        )}
        <Choice
          label={t("web.battle.declare.case")}
          value={said.case ?? ""}
          options={["M", "N"]}
          onChange={(one) => declare("case", one || null)}
        />
        {piece?.piece === "sw" && (
          <Choice
            label={t("web.battle.declare.how")}
            value={said.how ?? ""}
            options={HOWS.map((how) => [how, t(`web.battle.declare.how.${how}`)])}
            onChange={(how) => declare("how", how || null)}
          />
        )}
      </div>
    </details>
  );
}
