// The top of the table: turns, phases, taking back, and the one thing to press.
import { named, t } from "../core/words";
import { EndPhase, HeadTools, HomeLink, WhoPlays } from "../table/head-tools";
import { sideName, sitsAt } from "../table/say";
import type { BattleStore } from "./store";
import { PHASES } from "./types";

interface Props {
  store: BattleStore;
  onTakeBack: (far: boolean) => void;
}

export function BattleHead({ store, onTakeBack }: Props) {
  const { board } = store;
  const frame = store.live.frame.value!;
  const end = store.orders.value.find("end");
  const setUp = store.view.value.clock.phase === "setup";
  return (
    <header class="table-head battle-head">
      <HomeLink />
      <div class="head-title">
        <h1 title={named(board.name)}>{named(board.name)}</h1>
        <WhoPlays
          store={store}
          acting={frame.to_act}
          called={(seat) => sitsAt(board, seat, frame.seats[seat])}
        />
      </div>
      <Turns store={store} />
      <Phases store={store} />
      <div class="head-tools">
        <HeadTools store={store} onTakeBack={onTakeBack} />
        <EndPhase store={store} end={end} setUp={setUp} />
      </div>
    </header>
  );
}

function Turns({ store }: { store: BattleStore }) {
  const { turn } = store.view.value.clock;
  return (
    <ol class="turns" tabindex={0} aria-label={t("web.track.label")}>
      {Array.from({ length: store.board.turns }, (_, i) => i + 1).map((number) => (
        <li
          key={number}
          class={number === turn ? "now" : number < turn ? "past" : ""}
          aria-current={number === turn ? "step" : undefined}
        >
          <span class="num">{number}</span>
        </li>
      ))}
    </ol>
  );
}

function Phases({ store }: { store: BattleStore }) {
  const { phase, phasing } = store.view.value.clock;
  const side = phase === "setup" ? (store.frame.value.to_act[0] ?? phasing) : phasing;
  const second = side === store.board.sides[1]?.id;
  return (
    <div class="phases">
      <span class={`side-chip ${second ? "side-b" : "side-a"}`}>{sideName(store.board, side)}</span>
      {phase === "setup" ? (
        <span class="phase now">{t("battle.phase.setup")}</span>
      ) : (
        <ol aria-label={t("web.phase.label")}>
          {PHASES.map((one) => (
            <li
              key={one}
              class={`phase ${one === phase ? "now" : ""}`}
              aria-current={one === phase ? "step" : undefined}
              title={t(`battle.phase.${one}`)}
            >
              <span aria-hidden="true">{one}</span>
              <span class="visually-hidden">{t(`battle.phase.${one}`)}</span>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
