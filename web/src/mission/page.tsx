// The fire mission: the flowchart with the present node lit, one question or roll at a time.
import "../styles/tools.css";
import "../styles/mission.css";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { call } from "../core/api";
import { remember, remembered } from "../core/storage";
import { has, lang, type Message, type Names, named, percent, say, t } from "../core/words";
import { Icon } from "../parts/icon";
import { share } from "../parts/odds";
import { Cite } from "../parts/rule";
import { sentenceOf, tellError } from "../parts/toast";

interface Option {
  name: string;
  rules: string[];
  takes: string | null;
}

interface Question {
  fact: string;
  rule: string;
  wants: "yes_no" | "number";
  message: Message;
}

interface BatteryState {
  name: string;
  nation: string;
  caliber: number;
  contact: boolean;
  access: boolean;
  counter: string | null;
  hex: string | null;
  mission: string | null;
  pile: { black: number; red: number };
  drawn: { black: number; red: number };
  barred: boolean;
  radio: string;
  observer: string;
}

interface Line {
  rule: string;
  message: Message;
  phase?: boolean;
}

interface Standing {
  record: Record<string, unknown>;
  battery: string;
  clock: { turn: number; side: string; phase: string };
  batteries: BatteryState[];
  node: string;
  by: string;
  idle: boolean;
  options: Option[];
  refused: { name: string; rule: string; message: Message }[];
  questions: Question[];
  roll: { rule: string; text: Names; request: { type: string } } | null;
  events: Line[];
  log: Line[];
  walked: [string, string][];
  steps: number;
}

interface Odds {
  ffe: string[];
  on_target: string[];
  ever: string;
  ever_on_target: string;
  options: Record<string, { ever: string; on_target: string }>;
}

type Facts = Record<string, boolean | number>;

interface Kept {
  standing: Standing;
  facts: Facts;
}

const NATIONS = ["german", "russian", "american", "british"];
const KINDS = ["guns", "battalion_mortars", "rockets"];
const LINKS = ["radio", "phone", "offboard"];
const SUPPLIES = ["normal", "plentiful", "scarce"];

const edge = (node: string, name: string): string => {
  const key = `artillery.edge.${node}.${name}`;
  return has(key) ? t(key) : name;
};
const nodeName = (node: string): string => {
  const key = `artillery.node.${node}`;
  return has(key) ? t(key) : node;
};

export function FireMission() {
  const [kept, setKept] = useState<Kept | null>(() => remembered<Kept>("mission"));
  const [busy, setBusy] = useState(false);
  const keep = (next: Kept | null) => {
    setKept(next);
    remember("mission", next);
  };
  const ask = async (path: string, body: Record<string, unknown>, facts: Facts) => {
    setBusy(true);
    try {
      const standing = await call<Standing>(`/api/tools/mission/${path}`, { body });
      keep({ standing, facts });
    } catch (error) {
      tellError(error);
    } finally {
      setBusy(false);
    }
  };
  if (!kept?.standing) {
    return <NewBattery onBegin={(battery) => ask("new", { battery }, {})} busy={busy} />;
  }
  const { standing, facts } = kept;
  const base = { record: standing.record, battery: standing.battery };
  const go = (more: Record<string, unknown>, known: Facts = facts) =>
    ask("go", { ...base, facts: known, ...more }, known);
  return (
    <main class="page mission">
      <div class="row between">
        <h1>{t("web.door.mission")}</h1>
        <div class="row no-print">
          <span class="tag">
            {t("web.mission.clock", {
              turn: standing.clock.turn,
              side: sideName(standing.clock.side),
              phase: standing.clock.phase,
            })}
          </span>
          <button
            type="button"
            class="button small"
            disabled={busy || standing.steps === 0}
            onClick={() => ask("undo", { ...base, facts: {} }, {})}
          >
            <Icon name="undo" /> {t("web.undo")}
          </button>
          <button type="button" class="button small quiet" onClick={() => keep(null)}>
            {t("web.mission.new")}
          </button>
        </div>
      </div>
      <div class="mission-grid">
        <Chart standing={standing} />
        <div class="stack">
          <Now
            standing={standing}
            busy={busy}
            onFact={(fact, value) => go({}, { ...facts, [fact]: value })}
            onRoll={(dice) => go(dice ? { dice } : { roll: true })}
            onOption={(option, argument) => go({ option, argument })}
            onPhase={() => ask("phase", { ...base, facts: {} }, {})}
          />
          {standing.batteries.map((battery) => (
            <BatteryCard key={battery.name} battery={battery} />
          ))}
          <Prospects standing={standing} facts={facts} />
          <section class="panel stack" aria-labelledby="mission-log">
            <h2 id="mission-log">{t("web.log.label")}</h2>
            {standing.log.length === 0 && <p class="muted">{t("web.mission.no_log")}</p>}
            <ol class="log">
              {standing.log.map((line, i) => (
                <li key={i}>
                  <span class="grow">{say(line.message)}</span>
                  <Cite rule={line.rule} />
                </li>
              ))}
            </ol>
          </section>
        </div>
      </div>
    </main>
  );
}

