// At the right of a table's head: taking back, language, theme.
import { t } from "../core/words";
import { Icon } from "../parts/icon";
import { LangSwitch, ThemeSwitch } from "../parts/switches";
import type { TableStore } from "./store";

export function HomeLink() {
  return (
    <a class="icon-button" href="/" aria-label={t("web.home")} title={t("web.home")}>
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M12 2 21 7v10l-9 5-9-5V7zM9 8v8m6-8v8m-6-4h6" />
      </svg>
    </a>
  );
}

interface Props {
  store: TableStore;
  onTakeBack: (far: boolean) => void;
}

export function HeadTools({ store, onTakeBack }: Props) {
  const frame = store.live.frame.value!;
  const stuck = !frame.now || store.held.length === 0 || store.past.value !== null;
  return (
    <>
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
    </>
  );
}

interface EndProps {
  store: TableStore;
  /** The action that ends the phase, where it is legal now. */
  end: { text: string } | undefined;
  setUp: boolean;
}

/** The one thing to press. */
export function EndPhase({ store, end, setUp }: EndProps) {
  return (
    <button
      type="button"
      class="button primary end-phase"
      disabled={!store.mine.value || !end || store.busy.value}
      onClick={() => end && store.do(end.text)}
    >
      {t(setUp ? "web.folio.end_setup" : "web.folio.end_phase")}
    </button>
  );
}

interface WhoProps {
  store: TableStore;
  acting: readonly string[];
  called: (seat: string) => string;
}

/** The sides and who plays them; a mark before those who decide. */
export function WhoPlays({ store, acting, called }: WhoProps) {
  return (
    <span class="small muted who">
      {store.board.sides.map((side, n) => {
        const decides = !store.past.value && acting.includes(side.id);
        return (
          <span
            key={side.id}
            class={decides ? `decides ${n ? "side-b" : "side-a"}` : ""}
            title={decides ? t("web.folio.decides") : undefined}
          >
            {decides && <i aria-hidden="true">▸</i>}
            {called(side.id)}
            {decides && <span class="visually-hidden"> {t("web.folio.decides")}</span>}
          </span>
        );
      })}
    </span>
  );
}
