import { account } from "../core/account";
import { t } from "../core/words";
import { Icon } from "./icon";
import { LangSwitch, ThemeSwitch } from "./switches";

const NAV = ["battle", "folio", "workshop", "shot", "mission", "sight", "force", "rules"];

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
        <Links here={here} />
      </nav>
      <details class="phone-nav">
        <summary class="icon-button" aria-label={t("web.nav")}>
          <Icon name="menu" />
        </summary>
        <nav aria-label={t("web.nav")}>
          <Links here={here} />
        </nav>
      </details>
      <div class="site-tools">
        <LangSwitch />
        <ThemeSwitch />
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

function Links({ here }: { here: string }) {
  return (
    <>
      {NAV.map((name) => (
        <a key={name} href={`/${name}`} aria-current={here === name ? "page" : undefined}>
          {t(`web.door.${name}`)}
        </a>
      ))}
    </>
  );
}
