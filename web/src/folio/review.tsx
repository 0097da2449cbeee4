// The review of a finished game, beside its replay: the curve, what turned it, what it cost, luck.
import { useEffect } from "preact/hooks";
import type { CostlyDecision, Review, SideReview, TurningPoint } from "../api/types";
import { type Message, percent, say, t, together } from "../core/words";
import { sideName } from "../table/say";
import { Curve } from "./curve";
import type { FolioStore } from "./store";
import type { Board } from "./types";

interface Props {
  store: FolioStore;
  review: Review;
}

export function ReviewPanel({ store }: { store: FolioStore }) {
  const { reviewing } = store;
  useEffect(() => {
    reviewing.look();
    return reviewing.leave;
  }, [reviewing]);
  const standing = reviewing.standing.value;
  const brought = store.live.frame.value?.brought;
  if (standing?.review) return <Reviewed store={store} review={standing.review} />;
  if (standing?.status === "working") {
    return (
      <div class="stack" role="status">
        <p>{t("web.review.working", { share: percent(Math.floor(standing.share * 100) / 100) })}</p>
        <progress max={1} value={standing.share} aria-label={t("web.tab.review")} />
        <div>
          <button type="button" class="button" onClick={reviewing.giveUp}>
            {t("web.review.stop")}
          </button>
        </div>
      </div>
    );
  }
  return (
    <div class="stack">
      <p>{t("web.review.what")}</p>
      {brought && <p class="small muted">{t("web.bring.unseen")}</p>}
      <div>
        <button
          type="button"
          class="button primary"
          disabled={standing === null}
          onClick={reviewing.begin}
        >
          {t("web.review.begin")}
        </button>
      </div>
    </div>
  );
}

function Reviewed({ store, review }: Props) {
  const { board } = store;
  const first = sideName(board, review.first);
  const even = whole(Math.min(1, Math.max(0, review.even)));
  const end = whole(review.end);
  return (
    <div class="stack review">
      <section class="stack">
        <h3>{t("web.review.even", { side: first, chance: even })}</h3>
        <p class="small">
          {t(even === end ? "review.even_so" : "review.even", {
            side: first,
            luck: signed(review.end - review.even),
            chance: even,
            error: hundredths(review.even_error),
            end,
          })}
        </p>
      </section>
      <Curve store={store} review={review} />
      {review.sides.map((side, n) => (
        <Costly key={side.seat} store={store} side={side} second={n > 0} />
      ))}
      {review.turning.length > 0 && (
        <section class="stack">
          <h3>{t("review.turning.head", { side: first })}</h3>
          <ol class="turning">
            {review.turning.map((point) => (
              <Turning key={point.n} store={store} point={point} />
            ))}
          </ol>
        </section>
      )}
      <LuckTable board={board} review={review} />
      <Rolls store={store} review={review} />
      <footer class="small muted stack">
        {review.notes.map((note) => (
          <p key={note.key}>{say(note as Message)}</p>
        ))}
      </footer>
    </div>
  );
}

function Costly({ store, side, second }: { store: FolioStore; side: SideReview; second: boolean }) {
  const name = sideName(store.board, side.seat);
  return (
    <section class="stack">
      <h3 class={second ? "of-b" : "of-a"}>
        {t(side.costly.length ? "review.costliest" : "review.none_costly", { side: name })}
      </h3>
      <ol class="costly">
        {side.costly.map((decision) => (
          <Decision key={decision.n} store={store} decision={decision} />
        ))}
      </ol>
    </section>
  );
}

function Decision({ store, decision }: { store: FolioStore; decision: CostlyDecision }) {
  const here = store.frame.value.now;
  return (
    <li class="stack">
      <p>
        <b class="num cost">−{hundredths(decision.cost)}</b>{" "}
        <span class="small muted">± {hundredths(decision.error)}</span>{" "}
        {t("web.review.where", {
          turn: decision.turn,
          kind: t(`review.kind.${decision.kind}`),
        })}
      </p>
      <p class="small">{t("review.done", { told: sentences(decision.told) })}</p>
      <p class="small better">
        {t("review.better", {
          told: sentences(decision.better.told),
          chance: whole(decision.better.chance),
        })}
      </p>
      <div class="row">
        {(["since", "n"] as const).map((when) => (
          <button
            type="button"
            key={when}
            class="button small"
            aria-pressed={here === decision[when]}
            onClick={() => store.go(decision[when])}
          >
            {t(when === "n" ? "web.review.after" : "web.review.before")}
          </button>
        ))}
      </div>
    </li>
  );
}

function Turning({ store, point }: { store: FolioStore; point: TurningPoint }) {
  const who = point.kind === "roll" ? t("review.kind.roll") : sideName(store.board, point.seat);
  return (
    <li>
      <button
        type="button"
        class="turn-line"
        aria-current={store.frame.value.now === point.n ? "step" : undefined}
        onClick={() => store.go(point.n)}
      >
        <b class="num">{signed(point.change)}</b>
        <span>
          <span class="small muted">{t("web.review.where", { turn: point.turn, kind: who })}</span>
          <br />
          {sentences(point.told)}
        </span>
      </button>
    </li>
  );
}

function LuckTable({ board, review }: { board: Board; review: Review }) {
  const columns = ["rolls", "own", "enemy", "luck", "play"] as const;
  const cells = (side: SideReview) => [
    String(side.rolls),
    signed(side.own_luck),
    signed(side.enemy_luck),
    `${signed(side.luck)} ± ${hundredths(side.luck_error)}`,
    `${signed(side.play)} ± ${hundredths(side.play_error)}`,
  ];
  return (
    <section class="stack">
      <h3>{t("web.review.luck")}</h3>
      <table class="luck-table">
        <thead>
          <tr>
            <td />
            {review.sides.map((side, n) => (
              <th key={side.seat} scope="col" class={n ? "of-b" : "of-a"}>
                {sideName(board, side.seat)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {columns.map((column, n) => (
            <tr key={column}>
              <th scope="row">{t(`review.table.${column}`)}</th>
              {review.sides.map((side) => (
                <td key={side.seat} class="num">
                  {cells(side)[n]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Every roll against its exact distribution. */
function Rolls({ store, review }: Props) {
  return (
    <details>
      <summary>{t("web.review.rolls", { count: review.rolls.length })}</summary>
      <ol class="rolls">
        {review.rolls.map((roll) => (
          <li key={roll.n}>
            <button type="button" class="turn-line" onClick={() => store.go(roll.n)}>
              <b class="num">{signed(roll.luck)}</b>
              <span class="small">
                {t("web.review.roll", {
                  seat: sideName(store.board, roll.seat),
                  faces: roll.faces.join(" "),
                  result: roll.result,
                  odds: percent(share(roll.odds[roll.result] ?? "0")),
                })}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </details>
  );
}

function sentences(told: readonly unknown[]): string {
  return together(told.map((one) => say(one as Message)));
}

/** An exact chance, «5/12», as a number. */
function share(exact: string): number {
  const [part, of] = exact.split("/").map(Number);
  return (part ?? 0) / (of ?? 1);
}

/** A chance in whole percents. */
export const whole = (chance: number): string =>
  t("core.percent", { value: Math.round(chance * 100) });

/** Hundredths of a game, with and without a sign. */
export const hundredths = (value: number): string => String(Math.round(Math.abs(value) * 100));
export const signed = (value: number): string =>
  `${Math.round(value * 100) < 0 ? "−" : "+"}${hundredths(value)}`;
