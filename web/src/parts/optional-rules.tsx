// Rules by agreement: those that a scenario lets its players leave out, or take in.
import type { OptionalRule } from "../core/api";
import { named, t } from "../core/words";

interface Props {
  rules: readonly OptionalRule[];
  chosen: Record<string, boolean>;
  onChange: (chosen: Record<string, boolean>) => void;
}

export function OptionalRules({ rules, chosen, onChange }: Props) {
  if (!rules.length) return null;
  return (
    <fieldset>
      <legend>{t("web.new.optional")}</legend>
      <p class="small muted">{t("web.new.optional_says")}</p>
      {rules.map(({ option, rule, name, by_default }) => (
        <label class="check" key={option}>
          <input
            type="checkbox"
            checked={chosen[option] ?? by_default}
            onChange={(event) => onChange({ ...chosen, [option]: event.currentTarget.checked })}
          />
          <span>
            {named(name)} <span class="small muted">{rule}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** What differs from what the scenario says: that alone is told to the table. */
export function agreed(
  rules: readonly OptionalRule[],
  chosen: Record<string, boolean>,
): Record<string, boolean> {
  const other = rules.filter(
    ({ option, by_default }) => (chosen[option] ?? by_default) !== by_default,
  );
  return Object.fromEntries(other.map(({ option }) => [option, chosen[option]!]));
}
