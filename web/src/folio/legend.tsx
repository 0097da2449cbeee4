import { named, t } from "../core/words";
import { CounterFace } from "./counter";
import { lookOf, sideLookOf } from "./ground";
import { rowName } from "./say";
import type { Board, UnitCard, UnitView } from "./types";

const SAMPLE: UnitView = {
  id: "",
  side: "",
  hex: null,
  status: "on_map",
  strength: [4, 4, 5],
  reduced: false,
  moved: false,
  attacked: false,
  attacked_upon: false,
};

function State({
  board,
  label,
  more,
  card,
}: {
  board: Board;
  label: string;
  more: Partial<UnitView>;
  card?: Partial<UnitCard>;
}) {
  const unit = board.units[0]!;
  return (
    <div class="legend-counter">
      <svg viewBox="-28 -28 56 56" class="mini-counter" aria-hidden="true">
        <CounterFace
          card={{ ...unit, ...card }}
          unit={{ ...SAMPLE, ...more }}
          second={false}
          marks={{}}
        />
      </svg>
      <span>{label}</span>
    </div>
  );
}

export function Legend({ board }: { board: Board }) {
  const used = new Set(board.hexes.map((hex) => hex.terrain));
  const sides = new Set(board.sides_between.flatMap(([, , kinds]) => kinds));
  const cost = (foot: string | null, mobile: string | null) => `${foot ?? "×"} / ${mobile ?? "×"}`;
  return (
    <div class="stack legend">
      <table>
        <thead>
          <tr>
            <th>{t("web.legend.terrain")}</th>
            <th>{t("web.legend.cost")}</th>
            <th>{t("web.legend.row")}</th>
          </tr>
        </thead>
        <tbody>
          {board.terrains.map(
            (kind, i) =>
              used.has(i) && (
                <tr key={kind.id}>
                  <td>
                    <span
                      class={`swatch look-${lookOf(kind)}`}
                      style={lookOf(kind) === "other" ? { background: kind.colour } : undefined}
                    />{" "}
                    {named(kind.name)}
                  </td>
                  <td class="num">{cost(kind.foot, kind.mobile)}</td>
                  <td>{rowName(board, kind.row)}</td>
                </tr>
              ),
          )}
          {board.hexsides.map(
            (kind, i) =>
              sides.has(i) && (
                <tr key={kind.id}>
                  <td>
                    <span class={`swatch side-${sideLookOf(kind)}`} /> {named(kind.name)}
                  </td>
                  <td class="num">+{cost(kind.foot, kind.mobile)}</td>
                  <td>{kind.row ? rowName(board, kind.row) : "–"}</td>
                </tr>
              ),
          )}
          {board.roads.length > 0 && (
            <tr>
              <td>
                <span class="swatch look-road" /> {t("web.legend.road")}
              </td>
              <td class="num">0.5</td>
              <td>–</td>
            </tr>
          )}
          {board.trails.length > 0 && (
            <tr>
              <td>
                <span class="swatch look-trail" /> {t("web.legend.trail")}
              </td>
              <td class="num">1</td>
              <td>–</td>
            </tr>
          )}
        </tbody>
      </table>
      <div class="legend-counters">
        <State board={board} label={t("web.legend.full")} more={{}} />
        <State board={board} label={t("web.unit.reduced")} more={{ reduced: true }} />
        <State board={board} label={t("web.unit.moved")} more={{ moved: true }} />
        <State board={board} label={t("web.unit.attacked")} more={{ attacked: true }} />
        <State
          board={board}
          label={t("web.unit.mobile")}
          more={{}}
          card={{ mobile: true, arm: "infantry" }}
        />
        <State
          board={board}
          label={t("web.unit.special_forces")}
          more={{}}
          card={{ special_forces: true }}
        />
        <State
          board={board}
          label={t("web.unit.amphibious")}
          more={{}}
          card={{ amphibious: true }}
        />
      </div>
      <p class="small muted">{t("web.legend.strength")}</p>
    </div>
  );
}
