// The answer about a line: blocked or clear first, then why, then every level at once.
import { has, type Message, say, t } from "../core/words";
import { Cite } from "../parts/rule";
import { terrainName } from "./names";
import type { LineOfSight, OtherReading, Verdict } from "./types";

/** Where the rules or the drawing can be read in two ways: what the other reading answers. */
export function Doubt({ disputed }: { disputed: OtherReading[] }) {
  return disputed.map((other) => (
    <p key={other.reading} class="notice disputed">
      {t("sight.disputed", { ruling: other.ruling })} {t(other.key)}
      {" → "}
      <strong>{verdictWords(other)}</strong> {other.rule && <Cite rule={other.rule} />}
    </p>
  ));
}

function word(line: { blocked: boolean; hindrance: number | null }) {
  return line.blocked ? "blocked" : line.hindrance ? "hindered" : "clear";
}

/** Blocked, clear, or hindered and how much, in a word. */
export function verdictWords(line: { blocked: boolean; hindrance: number | null }): string {
  const drm = !line.blocked && line.hindrance ? ` +${line.hindrance}` : "";
  return t(`web.sight.${word(line)}`) + drm;
}

export function VerdictCard({ line }: { line: Verdict }) {
  const reason: Message = {
    key: line.key,
    params: [
      ["hex", line.hex ?? ""],
      ["terrain", terrainName(line.terrain)],
    ],
  };
  return (
    <section class={`panel verdict-card ${line.blocked ? "blocked" : "clear"}`}>
      <h2>{t(`web.sight.${word(line)}`)}</h2>
      <p class="row">
        <span>{t("gunnery.page.hexes", { range: line.range })}</span>
        {!line.blocked && (
          <span class="big small-big" data-test="hindrance">
            {line.hindrance ? `+${line.hindrance}` : "0"}
          </span>
        )}
      </p>
      <p>
        {has(line.key) ? say(reason) : line.reason} {line.rule && <Cite rule={line.rule} />}
      </p>
      {line.hex && (
        <p class="small muted">
          {t("web.sight.decided", { hex: line.hex, terrain: terrainName(line.terrain) })}
        </p>
      )}
      <Doubt disputed={line.disputed} />
      <Hindrances line={line} />
    </section>
  );
}

export function Hindrances({ line }: { line: Verdict }) {
  if (!line.items.length) return null;
  return (
    <table class="tally">
      <tbody>
        {line.items.map((item, i) => (
          <tr key={i}>
            <td>
              {item.hex} {terrainName(item.kind)}
            </td>
            <td class="rule">
              <Cite rule={item.rule} />
            </td>
            <td class="value">+{item.drm}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Every pair of levels at once: no need to try them one by one. */
export function Pairs({ line, from, to }: { line: LineOfSight; from: string; to: string }) {
  if (line.pairs.length < 2) return null;
  const own = [...new Set(line.pairs.map((pair) => pair.from))];
  const other = [...new Set(line.pairs.map((pair) => pair.to))];
  return (
    <section class="panel">
      <table class="pairs">
        <caption>{t("web.sight.pairs")}</caption>
        <thead>
          <tr>
            <th scope="col">
              {from} \ {to}
            </th>
            {other.map((level) => (
              <th key={level} scope="col">
                {level}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {own.map((level) => (
            <tr key={level}>
              <th scope="row">{level}</th>
              {other.map((there) => {
                const pair = line.pairs.find((one) => one.from === level && one.to === there);
                return (
                  <td key={there} class={pair?.blocked ? "shut" : "open"}>
                    {pair?.blocked ? (
                      <>
                        × <Cite rule={pair.rule} />
                      </>
                    ) : (
                      <span class="num">{pair?.hindrance ? `+${pair.hindrance}` : "0"}</span>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
