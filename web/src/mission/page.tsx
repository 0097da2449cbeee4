// The fire mission: the flowchart with the present node lit, one question or roll at a time.
import "../styles/tools.css";
import "../styles/sight.css";
import "../styles/mission.css";
import { useLayoutEffect, useState } from "preact/hooks";
import type { FfeResult, Standing } from "../api/types";
import { call, Refused } from "../core/api";
import { send } from "../core/send";
import { remember, remembered } from "../core/storage";
import { named, t } from "../core/words";
import { FileButton } from "../parts/file-button";
import { Icon } from "../parts/icon";
import { tellError } from "../parts/toast";
import { download } from "../sight/files";
import { sideName } from "../sight/names";
import type { Situation } from "../sight/types";
import { SaveDialog } from "../vasl/dialog";
import { isSave, openSave } from "../vasl/save";
import { BatteryCards } from "./batteries";
import { Chart } from "./chart";
import { Log } from "./log";
import { MissionMap } from "./map";
import { Now } from "./now";
import { Prospects } from "./prospects";
import { SetUp } from "./setup";
import { Shells } from "./shells";
import type { Facts, Kept, Setup } from "./types";

/** What this browser kept, unless an older page wrote it in another form. */
function opening(): Kept | null {
  const kept = remembered<Kept>("mission");
  return kept?.standing?.shelled && "board" in kept ? kept : null;
}

/** The board with its units, as questions about it send it. */
const placedOf = ({ board, situation }: Pick<Kept, "board" | "situation">) =>
  board && situation?.units.length
    ? { board, situation: { ...situation, board }, events: [] }
    : null;

export function FireMission() {
  const [kept, setKept] = useState<Kept | null>(opening);
  const [busy, setBusy] = useState(false);
  const keep = (next: Kept | null) => {
    setKept(next);
    remember("mission", next);
  };
  /** Ask the rules; what they say is what stands. */
  const ask = async (path: string, body: object, rest: Omit<Kept, "standing">) => {
    setBusy(true);
    try {
      const standing = await call<Standing>(`/api/tools/mission/${path}`, { body });
      keep({ ...rest, standing });
    } catch (error) {
      tellError(error);
    } finally {
      setBusy(false);
    }
  };
  const open = async (file: File) => {
    try {
      const record = JSON.parse(await file.text());
      await ask(
        "open",
        { record },
        { facts: {}, board: kept?.board ?? "", situation: kept?.situation ?? null },
      );
    } catch {
      tellError(new Refused("", null, { key: "web.mission.not_a_file" }, 0));
    }
  };
  if (!kept) {
    return (
      <SetUp
        busy={busy}
        onOpen={open}
        onBegin={(setup: Setup, board, situation) =>
          ask(
            "new",
            { setup, placed: placedOf({ board, situation }) },
            { facts: {}, board, situation },
          )
        }
      />
    );
  }
  return <Mission kept={kept} busy={busy} ask={ask} keep={keep} onOpen={open} />;
}

interface Props {
  kept: Kept;
  busy: boolean;
  ask: (path: string, body: object, rest: Omit<Kept, "standing">) => Promise<void>;
  keep: (kept: Kept | null) => void;
  onOpen: (file: File) => void;
}

