// A finished game from its journal: chosen or dropped, and opened as a table to replay and review.
import { useState } from "preact/hooks";
import type { TableBrought } from "../api/types";
import { call } from "../core/api";
import { go } from "../core/router";
import { t } from "../core/words";
import { useDrop } from "./drop";
import { Wrong } from "./fields";
import { FileButton } from "./file-button";
import { sentenceOf } from "./toast";

/** The server reads no more; no game of ours comes near it. */
const LARGEST = 1_000_000;

export function BringJournal() {
  const [reading, setReading] = useState(false);
  const [wrong, setWrong] = useState<() => string>(() => () => "");
  const fails = (says: () => string) => setWrong(() => says);
  const take = async ([file]: File[]) => {
    if (reading || !file) return;
    fails(() => "");
    if (file.size > LARGEST) return fails(() => t("web.new.own_too_large", { file: file.name }));
    setReading(true);
    try {
      const { id } = await call<TableBrought>("/api/journals", { raw: file });
      go(`/table/${id}`);
    } catch (error) {
      fails(() => sentenceOf(error));
      setReading(false);
    }
  };
  const { over, drop } = useDrop(take);
  return (
    <section
      class={`panel stack own-scenario ${over ? "over" : ""}`}
      aria-labelledby="bring-journal"
      {...drop}
    >
      <div class="row between">
        <div class="grow">
          <h2 id="bring-journal">{t("web.bring")}</h2>
          <p class="muted">{t("web.bring.says")}</p>
        </div>
        <FileButton name="web.bring.choose" accept=".jsonl" disabled={reading} onFiles={take} />
      </div>
      {reading && (
        <p role="status">
          <span class="spinner" aria-hidden="true" /> {t("web.bring.reading")}
        </p>
      )}
      <Wrong says={wrong()} />
    </section>
  );
}
