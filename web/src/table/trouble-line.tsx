// What keeps the table from going on: the line is cut, or the server cannot save.
import type { Live } from "../core/live";
import { say, t } from "../core/words";

export function TroubleLine<View>({ live }: { live: Live<View> }) {
  const cut = live.link.value === "lost";
  const trouble = live.trouble.value;
  if (!cut && !trouble) return null;
  return (
    <div class="lost-line" role="alert">
      <span class="spinner" aria-hidden="true" />
      {cut || !trouble ? t("web.reconnecting") : say(trouble)}
    </div>
  );
}
