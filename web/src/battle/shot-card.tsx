// One shot before it is made: the number that matters, why, what else could be declared, Fire.
import type { BattleShot, OtherWay } from "../api/types";
import { has, named, percent, spoken, t } from "../core/words";
import { OddsBars, share, TallyTable } from "../parts/odds";
import { Cite } from "../parts/rule";
import { caseName, fateBars, tallyOf } from "../range/words";
import { Declare } from "./declare";
import { pieceOf } from "./orders";
import { aimsByHex, whole } from "./overlays";
import { called, lost } from "./say";
import type { BattleStore } from "./store";

export function ShotCard({ store, shot }: { store: BattleStore; shot: BattleShot }) {
  const { report } = shot;
  const main = report.targets[0]!;
  const target = shot.order.split(" at ")[1]?.split(" ")[0] ?? "";
  const needed = report.max_original_dr;
  /** It is fired: only its dice are still to fall. */
  const rolling = store.frame.value.roll !== null;
  const dice = store.live.frame.value!.seats[store.seat]?.typed && !store.lesson.offered;
  return (
    <section class="shot-card" aria-label={t("web.battle.shot.label")} data-test="shot">
      <header>
        <b class="grow">
          {called(store, shot.order.split(" ")[1] ?? "")} → {called(store, target)}
        </b>
        <span class="small muted">{t("gunnery.page.hexes", { range: report.range })}</span>
      </header>
      <div class="shot-number">
        <div class="big huge" data-test="kill">
          {whole(report.p_killed)}
          <small>%</small>
        </div>
        <div>
          <b>{t(`web.battle.shot.${lost(store, target)}`)}</b>
          <p class="num small">
            {report.p_hit !== null && (
              <>
                {t("web.battle.shot.hit", { percent: percent(share(report.p_hit)) })}
                {" · "}
              </>
            )}
            {t("web.battle.shot.hurt", { percent: percent(share(report.p_hurt)) })}
          </p>
          {report.p_hit !== null && needed !== null && (
            <p class="small muted">
              {needed >= 2
                ? t("web.battle.shot.needed", { number: Math.min(needed, 12) })
                : t("gunnery.page.only_improbable")}
            </p>
          )}
        </div>
      </div>
      {!rolling && (
        <>
          <p class="row">
            <button
              type="button"
              class="button primary fire-button"
              disabled={!store.mine.value || store.busy.value}
              onClick={() => store.do(shot.order)}
            >
              {t(dice ? "web.battle.shot.fire_typed" : "web.battle.shot.fire")}
            </button>
            <button
              type="button"
              class="button quiet"
              onClick={() => {
                store.shot.value = null;
              }}
            >
              {t("web.cancel")}
            </button>
          </p>
          <Others store={store} target={target} />
          <Together store={store} shot={shot} target={target} />
          <Ways store={store} ways={shot.ways} now={shot.order} />
          <Declare store={store} order={shot.order} target={target} />
        </>
      )}
      <details open>
        <summary>{t("web.battle.shot.why")}</summary>
        {report.modified_th !== null && (
          <p class="sum">
            {t("web.range.th_number")} <b class="num">{report.modified_th}</b>
          </p>
        )}
        <TallyTable
          items={tallyOf(main.tally, main.rejected)}
          total={main.total_drm}
          label={t(report.modified_th === null ? "web.range.ift_drm" : "web.range.drm")}
          name={caseName}
        />
      </details>
      <details>
        <summary>{t("web.range.effects")}</summary>
        <OddsBars label={t("web.range.effects")} chances={fateBars(main.fates)} />
      </details>
      <p class="small">
        <a
          href={`/shot?shot=${encodeURIComponent(JSON.stringify(shot.question))}`}
          target="_blank"
          rel="noreferrer"
        >
          {t("web.battle.shot.range")}
        </a>{" "}
        <code class="muted">{spoken("battle", shot.order)}</code>
      </p>
    </section>
  );
}

