// Figures that no document holds: one seat names a value, and it holds when the other names the same.
import { useState } from "preact/hooks";
import { t } from "../core/words";
import type { Hand } from "./desk";
import type { PurchaseView } from "./types";

const LISTED: Record<string, string> = {
  infantry: "squad",
  ordnance: "gun",
  vehicles: "vehicle",
  second: "squad",
};
const FIELDS: Record<string, string[]> = {
  squad: ["bpv", "class"],
  gun: ["bpv", "rf"],
  vehicle: ["bpv", "rf"],
};

interface Props {
  view: PurchaseView;
  seat: string;
  nation: string;
  step: string;
  lacking: string[];
  hand: Hand;
  /** Name a figure: with both seats at this screen, for both. */
  propose: (figure: string, value: string) => Promise<boolean>;
}

const itemOf = (figure: string) => figure.slice(0, figure.lastIndexOf("/"));
const fieldOf = (figure: string) => figure.slice(figure.lastIndexOf("/") + 1);
/** `gun/German/2cm FlaK 30` is read as `2cm FlaK 30`; a nation's own figure as the nation. */
const spoken = (item: string) => item.split("/").slice(2).join("/") || item.split("/").pop() || "";

export function Figures({ view, seat, nation, step, lacking, hand, propose }: Props) {
  const standing = Object.entries(view.proposals);
  const items = [...new Set(lacking.map(itemOf))];
  const kind = LISTED[step];
  const whole = items.filter((item) => !kind || !item.startsWith(`${kind}/`));
  const listed = items.filter((item) => !whole.includes(item));
  if (!standing.length && !items.length && !kind) return null;
  const form = (item: string, fields: string[]) => (
    <FigureForm key={item} item={item} fields={fields} busy={hand.busy} propose={propose} />
  );
  const missing = (item: string) => lacking.filter((one) => itemOf(one) === item).map(fieldOf);
  return (
    <section class="figures stack" aria-labelledby="buy-figures">
      <h3 id="buy-figures">{t("buy.figures")}</h3>
      {standing.map(([figure, [by, value]]) => (
        <p class="notice" key={figure}>
          {t(by === seat ? "buy.proposed" : "buy.proposes", { figure, value })}{" "}
          {by !== seat && (
            <button
              type="button"
              class="button small primary"
              disabled={hand.busy}
              onClick={() => hand.order(`figure ${figure} = ${value}`)}
            >
              {t("buy.accept", { value })}
            </button>
          )}
        </p>
      ))}
      {whole.map((item) => form(item, missing(item)))}
      {kind && <Listed kind={kind} nation={nation} items={listed} missing={missing} form={form} />}
    </section>
  );
}

interface ListedProps {
  kind: string;
  nation: string;
  items: string[];
  missing: (item: string) => string[];
  form: (item: string, fields: string[]) => preact.JSX.Element;
}

/** Squads, Guns and vehicles: choose one that lacks its figures, or name one's own. */
function Listed({ kind, nation, items, missing, form }: ListedProps) {
  const [picked, setPicked] = useState("");
  const [own, setOwn] = useState("");
  const item = own.trim() ? `${kind}/${nation}/${own.trim()}` : picked;
  const fields = own.trim() ? (FIELDS[kind] ?? []) : missing(picked);
  return (
    <details class="more">
      <summary>{t("buy.lacking", { count: items.length })}</summary>
      <div class="stack">
        <p class="small muted">{t("buy.lacking_says")}</p>
        {items.length > 0 && (
          <label class="field">
            <span>{t("buy.pick_item")}</span>
            <select
              class="input"
              value={picked}
              onChange={(event) => {
                setPicked(event.currentTarget.value);
                setOwn("");
              }}
            >
              <option value="">–</option>
              {items.map((one) => (
                <option key={one} value={one}>
                  {spoken(one)}
                </option>
              ))}
            </select>
          </label>
        )}
        <label class="field">
          <span>{t("buy.own_item")}</span>
          <input
            class="input"
            maxLength={40}
            value={own}
            onInput={(event) => setOwn(event.currentTarget.value)}
          />
        </label>
        {item && fields.length > 0 && form(item, fields)}
      </div>
    </details>
  );
}

interface FormProps {
  item: string;
  fields: string[];
  busy: boolean;
  propose: (figure: string, value: string) => Promise<boolean>;
}

function FigureForm({ item, fields, busy, propose }: FormProps) {
  const [values, setValues] = useState<Record<string, string>>({});
  const given = fields.filter((field) => values[field]?.trim());
  return (
    <form
      class="figure-form"
      onSubmit={async (event) => {
        event.preventDefault();
        for (const field of given) {
          if (!(await propose(`${item}/${field}`, (values[field] ?? "").trim()))) return;
        }
        setValues({});
      }}
    >
      <b>{spoken(item)}</b>
      <datalist id="buy-classes">
        {["Elite", "Line", "Green", "Conscript"].map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      {fields.map((field) => (
        <label class="field" key={field}>
          <span>{t(`buy.field.${field}`)}</span>
          <input
            class="input num"
            maxLength={40}
            list={field === "class" ? "buy-classes" : undefined}
            value={values[field] ?? ""}
            onInput={(event) => setValues({ ...values, [field]: event.currentTarget.value })}
          />
        </label>
      ))}
      <button type="submit" class="button small" disabled={busy || given.length === 0}>
        {t("buy.propose")}
      </button>
    </form>
  );
}
