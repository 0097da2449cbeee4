// A LATW or RCL: the check before the shot, the whole chain, its price, other ways to make it.
import { has, percent, say, t } from "../core/words";
import { OddsBars, share, TallyTable } from "../parts/odds";
import { Cite } from "../parts/rule";
import { put } from "./store";
import type { Light } from "./types";
import { caseName, effectName } from "./words";

const hand = (name: string): string => {
  const key = `fieldguns.hand.${name}`;
  return has(key) ? t(key) : name;
};

export function LightPanel({ light }: { light: Light }) {
  return (
    <section class="panel stack" aria-labelledby="range-light">
      <h2 id="range-light">{t("web.range.chain")}</h2>
      <p>
        <b>
          {t("fieldguns.latw.whole", {
            hit: percent(share(light.hit)),
            killed: percent(share(light.killed)),
          })}
        </b>
        {share(light.risk) > 0 && (
          <>
            <br />
            {t("fieldguns.latw.risk", { risk: percent(share(light.risk)), exact: light.risk })}
          </>
        )}
      </p>
      {light.check && (
        <div class="stack">
          <h3>
            {t(light.check.needed >= 1 ? "fieldguns.latw.check" : "fieldguns.latw.no_check", {
              number: Math.min(light.check.needed, 5),
            })}{" "}
            <Cite rule="C13.31" />
          </h3>
          {light.check.drm.items.length > 0 && (
            <TallyTable
              items={light.check.drm.items}
              total={light.check.drm.total}
              label="drm"
              name={caseName}
            />
          )}
          <OddsBars
            label={t("fieldguns.latw.check", { number: light.check.needed })}
            chances={light.check.odds.map(([key, exact]) => ({
              name: t(`fieldguns.latw.checked.${key}`),
              exact,
              tone: key === "fires" ? "good" : key === "no_shot" ? "even" : "bad",
            }))}
          />
        </div>
      )}
      {light.risks.map(([name, harm]) => (
        <div key={name}>
          <h3>{t("fieldguns.latw.risk_title", { name: hand(name) })}</h3>
          <OddsBars
            label={hand(name)}
            chances={harm
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
                {way.message ? (
                  <td colSpan={3} class="small muted">
                    <Cite rule={way.refused} /> {say(way.message)}
                  </td>
                ) : (
                  [way.hit, way.killed, way.risk].map((exact, i) => (
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
