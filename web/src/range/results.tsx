// The answer: the number first, then the odds, then why.
import type { KillItem, ShotReport, TargetReport } from "../api/types";
import { ammoName, named, percent, t } from "../core/words";
import { OddsBars, share, signed, TallyTable } from "../parts/odds";
import { Cite } from "../parts/rule";
import { Compare } from "./compare";
import { DiceBox } from "./dice";
import { DuelPanel } from "./duel";
import { LightPanel } from "./light";
import { order, target } from "./store";
import { caseName, fateBars, tallyOf } from "./words";

export function Results({ report }: { report: ShotReport }) {
  if (report.p_hit === null) return <Direct report={report} />;
  const at = Math.min(target.value, report.targets.length - 1);
  const main = report.targets[at]!;
  const kills = main.kills ?? [];
  return (
    <>
      <Needed report={report} main={main} />
      {report.targets.length > 1 && <AllTargets report={report} at={at} />}
      {report.latw && <LightPanel light={report.latw} />}
      <DiceBox />
      <Chances report={report} main={main} />
      <Why report={report} main={main} />
      {kills.length > 0 && (
        <section class="panel stack" aria-labelledby="range-kill">
          <h2 id="range-kill">{t("web.range.kill")}</h2>
          {kills.map((kill, i) => (
            <KillLine key={i} kill={kill} />
          ))}
        </section>
      )}
      <Compare order={order.value} />
      <DuelPanel order={order.value} />
    </>
  );
}

