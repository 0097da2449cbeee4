// What both have bought goes to the table: on which board, what is taken by default, begin.
import { useEffect, useState } from "preact/hooks";
import type { OpenedBattle } from "../api/types";
import { playerName } from "../core/account";
import { call } from "../core/api";
import { beginTable, calledAs } from "../core/begin";
import { sendBoard } from "../core/board-file";
import { named, t } from "../core/words";
import { Wrong } from "../parts/fields";
import { FileButton } from "../parts/file-button";
import { Modal } from "../parts/modal";
import { sentenceOf } from "../parts/toast";
import { laid } from "./laid";

/** `agreed`: the boards of the terms, as a battle names them; "" for none. */
export function ToBattle({ table, agreed }: { table: string; agreed: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="button primary" onClick={() => setOpen(true)}>
        {t("buy.to_battle")}
      </button>
      {open && <Asking table={table} agreed={agreed} onClose={() => setOpen(false)} />}
    </>
  );
}

interface Props {
  table: string;
  agreed: string;
  onClose: () => void;
}

function Asking({ table, agreed, onClose }: Props) {
  const [boards, setBoards] = useState<string[]>([]);
  const [board, setBoard] = useState(agreed);
  const [battle, setBattle] = useState<OpenedBattle | null>(null);
  const [wrong, setWrong] = useState("");
  /** Boards that were brought as files: what the server knows each by, and what it is called. */
  const [brought, setBrought] = useState<Record<string, string>>({});
  const bring = async (files: File[]) => {
    setWrong("");
    try {
      let wanted = agreed;
      const names: Record<string, string> = {};
      for (const file of files) {
        const { board, name } = await sendBoard(file);
        names[board] = name;
        wanted = laid(wanted, name, board);
      }
      setBrought((before) => ({ ...before, ...names }));
      setBoard(wanted === agreed ? Object.keys(names).join(" ") : wanted);
    } catch (error) {
      setWrong(sentenceOf(error));
    }
  };
  const called = (board: string) =>
    Object.entries(brought).reduce((text, [file, name]) => text.replaceAll(file, name), board);
  useEffect(() => {
    call<string[]>("/api/tools/boards").then(
      (names) => {
        setBoards(names);
        setBoard((now) => now || (names[0] ?? ""));
      },
      (error) => setWrong(sentenceOf(error)),
    );
  }, []);
  useEffect(() => {
    if (!board) return;
    let stale = false;
    setBattle(null);
    setWrong("");
    call<OpenedBattle>(`/api/tables/${table}/battle?board=${encodeURIComponent(board)}`).then(
      (answer) => !stale && setBattle(answer),
      (error) => !stale && setWrong(sentenceOf(error)),
    );
    return () => {
      stale = true;
    };
  }, [board]);
  const begin = (opened: OpenedBattle) => {
    const seats = Object.fromEntries(
      Object.entries(opened.seats).map(([seat, name]) => [seat, { who: "me" as const, name }]),
    );
    const wish = { game: "battle", scenario: t("web.door.battle"), written: { data: opened.data } };
    beginTable({ ...wish, seats }, calledAs(playerName.peek())).catch((error) =>
      setWrong(sentenceOf(error)),
    );
  };
  return (
    <Modal title={t("buy.to_battle")} onClose={onClose}>
      <div class="stack">
        <p>{t("buy.to_battle.says")}</p>
        <label class="field">
          <span>{t("web.sight.board")}</span>
          <select
            class="input"
            value={board}
            onChange={(event) => setBoard(event.currentTarget.value)}
          >
            {[...new Set([agreed, board, ...boards])].filter(Boolean).map((one) => (
              <option key={one} value={one}>
                {called(one)}
              </option>
            ))}
          </select>
        </label>
        <div class="row">
          <FileButton name="buy.to_battle.boards" accept="" small onFiles={bring} />
        </div>
        {battle && battle.told.length > 0 && (
          <ul class="plain-list small">
            {battle.told.map((line, i) => (
              <li key={i}>{named(line)}</li>
            ))}
          </ul>
        )}
        <Wrong says={wrong} />
        <div class="row">
          <button
            type="button"
            class="button primary"
            disabled={!battle}
            onClick={() => battle && begin(battle)}
          >
            {t("buy.to_battle.begin")}
          </button>
        </div>
      </div>
    </Modal>
  );
}
