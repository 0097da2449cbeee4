// What has happened; any line leads back to the moment before it.

import type { Standing } from "../api/types";
import { named, t } from "../core/words";
import { Cite } from "../parts/rule";
import { sideName } from "../sight/names";

interface Props {
  standing: Standing;
  busy: boolean;
  onBack: (to: number) => void;
}

export function Log({ standing, busy, onBack }: Props) {
  return (
    <section class="panel stack" aria-labelledby="mission-log">
      <h2 id="mission-log">{t("web.log.label")}</h2>
      {standing.log.length === 0 && <p class="muted">{t("web.mission.no_log")}</p>}
      <ol class="log mission-log">
        {standing.log.map((line, i) =>
          line.clock ? (
            <li key={i} class="phase-line">
              {t("web.mission.clock", { ...line.clock, side: sideName(line.clock.side) })}
            </li>
          ) : (
            <li key={i}>
              <span class="grow">{line.text && named(line.text)}</span>
              <Cite rule={line.rule} />
              {line.step > 1 && (
                <button
                  type="button"
                  class="button small quiet no-print"
                  disabled={busy}
                  title={t("web.mission.back_to")}
                  aria-label={t("web.mission.back_to")}
                  onClick={() => onBack(line.step - 1)}
                >
                  ↶
                </button>
              )}
            </li>
          ),
        )}
      </ol>
    </section>
  );
}
