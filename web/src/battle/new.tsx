// Begin a battle: which scenario, who plays, whose dice.
import { t } from "../core/words";
import { useDrop } from "../parts/drop";
import { OwnScenario } from "../parts/own-scenario";
import { openLesson } from "../table/lesson";
import { BeginPanel, NoScenarios, ScenarioCards, useNewTable } from "../table/new";
import { OpenSave, openInSight } from "../vasl/open";
import { isSave } from "../vasl/save";

const LESSON = "first-shots";
const WAYS = ["both", "friend", "open"] as const;

export function NewBattle() {
  const table = useNewTable("battle", WAYS, LESSON);
  const { lesson, wishes, busy, begin } = table;
  const { drop } = useDrop((files) => isSave(files[0]!) && openInSight(files[0]!, true));
  if (!table.cards) return <NoScenarios wrong={table.wrong} />;
  return (
    <main class="page grows" {...drop}>
      <h1>{t("web.door.battle")}</h1>
      <p class="lead">{t("web.battle.new.lead")}</p>
      {lesson && (
        <section class="panel row between new-here">
          <div class="grow">
            <h2>{t("web.battle.new.lesson")}</h2>
            <p class="muted">{t("web.battle.new.lesson_says")}</p>
          </div>
          <button
            type="button"
            class="button primary"
            disabled={busy}
            onClick={() => begin(lesson, { ...wishes, way: "both", typed: true }, openLesson)}
          >
            {t("web.new.tutorial_go")}
          </button>
        </section>
      )}
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
