// What the panel of a Folio table shows.
import { t } from "../core/words";
import { Panel, Record } from "../table/panel";
import type { Screen } from "../table/screen";
import { AssessedView, CrtTable } from "./assessed";
import { FoughtCard } from "./fought-card";
import { Luck } from "./luck";
import { OrdersPanel } from "./orders";
import { ReviewPanel } from "./review";
import { Scenario } from "./scenario";
import { type FolioStore, TABS } from "./store";

export function SidePanel({ store, screen }: { store: FolioStore; screen: Screen }) {
  const tab = store.tab.value;
  const fought = store.fought.value;
  const over = store.live.frame.value!.status === "over";
  return (
    <Panel
      store={store}
      screen={screen}
      tabs={over ? TABS : TABS.filter((one) => one !== "review")}
      tab={tab}
      onTab={(wanted) => {
        store.tab.value = wanted;
      }}
      look={fought?.n}
    >
      {fought && tab !== "review" && <FoughtCard store={store} fought={fought} />}
      {tab === "orders" && <OrdersPanel store={store} />}
      {tab === "odds" && <Odds store={store} />}
      {tab === "log" && <Record store={store} />}
      {tab === "rules" && <Scenario store={store} />}
      {tab === "review" && over && <ReviewPanel store={store} />}
    </Panel>
  );
}

function Odds({ store }: { store: FolioStore }) {
  const assessed = store.expected.value;
  const barrage = Boolean(store.barrage.value) || Boolean(store.view.value.combat?.barrage);
  return (
    <div class="stack">
      {assessed ? (
        <AssessedView board={store.board} assessed={assessed} barrage={barrage} />
      ) : (
        <p class="empty">{t("web.odds.none")}</p>
      )}
      <CrtTable board={store.board} assessed={assessed} />
      <Luck board={store.board} log={store.live.frame.value!.log} />
    </div>
  );
}