/** Who else stands in the hex that is aimed at. */
function Others({ store, target }: { store: BattleStore; target: string }) {
  const hex = store.hexOf(target) ?? "";
  const aims = (aimsByHex(store).get(hex) ?? []).filter((aim) => aim.target !== target);
  if (!aims.length) return null;
  return (
    <p class="row small">
      {aims.map((aim) => (
        <button
          type="button"
          class="button small"
          key={aim.target}
          disabled={aim.why_not !== null}
          title={aim.why_not ? named(aim.why_not.says) : undefined}
          onClick={() => store.aim(aim.order)}
        >
          {called(store, aim.target)} <b class="num">{whole(aim.killed)}%</b>
        </button>
      ))}
    </p>
  );
}

/** A Fire Group: who else may fire small arms at the same target. */
function Together({
  store,
  shot,
  target,
}: {
  store: BattleStore;
  shot: BattleShot;
  target: string;
}) {
  const firing = (shot.order.split(" ")[1] ?? "").split("+");
  const small = (id: string) => ["men", "sw"].includes(store.piece(pieceOf(id))?.piece ?? "");
  if (!firing.every(small)) return null;
  const others = store.orders.value.all
    .filter((order) => order.verb === "fire" && order.said.at === target && small(order.unit))
    .map((order) => order.unit)
    .filter((unit) => !unit.includes("+"));
  const all = [...new Set([...firing, ...others])];
  if (all.length < 2) return null;
  const toggle = (unit: string) => {
    const next = firing.includes(unit) ? firing.filter((one) => one !== unit) : [...firing, unit];
    if (next.length) store.aim(`fire ${next.join("+")} at ${target}`);
  };
  return (
    <div class="way-row together">
      <span class="small muted">{t("web.battle.together")}</span>
      <span class="way-options">
        {all.map((unit) => (
          <button
            type="button"
            key={unit}
            class="way"
            aria-pressed={firing.includes(unit)}
            onClick={() => toggle(unit)}
          >
            {called(store, unit)}
          </button>
        ))}
      </span>
    </div>
  );
}

const KINDS = ["ammo", "kind", "turning", "intensive", "rate", "leader"] as const;

function wayName(store: BattleStore, way: OtherWay): string {
  if (way.varies === "kind") return t(`gunnery.type.${way.value}`);
  if (way.varies === "leader") return called(store, way.value);
  const key = `web.battle.way.${way.value}`;
  return has(key) ? t(key) : way.value;
}

/** What else may be declared; what cannot says its rule. */
function Ways({
  store,
  ways,
  now,
}: {
  store: BattleStore;
  ways: readonly OtherWay[];
  now: string;
}) {
  return (
    <div class="ways">
      {KINDS.map((kind) => {
        const open = ways.filter((way) => way.varies === kind && !way.why_not);
        const shut = ways.filter((way) => way.varies === kind && way.why_not);
        if (open.length + shut.length < 1 || (open.length < 2 && kind === "turning")) return null;
        return (
          <div class="way-row" key={kind}>
            <span class="small muted">{t(`web.battle.varies.${kind}`)}</span>
            <span class="way-options">
              {open.map((way) => (
                <button
                  type="button"
                  key={way.value}
                  class={`way ${way.best ? "best" : ""}`}
                  aria-pressed={way.order === now}
                  onClick={() => store.aim(way.order)}
                >
                  {wayName(store, way)}{" "}
                  <b class="num">
                    {way.best && "★"}
                    {whole(way.killed)}%
                  </b>
                </button>
              ))}
              {shut.map((way) => (
                <span
                  key={way.value}
                  class="way shut"
                  title={way.why_not ? named(way.why_not.says) : ""}
                >
                  {wayName(store, way)} <Cite rule={way.why_not?.rule} />
                </span>
              ))}
            </span>
          </div>
        );
      })}
    </div>
  );
}
