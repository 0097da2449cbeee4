// Was it an honest purchase? The whole record is played again, and every die derived anew.
import { useState } from "preact/hooks";
import { call } from "../core/api";
import { t } from "../core/words";
import { Icon } from "../parts/icon";
import { tellError } from "../parts/toast";

interface Verdict {
  ok: boolean;
  faces_checked: number;
  faces_typed: number;
  sentences: string[];
}

export function Verify({ table }: { table: string }) {
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const check = () => call<Verdict>(`/api/tables/${table}/verify`).then(setVerdict, tellError);
  return (
    <div class="row">
      <button type="button" class="button primary" onClick={check}>
        <Icon name="check" /> {t("buy.verify")}
      </button>
      {verdict && (
        <p class={`notice ${verdict.ok ? "" : "warn"}`} role="status">
          {verdict.ok
            ? t("buy.honest", { checked: verdict.faces_checked })
            : verdict.sentences.join(" ")}
        </p>
      )}
    </div>
  );
}
