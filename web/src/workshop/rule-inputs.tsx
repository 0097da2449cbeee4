// How one value of an exclusive rule is typed or chosen.
import type { Mistake } from "../api/types";
import { named, t } from "../core/words";
import { Icon } from "../parts/icon";
import { isTable } from "./exclusive";
import { Check, ListField, Mistakes, Pick, TextField } from "./fields";
import type { Field } from "./rule-fields";
import { board } from "./store";
import { list } from "./types";

export const wordOf = (word: string): string => t(`workshop.rule.word.${word}`);
const isNumber = (text: string): boolean => /^[+-]?\d+$/.test(text);

export const numbers = (value: unknown): string[] =>
  (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(String);
export const orText = (text: string): number | string => (isNumber(text) ? Number(text) : text);

export interface ValueProps {
  label: string;
  value: unknown;
  wrong?: Mistake[];
  bare?: boolean;
  placeholder?: string;
}

/** A number that may be left out. What is no number is kept as it was typed: the checker says so. */
export function NumberText(
  props: ValueProps & { onChange: (now: number | string | undefined) => void },
) {
  const { label, value, wrong, bare, placeholder, onChange } = props;
  return (
    <TextField
      label={label}
      placeholder={placeholder}
      wrong={wrong}
      bare={bare}
      short
      max={6}
      inputMode="numeric"
      value={value === undefined ? "" : String(value)}
      onChange={(text) => onChange(text.trim() === "" ? undefined : orText(text.trim()))}
    />
  );
}

const CHANGES = ["half", "half_up", "none"];

/** Half, none, or so much more or less. */
export function Change({
  label,
  value,
  wrong = [],
  onChange,
}: ValueProps & { onChange: (now: unknown) => void }) {
  const word = typeof value === "string" ? value : value === undefined ? "" : "plus";
  return (
    <div class="row change">
      <Pick
        label={label}
        value={word}
        options={[
          { value: "", name: wordOf("same") },
          ...CHANGES.map((one) => ({ value: one, name: wordOf(one) })),
          { value: "plus", name: wordOf("plus") },
        ]}
        wrong={wrong}
        onChange={(now) => onChange(now === "" ? undefined : now === "plus" ? -1 : now)}
      />
      {word === "plus" && (
        <NumberText label={label} bare value={value} onChange={(now) => onChange(now ?? 0)} />
      )}
    </div>
  );
}

export function Some(
  props: ValueProps & { options: readonly string[]; onChange: (now: unknown) => void },
) {
  const { label, options, value, wrong = [], onChange } = props;
  const chosen = value === undefined ? [...options] : list(value);
  return (
    <fieldset>
      <legend>{label}</legend>
      <div class="row wrap">
        {options.map((one) => (
          <Check
            key={one}
            label={wordOf(one)}
            checked={chosen.includes(one)}
            onChange={(on) => {
              const now = options.filter((each) => (each === one ? on : chosen.includes(each)));
              onChange(now.length === options.length ? undefined : now);
            }}
          />
        ))}
      </div>
      <Mistakes of={wrong} />
    </fieldset>
  );
}

export function Kinds(
  props: ValueProps & { of: "terrain" | "hexside"; onChange: (now: unknown) => void },
) {
  const { label, of, value, wrong = [], onChange } = props;
  const kinds = of === "terrain" ? board.value!.terrains : board.value!.hexsides;
  const chosen = list(value);
  return (
    <fieldset>
      <legend>{label}</legend>
      <div class="row wrap">
        {kinds.map(({ id, name }) => (
          <Check
            key={id}
            label={named(name)}
            checked={chosen.includes(id)}
            onChange={(on) => {
              const now = on ? [...chosen, id] : chosen.filter((one) => one !== id);
              onChange(now.length ? now : undefined);
            }}
          />
        ))}
      </div>
      <Mistakes of={wrong} />
    </fieldset>
  );
}

interface PairsProps extends ValueProps {
  fresh: [string, unknown];
  onChange: (now: unknown, run?: string) => void;
  cell: (value: unknown, on: (now: unknown) => void) => preact.JSX.Element;
}

/** A table of two columns whose left one is typed. */
export function Pairs({ label, value, wrong = [], fresh, onChange, cell }: PairsProps) {
  const rows = Object.entries(isTable(value) ? value : {});
  const put = (now: [string, unknown][], run = "") =>
    onChange(now.length ? Object.fromEntries(now) : undefined, run);
  return (
    <fieldset class="pairs">
      <legend>{label}</legend>
      {rows.map(([key, one], i) => (
        <div class="row" key={i}>
          <TextField
            label={label}
            bare
            value={key}
            max={30}
            onChange={(text) => {
              if (rows.some(([other], n) => n !== i && other === text)) return;
              put(
                rows.map((row, n) => (n === i ? [text, row[1]] : row)),
                "key",
              );
            }}
          />
          {cell(one, (now) =>
            put(
              rows.map((row, n) => (n === i ? [key, now] : row)),
              "value",
            ),
          )}
          <button
            type="button"
            class="icon-button"
            aria-label={t("workshop.remove", { name: key })}
            onClick={() => put(rows.filter((_, n) => n !== i))}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
      <button
        type="button"
        class="link-button"
        onClick={() => {
          const taken = rows.map(([key]) => key);
          put([...rows, [taken.includes(fresh[0]) ? "?" : fresh[0], fresh[1]]]);
        }}
      >
        + {t("workshop.rule.row")}
      </button>
      <Mistakes of={wrong} />
    </fieldset>
  );
}

export function BySide(
  props: ValueProps & {
    field: Extract<Field, { kind: "by_side" }>;
    onChange: (now: unknown, run?: string) => void;
  },
) {
  const { label, field, value, wrong = [], onChange } = props;
  const sides = board.value!.sides;
  const of = (side: string): unknown => (isTable(value) ? value[side] : value);
  const set = (side: string, now: unknown) => {
    const both = sides.map(({ id }) => [id, id === side ? now : of(id)] as const);
    const said = both.filter(([, one]) => one !== undefined);
    onChange(said.length ? Object.fromEntries(said) : undefined, "side");
  };
  return (
    <fieldset>
      <legend>{label}</legend>
      <div class="form-grid">
        {sides.map(({ id, name }) => {
          const shown = { label: named(name), value: of(id) };
          if (field.of === "change") {
            return <Change key={id} {...shown} onChange={(now) => set(id, now)} />;
          }
          if (field.of === "number") {
            return <NumberText key={id} {...shown} onChange={(now) => set(id, now)} />;
          }
          const perTurn = field.of === "per_turn";
          return (
            <ListField
              key={id}
              label={named(name)}
              items={perTurn ? numbers(of(id)) : list(of(id))}
              hint={perTurn ? t("workshop.rule.per_turn_hint") : undefined}
              onChange={(now) => {
                const items = perTurn ? now.map(orText) : now;
                set(
                  id,
                  !items.length ? undefined : perTurn && items.length === 1 ? items[0] : items,
                );
              }}
            />
          );
        })}
      </div>
      <Mistakes of={wrong} />
    </fieldset>
  );
}
