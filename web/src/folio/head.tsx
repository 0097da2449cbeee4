// The top of the table: turn track, phases, taking back, and the one thing to press.
import { named, t } from "../core/words";
import { Icon } from "../parts/icon";
import { LangSwitch, ThemeSwitch } from "../parts/switches";
import { calledAt } from "./say";
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
  const stuck = !frame.now || store.held.length === 0 || store.past.value !== null;
  return (
    <header class="table-head">
      <a class="icon-button" href="/" aria-label={t("web.home")} title={t("web.home")}>
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M12 2 21 7v10l-9 5-9-5V7zM9 8v8m6-8v8m-6-4h6" />
        </svg>
      </a>
      <div class="head-title">
        <h1>{named(board.name)}</h1>
        <span class="small muted who">
          {board.sides.map((side, n) => (
            <span
              key={side.id}
              class={view.to_act === side.id ? `decides ${n ? "side-b" : "side-a"}` : ""}
              title={view.to_act === side.id ? t("web.folio.decides") : undefined}
            >
              {view.to_act === side.id && <i aria-hidden="true">▸</i>}
              {named(side.name)}: {calledAt(frame.seats[side.id])}
              {view.to_act === side.id && (
                <span class="visually-hidden"> {t("web.folio.decides")}</span>
              )}
            </span>
          ))}
        </span>
      </div>
      <TurnTrack board={board} view={view} />
      <PhaseStepper board={board} view={view} />
      <div class="head-tools">
        <button
          type="button"
          class="icon-button take-back-far"
          aria-label={t("web.undo.phase")}
          title={`${t("web.undo.phase")} (U)`}
          disabled={stuck}
          onClick={() => onTakeBack(true)}
        >
          <Icon name="undoFar" />
        </button>
        <button
          type="button"
          class="icon-button"
          aria-label={t("web.undo")}
          title={`${t("web.undo")} (u)`}
          disabled={stuck}
          onClick={() => onTakeBack(false)}
        >
          <Icon name="undo" />
        </button>
        <LangSwitch />
        <ThemeSwitch />
        <button
          type="button"
          class="button primary end-phase"
          disabled={!store.mine.value || !end || store.busy.value}
          onClick={() => end && store.do(end.text)}
        >
          {t(view.phase === "setup" ? "web.folio.end_setup" : "web.folio.end_phase")}
        </button>
      </div>
    </header>
  );
}
