// A step that needs more than a click: in bypass, after a Bog Check, with a cost agreed by hand.
import { useState } from "preact/hooks";
import { t } from "../core/words";
import { beside, thirds } from "../sight/places";
import { Choice } from "./choice";
import { Spines } from "./setup-panel";
import type { BattleStore } from "./store";
import type { Piece } from "./types";

interface Step {
  to: string;
  along: string;
  vertex: string;
  facing: number | null;
  bog: string;
  cost: string;
}

/** The table rolls with one of these, or is told how real dice fell. */
const BOG_DRM = ["-1", "+0", "+1", "+2", "+3", "+4", "+5"];

const EMPTY: Step = { to: "", along: "", vertex: "", facing: null, bog: "", cost: "" };

/** The order as it is typed; the rules judge it. */
export function stepOrder(unit: string, step: Step): string {
  const words = (["along", "vertex", "facing", "bog", "cost"] as const)
    .filter((name) => step[name] !== "" && step[name] !== null)
    .map((name) => `${name} ${step[name]}`);
  return [`go ${unit} to ${step.to}`, ...words].join(" ");
}

export function StepForm({ store, piece }: { store: BattleStore; piece: Piece }) {
  const [step, setStep] = useState<Step>(EMPTY);
  const { drawn } = store.board;
  const here = store.hexOf(piece.id) ?? "";
  const put = (change: Partial<Step>) => setStep({ ...step, ...change });
  // In bypass of a hex one may also go on along another of its hexsides.
  const hexes = [...beside(drawn, here), here];
  return (
    <details class="by-hand-box">
      <summary>{t("web.battle.step")}</summary>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (step.to) store.do(stepOrder(piece.id, step));
        }}
      >
        <div class="row">
          <Choice
            label={t("web.battle.step.to")}
            value={step.to}
            options={hexes}
            onChange={(to) => put({ ...EMPTY, to })}
          />
          <Choice
            label={t("web.battle.step.along")}
            value={step.along}
            options={step.to ? beside(drawn, step.to) : []}
            onChange={(along) => put({ along, vertex: "", facing: null })}
          />
          <Choice
            label={t("web.battle.step.vertex")}
            value={step.vertex}
            options={step.along ? thirds(drawn, step.to, step.along) : []}
            onChange={(vertex) => put({ vertex })}
          />
          <Choice
            label={t("web.battle.step.bog")}
            value={step.bog}
            options={[
              ...BOG_DRM.map((drm) => [drm, t("web.battle.step.bog.drm", { drm })] as const),
              ...["passed", "failed"].map((bog) => [bog, t(`web.battle.step.bog.${bog}`)] as const),
            ]}
            onChange={(bog) => put({ bog })}
          />
          <label class="field small">
            <span>{t("web.battle.step.cost")}</span>
            <input
              class="input"
              type="number"
              min="0"
              max="40"
              step="0.5"
              value={step.cost}
              onInput={(event) => put({ cost: event.currentTarget.value })}
            />
          </label>
        </div>
        {piece.piece === "vehicle" && step.along && (
          <Spines
            store={store}
            hex={step.to}
            value={step.facing ?? -1}
            onChange={(facing) => put({ facing })}
          />
        )}
        <button type="submit" class="button small" disabled={!step.to || store.busy.value}>
          {t("web.battle.step.go", { hex: step.to || "…" })}
        </button>
      </form>
    </details>
  );
}
