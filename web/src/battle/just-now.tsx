// What has just happened, on the map: the line of fire, where shells fell, what became of whom.
import { t } from "../core/words";
import { justNow } from "./happened";
import { pieceOf } from "./orders";
import { scaleOf } from "./pieces";
import type { BattleStore } from "./store";

export function JustNow({ store }: { store: BattleStore }) {
  const { now } = store.frame.value;
  const { shots, fates, shells } = justNow(
    store.live.frame.value!.log.filter((line) => line.n === now),
  );
  const { places } = store;
  const size = scaleOf(store.board.drawn);
  const at = (id: string) => places.get(store.lastHex(pieceOf(id)) ?? id);
  const source = shots[0] && at(shots[0].weapon);
  const nth = new Map<string, number>();
  return (
    <g class="just-now" aria-hidden="true" key={now}>
      {shots.map(({ weapon, target, hit }, i) => {
        const [from, to] = [at(weapon), at(target)];
        return (
          from &&
          to && (
            <path
              key={i}
              class={`shot-line ${hit === false ? "missed" : ""}`}
              pathLength={1}
              d={`M${from.x} ${from.y}L${to.x} ${to.y}`}
            />
          )
        );
      })}
      {shells.map(({ hex: label, dr }) => {
        const hex = places.get(label);
        return (
          hex && (
            <text
              key={label}
              class="shell-dr"
              transform={`translate(${hex.x} ${hex.y + 38 * size}) scale(${size})`}
            >
              {dr.replace(",", "·")}
            </text>
          )
        );
      })}
      {fates.map(({ id, what, tone }, i) => {
        const hex = at(id);
        if (!hex) return null;
        const n = nth.get(hex.label) ?? 0;
        nth.set(hex.label, n + 1);
        const from = source && source !== hex ? source : null;
        return (
          <g
            key={i}
            transform={`translate(${hex.x} ${hex.y - (34 + n * 17) * size}) scale(${size})`}
          >
            <g
              class={`fate-chip ${tone}`}
              style={{
                "--from-x": `${from ? (from.x - hex.x) / size : 0}px`,
                "--from-y": `${from ? (from.y - hex.y) / size : -14}px`,
              }}
            >
              <rect x="-34" y="-8.5" width="68" height="17" rx="8.5" />
              <text y="4.2">{t(`web.battle.fate.${what}`)}</text>
            </g>
          </g>
        );
      })}
    </g>
  );
}
