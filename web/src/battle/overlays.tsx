// What is drawn over the board for the decision of the moment: targets with their chances, steps with
// their cost, the Covered Arc, the way that was gone, what is acquired, the thread of sight.
import type { Aim } from "../api/types";
import { t } from "../core/words";
import { share } from "../parts/odds";
import { HexArea, hexPath } from "../sight/board-view";
import type { Places } from "../sight/places";
import type { BoardPlan } from "../sight/types";
import { errorOf } from "./happened";
import { JustNow } from "./just-now";
import { scaleOf } from "./pieces";
import type { BattleStore } from "./store";

export const whole = (exact: string | null): string =>
  exact === null ? "–" : `${Math.round(share(exact) * 100)}`;

/** The targets of the chosen weapon by hex, the best of each first. */
export function aimsByHex(store: BattleStore): Map<string, Aim[]> {
  const aimsAt = new Map<string, Aim[]>();
  const aims = store.targets.value?.aims ?? store.reaction.value ?? [];
  for (const aim of aims) {
    const hex = store.hexOf(aim.target) ?? aim.target;
    aimsAt.set(hex, [...(aimsAt.get(hex) ?? []), aim]);
  }
  for (const one of aimsAt.values()) {
    one.sort(
      (a, b) =>
        Number(a.why_not !== null) - Number(b.why_not !== null) ||
        share(b.killed) - share(a.killed),
    );
  }
  return aimsAt;
}

function Targets({ store, places }: { store: BattleStore; places: Places }) {
  const { drawn } = store.board;
  const size = scaleOf(drawn);
  return (
    <g class="targets">
      {[...aimsByHex(store)].map(([label, aims]) => {
        const hex = places.get(label);
        const aim = aims[0];
        if (!hex || !aim) return null;
        if (aim.why_not)
          return <HexArea key={label} class="no-target" d={hexPath(drawn, hex, 0.92)} />;
        const kill = whole(aim.killed);
        return (
          <g key={label}>
            <HexArea class="target-hex" d={hexPath(drawn, hex, 0.94)} />
            <g transform={`translate(${hex.x} ${hex.y + 30 * size}) scale(${size})`}>
              <rect class="odds-tag" x="-31" y="-10" width="62" height="20" rx="5" />
              <text class="odds-kill" x="-27" y="6">
                {kill}%
              </text>
              <text class="odds-hit" x="28" y="5">
                {aim.hit === null ? "IFT" : `${whole(aim.hit)}%`}
              </text>
            </g>
          </g>
        );
      })}
    </g>
  );
}

function Steps({ store, places }: { store: BattleStore; places: Places }) {
  const { drawn } = store.board;
  const moving = store.steps.value;
  if (!moving) return null;
  const here = store.hexOf(moving.unit);
  const next = moving.steps.filter((step) => step.hex && step.hex !== here);
  const lit = new Set(next.map((step) => step.hex));
  return (
    <g class="steps">
      {Object.entries(moving.reach).map(([label, cost]) => {
        const hex = places.get(label);
        if (!hex || lit.has(label)) return null;
        return (
          <g key={label}>
            <HexArea class="reach-hex" d={hexPath(drawn, hex, 0.95)} />
            <Cost drawn={drawn} x={hex.x} y={hex.y} cost={cost} />
          </g>
        );
      })}
      {next.map((step) => {
        const hex = places.get(step.hex);
        if (!hex) return null;
        return (
          <g key={step.order}>
            <HexArea class="step-hex" d={hexPath(drawn, hex, 0.95)} />
            <Cost drawn={drawn} x={hex.x} y={hex.y} cost={step.dice ? null : step.cost} />
          </g>
        );
      })}
    </g>
  );
}

function Cost({
  drawn,
  x,
  y,
  cost,
}: {
  drawn: BoardPlan;
  x: number;
  y: number;
  cost: number | null;
}) {
  const size = scaleOf(drawn);
  return (
    <text
      class="step-cost"
      transform={`translate(${x} ${y + 28 * size}) scale(${size})`}
      aria-hidden="true"
    >
      {cost ?? "DR"}
    </text>
  );
}

/** The way that is drawn: what is left of the chance to come through, hex by hex. */
function DrawnWay({ store, places }: { store: BattleStore; places: Places }) {
  const hexes = store.way.hexes.value;
  const unit = store.selected.value;
  if (!hexes?.length || !unit) return null;
  const size = scaleOf(store.board.drawn);
  const points = [store.hexOf(unit) ?? "", ...hexes].flatMap((label) => places.get(label) ?? []);
  const left = new Map(store.way.danger.value?.steps.map((step) => [step.hex, step.alive]));
  return (
    <g class="drawn-way" aria-hidden="true">
      <path class="move-way" d={`M${points.map((hex) => `${hex.x} ${hex.y}`).join("L")}`} />
      {points.slice(1).map((hex) => (
        <text key={hex.label} transform={`translate(${hex.x} ${hex.y + 5 * size}) scale(${size})`}>
          {left.has(hex.label) ? `${whole(left.get(hex.label)!)}%` : "…"}
        </text>
      ))}
    </g>
  );
}