function Mission({ kept, busy, ask, keep, onOpen }: Props) {
  const { standing, facts, board, situation } = kept;
  const [argument, setArgument] = useState("");
  const placed = placedOf(kept);
  const { sides } = standing;
  // Before it is painted: what is typed at once is not wiped away.
  useLayoutEffect(() => setArgument(""), [standing.steps, standing.node]);
  const base = { record: standing.record, battery: standing.battery, placed };
  const rest = (known: Facts) => ({ facts: known, board, situation });
  const go = (more: object, known: Facts = facts) =>
    ask("go", { ...base, facts: known, ...more }, rest(known));
  const round = standing.rounds.find((one) => one.battery === standing.battery && one.area.length);
  const apply = (result: FfeResult) => {
    if (situation) keep({ ...kept, situation: marked(situation, result) });
  };
  const choose = (battery: string) => ask("go", { ...base, battery, facts: {} }, rest({}));
  const toShells = async (battery: string) => {
    if (battery !== standing.battery) await choose(battery);
    const there = document.getElementById("mission-shells");
    there?.scrollIntoView({ block: "center" });
    there?.focus();
  };
  return (
    <main class="page mission">
      <div class="row between">
        <h1>{t("web.door.mission")}</h1>
        <Tools {...{ kept, busy, keep, onOpen }} onUndo={() => ask("undo", base, rest({}))} />
      </div>
      <div class="mission-grid">
        <div class="stack mission-left">
          {board && (
            <MissionMap
              board={board}
              situation={situation}
              sides={sides}
              rounds={standing.rounds}
              aims={standing.batteries.flatMap((one) =>
                one.ar ? [{ battery: one.name, hex: one.ar }] : [],
              )}
              chosen={argument}
              onHex={setArgument}
            />
          )}
          <Chart standing={standing} />
        </div>
        <div class="stack mission-right">
          {placed && (
            <p class="small muted board-says">
              {standing.board_answers
                ? t("web.mission.board_answers", { observer: standing.state.observer })
                : `${standing.board_silent ? named(standing.board_silent) : ""} ${t("web.mission.you_answer")}`}
            </p>
          )}
          <Now
            standing={standing}
            busy={busy}
            argument={argument}
            onArgument={setArgument}
            onFact={(fact, value) => go({}, { ...facts, [fact]: value })}
            onRoll={(dice) => go(dice ? { dice } : { roll: true })}
            onOption={(option, added) => go({ option, argument: added })}
            onPhase={() => ask("phase", { ...base, battery: "" }, rest({}))}
            onBattery={choose}
            onShells={toShells}
          />
          {round && (
            <Shells
              standing={standing}
              round={round}
              placed={placed}
              onResolved={(now) => keep({ ...kept, standing: now })}
              onApply={placed ? apply : null}
            />
          )}
          <BatteryCards standing={standing} onBattery={choose} />
          <Prospects standing={standing} facts={facts} placed={placed} hex={argument} />
          <Log
            standing={standing}
            busy={busy}
            onBack={(to) => ask("undo", { ...base, to }, rest({}))}
          />
        </div>
      </div>
    </main>
  );
}

/** What the shells did, put onto the board: who is gone, broken, pinned. */
function marked(situation: Situation, result: FfeResult): Situation {
  const fates = new Map(result.units.map((unit) => [unit.id, unit.fate] as const));
  return {
    ...situation,
    units: situation.units.flatMap((unit) => {
      const keys = fates.get(unit.id);
      if (!keys) return [unit];
      if (keys.some((key) => key === "eliminated" || key === "burning")) return [];
      return [
        {
          ...unit,
          broken: unit.broken || keys.includes("broken"),
          pinned: unit.pinned || keys.includes("pinned"),
        },
      ];
    }),
  };
}

interface ToolsProps {
  kept: Kept;
  busy: boolean;
  keep: (kept: Kept | null) => void;
  onOpen: (file: File) => void;
  onUndo: () => void;
}

/** The clock, and the files of the mission. */
function Tools({ kept, busy, keep, onOpen, onUndo }: ToolsProps) {
  const { standing } = kept;
  const bring = (given: File) =>
    isSave(given)
      ? openSave(given, ({ situation }) =>
          keep({ ...kept, situation, board: situation.board.replaceAll(" / ", ";") }),
        ).catch(tellError)
      : send<Situation>("/api/tools/situation/read", given, () => undefined).then(
          (situation) => keep({ ...kept, situation, board: kept.board || situation.board }),
          tellError,
        );
  return (
    <div class="row no-print">
      <SaveDialog />
      <span class="tag">
        {t("web.mission.clock", {
          turn: standing.clock.turn,
          side: sideName(standing.clock.side),
          phase: standing.clock.phase,
        })}
      </span>
      <button
        type="button"
        class="button small"
        disabled={busy || standing.steps === 0}
        onClick={onUndo}
      >
        <Icon name="undo" /> {t("web.undo")}
      </button>
      <button
        type="button"
        class="button small"
        onClick={() => download("oba.json", standing.record)}
      >
        {t("web.mission.save")}
      </button>
      <FileButton name="web.mission.open" accept=".json" small onFile={onOpen} />
      <FileButton name="web.sight.read" accept=".toml,.json,.vsav,.vlog" small onFile={bring} />
      <button type="button" class="button small quiet" onClick={() => keep(null)}>
        {t("web.mission.new")}
      </button>
    </div>
  );
}
