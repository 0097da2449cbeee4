// A scenario of one's own: its two files are chosen or dropped, and the server looks them through.
import { useState } from "preact/hooks";
import { call, type ScenarioCard } from "../core/api";
import { type Message, say, t } from "../core/words";
import { useDrop } from "../parts/drop";
import { Wrong } from "../parts/fields";
import { FileButton } from "../parts/file-button";
import { sentenceOf } from "../parts/toast";
import type { Board } from "./types";

const KINDS = ["toml", "map"] as const;
type Kind = (typeof KINDS)[number];

/** What a table is begun with. */
type Texts = Record<Kind, string>;

export interface Own {
  card: ScenarioCard;
  board: Board;
  written: Texts;
}

interface Problem {
  file: Kind;
  line: number;
  message: Message;
}

interface Checked {
  count: number;
  problems: Problem[];
  card: ScenarioCard | null;
  board: Board | null;
}

type Files = Partial<Record<Kind, { name: string; text: string }>>;

/** The server reads much less; what is larger is no scenario and is not even sent. */
const LARGEST = 400_000;

const kindOf = (file: File): Kind | undefined =>
  KINDS.find((kind) => file.name.toLowerCase().endsWith(`.${kind}`));

export function OwnScenario({ onRead }: { onRead: (own: Own | null) => void }) {
  const [files, setFiles] = useState<Files>({});
  const [found, setFound] = useState<Checked | null>(null);
  const [reading, setReading] = useState(false);
  const [wrong, setWrong] = useState<() => string>(() => () => "");
  const fails = (says: () => string) => setWrong(() => says);

  const check = async (written: Texts) => {
    setReading(true);
    try {
      const checked = await call<Checked>("/api/tools/folio/scenario", { body: written });
      setFound(checked);
      const { card, board } = checked;
      if (card && board) onRead({ card, board, written });
    } catch (error) {
      fails(() => sentenceOf(error));
    } finally {
      setReading(false);
    }
  };
  const take = async (given: File[]) => {
    if (reading) return;
    fails(() => "");
    setFound(null);
    onRead(null);
    const taken = { ...files };
    for (const file of given) {
      const kind = kindOf(file);
      if (!kind) return fails(() => t("web.new.own_which", { file: file.name }));
      if (file.size > LARGEST) return fails(() => t("web.new.own_too_large", { file: file.name }));
      taken[kind] = { name: file.name, text: await file.text() };
    }
    setFiles(taken);
    if (taken.toml && taken.map) await check({ toml: taken.toml.text, map: taken.map.text });
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
          <p class="muted">{t("web.new.own_says")}</p>
        </div>
        <FileButton
          name="web.new.own_choose"
          accept=".toml,.map"
          disabled={reading}
          onFiles={take}
        />
      </div>
      <Said files={files} found={found} reading={reading} />
      <Wrong says={wrong()} />
    </section>
  );
}

interface SaidProps {
  files: Files;
  found: Checked | null;
  reading: boolean;
}

/** How far it is: what is missing, every mistake with its line, or that all is well. */
function Said({ files, found, reading }: SaidProps) {
  const here = KINDS.filter((kind) => files[kind]);
  const [only] = here;
  if (reading) {
    return (
      <p role="status">
        <span class="spinner" aria-hidden="true" /> {t("web.new.own_reading")}
      </p>
    );
  }
  if (only && here.length === 1) {
    const have = files[only]?.name ?? "";
    const missing = only === "toml" ? ".map" : ".toml";
    return <p role="status">{t("web.new.own_wants", { have, missing })}</p>;
  }
  if (!found) return null;
  const names = here.map((kind) => files[kind]?.name ?? "");
  if (found.card) return <p role="status">{t("web.new.own_good", { files: names })}</p>;
  const more = found.count - found.problems.length;
  return (
    <div class="notice warn" role="alert">
      <p>{t("web.new.own_bad", { count: found.count })}</p>
      <ul class="plain-list own-problems">
        {found.problems.map((problem, i) => (
          <li key={i}>
            {t("web.new.own_line", {
              file: files[problem.file]?.name ?? problem.file,
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
