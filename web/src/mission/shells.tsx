// The shells themselves: who lies in the Blast Area, the exact odds of each fate, and the dice.
import { useEffect, useState } from "preact/hooks";
import { call } from "../core/api";
import { remember, remembered } from "../core/storage";
import { named, t } from "../core/words";
import { Icon } from "../parts/icon";
import { type Modifier, OddsBars, signed, TallyTable } from "../parts/odds";
import { Cite } from "../parts/rule";
import { sentenceOf, tellError } from "../parts/toast";
import { sideName } from "../sight/names";
import { fateName } from "./names";
import type { Round, Shelled, ShelledUnit, Standing } from "./types";

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
  /** Put what happened onto the board. */
  onApply: ((shelled: Shelled) => void) | null;
}

export function Shells({ standing, round, placed, onApply }: Props) {
  const [units, setUnits] = useState<Listed[]>(() => remembered<Listed[]>("mission.units") ?? []);
  const [found, setFound] = useState<Shelled | null>(null);
  const [wrong, setWrong] = useState("");
  const [dice, setDice] = useState("");
  const [typed, setTyped] = useState("");
  const listed = placed === null;
  const ask = (more: { dice?: string; roll?: boolean }) =>
    call<Shelled>("/api/tools/mission/ffe", {
      body: {
        record: standing.record,
        battery: round.battery,
        placed,
        units: listed ? units : null,
        ...more,
      },
    });
  useEffect(() => {
    setDice("");
    setTyped("");
    let stale = false;
    ask({}).then(
      (answer) => {
        if (stale) return;
        setFound(answer);
        setWrong("");
      },
      (error) => {
        if (stale) return;
        setFound(null);
        setWrong(sentenceOf(error));
      },
    );
    return () => {
      stale = true;
    };
  }, [standing.steps, round.battery, round.hex, units, placed === null, JSON.stringify(placed)]);
  const roll = async (faces: string) => {
    try {
      const answer = await ask(faces ? { dice: faces } : { roll: true });
      setDice(answer.need ? faces : "");
      setTyped("");
      setFound(answer.need && found ? { ...found, need: answer.need, rolled: false } : answer);
    } catch (error) {
      tellError(error);
    }
  };
  const keep = (next: Listed[]) => {
    setUnits(next);
    remember("mission.units", next);
  };
  const anybody = Boolean(found?.hexes.length);
  return (
    <section class="panel stack shells" aria-labelledby="mission-shells">
      <div class="row between">
        <h2 id="mission-shells">{t("web.mission.shells")}</h2>
        <span class="counter-chip">
          {t(`artillery.${round.counter}`)} {round.hex}
        </span>
      </div>
      {found && (
        <p class="small muted">
          {t("artillery.cli.shelling", {
            caliber: found.caliber,
            mission: `@artillery.mission.${found.mission}`,
            fp: found.fp,
          })}{" "}
          {t("web.mission.area", { hexes: found.area })} <Cite rule="C1.5" />
        </p>
      )}
      {listed && (
        <UnitList
          units={units}
          sides={standing.record.setup.sides}
          area={round.area}
          firing={round.side}
          onChange={keep}
        />
      )}
      {wrong && <p class="notice warn">{wrong}</p>}
      {found && !anybody && <p class="empty">{t("web.mission.nobody")}</p>}
      {anybody && (
        <div class="row no-print">
          <button type="button" class="button primary" onClick={() => roll("")}>
            <Icon name="die" /> {t("web.mission.roll_all")}
          </button>
          <form
            class="row grow"
            onSubmit={(event) => {
              event.preventDefault();
              if (typed.trim()) roll(`${dice} ${typed}`.trim());
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
      )}
      {found?.need && (
        <p class="notice" role="status">
          {dice && <span class="num">{dice} · </span>}
          {named(found.need.text)}
        </p>
      )}
      {found?.hexes.map((row) => (
        <div class="struck" key={row.hex}>
          <div class="row between">
            <b class="num struck-hex">{row.hex}</b>
            {row.dr && (
              <span class="num">
                {t("artillery.cli.dr", { roll: row.dr.reduce((a, b) => a + b, 0) })}{" "}
                <span class="muted">({row.dr.join(" + ")})</span>
              </span>
            )}
          </div>
          {row.units.map((unit, i) => (
            <Struck key={i} unit={unit} />
          ))}
        </div>
      ))}
      {found?.cut?.map((wire) => (
        <p class="notice warn" key={wire.hex + wire.name}>
          {t("artillery.cli.wire_cut", { name: wire.name, hex: wire.hex })}
        </p>
      ))}
      {found?.rolled && onApply && (
        <div class="row">
          <button
            type="button"
            class="button"
            onClick={() => {
              onApply(found);
              setFound(null);
            }}
          >
            {t("web.mission.apply")}
          </button>
          <span class="small muted">{t("web.mission.apply_says")}</span>
        </div>
      )}
    </section>
  );
}

const nameOf = (item: Modifier): string =>
  named((item as ShelledUnit["drm"]["items"][number]).names);
const GOOD = /eliminated|burning|gun_destroyed/;

function Struck({ unit }: { unit: ShelledUnit }) {
  return (
    <div class="struck-unit">
      <div class="row between">
        <span>
          <b>{unit.name}</b>
          {unit.friendly && (
            <span class="small muted">
              {" "}
              {t("web.mission.friendly")} <Cite rule="C1.54" />
            </span>
          )}
        </span>
        {unit.fate ? (
          <b class="fate" data-test="fate">
            {fateName(unit.fate)}
          </b>
        ) : (
          <span class="num">DRM {signed(unit.drm.total)}</span>
        )}
      </div>
      {unit.odds && (
        <OddsBars
          label={unit.name}
          chances={unit.odds.map(([keys, exact]) => ({
            name: fateName(keys),
            exact,
            tone: keys === "none" ? "even" : GOOD.test(keys) ? "good" : undefined,
          }))}
        />
      )}
      {unit.drm.items.some((item) => item.applies) && (
        <details class="why-not">
          <summary>DRM {signed(unit.drm.total)}</summary>
          <TallyTable items={unit.drm.items} total={unit.drm.total} label="DRM" name={nameOf} />
        </details>
      )}
    </div>
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
