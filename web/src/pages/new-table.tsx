import { t } from "../core/words";
import { BoardPicture, ScenarioPicture } from "../folio/picture";
import type { Board } from "../folio/types";
import { BringJournal } from "../parts/bring-journal";
import { OwnScenario } from "../parts/own-scenario";
import { openLesson } from "../table/lesson";
import { BeginPanel, NoScenarios, ScenarioCards, useNewTable } from "../table/new";

const WAYS = ["bot", "both", "friend", "open"] as const;

export function NewTable() {
  const table = useNewTable<Board>("folio", WAYS);
  const { cards, own, wishes, busy, begin } = table;
  if (!cards) return <NoScenarios wrong={table.wrong} />;
  const tutorial = cards.find((card) => card.name === "tutorial");
  return (
    <main class="page grows">
      <h1>{t("web.door.folio")}</h1>
      <p class="lead">{t("web.new.lead")}</p>
      {tutorial && (
        <section class="panel row between new-here">
          <div class="grow">
            <h2>{t("web.new.tutorial")}</h2>
            <p class="muted">{t("web.new.tutorial_says")}</p>
          </div>
          <button
            type="button"
            class="button primary"
            disabled={busy}
            onClick={() => begin(tutorial, { ...wishes, way: "both", typed: false }, openLesson)}
          >
            {t("web.new.tutorial_go")}
          </button>
        </section>
      )}
      <ScenarioCards
        table={table}
        picture={(card) =>
          own?.card === card ? (
            <BoardPicture board={own.board} name={card.name} />
          ) : (
            <ScenarioPicture name={card.name} />
          )
        }
      />
      <OwnScenario game="folio" onRead={table.bring} />
      <BeginPanel table={table} />
      <BringJournal />
    </main>
  );
}
