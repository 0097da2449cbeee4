// The same shot in several ways: ammunition × Target Type × range, the best of each range marked.
import { useEffect, useState } from "preact/hooks";
import type { CompareReport, RefusedWay, ShotReport } from "../api/types";
import { call } from "../core/api";
import { ammoName as calledAmmo, percent, t } from "../core/words";
import { share } from "../parts/odds";
import { Cite } from "../parts/rule";
import { tellError } from "../parts/toast";
import { Waiting } from "../parts/waiting";
import type { Order } from "./types";
import { reason } from "./words";

type Way = ShotReport | RefusedWay;

const BY = ["ammo", "type", "range"] as const;
type By = (typeof BY)[number];
const MEASURES = ["hit", "hurt", "killed"] as const;
type Measure = (typeof MEASURES)[number];

/** A chance of a way; straight on the IFT nothing is missed, so there is no chance to hit. */
const chanceOf = (way: ShotReport, measure: Measure): string | null =>
  ({ hit: way.p_hit, hurt: way.p_hurt, killed: way.p_killed })[measure];

const ammoName = (way: Way): string =>
  way.answer === "shot" && way.kind === "mg" ? "MG" : way.ife ? "IFE" : calledAmmo(way.ammo ?? "–");

export function Compare({ order }: { order: Order }) {
  const [by, setBy] = useState<By[]>([]);
  const [ways, setWays] = useState<Way[] | null>(null);
  useEffect(() => {
    setWays(null);
    if (!by.length) return;
    let stale = false;
    call<CompareReport>("/api/tools/shot/compare", { body: { order, by } }).then((told) => {
      if (!stale) setWays(told.ways);
    }, tellError);
    return () => {
      stale = true;
    };
  }, [by, order]);
  const toggle = (one: By) =>
    setBy(by.includes(one) ? by.filter((other) => other !== one) : [...by, one]);
  return (
    <section class={`panel stack ${by.length ? "" : "no-print"}`} aria-labelledby="range-compare">
      <h2 id="range-compare">{t("web.range.compare")}</h2>
      <div class="choices" role="group" aria-labelledby="range-compare">
        {BY.map((one) => (
          <button
            type="button"
            class="choice"
            key={one}
            aria-pressed={by.includes(one)}
            onClick={() => toggle(one)}
          >
            {t(`web.range.by.${one}`)}
          </button>
        ))}
      </div>
      {by.length === 0 && <p class="small muted">{t("web.range.compare_how")}</p>}
      {by.length > 0 && !ways && <Waiting />}
      {ways &&
        by.length > 0 &&
        (by.includes("range") && by.length > 1 ? (
          <Matrix ways={ways} />
        ) : (
          <List ways={ways} by={by} />
        ))}
    </section>
  );
}

const typeName = (way: Way): string => {
  if (way.target_type) return t(`gunnery.type.${way.target_type}`);
  return way.answer === "shot" ? "IFT" : t("web.range.best_known");
};

function List({ ways, by }: { ways: Way[]; by: By[] }) {
  const head = (way: Way) =>
    [
      by.includes("ammo") && ammoName(way),
      by.includes("type") && typeName(way),
      by.includes("range") && way.range,
    ]
      .filter((part) => part !== false)
      .join(" · ");
  // Ranges are no choice: nothing is best among them.
  const marks = by.some((one) => one !== "range");
  return (
    <div class="wide-table">
      <table class="compare">
        <thead>
          <tr>
            <th scope="col">{by.map((one) => t(`web.range.by.${one}`)).join(" · ")}</th>
            <th scope="col">{t("gunnery.compare.needed")}</th>
            {MEASURES.map((key) => (
              <th scope="col" key={key}>
                {t(`gunnery.compare.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ways.map((way, i) => (
            <tr key={i} class={marks && way.best_at_range ? "best" : ""}>
              <th scope="row">{head(way)}</th>
              {way.answer === "refused" ? (
                <td colSpan={4} class="small muted">
                  <Cite rule={way.refused} /> {reason(way.refused, way.error)}
                </td>
              ) : (
                <>
                  <td class="num">{way.max_original_dr ?? "–"}</td>
                  {MEASURES.map((key) => {
                    const exact = chanceOf(way, key);
                    return (
                      <td class="num" key={key}>
                        {exact === null ? "–" : percent(share(exact))}
                      </td>
                    );
                  })}
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Ways down, ranges across: one number a cell. */
function Matrix({ ways }: { ways: Way[] }) {
  const [measure, setMeasure] = useState<Measure>("killed");
  const ranges = [...new Set(ways.map((way) => way.range))];
  const label = (way: Way) => `${ammoName(way)} · ${typeName(way)}`;
  const rows = new Map<string, Way[]>();
  for (const way of ways) rows.set(label(way), [...(rows.get(label(way)) ?? []), way]);
  const open = [...rows].filter(([, row]) => row.some((way) => way.answer === "shot"));
  const shut = [...rows].filter(([, row]) => row.every((way) => way.answer === "refused"));
  return (
    <>
      <div class="choices" role="group" aria-label={t("web.range.measure")}>
        {MEASURES.map((key) => (
          <button
            type="button"
            class="choice"
            key={key}
            aria-pressed={measure === key}
            onClick={() => setMeasure(key)}
          >
            {t(`gunnery.compare.${key}`)}
          </button>
        ))}
      </div>
      <div class="wide-table">
        <table class="compare matrix">
          <thead>
            <tr>
              <th scope="col">{t("web.range.by.range")}</th>
              {ranges.map((range) => (
                <th scope="col" key={range}>
                  {range}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {open.map(([name, row]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {ranges.map((range) => {
                  const way = row.find((one) => one.range === range);
                  const exact = way?.answer === "shot" ? chanceOf(way, measure) : null;
                  if (way?.answer !== "shot" || exact === null) {
                    const why = way?.answer === "refused" ? reason(way.refused, way.error) : "";
                    return (
                      <td key={range} class="muted" title={why}>
                        {way?.answer === "shot" ? "–" : "×"}
                      </td>
                    );
                  }
                  const part = share(exact);
                  return (
                    <td
                      key={range}
                      class={`num ${way.best_at_range ? "best" : ""}`}
                      style={{ "--part": `${Math.round(part * 100)}%` }}
                      title={`${way.max_original_dr ?? "IFT"} · ${exact}`}
                    >
                      {Math.round(part * 100)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="small muted">{t("web.range.matrix_says")}</p>
      {shut.length > 0 && (
        <details class="why-not">
          <summary>{t("web.mission.closed", { count: shut.length })}</summary>
          <ul>
            {shut.map(([name, [way]]) => (
              <li key={name} class="small muted">
                <b>{name}</b> –{" "}
                {way?.answer === "refused" && (
                  <>
                    <Cite rule={way.refused} /> {reason(way.refused, way.error)}
                  </>
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
