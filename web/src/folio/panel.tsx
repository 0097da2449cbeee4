// The panel beside the map; on a phone, a sheet below it.
import { useEffect, useRef } from "preact/hooks";
import { remember, remembered } from "../core/storage";
import { t } from "../core/words";
import { tellError } from "../parts/toast";
import { AssessedView, CrtTable } from "./assessed";
import { FoughtCard } from "./fought-card";
import { Chat, LogView } from "./log";
import { Luck } from "./luck";
import { OrdersPanel } from "./orders";
import { Scenario } from "./scenario";
import type { Screen } from "./screen";
import { type FolioStore, TABS, type Tab } from "./store";

export function SidePanel({ store, screen }: { store: FolioStore; screen: Screen }) {
  const tab = store.tab.value;
  const show = (wanted: Tab) => {
    store.tab.value = wanted;
    screen.raiseSheet();
  };
  const unread = useUnread(store, tab === "log");
  const fought = store.fought.value;
  const body = useRef<HTMLDivElement>(null);
  // A die has fallen: that is what everybody looks at.
  useEffect(() => {
    if (!fought) return;
    screen.raiseSheet();
    body.current?.scrollTo({ top: 0 });
  }, [fought?.n]);
  return (
    <aside class="side-panel" aria-label={t("web.panel")}>
      <button
        type="button"
        class="sheet-grip"
        aria-label={t("web.sheet")}
        onClick={() => screen.nextSheet()}
      >
        <i />
      </button>
      <div class="tabs" role="tablist">
        {TABS.map((one) => (
          <button
            type="button"
            role="tab"
            key={one}
            id={`tab-${one}`}
            aria-controls="panel-body"
            aria-selected={tab === one}
            onClick={() => show(one)}
          >
            {t(`web.tab.${one}`)}
            {one === "log" && unread > 0 && (
              <span class="unread" title={t("web.chat.unread", { count: unread })}>
                {unread}
                <span class="visually-hidden">{t("web.chat.unread", { count: unread })}</span>
              </span>
            )}
          </button>
        ))}
      </div>
      <div
        class="panel-body"
        ref={body}
        id="panel-body"
        role="tabpanel"
        aria-labelledby={`tab-${tab}`}
        tabindex={0}
      >
        {fought && <FoughtCard store={store} fought={fought} />}
        {tab === "orders" && <OrdersPanel store={store} />}
        {tab === "odds" && <Odds store={store} />}
        {tab === "log" && <Record store={store} />}
        {tab === "rules" && <Scenario store={store} />}
      </div>
    </aside>
  );
}

type Read = [table: string, lines: number][];

/** How many lines of chat nobody here has looked at. */
function useUnread(store: FolioStore, open: boolean): number {
  const { live } = store;
  const said = live.chat.value.length;
  const kept = () => remembered<Read>("read") ?? [];
  const read = kept().find(([table]) => table === live.id)?.[1] ?? 0;
  useEffect(() => {
    if (!open || read >= said) return;
    const others = kept().filter(([table]) => table !== live.id);
    remember("read", [[live.id, said], ...others].slice(0, 40));
  }, [open, said]);
  return open ? 0 : Math.max(0, said - read);
}

function Odds({ store }: { store: FolioStore }) {
  const found = store.found.value;
  const barrage = Boolean(store.barrage.value) || Boolean(store.view.value.combat?.barrage);
  return (
    <div class="stack">
      {found ? (
        <AssessedView board={store.board} found={found} barrage={barrage} />
      ) : (
        <p class="empty">{t("web.odds.none")}</p>
      )}
      <CrtTable board={store.board} found={found} />
      <Luck board={store.board} log={store.live.frame.value!.log} />
    </div>
  );
}

function Record({ store }: { store: FolioStore }) {
  const { live } = store;
  return (
    <div class="stack">
      <LogView
        log={live.frame.value!.log}
        takenBack={live.frame.value!.taken_back ?? []}
        at={store.past.value?.now ?? null}
        onGo={(n) => store.go(n)}
      />
      <Chat lines={live.chat.value} onSay={(text) => live.send({ chat: text }).catch(tellError)} />
    </div>
  );
}
