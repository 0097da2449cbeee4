import { t } from "../core/words";
import { Icon } from "../parts/icon";
import { Cite } from "../parts/rule";
import { CHAPTERS } from "./lesson";
import type { FolioStore } from "./store";

/** One step of the lesson: what to do, why, and where one is. */
export function LessonCard({ store }: { store: FolioStore }) {
  const { lesson } = store;
  const step = lesson.step.value;
  if (!step) return null;
  return (
    <section class="lesson" aria-label={t("web.lesson")} data-step={step.name}>
      <header>
        <ol aria-label={t("web.lesson.chapters")}>
          {CHAPTERS.map((chapter, n) => (
            <li
              key={chapter}
              class={n < step.chapter ? "past" : n === step.chapter ? "now" : ""}
              aria-current={n === step.chapter ? "step" : undefined}
              title={t(`web.lesson.chapter.${chapter}`)}
            >
              <span class="visually-hidden">{t(`web.lesson.chapter.${chapter}`)}</span>
            </li>
          ))}
        </ol>
        <b class="small grow">{t(`web.lesson.chapter.${CHAPTERS[step.chapter]}`)}</b>
        <button
          type="button"
          class="icon-button"
          aria-label={t("web.lesson.leave")}
          title={t("web.lesson.leave")}
          onClick={lesson.leave}
        >
          <Icon name="close" />
        </button>
      </header>
      <div aria-live="polite">
        <p class="do">{t(`web.lesson.${step.name}`)}</p>
        <p class="why">
          {t(`web.lesson.${step.name}.why`)} <Cite rule={step.rule} />
        </p>
      </div>
      {step.read && (
        <button type="button" class="button primary small read-on" onClick={lesson.readOn}>
          {t(step.name === "done" ? "web.lesson.finish" : "web.lesson.next")}
        </button>
      )}
    </section>
  );
}
