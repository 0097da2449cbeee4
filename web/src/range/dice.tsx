// The dice: thrown by the server, or as they fell on one's own table.
import { useState } from "preact/hooks";
import type { ChainRolled, ShotReport } from "../api/types";
import { call } from "../core/api";
import { named, t } from "../core/words";
import { Icon } from "../parts/icon";
import { PIPS } from "../parts/pips";
import { tellError } from "../parts/toast";
import { order, rolled } from "./store";
import { effectName, hand } from "./words";

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
  const roll = (faces: number[], more = false) =>
    call<ShotReport>("/api/tools/shot/roll", {
      body: { order: order.peek(), faces, roll: more },
    }).then((told) => {
      rolled.value = told;
      setTyped("");
    }, tellError);
  // A roll that is still wanted goes on with the dice that fell before it.
  const wanted = rolled.value?.need;
  const before = rolled.value && wanted ? facesOf(rolled.value) : [];
  const asks = t(wanted ? "web.range.typed_next" : "web.range.typed");
  const faces = typed
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number);
  return (
    <section class="panel stack no-print" aria-label={t("web.range.dice")}>
      {rolled.value && <Fallen fell={rolled.value} />}
      <div class="row">
        <button type="button" class="button primary" onClick={() => roll(before, true)}>
          <Icon name="die" /> {t(wanted ? "web.range.roll_next" : "web.range.roll")}
        </button>
        {wanted && (
          <button
            type="button"
            class="button"
            onClick={() => {
              rolled.value = null;
            }}
          >
            <Icon name="undo" /> {t("web.range.new_shot")}
          </button>
        )}
        <form
          class="row grow"
          onSubmit={(event) => {
            event.preventDefault();
            roll([...before, ...faces]);
          }}
        >
          <input
            class="input typed-dice"
            inputMode="numeric"
            placeholder={asks}
            aria-label={asks}
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
          <button type="submit" class="button" disabled={!faces.length || faces.some(Number.isNaN)}>
            {t("web.dice.enter")}
          </button>
        </form>
      </div>
    </section>
  );
}

/** What became of a vehicle's crew, where that is told of its own. */
function crewFate(detail: unknown): string {
  const fate = detail && typeof detail === "object" && "crew" in detail && detail.crew;
  const told = fate === "survived" || fate === "lost" || fate === "abandoned";
  return told ? ` · ${t(`effects.crew.${fate}`)}` : "";
}

/** All dice that fell, in order. */
const facesOf = (fell: ShotReport): number[] =>
  fell.rolled ? fell.rolled.dice : [...(fell.dice ?? []), ...(fell.effects_dice ?? [])];

function Fallen({ fell }: { fell: ShotReport }) {
  const first = fell.rolled ? fell.rolled.dice : (fell.dice ?? []);
  return (
    <div class="rolled" role="status">
      <span class="row">
        {first.slice(0, 8).map((face, i) => (
          <Die key={i} face={face} coloured={i % 2 === 0} />
        ))}
        {fell.kind === "ordnance" && <ToHitDr fell={fell} />}
      </span>
      {fell.rolled && <Story fell={fell} rolled={fell.rolled} />}
      {fell.hits?.map((hit, i) => (
        <p key={i}>
          {hit.name}
          {hit.hit_location && ` · ${t(`gunnery.page.${hit.hit_location}`)}`}
          {hit.is_ch && ` · ${t("web.range.ch")}`}
        </p>
      ))}
      {fell.results?.map((result, i) => (
        <p key={i} class="outcome">
          {result.name}: <b>{effectName(result.result)}</b>
          {crewFate(result.detail)}
        </p>
      ))}
      {fell.rolled?.own.map((one, i) => (
        <p key={i} class="outcome">
          {hand(one.name)}: <b>{effectName(one.result)}</b>
        </p>
      ))}
      {fell.crew && <p class="outcome">{t(`gunnery.page.crew_${fell.crew}`)}</p>}
      {(fell.effects_dice ?? []).length > 0 && (
        <p class="small muted">
          {t("gunnery.page.further_dice", { dice: (fell.effects_dice ?? []).join(" ") })}
        </p>
      )}
      <p class="small">
        {[
          fell.rof_kept && t("gunnery.page.rof_kept"),
          fell.malfunction && t("gunnery.page.malfunction"),
          fell.acquisition_after && t("gunnery.page.acquired", { drm: fell.acquisition_after }),
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {fell.need && <p class="notice">{named(fell.need)}</p>}
    </div>
  );
}

function ToHitDr({ fell }: { fell: ShotReport }) {
  const [colored = 0, white = 0] = fell.dice ?? [];
  const said =
    fell.fired === false ? "thrown_no_ammo" : fell.hits?.length ? "thrown_hit" : "thrown_miss";
  const needed = fell.max_original_dr ?? 0;
  return <b>{t(`gunnery.page.${said}`, { colored, white, sum: colored + white, needed })}</b>;
}

/** The chain of a light weapon: the check, a miss, smoke and flames. */
function Story({ fell, rolled: chain }: { fell: ShotReport; rolled: ChainRolled }) {
  const keys = [
    ...(chain.check ? [`checked.${chain.check.replaceAll(" ", "_")}`] : []),
    ...(fell.fired && fell.hit === false ? ["missed"] : []),
    ...(chain.smoke ? ["smoke"] : []),
  ];
  return (
    <>
      {keys.map((key) => (
        <p key={key} class="outcome">
          {t(`fieldguns.latw.${key}`)}
        </p>
      ))}
    </>
  );
}
