// Exclusive rules in forms: a card for each rule, with what the checker says beside every field.
import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import type { Mistake } from "../api/types";
import { named, t } from "../core/words";
import { Icon } from "../parts/icon";
import { Card } from "./card";
import { withData } from "./edits";
import {
  type Entry,
  entries,
  exclusiveOf,
  FAMILIES,
  type Family,
  isTable,
  LISTS,
  type Table,
} from "./exclusive";
import { Check, ListField, Mistakes, NamesField, Pick, TextField } from "./fields";
import { COMMON, FIELDS, type Field } from "./rule-fields";
import { board, change, draft, judged, tab, textAt, wrongAt } from "./store";
import { CrtTable } from "./tables";
import { list, names, sideIds, tables } from "./types";

type Path = readonly (string | number)[];

/** A value at a place of the exclusive rules; undefined takes it away, and what is left empty. */
function setIn(value: unknown, path: Path, now: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return now;
  if (typeof step === "number") {
    const items = Array.isArray(value) ? [...value] : [];
    if (!rest.length && now === undefined) items.splice(step, 1);
    else items[step] = setIn(items[step], rest, now);
    return items.length ? items : undefined;
  }
  const table: Table = isTable(value) ? { ...value } : {};
  const inner = setIn(table[step], rest, now);
  if (inner === undefined) delete table[step];
  else table[step] = inner;
  return Object.keys(table).length ? table : undefined;
}

function put(path: Path, now: unknown, run = ""): void {
  change(
    (d) => withData(d, { exclusive: setIn(exclusiveOf(d.data), path, now) }),
    run && `rule ${path.join(" ")}`,
  );
}

export function RulesTab() {
  const data = draft.value!.data;
  return (
    <div class="stack">
      <p class="how">{t("workshop.how.rules")}</p>
      {FAMILIES.map((family) => {
        const rules = entries(data, family);
        if (!rules.length) return null;
        return (
          <section key={family} class="stack" aria-label={t(`workshop.family.${family}`)}>
            <h3>{t(`workshop.family.${family}`)}</h3>
            <ul class="sentences">
              {rules.map((entry) => (
                <RuleCard key={entry.path.join(" ")} family={family} entry={entry} />
              ))}
            </ul>
          </section>
        );
      })}
      <SideTables />
      <Mistakes of={wrongAt("exclusive").filter((one) => one.path.length === 1)} />
      <Adding />
      <p class="small muted">
        {t("workshop.rules.elsewhere")}{" "}
        <button type="button" class="link-button" onClick={showText}>
          {t("workshop.rules.as_text")}
        </button>
      </p>
    </div>
  );
}

