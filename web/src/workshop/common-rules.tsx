// What a scenario says of the common rules: limits, the options where they leave a choice, and notes
// for the reader.
import type { OptionForm } from "../api/types";
import { t } from "../core/words";
import { Icon } from "../parts/icon";
import { tidy, withData } from "./edits";
import { isTable } from "./exclusive";
import { Check, Mistakes, NamesField, Pick } from "./fields";
import { NumberText } from "./rule-inputs";
import { change, draft, kinds, wrongAt } from "./store";
import { type Data, names, tables } from "./types";

const LIMITS = ["attacker_limit", "marker_limit"] as const;

export function CommonRules() {
  const wrong = (["exceptions", "options", "exclusive_rules"] as const).some(
    (part) => wrongAt(part).length,
  );
  return (
    <details class="part" open={wrong || undefined}>
      <summary>{t("workshop.common_rules")}</summary>
      <div class="stack">
        <p class="how">{t("workshop.how.common_rules")}</p>
        <Limits />
        <Options />
        <Notes />
      </div>
    </details>
  );
}

/** A part of the file without what is not said; a part that says nothing is not written. */
function putPart(part: "exceptions" | "options", now: Data["options"] | Data["exceptions"]): void {
  change(
    (d) => {
      const { [part]: before, ...rest } = d.data;
      const table = tidy({ ...(isTable(before) ? before : {}), ...now });
      return { ...d, data: Object.keys(table).length ? { ...rest, [part]: table } : rest };
    },
    `${part} ${Object.keys(now ?? {}).join(" ")}`,
  );
}

function Limits() {
  const said = draft.value!.data.exceptions ?? {};
  return (
    <div class="form-grid">
      {LIMITS.map((key) => (
        <NumberText
          key={key}
          label={t(`workshop.limit.${key}`)}
          value={said[key]}
          wrong={wrongAt("exceptions", key)}
          onChange={(now) => putPart("exceptions", { [key]: now } as Data["exceptions"])}
        />
      ))}
    </div>
  );
}

function Options() {
  const options = kinds.value.options;
  const known = options.map((one) => one.name);
  return (
    <fieldset class="stack">
      <legend>{t("workshop.options")}</legend>
      {options.map((option) => (
        <Option key={option.name} option={option} />
      ))}
      <Mistakes of={wrongAt("options").filter((one) => !known.includes(one.path[1] ?? ""))} />
    </fieldset>
  );
}

/** One choice that the common rules leave open: yes or no, or one of several. */
function Option({ option }: { option: OptionForm }) {
  const { name, values, by_default, ruling } = option;
  const given = draft.value!.data.options?.[name];
  const now = given ?? by_default;
  const wrong = wrongAt("options", name);
  const put = (value: string | boolean) =>
    putPart("options", { [name]: value === by_default ? undefined : value } as Data["options"]);
  const label = (
    <>
      {t(`workshop.option.${name}`)} <span class="ruling">{ruling}</span>
    </>
  );
  if (typeof by_default === "boolean") {
    return (
      <div>
        <Check label={label} checked={now === true} onChange={put} />
        <Mistakes of={wrong} />
      </div>
    );
  }
  return (
    <Pick
      label={label}
      value={String(now)}
      options={values.map((value) => ({
        value: String(value),
        name: t(`workshop.option.${name}.${value}`),
      }))}
      wrong={wrong}
      onChange={put}
    />
  );
}

/** Rules in words: the reader sees them, the engine does not read them. */
function Notes() {
  const notes = tables(draft.value!.data.exclusive_rules);
  const put = (now: typeof notes, run = "") =>
    change((d) => withData(d, { exclusive_rules: now.length ? now : undefined }), run);
  return (
    <fieldset class="stack">
      <legend>{t("workshop.notes")}</legend>
      {notes.map((note, i) => (
        <div class="note-row" key={i}>
          <NamesField
            label={t("workshop.note", { number: i + 1 })}
            long
            value={names(note.text)}
            wrong={wrongAt("exclusive_rules", i)}
            onChange={(text) =>
              put(
                notes.map((one, n) => (n === i ? { ...one, text } : one)),
                `note ${i}`,
              )
            }
          />
          <button
            type="button"
            class="icon-button"
            aria-label={t("workshop.remove", { name: t("workshop.note", { number: i + 1 }) })}
            onClick={() => put(notes.filter((_, n) => n !== i))}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
      <Mistakes of={wrongAt("exclusive_rules").filter((one) => one.path.length === 1)} />
      <button
        type="button"
        class="button small"
        onClick={() => put([...notes, { text: { en: "", ja: "" } }])}
      >
        + {t("workshop.add_note")}
      </button>
    </fieldset>
  );
}
