// The answer: the number first, then the odds, then why.
import { percent, t } from "../core/words";
import { OddsBars, share, signed, TallyTable } from "../parts/odds";
import { Cite } from "../parts/rule";
import { Compare } from "./compare";
import { DiceBox } from "./dice";
import { DuelPanel } from "./duel";
import { LightPanel } from "./light";
import { order, target } from "./store";
import type { DirectTarget, Kill, ShotReport, TargetChance } from "./types";
import { caseName, effectBars } from "./words";

export function Results({ report }: { report: ShotReport }) {
  if (report.direct) return <Direct report={report} targets={report.direct} />;
  const at = Math.min(target.value, report.targets.length - 1);
  const main = report.targets[at]!;
  return (
    <>
      <Needed report={report} main={main} />
      {report.targets.length > 1 && <AllTargets report={report} at={at} />}
      {report.light && <LightPanel light={report.light} />}
      <DiceBox />
      <Chances report={report} main={main} />
      <Why report={report} main={main} />
      {main.kills.length > 0 && (
        <section class="panel stack" aria-labelledby="range-kill">
          <h2 id="range-kill">{t("web.range.kill")}</h2>
          {main.kills.map((kill, i) => (
            <KillLine key={i} kill={kill} />
          ))}
        </section>
      )}
      <Compare order={order.value} />
      <DuelPanel order={order.value} />
    </>
  );
}

function Needed({ report, main }: { report: ShotReport; main: TargetChance }) {
  const possible = main.needed >= 2;
  const said = !possible
    ? "gunnery.page.only_improbable"
    : report.doubled
      ? "gunnery.page.needed_doubled"
      : "gunnery.page.needed";
  return (
    <section class="panel answer" aria-label={t("web.range.answer")}>
      <div class="need">
        <div class="big huge" data-test="needed">
          {possible ? Math.min(main.needed, 12) : "–"}
        </div>
        <div>
          <b>{t(said, { number: main.needed })}</b>
          <p class="lead-number">
            <span class="num">{percent(share(main.hit))}</span> {t("web.range.to_hit")}{" "}
            <span class="muted num">{main.hit}</span>
          </p>
          <p class="muted small">
            {report.weapon} → {main.name} · {t("gunnery.page.hexes", { range: report.range })} ·{" "}
            {report.ammo} · {t(`gunnery.type.${report.target_type}`)}
          </p>
        </div>
      </div>
    </section>
  );
}

