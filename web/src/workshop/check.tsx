// What the checker says, each mistake with the way to its place; and the two files as text.
import { useEffect, useRef, useState } from "preact/hooks";
import { named, t } from "../core/words";
import { Choices, Wrong } from "../parts/fields";
import { sentenceOf } from "../parts/toast";
import {
  draft,
  good,
  goTo,
  judged,
  judging,
  mistakes,
  read,
  retype,
  textAt,
  trouble,
} from "./store";
import { type Draft, FORMS } from "./types";

export function CheckTab() {
  return (
    <div class="stack">
      <MistakeList />
      <Texts />
    </div>
  );
}

export function MistakeList() {
  const verdict = judged.value;
  if (trouble.value) return <Wrong says={sentenceOf(trouble.value)} />;
  if (!verdict) return <p role="status">{t("workshop.checking")}</p>;
  if (verdict.refused) {
    return (
      <p class="notice warn" role="alert">
        {named(verdict.refused)}
      </p>
    );
  }
  if (good.value) {
    return (
      <p class="notice good" role="status">
        {t("workshop.no_mistakes")}
      </p>
    );
  }
  const more = verdict.count - mistakes.value.length;
  return (
    <section aria-label={t("workshop.mistakes")} class={judging.value ? "stale" : ""}>
      <p>{t("workshop.still", { count: verdict.count })}</p>
      <ul class="mistakes">
        {mistakes.value.map((one, i) => (
          <li key={i}>
            <button type="button" onClick={() => goTo(one)}>
              <span>{named(one.says)}</span>
              <small class="muted">
                {one.hexes.length
                  ? one.hexes.slice(0, 4).join(" ")
                  : t("workshop.line", { file: one.file, line: one.line })}
              </small>
            </button>
          </li>
        ))}
      </ul>
      {more > 0 && <p>{t("web.new.own_more", { count: more })}</p>}
    </section>
  );
}

const FILES = ["toml", "map"] as const;

/** Both files, to be read and changed; parts that have no form are changed here. */
function Texts() {
  const [file, setFile] = useState<(typeof FILES)[number]>("toml");
  const [typed, setTyped] = useState<Record<string, string> | null>(null);
  const [wrong, setWrong] = useState("");
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  const wanted = textAt.value;
  const written = { toml: judged.value?.toml ?? "", map: judged.value?.map ?? "" };
  const shown = typed ?? written;
  const others = Object.keys(draft.value!.data).filter((key) => !FORMS.includes(key));
  const showLine = (name: (typeof FILES)[number], line: number) => {
    setFile(name);
    setOpen(true);
    requestAnimationFrame(() => {
      const area = box.current;
      if (!area) return;
      const lines = area.value.split("\n");
      const from = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
      area.focus();
      area.setSelectionRange(from, from + (lines[line - 1]?.length ?? 0));
      area.scrollTop = Math.max(0, (line - 4) * 18);
    });
  };
  useEffect(() => {
    if (!wanted) return;
    showLine(wanted.file, wanted.line);
    textAt.value = null;
  }, [wanted]);
  const apply = async () => {
    setWrong("");
    try {
      const opened = await read(shown.toml ?? "", shown.map ?? "");
      if (opened.draft) {
        retype(opened.draft as Draft);
        setTyped(null);
      } else {
        setWrong(
          t("web.new.own_line", {
            file: "toml",
            line: opened.line,
            text: named(opened.wrong ?? undefined),
          }),
        );
        showLine("toml", opened.line);
      }
    } catch (error) {
      setWrong(sentenceOf(error));
    }
  };
  return (
    <details class="part" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t("workshop.texts")}</summary>
      <div class="stack">
        <p class="muted small">{t("workshop.texts_says")}</p>
        {others.length > 0 && (
          <p class="row small">
            {t("workshop.without_form")}{" "}
            {others.map((key) => {
              const line =
                written.toml
                  .split("\n")
                  .findIndex((one) => new RegExp(`^\\s*(\\[+)?${key}\\b`).test(one)) + 1;
              return (
                <button
                  type="button"
                  class="tag link-button"
                  key={key}
                  onClick={() => showLine("toml", Math.max(1, line))}
                >
                  {key}
                </button>
              );
            })}
          </p>
        )}
        <Choices
          label={t("workshop.texts")}
          options={FILES}
          value={file}
          name={(one) => `.${one}`}
          onChange={setFile}
        />
        <textarea
          ref={box}
          class="input file-text"
          spellcheck={false}
          wrap="off"
          rows={16}
          aria-label={t("workshop.text_of", { file: `.${file}` })}
          value={shown[file]}
          onInput={(event) => setTyped({ ...shown, [file]: event.currentTarget.value })}
        />
        <Wrong says={wrong} />
        {typed && (
          <div class="row">
            <button type="button" class="button primary small" onClick={apply}>
              {t("workshop.apply")}
            </button>
            <button type="button" class="button small" onClick={() => setTyped(null)}>
              {t("workshop.discard")}
            </button>
          </div>
        )}
      </div>
    </details>
  );
}
