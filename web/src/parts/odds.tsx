// Exact odds as bars: a fraction, a percentage, and what the result means.
import type { Modifier as Told } from "../api/types";
import { percent, say, t } from "../core/words";
import { Cite } from "./rule";

export interface Chance {
  name: string;
  /** "5/36" */
  exact: string;
  tone?: "good" | "bad" | "even";
  meaning?: string;
}

/** A fraction of more signs tells nobody anything; it is there for who points at it. */
const LONGEST = 9;

export function share(exact: string): number {
  const [above, below] = exact.split("/");
  return Number(above) / Number(below ?? 1);
}

export function OddsBars({ chances, label }: { chances: Chance[]; label: string }) {
  return (
    <ul class="odds" aria-label={label}>
      {chances.map((chance) => {
        const part = share(chance.exact);
        return (
          <li class={`odd ${chance.tone ?? ""}`} key={chance.name}>
            <span class="name">{chance.name}</span>
            <span class="bar" aria-hidden="true">
              <i style={{ width: `${part * 100}%` }} />
            </span>
            <span class="share">{percent(part)}</span>
            <span class="exact" title={chance.exact}>
              {chance.exact.length > LONGEST ? "" : chance.exact}
            </span>
            {chance.meaning && <span class="meaning">{chance.meaning}</span>}
          </li>
        );
      })}
    </ul>
  );
}

export interface Modifier extends Told {
  /** Why it was left out, said already. */
  reason?: string;
  name?: string;
}

export const signed = (value: number): string =>
  value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0";

interface TallyProps {
  items: readonly Modifier[];
  total: number;
  label: string;
  name: (item: Modifier) => string;
  plain?: boolean;
}

export function TallyTable({ items, total, label, name, plain }: TallyProps) {
  const applied = items.filter((item) => item.applies);
  const rejected = items.filter((item) => !item.applies);
  const show = (item: Modifier, index: number) => (
    <tr key={`${item.case}${item.rule}${index}`} class={item.applies ? "" : "rejected"}>
      <td class="what">
        <span>{name(item)}</span>
        {(item.why || item.reason) && (
          <span class="muted small"> {item.why ? say(item.why) : item.reason}</span>
        )}
      </td>
      <td class="rule">
        <Cite rule={item.rule} />
      </td>
      <td class="value">{plain && item.value >= 0 ? item.value : signed(item.value)}</td>
    </tr>
  );
  return (
    <>
      <table class="tally">
        <caption class="visually-hidden">{label}</caption>
        <tbody>
          {applied.map(show)}
          <tr class="total">
            <td colSpan={2}>{label}</td>
            <td class="value">{plain && total >= 0 ? total : signed(total)}</td>
          </tr>
        </tbody>
      </table>
      {rejected.length > 0 && (
        <details class="why-not">
          <summary>{t("web.why_not", { count: rejected.length })}</summary>
          <table class="tally">
            <tbody>{rejected.map(show)}</tbody>
          </table>
        </details>
      )}
    </>
  );
}
