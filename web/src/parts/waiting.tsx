import { t } from "../core/words";

export function Waiting({ what }: { what?: string }) {
  return (
    <div class="waiting" role="status">
      <span class="spinner" aria-hidden="true" />
      <span>{what ?? t("web.loading")}</span>
    </div>
  );
}
