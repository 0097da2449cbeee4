import { useSignalEffect } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { account, loadAccount } from "./core/account";
import { address } from "./core/router";
import { switchTheme, theme } from "./core/theme";
import { lang, speak, t } from "./core/words";
import { Home } from "./pages/home";
import { Icon } from "./parts/icon";
import { RuleDialog } from "./parts/rule";
import { Toasts, tellError } from "./parts/toast";
import { Waiting } from "./parts/waiting";

type Screen = ComponentType<{ path: string[] }>;
type Load = () => Promise<Screen>;

/** Each screen is loaded when it is first wanted: the first visit stays light. */
const SCREENS: Record<string, { load: Load; title: string; nav?: boolean }> = {
  folio: {
    load: async () => (await import("./pages/new-table")).NewTable,
    title: "web.door.folio",
    nav: true,
  },
  table: { load: async () => (await import("./pages/table")).TablePage, title: "web.door.folio" },
  shot: {
    load: async () => (await import("./range/page")).GunneryRange,
    title: "web.door.shot",
    nav: true,
  },
  mission: {
    load: async () => (await import("./mission/page")).FireMission,
    title: "web.door.mission",
    nav: true,
  },
  sight: {
    load: async () => (await import("./sight/page")).SightPage,
    title: "web.door.sight",
    nav: true,
  },
  rules: {
    load: async () => (await import("./pages/rules")).Rules,
    title: "web.door.rules",
    nav: true,
  },
  sign: { load: async () => (await import("./pages/sign")).Sign, title: "web.sign.title" },
};

function useScreen(name: string): Screen | null {
  const [loaded, setLoaded] = useState<{ name: string; screen: Screen } | null>(null);
  useEffect(() => {
    const wanted = SCREENS[name];
    if (!wanted) return;
    let stale = false;
    wanted.load().then(
      (screen) => {
        if (!stale) setLoaded({ name, screen });
      },
      (error) => tellError(error),
    );
    return () => {
      stale = true;
    };
  }, [name]);
  return loaded && loaded.name === name ? loaded.screen : null;
}

function Header({ here }: { here: string }) {
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
        {Object.entries(SCREENS)
          .filter(([, screen]) => screen.nav)
          .map(([name, screen]) => (
            <a key={name} href={`/${name}`} aria-current={here === name ? "page" : undefined}>
              {t(screen.title)}
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

export function App() {
  const path = address.value.pathname.split("/").filter(Boolean);
  const name = path[0] ?? "";
  const Screen = useScreen(name);
  const known = name === "" || name in SCREENS;
  useEffect(() => {
    loadAccount();
  }, []);
  useSignalEffect(() => {
    const screen = SCREENS[address.value.pathname.split("/")[1] ?? ""];
    document.title = screen ? `${t(screen.title)} – Hexfire` : `Hexfire – ${t("web.tagline")}`;
  });
  const atTable = name === "table" && path[1];
  return (
    <>
      <a class="skip" href="#main">
        {t("web.skip")}
      </a>
      {!atTable && <Header here={name} />}
      <div id="main">
        {name === "" && <Home />}
        {!known && (
          <main class="page narrow stack">
            <h1>{t("web.lost.title")}</h1>
            <p>{t("web.lost.text")}</p>
            <p>
              <a class="button primary" href="/">
                {t("web.home")}
              </a>
            </p>
          </main>
        )}
        {known && name !== "" && (Screen ? <Screen path={path.slice(1)} /> : <Waiting />)}
      </div>
      <RuleDialog />
      <Toasts />
    </>
  );
}
