// The Roster as a printed form: every part is there from the start, its sums always in sight, and
// what is closed is visibly closed.
import "./sheet.css";
import type { ComponentChildren } from "preact";
import { Fragment } from "preact";
import { t } from "../core/words";
import { type ItemRow, isOpen, type Roster, type Side, STEPS } from "./types";

type Cell = string | number | null;
type Condition = "open" | "closed" | "later" | "again";

/** Whether a part of the form can still be written on. */
function condition(roster: Roster, ...steps: Roster["step"][]): Condition {
  const now = STEPS.indexOf(roster.step);
  if (steps.includes(roster.step)) return "open";
  const past = steps.filter((step) => STEPS.indexOf(step) < now).length;
  return past === steps.length ? "closed" : past ? "again" : "later";
}

interface BlockProps {
  title: string;
  state: Condition;
  note?: string;
  children?: ComponentChildren;
}

function Block({ title, state, note, children }: BlockProps) {
  return (
    <section class={`block ${state === "again" ? "closed" : state}`}>
      <h3>
        <span>{title}</span>
        {note && <span class="note">{note}</span>}
        <span class="stamp">{t(`buy.block.${state}`)}</span>
      </h3>
      {children}
    </section>
  );
}

interface TableProps {
  label: string;
  columns: string[];
  rows: Cell[][];
  total?: Cell[];
  numbers: number[];
}

