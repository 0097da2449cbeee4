// A combat in numbers: the differential first, then the odds, then every reason.
import { percent, t } from "../core/words";
import { OddsBars, share, signed, TallyTable } from "../parts/odds";
import { Cite } from "../parts/rule";
import { assistAt } from "./assist";
import { caseName, resultMeaning, resultTone, rowName } from "./say";
import type { Assessed, Board } from "./types";

interface Props {
  board: Board;
  assessed: Assessed;
  barrage: boolean;
  brief?: boolean;
}

export function rangeText(range: [number, number]): string {
  const [low, high] = range;
  if (low <= -90) return `≤ ${signed(high)}`;
  if (high >= 90) return `≥ ${signed(low)}`;
  return low === high ? signed(low) : `${signed(low)} … ${signed(high)}`;
}

export function AssessedView({ board, assessed, barrage, brief }: Props) {
  const helped = assistAt(board) !== "off";
  return (
    <div class="assessed">
      <div class="verdict">
        <div>
          <div class="big" data-test="differential">
            {signed(assessed.differential)}
          </div>
          <div class="muted small">
            {t("web.combat.differential")} <Cite rule="F7.3a" />
          </div>
        </div>
        <dl class="facts">
          <div>
            <dt>{t("web.combat.row")}</dt>
            <dd>
              {rowName(board, assessed.row)} <Cite rule="F7.4d" />
            </dd>
          </div>
          <div>
            <dt>{t("web.combat.column")}</dt>
            <dd class="num">
              {assessed.range ? rangeText(assessed.range) : t("web.combat.off_table")}
            </dd>
          </div>
        </dl>
      </div>
      {helped && (
        <OddsBars
          label={t("web.combat.odds")}
          chances={assessed.odds.map(({ result, exact, rolls }) => ({
            name: result,
            exact,
            tone: resultTone(result, barrage),
            meaning: rolls.length
              ? `${resultMeaning(result, barrage)} · ${t("web.combat.on_rolls", { rolls: rolls.join(" ") })}`
              : resultMeaning(result, barrage),
          }))}
        />
      )}
      {!brief && (
        <>
          <TallyTable
            items={assessed.attack.items}
            total={assessed.attack.total}
            label={t("web.combat.attack")}
            name={caseName}
            plain
          />
          <TallyTable
            items={assessed.defence.items}
            total={assessed.defence.total}
            label={t("web.combat.defence")}
            name={caseName}
            plain
          />
          {assessed.rows.length > 1 && (
            <p class="small muted">
              {t("web.combat.rows", {
                rows: assessed.rows.map(([row]) => rowName(board, row)),
                row: rowName(board, assessed.row),
              })}
            </p>
          )}
        </>
      )}
    </div>
  );
}

/** The odds in one line, for a screen too small to show them beside the button that commits. */
export function OddsStrip({ assessed, barrage }: { assessed: Assessed; barrage: boolean }) {
  const sums = { good: 0, even: 0, bad: 0 };
  for (const { result, exact } of assessed.odds) sums[resultTone(result, barrage)] += share(exact);
  const parts = Object.entries(sums).filter(([, part]) => part > 0);
  return (
    <div class="odds-strip" aria-hidden="true">
      <b class="num">{signed(assessed.differential)}</b>
      <span>
        {parts.map(([tone, part]) => (
          <i key={tone} class={tone} style={{ flexGrow: part }}>
            {percent(part)}
          </i>
        ))}
      </span>
    </div>
  );
}

/** The whole table of results, with the column in question lit. */
export function CrtTable({ board, assessed }: { board: Board; assessed: Assessed | null }) {
  const rows = Object.entries(board.crt.rows);
  const columns = rows[0]?.[1].length ?? 0;
  const numbers = Array.from({ length: columns }, (_, i) => i);
  return (
    <div class="crt-scroll" tabindex={0} role="region" aria-label={t("web.combat.crt")}>
      <table class="crt">
        <caption>
          {t("web.combat.crt")} ({board.crt.die}) <Cite rule="F7.4" />
        </caption>
        <thead>
          {rows.map(([row, ranges]) => (
            <tr key={row} class={assessed?.row === row ? "lit-row" : ""}>
              <th scope="row">{rowName(board, row)}</th>
              {ranges.map((range, i) => (
                <th key={i} class={assessed?.column === i ? "lit-column" : ""}>
                  {rangeText(range).replaceAll(/[ +]/g, "")}
                </th>
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {Object.entries(board.crt.results)
            .sort(([a], [b]) => Number(a) - Number(b))
            .map(([roll, results]) => (
              <tr key={roll}>
                <th scope="row">{roll}</th>
                {numbers.map((i) => (
                  <td
                    key={i}
                    class={`${assessed?.column === i ? "lit-column" : ""} ${resultTone(results[i]!)}`}
                  >
                    {results[i]}
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}
