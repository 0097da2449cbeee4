// Small fields of the workshop, each with what the checker says of it beside.
import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import type { Mistake } from "../api/types";
import { lang, type Names, named, t } from "../core/words";

export function Mistakes({ of, id }: { of: Mistake[]; id?: string }) {
  if (!of.length) return null;
  return (
    <span class="cell-wrong" id={id} role="status">
      {named(of[0]!.says)}
    </span>
  );
}

interface TextProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  wrong?: Mistake[];
  hint?: string;
  /** Only a few signs. */
  short?: boolean;
  /** The label is for those who do not see the column's head. */
  bare?: boolean;
  list?: string;
  max?: number;
  inputMode?: "numeric" | "text";
  placeholder?: string;
}

export function TextField(props: TextProps) {
  const { label, value, onChange, wrong = [], hint, short, bare } = props;
  const says = useId();
  return (
    <label class={`field ${short ? "short" : ""} ${wrong.length ? "is-wrong" : ""}`}>
      <span class={bare ? "visually-hidden" : ""}>{label}</span>
      <input
        class="input"
        value={value}
        list={props.list}
        maxLength={props.max ?? 200}
        inputMode={props.inputMode}
        placeholder={props.placeholder}
        aria-invalid={wrong.length > 0}
        aria-describedby={wrong.length ? says : undefined}
        title={bare ? label : undefined}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      {hint && <small class="muted">{hint}</small>}
      <Mistakes of={wrong} id={says} />
    </label>
  );
}

interface ListProps {
  label: string;
  items: readonly string[];
  onChange: (items: string[]) => void;
  wrong?: Mistake[];
  hint?: string;
}

/** Several words, with blanks or commas between; what is being typed stays as it is typed. */
export function ListField({ label, items, onChange, wrong = [], hint }: ListProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const says = useId();
  return (
    <label class={`field ${wrong.length ? "is-wrong" : ""}`}>
      <span>{label}</span>
      <input
        class="input"
        value={typed ?? items.join(" ")}
        maxLength={2000}
        aria-invalid={wrong.length > 0}
        aria-describedby={wrong.length ? says : undefined}
        onInput={(event) => {
          const text = event.currentTarget.value;
          setTyped(text);
          const now = text.split(/[\s,、]+/).filter(Boolean);
          if (now.join(" ") !== items.join(" ")) onChange(now);
        }}
        onBlur={() => setTyped(null)}
      />
      {hint && <small class="muted">{hint}</small>}
      <Mistakes of={wrong} id={says} />
    </label>
  );
}

/** Several sentences, one on each line. */
export function LinesField({ label, items, onChange, wrong = [] }: Omit<ListProps, "hint">) {
  const [typed, setTyped] = useState<string | null>(null);
  const says = useId();
  return (
    <label class={`field ${wrong.length ? "is-wrong" : ""}`}>
      <span>{label}</span>
      <textarea
        class="input"
        rows={2}
        maxLength={2000}
        value={typed ?? items.join("\n")}
        aria-invalid={wrong.length > 0}
        aria-describedby={wrong.length ? says : undefined}
        onInput={(event) => {
          const text = event.currentTarget.value;
          setTyped(text);
          onChange(text.split("\n").flatMap((line) => line.trim() || []));
        }}
        onBlur={() => setTyped(null)}
      />
      <Mistakes of={wrong} id={says} />
    </label>
  );
}

interface NumberProps {
  label: string;
  value: number;
  onChange: (value: number) => void;
  least?: number;
  most?: number;
  wrong?: Mistake[];
  bare?: boolean;
}

export function NumberField(props: NumberProps) {
  const { label, value, onChange, least = 0, most = 999, wrong = [], bare } = props;
  return (
    <label class={`field short ${wrong.length ? "is-wrong" : ""}`}>
      <span class={bare ? "visually-hidden" : ""}>{label}</span>
      <input
        class="input"
        type="number"
        min={least}
        max={most}
        value={value}
        title={bare ? label : undefined}
        aria-invalid={wrong.length > 0}
        onInput={(event) => {
          const now = event.currentTarget.valueAsNumber;
          if (Number.isFinite(now)) onChange(Math.max(least, Math.min(most, Math.round(now))));
        }}
      />
      <Mistakes of={wrong} />
    </label>
  );
}

interface NamesProps {
  label: string;
  value: Names;
  onChange: (names: Names) => void;
  wrong?: Mistake[];
  long?: boolean;
}

/** A name in both languages, the reader's own first. One that is empty follows the other. */
export function NamesField({ label, value, onChange, wrong = [], long }: NamesProps) {
  const order = lang.value === "ja" ? (["ja", "en"] as const) : (["en", "ja"] as const);
  return (
    <fieldset class={`names ${wrong.length ? "is-wrong" : ""}`}>
      <legend>{label}</legend>
      {order.map((one) => {
        const props = {
          class: "input",
          lang: one,
          value: value[one] ?? "",
          "aria-label": `${label} (${t(`workshop.in.${one}`)})`,
          placeholder: t(`workshop.in.${one}`),
        };
        const put = (text: string) => {
          const other = one === "en" ? "ja" : "en";
          const followed = value[other] === value[one] || !value[other];
          onChange({ ...value, [one]: text, ...(followed ? { [other]: text } : {}) } as Names);
        };
        return long ? (
          <textarea
            key={one}
            rows={3}
            maxLength={2000}
            {...props}
            onInput={(event) => put(event.currentTarget.value)}
          />
        ) : (
          <input
            key={one}
            maxLength={120}
            {...props}
            onInput={(event) => put(event.currentTarget.value)}
          />
        );
      })}
      <Mistakes of={wrong} />
    </fieldset>
  );
}

interface PickProps {
  label: ComponentChildren;
  value: string;
  options: readonly { value: string; name: string }[];
  onChange: (value: string) => void;
  wrong?: Mistake[];
  bare?: boolean;
}

export function Pick({ label, value, options, onChange, wrong = [], bare }: PickProps) {
  const known = options.some((one) => one.value === value);
  return (
    <label class={`field short ${wrong.length ? "is-wrong" : ""}`}>
      <span class={bare ? "visually-hidden" : ""}>{label}</span>
      <select
        class="input"
        value={value}
        title={bare ? String(label) : undefined}
        aria-invalid={wrong.length > 0}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {!known && <option value={value}>{value || "–"}</option>}
        {options.map((one) => (
          <option key={one.value} value={one.value}>
            {one.name}
          </option>
        ))}
      </select>
      <Mistakes of={wrong} />
    </label>
  );
}

export function Check(props: {
  label: ComponentChildren;
  checked: boolean;
  onChange: (on: boolean) => void;
}) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={props.checked}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
      <span>{props.label}</span>
    </label>
  );
}
