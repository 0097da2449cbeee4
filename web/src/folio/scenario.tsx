// The scenario in words: what wins, its notes, its rules; and the table's own switches.
import { named, say, t } from "../core/words";
import { Choices } from "../parts/fields";
import { Cite } from "../parts/rule";
import { AtThisTable } from "../table/at-this-table";
import { sideName } from "../table/say";
import { ASSISTS, assistAt, setAssist } from "./assist";
import type { FolioStore } from "./store";

const RULES = ["F4.1a", "F5.0", "F6.0", "F7.0e", "F7.7", "F7.9", "F8.3c", "F8.4"];

export function Scenario({ store }: { store: FolioStore }) {
  const board = store.board;
  return (
    <div class="stack">
      <p>{named(board.about)}</p>
      <section>
        <h3>{t("web.scenario.victory")}</h3>
        <Victory store={store} />
      </section>
      {board.notes.length > 0 && (
        <section>
          <h3>{t("web.scenario.notes")}</h3>
          <ul class="plain-list">
            {board.notes.map((note, i) => (
              <li key={i}>{named(note)}</li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h3>{t("web.scenario.rules")}</h3>
        <p class="row">
          {RULES.map((rule) => (
            <Cite key={rule} rule={rule} />
          ))}
          <a href="/rules?part=folio" target="_blank" rel="noreferrer">
            {t("web.scenario.all_rules")}
          </a>
        </p>
      </section>
      <Help store={store} />
      <AtThisTable store={store} />
      {board.sources.length > 0 && (
        <p class="small muted">
          {t("web.scenario.sources")} {board.sources.join(" · ")}
        </p>
      )}
    </div>
  );
}

function Victory({ store }: { store: FolioStore }) {
  const { board } = store;
  const { objectives, sources, sudden, levels } = board.victory;
  const label = (hex: number) => board.hexes[hex]!.label;
  const holder = (n: number) => store.view.value.objectives[n]?.holder ?? null;
  return (
    <ul class="plain-list">
      {objectives.map((objective, n) => (
        <li key={objective.hex}>
          {t(`web.scenario.objective${objective.each_turn ? "_each_turn" : ""}`, {
            name: named(objective.name) || label(objective.hex),
            hex: label(objective.hex),
            points: [...new Set(Object.values(objective.points))].join("/"),
            holder: sideName(board, holder(n)) || "–",
          })}
        </li>
      ))}
      {sources.map((source, i) => (
        <li key={`p${i}`}>{say(source)}</li>
      ))}
      {sudden.map((way, i) => (
        <li key={`s${i}`}>
          {t("folio.win.suddenly", {
            when: say(way.says),
            conditions: way.conditions.map(say).join(t("folio.win.and")),
          })}
        </li>
      ))}
      {levels.map((level, i) => (
        <li key={`l${i}`}>
          {t("folio.win.level", { name: named(level.name), needed: say(level.needed) })}
        </li>
      ))}
    </ul>
  );
}

/** How much the page helps this player; the other side need not know. */
function Help({ store }: { store: FolioStore }) {
  const assist = assistAt(store.board);
  const { lesson } = store;
  return (
    <section>
      <h3>{t("web.assist")}</h3>
      <Choices
        label={t("web.assist")}
        options={ASSISTS}
        value={assist}
        name={(one) => t(`web.assist.${one}`)}
        onChange={setAssist}
      />
      <p class="small muted">{t(`web.assist.${assist}.says`)}</p>
      {lesson.offered && !lesson.step.value && (
        <button type="button" class="button small" onClick={lesson.start}>
          {t("web.lesson.start")}
        </button>
      )}
    </section>
  );
}
