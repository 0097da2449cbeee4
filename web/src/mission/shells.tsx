// The shells themselves: who lies in the Blast Area, the exact odds of each fate, and the dice.
import { useEffect, useState } from "preact/hooks";
import type {
  DiceWanted,
  Drm,
  FfeOdds,
  FfeResult,
  Fired,
  Round,
  Standing,
  UnitFate,
  UnitOdds,
} from "../api/types";
import { call } from "../core/api";
import { remember, remembered } from "../core/storage";
import { hexName, named, t } from "../core/words";
import { Icon } from "../parts/icon";
import { type Modifier, OddsBars, signed, TallyTable } from "../parts/odds";
import { Cite } from "../parts/rule";
import { sentenceOf, tellError } from "../parts/toast";
import { sideName } from "../sight/names";
import { Enter, type Entering } from "./enter";
import { fateName } from "./names";

/** A unit on a map of cardboard, as `hexfire oba ffe` lists it. */
interface Listed {
  hex: string;
  name: string;
  nation: string;
  terrain: string;
  hexside: string;
  friendly?: boolean;
}

const TERRAINS = [
  "open_ground",
  "woods",
  "building_stone",
  "building_wooden",
  "rubble_stone",
  "brush",
  "orchard",
  "grain",
  "marsh",
  "shellholes",
];
const HEXSIDES = ["", "wall", "hedge"];

interface Props {
  standing: Standing;
  round: Round;
  placed: unknown;
  /** An FFE was resolved: the mission as it stands now. */
  onResolved: (standing: Standing) => void;
  /** Put what happened onto the board. */
  onApply: ((result: FfeResult) => void) | null;
}

interface Wish {
  dice?: string;
  roll?: boolean;
  entering?: Entering;
}

export function Shells({ standing, round, placed, onResolved, onApply }: Props) {
  const [units, setUnits] = useState<Listed[]>(() => remembered<Listed[]>("mission.units") ?? []);
  const [prospects, setProspects] = useState<FfeOdds | null>(null);
  const [need, setNeed] = useState<DiceWanted | null>(null);
  const [entered, setEntered] = useState<FfeResult | null>(null);
  const [wrong, setWrong] = useState("");
  const [dice, setDice] = useState("");
  const listed = placed === null;
  const done = standing.shelled.find((one) => one.battery === round.battery);
  const due = standing.unresolved.includes(round.battery);
  const ask = (wish: Wish) =>
    call<Fired>("/api/tools/mission/ffe", {
      body: {
        record: standing.record,
        battery: round.battery,
        placed,
        units: listed ? units : null,
        ...wish,
      },
    });
  useEffect(() => {
    setDice("");
    setNeed(null);
    let stale = false;
    ask({}).then(
      (answer) => {
        if (stale) return;
        setProspects(answer.odds);
        setWrong("");
      },
      (error) => {
        if (stale) return;
        setProspects(null);
        setWrong(sentenceOf(error));
      },
    );
    return () => {
      stale = true;
    };
  }, [standing.steps, round.battery, round.hex, units, placed === null, JSON.stringify(placed)]);
  useEffect(() => setEntered(null), [round.battery, round.hex]);
  /** With dice as they fell, or thrown here; what is missing is asked for. */
  const roll = async (faces: string, entering?: Entering) => {
    try {
      const answer = await ask({ ...(faces ? { dice: faces } : { roll: true }), entering });
      setNeed(answer.need);
      setDice(answer.need ? faces : "");
      if (entering && answer.result) setEntered(answer.result);
      if (answer.standing) onResolved(answer.standing);
    } catch (error) {
      tellError(error);
    }
  };
  const keep = (next: Listed[]) => {
    setUnits(next);
    remember("mission.units", next);
  };
  return (
    <section class="panel stack shells" aria-labelledby="mission-shells">
      <div class="row between">
        <h2 id="mission-shells" tabindex={-1}>
          {t("web.mission.shells")}
        </h2>
        <span class="counter-chip">
          {t(`artillery.${round.counter}`)} {hexName(round.hex)}
        </span>
      </div>
      {prospects && (
        <p class="small muted">
          {t("artillery.cli.shelling", {
            caliber: prospects.ffe.caliber,
            mission: `@artillery.mission.${prospects.ffe.mission}`,
            fp: prospects.ffe.fp,
          })}
          {prospects.ffe.payload !== 0 && ` ${signed(prospects.ffe.payload)}`}{" "}
          {t("web.mission.area", { hexes: prospects.ffe.area })} <Cite rule="C1.5" />
        </p>
      )}
      {listed && !done && (
        <UnitList
          units={units}
          sides={standing.sides}
          area={round.area}
          firing={round.side}
          onChange={keep}
        />
      )}
      {wrong && <p class="notice warn">{wrong}</p>}
      {prospects && !done && prospects.units.length === 0 && (
        <p class="empty">{t("web.mission.nobody")}</p>
      )}
      {due && !wrong && <Throw typed={dice} onRoll={(faces) => roll(faces)} />}
      {need && (
        <p class="notice" role="status">
          {dice && <span class="num">{dice} · </span>}
          {named(need.text)}{" "}
          {need.hexes.length > 0 && t("web.mission.still_to_come", { hexes: need.hexes })}
        </p>
      )}
      {done && <Result result={done} onApply={onApply} />}
      {!done && prospects && <Odds units={prospects.units} />}
      {!due && prospects && prospects.units.length > 0 && (
        <Enter units={prospects.units} onEnter={(entering) => roll("", entering)} />
      )}
      {entered && <Result result={entered} onApply={onApply} />}
    </section>
  );
}

