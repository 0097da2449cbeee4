// The top of the table: turn track, phases, taking back, and the one thing to press.
import { named } from "../core/words";
import { EndPhase, HeadTools, HomeLink, WhoPlays } from "../table/head-tools";
import { sitsAt } from "../table/say";
import type { FolioStore } from "./store";
import { PhaseStepper, TurnTrack } from "./track";

interface Props {
  store: FolioStore;
  onTakeBack: (far: boolean) => void;
}

export function TableHead({ store, onTakeBack }: Props) {
  const { board } = store;
  const frame = store.live.frame.value!;
  const view = store.view.value;
  const end = store.orders.value.find("end");
  return (
    <header class="table-head">
      <HomeLink />
      <div class="head-title">
        <h1>{named(board.name)}</h1>
        <WhoPlays
          store={store}
          acting={view.to_act ? [view.to_act] : []}
          called={(seat) => sitsAt(board, seat, frame.seats[seat])}
        />
      </div>
      <TurnTrack board={board} view={view} />
      <PhaseStepper board={board} view={view} />
      <div class="head-tools">
        <HeadTools store={store} onTakeBack={onTakeBack} />
        <EndPhase store={store} end={end} setUp={view.phase === "setup"} />
      </div>
    </header>
  );
}
