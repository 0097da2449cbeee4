// Set-up: which counter, where, how it points, what hides it.
import type { SetUpPiece } from "../api/types";
import { t } from "../core/words";
import { Cite } from "../parts/rule";
import { CounterPicture } from "./counter";
import { spineName } from "./places";
import { called } from "./say";
import { SecretNotes } from "./secret-notes";
import type { BattleStore, Placing } from "./store";

interface SpinesProps {
  store: BattleStore;
  hex: string;
  value: number;
  onChange: (spine: number) => void;
  /** What tells two of them apart. */
  name?: string;
}

/** Six hexspines around a hex. */
export function Spines({ store, hex, value, onChange, name = "spine" }: SpinesProps) {
  const { corners } = store.board.drawn;
  const length = Math.hypot(...corners[0]!);
  return (
    <div class="spines" role="radiogroup" aria-label={t("web.battle.setup.facing")}>
      <svg viewBox="-60 -60 120 120" aria-hidden="true">
        <path
          d={`M${corners.map(([x, y]) => `${(x / length) * 40} ${(y / length) * 40}`).join("L")}Z`}
        />
      </svg>
      {corners.map(([x, y], spine) => (
        <label
          key={spine}
          class={spine === value ? "on" : ""}
          style={{ left: `${50 + (x / length) * 38}%`, top: `${50 + (y / length) * 38}%` }}
        >
          <input
            type="radio"
            class="visually-hidden"
            name={name}
            checked={spine === value}
            onChange={() => onChange(spine)}
          />
          {spineName(store.board.drawn, hex, spine)}
        </label>
      ))}
    </div>
  );
}

const orderOf = (unit: SetUpPiece, { hex, facing, turret, veil }: Placing): string =>
  [
    `place ${unit.unit} at ${hex}`,
    unit.faces ? `facing ${facing}` : "",
    turret === null ? "" : `turret ${turret}`,
    veil ? `veil ${veil}` : "",
  ]
    .filter(Boolean)
    .join(" ");

export function SetUpPanel({ store }: { store: BattleStore }) {
  const told = store.areas.value;
  const areas = told ?? [];
  const chosen = areas.find((one) => one.unit === store.selected.value);
  return (
    <div class="stack">
      {told?.length === 0 && <p class="muted">{t("web.battle.setup.nothing")}</p>}
      <ul class="set-up-list">
        {areas.map((one) => {
          const piece = store.piece(one.unit);
          return (
            <li key={one.unit}>
              <button
                type="button"
                class={`unit-row ${store.selected.value === one.unit ? "on" : ""}`}
                aria-pressed={store.selected.value === one.unit}
                onClick={() => {
                  store.selected.value = one.unit;
                  store.placing.value = null;
                }}
              >
                {piece && (
                  <CounterPicture
                    piece={piece}
                    card={store.card(piece)}
                    second={piece.side !== store.board.sides[0]?.id}
                  />
                )}
                <span class="grow">
                  <b>{called(store, one.unit)}</b>
                  <span class="small muted">
                    {one.placed
                      ? t("web.battle.setup.stands", { hex: store.hexOf(one.unit) ?? "" })
                      : t("web.battle.setup.waits")}
                  </span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      {chosen && <PlaceOne store={store} chosen={chosen} />}
      <Allotments store={store} />
      <SecretNotes store={store} />
    </div>
  );
}

/** C13.311: who gets one of the side's Panzerfausts more. */
function Allotments({ store }: { store: BattleStore }) {
  const orders = store.orders.value.all.filter((order) => order.verb === "allot");
  if (!orders.length) return null;
  return (
    <section class="stack" aria-label={t("web.battle.setup.pf")}>
      <h3>
        {t("web.battle.setup.pf")} <Cite rule="C13.311" />
      </h3>
      <p class="row">
        {orders.map((order) => (
          <button
            type="button"
            key={order.text}
            class="button small"
            title={order.text}
            disabled={store.busy.value}
            onClick={() => store.do(order.text)}
          >
            {t("web.battle.do.allot", {
              unit: called(store, order.unit),
              count: order.said.pf ?? "",
            })}
          </button>
        ))}
      </p>
    </section>
  );
}

function PlaceOne({ store, chosen }: { store: BattleStore; chosen: SetUpPiece }) {
  const placing = store.placing.value;
  if (!placing) return <p class="notice">{t("web.battle.setup.click")}</p>;
  const put = (change: Partial<Placing>) => {
    store.placing.value = { ...placing, ...change };
  };
  const veils: Placing["veil"][] = [
    "",
    ...(chosen.may_conceal ? (["concealed"] as const) : []),
    ...(chosen.may_hide ? (["hidden"] as const) : []),
  ];
  return (
    <section class="panel stack" aria-label={called(store, chosen.unit)}>
      <h3>
        {called(store, chosen.unit)} · {placing.hex}
      </h3>
      {chosen.faces && (
        <>
          <p class="small muted">{t("web.battle.setup.facing")}</p>
          <Spines
            store={store}
            hex={placing.hex}
            value={placing.facing}
            onChange={(facing) => put({ facing })}
          />
        </>
      )}
      {store.piece(chosen.unit)?.piece === "vehicle" && (
        <>
          <label class="check">
            <input
              type="checkbox"
              checked={placing.turret !== null}
              onChange={(event) =>
                put({ turret: event.currentTarget.checked ? placing.facing : null })
              }
            />
            {t("web.battle.setup.turret")}
          </label>
          {placing.turret !== null && (
            <Spines
              store={store}
              hex={placing.hex}
              value={placing.turret}
              name="turret"
              onChange={(turret) => put({ turret })}
            />
          )}
        </>
      )}
      {veils.length > 1 && (
        <div class="choices" role="radiogroup" aria-label={t("web.battle.setup.veil")}>
          {veils.map((veil) => (
            <label key={veil} class="check">
              <input
                type="radio"
                name="veil"
                checked={placing.veil === veil}
                onChange={() => put({ veil })}
              />
              {t(`web.battle.veil.${veil || "known"}`)}
            </label>
          ))}
        </div>
      )}
      <button
        type="button"
        class="button primary"
        disabled={store.busy.value}
        onClick={() => store.do(orderOf(chosen, placing))}
      >
        {t("web.battle.setup.place", { hex: placing.hex })}
      </button>
    </section>
  );
}