/** Dice thrown here, or typed as they fell. */
function Throw({ typed: before, onRoll }: { typed: string; onRoll: (faces: string) => void }) {
  const [typed, setTyped] = useState("");
  return (
    <div class="row no-print">
      <button type="button" class="button primary" onClick={() => onRoll("")}>
        <Icon name="die" /> {t("web.mission.roll_all")}
      </button>
      <form
        class="row grow"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim()) onRoll(`${before} ${typed}`.trim());
          setTyped("");
        }}
      >
        <input
          class="input short"
          inputMode="numeric"
          aria-label={t("web.range.typed")}
          placeholder={t("web.range.typed")}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <button type="submit" class="button" disabled={!typed.trim()}>
          {t("web.dice.enter")}
        </button>
      </form>
    </div>
  );
}

/** By hex, in the order in which they come. */
function byHex<T extends { hex: string }>(units: readonly T[]): [string, T[]][] {
  const byHex = new Map<string, T[]>();
  for (const unit of units) byHex.set(unit.hex, [...(byHex.get(unit.hex) ?? []), unit]);
  return [...byHex];
}

function Odds({ units }: { units: UnitOdds[] }) {
  return (
    <>
      {byHex(units).map(([hex, there]) => (
        <div class="struck" key={hex}>
          <b class="num struck-hex">{hex}</b>
          {there.map((unit, i) => (
            <div class="struck-unit" key={i}>
              <div class="row between">
                <Who unit={unit} />
                <span class="num">DRM {signed(unit.drm)}</span>
              </div>
              <OddsBars
                label={unit.unit}
                chances={Object.entries(unit.odds).map(([keys, exact]) => ({
                  name: fateName(keys),
                  exact,
                  tone: keys === "none" ? "even" : GOOD.test(keys) ? "good" : undefined,
                }))}
              />
              <Reasons modifiers={unit.modifiers} total={unit.drm} />
            </div>
          ))}
        </div>
      ))}
    </>
  );
}

interface ResultProps {
  result: FfeResult;
  onApply: ((result: FfeResult) => void) | null;
}

/** What the dice did: it stays here for the phase, and in the log for good. */
function Result({ result, onApply }: ResultProps) {
  const struck = new Set(result.units.map((unit) => unit.hex));
  const bare = Object.entries(result.drs).filter(([hex]) => !struck.has(hex));
  return (
    <div class="stack shelled" data-test="shelled">
      {byHex(result.units).map(([hex, there]) => (
        <div class="struck" key={hex}>
          <div class="row between">
            <b class="num struck-hex">{hex}</b>
            {result.drs[hex] !== undefined && (
              <span class="num">{t("artillery.cli.dr", { roll: result.drs[hex]! })}</span>
            )}
          </div>
          {there.map((unit, i) => (
            <Struck key={i} unit={unit} />
          ))}
        </div>
      ))}
      {bare.length > 0 && (
        <p class="small muted">
          {t("artillery.cli.empty_hexes", { hexes: bare.map(([hex, dr]) => `${hex} ${dr}`) })}
        </p>
      )}
      {Object.entries(result.smoke).length > 0 && (
        <p>
          {Object.entries(result.smoke)
            .map(([hex, side]) => `${hex} ${t(`artillery.smoke.${side}`)}`)
            .join(" · ")}
        </p>
      )}
      {result.smoke_off_board.length > 0 && (
        <p class="small muted">
          {t("artillery.note.smoke_off_board", { hexes: result.smoke_off_board })}{" "}
          <Cite rule="C1.71" />
        </p>
      )}
      {result.wires_cut.map((wire) => (
        <p class="notice warn" key={wire.hex + wire.battery}>
          {t("artillery.note.wire_cut", { name: wire.battery, hex: wire.hex })}{" "}
          <Cite rule="C1.23" />
        </p>
      ))}
      {onApply && result.units.length > 0 && (
        <div class="row">
          <button type="button" class="button" onClick={() => onApply(result)}>
            {t("web.mission.apply")}
          </button>
          <span class="small muted">{t("web.mission.apply_says")}</span>
        </div>
      )}
    </div>
  );
}

