// The fields of an exclusive rule, each with what the checker says of it.
import { named, t } from "../core/words";
import { Card } from "./card";
import { entries, isTable, type Table } from "./exclusive";
import { Check, ListField, Mistakes, Pick, TextField } from "./fields";
import { type Path, put } from "./rule-edits";
import type { Field } from "./rule-fields";
import {
  BySide,
  Change,
  Kinds,
  NumberText,
  numbers,
  orText,
  Pairs,
  Some,
  type ValueProps,
  wordOf,
} from "./rule-inputs";
import { board, draft, wrongAt } from "./store";
import { list } from "./types";

interface FormProps {
  table: Table;
  path: Path;
}

export function Fields({ fields, table, path }: FormProps & { fields: readonly Field[] }) {
  const plain = fields.filter((one) => !isWide(one) && one.kind !== "flag");
  const flags = fields.filter((one) => one.kind === "flag");
  return (
    <>
      {plain.length > 0 && (
        <div class="form-grid">
          {plain.map((field) => (
            <FieldOf key={field.key} field={field} table={table} path={path} />
          ))}
        </div>
      )}
      {fields.filter(isWide).map((field) => (
        <FieldOf key={field.key} field={field} table={table} path={path} />
      ))}
      {flags.map((field) => (
        <FieldOf key={field.key} field={field} table={table} path={path} />
      ))}
    </>
  );
}

const WIDE = ["costs", "results", "counts", "by_side", "table", "sides", "list", "kinds", "some"];
const isWide = (field: Field): boolean => WIDE.includes(field.kind);

const labelOf = (field: Field): string => t(`workshop.rule.${field.label ?? field.key}`);

export function FieldOf({ field, table, path }: FormProps & { field: Field }) {
  const here = [...path, field.key];
  const value = table[field.key];
  const label = labelOf(field);
  const wrong = wrongAt("exclusive", ...here);
  const set = (now: unknown, run = "") => put(here, now, run);
  const sides = board.value!.sides.map((one) => ({ value: one.id, name: named(one.name) }));
  const labelled = { label, wrong };
  switch (field.kind) {
    case "text":
    case "hex":
    case "unit":
    case "crossing":
      return (
        <TextField
          {...labelled}
          value={typeof value === "string" ? value : ""}
          max={60}
          onChange={(text) => set(text.trim() || undefined, "text")}
        />
      );
    case "number":
      return <NumberText {...labelled} value={value} onChange={(now) => set(now, "number")} />;
    case "change":
      return <Change {...labelled} value={value} onChange={(now) => set(now, "change")} />;
    case "flag":
      return (
        <>
          <Check
            label={label}
            checked={typeof value === "boolean" ? value : field.otherwise}
            onChange={(on) => set(on === field.otherwise ? undefined : on)}
          />
          <Mistakes of={wrong} />
        </>
      );
    case "pick":
      return (
        <Pick
          {...labelled}
          value={typeof value === "string" ? value : field.options[0]!}
          options={field.options.map((one) => ({ value: one, name: wordOf(one) }))}
          onChange={(now) =>
            set(now === field.options[0] && field.key !== "ezoc" ? undefined : now)
          }
        />
      );
    case "side":
      return (
        <Pick
          {...labelled}
          value={typeof value === "string" ? value : ""}
          options={field.key === "blown_by" ? [{ value: "", name: "–" }, ...sides] : sides}
          onChange={(now) => set(now || undefined)}
        />
      );
    case "units":
      return (
        <ListField
          {...labelled}
          hint={t("workshop.rule.units_hint")}
          items={list(value)}
          onChange={(now) => set(now.length ? now : undefined, "list")}
        />
      );
    case "hexes":
    case "words":
    case "markers":
      return (
        <ListField
          {...labelled}
          items={list(value)}
          onChange={(now) => set(now.length ? now : undefined, "list")}
        />
      );
    case "turns":
    case "drift":
      return (
        <ListField
          {...labelled}
          items={numbers(value)}
          onChange={(now) => set(now.length ? now.map(orText) : undefined, "list")}
        />
      );
    case "some":
      return <Some {...labelled} options={field.options} value={value} onChange={set} />;
    case "kinds":
      return <Kinds {...labelled} of={field.of} value={value} onChange={set} />;
    case "costs":
      return <Costs {...labelled} of={field.key} value={value} path={here} />;
    case "results":
      return (
        <Pairs
          {...labelled}
          value={value}
          fresh={["6", "fair"]}
          onChange={set}
          cell={(one, on) => (
            <Pick
              label={t("workshop.rule.condition_id")}
              bare
              value={String(one)}
              options={[
                "fair",
                ...entries(draft.value!.data, "conditions").map((each) => each.called),
              ].map((name) => ({
                value: name,
                name: name === "fair" ? t("workshop.rule.word.fair") : name,
              }))}
              onChange={on}
            />
          )}
        />
      );
    case "counts":
      return (
        <Pairs
          {...labelled}
          value={value}
          fresh={[field.fresh, 2]}
          onChange={set}
          cell={(one, on) => (
            <NumberText
              label={t("workshop.rule.points_of")}
              bare
              value={one}
              onChange={(now) => on(now ?? 0)}
            />
          )}
        />
      );
    case "by_side":
      return <BySide {...labelled} field={field} value={value} onChange={set} />;
    case "table":
      return (
        <details class="part" open={isTable(value) || undefined}>
          <summary>{label}</summary>
          <div class="stack">
            <Fields fields={field.fields} table={isTable(value) ? value : {}} path={here} />
          </div>
        </details>
      );
    case "sides":
      return (
        <>
          {sides.map((side) => (
            <details key={side.value} class="part" open={isTable(table[side.value]) || undefined}>
              <summary>{t("workshop.rule.of_side", { name: side.name })}</summary>
              <div class="stack">
                <Fields
                  fields={field.fields}
                  table={isTable(table[side.value]) ? (table[side.value] as Table) : {}}
                  path={[...path, side.value]}
                />
              </div>
            </details>
          ))}
        </>
      );
    case "list":
      return <Parts label={label} fields={field.fields} value={value} path={here} />;
  }
}

