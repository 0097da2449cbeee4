// One of several, or none of them.

type Option = string | readonly [value: string, name: string];

interface ChoiceProps {
  label: string;
  /** Without one, what is chosen is done at once, and the list stands at «–» again. */
  value?: string;
  options: readonly Option[];
  onChange: (value: string) => void;
}

export function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <label class="field small">
      <span>{label}</span>
      <select
        class="input"
        value={value ?? ""}
        disabled={!options.length}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          if (value === undefined) event.currentTarget.value = "";
          if (chosen || value !== undefined) onChange(chosen);
        }}
      >
        <option value="">–</option>
        {options.map((option, i) => {
          const [one, name] = typeof option === "string" ? [option, option] : option;
          return (
            <option key={i} value={one}>
              {name}
            </option>
          );
        })}
      </select>
    </label>
  );
}
