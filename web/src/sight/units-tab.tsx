// Units on the board: choose what to place, click a hex; click a unit to change it.
import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { GUNNERS } from "../api/nations";
import { call } from "../core/api";
import { t } from "../core/words";
import type { Counter } from "../range/types";
import { UnitFace } from "./counters";
import { bypassName, sideName, unitName } from "./names";
import { beside, thirds } from "./places";
import {
  alter,
  clearBoard,
  hexOf,
  put,
  remove,
  selected,
  shown,
  sides,
  situation,
  unitOf,
  unitsIn,
} from "./store";
import { KINDS, type Kind, type Unit } from "./types";

const USUAL: Record<string, Partial<Record<Kind, string>>> = {
  german: { squad: "4-6-7", half_squad: "2-4-7", crew: "2-2-8", leader: "8-1" },
  russian: { squad: "4-4-7", half_squad: "2-3-7", crew: "2-2-8", leader: "8-0" },
  american: { squad: "6-6-6", half_squad: "3-4-6", crew: "2-2-7", leader: "8-1" },
  british: { squad: "4-5-7", half_squad: "2-4-7", crew: "2-2-7", leader: "8-1" },
};
const SWITCHES = [
  "broken",
  "pinned",
  "concealed",
  "hidden",
  "unarmed",
  "moving",
  "bocage_only",
] as const;
const VEHICLE_SWITCHES = [
  "armored",
  "fully_tracked",
  "reverse",
  "bogged",
  "riders",
  "dozer",
  "hedge_cutter",
] as const;

/** What the next click places. */
const side = signal(0);
const kind = signal<Kind>("squad");
/** Whether the next click moves the chosen unit. */
const moving = signal(false);

export function clickUnits(label: string): void {
  const chosen = selected.peek() ? unitOf(selected.peek()!) : undefined;
  if (chosen && moving.peek()) {
    moving.value = false;
    alter(chosen.id, { hex: label, bypass: null, vertex: null, level: 0 });
    return;
  }
  const here = unitsIn(label);
  if (here.length) {
    // Click again: the next of the stack.
    const at = here.findIndex((unit) => unit.id === selected.peek());
    selected.value = here[(at + 1) % here.length]!.id;
    return;
  }
  add(label);
}

async function add(label: string): Promise<void> {
  const nation = sides.peek()[side.peek() as 0 | 1];
  const id = await put({
    side: nation,
    hex: label,
    kind: kind.peek(),
    level: 0,
    name: USUAL[nation]?.[kind.peek()] ?? "",
    ...(kind.peek() === "vehicle" ? { armored: true, fully_tracked: true, facing: 2 } : {}),
    ...(kind.peek() === "gun" ? { facing: 2 } : {}),
  });
  if (id) selected.value = id;
}

export function UnitsTab() {
  const chosen = selected.value ? unitOf(selected.value) : undefined;
  return (
    <>
      {chosen && <UnitForm key={chosen.id} unit={chosen} />}
      <Palette />
      {!chosen && <UnitList />}
    </>
  );
}