function Way({ store, places }: { store: BattleStore; places: Places }) {
  const steps = store.view.value.move?.steps ?? [];
  const points = steps.map((step) => places.get(step.hex)).filter((hex) => hex !== undefined);
  if (points.length < 2) return null;
  return <path class="move-way" d={`M${points.map((hex) => `${hex.x} ${hex.y}`).join("L")}`} />;
}

/** Acquired Target counters, and the side's own secret notes. */
function Marks({ store, places }: { store: BattleStore; places: Places }) {
  const size = scaleOf(store.board.drawn);
  const notes: { hex: string; text: string; kind: string }[] = [];
  for (const piece of store.view.value.pieces) {
    for (const service of piece.services ?? (piece.service ? [piece.service] : [])) {
      for (const held of service.acquired ?? [])
        notes.push({ hex: held.hex, text: `${held.drm} ${piece.id}`, kind: "acquired" });
    }
  }
  for (const secret of store.view.value.secrets)
    notes.push({
      hex: secret.hex,
      text: secret.kind === "bore sight" ? "BS" : "PRE-REG",
      kind: "secret",
    });
  const nth = new Map<string, number>();
  return (
    <g class="table-marks" aria-hidden="true">
      {notes.map(({ hex: label, text, kind }, i) => {
        const hex = places.get(label);
        if (!hex) return null;
        const n = nth.get(label) ?? 0;
        nth.set(label, n + 1);
        return (
          <g
            key={i}
            class={kind}
            transform={`translate(${hex.x - 18 * size} ${hex.y - (24 - n * 11) * size}) scale(${size})`}
          >
            <rect x="-17" y="-6" width="34" height="12" rx="3" />
            <text y="3.6">{text.replace("-", "−")}</text>
          </g>
        );
      })}
    </g>
  );
}

function Thread({ store }: { store: BattleStore }) {
  const line = store.line.value;
  if (!line) return null;
  const { start, end, verdict } = line;
  const stop = verdict.blocked ? (verdict.point ?? start) : end;
  return (
    <g class={`los ${verdict.blocked ? "blocked" : ""}`}>
      <path class="casing" d={`M${start.join(" ")}L${end.join(" ")}`} />
      <path class="open" d={`M${start.join(" ")}L${stop.join(" ")}`} />
      {verdict.blocked && <path class="shut" d={`M${stop.join(" ")}L${end.join(" ")}`} />}
      {verdict.blocked && verdict.point && (
        <circle cx={verdict.point[0]} cy={verdict.point[1]} r="6" />
      )}
    </g>
  );
}

/** Where the line is hindered: a tick in each such hex. */
function Hindrances({ store, places }: { store: BattleStore; places: Places }) {
  const verdict = store.line.value?.verdict;
  if (!verdict || verdict.blocked) return null;
  const size = scaleOf(store.board.drawn);
  return (
    <>
      {verdict.items.map((item, i) => {
        const hex = places.get(item.hex);
        return (
          hex && (
            <text
              key={i}
              class="hindered"
              transform={`translate(${hex.x} ${hex.y}) scale(${size})`}
            >
              +{item.drm}
            </text>
          )
        );
      })}
    </>
  );
}

/** What the thread says in words. */
export function lineSentence(store: BattleStore): string {
  const verdict = store.line.value?.verdict;
  if (!verdict) return "";
  if (verdict.blocked)
    return t("web.battle.line.blocked", { why: t(verdict.key), hex: verdict.hex ?? "" });
  return t(verdict.hindrance ? "web.battle.line.hindered" : "web.battle.line.clear", {
    range: verdict.range,
    drm: verdict.hindrance ?? 0,
  });
}

const COUNTERS: Record<string, string> = {
  ar: "AR",
  sr: "SR",
  ffe1: "FFE:1",
  ffe2: "FFE:2",
  ffec: "FFE:C",
};

/** Blast Areas, and where an AR may go. */
function Shells({ store, places }: { store: BattleStore; places: Places }) {
  const { drawn } = store.board;
  const waits = store.handTo.value?.match(/^oba (\S+) (\S+) at$/);
  const open = waits
    ? store.orders.value
        .battery(waits[1]!)
        .filter((one) => one.option === waits[2])
        .map((one) => places.get(one.order.said.at ?? ""))
    : [];
  return (
    <g class="shells" aria-hidden="true">
      {open.map(
        (hex) => hex && <HexArea key={hex.label} class="step-hex" d={hexPath(drawn, hex)} />,
      )}
      {(store.view.value.batteries ?? []).map((battery) => {
        const area = battery.area.map((label) => places.get(label));
        return (
          <HexArea
            key={battery.name}
            class="blast"
            d={area.map((one) => (one ? hexPath(drawn, one) : "")).join("")}
          />
        );
      })}
    </g>
  );
}

