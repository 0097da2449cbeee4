// One question, roll or choice at a time.
import { useEffect, useState } from "preact/hooks";
import type { May, Standing, Wanted } from "../api/types";
import { named, t } from "../core/words";
import { Icon } from "../parts/icon";
import { Cite } from "../parts/rule";
import { nodeName } from "./names";

export interface NowProps {
  standing: Standing;
  busy: boolean;
  argument: string;
  onArgument: (text: string) => void;
  onFact: (fact: string, value: boolean | number) => void;
  onRoll: (dice: string) => void;
  onOption: (option: string, argument: string) => void;
  onPhase: () => void;
  onBattery: (name: string) => void;
  /** To the shells of a battery that fall in this phase. */
  onShells: (name: string) => void;
}

export function Now(props: NowProps) {
  const { standing, busy } = props;
  const question = standing.questions[0];
  const choosing = !question && !standing.roll;
  const waiting = standing.batteries.filter(
    (one) => one.name !== standing.battery && !["idle", "before_play"].includes(one.node),
  );
  return (
    <section class="panel stack now-card" aria-live="polite" aria-busy={busy}>
      <div class="row between">
        <h2>{nodeName(standing.node)}</h2>
        {standing.batteries.length > 1 && (
          <span class="tag">{t("web.mission.battery", { name: standing.battery })}</span>
        )}
      </div>
      {standing.events.length > 0 && (
        <ul class="events">
          {standing.events.slice(-4).map((line, i) => (
            <li key={i}>
              {named(line.text)} <Cite rule={line.rule} />
            </li>
          ))}
        </ul>
      )}
      {question && !standing.roll && <Ask question={question} {...props} />}
      {standing.roll && <Dice {...props} />}
      {choosing && !standing.idle && standing.options.length > 0 && (
        <>
          {standing.by === "opponent" && <p class="notice">{t("artillery.cli.opponent_may")}</p>}
          <Options {...props} options={standing.options} />
        </>
      )}
      {standing.idle && choosing && (
        <div class="stack">
          <p>
            {standing.unresolved.length
              ? t("web.mission.shells_due", { batteries: standing.unresolved })
              : t("web.mission.idle")}
          </p>
          {standing.unresolved[0] ? (
            <div class="row">
              <button
                type="button"
                class="button primary"
                disabled={busy}
                onClick={() => props.onShells(standing.unresolved[0]!)}
              >
                {t("web.mission.resolve", { name: standing.unresolved[0] })}
              </button>
              <button
                type="button"
                class="button quiet"
                disabled={busy}
                onClick={waiting[0] ? () => props.onBattery(waiting[0]!.name) : props.onPhase}
              >
                {t("web.mission.resolved_elsewhere")}
              </button>
            </div>
          ) : waiting[0] ? (
            <button
              type="button"
              class="button primary"
              disabled={busy}
              onClick={() => props.onBattery(waiting[0]!.name)}
            >
              {t("web.mission.on_to", { name: waiting[0].name })}
            </button>
          ) : (
            <button type="button" class="button primary" disabled={busy} onClick={props.onPhase}>
              {t("web.mission.next_phase")}
            </button>
          )}
          {standing.options.length > 0 && (
            <details class="why-not">
              <summary>{t("web.mission.happened")}</summary>
              <Options {...props} options={standing.options} />
            </details>
          )}
        </div>
      )}
      {!standing.idle && choosing && standing.refused.length > 0 && (
        <details class="why-not">
          <summary>{t("web.mission.closed", { count: standing.refused.length })}</summary>
          <ul>
            {standing.refused.map((no) => (
              <li key={no.name} class="small muted">
                <b>{named(no.option)}</b> – {named(no.text)} <Cite rule={no.rule} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function Ask({ question, busy, onFact }: NowProps & { question: Wanted }) {
  const [count, setCount] = useState(0);
  return (
    <div class="stack">
      <p class="question">
        {named(question.text)} <Cite rule={question.rule} />
      </p>
      {question.wants === "yes_no" ? (
        <div class="row">
          <button
            type="button"
            class="button primary"
            disabled={busy}
            onClick={() => onFact(question.fact, true)}
          >
            {t("core.yes")}
          </button>
          <button
            type="button"
            class="button"
            disabled={busy}
            onClick={() => onFact(question.fact, false)}
          >
            {t("core.no")}
          </button>
        </div>
      ) : (
        <form
          class="row"
          onSubmit={(event) => {
            event.preventDefault();
            onFact(question.fact, count);
          }}
        >
          <input
            class="input short"
            type="number"
            min={0}
            max={20}
            value={count}
            aria-label={named(question.text)}
            onInput={(event) => setCount(Number(event.currentTarget.value))}
          />
          <button type="submit" class="button primary" disabled={busy}>
            {t("web.dice.enter")}
          </button>
        </form>
      )}
    </div>
  );
}

function Dice({ standing, busy, onRoll }: NowProps) {
  const [typed, setTyped] = useState("");
  useEffect(() => setTyped(""), [standing.steps, standing.node]);
  return (
    <div class="stack">
      <p class="question">
        {named(standing.roll!.text)} <Cite rule={standing.roll!.rule} />
      </p>
      {standing.roll!.needs !== null && (
        <p class="needs">{t("web.mission.needs", { highest: standing.roll!.needs })}</p>
      )}
      <div class="row">
        <button type="button" class="button primary" disabled={busy} onClick={() => onRoll("")}>
          <Icon name="die" /> {t("web.range.roll")}
        </button>
        <form
          class="row grow"
          onSubmit={(event) => {
            event.preventDefault();
            if (typed.trim()) onRoll(typed);
          }}
        >
          <input
            class="input short"
            aria-label={t("web.mission.typed")}
            placeholder={t("web.mission.typed")}
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
          <button type="submit" class="button" disabled={busy || !typed.trim()}>
            {t("web.dice.enter")}
          </button>
        </form>
      </div>
    </div>
  );
}

function Options({ busy, options, argument, onArgument, onOption }: NowProps & { options: May[] }) {
  const takes = options.find((option) => option.takes)?.takes;
  return (
    <>
      {takes && (
        <label class="field">
          <span>{t(takes === "hex" ? "web.mission.hex" : "web.mission.name")}</span>
          <input
            class="input"
            value={argument}
            placeholder={t(takes === "hex" ? "web.mission.hex_example" : "web.mission.name")}
            onInput={(event) => onArgument(event.currentTarget.value.trim())}
          />
        </label>
      )}
      <ul class="options">
        {options.map((option) => (
          <li key={option.name}>
            <button
              type="button"
              class="button wide"
              disabled={busy || (option.takes !== null && !argument)}
              onClick={() => onOption(option.name, option.takes ? argument : "")}
            >
              {named(option.text)}
            </button>
            <span class="row rules-of">
              {option.rules.map((rule) => (
                <Cite key={rule} rule={rule} />
              ))}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
