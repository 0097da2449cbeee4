// A citation opens its rule wherever it stands.
import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { call, type Rule } from "../core/api";
import { lang, t } from "../core/words";
import { Modal } from "./modal";

const open = signal<string | null>(null);
const known = new Map<string, Promise<Rule>>();

/** C6.11b is told by the nearest row that the ledger has: C6.11, C6.1 … */
async function lookUp(id: string): Promise<Rule> {
  let wanted = id;
  for (;;) {
    try {
      return await call<Rule>(`/api/rules/${encodeURIComponent(wanted)}`);
    } catch (error) {
      wanted = wanted.slice(0, -1).replace(/\.$/, "");
      if (wanted.length < 2) throw error;
    }
  }
}

export function findRule(id: string): Promise<Rule> {
  let found = known.get(id);
  if (!found) {
    found = lookUp(id);
    found.catch(() => known.delete(id));
    known.set(id, found);
  }
  return found;
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
  const [rule, setRule] = useState<Rule | null>(null);
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    setRule(null);
    setMissing(false);
    if (id) findRule(id).then(setRule, () => setMissing(true));
  }, [id]);
  if (!id) return null;
  const title = rule ? `${rule.id} ${ruleTitle(rule)}` : id;
  return (
    <Modal
      title={title}
      onClose={() => {
        open.value = null;
      }}
    >
      {rule && <RuleText rule={rule} />}
      {missing && <p>{t("web.rule.missing", { rule: id })}</p>}
      {!rule && !missing && <p class="muted">{t("web.loading")}</p>}
      {rule && (
        <p>
          <a
            href={`/rules?q=${encodeURIComponent(rule.id)}`}
            onClick={() => {
              open.value = null;
            }}
          >
            {t("web.rule.in_book")}
          </a>
        </p>
      )}
    </Modal>
  );
}
