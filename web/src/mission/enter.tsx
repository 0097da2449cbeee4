// Who enters a Blast Area is attacked at once (C1.51).
import { useState } from "preact/hooks";
import type { UnitOdds } from "../api/types";
import { t } from "../core/words";
import { Icon } from "../parts/icon";
import { Cite } from "../parts/rule";

export interface Entering {
  phase: string;
  units: string[];
  assault: boolean;
}

const PHASES = ["MPh", "RtPh", "APh", "CCPh"];

/** A unit as the rules know it: by its id on a board, by its name in a list. */
const idOf = (unit: UnitOdds): string => unit.id || unit.unit;

interface Props {
  units: UnitOdds[];
  onEnter: (entering: Entering) => void;
}

export function Enter({ units, onEnter }: Props) {
  const [phase, setPhase] = useState("MPh");
  const [coming, setComing] = useState<string[]>([]);
  const [assault, setAssault] = useState(false);
  const there = coming.filter((id) => units.some((unit) => idOf(unit) === id));
  return (
    <details class="why-not">
      <summary>
        {t("web.mission.enter")} <Cite rule="C1.51" />
      </summary>
      <div class="stack">
        <div class="row">
          {units.map((unit) => (
            <label class="check" key={unit.hex + idOf(unit)}>
              <input
                type="checkbox"
                checked={there.includes(idOf(unit))}
                onChange={(event) =>
                  setComing(
                    event.currentTarget.checked
                      ? [...there, idOf(unit)]
                      : there.filter((id) => id !== idOf(unit)),
                  )
                }
              />
              {unit.unit} {unit.hex}
            </label>
          ))}
        </div>
        <div class="row">
          <select
            class="input"
            aria-label={t("web.mission.enter_phase")}
            value={phase}
            onChange={(event) => setPhase(event.currentTarget.value)}
          >
            {PHASES.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
          {phase === "MPh" && (
            <label class="check">
              <input
                type="checkbox"
                checked={assault}
                onChange={(event) => setAssault(event.currentTarget.checked)}
              />
              {t("web.mission.assault")}
            </label>
          )}
          <button
            type="button"
            class="button"
            disabled={!there.length}
            onClick={() => onEnter({ phase, units: there, assault })}
          >
            <Icon name="die" /> {t("web.range.roll")}
          </button>
        </div>
      </div>
    </details>
  );
}
