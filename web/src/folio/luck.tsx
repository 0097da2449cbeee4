// Luck, counted: the rolls of each side as attacker against what the table of results promised.
import type { LogLine } from "../core/live";
import { percent, t } from "../core/words";
import { sideName } from "../table/say";
import type { Board } from "./types";

/** Results from the attacker's best to his worst. */
const ORDER = ["De", "D3", "D2", "Ex", "•", "A1", "A2", "A3", "(A)", "Ae"];

interface Rolled {
  side: string;
  faces: number[];
  column: number;
  barrage: boolean;
  result: string;
}

export interface Fortune {
  rolls: number;
  /** How often each face fell. */
  faces: number[];
  /** 0 (always the worst) … 1 (always the best); 0.5 is even. */
  luck: number;
}

/** All public rolls of the log, each with the side that attacked. */
function rollsOf(log: LogLine[]): Rolled[] {
  const rolls: Rolled[] = [];
  let side = "";
  for (const { data } of log) {
    if (data.what === "phase") side = String(data.side).replace("@", "");
    if (data.what !== "rolled" || Number(data.column) < 0) continue;
    const faces = String(data.roll).split(" ").map(Number);
    const barrage = data.barrage === true;
    rolls.push({ side, faces, column: Number(data.column), barrage, result: String(data.result) });
  }
  return rolls;
}

/** All totals of a number of dice, as often as each may fall. */
function totals(dice: number, sides: number): number[] {
  let all = [0];
  for (let i = 0; i < dice; i++) {
    all = all.flatMap((sum) => Array.from({ length: sides }, (_, face) => sum + face + 1));
  }
  return all;
}

/** The share of all rolls that would have been worse, equal ones counted half. */
function fortuneOf(board: Board, rolled: Rolled, sides: number): number {
  const { faces, column, barrage, result } = rolled;
  const all = totals(faces.length, sides);
  // F8.4e: a barrage drives no attacker back.
  const rank = (one: string) => ORDER.indexOf(barrage && /^A\d$/.test(one) ? "•" : one);
  let below = 0;
  for (const total of all) {
    const other = board.crt.results[String(total)]?.[column] ?? "•";
    if (rank(other) > rank(result)) below += 1;
    else if (rank(other) === rank(result)) below += 0.5;
  }
  return below / all.length;
}

export function fortunes(board: Board, log: LogLine[]): Record<string, Fortune> {
  const sides = Number(board.crt.die.split("d")[1] ?? 6);
  const bySide: Record<string, Fortune> = {};
  for (const side of board.sides) {
    bySide[side.id] = { rolls: 0, faces: Array(sides).fill(0), luck: 0 };
  }
  for (const roll of rollsOf(log)) {
    const mine = bySide[roll.side];
    if (!mine) continue;
    mine.luck = (mine.luck * mine.rolls + fortuneOf(board, roll, sides)) / (mine.rolls + 1);
    mine.rolls += 1;
    for (const face of roll.faces) mine.faces[face - 1]! += 1;
  }
  return bySide;
}

export function Luck({ board, log }: { board: Board; log: LogLine[] }) {
  const bySide = fortunes(board, log);
  return (
    <section class="luck stack" aria-labelledby="luck">
      <h3 id="luck">{t("web.luck")}</h3>
      <p class="small muted">{t("web.luck.says")}</p>
      {board.sides.map((side, n) => (
        <SideLuck
          key={side.id}
          name={sideName(board, side.id)}
          second={n > 0}
          fortune={bySide[side.id]!}
        />
      ))}
    </section>
  );
}

function SideLuck(props: { name: string; second: boolean; fortune: Fortune }) {
  const { rolls, faces, luck } = props.fortune;
  const count = faces.reduce((sum, one) => sum + one, 0);
  const mean = faces.reduce((sum, one, i) => sum + one * (i + 1), 0) / (count || 1);
  const most = Math.max(...faces, 1);
  const number = (value: number) => (Math.round(value * 100) / 100).toFixed(2);
  return (
    <div class={`side-luck ${props.second ? "side-b" : "side-a"}`}>
      <div class="row">
        <span class={`side-chip ${props.second ? "side-b" : "side-a"}`}>{props.name}</span>
        <span class="small grow">
          {rolls
            ? t("web.luck.mean", {
                rolls,
                mean: number(mean),
                expected: number((faces.length + 1) / 2),
              })
            : t("web.luck.none")}
        </span>
      </div>
      {rolls > 0 && (
        <>
          <ol class="faces" aria-label={t("web.luck.faces")}>
            {faces.map((times, i) => (
              <li key={i}>
                <i style={{ height: `${(times / most) * 36}px` }} aria-hidden="true" />
                <span class="num">{i + 1}</span>
                <small>{times}</small>
              </li>
            ))}
            <b
              class="even"
              style={{ bottom: `${(count / faces.length / most) * 36 + 34}px` }}
              aria-hidden="true"
            />
          </ol>
          <div class="meter" role="img" aria-label={t("web.luck.share", { share: percent(luck) })}>
            <i style={{ left: `${luck * 100}%` }} />
          </div>
          <p class="small">{t("web.luck.share", { share: percent(luck) })}</p>
        </>
      )}
    </div>
  );
}
