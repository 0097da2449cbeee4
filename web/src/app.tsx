import { useSignalEffect } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { loadAccount } from "./core/account";
import { address } from "./core/router";
import "./core/theme";
import { t } from "./core/words";
import { Home } from "./pages/home";
import { Header } from "./parts/header";
import { NothingHere } from "./parts/nothing-here";
import { RuleDialog } from "./parts/rule";
import { Toasts, tellError } from "./parts/toast";
import { Waiting } from "./parts/waiting";

type Screen = ComponentType<{ path: string[] }>;
type Load = () => Promise<Screen>;

/** Each screen is loaded when it is first wanted: the first visit stays light. */
const SCREENS: Record<string, { load: Load; title: string }> = {
  folio: {
    load: async () => (await import("./pages/new-table")).NewTable,
    title: "web.door.folio",
  },
  workshop: {
    load: async () => (await import("./workshop/page")).Workshop,
    title: "web.door.workshop",
  },
  battle: {
    load: async () => (await import("./battle/new")).NewBattle,
    title: "web.door.battle",
  },
  table: { load: async () => (await import("./pages/table")).TablePage, title: "web.door.folio" },
  shot: {
    load: async () => (await import("./range/page")).GunneryRange,
    title: "web.door.shot",
  },
  mission: {
    load: async () => (await import("./mission/page")).FireMission,
    title: "web.door.mission",
  },
  sight: {
    load: async () => (await import("./sight/page")).SightPage,
    title: "web.door.sight",
  },
  force: {
    load: async () => (await import("./purchase/new")).NewPurchase,
    title: "web.door.force",
  },
  rules: {
    load: async () => (await import("./pages/rules")).Rules,
    title: "web.door.rules",
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
      <div id="main" tabindex={-1}>
        {name === "" && <Home />}
        {!known && <NothingHere title="web.lost.title" text="web.lost.text" />}
        {known && name !== "" && (Screen ? <Screen path={path.slice(1)} /> : <Waiting />)}
      </div>
      <RuleDialog />
      <Toasts />
    </>
  );
}