function Needed({ report, main }: { report: ShotReport; main: TargetReport }) {
  const needed = main.max_original_dr ?? 0;
  const possible = needed >= 2;
  const said = !possible
    ? "gunnery.page.only_improbable"
    : report.lower_dr_doubled
      ? "gunnery.page.needed_doubled"
      : "gunnery.page.needed";
  return (
    <section class="panel answer" aria-label={t("web.range.answer")}>
      <div class="need">
        <div class="big huge" data-test="needed">
          {possible ? Math.min(needed, 12) : "–"}
        </div>
        <div>
          <b>{t(said, { number: needed })}</b>
          <p class="lead-number">
            <span class="num">{percent(share(main.p_hit ?? "0"))}</span> {t("web.range.to_hit")}{" "}
            <span class="muted num">{main.p_hit}</span>
            {" · "}
            <span class="num">{percent(share(main.p_killed))}</span> {t("web.range.to_kill")}
          </p>
          {report.effects_need && <p class="notice">{named(report.effects_need)}</p>}
          <p class="muted small">
            {report.weapon} → {main.name} · {t("gunnery.page.hexes", { range: report.range })} ·{" "}
            {ammoName(report.ammo ?? "")} · {t(`gunnery.type.${report.target_type}`)}
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
              <td class="num">{one.max_original_dr}</td>
              <td class="num">{percent(share(one.p_hit ?? "0"))}</td>
              <td class="num">{percent(share(one.p_hurt))}</td>
              <td class="num">{percent(share(one.p_killed))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Chances({ report, main }: { report: ShotReport; main: TargetReport }) {
  const odds = main.odds;
  const hits = [
    { name: t("gunnery.page.hit"), exact: odds.hit ?? "0" },
    ...(main.is_vehicle
      ? [
          { name: t("gunnery.page.hull"), exact: odds.hull ?? "0" },
          { name: t("gunnery.page.turret"), exact: odds.turret ?? "0" },
        ]
      : []),
    { name: t("web.range.ch"), exact: odds.ch ?? "0" },
  ].filter((one) => share(one.exact) > 0);
  return (
    <section class="panel stack" aria-labelledby="range-odds">
      <h2 id="range-odds">{t("web.range.odds")}</h2>
      <OddsBars label={t("web.range.odds")} chances={hits} />
      {Object.keys(odds.effects).length > 0 && (
        <>
          <h3>{t("web.range.effects")}</h3>
          <OddsBars label={t("web.range.effects")} chances={fateBars(main.fates)} />
        </>
      )}
      <Afterwards report={report} />
    </section>
  );
}

function Afterwards({ report }: { report: ShotReport }) {
  const keys = ["rof_kept", "malfunction", "low_ammo", "depleted", "none_left"] as const;
  const chances = keys
    .filter((key) => share(report.odds[key] ?? "0") > 0)
    .map((key) => ({
      name: t(`gunnery.page.${key}`),
      exact: report.odds[key] ?? "0",
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

function Why({ report, main }: { report: ShotReport; main: TargetReport }) {
  return (
    <section class="panel stack" aria-labelledby="range-why">
      <h2 id="range-why">{t("web.range.why")}</h2>
      <table class="tally">
        <tbody>
          <tr>
            <td class="what">
              {t("gunnery.page.basic", {
                type: t(`gunnery.type.${report.target_type}`),
                color: colorName(report),
              })}
            </td>
            <td class="rule">
              <Cite rule="C3.3" />
            </td>
            <td class="value">{report.basic_th}</td>
          </tr>
        </tbody>
      </table>
      {report.modifications.length > 0 && (
        <TallyTable
          items={tallyOf(report.modifications)}
          total={report.modifications.reduce((sum, item) => sum + item.value, 0)}
          label={t("web.range.modifications")}
          name={caseName}
        />
      )}
      <p class="sum">
        {t("web.range.th_number")} <b class="num">{report.modified_th}</b>
      </p>
      <TallyTable
        items={tallyOf(main.tally, main.rejected)}
        total={main.total_drm}
        label={t("web.range.drm")}
        name={caseName}
      />
    </section>
  );
}

function colorName(report: ShotReport): string {
  if (report.th_color === null) return "";
  return report.th_color === "own"
    ? t("gunnery.page.own_table")
    : t(`gunnery.color.${report.th_color}`);
}

function KillLine({ kill }: { kill: KillItem }) {
  const place = [
    kill.hit_location ? t(`gunnery.page.${kill.hit_location}`) : "",
    kill.is_ch ? t("web.range.ch") : "",
  ]
    .filter(Boolean)
    .join(" · ");
  if (kill.final_tk !== undefined) {
    return (
      <div class="kill">
        <div class="row between">
          <b>{place}</b>
          <span class="num kill-sum">
            {kill.modified_tk} − {kill.af ?? "–"} = <b>{kill.final_tk}</b>
          </span>
        </div>
        <p class="small muted">
          {t("gunnery.page.tk", {
            table: kill.table ?? "",
            basic: kill.basic_tk ?? "",
            modified: kill.modified_tk ?? "",
            af: kill.af ?? "—",
            final: kill.final_tk,
          })}{" "}
          <Cite rule="C7.2" />
        </p>
      </div>
    );
  }
  if (kill.ift_column === undefined) return null;
  const drm = signed(kill.ift_total_drm ?? 0);
  return (
    <div class="kill">
      <div class="row between">
        <b>{place || "IFT"}</b>
        <span class="num kill-sum">
          {kill.ift_column} <span class="muted">{drm}</span>
        </span>
      </div>
      <p class="small muted">
        {t("gunnery.page.ift", { column: String(kill.ift_column), drm })} <Cite rule="C3.9" />
      </p>
    </div>
  );
}

const DIRECT: Partial<Record<ShotReport["kind"], string>> = {
  ife: "IFE",
  mg: "MG",
  canister: "Canister",
};

/** An attack without a To Hit DR: its column is the number that matters. */
function Direct({ report }: { report: ShotReport }) {
  return (
    <>
      {report.targets.map((one) => (
        <section class="panel stack" key={one.name} aria-label={one.name}>
          <div class="need">
            <div class="big huge" data-test="needed">
              {one.ift_column ?? "–"}
            </div>
            <div>
              <b>
                {t("gunnery.page.column")} {signed(one.total_drm)}
              </b>
              <p class="muted small">
                {report.weapon} → {one.name} · {t("gunnery.page.hexes", { range: report.range })} ·{" "}
                {DIRECT[report.kind]} · {one.ift_fp} FP
              </p>
            </div>
          </div>
          {one.not_attacked && <p class="notice">{named(one.not_attacked)}</p>}
          <OddsBars label={t("web.range.effects")} chances={fateBars(one.fates)} />
          <TallyTable
            items={tallyOf(one.tally, one.rejected)}
            total={one.total_drm}
            label="DRM"
            name={caseName}
          />
        </section>
      ))}
      <DiceBox />
      <section class="panel stack" aria-label={t("web.range.afterwards")}>
        <Afterwards report={report} />
      </section>
      <Compare order={order.value} />
    </>
  );
}
