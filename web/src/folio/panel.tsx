// The panel beside the map; on a phone, a sheet below it.
import { t } from "../core/words";
import { tellError } from "../parts/toast";
import { AssessedView, CrtTable } from "./assessed";
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
          </button>
        ))}
      </div>
      <div
        class="panel-body"
        id="panel-body"
        role="tabpanel"
        aria-labelledby={`tab-${tab}`}
        tabindex={0}
      >
        {tab === "orders" && <OrdersPanel store={store} />}
        {tab === "odds" && <Odds store={store} />}
        {tab === "log" && <Record store={store} />}
        {tab === "rules" && <Scenario store={store} />}
      </div>
    </aside>
  );
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
