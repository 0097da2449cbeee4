// What every form about a table has: one's name, and the place where it says what is wrong.
import type { ComponentChildren } from "preact";
import { t } from "../core/words";

interface NameProps {
  value: string;
  onChange: (name: string) => void;
}

export function NameField({ value, onChange }: NameProps) {
  return (
    <label class="field">
      <span>{t("web.your_name")}</span>
      <input
        class="input"
        maxLength={40}
        autocomplete="nickname"
        value={value}
        placeholder={t("web.guest")}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  );
}

export function Wrong({ says }: { says: string }) {
  if (!says) return null;
  return (
    <p class="notice warn" role="alert">
      {says}
    </p>
  );
}

interface ChoicesProps<T extends string> {
  label?: string;
  options: readonly T[];
  value: T;
  name: (option: T) => ComponentChildren;
  onChange: (option: T) => void;
}

/** One of a few: all of them in sight, the chosen one raised. */
export function Choices<T extends string>(props: ChoicesProps<T>) {
  return (
    <div class="choices" role="group" aria-label={props.label}>
      {props.options.map((option) => (
        <button
          type="button"
          class="choice"
          key={option}
          aria-pressed={props.value === option}
          onClick={() => props.onChange(option)}
        >
          {props.name(option)}
        </button>
      ))}
    </div>
  );
}
