// A list from which one thing is chosen and done at once; it stands at «–» again afterwards.

interface Props {
  label: string;
  options: readonly (readonly [value: string, name: string])[];
  onChoose: (value: string) => void;
}

export function Choose({ label, options, onChoose }: Props) {
  return (
    <label class="field small">
      <span>{label}</span>
      <select
        class="input"
        value=""
        onChange={(event) => {
          const { value } = event.currentTarget;
          event.currentTarget.value = "";
          if (value) onChoose(value);
        }}
      >
        <option value="">–</option>
        {options.map(([value, name], i) => (
          <option key={i} value={value}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