function showText(): void {
  const lines = (judged.peek()?.toml ?? "").split("\n");
  const line = lines.findIndex((one) => /^\[+exclusive/.test(one)) + 1;
  textAt.value = { file: "toml", line: Math.max(1, line) };
  tab.value = "check";
}

/** Families that can still be begun. */
function Adding() {
  const data = draft.value!.data;
  const free = FAMILIES.filter(
    (one) => one === "conditions" || isList(one) || !entries(data, one).length,
  );
  return (
    <fieldset>
      <legend>{t("workshop.rules.add")}</legend>
      <div class="rule-adders">
        {free.map((family) => (
          <button
            type="button"
            key={family}
            class="button small"
            title={t(`workshop.family.${family}.says`)}
            onClick={() => begin(family)}
          >
            + {t(`workshop.family.${family}`)}
          </button>
        ))}
        {sideIds(data)
          .filter((side) => !isTable(sideTables()[side]))
          .map((side) => (
            <button
              type="button"
              key={side}
              class="button small"
              onClick={() => put(["tables", side], { ...draft.peek()!.data.crt })}
            >
              + {t("workshop.rules.side_table", { name: sideName(side) })}
            </button>
          ))}
      </div>
    </fieldset>
  );
}

const isList = (family: Family): boolean => (LISTS as readonly string[]).includes(family);
const sideName = (id: string): string =>
  named(board.value!.sides.find((one) => one.id === id)?.name) || id;

/** A new rule of a family, with something in it to be changed. */
function begin(family: Family): void {
  const { data, ground } = draft.peek()!;
  const [side = ""] = sideIds(data);
  const hex = board.peek()!.hexes[0]?.label ?? "0101";
  const road = [...ground.roads, ...ground.trails][0];
  const first = tables(data.units)[0]?.id ?? "";
  const fresh: Record<Family, Table> = {
    conditions: { turns: [1], movement: "half" },
    weather: { die: "d6", results: { "1-6": "fair" } },
    supply: { ezoc: "friends_open", stages: [{ attack: "half" }], [side]: { sources: [hex] } },
    command: {
      movement: "half",
      headquarters: [{ unit: first, radius: 3, commands: [`side:${side}`] }],
    },
    landing: { units: [], drift: [0, 0, 0, 1, 1, 2] },
    entering: { units: [], pays: true },
    replacements: { points: { [side]: 1 }, restore: 1 },
    works: { markers: { [side]: 1 } },
    draw: { rule: "draw" },
    stacking: { limit: 2 },
    shifts: { side, columns: 1 },
    bridges: { id: "", at: road ? road.join("/") : "" },
    arrivals: { units: [], chance: 3 },
    markers: { markers: [] },
  };
  const rules = entries(data, family);
  if (family === "conditions") {
    const taken = rules.map((one) => one.called);
    let name = "night";
    for (let n = 2; taken.includes(name); n++) name = `night${n}`;
    started([family, name], fresh[family]);
  } else if (isList(family)) {
    const value = exclusiveOf(data)[family];
    const table =
      family === "bridges" ? { ...fresh.bridges, id: `B${rules.length + 1}` } : fresh[family];
    started([family, Array.isArray(value) ? value.length : 0], table);
  } else started([family], fresh[family]);
}

/** The rule that was added last: it lies open. */
const begun = signal("");

function started(path: Path, table: Table): void {
  put(path, table);
  begun.value = path.join(" ");
  requestAnimationFrame(() => {
    document.querySelector(`[data-rule="${path.join(" ")}"]`)?.scrollIntoView({ block: "start" });
  });
}

function RuleCard({ family, entry }: { family: Family; entry: Entry }) {
  const { path, table, called } = entry;
  const whole = ["exclusive", ...path];
  const number = String(table.rule ?? called);
  const name = named(names(table.name)) || (family === "conditions" ? called : "");
  const title = name && name !== number ? `${name} (${number})` : number;
  const open = begun.value === path.join(" ") || wrongAt(...whole).length > 0;
  return (
    <Card name={title} onRemove={() => put(path, undefined)}>
      <details class="rule" data-rule={path.join(" ")} open={open || undefined}>
        <summary>{title}</summary>
        <div class="stack">
          {family === "conditions" && <ConditionName name={called} />}
          <div class="form-grid">
            {COMMON.map((field) => (
              <FieldOf key={field.key} field={field} table={table} path={path} />
            ))}
          </div>
          <NamesField
            label={t("workshop.called")}
            value={names(table.name)}
            wrong={wrongAt(...whole, "name")}
            onChange={(now) => put([...path, "name"], now.en || now.ja ? now : undefined, "name")}
          />
          <Fields fields={FIELDS[family]} table={table} path={path} />
          <Mistakes of={wrongAt(...whole).filter((one) => one.path.length <= whole.length)} />
        </div>
      </details>
    </Card>
  );
}

/** A condition's name is its key: the weather that leads to it is told of the new one. */
function ConditionName({ name }: { name: string }) {
  const [typed, setTyped] = useState<string | null>(null);
  const rename = (now: string) => {
    setTyped(null);
    const rules = exclusiveOf(draft.peek()!.data);
    const conditions = isTable(rules.conditions) ? rules.conditions : {};
    if (!/^[\w-]{1,30}$/.test(now) || now === "fair" || now in conditions) return;
    const renamed = Object.entries(conditions).map(([key, one]) => [key === name ? now : key, one]);
    const weather = isTable(rules.weather) ? rules.weather : null;
    const results = Object.entries(isTable(weather?.results) ? weather.results : {}).map(
      ([roll, one]) => [roll, one === name ? now : one],
    );
    change((d) =>
      withData(d, {
        exclusive: {
          ...rules,
          conditions: Object.fromEntries(renamed),
          ...(weather ? { weather: { ...weather, results: Object.fromEntries(results) } } : {}),
        },
      }),
    );
  };
  return (
    <label class="field short">
      <span>{t("workshop.rule.condition_id")}</span>
      <input
        class="input"
        maxLength={30}
        value={typed ?? name}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onBlur={(event) => rename(event.currentTarget.value.trim())}
      />
    </label>
  );
}

interface FormProps {
  table: Table;
  path: Path;
}

function Fields({ fields, table, path }: FormProps & { fields: readonly Field[] }) {
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
const wordOf = (word: string): string => t(`workshop.rule.word.${word}`);
const isNumber = (text: string): boolean => /^[+-]?\d+$/.test(text);

function FieldOf({ field, table, path }: FormProps & { field: Field }) {
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

const numbers = (value: unknown): string[] =>
  (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(String);
const orText = (text: string): number | string => (isNumber(text) ? Number(text) : text);

interface ValueProps {
  label: string;
  value: unknown;
  wrong?: Mistake[];
  bare?: boolean;
}

/** A number that may be left out. What is no number is kept as it was typed: the checker says so. */
function NumberText(props: ValueProps & { onChange: (now: number | string | undefined) => void }) {
  const { label, value, wrong, bare, onChange } = props;
  return (
    <TextField
      label={label}
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
function Change({
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

function Some(
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

function Kinds(
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

interface PairsProps extends ValueProps {
  fresh: [string, unknown];
  onChange: (now: unknown, run?: string) => void;
  cell: (value: unknown, on: (now: unknown) => void) => preact.JSX.Element;
}

/** A table of two columns whose left one is typed. */
function Pairs({ label, value, wrong = [], fresh, onChange, cell }: PairsProps) {
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

function BySide(
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

const sideTables = (): Table => {
  const tablesBySide = exclusiveOf(draft.value!.data).tables;
  return isTable(tablesBySide) ? tablesBySide : {};
};

/** A CRT for the attacks of one side. */
function SideTables() {
  const tablesBySide = sideTables();
  return (
    <>
      {sideIds(draft.value!.data)
        .filter((side) => isTable(tablesBySide[side]))
        .map((side) => (
          <details key={side} class="part">
            <summary>{t("workshop.rules.side_table", { name: sideName(side) })}</summary>
            <div class="stack">
              <CrtTable at={["exclusive", "tables", side]} />
              <button
                type="button"
                class="button small"
                onClick={() => put(["tables", side], undefined)}
              >
                {t("workshop.remove", {
                  name: t("workshop.rules.side_table", { name: sideName(side) }),
                })}
              </button>
            </div>
          </details>
        ))}
    </>
  );
}
