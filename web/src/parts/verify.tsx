// Were the dice fair? The whole record is played again, and every die derived anew.
import { useState } from "preact/hooks";
import type { JournalVerdict } from "../api/types";
import { call } from "../core/api";
import { t, together } from "../core/words";
import { Icon } from "./icon";
import { tellError } from "./toast";

interface Props {
  table: string;
  /** What stands on the button. */
  name: string;
  /** What is said of an honest record. */
  fair: string;
}

export function Verify({ table, name, fair }: Props) {
  const [verdict, setVerdict] = useState<JournalVerdict | null>(null);
  const [busy, setBusy] = useState(false);
  const verify = async () => {
    setBusy(true);
    try {
      setVerdict(await call<JournalVerdict>(`/api/tables/${table}/verify`));
    } catch (error) {
      tellError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div class="stack">
      <div>
        <button type="button" class="button" disabled={busy} onClick={verify}>
          {busy ? <span class="spinner" aria-hidden="true" /> : <Icon name="check" />} {t(name)}
        </button>
      </div>
      {verdict && (
        <p class={`notice ${verdict.ok ? "" : "warn"}`} role="status">
          {verdict.ok
            ? t(fair, { checked: verdict.faces_checked, typed: verdict.faces_typed })
            : together([t("web.result.unfair"), ...verdict.sentences])}
        </p>
      )}
      {verdict && verdict.unverified.length > 0 && (
        <details class="unverified">
          <summary>{t("web.result.unverified")}</summary>
          <ul>
            {verdict.unverified.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
