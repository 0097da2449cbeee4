// «Is it balanced?»: bots play the draft against each other, for as long as one likes to watch.
import { useEffect, useRef, useState } from "preact/hooks";
import type { BalanceReport } from "../api/types";
import { call } from "../core/api";
import { named, percent, t } from "../core/words";
import { Choices, Wrong } from "../parts/fields";
import { sentenceOf } from "../parts/toast";
import { board, draft, good, texts } from "./store";

const LEVELS = ["easy", "normal"] as const;
const COUNTS = ["20", "50", "200"] as const;

export function Balance() {
  const [level, setLevel] = useState<(typeof LEVELS)[number]>("easy");
  const [count, setCount] = useState<(typeof COUNTS)[number]>("50");
  const [report, setReport] = useState<BalanceReport | null>(null);
  const [running, setRunning] = useState(false);
  const [wrong, setWrong] = useState("");
  const run = useRef<AbortController | null>(null);
  const now = draft.value;
  const stop = () => {
    run.current?.abort();
    run.current = null;
    setRunning(false);
  };
  // Another draft is another question; who goes away asks no more.
  useEffect(() => {
    stop();
    setReport(null);
  }, [now]);
  useEffect(() => stop, []);
  const start = async () => {
    const mine = new AbortController();
    run.current = mine;
    setRunning(true);
    setWrong("");
    setReport(null);
    try {
      const { toml, map } = await texts();
      let report: BalanceReport | null = null;
      while (!mine.signal.aborted && (report?.games ?? 0) < Number(count)) {
        const left: number = Number(count) - (report?.games ?? 0);
        const known: object | null = report && {
          games: report.games,
          wins: report.wins.map((share) => share.count),
          margin: report.margin,
        };
        const body: object = { toml, map, level, most: left, known };
        report = await call<BalanceReport>("/api/tools/workshop/balance", {
          body,
          signal: mine.signal,
        });
        if (!mine.signal.aborted) setReport(report);
      }
    } catch (error) {
      if (!mine.signal.aborted) setWrong(sentenceOf(error));
    } finally {
      if (run.current === mine) stop();
    }
  };
  const sides = board.value!.sides;
  const games = report?.games ?? 0;
  return (
    <section class="panel stack" aria-labelledby="workshop-balance">
      <h3 id="workshop-balance">{t("workshop.balance")}</h3>
      <p class="muted small">{t("workshop.balance_says")}</p>
      <Choices
        label={t("web.level")}
        options={LEVELS}
        value={level}
        name={(one) => t(`web.level.${one}`)}
        onChange={setLevel}
      />
      <Choices
        label={t("workshop.balance_games")}
        options={COUNTS}
        value={count}
        name={(one) => t("workshop.games", { count: one })}
        onChange={setCount}
      />
      <div class="row">
        <button
          type="button"
          class="button"
          disabled={!running && !good.value}
          onClick={running ? stop : start}
        >
          {t(running ? "workshop.balance_stop" : "workshop.balance_go")}
        </button>
        {(running || report) && (
          <span role="status" class="grow">
            <progress max={Number(count)} value={games} aria-label={t("workshop.balance")} />{" "}
            {t("workshop.balance_so_far", { count: games, all: count })}
          </span>
        )}
      </div>
      <Wrong says={wrong} />
      {report && report.games > 0 && (
        <>
          <ul class="balance-bars">
            {[...report.wins, report.draws].map((share, n) => (
              <li key={n} class={n === 0 ? "side-a" : n === 1 ? "side-b" : "draw"}>
                <span>{n < 2 ? named(sides[n]?.name) : t("workshop.draws")}</span>
                <span class="bar" aria-hidden="true">
                  <i style={{ width: `${share.rate * 100}%` }} />
                  <b
                    style={{
                      left: `${share.low * 100}%`,
                      width: `${(share.high - share.low) * 100}%`,
                    }}
                  />
                </span>
                <span class="num">{percent(share.rate)}</span>
                <small class="muted">
                  {t("workshop.interval", { low: percent(share.low), high: percent(share.high) })}
                </small>
              </li>
            ))}
          </ul>
          <p>
            {t(verdict(report), {
              name: named(sides[report.wins[0].rate > report.wins[1].rate ? 0 : 1]?.name),
            })}
          </p>
        </>
      )}
    </section>
  );
}

/** What the interval allows to say. */
function verdict(report: BalanceReport): string {
  const [a, b] = report.wins;
  if (a.low > 0.5 || b.low > 0.5) return "workshop.verdict.one_sided";
  const narrow = a.high - a.low < 0.25;
  return narrow ? "workshop.verdict.even" : "workshop.verdict.unknown";
}
