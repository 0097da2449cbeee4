import { useId, useMemo, useState } from "preact/hooks";
import { army, t } from "../core/words";
import { Silhouette } from "./silhouette";
import type { Counter } from "./types";

const fold = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** The figures that tell one counter from another. */
export function figures(counter: Counter): string {
  const parts: string[] = [];
  if (counter.gun && counter.gun !== counter.name) parts.push(counter.gun);
  if (counter.af && counter.armored)
    parts.push(`AF ${counter.af[0] ?? "–"}/${counter.af[1] ?? "–"}`);
  return parts.join(" · ");
}

interface Props {
  label: string;
  counters: Counter[];
  chosen: Counter | null;
  onChoose: (counter: Counter) => void;
}

export function CounterPicker({ label, counters, chosen, onChoose }: Props) {
  const [text, setText] = useState("");
  const [nation, setNation] = useState("");
  const [open, setOpen] = useState(false);
  const list = useId();
  const nations = useMemo(() => [...new Set(counters.map((one) => one.nation))].sort(), [counters]);
  const matching = useMemo(() => {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    return counters.filter(
      (one) =>
        (!nation || one.nation === nation) &&
        words.every(
          (word) =>
            `${one.name} ${one.nation} ${one.type} ${one.gun ?? ""}`.toLowerCase().includes(word) ||
            fold(one.name).includes(fold(word)),
        ),
    );
  }, [text, nation, counters]);
  return (
    <div class="picker">
      <div class="picked">
        {chosen ? (
          <>
            <Silhouette counter={chosen} />
            <div class="grow">
              <b>{chosen.name}</b>
              <div class="small muted">
                {army(chosen.nation)}
                {figures(chosen) && ` · ${figures(chosen)}`}
              </div>
            </div>
          </>
        ) : (
          <span class="muted grow">{label}</span>
        )}
        <button
          type="button"
          class="button small"
          aria-expanded={open}
          aria-controls={list}
          onClick={() => setOpen(!open)}
        >
          {t(open ? "web.close" : "web.range.change")}
        </button>
      </div>
      {open && (
        <div class="picker-list" id={list}>
          <div class="row">
            <input
              class="input grow"
              type="search"
              aria-label={label}
              placeholder={t("web.range.search")}
              value={text}
              onInput={(event) => setText(event.currentTarget.value)}
            />
            <select
              class="input nation"
              aria-label={t("web.range.nation")}
              value={nation}
              onChange={(event) => setNation(event.currentTarget.value)}
            >
              <option value="">{t("web.range.all_nations")}</option>
              {nations.map((one) => (
                <option key={one} value={one}>
                  {army(one)}
                </option>
              ))}
            </select>
          </div>
          <ul>
            {matching.slice(0, 80).map((one) => (
              <li key={one.id}>
                <button
                  type="button"
                  aria-pressed={one.id === chosen?.id}
                  onClick={() => {
                    onChoose(one);
                    setOpen(false);
                  }}
                >
                  <Silhouette counter={one} />
                  <span class="grow">
                    <b>{one.name}</b>{" "}
                    <span class="small muted">
                      {army(one.nation)} {one.type}
                    </span>
                  </span>
                  <span class="num">{figures(one)}</span>
                </button>
              </li>
            ))}
            {matching.length === 0 && <li class="empty">{t("web.range.none", { text })}</li>}
            {matching.length > 80 && (
              <li class="muted small">{t("web.range.more", { count: matching.length - 80 })}</li>
            )}
          </ul>
        </div>
      )}
    </div>
  );
}
