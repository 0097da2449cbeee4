// What every table has beside its map: taking back, typing, help.
import { t } from "../core/words";
import { Modal } from "../parts/modal";
import { CommandLine } from "./command";
import { KeyList, type KeyNames } from "./keys";
import type { Screen } from "./screen";
import type { TableStore } from "./store";
import { AnswerBack, AskBack } from "./take-back";

export type TakeBack = (far: boolean) => Promise<void>;

/** The last action, or all since the phase began (`far`); what needs the other side's word is asked. */
export const takeBackAt =
  (store: TableStore, screen: Screen): TakeBack =>
  async (far) => {
    if (!store.live.frame.peek()?.now) return;
    const done = far ? await store.undoPhase() : await store.undo();
    if (!done) screen.opened.value = "undo";
  };

interface TypingProps {
  game: "folio" | "battle";
  store: TableStore;
  screen: Screen;
  takeBack: TakeBack;
}

/** The command line, while somebody types. */
export function Typing({ game, store, screen, takeBack }: TypingProps) {
  if (!screen.typing.value) return null;
  return (
    <CommandLine
      game={game}
      legal={store.live.frame.value!.legal ?? []}
      onDo={async (text) => {
        if (text !== "undo") return store.do(text);
        await takeBack(false);
        return true;
      }}
      onClose={() => (screen.typing.value = false)}
    />
  );
}

/** What opens over the table: its keys, and the question whether something may be taken back. */
export function Opened({
  store,
  screen,
  keys,
}: {
  store: TableStore;
  screen: Screen;
  keys: KeyNames;
}) {
  const opened = screen.opened.value;
  return (
    <>
      {opened === "help" && (
        <Modal title={t("web.help.title")} onClose={screen.close}>
          <KeyList names={keys} />
        </Modal>
      )}
      {opened === "undo" && <AskBack store={store} onClose={screen.close} />}
      <AnswerBack store={store} />
    </>
  );
}
