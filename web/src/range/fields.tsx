// Small parts of forms.
import { t } from "../core/words";
import { Icon } from "../parts/icon";

interface StepperProps {
  label: string;
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
}

/** A number with buttons for one less and one more. */
export function Stepper({ label, value, min, max, onChange }: StepperProps) {
  const set = (next: number) => {
    if (!Number.isNaN(next)) onChange(Math.max(min, Math.min(max, next)));
  };
  return (
    <label class="field">
      <span>{label}</span>
      <span class="stepper">
        <button
          type="button"
          aria-label={t("web.less_of", { name: label })}
          onClick={() => set(value - 1)}
        >
          <Icon name="minus" />
        </button>
        <input
          class="num"
          type="number"
          min={min}
          max={max}
          value={value}
          onChange={(event) => set(Number(event.currentTarget.value))}
        />
        <button
          type="button"
          aria-label={t("web.more_of", { name: label })}
          onClick={() => set(value + 1)}
        >
          <Icon name="plus" />
        </button>
      </span>
    </label>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly (readonly [string, string])[];
  onChange: (value: string) => void;
}

export function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <label class="field">
      <span>{label}</span>
      <select class="input" value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
