// A scenario of one's own: its files are chosen or dropped, and the server looks them through.
import { useState } from "preact/hooks";
import type { ScenarioVerdict } from "../api/types";
import { call, type ScenarioCard } from "../core/api";
import { sendBoard } from "../core/board-file";
import { say, t } from "../core/words";
import { isSave } from "../vasl/save";
import { useDrop } from "./drop";
import { Wrong } from "./fields";
import { FileButton } from "./file-button";
import { sentenceOf } from "./toast";

/** What a scenario of a game is written in; a battle's boards may come as files, too. */
const KINDS = { folio: ["toml", "map"], battle: ["toml"] } as const;
type Game = keyof typeof KINDS;
type Kind = "toml" | "map";

export interface Own<Board = unknown> {
  card: ScenarioCard;
  board: Board;
  /** What a table is begun with. */
  written: Written;
}

type Written = Partial<Record<Kind, string>> & { boards?: Record<string, string> };

/** Which board it draws depends on the game. */
type Checked<Board> = Omit<ScenarioVerdict, "board"> & { board: Board };

type Files = Partial<Record<Kind, { name: string; text: string }>>;
/** Board files by the names of their boards: what the server knows each by. */
type Boards = Record<string, string>;

/** The server reads much less; what is larger is no scenario and is not even sent. */
const LARGEST = 400_000;

const kindOf = (kinds: readonly Kind[], file: File): Kind | undefined =>
  kinds.find((kind) => file.name.toLowerCase().endsWith(`.${kind}`));

interface Props<Board> {
  game: Game;
  onRead: (own: Own<Board> | null) => void;
}

export function OwnScenario<Board>({ game, onRead }: Props<Board>) {
  const kinds: readonly Kind[] = KINDS[game];
  const [files, setFiles] = useState<Files>({});
  const [boards, setBoards] = useState<Boards>({});
  const [checked, setChecked] = useState<Checked<Board> | null>(null);
  const [reading, setReading] = useState(false);
  const [wrong, setWrong] = useState<() => string>(() => () => "");
  const fails = (says: () => string) => setWrong(() => says);

  const check = async (written: Written) => {
    try {
      const checked = await call<Checked<Board>>(`/api/tools/${game}/scenario`, { body: written });
      setChecked(checked);
      const { card, board } = checked;
      if (card) onRead({ card, board, written });
    } catch (error) {
      fails(() => sentenceOf(error));
    }
  };
  const take = async (given: File[]) => {
    // A saved game of VASL goes its own way.
    if (reading || given.some(isSave)) return;
    fails(() => "");
    setChecked(null);
    onRead(null);
    setReading(true);
    try {
      await read(given);
    } catch (error) {
      fails(() => sentenceOf(error));
    } finally {
      setReading(false);
    }
  };
  const read = async (given: File[]) => {
    const [taken, brought] = [{ ...files }, { ...boards }];
    for (const file of given) {
      const kind = kindOf(kinds, file);
      if (!kind && game === "battle") {
        const { name, board } = await sendBoard(file);
        brought[name] = board;
        setBoards({ ...brought });
        continue;
      }
      if (!kind) return fails(() => t(`web.new.own_which.${game}`, { file: file.name }));
      if (file.size > LARGEST) return fails(() => t("web.new.own_too_large", { file: file.name }));
      taken[kind] = { name: file.name, text: await file.text() };
    }
    setFiles(taken);
    const texts = kinds.flatMap((kind) => (taken[kind] ? [[kind, taken[kind].text]] : []));
    const beside = Object.keys(brought).length ? { boards: brought } : {};
    if (texts.length === kinds.length) await check({ ...Object.fromEntries(texts), ...beside });
  };
  const { over, drop } = useDrop(take);

  return (
    <section
      class={`panel stack own-scenario ${over ? "over" : ""}`}
      aria-labelledby="own-scenario"
      {...drop}
    >
      <div class="row between">
        <div class="grow">
          <h2 id="own-scenario">{t("web.new.own")}</h2>
          <p class="muted">{t(`web.new.own_says.${game}`)}</p>
          {game === "folio" && <a href="/workshop">{t("workshop.draw_one")}</a>}
        </div>
        <FileButton
          name={`web.new.own_choose.${game}`}
          // VASL's boards have no ending of their own.
          accept={game === "battle" ? "" : kinds.map((kind) => `.${kind}`).join(",")}
          disabled={reading}
          onFiles={take}
        />
      </div>
      <Said {...{ kinds, files, boards, checked, reading }} />
      <Wrong says={wrong()} />
    </section>
  );
}

interface SaidProps {
  kinds: readonly Kind[];
  files: Files;
  boards: Boards;
  checked: Checked<unknown> | null;
  reading: boolean;
}

/** How far it is: what is missing, every mistake with its line, or that all is well. */
function Said({ kinds, files, boards, checked, reading }: SaidProps) {
  const laid = Object.keys(boards).map((board) => t("web.new.own_board", { board }));
  const here = kinds.filter((kind) => files[kind]);
  const [only] = here;
  if (reading) {
    return (
      <p role="status">
        <span class="spinner" aria-hidden="true" /> {t("web.new.own_reading")}
      </p>
    );
  }
  if (only && here.length < kinds.length) {
    const have = files[only]?.name ?? "";
    const missing = only === "toml" ? ".map" : ".toml";
    return <p role="status">{t("web.new.own_wants", { have, missing })}</p>;
  }
  if (!only && laid.length) {
    return <p role="status">{t("web.new.own_wants", { have: laid, missing: ".toml" })}</p>;
  }
  if (!checked) return null;
  const names = [...here.map((kind) => files[kind]?.name ?? ""), ...laid];
  if (checked.card) return <p role="status">{t("web.new.own_good", { files: names })}</p>;
  const more = checked.count - checked.problems.length;
  return (
    <div class="notice warn" role="alert">
      <p>{t("web.new.own_bad", { count: checked.count })}</p>
      <ul class="plain-list own-problems">
        {checked.problems.map((problem, i) => (
          <li key={i}>
            {t("web.new.own_line", {
              file: files[problem.file as Kind]?.name ?? problem.file,
              line: problem.line,
              text: say(problem.message),
            })}
          </li>
        ))}
      </ul>
      {more > 0 && <p>{t("web.new.own_more", { count: more })}</p>}
    </div>
  );
}
