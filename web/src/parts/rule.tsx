// A citation opens its rule wherever it stands.
import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import type { RuleBook } from "../api/types";
import { call, type Rule } from "../core/api";
import { lang, t } from "../core/words";
import { Modal } from "./modal";

const open = signal<string | null>(null);
const known = new Map<string, Promise<Rule[]>>();

/**
 * The rows that a citation means: the row itself, all rows of a section (F7.7: F7.7a, F7.7b …), or
 * the nearest row it is part of (C6.11b: C6.11).
 */
async function lookUp(id: string): Promise<Rule[]> {
  const exact = async (wanted: string) =>
    call<Rule>(`/api/rules/${encodeURIComponent(wanted)}`).catch(() => null);
  const row = await exact(id);
  if (row) return [row];
  const { rules } = await call<RuleBook>(`/api/rules?q=${encodeURIComponent(id)}`);
  const section = rules.filter(
    (rule) => /^[a-z]/.test(rule.id.slice(id.length)) && rule.id.startsWith(id),
  );
  if (section.length) return section;
  for (let shorter = id; shorter.length > 2; ) {
    shorter = shorter.slice(0, -1).replace(/\.$/, "");
    const nearest = await exact(shorter);
    if (nearest) return [nearest];
  }
  return [];
}

export function findRule(id: string): Promise<Rule[]> {
  let rule = known.get(id);
  if (!rule) {
    rule = lookUp(id);
    rule.catch(() => known.delete(id));
    known.set(id, rule);
  }
  return rule;
}

export const ruleTitle = (rule: Rule): string =>
  lang.value === "ja" ? rule.title_ja : rule.title_en;
export const ruleSummary = (rule: Rule): string =>
  lang.value === "ja" ? rule.summary_ja : rule.summary_en;

export function showRule(id: string): void {
  open.value = id;
}

export function Cite({ rule }: { rule: string | null | undefined }) {
  if (!rule) return null;
  return (
    <button
      type="button"
      class="cite"
      aria-label={t("web.rule.open", { rule })}
      onClick={(event) => {
        event.stopPropagation();
        showRule(rule);
      }}
    >
      {rule}
    </button>
  );
}

export function RuleText({ rule }: { rule: Rule }) {
  return (
    <>
      <p>{ruleSummary(rule)}</p>
      {lang.value === "en" && rule.requirement !== rule.summary_en && (
        <p class="muted small">{rule.requirement}</p>
      )}
    </>
  );
}

export function RuleDialog() {
  const id = open.value;
  const [rules, setRules] = useState<Rule[] | null>(null);
  useEffect(() => {
    setRules(null);
    if (id) findRule(id).then(setRules, () => setRules([]));
  }, [id]);
  if (!id) return null;
  const one = rules?.length === 1 ? rules[0] : undefined;
  const close = () => {
    open.value = null;
  };
  return (
    <Modal title={one ? `${one.id} ${ruleTitle(one)}` : id} onClose={close}>
      {one && <RuleText rule={one} />}
      {rules && rules.length > 1 && (
        <ul class="stack">
          {rules.map((rule) => (
            <li key={rule.id}>
              <h3>
                {rule.id} {ruleTitle(rule)}
              </h3>
              <p>{ruleSummary(rule)}</p>
            </li>
          ))}
        </ul>
      )}
      {rules?.length === 0 && <p>{t("web.rule.missing", { rule: id })}</p>}
      {!rules && <p class="muted">{t("web.loading")}</p>}
      {rules && rules.length > 0 && (
        <p>
          <a href={`/rules?q=${encodeURIComponent(one?.id ?? id)}`} onClick={close}>
            {t("web.rule.in_book")}
          </a>
        </p>
      )}
    </Modal>
  );
}