/** MP by kind and class; empty: as printed. */
function Costs({ label, of, value, wrong = [], path }: ValueProps & { of: string; path: Path }) {
  const kinds = of === "terrain" ? board.value!.terrains : board.value!.hexsides;
  const said: Table = isTable(value) ? value : {};
  const costOf = (kind: string, way: "foot" | "mobile"): string => {
    const one = said[kind];
    const cost = isTable(one) ? (one[way] ?? one.mp) : one;
    return cost === undefined ? "" : String(cost);
  };
  const set = (kind: string, way: "foot" | "mobile", text: string) => {
    const both = { foot: costOf(kind, "foot"), mobile: costOf(kind, "mobile"), [way]: text.trim() };
    const written = Object.entries(both)
      .filter(([, cost]) => cost !== "")
      .map(([key, cost]) => [key, Number.isFinite(Number(cost)) ? Number(cost) : cost]);
    put([...path, kind], written.length ? Object.fromEntries(written) : undefined, "cost");
  };
  return (
    <details class="part" open={isTable(value) || undefined}>
      <summary>{label}</summary>
      <table class="grid">
        <thead>
          <tr>
            <th scope="col">{t("workshop.rule.kind")}</th>
            <th scope="col">{t("workshop.rule.word.foot")}</th>
            <th scope="col">{t("workshop.rule.word.mobile")}</th>
          </tr>
        </thead>
        <tbody>
          {kinds.map(({ id, name }) => (
            <tr key={id}>
              <th scope="row">{named(name)}</th>
              {(["foot", "mobile"] as const).map((way) => (
                <td key={way}>
                  <TextField
                    label={`${named(name)} ${wordOf(way)}`}
                    bare
                    short
                    max={6}
                    value={costOf(id, way)}
                    wrong={wrongAt("exclusive", ...path, id)}
                    onChange={(text) => set(id, way, text)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Mistakes of={wrong.filter((one) => one.path.length === path.length + 1)} />
    </details>
  );
}

/** Several of a kind within a rule: stages without supply, headquarters. */
function Parts(props: { label: string; fields: readonly Field[]; value: unknown; path: Path }) {
  const { label, fields, value, path } = props;
  const parts = Array.isArray(value) ? value : [];
  return (
    <fieldset>
      <legend>{label}</legend>
      <ul class="sentences">
        {parts.map((one, i) => (
          <Card key={i} name={`${label} ${i + 1}`} onRemove={() => put([...path, i], undefined)}>
            <b>{i + 1}</b>
            <Fields fields={fields} table={isTable(one) ? one : {}} path={[...path, i]} />
          </Card>
        ))}
      </ul>
      <button
        type="button"
        class="button small"
        onClick={() =>
          put([...path, parts.length], {
            ...(isTable(parts.at(-1)) ? parts.at(-1) : { attack: "half" }),
          })
        }
      >
        + {label}
      </button>
      <Mistakes
        of={wrongAt("exclusive", ...path).filter((one) => one.path.length === path.length + 1)}
      />
    </fieldset>
  );
}
