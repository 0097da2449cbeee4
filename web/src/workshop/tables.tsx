// The tables: results of combat and effects of terrain, each cell with what the checker says of it.
import { t } from "../core/words";
import { Icon } from "../parts/icon";
import {
  addTerrain,
  kindId,
  removeHexside,
  removeTerrain,
  setTerrain,
  tidy,
  withData,
} from "./edits";
import { isTable } from "./exclusive";
import { Check, Mistakes, NamesField, Pick, TextField } from "./fields";
import { change, draft, kinds, wrongAt } from "./store";
import {
  type Crt,
  type Data,
  type Draft,
  type Kind,
  list,
  names,
  RESULTS,
  type Side,
  type Terrain,
} from "./types";

const DICE = ["d6", "d10", "2d6", "d8", "d12", "d20"];

export function TablesTab() {
  return (
    <div class="stack">
      <h3>{t("workshop.terrain_effects")}</h3>
      <TerrainTable />
      <h3>{t("workshop.hexside_effects")}</h3>
      <HexsideTable />
      <h3>{t("workshop.crt")}</h3>
      <CrtTable at={["crt"]} />
    </div>
  );
}

const crtOf = (): Crt => draft.value!.data.crt ?? {};

/** The table that stands at a place of the file. */
function tableAt(data: Data, at: readonly string[]): Crt {
  const value = at.reduce<unknown>(
    (inner, step) => (isTable(inner) ? inner[step] : undefined),
    data,
  );
  return isTable(value) ? (value as Crt) : {};
}

function putTable(d: Draft, at: readonly string[], crt: Crt): Draft {
  const put = (value: unknown, [step, ...rest]: readonly string[]): unknown =>
    step === undefined
      ? crt
      : {
          ...(isTable(value) ? value : {}),
          [step]: put(isTable(value) ? value[step] : undefined, rest),
        };
  return { ...d, data: put(d.data, at) as Data };
}

const rowNames = (): string[] => Object.keys(crtOf().rows ?? {});

/** What is typed for movement points: a number in halves, or «no». */
function points(text: string): number | string | undefined {
  const clean = text.trim().toLowerCase();
  if (clean === "") return undefined;
  const number = Number(clean.replace(",", "."));
  return Number.isFinite(number) ? number : clean === "—" || clean === "-" ? "no" : clean;
}

const shownPoints = (kind: Kind, key: "foot" | "mobile"): string =>
  String(kind[key] ?? kind.mp ?? "");

/** One number for both classes while they are equal, as the files have it. */
function withPoints<T extends Kind>(kind: T, key: "foot" | "mobile", text: string): Partial<T> {
  const now = points(text);
  const other = key === "foot" ? "mobile" : "foot";
  const there = kind[other] ?? kind.mp;
  if (now === there) return { mp: now, foot: undefined, mobile: undefined } as Partial<T>;
  return { mp: undefined, [key]: now, [other]: there } as Partial<T>;
}

function Costs(props: {
  part: "terrain" | "hexside";
  id: string;
  kind: Kind;
  put: (change: Partial<Kind>, run: string) => void;
}) {
  const { part, id, kind, put } = props;
  const both = wrongAt(part, id, "mp");
  return (
    <>
      {(["foot", "mobile"] as const).map((key) => (
        <td key={key}>
          <TextField
            label={t(`workshop.mp_${key}`)}
            bare
            short
            max={5}
            value={shownPoints(kind, key)}
            wrong={[...wrongAt(part, id, key), ...(key === "foot" ? both : [])]}
            onChange={(text) => put(withPoints(kind, key, text), key)}
          />
        </td>
      ))}
    </>
  );
}

/** The name of a kind, and what the checker says of it as a whole. */
function KindName(props: {
  part: "terrain" | "hexside";
  id: string;
  kind: Kind;
  put: (change: Partial<Kind>, run: string) => void;
}) {
  const { part, id, kind, put } = props;
  return (
    <th scope="row">
      <NamesField
        label={id}
        value={names(kind.name, id)}
        wrong={wrongAt(part, id, "name")}
        onChange={(name) => put({ name }, "name")}
      />
      <Mistakes of={wrongAt(part, id).filter((one) => one.path.length === 2)} />
    </th>
  );
}

