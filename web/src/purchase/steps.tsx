// The fixed sequence of a purchase, the sums beside it, and the question before a step closes.
import { t } from "../core/words";
import { Modal } from "../parts/modal";
import { Cite } from "../parts/rule";
import { type Desk, type Roster, STEPS } from "./types";

/** The fixed sequence: what is closed is locked, and there is no way back. */
export function Stepper({ now }: { now: Roster["step"] }) {
  const at = STEPS.indexOf(now);
  const parts = [STEPS.slice(0, 7), STEPS.slice(7)];
  return (
    <nav class="stepper no-print" aria-label={t("buy.steps")}>
      {parts.map((steps, part) => (
        <ol key={part}>
          {steps.map((step, i) => {
            const n = part * 7 + i;
            const state = n < at ? "past" : n === at ? "now" : "later";
            return (
              <li key={step} class={state} aria-current={n === at ? "step" : undefined}>
                <span class="mark" aria-hidden="true">
                  {n < at ? <Lock /> : n + 1}
                </span>
                <span class="step-name">{t(`purchase.step.${step}`)}</span>
                {n < at && <span class="visually-hidden"> ({t("buy.block.closed")})</span>}
              </li>
            );
          })}
        </ol>
      ))}
    </nav>
  );
}

function Lock() {
  return (
    <svg viewBox="0 0 16 16" width="12" height="12" aria-hidden="true">
      <path
        d="M3 7h10v7H3zM5 7V5a3 3 0 0 1 6 0v2"
        fill="none"
        stroke="currentColor"
        stroke-width="1.8"
      />
    </svg>
  );
}

export function Sums({ of }: { of: Roster }) {
  const spent = of.points - of.left;
  return (
    <dl class="sums">
      <div>
        <dt>{t("buy.left")}</dt>
        <dd class="num points">{of.left}</dd>
      </div>
      <div>
        <dt>{t("buy.spent")}</dt>
        <dd class="num">
          {spent}
          <span class="of"> / {of.points}</span>
        </dd>
      </div>
      <div>
        <dt>SAN</dt>
        <dd class="num">{of.san}</dd>
      </div>
      <div>
        <dt>{t("purchase.sheet.equiv")}</dt>
        <dd class="num">{of.equivalents}</dd>
      </div>
      <div class="bar" aria-hidden="true">
        <i style={{ width: `${(100 * spent) / of.points}%` }} />
      </div>
    </dl>
  );
}

/** What one would hardly leave undone on purpose. */
const DUE = new Set(["roll", "bonus", "leaders", "exchange", "sw"]);
export const leftUndone = (desk: Desk | null) =>
  !!desk &&
  (desk.offers.some(({ verb }) => DUE.has(verb)) ||
    desk.closed.some(
      ({ verb, message }) => DUE.has(verb) && message.key === "purchase.missing_figure",
    ));
const ROLLS = new Set(["ordnance", "vehicles", "oba", "exchange"]);

/** The rule that opens each step. */
export const RULES: Record<string, string> = {
  agreement: "H1.1",
  infantry: "H1.2",
  ordnance: "H1.3",
  vehicles: "H1.4",
  oba: "H1.5",
  fortifications: "H1.6",
  second: "H1.7",
  announce: "H1.71",
  bonus: "H1.73",
  leaders: "H1.81",
  exchange: "H1.82",
  sw: "H1.83",
  reinforcements: "H1.84",
  done: "H1.1",
};

interface ClosingProps {
  of: Roster;
  /** Whether something that belongs to the side has not been taken or rolled for. */
  left: boolean;
  onDone: (yes: boolean) => void;
}

export function Closing({ of, left, onDone }: ClosingProps) {
  const step = t(`purchase.step.${of.step}`);
  return (
    <Modal title={t("buy.close", { step })} onClose={() => onDone(false)}>
      <div class="stack">
        <p>
          {t("buy.closing", { step, left: of.left })} <Cite rule="H1.1" />
        </p>
        {left && (
          <p class="notice warn">{t(`buy.still.${ROLLS.has(of.step) ? "roll" : "take"}`)}</p>
        )}
        <div class="row">
          <button type="button" class="button primary" onClick={() => onDone(true)}>
            {t("buy.close_yes")}
          </button>
          <button type="button" class="button" onClick={() => onDone(false)}>
            {t("buy.close_no")}
          </button>
        </div>
      </div>
    </Modal>
  );
}
