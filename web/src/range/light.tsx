// A LATW or RCL: the check before the shot, the whole chain, its price, other ways to make it.
import type { Chain } from "../api/types";
import { percent, t } from "../core/words";
import { OddsBars, share, TallyTable } from "../parts/odds";
import { Cite } from "../parts/rule";
import { put } from "./store";
import { caseName, effectName, hand, reason, tallyOf } from "./words";

const checked = (result: string): string =>
  t(`fieldguns.latw.checked.${result.replaceAll(" ", "_")}`);
const CHECK_TONES: Record<string, "good" | "even"> = { fires: "good", "no shot": "even" };

export function LightPanel({ light }: { light: Chain }) {
  return (
    <section class="panel stack" aria-labelledby="range-light">
      <h2 id="range-light">{t("web.range.chain")}</h2>
      <p>
        <b>
          {t("fieldguns.latw.whole", {
            hit: percent(share(light.p_hit)),
            killed: percent(share(light.p_killed)),
          })}
        </b>
        {share(light.p_firer_harmed) > 0 && (
          <>
            <br />
            {t("fieldguns.latw.risk", {
              risk: percent(share(light.p_firer_harmed)),
              exact: light.p_firer_harmed,
            })}
          </>
        )}
      </p>
      {light.check && (
        <div class="stack">
          <h3>
            {t(
              light.check.max_original_dr >= 1 ? "fieldguns.latw.check" : "fieldguns.latw.no_check",
              {
                number: Math.min(light.check.max_original_dr, 5),
              },
            )}{" "}
            <Cite rule="C13.31" />
          </h3>
          {light.check_tally.length > 0 && (
            <TallyTable
              items={tallyOf(light.check_tally)}
              total={light.check_tally.reduce((sum, item) => sum + item.value, 0)}
              label="drm"
              name={caseName}
            />
          )}
          <OddsBars
            label={t("fieldguns.latw.check", { number: light.check.max_original_dr })}
            chances={Object.entries(light.check.odds).map(([result, exact]) => ({
              name: checked(result),
              exact,
              tone: CHECK_TONES[result] ?? "bad",
            }))}
          />
        </div>
      )}
      {light.risks.filter(isHarmed).map(({ name, harm }, i) => (
        <div key={i}>
          <h3>{t("fieldguns.latw.risk_title", { name: hand(name) })}</h3>
          <OddsBars
            label={hand(name)}
            chances={Object.entries(harm)
              .filter(([label]) => label !== "none")
              .map(([label, exact]) => ({ name: effectName(label), exact, tone: "bad" as const }))}
          />
        </div>
      ))}
      {light.ways.length > 1 && (
        <table class="compare">
          <caption class="visually-hidden">{t("fieldguns.latw.ways")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("fieldguns.latw.way")}</th>
              <th scope="col">{t("fieldguns.latw.way_hit")}</th>
              <th scope="col">{t("fieldguns.latw.way_killed")}</th>
              <th scope="col">{t("fieldguns.latw.way_risk")}</th>
            </tr>
          </thead>
          <tbody>
            {light.ways.map((way) => (
              <tr key={way.how} class={way.how === light.how ? "best" : ""}>
                <th scope="row">
                  <button type="button" class="link" onClick={() => put("party", "how", way.how)}>
                    {t(`fieldguns.how.${way.how}`)}
                  </button>
                </th>
                {way.error ? (
                  <td colSpan={3} class="small muted">
                    <Cite rule={way.refused ?? ""} /> {reason(way.refused, way.error)}
                  </td>
                ) : (
                  [way.p_hit, way.p_killed, way.p_firer_harmed].map((exact, i) => (
                    <td class="num" key={i}>
                      {percent(share(exact!))}
                    </td>
                  ))
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

const isHarmed = ({ harm }: { harm: Record<string, string> }): boolean =>
  Object.keys(harm).some((label) => label !== "none");
