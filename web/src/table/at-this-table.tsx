// What a table itself offers, whatever is played there: the link to watch it, how one is told that it
// is one's turn, and how it may end.
import type { ComponentChildren } from "preact";
import { t } from "../core/words";
import { CopyLink } from "../parts/copy-link";
import { MailMe } from "../parts/mail-me";
import { tell } from "../parts/toast";
import { Endings } from "./endings";
import type { TableStore } from "./store";

export function AtThisTable({
  store,
  children,
}: {
  store: TableStore;
  children?: ComponentChildren;
}) {
  const [seat, ...others] = store.held;
  const over = Boolean(store.live.frame.value?.outcome);
  return (
    <>
      <section>
        <h3>{t("web.scenario.table")}</h3>
        <p class="row">
          <CopyLink
            link={`${location.origin}/table/${store.live.id}`}
            label={t("web.link.watch")}
          />
          {!over &&
            typeof Notification !== "undefined" &&
            Notification.permission === "default" && (
              <button
                type="button"
                class="button small"
                onClick={() => Notification.requestPermission().then(() => tell("web.notify.done"))}
              >
                {t("web.notify")}
              </button>
            )}
          {children}
        </p>
        {seat && !others.length && !over && <MailMe key={seat} table={store.live.id} seat={seat} />}
      </section>
      <Endings store={store} />
    </>
  );
}