/** Everything that the one DR may hit. */
function AllTargets({ report, at }: { report: ShotReport; at: number }) {
  return (
    <section class="panel stack" aria-labelledby="range-targets">
      <h2 id="range-targets">{t("web.range.one_dr")}</h2>
      <table class="compare" data-test="targets">
        <thead>
          <tr>
            <th scope="col">{t("web.range.target")}</th>
            <th scope="col">{t("gunnery.compare.needed")}</th>
            <th scope="col">{t("gunnery.compare.hit")}</th>
            <th scope="col">{t("gunnery.compare.hurt")}</th>
            <th scope="col">{t("gunnery.compare.killed")}</th>
          </tr>
        </thead>
        <tbody>
          {report.targets.map((one, i) => (
            <tr key={i} class={i === at ? "best" : ""}>
              <th scope="row">
                <button
                  type="button"
                  class="link"
                  onClick={() => {
                    target.value = i;
                  }}
                >
                  {one.name}
                </button>
              </th>
              <td class="num">{one.needed}</td>
              <td class="num">{percent(share(one.hit))}</td>
              <td class="num">{percent(share(one.hurt))}</td>
              <td class="num">{percent(share(one.killed))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Chances({ report, main }: { report: ShotReport; main: TargetChance }) {
  const hits = [
    { name: t("gunnery.page.hit"), exact: main.hit },
    ...(main.vehicle
      ? [
          { name: t("gunnery.page.hull"), exact: main.hull },
          { name: t("gunnery.page.turret"), exact: main.turret },
        ]
      : []),
    { name: t("web.range.ch"), exact: main.ch },
  ].filter((one) => share(one.exact) > 0);
  return (
    <section class="panel stack" aria-labelledby="range-odds">
      <h2 id="range-odds">{t("web.range.odds")}</h2>
      <OddsBars label={t("web.range.odds")} chances={hits} />
      {main.effects.length > 0 && (
        <>
          <h3>{t("web.range.effects")}</h3>
          <OddsBars label={t("web.range.effects")} chances={effectBars(main.effects)} />
        </>
      )}
      <Afterwards report={report} />
    </section>
  );
}

function Afterwards({ report }: { report: ShotReport }) {
  const keys = ["rof_kept", "malfunction", "low_ammo", "depleted", "none_left"] as const;
  const chances = keys
    .filter((key) => share(report.after[key]) > 0)
    .map((key) => ({
      name: t(`gunnery.page.${key}`),
      exact: report.after[key],
      tone: key === "rof_kept" ? ("good" as const) : ("bad" as const),
    }));
  if (!chances.length) return null;
  return (
    <>
      <h3>{t("web.range.afterwards")}</h3>
      <OddsBars label={t("web.range.afterwards")} chances={chances} />
    </>
  );
}

function Why({ report, main }: { report: ShotReport; main: TargetChance }) {
  return (
    <section class="panel stack" aria-labelledby="range-why">
      <h2 id="range-why">{t("web.range.why")}</h2>
      <table class="tally">
        <tbody>
          <tr>
            <td class="what">
              {t("gunnery.page.basic", {
                type: t(`gunnery.type.${report.target_type}`),
                color: report.color ? t(`gunnery.color.${report.color}`) : "",
              })}
            </td>
            <td class="rule">
              <Cite rule="C3.3" />
            </td>
            <td class="value">{report.basic}</td>
          </tr>
        </tbody>
      </table>
      {report.modifications.items.length > 0 && (
        <TallyTable
          items={report.modifications.items}
          total={report.modifications.total}
          label={t("web.range.modifications")}
          name={caseName}
        />
      )}
      <p class="sum">
        {t("web.range.th_number")} <b class="num">{report.number}</b>
      </p>
      <TallyTable
        items={main.drm.items}
        total={main.drm.total}
        label={t("web.range.drm")}
        name={caseName}
      />
    </section>
  );
}

function KillLine({ kill }: { kill: Kill }) {
  const place = [
    kill.location ? t(`gunnery.page.${kill.location}`) : "",
    kill.ch ? t("web.range.ch") : "",
  ]
    .filter(Boolean)
    .join(" · ");
  if (kill.tk) {
    const tk = kill.tk;
    return (
      <div class="kill">
        <div class="row between">
          <b>{place}</b>
          <span class="num kill-sum">
            {tk.modified} − {tk.af ?? "–"} = <b>{tk.final}</b>
          </span>
        </div>
        <p class="small muted">
          {t("gunnery.page.tk", {
            table: tk.table,
            basic: tk.basic,
            modified: tk.modified,
            af: tk.af === null ? "—" : tk.af,
            final: tk.final,
          })}{" "}
          <Cite rule="C7.2" />
        </p>
      </div>
    );
  }
  if (!kill.ift) return null;
  return (
    <div class="kill">
      <div class="row between">
        <b>{place || "IFT"}</b>
        <span class="num kill-sum">
          {kill.ift.column} <span class="muted">{signed(kill.ift.drm)}</span>
        </span>
      </div>
      <p class="small muted">
        {t("gunnery.page.ift", { column: String(kill.ift.column), drm: signed(kill.ift.drm) })}{" "}
        <Cite rule="C3.9" />
      </p>
    </div>
  );
}

/** An attack without a To Hit DR: its column is the number that matters. */
function Direct({ report, targets }: { report: ShotReport; targets: DirectTarget[] }) {
  return (
    <>
      {targets.map((one) => (
        <section class="panel stack" key={one.name} aria-label={one.name}>
          <div class="need">
            <div class="big huge" data-test="needed">
              {one.column ?? "–"}
            </div>
            <div>
              <b>
                {t("gunnery.page.column")} {signed(one.drm.total)}
              </b>
              <p class="muted small">
                {report.weapon} → {one.name} · {t("gunnery.page.hexes", { range: report.range })} ·{" "}
                {report.ammo} · {one.fp} FP
              </p>
            </div>
          </div>
          <OddsBars label={t("web.range.effects")} chances={effectBars(one.effects)} />
          <TallyTable items={one.drm.items} total={one.drm.total} label="DRM" name={caseName} />
        </section>
      ))}
      <DiceBox />
      <section class="panel stack" aria-label={t("web.range.afterwards")}>
        <Afterwards report={report} />
      </section>
    </>
  );
}