const sideName = (side: string): string => {
  const key = `web.nation.${side}`;
  return has(key) ? t(key) : side === "enemy" ? t("web.mission.enemy") : side;
};

function NewBattery({ onBegin, busy }: { onBegin: (battery: unknown) => void; busy: boolean }) {
  const [nation, setNation] = useState("german");
  const [caliber, setCaliber] = useState(100);
  const [kind, setKind] = useState("guns");
  const [link, setLink] = useState("radio");
  const [supply, setSupply] = useState("normal");
  const [date, setDate] = useState("1943-07");
  const select = (
    label: string,
    value: string,
    list: string[],
    set: (v: string) => void,
    key: string,
  ) => (
    <label class="field">
      <span>{label}</span>
      <select class="input" value={value} onChange={(event) => set(event.currentTarget.value)}>
        {list.map((one) => (
          <option key={one} value={one}>
            {t(`${key}.${one}`)}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <main class="page narrow stack">
      <h1>{t("web.door.mission")}</h1>
      <p class="lead">{t("web.mission.lead")}</p>
      <form
        class="panel stack"
        onSubmit={(event) => {
          event.preventDefault();
          onBegin({
            name: "A",
            nation,
            caliber: kind === "battalion_mortars" ? Math.min(caliber, 82) : caliber,
            kind,
            link,
            supply,
            date,
            observer: t("web.mission.observer"),
          });
        }}
      >
        <div class="fields">
          {select(t("web.range.nation"), nation, NATIONS, setNation, "web.nation")}
          <label class="field">
            <span>{t("web.mission.caliber")}</span>
            <input
              class="input"
              type="number"
              min={50}
              max={500}
              value={caliber}
              onChange={(event) => setCaliber(Number(event.currentTarget.value))}
            />
          </label>
          {select(t("web.mission.kind"), kind, KINDS, setKind, "web.mission.kind")}
          {select(t("web.mission.link"), link, LINKS, setLink, "web.mission.link")}
          {select(t("web.mission.supply"), supply, SUPPLIES, setSupply, "web.mission.supply")}
          <label class="field">
            <span>{t("web.range.date")}</span>
            <input
              class="input"
              type="month"
              value={date}
              onChange={(event) => setDate(event.currentTarget.value)}
            />
          </label>
        </div>
        <div>
          <button type="submit" class="button primary" disabled={busy}>
            {t("web.mission.begin")}
          </button>
        </div>
      </form>
    </main>
  );
}

interface NowProps {
  standing: Standing;
  busy: boolean;
  onFact: (fact: string, value: boolean | number) => void;
  onRoll: (dice: string) => void;
  onOption: (option: string, argument: string) => void;
  onPhase: () => void;
}

function Now({ standing, busy, onFact, onRoll, onOption, onPhase }: NowProps) {
  const [typed, setTyped] = useState("");
  const [argument, setArgument] = useState("");
  const [count, setCount] = useState(0);
  useEffect(() => {
    setTyped("");
    setArgument("");
  }, [standing.steps, standing.node]);
  const question = standing.questions[0];
  return (
    <section class="panel stack now-card" aria-live="polite" aria-busy={busy}>
      <h2>{nodeName(standing.node)}</h2>
      {standing.events.length > 0 && (
        <ul class="events">
          {standing.events.slice(-4).map((line, i) => (
            <li key={i}>
              {say(line.message)} <Cite rule={line.rule} />
            </li>
          ))}
        </ul>
      )}
      {question && !standing.roll && (
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
      )}
      {standing.roll && (
        <div class="stack">
          <p class="question">
            {named(standing.roll.text)} <Cite rule={standing.roll.rule} />
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
      )}
      {!question && !standing.roll && standing.options.length > 0 && !standing.idle && (
        <>
          {standing.by === "opponent" && <p class="notice">{t("artillery.cli.opponent_may")}</p>}
          {standing.options.some((option) => option.takes) && (
            <label class="field">
              <span>
                {t(
                  standing.options.find((option) => option.takes)?.takes === "hex"
                    ? "web.mission.hex"
                    : "web.mission.name",
                )}
              </span>
              <input
                class="input"
                value={argument}
                placeholder={t("web.mission.hex_example")}
                onInput={(event) => setArgument(event.currentTarget.value.trim())}
              />
            </label>
          )}
          <ul class="options">
            {standing.options.map((option) => (
              <li key={option.name}>
                <button
                  type="button"
                  class="button wide"
                  disabled={busy || (option.takes !== null && !argument)}
                  onClick={() => onOption(option.name, option.takes ? argument : "")}
                >
                  {edge(standing.node, option.name)}
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
      )}
      {standing.idle && (
        <div class="stack">
          <p>{t("web.mission.idle")}</p>
          <button type="button" class="button primary" disabled={busy} onClick={onPhase}>
            {t("web.mission.next_phase")}
          </button>
        </div>
      )}
      {!standing.idle && standing.refused.length > 0 && !question && !standing.roll && (
        <details class="why-not">
          <summary>{t("web.mission.closed", { count: standing.refused.length })}</summary>
          <ul>
            {standing.refused.map((no) => (
              <li key={no.name} class="small muted">
                <b>{edge(standing.node, no.name)}</b> – {say(no.message)} <Cite rule={no.rule} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function Chits({ count, colour }: { count: number; colour: "black" | "red" }) {
  return (
    <span class="chits" role="img" aria-label={t(`web.mission.${colour}`, { count })}>
      {Array.from({ length: count }, (_, i) => (
        <i key={i} class={colour} />
      ))}
    </span>
  );
}

function BatteryCard({ battery }: { battery: BatteryState }) {
  const yes = (on: boolean) => (on ? t("core.yes") : t("core.no"));
  return (
    <section class="panel battery" aria-label={battery.name}>
      <div class="row between">
        <h2>
          {battery.name} · {sideName(battery.nation)} {battery.caliber}mm
        </h2>
        {battery.counter && (
          <span class="counter-chip">
            {t(`artillery.${battery.counter}`)} {battery.hex}
          </span>
        )}
      </div>
      <dl class="facts">
        <div>
          <dt>{t("web.mission.contact")}</dt>
          <dd>{yes(battery.contact)}</dd>
        </div>
        <div>
          <dt>{t("web.mission.access")}</dt>
          <dd>{battery.barred ? t("web.mission.barred") : yes(battery.access)}</dd>
        </div>
        <div>
          <dt>{t("web.mission.mission")}</dt>
          <dd>{battery.mission ? t(`web.mission.type.${battery.mission}`) : "–"}</dd>
        </div>
        <div>
          <dt>{t("web.mission.left")}</dt>
          <dd>
            <Chits count={battery.pile.black} colour="black" />{" "}
            <Chits count={battery.pile.red} colour="red" />
          </dd>
        </div>
      </dl>
    </section>
  );
}

function Prospects({ standing, facts }: { standing: Standing; facts: Facts }) {
  const [target, setTarget] = useState("");
  const [found, setFound] = useState<Odds | null>(null);
  const [wrong, setWrong] = useState("");
  const [busy, setBusy] = useState(false);
  useEffect(() => setFound(null), [standing.steps]);
  const ask = async () => {
    setWrong("");
    setBusy(true);
    try {
      setFound(
        await call<Odds>("/api/tools/mission/odds", {
          body: { record: standing.record, battery: standing.battery, facts, target },
        }),
      );
    } catch (error) {
      setFound(null);
      setWrong(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  };
  let sum = 0;
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
          aria-label={t("web.mission.hex")}
          placeholder={t("web.mission.hex_example")}
          value={target}
          onInput={(event) => setTarget(event.currentTarget.value.trim())}
        />
        <button type="submit" class="button" disabled={!target || busy}>
          {busy ? <span class="spinner" aria-hidden="true" /> : t("web.mission.compute")}
        </button>
      </form>
      {wrong && <p class="notice warn">{wrong}</p>}
      {found && (
        <table class="compare">
          <thead>
            <tr>
              <th>{t("web.mission.by_phase")}</th>
              <th>{t("web.mission.ffe")}</th>
              <th>{t("web.mission.on_target")}</th>
            </tr>
          </thead>
          <tbody>
            {found.ffe.map((exact, i) => {
              sum += share(found.on_target[i]!);
              return (
                <tr key={i}>
                  <th scope="row">{t("web.mission.nth", { n: i + 1 })}</th>
                  <td class="num">{percent(share(exact))}</td>
                  <td class="num">
                    {percent(share(found.on_target[i]!))}{" "}
                    <span class="muted">Σ {percent(sum)}</span>
                  </td>
                </tr>
              );
            })}
            {Object.entries(found.options).map(([option, chance]) => (
              <tr key={option} class="best">
                <th scope="row">{edge(standing.node, option)}</th>
                <td class="num">{percent(share(chance.ever))}</td>
                <td class="num">{percent(share(chance.on_target))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Chart({ standing }: { standing: Standing }) {
  const box = useRef<HTMLDivElement>(null);
  const [large, setLarge] = useState(true);
  const walked = standing.walked.map((way) => way.join(".")).join(",");
  const source = useMemo(
    () =>
      `/api/tools/mission/chart/${lang.value}?lit=${standing.node}&walked=${encodeURIComponent(walked)}`,
    [standing.node, walked, lang.value],
  );
  useEffect(() => {
    let stale = false;
    fetch(source)
      .then((answer) => answer.text())
      .then((svg) => {
        const holder = box.current;
        if (stale || !holder) return;
        // In a tree of its own, so that the chart's style stays with the chart.
        const inside = holder.shadowRoot ?? holder.attachShadow({ mode: "open" });
        inside.innerHTML = `<style>svg{display:block;height:auto;width:var(--chart-width,auto)}</style>${svg}`;
        const lit = inside.querySelector('path[fill="#ffd54d"]');
        const scroll = holder.parentElement;
        if (!lit || !scroll) return;
        const there = lit.getBoundingClientRect();
        const frame = scroll.getBoundingClientRect();
        scroll.scrollLeft += there.x + there.width / 2 - frame.x - frame.width / 2;
        scroll.scrollTop += there.y - frame.y - frame.height / 3;
      }, tellError);
    return () => {
      stale = true;
    };
  }, [source, large]);
  return (
    <figure class={`chart ${large ? "large" : ""}`}>
      <figcaption class="row between">
        <b>{t("artillery.chart.title")}</b>
        <button type="button" class="button small" onClick={() => setLarge(!large)}>
          {t(large ? "web.mission.smaller" : "web.mission.larger")}
        </button>
      </figcaption>
      <div
        class="chart-scroll"
        tabindex={0}
        role="region"
        aria-label={t("web.mission.chart_alt", { node: nodeName(standing.node) })}
      >
        <div ref={box} />
      </div>
    </figure>
  );
}
