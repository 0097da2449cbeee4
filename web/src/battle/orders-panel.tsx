// What can be done now: by the side, by the chosen counter, against whom.
import type { Aim } from "../api/types";
import { named, t } from "../core/words";
import { Listed } from "../parts/listed";
import { Cite } from "../parts/rule";
import { sideName } from "../table/say";
import { Batteries } from "./batteries";
import { ByHand } from "./by-hand";
import { choosesOther } from "./click";
import { CounterPicture } from "./counter";
import { DuelPanel } from "./duel-panel";
import { Dice } from "./lesson-dice";
import { decision } from "./now";
import { type Order, pieceOf, TO_HEX } from "./orders";
import { whole } from "./overlays";
import { PassNear } from "./pass-near";
import { inOrder } from "./pieces";
import { carriedBy } from "./places";
import { called, orderName, statesOf } from "./say";
import { SetUpPanel } from "./setup-panel";
import { ShotCard } from "./shot-card";
import { StepForm } from "./step-form";
import type { BattleStore } from "./store";
import type { Piece } from "./types";
import { WayCard, WaySwitch } from "./way-card";

export function OrdersPanel({ store }: { store: BattleStore }) {
  const view = store.view.value;
  const kind = decision(store);
  const shot = store.shot.value;
  const acts = store.mine.value;
  const rolls = store.frame.value.roll !== null;
  return (
    <div class="stack">
      <Dice store={store} />
      {view.proposal && <Proposal store={store} />}
      {acts && kind === "setup" && <SetUpPanel store={store} />}
      {acts && kind === "reaction" && !shot && <Reaction store={store} />}
      {acts && kind === "duel" && !rolls && (
        <DuelPanel store={store}>
          <General store={store} />
        </DuelPanel>
      )}
      {store.asking.value > 0 && (
        <p class="row small muted" role="status">
          <span class="spinner" aria-hidden="true" /> {t("web.battle.asking")}
        </p>
      )}
      {shot && <ShotCard store={store} shot={shot} />}
      {kind !== "setup" && <Chosen store={store} />}
      {acts && kind !== "duel" && <General store={store} />}
      {kind !== "setup" && <Batteries store={store} />}
      {store.handTo.value?.startsWith("oba") && (
        <p class="notice">{t("web.battle.artillery.click")}</p>
      )}
      {!store.selected.value &&
        acts &&
        !["setup", "reaction", "artillery"].includes(kind) &&
        !rolls && <Ready store={store} />}
      {!acts && !store.selected.value && !store.attack.value && (
        <p class="empty">{t("web.battle.look_around")}</p>
      )}
      {store.held.length > 0 && kind !== "setup" && acts && <ByHand store={store} />}
    </div>
  );
}

/** The other side asks to allow what a rule refuses. */
function Proposal({ store }: { store: BattleStore }) {
  const { seat, action, reason, rule } = store.view.value.proposal!;
  return (
    <p class="notice">
      {t("web.battle.proposal", { side: sideName(store.board, seat), action, reason })}{" "}
      <Cite rule={rule} />
    </p>
  );
}

const button = (store: BattleStore, order: Order, primary = false) => (
  <button
    type="button"
    key={order.text}
    class={`button ${primary ? "primary" : "small"} do-${order.verb}`}
    title={order.text}
    disabled={store.busy.value}
    onClick={() => store.do(order.text)}
  >
    {orderName(store, order)}
  </button>
);

/** Decisions of the side; the end of the phase has its own button above. */
function General({ store }: { store: BattleStore }) {
  const orders = store.orders.value.general().filter((order) => order.verb !== "end");
  if (!orders.length) return null;
  return <p class="row">{orders.map((order) => button(store, order, order.verb === "pass"))}</p>;
}

/** The Defender may answer: his shots with their odds, or let it pass. */
function Reaction({ store }: { store: BattleStore }) {
  const shots = store.reaction.value;
  const move = store.view.value.move!;
  const spent = move.steps.at(-1)?.cost ?? 0;
  return (
    <section class="stack" aria-label={t("web.battle.reaction")}>
      <h3>{t("web.battle.reaction")}</h3>
      <p class="small">
        {t("web.battle.reaction.says", {
          unit: called(store, move.unit),
          hex: move.steps.at(-1)?.hex ?? "",
          cost: spent,
        })}
      </p>
      {shots?.length === 0 && <p class="muted">{t("web.battle.reaction.none")}</p>}
      <AimList store={store} aims={shots ?? []} by="weapon" />
      <PassNear store={store} />
    </section>
  );
}

