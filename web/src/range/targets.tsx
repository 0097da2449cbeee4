// What is fired at: one target, or everything that the same DR may hit.
import { useMemo } from "preact/hooks";
import type { TargetKind } from "../api/types";
import { t } from "../core/words";
import { Icon } from "../parts/icon";
import { Choice } from "./fields";
import { CounterPicker } from "./picker";
import { States } from "./states";
import {
  addTarget,
  aim,
  change,
  counters,
  dropTarget,
  find,
  put,
  search,
  target,
  targets,
} from "./store";
import type { Counter, Target } from "./types";
import { TARGET } from "./vocabulary";

const KINDS = [
  "afv",
  "vehicle",
  "motorcycle",
  "infantry",
  "cavalry",
  "gun",
  "pillbox",
  "bridge",
  "terrain",
  "aerial",
];
const CLASS: Record<string, Counter["kind"]> = {
  afv: "vehicle",
  vehicle: "vehicle",
  motorcycle: "vehicle",
  infantry: "mmc",
  cavalry: "mmc",
  gun: "gun",
};

const nameOf = (one: Target): string => {
  const counter = find(one.unit);
  if (counter) return counter.name;
  return one.kind ? t(`web.range.kind.${one.kind}`) : String(one.unit ?? "?");
};

export function TargetPanel() {
  const all = targets.value;
  const at = Math.min(target.value, all.length - 1);
  const one = all[at]!;
  const counter = find(one.unit);
  const aimable = useMemo(
    () => (counters.value ?? []).filter((card) => card.kind !== "sw"),
    [counters.value],
  );
  const stands: Counter | null =
    counter ?? (one.kind ? ({ kind: CLASS[String(one.kind)] ?? "gun" } as Counter) : null);
  return (
    <section class="panel stack" aria-labelledby="range-target">
      <div class="row between">
        <h2 id="range-target">{t("web.range.target")}</h2>
        <button
          type="button"
          class="button small quiet"
          onClick={() => aim(at, one.kind ? { unit: "T-34 M43" } : { kind: "infantry" })}
        >
          {t(one.kind ? "web.range.from_catalogue" : "web.range.no_counter")}
        </button>
      </div>
      <div class="targets" role="group" aria-label={t("web.range.targets")}>
        {all.length > 1 &&
          all.map((each, i) => (
            <button
              type="button"
              key={i}
              class="choice"
              aria-pressed={i === at}
              onClick={() => {
                target.value = i;
              }}
            >
              <span class="num muted">{i + 1}</span> {nameOf(each)}
            </button>
          ))}
        <button type="button" class="button small" onClick={addTarget}>
          <Icon name="plus" /> {t("web.range.add_target")}
        </button>
        {all.length > 1 && (
          <button type="button" class="button small quiet warn" onClick={() => dropTarget(at)}>
            {t("web.sight.remove")}
          </button>
        )}
      </div>
      {all.length > 1 && at === 0 && <p class="small muted">{t("web.range.aimed_at")}</p>}
      {one.kind ? (
        <Choice
          label={t("web.range.what")}
          value={String(one.kind)}
          options={KINDS.map((kind) => [kind, t(`web.range.kind.${kind}`)] as const)}
          onChange={(kind) => change(at, { ...one, kind: kind as TargetKind })}
        />
      ) : (
        <CounterPicker
          label={t("web.range.choose_target")}
          counters={aimable}
          chosen={counter}
          onChoose={(card) => aim(at, { unit: card.id })}
        />
      )}
      {stands?.kind === "vehicle" && (
        <div class="field">
          <span class="label">{t("web.range.facing")}</span>
          <div class="choices">
            {["front", "side", "rear"].map((facing) => (
              <button
                type="button"
                class="choice"
                key={facing}
                aria-pressed={(one.facing ?? "front") === facing}
                onClick={() => put("target", "facing", facing === "front" ? undefined : facing)}
              >
                {t(`web.range.facing.${facing}`)}
              </button>
            ))}
          </div>
        </div>
      )}
      <States
        group="target"
        fields={TARGET}
        counter={stands}
        values={one}
        search={search.value}
        onChange={(field, value) => put("target", field, value)}
      />
    </section>
  );
}
