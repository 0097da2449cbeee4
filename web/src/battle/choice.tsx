// One of several, or none of them.

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly string[];
  name?: (option: string) => string;
  onChange: (value: string) => void;
}

export function Choice({ label, value, options, name = (one) => one, onChange }: ChoiceProps) {
  return (
    <label class="field small">
      <span>{label}</span>
      <select
        class="input"
        value={value}
        disabled={!options.length}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        <option value="">–</option>
        {options.map((one) => (
          <option key={one} value={one}>
            {name(one)}
          </option>
        ))}
      </select>
    </label>
  );
}
