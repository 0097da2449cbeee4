// What may come of it: the usual plan, and every option of the moment side by side.
import { useEffect, useState } from "preact/hooks";
import type { Chances, MissionOdds, Standing } from "../api/types";
import { call } from "../core/api";
import { percent, t } from "../core/words";
import { share } from "../parts/odds";
import { sentenceOf } from "../parts/toast";
import { edgeName } from "./names";
import type { Facts } from "./types";

interface Props {
  standing: Standing;
  facts: Facts;
  placed: unknown;
  /** A hex that was clicked on the map. */
  hex: string;
}

export function Prospects({ standing, facts, placed, hex }: Props) {
  const [target, setTarget] = useState(hex);
  const [odds, setOdds] = useState<MissionOdds | null>(null);
  const [wrong, setWrong] = useState("");
  const [busy, setBusy] = useState(false);
  useEffect(() => setOdds(null), [standing.steps, standing.battery]);
  useEffect(() => {
    if (hex) setTarget(hex);
  }, [hex]);
  const ask = async () => {
    setWrong("");
    setBusy(true);
    try {
      const { record, battery } = standing;
      const body = { record, battery, facts, target, placed, phases: 3 };
      setOdds(await call<MissionOdds>("/api/tools/mission/odds", { body }));
    } catch (error) {
      setOdds(null);
      setWrong(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  };
  // The usual plan, without a name, then every option of the moment.
  const rows: [string, Chances][] = odds
    ? [["", odds.plan], ...Object.entries(odds.alternatives)]
    : [];
  const best = Math.max(0, ...rows.map(([, row]) => share(row.on_target_at_all)));
  return (
    <section class="panel stack" aria-labelledby="mission-odds">
      <h2 id="mission-odds">{t("web.mission.odds")}</h2>
      <p class="small muted">{t("web.mission.odds_says")}</p>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          ask();
        }}
      >
        <input
          class="input short"
          aria-label={t("web.mission.target_hex")}
          placeholder={t("web.mission.hex_example")}
          value={target}
          onInput={(event) => setTarget(event.currentTarget.value.trim())}
        />
        <button type="submit" class="button" disabled={!target || busy}>
          {busy ? <span class="spinner" aria-hidden="true" /> : t("web.mission.compute")}
        </button>
      </form>
      {wrong && <p class="notice warn">{wrong}</p>}
      {odds && (
        <div class="wide-table">
          <table class="compare">
            <thead>
              <tr>
                <th scope="col">{t("web.mission.plan")}</th>
                {odds.plan.ffe_by_phase.map((_, i) => (
                  <th scope="col" key={i}>
                    {t("web.mission.nth", { n: i + 1 })}
                  </th>
                ))}
                <th scope="col">{t("web.mission.ever")}</th>
                <th scope="col">{t("web.mission.on_target")}</th>
                <th scope="col">{t("web.mission.error")}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(([option, row]) => (
                <tr
                  key={option}
                  class={
                    rows.length > 2 && option && share(row.on_target_at_all) === best ? "best" : ""
                  }
                >
                  <th scope="row">
                    {option ? edgeName(odds.node, option) : t("web.mission.usual_plan")}
                  </th>
                  {row.ffe_by_phase.map((exact, i) => (
                    <td class="num" key={i} title={exact}>
                      {percent(share(exact))}
                    </td>
                  ))}
                  <td class="num" title={row.ffe_at_all}>
                    {percent(share(row.ffe_at_all))}
                  </td>
                  <td class="num" title={row.on_target_at_all}>
                    {percent(share(row.on_target_at_all))}
                  </td>
                  <td class="num muted">
                    {row.round ? share(row.round.expected_error).toFixed(2) : "–"}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
