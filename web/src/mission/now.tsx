// One question, roll or choice at a time.
import { useEffect, useState } from "preact/hooks";
import { named, say, t } from "../core/words";
import { Icon } from "../parts/icon";
import { Cite } from "../parts/rule";
import { edgeName, nodeName } from "./names";
import type { Option, Question, Standing } from "./types";

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
              {say(line.message)} <Cite rule={line.rule} />
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
          <p>{t("web.mission.idle")}</p>
          {waiting[0] ? (
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
                <b>{edgeName(standing.node, no.name)}</b> – {say(no.message)}{" "}
                <Cite rule={no.rule} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function Ask({ question, busy, onFact }: NowProps & { question: Question }) {
  const [count, setCount] = useState(0);
  return (
    <div class="stack">
      <p class="question">
        {say(question.message)} <Cite rule={question.rule} />
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
            aria-label={say(question.message)}
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

function Options({
  standing,
  busy,
  options,
  argument,
  onArgument,
  onOption,
}: NowProps & { options: Option[] }) {
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
              {edgeName(standing.node, option.name)}
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
