// The states of one side of a shot: what is common and what is set, the rest by a word or unfolded.
import { useId, useState } from "preact/hooks";
import { has, t } from "../core/words";
import { Stepper } from "./fields";
import type { Counter } from "./types";
import { type Field, type Group, meant } from "./vocabulary";

export type Values = Record<string, unknown>;

interface Props {
  group: Group;
  fields: Field[];
  counter: Counter | null;
  values: Values;
  /** A word that somebody looks for. */
  search: string;
  onChange: (field: string, value: unknown) => void;
}

export const stateName = (group: Group, field: string): string => t(`web.switch.${group}.${field}`);

function isSet(field: Field, value: unknown): boolean {
  if (value === undefined || value === "" || value === null) return false;
  return field.kind === "switch" ? value === (field.on ?? true) : true;
}

export function States({ group, fields, counter, values, search, onChange }: Props) {
  const [all, setAll] = useState(false);
  const word = search.trim().toLowerCase();
  const known = fields.filter(
    (field) => meant(field, counter) || isSet(field, values[field.field]),
  );
  const shown = known.filter((field) => {
    if (word) {
      const name = stateName(group, field.field).toLowerCase();
      return name.includes(word) || field.field.replaceAll("_", " ").includes(word);
    }
    return all || field.common || isSet(field, values[field.field]);
  });
  const switches = shown.filter((field) => field.kind === "switch");
  const others = shown.filter((field) => field.kind !== "switch");
  const folded = known.length - known.filter((field) => field.common).length;
  return (
    <>
      {switches.length > 0 && (
        <div class="switches">
          {switches.map((field) => (
            <Switch key={field.field} {...{ group, field, onChange }} value={values[field.field]} />
          ))}
        </div>
      )}
      {others.length > 0 && (
        <div class="fields">
          {others.map((field) => (
            <Other key={field.field} {...{ group, field, onChange }} value={values[field.field]} />
          ))}
        </div>
      )}
      {!word && folded > 0 && (
        <div>
          <button
            type="button"
            class="button small quiet"
            aria-expanded={all}
            onClick={() => setAll(!all)}
          >
            {all ? t("web.range.fewer") : t("web.range.all_states", { count: folded })}
          </button>
        </div>
      )}
    </>
  );
}

interface OneProps {
  group: Group;
  field: Field;
  value: unknown;
  onChange: (field: string, value: unknown) => void;
}

function Switch({ group, field, value, onChange }: OneProps) {
  const on = isSet(field, value);
  return (
    <button
      type="button"
      class="switch"
      role="switch"
      aria-checked={on}
      onClick={() =>
        onChange(field.field, on || field.kind !== "switch" ? undefined : (field.on ?? true))
      }
    >
      <i aria-hidden="true" />
      {stateName(group, field.field)}
    </button>
  );
}

function Other({ group, field, value, onChange }: OneProps) {
  const id = useId();
  const label = stateName(group, field.field);
  if (field.kind === "number") {
    if (field.rest !== undefined) {
      const rest = field.rest;
      return (
        <Stepper
          label={label}
          value={Number(value ?? rest)}
          min={field.min}
          max={field.max}
          onChange={(next) => onChange(field.field, next === rest ? undefined : next)}
        />
      );
    }
    return (
      <label class="field">
        <span>{label}</span>
        <input
          class="input num"
          type="number"
          min={field.min}
          max={field.max}
          step={field.step ?? 1}
          placeholder="–"
          value={value === undefined ? "" : String(value)}
          onChange={(event) => {
            const text = event.currentTarget.value;
            onChange(field.field, text === "" ? undefined : Number(text));
          }}
        />
      </label>
    );
  }
  if (field.kind === "choice") {
    const name = (option: string) => {
      const key = `${field.words}.${option}`;
      return field.plain || !has(key) ? option : t(key);
    };
    const current = Array.isArray(value) ? value[0] : value;
    return (
      <label class="field">
        <span>{label}</span>
        <select
          class="input"
          value={String(current ?? "")}
          onChange={(event) => {
            const next = event.currentTarget.value;
            const many = field.field === "by";
            onChange(field.field, next === "" ? undefined : many ? [next] : next);
          }}
        >
          <option value="">{t("web.range.usual")}</option>
          {field.options.map((option) => (
            <option key={option} value={option}>
              {name(option)}
            </option>
          ))}
        </select>
      </label>
    );
  }
  const list = field.kind === "text" && field.list;
  return (
    <label class="field" for={id}>
      <span>{label}</span>
      <input
        id={id}
        class="input"
        maxLength={120}
        value={Array.isArray(value) ? value.join(", ") : String(value ?? "")}
        onChange={(event) => {
          const text = event.currentTarget.value.trim();
          const parts = text
            .split(",")
            .map((part) => part.trim())
            .filter(Boolean);
          onChange(field.field, text === "" ? undefined : list ? parts : text);
        }}
      />
    </label>
  );
}
