// The flowchart as the engine draws it: the present card lit, the way walked in red.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Standing } from "../api/types";
import { lang, t } from "../core/words";
import { tellError } from "../parts/toast";
import { nodeName } from "./names";

export function Chart({ standing }: { standing: Pick<Standing, "node" | "walked"> }) {
  const box = useRef<HTMLDivElement>(null);
  const [large, setLarge] = useState(true);
  const walked = standing.walked.map((way) => way.join(".")).join(",");
  const source = useMemo(
    () =>
      `/api/tools/mission/chart/${lang.value}?lit=${standing.node}&walked=${encodeURIComponent(walked)}`,
    [standing.node, walked, lang.value],
  );
  useEffect(() => {
    let stale = false;
    fetch(source)
      .then((answer) => answer.text())
      .then((svg) => {
        const holder = box.current;
        if (stale || !holder) return;
        // In a tree of its own, so that the chart's style stays with the chart.
        const inside = holder.shadowRoot ?? holder.attachShadow({ mode: "open" });
        inside.innerHTML = `<style>svg{display:block;height:auto;width:var(--chart-width,auto)}</style>${svg}`;
        const lit = inside.querySelector('path[fill="#ffd54d"]');
        const scroll = holder.parentElement;
        if (!lit || !scroll) return;
        const there = lit.getBoundingClientRect();
        const frame = scroll.getBoundingClientRect();
        scroll.scrollLeft += there.x + there.width / 2 - frame.x - frame.width / 2;
        scroll.scrollTop += there.y - frame.y - frame.height / 3;
      }, tellError);
    return () => {
      stale = true;
    };
  }, [source, large]);
  return (
    <figure class={`chart ${large ? "large" : ""}`}>
      <figcaption class="row between">
        <b>{t("artillery.chart.title")}</b>
        <button type="button" class="button small no-print" onClick={() => setLarge(!large)}>
          {t(large ? "web.mission.smaller" : "web.mission.larger")}
        </button>
      </figcaption>
      <div
        class="chart-scroll"
        tabindex={0}
        role="region"
        aria-label={t("web.mission.chart_alt", { node: nodeName(standing.node) })}
      >
        <div ref={box} />
      </div>
    </figure>
  );
}
