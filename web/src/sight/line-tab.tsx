// The line between two ends: hexes and levels, or units that look.
import { t } from "../core/words";
import { Waiting } from "../parts/waiting";
import { unitName } from "./names";
import { asked, hexOf, line, NOWHERE, unitsIn, wantField, wrong } from "./store";
import { Pairs, VerdictCard } from "./verdict";

export function LineTab() {
  const ends = asked.value;
  return (
    <>
      <form class="panel stack" onSubmit={(event) => event.preventDefault()}>
        <End which="source" />
        <End which="target" />
        <div class="row between">
          <label class="check">
            <input
              type="checkbox"
              checked={wantField.value}
              onChange={(event) => {
                wantField.value = event.currentTarget.checked;
              }}
            />
            {t("web.sight.field")}
          </label>
          {ends.source && (
            <button
              type="button"
              class="button small quiet"
              onClick={() => {
                asked.value = {
                  ...NOWHERE,
                  source: ends.target,
                  source_level: ends.target_level,
                  viewer: ends.seen,
                  target: ends.source,
                  target_level: ends.source_level,
                  seen: ends.viewer,
                };
              }}
            >
              {t("web.sight.turn")}
            </button>
          )}
        </div>
      </form>
      <div aria-live="polite" class="stack">
        {line.value ? (
          <>
            <VerdictCard line={line.value} />
            <Pairs line={line.value} from={ends.source} to={ends.target} />
          </>
        ) : (
          wrong.value === null &&
          (ends.source && ends.target ? (
            <Waiting />
          ) : (
            <p class="empty">{t(ends.source ? "web.sight.second" : "web.sight.first")}</p>
          ))
        )}
      </div>
    </>
  );
}

function End({ which }: { which: "source" | "target" }) {
  const ends = asked.value;
  const who = which === "source" ? "viewer" : "seen";
  const label = ends[which];
  const units = unitsIn(label);
  const level = ends[`${which}_level`];
  return (
    <div class={`end ${units.length ? "with-unit" : ""}`}>
      <label class="field">
        <span>{t(which === "source" ? "web.sight.from" : "web.sight.to")}</span>
        <input
          class="input num"
          value={label}
          placeholder="E5"
          onChange={(event) => {
            const hex = event.currentTarget.value.trim().toUpperCase();
            asked.value = { ...ends, [which]: hex, [`${which}_level`]: 0, [who]: "" };
          }}
        />
      </label>
      <label class="field">
        <span>{t("web.sight.level")}</span>
        <select
          class="input"
          value={String(level)}
          onChange={(event) => {
            const next = Number(event.currentTarget.value);
            asked.value = { ...ends, [`${which}_level`]: next, [who]: "" };
          }}
        >
          {[...new Set([...(hexOf(label)?.levels ?? []), level, 0])]
            .sort((a, b) => a - b)
            .map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
        </select>
      </label>
      {units.length > 0 && (
        <label class="field who">
          <span>{t("web.sight.unit_there")}</span>
          <select
            class="input"
            value={ends[who]}
            onChange={(event) => {
              const id = event.currentTarget.value;
              const unit = units.find((one) => one.id === id);
              asked.value = { ...ends, [who]: id, [`${which}_level`]: unit?.level ?? level };
            }}
          >
            <option value="">{t("web.sight.bare_hex")}</option>
            {units.map((unit) => (
              <option key={unit.id} value={unit.id}>
                {unit.id}: {unitName(unit)}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}