/** The counters of the batteries: over whoever stands there, aside where somebody does. */
function BatteryCounters({ store, places }: { store: BattleStore; places: Places }) {
  const size = scaleOf(store.board.drawn);
  return (
    <g class="shells" aria-hidden="true">
      {(store.view.value.batteries ?? []).map((battery) => {
        const hex = places.get(battery.hex);
        if (!hex || !battery.counter) return null;
        const aside = store.stacks.value.has(battery.hex) ? 24 * size : 0;
        const text = COUNTERS[battery.counter.toLowerCase().replace(/[^a-z0-9]/g, "")];
        return (
          <g
            key={battery.name}
            transform={`translate(${hex.x - aside} ${hex.y + aside / 3}) scale(${size})`}
          >
            <path
              class="blast-counter"
              d="M0-19l4 9 10-5-4 10 10 5-10 4 4 10-10-4-4 10-4-10-10 4 4-10-10-4 10-5-4-10 10 5z"
            />
            <text class="blast-text" y="4">
              {text ?? battery.counter.toUpperCase()}
            </text>
          </g>
        );
      })}
    </g>
  );
}

/** How far shells fell from where they were aimed: an arrow as long as their counter lies there. */
function ShellErrors({ store, places }: { store: BattleStore; places: Places }) {
  const log = store.live.frame.value!.log;
  const size = scaleOf(store.board.drawn);
  return (
    <g class="shell-errors" aria-hidden="true">
      {(store.view.value.batteries ?? []).map((battery) => {
        const error = errorOf(log, store.frame.value.now, battery.name);
        const [aim, fall] = [places.get(error?.aim ?? ""), places.get(error?.fall ?? "")];
        if (!aim || !fall || fall.label !== battery.hex) return null;
        const turn = (Math.atan2(fall.y - aim.y, fall.x - aim.x) * 180) / Math.PI;
        return (
          <g key={battery.name}>
            <circle class="aim-ring" cx={aim.x} cy={aim.y} r={12 * size} />
            <path class="error-line" d={`M${aim.x} ${aim.y}L${fall.x} ${fall.y}`} />
            <path
              class="error-head"
              d="M-18 0l-14-7v14z"
              transform={`translate(${fall.x} ${fall.y}) rotate(${turn}) scale(${size})`}
            />
          </g>
        );
      })}
    </g>
  );
}

/** Where the chosen unit would have to fear what is known: the darker, the more. */
function Threat({ store, places }: { store: BattleStore; places: Places }) {
  const { drawn } = store.board;
  const size = scaleOf(drawn);
  return (
    <g class="threat" aria-hidden="true">
      {(store.threat.value?.hexes ?? []).map((one) => {
        const hex = places.get(one.hex);
        if (!hex) return null;
        const fear = Math.max(share(one.killed), share(one.hurt) * 0.6);
        return (
          <g key={one.hex}>
            <HexArea class="fear" d={hexPath(drawn, hex)} fill={0.08 + 0.72 * fear} />
            {whole(one.hurt) !== "0" && (
              <text transform={`translate(${hex.x} ${hex.y + 5 * size}) scale(${size})`}>
                {whole(one.killed)}
                <tspan class="small-threat" dx="3">
                  {whole(one.hurt)}
                </tspan>
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
}

export function Under({ store }: { store: BattleStore }) {
  const { drawn } = store.board;
  const { places } = store;
  const arc = store.arc.value ?? [];
  const setUp = store.areas.value?.find((one) => one.unit === store.selected.value);
  const area = store.view.value.clock.phase === "setup" ? (setUp?.hexes ?? []) : [];
  const path = (labels: readonly string[]) =>
    labels
      .map((label) => places.get(label))
      .map((hex) => (hex ? hexPath(drawn, hex) : ""))
      .join("");
  const chosen = places.get(store.hexOf(store.selected.value) ?? "");
  return (
    <>
      <Threat store={store} places={places} />
      {arc.length > 0 && <HexArea class="arc-hexes" d={path(arc)} />}
      {area.length > 0 && <HexArea class="area-hexes" d={path(area)} />}
      <Steps store={store} places={places} />
      <Shells store={store} places={places} />
      {chosen && <HexArea class="chosen" d={hexPath(drawn, chosen, 0.94)} />}
      <Way store={store} places={places} />
    </>
  );
}

/** What the lesson points at. */
function Rings({ store, places }: { store: BattleStore; places: Places }) {
  return (
    <g class="rings">
      {(store.lesson.step.value?.hexes ?? []).map((label) => {
        const hex = places.get(label);
        if (!hex) return null;
        const d = hexPath(store.board.drawn, hex, 0.98);
        return (
          <g key={label} data-ring={label}>
            <path class="halo" d={d} />
            <path d={d} />
          </g>
        );
      })}
    </g>
  );
}

export function Over({ store }: { store: BattleStore }) {
  const { places } = store;
  return (
    <>
      <Rings store={store} places={places} />
      <BatteryCounters store={store} places={places} />
      <Marks store={store} places={places} />
      <Targets store={store} places={places} />
      <DrawnWay store={store} places={places} />
      <ShellErrors store={store} places={places} />
      <JustNow store={store} />
      <Thread store={store} />
      <Hindrances store={store} places={places} />
    </>
  );
}