function MarkCell(props: {
  label: string;
  checked: boolean;
  wrong: ReturnType<typeof wrongAt>;
  onChange: (on: boolean) => void;
}) {
  return (
    <td>
      <Check
        label={<span class="visually-hidden">{props.label}</span>}
        checked={props.checked}
        onChange={props.onChange}
      />
      <Mistakes of={props.wrong} />
    </td>
  );
}

/** Whether ZOC reaches in, or across: it does where the file is silent. */
function ZocCell(props: {
  part: "terrain" | "hexside";
  id: string;
  kind: { zoc?: boolean };
  put: (change: { zoc?: boolean }) => void;
}) {
  return (
    <MarkCell
      label={t("workshop.zoc")}
      checked={props.kind.zoc !== false}
      wrong={wrongAt(props.part, props.id, "zoc")}
      onChange={(on) => props.put({ zoc: on ? undefined : false })}
    />
  );
}

/** Attacks go where movement goes, unless the file says that they do, or do not. */
function AttackPick(props: { id: string; kind: Side; put: (change: Partial<Side>) => void }) {
  const { id, kind, put } = props;
  return (
    <Pick
      label={t("workshop.attack_across")}
      bare
      value={kind.attack === undefined ? "" : String(kind.attack)}
      options={[
        { value: "", name: t("workshop.attack.as_movement") },
        { value: "true", name: t("workshop.attack.always") },
        { value: "false", name: t("workshop.attack.never") },
      ]}
      wrong={wrongAt("hexside", id, "attack")}
      onChange={(now) => put({ attack: now === "" ? undefined : now === "true" })}
    />
  );
}

function RemoveCell(props: { id: string; onRemove: () => void }) {
  const label = t("workshop.remove", { name: props.id });
  return (
    <td>
      <button
        type="button"
        class="icon-button"
        aria-label={label}
        title={label}
        onClick={props.onRemove}
      >
        <Icon name="close" />
      </button>
    </td>
  );
}

function RowPick(props: {
  value: string;
  none?: boolean;
  wrong: ReturnType<typeof wrongAt>;
  onChange: (row: string) => void;
}) {
  const options = rowNames().map((row) => ({ value: row, name: row }));
  const none = { value: "", name: t("workshop.none") };
  return (
    <Pick
      label={t("workshop.crt_row")}
      bare
      value={props.value}
      options={props.none ? [none, ...options] : options}
      wrong={props.wrong}
      onChange={props.onChange}
    />
  );
}

/** The names of the columns; the last is for what takes a row away. */
function Heads({ of }: { of: readonly string[] }) {
  return (
    <thead>
      <tr>
        {of.map((key) => (
          <th scope="col" key={key}>
            {t(`workshop.${key}`)}
          </th>
        ))}
        <td />
      </tr>
    </thead>
  );
}