/** What the next click on an empty hex places. */
function Palette() {
  return (
    <section class="panel stack" aria-label={t("web.sight.place")}>
      <div class="fields two">
        {([0, 1] as const).map((i) => (
          <label class="field" key={i}>
            <span>{t(i ? "web.sight.side_b" : "web.sight.side_a")}</span>
            <select
              class="input"
              value={sides.value[i]}
              onChange={(event) => rename(i, event.currentTarget.value)}
            >
              {[...new Set([...GUNNERS, ...sides.value])].map((nation) => (
                <option key={nation} value={nation} disabled={nation === sides.value[1 - i]}>
                  {sideName(nation)}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
      <div class="field">
        <span class="label">{t("web.sight.place")}</span>
        <div class="choices">
          {([0, 1] as const).map((i) => (
            <button
              type="button"
              class={`choice side-choice ${i ? "side-b" : "side-a"}`}
              key={i}
              aria-pressed={side.value === i}
              onClick={() => {
                side.value = i;
              }}
            >
              {sideName(sides.value[i])}
            </button>
          ))}
        </div>
      </div>
      <div class="palette" role="group" aria-label={t("web.sight.kind")}>
        {KINDS.map((one) => (
          <button
            type="button"
            key={one}
            class="palette-item"
            aria-pressed={kind.value === one}
            onClick={() => {
              kind.value = one;
              selected.value = null;
            }}
          >
            <svg viewBox="-21 -21 42 42" aria-hidden="true">
              <UnitFace
                unit={{ id: "", side: "", hex: "", kind: one, level: 0, name: " " }}
                second={side.value === 1}
              />
            </svg>
            {t(`web.unit.${one}`)}
          </button>
        ))}
      </div>
      <p class="small muted">{t("web.sight.place_how")}</p>
    </section>
  );
}

function rename(i: 0 | 1, nation: string): void {
  const next: [string, string] = [...sides.peek()];
  next[i] = nation;
  sides.value = next;
}

function UnitList() {
  const { units } = situation.value;
  if (!units.length) return <p class="empty">{t("web.sight.no_units")}</p>;
  return (
    <section class="panel stack" aria-labelledby="sight-units">
      <div class="row between">
        <h2 id="sight-units">{t("web.sight.units", { count: units.length })}</h2>
        <button type="button" class="button small quiet warn" onClick={clearBoard}>
          {t("web.sight.clear_board")}
        </button>
      </div>
      <ul class="unit-list">
        {units.map((unit) => (
          <li key={unit.id}>
            <button
              type="button"
              onClick={() => {
                selected.value = unit.id;
              }}
            >
              <span class={`dot ${unit.side === sides.value[0] ? "side-a" : "side-b"}`} />
              <b class="num">{unit.hex}</b>
              <span class="grow">{unitName(unit)}</span>
              <span class="muted small">{unit.id}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

let catalogue: Promise<Counter[]> | null = null;
const CLASS_OF: Partial<Record<Kind, Counter["kind"]>> = {
  squad: "mmc",
  half_squad: "mmc",
  crew: "mmc",
  leader: "smc",
  hero: "smc",
  gun: "gun",
  vehicle: "vehicle",
};

/** Names of counters that a unit of this kind may bear. */
function useNames(unit: Unit): string[] {
  const [hexes, setHexes] = useState<string[]>([]);
  useEffect(() => {
    catalogue ??= call<Counter[]>("/api/tools/counters");
    catalogue.then(
      (all) =>
        setHexes([
          ...new Set(
            all
              .filter(
                (one) =>
                  one.kind === CLASS_OF[unit.kind] &&
                  one.nation.toLowerCase().startsWith(unit.side.toLowerCase()),
              )
              .map((one) => one.name),
          ),
        ]),
      () => {
        catalogue = null;
      },
    );
  }, [unit.kind, unit.side]);
  return hexes;
}

function UnitForm({ unit }: { unit: Unit }) {
  const names = useNames(unit);
  const hex = hexOf(unit.hex);
  const set = (part: Partial<Unit>) => alter(unit.id, part);
  const faces = unit.kind === "gun" || unit.kind === "vehicle";
  return (
    <section class="panel stack" aria-label={`${unitName(unit)} ${unit.hex}`}>
      <div class="row">
        <svg class="unit-picture" viewBox="-24 -24 48 48" aria-hidden="true">
          <UnitFace unit={unit} second={unit.side !== sides.value[0]} />
        </svg>
        <h2 class="grow">
          {unitName(unit)} <span class="muted num">{unit.hex}</span>
        </h2>
        <div class="row">
          <button
            type="button"
            class="button small"
            aria-pressed={moving.value}
            onClick={() => {
              moving.value = !moving.value;
            }}
          >
            {t("web.sight.move")}
          </button>
          <button type="button" class="button small warn" onClick={() => remove(unit.id)}>
            {t("web.sight.remove")}
          </button>
        </div>
      </div>
      {moving.value && <p class="notice">{t("web.sight.move_how")}</p>}
      <div class="fields two">
        <label class="field">
          <span>{t("web.sight.counter")}</span>
          <input
            class="input"
            list="counter-names"
            maxLength={40}
            value={unit.name}
            onChange={(event) => set({ name: event.currentTarget.value.trim() })}
          />
          <datalist id="counter-names">
            {names.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </label>
        <label class="field">
          <span>{t("web.sight.level")}</span>
          <select
            class="input"
            value={String(unit.level)}
            onChange={(event) => set({ level: Number(event.currentTarget.value) })}
          >
            {[...new Set([...(hex?.levels ?? [0]), unit.level])].map((level) => (
              <option key={level} value={level}>
                {level}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>{t("web.sight.entrenched")}</span>
          <select
            class="input"
            value={unit.entrenched ?? ""}
            onChange={(event) =>
              set({ entrenched: (event.currentTarget.value || null) as Unit["entrenched"] })
            }
          >
            <option value="">–</option>
            {["foxhole", "trench", "pillbox"].map((one) => (
              <option key={one} value={one}>
                {t(`web.unit.${one}`)}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>{t("web.sight.bypass")}</span>
          <select
            class="input"
            value={unit.bypass ?? ""}
            onChange={(event) => set({ bypass: event.currentTarget.value || null, vertex: null })}
          >
            <option value="">–</option>
            {beside(shown.value, unit.hex).map((label) => (
              <option key={label} value={label}>
                {bypassName({ ...unit, bypass: label, vertex: null })}
              </option>
            ))}
          </select>
        </label>
        {unit.bypass && (
          <label class="field">
            <span>{t("web.sight.vertex")}</span>
            <select
              class="input"
              value={unit.vertex ?? ""}
              onChange={(event) => set({ vertex: event.currentTarget.value || null })}
            >
              <option value="">{t("web.sight.any_vertex")}</option>
              {thirds(shown.value, unit.hex, unit.bypass).map((label) => (
                <option key={label} value={label}>
                  {bypassName({ ...unit, vertex: label })}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      {faces && (
        <div class="field">
          <span class="label">{t("web.sight.facing")}</span>
          <Rose facing={unit.facing ?? null} onTurn={(facing) => set({ facing })} />
        </div>
      )}
      <div class="switches">
        {[...SWITCHES, ...(unit.kind === "vehicle" ? VEHICLE_SWITCHES : [])].map((name) => (
          <button
            type="button"
            key={name}
            class="switch"
            role="switch"
            aria-checked={Boolean(unit[name])}
            onClick={() => set({ [name]: !unit[name] })}
          >
            <i aria-hidden="true" />
            {t(`web.unit.${name}`)}
          </button>
        ))}
      </div>
      <div>
        <button
          type="button"
          class="button small quiet"
          onClick={() => {
            selected.value = null;
          }}
        >
          {t("web.sight.all_units")}
        </button>
      </div>
    </section>
  );
}

const SPINES = [
  [-0.5, -0.87],
  [0.5, -0.87],
  [1, 0],
  [0.5, 0.87],
  [-0.5, 0.87],
  [-1, 0],
] as const;

/** A compass of the six hexspines. */
function Rose({ facing, onTurn }: { facing: number | null; onTurn: (facing: number) => void }) {
  return (
    <div class="rose" role="group" aria-label={t("web.sight.facing")}>
      {SPINES.map(([x, y], i) => (
        <button
          type="button"
          key={i}
          aria-pressed={facing === i}
          aria-label={t("web.sight.spine", { n: i + 1 })}
          style={{ left: `${50 + x * 38}%`, top: `${50 + y * 38}%` }}
          onClick={() => onTurn(i)}
        >
          <svg viewBox="-10 -10 20 20" aria-hidden="true">
            <path
              d="M9 0-7 5-3.5 0-7-5z"
              transform={`rotate(${(Math.atan2(y, x) * 180) / Math.PI})`}
            />
          </svg>
        </button>
      ))}
    </div>
  );
}
