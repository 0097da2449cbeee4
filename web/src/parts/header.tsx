import { account } from "../core/account";
import { switchTheme, theme } from "../core/theme";
import { lang, speak, t } from "../core/words";
import { Icon } from "./icon";
import { tellError } from "./toast";

const NAV = ["folio", "shot", "mission", "sight", "force", "rules"];

export function Header({ here }: { here: string }) {
  return (
    <header class="site-head">
      <a class="brand" href="/" aria-label={t("web.brand_home")}>
        <svg viewBox="0 0 64 64" aria-hidden="true">
          <path d="M32 3 57 17.5v29L32 61 7 46.5v-29z" fill="var(--accent)" />
          <path
            d="M20 20v24M44 20v24M20 32h24"
            stroke="var(--panel)"
            stroke-width="6"
            stroke-linecap="square"
          />
        </svg>
        Hexfire
      </a>
      <nav class="site-nav" aria-label={t("web.nav")}>
        {NAV.map((name) => (
          <a key={name} href={`/${name}`} aria-current={here === name ? "page" : undefined}>
            {t(`web.door.${name}`)}
          </a>
        ))}
      </nav>
      <div class="site-tools">
        <button
          type="button"
          class="lang-switch"
          lang={lang.value === "ja" ? "en" : "ja"}
          onClick={() => speak(lang.value === "ja" ? "en" : "ja").catch(tellError)}
        >
          {lang.value === "ja" ? "English" : "日本語"}
        </button>
        <button
          type="button"
          class="icon-button"
          aria-label={t(theme.value === "dark" ? "web.theme.light" : "web.theme.dark")}
          onClick={switchTheme}
        >
          <Icon name={theme.value === "dark" ? "sun" : "moon"} />
        </button>
        <a
          class="icon-button"
          href="/sign"
          aria-label={
            account.value ? t("web.sign.as", { name: account.value.name }) : t("web.sign.title")
          }
        >
          <Icon name="person" />
        </a>
      </div>
    </header>
  );
}
