// What a saved game still wants: its boards, and which side its reader is.
import { army, has, t } from "../core/words";
import { useDrop } from "../parts/drop";
import { FileButton } from "../parts/file-button";
import { Modal } from "../parts/modal";
import { sentenceOf } from "../parts/toast";
import { giveBoards, opening, type Ready, takeSide } from "./save";

export function SaveDialog() {
  const { over, drop } = useDrop(giveBoards);
  const now = opening.value;
  if (!now) return null;
  const { sides, missing } = now.dropped;
  return (
    <Modal title={t("web.vasl.title")} onClose={() => (opening.value = null)}>
      <div class={`stack vasl ${over ? "over" : ""}`} {...drop}>
        <p class="muted">{now.file.name}</p>
        {missing.length > 0 ? (
          <>
            <p>{t("web.vasl.boards", { boards: missing.map((number) => `bd${number}`) })}</p>
            <div>
              <FileButton
                name="web.vasl.give_boards"
                accept=""
                disabled={now.busy}
                onFiles={giveBoards}
              />
            </div>
          </>
        ) : (
          <>
            <p>{t("web.vasl.which_side")}</p>
            <ul class="vasl-sides">
              {sides.map((side) => (
                <li key={side}>
                  <button
                    type="button"
                    class="button"
                    disabled={now.busy}
                    onClick={() => takeSide(side)}
                  >
                    {partyName(side)}
                  </button>
                  {side === "both" && <p class="small muted">{t("web.vasl.both_says")}</p>}
                </li>
              ))}
            </ul>
          </>
        )}
        {now.busy && (
          <p class="row" role="status">
            <span class="spinner" aria-hidden="true" /> {t("web.sight.reading")}
          </p>
        )}
        {now.wrong !== null && (
          <p class="notice warn" role="alert">
            {sentenceOf(now.wrong)}
          </p>
        )}
        <p class="small muted">{t("web.vasl.kept")}</p>
      </div>
    </Modal>
  );
}

/** Axis, Allies, everything; or a nation, where all are of one alliance. */
export function partyName(side: string): string {
  const key = `web.vasl.side.${side}`;
  return has(key) ? t(key) : army(side);
}

/** What of a saved game did not become part of the situation: nothing is dropped in silence. */
export function SaveNotes({ game }: { game: Ready }) {
  const lines = [
    ...game.unread.map((what) => t("web.vasl.unread", { what })),
    ...game.unknown.map(({ name, hex }) => t("web.vasl.unknown", { name, hex })),
    ...game.told.map(({ unit, marker }) => t("web.vasl.told", { unit, marker })),
    ...(game.off_board.length ? [t("web.vasl.off_board", { names: game.off_board })] : []),
  ];
  if (!lines.length) return null;
  return (
    <details class="more vasl-notes">
      <summary>{t("web.vasl.notes", { count: lines.length })}</summary>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  );
}