const nameOf = (item: Modifier): string => named((item as unknown as Drm).name);
const GOOD = /eliminated|burning|gun_destroyed/;

function Who({ unit }: { unit: { unit: string; friendly: boolean } }) {
  return (
    <span>
      <b>{unit.unit}</b>
      {unit.friendly && (
        <span class="small muted">
          {" "}
          {t("web.mission.friendly")} <Cite rule="C1.54" />
        </span>
      )}
    </span>
  );
}

function Struck({ unit }: { unit: UnitFate }) {
  return (
    <div class="struck-unit">
      <div class="row between">
        <Who unit={unit} />
        <b class="fate" data-test="fate">
          {fateName(unit.fate.join(" "))}
        </b>
      </div>
      {unit.column !== null && (
        <p class="small num">
          {unit.ch && (
            <>
              <b>{t("web.mission.ch")}</b> <Cite rule="C1.53" />{" "}
            </>
          )}
          {t("web.mission.attack", { column: unit.column, final: unit.final_dr ?? "–" })}{" "}
          {unit.result}
        </p>
      )}
      <Reasons modifiers={unit.modifiers} total={unit.drm} />
    </div>
  );
}

function Reasons({ modifiers, total }: { modifiers: Drm[]; total: number }) {
  if (!modifiers.some((item) => item.applies)) return null;
  return (
    <details class="why-not">
      <summary>DRM {signed(total)}</summary>
      <TallyTable
        items={modifiers as unknown as Modifier[]}
        total={total}
        label="DRM"
        name={nameOf}
      />
    </details>
  );
}

interface ListProps {
  units: Listed[];
  sides: [string, string];
  area: string[];
  firing: string;
  onChange: (units: Listed[]) => void;
}

/** Without a board: who is in the Blast Area, line by line. */
function UnitList({ units, sides, area, firing, onChange }: ListProps) {
  const set = (at: number, part: Partial<Listed>) =>
    onChange(
      units.map((one, i) => {
        if (i !== at) return one;
        const next = { ...one, ...part };
        return { ...next, friendly: next.nation === firing };
      }),
    );
  const enemy = sides.find((side) => side !== firing) ?? sides[1];
  return (
    <div class="stack">
      <p class="small muted">{t("web.mission.list_says")}</p>
      {units.map((unit, i) => (
        <div class="listed" key={i}>
          <input
            class="input num"
            aria-label={t("web.mission.hex")}
            placeholder={area[0]}
            value={unit.hex}
            onChange={(event) => set(i, { hex: event.currentTarget.value.trim().toUpperCase() })}
          />
          <input
            class="input"
            aria-label={t("web.sight.counter")}
            placeholder="4-4-7"
            value={unit.name}
            onChange={(event) => set(i, { name: event.currentTarget.value.trim() })}
          />
          <select
            class="input"
            aria-label={t("web.mission.side")}
            value={unit.nation}
            onChange={(event) => set(i, { nation: event.currentTarget.value })}
          >
            {sides.map((side) => (
              <option key={side} value={side}>
                {sideName(side)}
              </option>
            ))}
          </select>
          <select
            class="input"
            aria-label={t("web.range.terrain")}
            value={unit.terrain}
            onChange={(event) => set(i, { terrain: event.currentTarget.value })}
          >
            {TERRAINS.map((name) => (
              <option key={name} value={name}>
                {t(`web.terrain.${name}`)}
              </option>
            ))}
          </select>
          <select
            class="input"
            aria-label={t("web.mission.hexside")}
            value={unit.hexside}
            onChange={(event) => set(i, { hexside: event.currentTarget.value })}
          >
            {HEXSIDES.map((name) => (
              <option key={name} value={name}>
                {name ? t(`web.terrain.${name}`) : "–"}
              </option>
            ))}
          </select>
          <button
            type="button"
            class="icon-button"
            aria-label={t("web.sight.remove")}
            onClick={() => onChange(units.filter((_, at) => at !== i))}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
      <div>
        <button
          type="button"
          class="button small"
          onClick={() =>
            onChange([
              ...units,
              {
                hex: area[0] ?? "",
                name: enemy === "german" ? "4-6-7" : "4-4-7",
                nation: enemy,
                terrain: "open_ground",
                hexside: "",
              },
            ])
          }
        >
          <Icon name="plus" /> {t("web.mission.add_unit")}
        </button>
      </div>
    </div>
  );
}
