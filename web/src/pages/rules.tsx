import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Rule, RuleBook, RuleUses, SourcePlace } from "../api/types";
import { call } from "../core/api";
import { address, go } from "../core/router";
import { lang, t } from "../core/words";
import { RuleText, ruleSummary, ruleTitle } from "../parts/rule";
import { sentenceOf } from "../parts/toast";
import { Waiting } from "../parts/waiting";
import { search } from "./rule-search";

let book: Promise<RuleBook> | null = null;

const STEP = 60;

function Marked({ text, words }: { text: string; words: string[] }): ComponentChildren {
  if (!words.length) return text;
  const pattern = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  return text
    .split(new RegExp(`(${pattern})`, "gi"))
    .map((part, i) => (i % 2 ? <mark key={i}>{part}</mark> : part));
}

function UsedBy({ rule }: { rule: string }) {
  const [uses, setUses] = useState<RuleUses | null>(null);
  useEffect(() => {
    call<RuleUses>(`/api/tools/uses/${encodeURIComponent(rule)}`).then(setUses, () =>
      setUses({ code: [], tests: [] }),
    );
  }, [rule]);
  if (!uses) return <p class="small muted">{t("web.loading")}</p>;
  const list = (title: string, places: SourcePlace[]) =>
    places.length > 0 && (
      <p class="small">
        <b>{title}</b>{" "}
        {places.map((place, i) => (
          <span key={i}>
            <code>
              {place.file}:{place.line} {place.name}
            </code>{" "}
          </span>
        ))}
      </p>
    );
  return (
    <div class="uses">
      {list(t("web.rules.code"), uses.code)}
      {list(t("web.rules.tests"), uses.tests)}
      {uses.code.length + uses.tests.length === 0 && (
        <p class="small muted">{t("web.rules.unused")}</p>
      )}
    </div>
  );
}

function Item({ rule, words }: { rule: Rule; words: string[] }) {
  const [open, setOpen] = useState(false);
  const [used, setUsed] = useState(false);
  return (
    <li class="rule-item" id={rule.id}>
      <a class="id" href={`/rules?q=${encodeURIComponent(rule.id)}`}>
        {rule.id}
      </a>
      <div>
        <h3>
          <Marked text={ruleTitle(rule)} words={words} />{" "}
          <span class="tag">{t(`web.kind.${rule.kind}`)}</span>
        </h3>
        {open ? (
          <RuleText rule={rule} />
        ) : (
          <p>
            <Marked text={ruleSummary(rule)} words={words} />
          </p>
        )}
        {lang.value === "en" && rule.requirement !== rule.summary_en && (
          <button type="button" class="button quiet small" onClick={() => setOpen(!open)}>
            {t(open ? "web.less" : "web.more")}
          </button>
        )}
        <button
          type="button"
          class="button quiet small"
          aria-expanded={used}
          onClick={() => setUsed(!used)}
        >
          {t("web.rules.used")}
        </button>
        {used && <UsedBy rule={rule.id} />}
      </div>
    </li>
  );
}

export function Rules({ path }: { path: string[] }) {
  const [loaded, setLoaded] = useState<RuleBook | null>(null);
  const [wrong, setWrong] = useState("");
  const [shown, setShown] = useState(STEP);
  const query = address.value.searchParams.get("q") ?? path[0] ?? "";
  const part = address.value.searchParams.get("part") ?? "";
  useEffect(() => {
    book ??= call<RuleBook>("/api/rules");
    book.then(setLoaded, (error) => {
      book = null;
      setWrong(sentenceOf(error));
    });
  }, []);
  useEffect(() => setShown(STEP), [query, part]);
  const matching = useMemo(() => search(loaded?.rules ?? [], query), [loaded, query]);
  const chosen = part ? matching.filter((rule) => rule.part === part) : matching;
  const words = query.split(/\s+/).filter((word) => word.length > 1);
  const show = (q: string, wanted: string) => {
    const search = new URLSearchParams();
    if (q) search.set("q", q);
    if (wanted) search.set("part", wanted);
    go(`/rules${search.size ? `?${search}` : ""}`, true);
  };
  return (
    <main class="page grows">
      <h1>{t("web.door.rules")}</h1>
      <p class="lead">{t("web.rules.lead")}</p>
      <label class="field" style={{ margin: "20px 0 24px" }}>
        <span class="visually-hidden">{t("web.rules.search")}</span>
        <input
          class="input"
          type="search"
          placeholder={t("web.rules.search")}
          value={query}
          onInput={(event) => show(event.currentTarget.value, part)}
        />
      </label>
      {wrong && <p class="notice warn">{wrong}</p>}
      {!loaded && !wrong && <Waiting />}
      {loaded && (
        <div class="rules">
          <nav class="parts" aria-label={t("web.rules.parts")}>
            <button type="button" aria-pressed={!part} onClick={() => show(query, "")}>
              <span>{t("web.rules.all")}</span>
              <span class="muted">{matching.length}</span>
            </button>
            {loaded.parts.map((one) => (
              <button
                type="button"
                key={one.name}
                aria-pressed={part === one.name}
                onClick={() => show(query, one.name)}
              >
                <span>{lang.value === "ja" ? one.title_ja : one.title_en}</span>
                <span class="muted">
                  {matching.filter((rule) => rule.part === one.name).length}
                </span>
              </button>
            ))}
          </nav>
          <section aria-live="polite">
            {chosen.length === 0 && <p class="empty">{t("web.rules.none", { text: query })}</p>}
            <ul class="rule-list">
              {chosen.slice(0, shown).map((rule) => (
                <Item key={rule.id} rule={rule} words={words} />
              ))}
            </ul>
            {chosen.length > shown && (
              <p style={{ marginTop: "16px" }}>
                <button type="button" class="button" onClick={() => setShown(shown + STEP * 4)}>
                  {t("web.rules.further", { count: chosen.length - shown })}
                </button>
              </p>
            )}
          </section>
        </div>
      )}
    </main>
  );
}
