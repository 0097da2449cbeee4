// The Rosters as they lie on the table, the log, and the end: both side by side.
import type { Live, LogLine } from "../core/live";
import { t } from "../core/words";
import { Cite } from "../parts/rule";
import { Sheet } from "./sheet";
import { TakeAway } from "./take-away";
import { told } from "./terms";
import type { PurchaseView } from "./types";

export function Sheets({ view, first }: { view: PurchaseView; first: string }) {
  const seats = Object.keys(view.sides);
  const order = [...seats].sort((a, b) => Number(b === first) - Number(a === first));
  return (
    <div class="sheets stack">
      {order.map((one) => (
        <Sheet key={one} side={view.sides[one]!} at={seats.indexOf(one)} />
      ))}
      <Agreed view={view} />
    </div>
  );
}

function Agreed({ view }: { view: PurchaseView }) {
  const all = Object.entries(view.agreed);
  if (all.length === 0) return null;
  return (
    <section class="agreed small">
      <b>{t("purchase.sheet.figures")}</b>{" "}
      {all.map(([key, value]) => `${key} = ${value}`).join(" · ")}
    </section>
  );
}

interface FinishedProps {
  live: Live<PurchaseView>;
  view: PurchaseView;
  log: LogLine[];
}

/** After the reveal: both Rosters side by side, and everything to take away. */
export function Finished({ live, view, log }: FinishedProps) {
  return (
    <div class="stack finished">
      <p class="lead no-print">{t("buy.finished")}</p>
      <TakeAway table={live.id} view={view} seat="" over />
      <div class="sheets two-2">
        {Object.values(view.sides).map((side, at) => (
          <Sheet key={side.seat} side={side} at={at} />
        ))}
      </div>
      <Agreed view={view} />
      <Log view={view} lines={log} />
    </div>
  );
}

export function Log({ view, lines }: { view: PurchaseView; lines: LogLine[] }) {
  return (
    <details class="panel no-print purchase-log" open>
      <summary>
        <h2>{t("web.log.label")}</h2>
      </summary>
      {lines.length === 0 ? (
        <p class="empty">{t("buy.log_empty")}</p>
      ) : (
        <ol>
          {lines
            .slice(-60)
            .reverse()
            .map((line, i) => (
              <li key={`${line.n}-${i}`}>
                <span class="grow">{told(view, line.message)}</span>
                <Cite rule={line.rule} />
              </li>
            ))}
        </ol>
      )}
    </details>
  );
}
