// Begin a battle: which scenario, who plays, whose dice.
import { t } from "../core/words";
import { useDrop } from "../parts/drop";
import { OwnScenario } from "../parts/own-scenario";
import { BeginPanel, NoScenarios, ScenarioCards, useNewTable } from "../table/new";
import { OpenSave, openInSight } from "../vasl/open";
import { isSave } from "../vasl/save";

const WAYS = ["both", "friend", "open"] as const;

export function NewBattle() {
  const table = useNewTable("battle", WAYS);
  const { drop } = useDrop((files) => isSave(files[0]!) && openInSight(files[0]!, true));
  if (!table.cards) return <NoScenarios wrong={table.wrong} />;
  return (
    <main class="page grows" {...drop}>
      <h1>{t("web.door.battle")}</h1>
      <p class="lead">{t("web.battle.new.lead")}</p>
      <ScenarioCards table={table} />
      <section class="row vasl-own" aria-label={t("web.vasl.title")}>
        <p class="grow">{t("web.vasl.or_own")}</p>
        <OpenSave battle />
      </section>
      <OwnScenario game="battle" onRead={table.bring} />
      <BeginPanel table={table} />
    </main>
  );
}
