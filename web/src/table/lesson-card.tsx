import { t } from "../core/words";
import { Icon } from "../parts/icon";
import { Cite } from "../parts/rule";
import type { Lesson } from "./lesson";

/** One step of the lesson: what to do, why, and where one is. */
export function LessonCard({ lesson }: { lesson: Lesson }) {
  const { words, chapters } = lesson;
  const step = lesson.step.value;
  if (!step) return null;
  return (
    <section class="lesson" aria-label={t("web.lesson")} data-step={step.name}>
      <header>
        <ol aria-label={t("web.lesson.chapters")}>
          {chapters.map((chapter, n) => (
            <li
              key={chapter}
              class={n < step.chapter ? "past" : n === step.chapter ? "now" : ""}
              aria-current={n === step.chapter ? "step" : undefined}
              title={t(`${words}.chapter.${chapter}`)}
            >
              <span class="visually-hidden">{t(`${words}.chapter.${chapter}`)}</span>
            </li>
          ))}
        </ol>
        <b class="small grow">{t(`${words}.chapter.${chapters[step.chapter]}`)}</b>
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
        <p class="do">{t(`${words}.${step.name}`)}</p>
        <p class="why">
          {t(`${words}.${step.name}.why`)} <Cite rule={step.rule} />
        </p>
      </div>
      {step.read && (
        <button
          type="button"
          class="button primary small read-on"
          disabled={lesson.running.value}
          onClick={() => lesson.readOn()}
        >
          {t(lesson.isLast(step) ? "web.lesson.finish" : "web.lesson.next")}
        </button>
      )}
    </section>
  );
}
