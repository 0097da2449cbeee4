// Turn notification by mail, where the server offers it: give an address, confirm it by a link.
import { useEffect, useState } from "preact/hooks";
import type { MailStanding } from "../api/types";
import { call } from "../core/api";
import { keptTables } from "../core/storage";
import { t } from "../core/words";
import { Wrong } from "./fields";
import { sentenceOf } from "./toast";

export function MailMe({ table, seat }: { table: string; seat: string }) {
  const [wish, setWish] = useState<MailStanding | null>(null);
  const [address, setAddress] = useState("");
  const [wrong, setWrong] = useState("");
  const tokens = Object.values(keptTables().find((one) => one.id === table)?.tokens ?? {});
  const path = `/api/tables/${table}/mail`;
  const whose = `${path}?seat=${encodeURIComponent(seat)}`;
  useEffect(() => {
    if (seat) call<MailStanding>(whose, { tokens }).then(setWish, () => undefined);
  }, [table, seat]);
  if (!wish?.offered) return null;
  const tried = async (work: () => Promise<MailStanding>) => {
    setWrong("");
    try {
      setWish(await work());
    } catch (error) {
      setWrong(sentenceOf(error));
    }
  };
  return (
    <details class="panel mail-me no-print">
      <summary>{t("web.mail.me")}</summary>
      {wish.address ? (
        <p class="row" role="status">
          <span class="grow">
            {t(wish.confirmed ? "web.mail.on" : "web.mail.sent", { address: wish.address })}
          </span>
          <button
            type="button"
            class="button small"
            onClick={() =>
              tried(async () => {
                await call(whose, { method: "DELETE", tokens });
                return { ...wish, address: null, confirmed: false };
              })
            }
          >
            {t("web.mail.stop")}
          </button>
        </p>
      ) : (
        <form
          class="row"
          onSubmit={(event) => {
            event.preventDefault();
            tried(() => call<MailStanding>(path, { body: { seat, address }, tokens }));
          }}
        >
          <input
            class="input grow"
            type="email"
            required
            maxLength={254}
            autocomplete="email"
            aria-label={t("web.mail.address")}
            placeholder={t("web.mail.address")}
            value={address}
            onInput={(event) => setAddress(event.currentTarget.value)}
          />
          <button type="submit" class="button">
            {t("web.mail.ask")}
          </button>
        </form>
      )}
      <Wrong says={wrong} />
    </details>
  );
}