/** Shots with their chances; what is not allowed says its rule. */
function AimList({
  store,
  aims,
  by,
}: {
  store: BattleStore;
  aims: readonly Aim[];
  by: "weapon" | "target";
}) {
  const open = aims.filter((aim) => !aim.why_not);
  const shut = aims.filter((aim) => aim.why_not);
  return (
    <>
      <ul class="aims">
        {open.map((aim) => (
          <li key={aim.order}>
            <button type="button" class="aim" onClick={() => store.aim(aim.order)}>
              <span class="grow">{called(store, aim[by])}</span>
              <span class="small muted num">
                {aim.hit === null ? "IFT" : t("web.battle.hit_short", { percent: whole(aim.hit) })}
              </span>
              <b class="num">{whole(aim.killed)}%</b>
            </button>
          </li>
        ))}
      </ul>
      {shut.length > 0 && (
        <details class="why-not" open={open.length === 0}>
          <summary>{t("web.battle.not_targets", { count: shut.length })}</summary>
          <ul class="plain-list small">
            {shut.map((aim) => (
              <li key={aim.target}>
                <b>{called(store, aim[by])}</b> {named(aim.why_not?.says)}{" "}
                <Cite rule={aim.why_not?.rule} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** The counter that is looked at: what it is, what it may do, at whom. */
function Chosen({ store }: { store: BattleStore }) {
  const piece = store.piece(store.selected.value);
  if (!piece) return null;
  const mine = store.mine.value ? store.orders.value.of(piece.id) : [];
  const shown = mine.filter((order) =>
    TO_HEX.has(order.verb)
      ? order.said.level !== undefined || choosesOther(store, order.said.to ?? "")
      : order.verb !== "fire",
  );
  const steps = store.steps.value;
  const targets = store.targets.value;
  const drawsWays =
    store.mine.value && piece.side === store.seat && ["men", "vehicle"].includes(piece.piece);
  return (
    <section class="chosen-piece stack" aria-label={called(store, piece.id)} data-test="chosen">
      <PieceHead store={store} piece={piece} />
      <Stack store={store} piece={piece} />
      {steps && (
        <p class="num steps-left">
          {t(piece.piece === "vehicle" ? "web.battle.mp" : "web.battle.mf", {
            left: steps.left,
            spent: steps.spent,
          })}
        </p>
      )}
      <p class="row do-now">
        {shown.map((order) => stepButton(store, order))}
        <Hatch store={store} piece={piece} />
        {drawsWays && <WaySwitch store={store} />}
      </p>
      {drawsWays && <WayCard store={store} />}
      {steps && mine.some((order) => TO_HEX.has(order.verb)) && (
        <>
          <Gaits store={store} piece={piece} />
          {!store.way.hexes.value && <p class="small muted">{t("web.battle.click_step")}</p>}
        </>
      )}
      {steps && mine.some((order) => order.verb === "go") && (
        <StepForm store={store} piece={piece} />
      )}
      {targets && !store.shot.value && (
        <>
          <h3>{t("web.battle.targets", { weapon: called(store, targets.weapon) })}</h3>
          {targets.aims.length === 0 && <p class="muted">{t("web.battle.no_enemy")}</p>}
          <AimList store={store} aims={targets.aims} by="target" />
        </>
      )}
    </section>
  );
}

/** D5.33: the crew of an own AFV opens its hatches, or buttons up. */
function Hatch({ store, piece }: { store: BattleStore; piece: Piece }) {
  const own = store.mine.value && piece.piece === "vehicle" && piece.side === store.seat;
  if (!own || piece.wreck || piece.abandoned || !store.card(piece)?.armored) return null;
  const verb = piece.ce ? "bu" : "ce";
  return (
    <button
      type="button"
      class="button small"
      data-test="hatch"
      title={`${verb} ${piece.id}`}
      disabled={store.busy.value}
      onClick={() => store.do(`${verb} ${piece.id}`)}
    >
      {t(`web.battle.do.${verb}`)}
    </button>
  );
}

/** How the next step is made. */
function Gaits({ store, piece }: { store: BattleStore; piece: Piece }) {
  const ways =
    piece.piece === "vehicle" ? (["reverse"] as const) : (["assault", "double-time"] as const);
  return (
    <p class="row" role="group" aria-label={t("web.battle.gait")}>
      {ways.map((way) => (
        <button
          type="button"
          key={way}
          class="button small"
          aria-pressed={store.gait.value === way}
          onClick={() => {
            store.gait.value = store.gait.peek() === way ? "" : way;
          }}
        >
          {t(`web.battle.gait.${way}`)}
        </button>
      ))}
    </p>
  );
}

/** A step that is no hex to click: turning, starting, stopping, with its cost. */
function stepButton(store: BattleStore, order: Order) {
  const step = store.steps.value?.steps.find((one) => one.order === order.text);
  const piece = store.piece(order.unit);
  const pointed = { pivot: piece?.vca, traverse: piece?.tca }[order.verb];
  const right = (Number(order.said.to) - (pointed ?? 0) + 6) % 6 === 1;
  const name =
    pointed === undefined
      ? orderName(store, order)
      : t(`web.battle.${order.verb}_${right ? "right" : "left"}`);
  return (
    <button
      type="button"
      key={order.text}
      class={`button small do-${order.verb}`}
      title={order.text}
      disabled={store.busy.value}
      onClick={() => store.do(order.text)}
    >
      {name}
      {step && !step.dice && step.cost > 0 && <b class="num"> {step.cost}</b>}
    </button>
  );
}

function PieceHead({ store, piece }: { store: BattleStore; piece: Piece }) {
  const card = store.card(piece);
  const second = piece.side !== store.board.sides[0]?.id;
  return (
    <div class="piece-head">
      <CounterPicture piece={piece} card={card} second={second} />
      <div class="grow">
        <b>{piece.piece === "dummy" ? "?" : called(store, piece.id)}</b>
        <p class="small muted">
          <span class={`side-chip ${second ? "side-b" : "side-a"}`}>
            {sideName(store.board, piece.side)}
          </span>{" "}
          {store.hexOf(piece.id)}{" "}
          <span class="piece-figures">
            {card?.gun !== card?.name && card?.gun}
            {card?.af?.[0] != null && ` · AF ${card.af[0]}/${card.af[1] ?? "–"}`}
          </span>
        </p>
        <p class="small">
          <Listed words={statesOf(store, piece)} />
        </p>
        {piece.piece === "men" && piece.side === store.seat && <PfLeft store={store} />}
      </div>
    </div>
  );
}

/** C13.31: the Panzerfausts that the side has left. */
function PfLeft({ store }: { store: BattleStore }) {
  const count = store.view.value.pf_left;
  if (count === null) return null;
  return (
    <p class="small muted num">
      {t("web.battle.pf_left", { count })} <Cite rule="C13.31" />
    </p>
  );
}

/** Who else is in the hex, and what the piece has with it. */
function Stack({ store, piece }: { store: BattleStore; piece: Piece }) {
  const view = store.view.value;
  const hex = store.hexOf(piece.id) ?? "";
  const here = inOrder(store.stacks.value.get(hex) ?? []);
  const all = [...here, ...here.flatMap((one) => carriedBy(view, one.id))];
  const arms = piece.piece === "vehicle" ? weaponsOf(store, piece) : [];
  return (
    <>
      {all.length > 1 && (
        <p class="row stack-row" role="group" aria-label={t("web.battle.stack", { hex })}>
          {all.map((one) => (
            <button
              type="button"
              key={one.id}
              class="button small"
              aria-pressed={one.id === piece.id}
              onClick={() => store.select(one.id)}
            >
              {one.piece === "dummy" ? "?" : (store.card(one)?.name ?? one.id)}
            </button>
          ))}
        </p>
      )}
      {arms.length > 1 && (
        <p class="row" role="group" aria-label={t("web.battle.weapons")}>
          {arms.map((arm) => (
            <button
              type="button"
              key={arm}
              class="button small"
              aria-pressed={store.weapon.value === arm}
              onClick={() => store.select(piece.id, arm)}
            >
              {arm.split(".")[1] ?? "MA"}
            </button>
          ))}
        </p>
      )}
    </>
  );
}

/** The weapons of a vehicle that may fire now, as the engine names them. */
function weaponsOf(store: BattleStore, piece: Piece): string[] {
  const named_ = store.orders.value
    .of(piece.id)
    .filter((order) => order.verb === "fire")
    .map((order) => order.unit);
  const used = (piece.services ?? []).map((one) =>
    !one.arm || one.arm === "MA" ? piece.id : `${piece.id}.${one.arm}`,
  );
  return [...new Set([piece.id, ...named_, ...used])];
}

/** Nobody is chosen: who can do something. */
function Ready({ store }: { store: BattleStore }) {
  const units = store.orders.value.units().filter((id) => store.piece(id));
  if (!units.length) return <p class="muted">{t("web.battle.nobody")}</p>;
  return (
    <section class="stack">
      <h3>{t("web.battle.ready")}</h3>
      <ul class="set-up-list">
        {units.map((id) => {
          const piece = store.piece(pieceOf(id));
          return (
            piece && (
              <li key={id}>
                <button type="button" class="unit-row" onClick={() => store.select(piece.id)}>
                  <CounterPicture
                    piece={piece}
                    card={store.card(piece)}
                    second={piece.side !== store.board.sides[0]?.id}
                  />
                  <span class="grow">
                    <b>{called(store, id)}</b>
                    <span class="small muted">{store.hexOf(id)}</span>
                  </span>
                </button>
              </li>
            )
          );
        })}
      </ul>
    </section>
  );
}