function TerrainTable() {
  const own = Object.entries(draft.value!.data.terrain ?? {});
  const missing = Object.keys(kinds.value.terrain).filter((id) => !draft.value!.data.terrain?.[id]);
  return (
    <>
      <div class="grid-scroll">
        <table class="grid">
          <Heads
            of={["kind", "symbol", "mp_foot", "mp_mobile", "crt_row", "sea", "zoc", "colour"]}
          />
          <tbody>
            {own.map(([id, kind]) => {
              const put = (now: Partial<Terrain>, run = "") =>
                change((d) => setTerrain(d, id, now), run && `terrain ${id} ${run}`);
              return (
                <tr key={id}>
                  <KindName part="terrain" id={id} kind={kind} put={put} />
                  <td>
                    <TextField
                      label={t("workshop.symbol")}
                      bare
                      short
                      max={1}
                      value={String(kind.symbol ?? "")}
                      wrong={wrongAt("terrain", id, "symbol")}
                      onChange={(symbol) => {
                        if (symbol && symbol !== "#") put({ symbol }, "symbol");
                      }}
                    />
                  </td>
                  <Costs part="terrain" id={id} kind={kind} put={put} />
                  <td>
                    <RowPick
                      value={kind.row ?? "clear"}
                      wrong={wrongAt("terrain", id, "row")}
                      onChange={(row) => put({ row })}
                    />
                  </td>
                  <MarkCell
                    label={t("workshop.sea")}
                    checked={kind.sea === true}
                    wrong={wrongAt("terrain", id, "sea")}
                    onChange={(on) => put({ sea: on || undefined })}
                  />
                  <ZocCell part="terrain" id={id} kind={kind} put={put} />
                  <td>
                    <input
                      type="color"
                      aria-label={t("workshop.colour")}
                      value={/^#[0-9a-f]{6}$/i.test(String(kind.colour)) ? kind.colour : "#dddddd"}
                      onInput={(event) => put({ colour: event.currentTarget.value }, "colour")}
                    />
                  </td>
                  {id === "clear" ? (
                    <td />
                  ) : (
                    <RemoveCell id={id} onRemove={() => change((d) => removeTerrain(d, id))} />
                  )}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <Mistakes of={wrongAt("terrain").filter((one) => one.path.length === 1)} />
      <Adding
        known={missing}
        taken={own.map(([id]) => id)}
        nameOf={(id) => kinds.value.terrain[id]?.name}
        onAdd={(id, name) => {
          const kind: Terrain = kinds.value.terrain[id] ?? {
            name: { en: name, ja: name },
            mp: 1,
            colour: "#d0c8b0",
          };
          const row = rowNames().includes(id) ? id : "clear";
          change((d) => addTerrain(d, id, kind.sea ? kind : { ...kind, row }));
        }}
      />
    </>
  );
}

function HexsideTable() {
  const own = Object.entries(draft.value!.data.hexside ?? {});
  const missing = Object.keys(kinds.value.hexside).filter((id) => !draft.value!.data.hexside?.[id]);
  return (
    <>
      <div class="grid-scroll">
        <table class="grid">
          <Heads
            of={[
              "kind",
              "mp_foot",
              "mp_mobile",
              "crt_row",
              "minefield",
              "any_attacker",
              "counts_as",
              "zoc",
              "attack_across",
            ]}
          />
          <tbody>
            {own.map(([id, kind]) => {
              const put = (now: Partial<Side>, run = "") =>
                change(
                  (d) =>
                    withData(d, {
                      hexside: {
                        ...d.data.hexside,
                        [id]: tidy({ ...d.data.hexside![id], ...now }),
                      },
                    }),
                  run && `hexside ${id} ${run}`,
                );
              return (
                <tr key={id}>
                  <KindName part="hexside" id={id} kind={kind} put={put} />
                  <Costs part="hexside" id={id} kind={kind} put={put} />
                  <td>
                    <RowPick
                      value={kind.row ?? ""}
                      none
                      wrong={wrongAt("hexside", id, "row")}
                      onChange={(row) => put({ row: row || undefined })}
                    />
                  </td>
                  <MarkCell
                    label={t("workshop.minefield")}
                    checked={kind.minefield === true}
                    wrong={wrongAt("hexside", id, "minefield")}
                    onChange={(on) => put({ minefield: on || undefined })}
                  />
                  <MarkCell
                    label={t("workshop.any_attacker")}
                    checked={kind.applies_if === "any"}
                    wrong={wrongAt("hexside", id, "applies_if")}
                    onChange={(on) => put({ applies_if: on ? "any" : undefined })}
                  />
                  <td>
                    <TextField
                      label={t("workshop.counts_as")}
                      bare
                      short
                      max={30}
                      value={String(kind.counts_as ?? "")}
                      wrong={wrongAt("hexside", id, "counts_as")}
                      onChange={(text) => put({ counts_as: text.trim() || undefined }, "counts")}
                    />
                  </td>
                  <ZocCell part="hexside" id={id} kind={kind} put={put} />
                  <td>
                    <AttackPick id={id} kind={kind} put={put} />
                  </td>
                  <RemoveCell id={id} onRemove={() => change((d) => removeHexside(d, id))} />
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <p class="muted small">{t("workshop.hexside_says")}</p>
      <Mistakes of={wrongAt("hexside").filter((one) => one.path.length === 1)} />
      <Adding
        known={missing}
        taken={own.map(([id]) => id)}
        nameOf={(id) => kinds.value.hexside[id]?.name}
        onAdd={(id, name) => {
          const kind = kinds.value.hexside[id] ?? { name: { en: name, ja: name }, mp: 1 };
          const row = rowNames().includes(id) ? { row: id } : {};
          change((d) => withData(d, { hexside: { ...d.data.hexside, [id]: { ...kind, ...row } } }));
        }}
      />
    </>
  );
}

/** A kind more: one of those that maps often have, or one of one's own. */
function Adding(props: {
  known: string[];
  taken: string[];
  nameOf: (id: string) => unknown;
  onAdd: (id: string, name: string) => void;
}) {
  const { known, taken, nameOf, onAdd } = props;
  return (
    <form
      class="row adding"
      onSubmit={(event) => {
        event.preventDefault();
        const field = event.currentTarget.elements.namedItem("id") as HTMLInputElement;
        const name = field.value.trim();
        if (name) onAdd(kindId(name, taken), name);
        field.value = "";
      }}
    >
      {known.map((id) => (
        <button type="button" class="button small" key={id} onClick={() => onAdd(id, id)}>
          + {namesIn(nameOf(id), id)}
        </button>
      ))}
      <input
        class="input"
        name="id"
        maxLength={30}
        placeholder={t("workshop.own_kind")}
        aria-label={t("workshop.own_kind")}
      />
      <button type="submit" class="button small">
        {t("workshop.add")}
      </button>
    </form>
  );
}

function namesIn(value: unknown, id: string): string {
  const both = names(value, id);
  return document.documentElement.lang === "ja" ? both.ja! : both.en!;
}

// -- the CRT ----------------------------------------------------------------------------------

function rollsOf(die: string): string[] {
  const parts = /^([1-9]?)d([1-9]\d?)$/.exec(die);
  if (!parts) return [];
  const count = Number(parts[1] || 1);
  const sides = Number(parts[2]);
  if (count === 1) return Array.from({ length: sides }, (_, i) => String(i + 1));
  return Array.from({ length: count * sides - count + 1 }, (_, i) => String(i + count));
}

/** The table of results, or that of one side: where it stands in the file. */
export function CrtTable({ at }: { at: readonly string[] }) {
  const crt = tableAt(draft.value!.data, at);
  const rows = Object.entries(crt.rows ?? {}).map(([name, cells]) => [name, list(cells)] as const);
  const rolls = [...new Set([...rollsOf(crt.die ?? "d6"), ...Object.keys(crt.results ?? {})])];
  const width = Math.max(
    1,
    ...rows.map(([, cells]) => cells.length),
    ...Object.values(crt.results ?? {}).map((cells) => list(cells).length),
  );
  const columns = Array.from({ length: width }, (_, i) => i);
  const put = (now: Partial<Crt>, run = "") =>
    change((d) => putTable(d, at, { ...tableAt(d.data, at), ...now }), run);
  const cellOf = (part: "rows" | "results", key: string): string[] => list(crt[part]?.[key]);
  const setCell = (part: "rows" | "results", key: string, i: number, text: string) => {
    const cells = [...cellOf(part, key)];
    while (cells.length < i) cells.push(part === "rows" ? "" : "•");
    cells[i] = text;
    put({ [part]: { ...crt[part], [key]: cells } }, `${at.join(" ")} ${part} ${key} ${i}`);
  };
  const resize = (by: 1 | -1) => {
    const all = (part: Record<string, string[]> | undefined, fill: (last: string) => string) =>
      Object.fromEntries(
        Object.entries(part ?? {}).map(([key, cells]) => {
          const now = list(cells);
          return [key, by > 0 ? [...now, fill(now.at(-1) ?? "")] : now.slice(0, width - 1)];
        }),
      );
    put({ rows: all(crt.rows, nextRange), results: all(crt.results, (last) => last || "•") });
  };
  return (
    <>
      <div class="row">
        <Pick
          label={t("workshop.die")}
          value={crt.die ?? "d6"}
          options={DICE.map((die) => ({ value: die, name: die }))}
          wrong={wrongAt(...at, "die")}
          onChange={(die) => put({ die })}
        />
        <button type="button" class="button small" onClick={() => resize(1)}>
          + {t("workshop.column")}
        </button>
        <button type="button" class="button small" disabled={width < 2} onClick={() => resize(-1)}>
          − {t("workshop.column")}
        </button>
      </div>
      <p class="muted small">{t("workshop.crt_says")}</p>
      <div class="grid-scroll">
        <table class="grid crt-grid">
          <tbody>
            {rows.map(([name, cells]) => (
              <tr key={`row ${name}`}>
                <th scope="row">
                  {name}
                  <Mistakes
                    of={wrongAt(...at, "rows", name).filter(
                      (one) => one.path.length === at.length + 2,
                    )}
                  />
                </th>
                {columns.map((i) => (
                  <td key={i}>
                    <TextField
                      label={t("workshop.crt_cell", { row: name, column: i + 1 })}
                      bare
                      short
                      max={10}
                      value={cells[i] ?? ""}
                      wrong={wrongAt(...at, "rows", name, i)}
                      onChange={(text) => setCell("rows", name, i, text)}
                    />
                  </td>
                ))}
                <td>
                  {name !== "clear" && (
                    <button
                      type="button"
                      class="icon-button"
                      aria-label={t("workshop.remove", { name })}
                      onClick={() => {
                        const { [name]: _, ...left } = crt.rows ?? {};
                        put({ rows: left });
                      }}
                    >
                      <Icon name="close" />
                    </button>
                  )}
                </td>
              </tr>
            ))}
            {rolls.map((roll, n) => (
              <tr key={`roll ${roll}`} class={n ? "" : "first-roll"}>
                <th scope="row">
                  {t("workshop.roll", { roll })}
                  <Mistakes
                    of={wrongAt(...at, "results", roll).filter(
                      (one) => one.path.length === at.length + 2,
                    )}
                  />
                </th>
                {columns.map((i) => (
                  <td key={i}>
                    <Pick
                      label={t("workshop.crt_cell", { row: roll, column: i + 1 })}
                      bare
                      value={cellOf("results", roll)[i] ?? ""}
                      options={RESULTS.map((one) => ({ value: one, name: one }))}
                      wrong={wrongAt(...at, "results", roll, i)}
                      onChange={(text) => setCell("results", roll, i, text)}
                    />
                  </td>
                ))}
                <td />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Mistakes
        of={wrongAt(...at).filter(
          (one) => one.path.length < at.length + 2 && one.path[at.length] !== "die",
        )}
      />
      <Adding
        known={missingRows(Object.keys(crt.rows ?? {}))}
        taken={Object.keys(crt.rows ?? {})}
        nameOf={(id) => id}
        onAdd={(id) => put({ rows: { ...crt.rows, [id]: list(crt.rows?.clear) } })}
      />
    </>
  );
}

/** Rows that terrain asks for and the table has not. */
function missingRows(taken: readonly string[]): string[] {
  const { terrain, hexside } = draft.value!.data;
  const wanted = [...Object.values(terrain ?? {}), ...Object.values(hexside ?? {})].map(
    (kind) => kind?.row ?? "",
  );
  return [...new Set(wanted)].filter((row) => row && !taken.includes(row));
}

/** The range after the last: as wide, without a gap. */
function nextRange(last: string): string {
  const parts = /^([+-]?\d+)(?:\.\.([+-]?\d+))?$/.exec(last);
  if (!parts) return "";
  const low = Number(parts[1]);
  const high = Number(parts[2] ?? parts[1]);
  const width = Math.min(high - low, 8);
  return `${high + 1}..${high + 1 + width}`;
}
