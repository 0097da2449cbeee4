// Figures of one's own from a file: read and checked by the server, then part of the agreement.
import { useState } from "preact/hooks";
import { send } from "../core/api";
import { t } from "../core/words";
import { sentenceOf } from "../parts/toast";

type Figures = Record<string, string>;

interface Props {
  figures: Figures;
  onRead: (figures: Figures) => void;
}

export function OwnListing({ figures, onRead }: Props) {
  const [reading, setReading] = useState(false);
  const [wrong, setWrong] = useState("");
  const count = Object.keys(figures).length;
  const read = async (file: File | undefined) => {
    if (!file) return;
    setWrong("");
    setReading(true);
    try {
      const path = `/api/tools/force/listing?name=${encodeURIComponent(file.name)}`;
      const answer = await send(path, { raw: file });
      onRead({ ...figures, ...((await answer.json()) as { figures: Figures }).figures });
    } catch (error) {
      setWrong(sentenceOf(error));
    } finally {
      setReading(false);
    }
  };
  return (
    <div class="field listing">
      <label>
        <span>{t("buy.listing")}</span>
        <input
          class="input"
          type="file"
          accept=".toml,.csv"
          disabled={reading}
          onChange={(event) => {
            const field = event.currentTarget;
            // Emptied afterwards, so that the same file can be chosen again once it is corrected.
            read(field.files?.[0]).then(() => {
              field.value = "";
            });
          }}
        />
      </label>
      <p class="small muted" role="status">
        {reading && <span class="spinner" aria-hidden="true" />}
        {count > 0 ? t("buy.listing_read", { count }) : t("buy.listing_says")}{" "}
        {count > 0 ? (
          <button type="button" class="button small" onClick={() => onRead({})}>
            {t("buy.listing_drop")}
          </button>
        ) : (
          <a href="/api/tools/force/listing/template" download>
            {t("buy.template")}
          </a>
        )}
      </p>
      {wrong && (
        <p class="notice warn" role="alert">
          {wrong}
        </p>
      )}
    </div>
  );
}
