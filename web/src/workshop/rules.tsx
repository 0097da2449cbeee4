// Exclusive rules in forms: a card for each rule, with what the checker says beside every field.
import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import { named, t } from "../core/words";
import { Card } from "./card";
import { CommonRules } from "./common-rules";
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
import { Mistakes, NamesField } from "./fields";
import { type Path, put } from "./rule-edits";
import { COMMON, FIELDS } from "./rule-fields";
import { FieldOf, Fields } from "./rule-form";
import { board, change, draft, judged, tab, textAt, wrongAt } from "./store";
import { CrtTable } from "./tables";
import { names, sideIds, tables } from "./types";

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
      <CommonRules />
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
