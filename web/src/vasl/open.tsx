// «VASL save» on pages that are no boards: the game opens in Sight, perhaps on its way to a battle.
import { FileButton } from "../parts/file-button";
import { tellError } from "../parts/toast";
import { SaveDialog } from "./dialog";

/** Read a saved game, ask what it wants, and show it in Sight. */
export function openInSight(file: File, battle = false): Promise<void> {
  // Sight comes with its own code, only when somebody has a save.
  return import("../sight/files").then(({ readSave }) => readSave(file, battle), tellError);
}

export function OpenSave({ battle }: { battle?: boolean }) {
  return (
    <>
      <SaveDialog />
      <FileButton
        name="web.vasl.open"
        accept=".vsav,.vlog"
        small
        onFile={(file) => openInSight(file, battle)}
      />
    </>
  );
}