function Table({ label, columns, rows, total, numbers }: TableProps) {
  // A small screen leaves out the columns that nothing stands in.
  const used = (at: number) =>
    at === columns.length - 1 ||
    rows.some((row) => row[at] !== "") ||
    (rows.length === 0 && !!total?.[at]);
  const kind = (at: number) => `${numbers.includes(at) ? "num" : ""} ${used(at) ? "" : "unused"}`;
  return (
    <table class="roster" aria-label={label}>
      <thead>
        <tr>
          {columns.map((name, at) => (
            <th key={name} scope="col" class={kind(at)}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.length === 0 && (
          <tr class="blank">
            {columns.map((name, at) => (
              <td key={name} class={kind(at)}>
                &nbsp;
              </td>
            ))}
          </tr>
        )}
        {rows.map((row, i) => (
          <tr key={i}>
            {row.map((cell, at) => (
              <td key={columns[at]} class={kind(at)}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {total && (
        <tfoot>
          <tr>
            {total.map((cell, at) => (
              <td key={columns[at]} class={kind(at)}>
                {cell}
              </td>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  );
}

const heads = (...names: string[]) => names.map((name) => t(`purchase.sheet.${name}`));
const sum = (rows: { bpv: number }[]) => rows.reduce((all, row) => all + row.bpv, 0);

function Infantry({ of }: { of: Roster }) {
  const columns = heads("line", "type", "number", "mpv_ea", "mpv", "id", "ab");
  const total = of.first_mpv + of.second_mpv;
  return (
    <Block
      title={t("purchase.step.infantry")}
      state={condition(of, "infantry", "second")}
      note={of.engineers ? t("purchase.sheet.engineers", { count: of.engineers }) : ""}
    >
      <table class="roster" aria-label={t("purchase.step.infantry")}>
        <thead>
          <tr>
            {columns.map((name, at) => (
              <th key={name} scope="col" class={[2, 3, 4].includes(at) ? "num" : ""}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {of.infantry.map((section) => (
            <Fragment key={section.name}>
              <tr class="section">
                <th colSpan={2} scope="rowgroup">
                  {t(`purchase.section.${section.name}`)}
                </th>
                <td class="num">{section.number}</td>
                <td colSpan={4}>
                  {t("purchase.sheet.equiv")} <b class="num">{section.equivalents}</b>
                </td>
              </tr>
              {section.rows.map((row) => (
                <tr key={row.line}>
                  <td>{row.line}</td>
                  <td>
                    <b class="num">{row.type}</b>
                    {row.kind !== "squad" && !row.type.endsWith(" HS") ? ` ${row.kind}` : ""}
                  </td>
                  <td class="num">{row.kind === "squad" ? row.number : `(${row.number})`}</td>
                  <td class="num">{row.each ?? "–"}</td>
                  <td class="num">{row.mpv ?? "–"}</td>
                  <td>{row.ids}</td>
                  <td>{row.ab}</td>
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={2}>{t("purchase.sheet.totals")}</td>
            <td class="num">{of.squads}</td>
            <td />
            <td class="num">{total}</td>
            <td colSpan={2}>
              {t("purchase.sheet.equiv")} <b class="num">{of.equivalents}</b>
            </td>
          </tr>
        </tfoot>
      </table>
    </Block>
  );
}

const rolled = (dr: [number, string] | null) =>
  dr ? t("purchase.sheet.dr", { dr: dr[0], rf: dr[1] }) : "";

function Ordnance({ of }: { of: Roster }) {
  const title = t("purchase.step.ordnance");
  return (
    <Block title={title} state={condition(of, "ordnance")} note={rolled(of.ordnance_dr)}>
      <Table
        label={title}
        columns={heads("name", "bpv_ea", "number", "id", "ref", "bpv")}
        rows={of.guns.map((gun) => [gun.name, gun.each, gun.number, gun.ids, gun.refs, gun.bpv])}
        total={[t("purchase.sheet.totals"), "", "", "", "", sum(of.guns)]}
        numbers={[1, 2, 5]}
      />
    </Block>
  );
}

function Vehicles({ of }: { of: Roster }) {
  const title = t("purchase.step.vehicles");
  const marks = (ammo: boolean, tows: string) =>
    [ammo ? t("purchase.sheet.ammo") : "", tows ? t("purchase.sheet.tows", { ref: tows }) : ""]
      .filter(Boolean)
      .join(", ");
  const rows: Cell[][] = of.vehicles.map((v) => {
    const more = marks(v.ammo, v.tows);
    const name = more ? `${v.name} (${more})` : v.name;
    return [v.ref, name, v.each, v.number, v.id, v.opt_bpv, v.opt_for, v.leader, v.bpv];
  });
  for (const item of of.transport) {
    const name = t(`purchase.item.${item.name}`);
    const full = item.foreign ? `${name} (${t("purchase.item.foreign")})` : name;
    const each = Math.floor(item.bpv / item.number);
    rows.push(["", full, each, item.number, "", "", "", "", item.bpv]);
  }
  const note = [rolled(of.vehicle_dr), of.motorized ? t("purchase.step.motorized") : ""];
  const total = sum(of.vehicles) + sum(of.transport);
  return (
    <Block title={title} state={condition(of, "vehicles")} note={note.filter(Boolean).join(" · ")}>
      <Table
        label={title}
        columns={heads("ref", "name", "bpv_ea", "number", "id", "opt_bpv", "for", "leader", "bpv")}
        rows={rows}
        total={["", t("purchase.sheet.totals"), "", "", "", "", "", "", total]}
        numbers={[2, 3, 8]}
      />
    </Block>
  );
}

function Oba({ of }: { of: Roster }) {
  const title = t("purchase.step.oba");
  const rows: Cell[][] = of.batteries.map((b) => [b.id, b.size, b.rp, b.ps, b.bpv]);
  for (const item of of.support) {
    const name = t(`purchase.${item.name}`);
    rows.push([item.board ? `${name} (${item.board})` : name, item.number, "", "", item.bpv]);
  }
  return (
    <Block
      title={title}
      state={condition(of, "oba")}
      note={of.oba_rolls.map((dr) => `DR ${dr}`).join(" · ")}
    >
      <Table
        label={title}
        columns={heads("battery", "size", "rp", "ps", "bpv")}
        rows={rows}
        total={[t("purchase.sheet.totals"), "", "", "", sum(of.batteries) + sum(of.support)]}
        numbers={[4]}
      />
    </Block>
  );
}

function fortName(item: ItemRow): string {
  return item.name.startsWith("pillbox")
    ? item.name.replace("pillbox", t("purchase.fort.pillbox"))
    : t(`purchase.fort.${item.name}`);
}

function Fortifications({ of }: { of: Roster }) {
  const title = t("purchase.step.fortifications");
  return (
    <Block title={title} state={condition(of, "fortifications")}>
      <Table
        label={title}
        columns={heads("name", "number", "board", "bpv")}
        rows={of.fortifications.map((item) => [fortName(item), item.number, item.board, item.bpv])}
        total={[t("purchase.sheet.totals"), "", "", sum(of.fortifications)]}
        numbers={[1, 3]}
      />
    </Block>
  );
}

/** «Points Available», line by line. */
export function Balance({ of }: { of: Roster }) {
  const title = t("purchase.sheet.available");
  return (
    <section class="block balance">
      <h3>
        <span>{title}</span>
      </h3>
      <table class="roster" aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{t("buy.line")}</th>
            <th scope="col" class="num">
              {t("purchase.sheet.spent")}
            </th>
            <th scope="col" class="num">
              {t("purchase.sheet.left")}
            </th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>{t("purchase.sheet.allotment")}</td>
            <td />
            <td class="num">{of.points}</td>
          </tr>
          {of.balance.map((row) => (
            <tr key={row.name} class={row.spent ? "" : "nothing"}>
              <td>{t(`purchase.step.${row.name}`)}</td>
              <td class="num">{row.spent ? `−${row.spent}` : "–"}</td>
              <td class="num">{row.left}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface CountsProps {
  title: string;
  state: Condition;
  counts: Record<string, string>;
}

function Counts({ title, state, counts }: CountsProps) {
  const all = Object.entries(counts);
  return (
    <Block title={title} state={state}>
      {all.length === 0 ? (
        <p class="none">–</p>
      ) : (
        <ul class="counts">
          {all.map(([name, count]) => (
            <li key={name}>
              <span>{name}</span> <b class="num">{count}</b>
            </li>
          ))}
        </ul>
      )}
    </Block>
  );
}

interface Props {
  side: Side;
  /** The first or the second side: told by the band, not by colour alone. */
  at: number;
}

export function Sheet({ side, at }: Props) {
  const nation = t(`purchase.nation.${side.nation}`);
  if (!isOpen(side)) {
    return (
      <article class={`sheet-paper closed band-${at}`} aria-label={nation}>
        <header>
          <h2>{nation}</h2>
          <dl>
            <Fact name={t("buy.points")} value={side.points} />
            <Fact name="ELR" value={side.announced ?? "–"} />
          </dl>
        </header>
        <p class="sealed">
          {t("buy.sealed")} · {t(`buy.stage.${side.stage}`)}
        </p>
      </article>
    );
  }
  return (
    <article class={`sheet-paper band-${at}`} aria-label={nation}>
      <header>
        <div>
          <p class="form-name">{t("purchase.sheet.title")}</p>
          <h2>{nation}</h2>
          <p class="small">{side.date}</p>
        </div>
        <dl>
          <Fact name={t("buy.points")} value={side.points} />
          <Fact name={t("buy.left")} value={side.left} />
          <Fact name="SAN" value={side.san} />
          <Fact name="ELR" value={side.elr ?? "–"} />
        </dl>
      </header>
      {side.equipment.length > 0 && (
        <p class="small">
          {t("buy.whole_side")}{" "}
          {side.equipment.map((code) => t(`purchase.capability.${code}`)).join(" · ")}
        </p>
      )}
      <Infantry of={side} />
      <Ordnance of={side} />
      <Vehicles of={side} />
      <Oba of={side} />
      <Fortifications of={side} />
      <div class="pair">
        <Counts
          title={t("purchase.sheet.leaders")}
          state={condition(side, "leaders", "exchange")}
          counts={side.leaders}
        />
        <Counts title={t("purchase.sheet.sw")} state={condition(side, "sw")} counts={side.sw} />
      </div>
      <Balance of={side} />
      <p class="marks">{t("purchase.sheet.marks")}</p>
    </article>
  );
}

function Fact({ name, value }: { name: string; value: string | number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd class="num">{value}</dd>
    </div>
  );
}
