// The panel beside the map, with its tabs; on a phone, a sheet below it.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { remember, remembered } from "../core/storage";
import { t } from "../core/words";
import { tellError } from "../parts/toast";
import { Chat, LogView } from "./log";
import type { Screen } from "./screen";
import type { TableStore } from "./store";

interface Props<Tab extends string> {
  store: TableStore;
  screen: Screen;
  tabs: readonly Tab[];
  tab: Tab;
  onTab: (tab: Tab) => void;
  /** What somebody must look at: whenever it changes, the panel shows its beginning. */
  look: unknown;
  children: ComponentChildren;
}

export function Panel<Tab extends string>(props: Props<Tab>) {
  const { store, screen, tabs, tab, onTab, look } = props;
  const unread = useUnread(store, tab === "log");
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (look === undefined || look === null) return;
    screen.raiseSheet();
    body.current?.scrollTo({ top: 0 });
  }, [look]);
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
        {tabs.map((one) => (
          <button
            type="button"
            role="tab"
            key={one}
            id={`tab-${one}`}
            aria-controls="panel-body"
            aria-selected={tab === one}
            onClick={() => {
              onTab(one);
              screen.raiseSheet();
            }}
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
        <h2 class="visually-hidden">{t(`web.tab.${tab}`)}</h2>
        {props.children}
      </div>
    </aside>
  );
}

type Read = [table: string, lines: number][];

/** How many lines of chat nobody here has looked at. */
function useUnread(store: TableStore, open: boolean): number {
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

/** What happened, and what was said. */
export function Record({ store }: { store: TableStore }) {
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
