// The situation on the board becomes a battle: the month is asked for, defaults are told.
import { useState } from "preact/hooks";
import type { OpenedBattle } from "../api/types";
import { playerName } from "../core/account";
import { call } from "../core/api";
import { beginTable, calledAs } from "../core/begin";
import { named, t } from "../core/words";
import { Modal } from "../parts/modal";
import { sentenceOf } from "../parts/toast";
import { sideName } from "./names";
import { battleWanted, board, situation } from "./store";

export function ToBattle() {
  return (
    <button
      type="button"
      class="button small"
      disabled={!situation.value.units.length}
      onClick={() => (battleWanted.value = true)}
    >
      {t("web.sight.to_battle")}
    </button>
  );
}

/** The dialog, wherever it was asked for. */
export function BattleDialog() {
  if (!battleWanted.value || !situation.value.units.length) return null;
  return <Asking onClose={() => (battleWanted.value = false)} />;
}

function Asking({ onClose }: { onClose: () => void }) {
  const [date, setDate] = useState(situation.value.date?.slice(0, 7) || "1944-06");
  const [battle, setBattle] = useState<OpenedBattle | null>(null);
  const [wrong, setWrong] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const work = async (does: () => Promise<void>) => {
    setBusy(true);
    setWrong(null);
    try {
      await does();
    } catch (error) {
      setWrong(error);
    } finally {
      setBusy(false);
    }
  };
  const look = () =>
    work(async () => {
      const body = {
        board: board.peek(),
        situation: { ...situation.peek(), board: board.peek() },
        events: [],
        date,
      };
      setBattle(await call<OpenedBattle>("/api/tools/situation/battle", { body }));
    });
  const begin = (opened: OpenedBattle) =>
    work(async () => {
      const called = calledAs(playerName.peek());
      const seats = Object.fromEntries(
        Object.entries(opened.seats).map(([seat, side]) => [
          seat,
          { who: "me" as const, name: sideName(side) },
        ]),
      );
      battleWanted.value = false;
      const written = { data: opened.data };
      await beginTable({ game: "battle", scenario: t("web.door.battle"), written, seats }, called);
    });
  return (
    <Modal title={t("web.sight.battle_title")} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (battle) begin(battle);
          else look();
        }}
      >
        <p>{t("web.sight.battle_says")}</p>
        <label class="field">
          <span>{t("web.sight.battle_month")}</span>
          <input
            class="input"
            type="month"
            min="1939-09"
            max="1945-12"
            required
            value={date}
            onInput={(event) => {
              setDate(event.currentTarget.value);
              setBattle(null);
            }}
          />
        </label>
        {battle && (
          <>
            <p>{t(battle.told.length ? "web.sight.battle_told" : "web.sight.battle_whole")}</p>
            <ul>
              {battle.told.map((one, i) => (
                <li key={i}>{named(one)}</li>
              ))}
            </ul>
          </>
        )}
        {wrong !== null && (
          <p class="notice warn" role="alert">
            {sentenceOf(wrong)}
          </p>
        )}
        <div>
          <button type="submit" class="button primary" disabled={busy}>
            {t(battle ? "web.sight.battle_begin" : "web.sight.battle_check")}
          </button>
        </div>
      </form>
    </Modal>
  );
}
