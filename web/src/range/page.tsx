// The gunnery range: choose what fires at what, flip the switches, read the number and its reasons.
import "../styles/tools.css";
import "../styles/range.css";
import { useEffect } from "preact/hooks";
import { Refused } from "../core/api";
import { percent, t } from "../core/words";
import { useDrop } from "../parts/drop";
import { Icon } from "../parts/icon";
import { share } from "../parts/odds";
import { Cite } from "../parts/rule";
import { sentenceOf, tell, tellError } from "../parts/toast";
import { Waiting } from "../parts/waiting";
import { OpenSave, openInSight } from "../vasl/open";
import { isSave } from "../vasl/save";
import { FirerPanel } from "./firer";
import { Results } from "./results";
import { SituationPanel } from "./situation";
import { begin, busy, counters, report, reset, search, wrong } from "./store";
import { TargetPanel } from "./targets";

export function GunneryRange() {
  useEffect(begin, []);
  const { drop } = useDrop((files) => isSave(files[0]!) && openInSight(files[0]!));
  if (!counters.value) {
    return wrong.value ? <p class="page notice warn">{sentenceOf(wrong.value)}</p> : <Waiting />;
  }
  return (
    <main class="page range" {...drop}>
      <div class="row between">
        <h1>{t("web.door.shot")}</h1>
        <div class="row no-print">
          <button
            type="button"
            class="button small"
            onClick={() =>
              navigator.clipboard
                ?.writeText(location.href)
                .then(() => tell("web.link.copied"))
                .catch(tellError)
            }
          >
            <Icon name="link" /> {t("web.range.share")}
          </button>
          <OpenSave />
          <button type="button" class="button small quiet" onClick={reset}>
            {t("web.range.reset")}
          </button>
        </div>
      </div>
      <div class="range-grid">
        <div class="stack">
          <label class="field no-print">
            <span>{t("web.range.find_state")}</span>
            <input
              class="input"
              type="search"
              placeholder={t("web.range.find_example")}
              value={search.value}
              onInput={(event) => {
                search.value = event.currentTarget.value;
              }}
            />
          </label>
          <FirerPanel />
          <TargetPanel />
          <SituationPanel />
        </div>
        <div class="stack results" aria-live="polite" aria-busy={busy.value}>
          {wrong.value !== null && (
            <p class="notice warn">
              <Cite rule={wrong.value instanceof Refused ? wrong.value.rule : null} />{" "}
              {sentenceOf(wrong.value)}
            </p>
          )}
          <AnswerBar />
          {busy.value && !report.value && <Waiting />}
          {report.value && <Results report={report.value} />}
        </div>
      </div>
    </main>
  );
}

/** On a phone the number stays in sight. */
function AnswerBar() {
  const main = report.value?.targets[0];
  if (main?.max_original_dr === undefined || main.p_hit === undefined) return null;
  return (
    <p class="answer-bar no-print" aria-hidden="true">
      <b class="num">{Math.min(main.max_original_dr, 12)}</b>
      {t("web.range.or_less")}
      <b class="num">{percent(share(main.p_hit))}</b>
    </p>
  );
}
