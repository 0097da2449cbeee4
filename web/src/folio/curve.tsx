// The chance of victory from the first action to the last, by game turns; where one points, the
// replay goes.
import type { Review } from "../api/types";
import { t } from "../core/words";
import { sideName } from "../table/say";
import { hundredths, whole } from "./review";
import type { FolioStore } from "./store";

const WIDE = 1000;
const HIGH = 100;

export function Curve({ store, review }: { store: FolioStore; review: Review }) {
  const { curve } = review;
  const last = Math.max(1, curve.length - 1);
  const x = (n: number) => (n / last) * WIDE;
  const y = (chance: number) => HIGH * (1 - Math.min(1, Math.max(0, chance)));
  const line = curve.map((point, n) => `${x(n)},${y(point.chance)}`).join(" ");
  const upper = curve.map((point, n) => `${x(n)},${y(point.chance + point.error)}`);
  const lower = curve.map((point, n) => `${x(n)},${y(point.chance - point.error)}`).reverse();
  const turns = curve.flatMap((point, n) =>
    point.turn !== (curve[n - 1]?.turn ?? 0) ? [{ turn: point.turn, n }] : [],
  );
  const at = curve.findIndex((point) => point.n === store.frame.value.now);
  const here = curve[at];
  const first = sideName(store.board, review.first);
  const second = sideName(store.board, review.sides[1]!.seat);
  const goTo = (event: MouseEvent) => {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    const n = Math.round(((event.clientX - box.left) / box.width) * last);
    const point = curve[Math.min(last, Math.max(0, n))];
    if (point) store.go(point.n);
  };
  return (
    <figure class="curve">
      <figcaption class="small">
        {here
          ? t("web.review.here", {
              n: here.n,
              side: first,
              chance: whole(here.chance),
              error: hundredths(here.error),
            })
          : t("review.curve", { side: first })}
      </figcaption>
      <div class="curve-area">
        <span class="small of-a top">{first}</span>
        <span class="small of-b bottom">{second}</span>
        {/* The lists below lead to the same places by keyboard. */}
        <svg
          viewBox={`0 0 ${WIDE} ${HIGH}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={t("review.curve", { side: first })}
          onClick={goTo}
        >
          {turns.map(({ turn, n }) => (
            <line class="turn" key={turn} x1={x(n)} x2={x(n)} y1={0} y2={HIGH} />
          ))}
          <line class="half" x1={0} x2={WIDE} y1={HIGH / 2} y2={HIGH / 2} />
          <polygon class="error" points={[...upper, ...lower].join(" ")} />
          <polyline class="chance" points={line} />
          {at >= 0 && <line class="cursor" x1={x(at)} x2={x(at)} y1={0} y2={HIGH} />}
        </svg>
        {turns.map(({ turn, n }) => (
          <span
            class="turn-number num"
            aria-hidden
            key={turn}
            style={{ left: `${(n / last) * 100}%` }}
          >
            {turn}
          </span>
        ))}
        {review.turning.map((turn) => {
          const n = curve.findIndex((point) => point.n === turn.n);
          const place = { left: `${(n / last) * 100}%`, top: `${y(curve[n]?.chance ?? 0)}%` };
          return (
            <button
              type="button"
              key={turn.n}
              class={`turn-dot ${turn.kind === "roll" ? "by-die" : ""}`}
              style={place}
              aria-label={t("web.review.go", { n: turn.n })}
              title={t("web.review.go", { n: turn.n })}
              onClick={() => store.go(turn.n)}
            />
          );
        })}
      </div>
    </figure>
  );
}
