// Where there is nothing: what is missing, and the way home.
import { t } from "../core/words";

export function NothingHere({ title, text }: { title: string; text: string }) {
  return (
    <main class="page grows narrow stack">
      <h1>{t(title)}</h1>
      <p>{t(text)}</p>
      <p>
        <a class="button primary" href="/">
          {t("web.home")}
        </a>
      </p>
    </main>
  );
}
