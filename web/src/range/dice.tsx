// The dice: thrown by the server, or as they fell on one's own table.
import { useState } from "preact/hooks";
import { call } from "../core/api";
import { named, t } from "../core/words";
import { Icon } from "../parts/icon";
import { tellError } from "../parts/toast";
import { order, report, rolled } from "./store";
import type { Rolled } from "./types";
import { effectName, whoIs } from "./words";

const PIPS: Record<number, [number, number][]> = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
};

function Die({ face, coloured }: { face: number; coloured: boolean }) {
  return (
    <svg
      class={`die ${coloured ? "coloured" : ""}`}
      viewBox="-16 -16 32 32"
      role="img"
      aria-label={`${face}`}
    >
      <rect x="-15" y="-15" width="30" height="30" rx="5" />
      {(PIPS[face] ?? []).map(([x, y], i) => (
        <circle key={i} cx={x * 7.5} cy={y * 7.5} r="2.8" />
      ))}
    </svg>
  );
}

export function DiceBox() {
  const [typed, setTyped] = useState("");
  const roll = (faces: number[] | null) =>
    call<Rolled>("/api/tools/shot/roll", { body: { order: order.peek(), faces } }).then((found) => {
      rolled.value = found;
    }, tellError);
  const faces = typed
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number);
  return (
    <section class="panel stack no-print" aria-label={t("web.range.dice")}>
      <div class="row">
        <button type="button" class="button primary" onClick={() => roll(null)}>
          <Icon name="die" /> {t("web.range.roll")}
        </button>
        <form
          class="row grow"
          onSubmit={(event) => {
            event.preventDefault();
            roll(faces);
          }}
        >
          <input
            class="input typed-dice"
            inputMode="numeric"
            placeholder={t("web.range.typed")}
            aria-label={t("web.range.typed")}
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
          <button type="submit" class="button" disabled={!faces.length || faces.some(Number.isNaN)}>
            {t("web.dice.enter")}
          </button>
        </form>
      </div>
      {rolled.value && <Fallen fell={rolled.value} />}
    </section>
  );
}

function Fallen({ fell }: { fell: Rolled }) {
  const [coloured = 0, white = 0] = fell.faces;
  const needed = report.value?.targets[0]?.needed ?? 0;
  const said = !fell.fired
    ? "gunnery.page.thrown_no_ammo"
    : fell.hits.length
      ? "gunnery.page.thrown_hit"
      : "gunnery.page.thrown_miss";
  return (
    <div class="rolled" role="status">
      <span class="row">
        {fell.faces.slice(0, fell.direct ? 8 : 2).map((face, i) => (
          <Die key={i} face={face} coloured={i % 2 === 0} />
        ))}
        {!fell.direct && fell.faces.length > 1 && (
          <b>{t(said, { colored: coloured, white, sum: coloured + white, needed })}</b>
        )}
      </span>
      {fell.story.map((key) => (
        <p key={key} class="outcome">
          {t(`fieldguns.latw.${key}`)}
        </p>
      ))}
      {fell.hits.map((hit, i) => (
        <p key={i}>
          {hit.name}
          {hit.location && ` · ${t(`gunnery.page.${hit.location}`)}`}
          {hit.ch && ` · ${t("web.range.ch")}`}
        </p>
      ))}
      {fell.results.map((result, i) => (
        <p key={i} class="outcome">
          {whoIs(result.name)}: <b>{effectName(result.label)}</b>
        </p>
      ))}
      {!fell.direct && fell.faces.length > 2 && (
        <p class="small muted">
          {t("gunnery.page.further_dice", { dice: fell.faces.slice(2).join(" ") })}
        </p>
      )}
      <p class="small">
        {[
          fell.rof_kept && t("gunnery.page.rof_kept"),
          fell.malfunction && t("gunnery.page.malfunction"),
          fell.acquisition && t("gunnery.page.acquired", { drm: fell.acquisition }),
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {fell.need && <p class="notice">{named(fell.need)}</p>}
    </div>
  );
}
