// Sight: click two hexes of a board; the line, the verdict, and the rule that decided.
import "../styles/sight.css";
import { select } from "d3-selection";
import { zoom as d3zoom, zoomIdentity } from "d3-zoom";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { call, Refused } from "../core/api";
import { memo } from "../core/memo";
import { address, go } from "../core/router";
import { has, lang, type Message, say, t } from "../core/words";
import { Cite } from "../parts/rule";
import { sentenceOf, tellError } from "../parts/toast";
import { Waiting } from "../parts/waiting";

interface SightHex {
  label: string;
  x: number;
  y: number;
  base: number;
  terrain: string;
  levels: number[];
}

interface SightBoard {
  width: number;
  height: number;
  corners: [number, number][];
  hexes: SightHex[];
}

interface Line {
  from: [number, number];
  to: [number, number];
  range: number;
  blocked: boolean;
  hindrance: number;
  reason: string;
  rule: string;
  point: [number, number] | null;
  hex: string | null;
  terrain: string | null;
  disputed: string | null;
  items: { hex: string; kind: string; drm: number; rule: string; range: number }[];
  pairs: { from: number; to: number; blocked: boolean; hindrance: number; rule: string }[];
}

interface FieldOfView {
  source: string;
  blocked: number[];
  hindrance: number[];
}

interface Asked {
  source: string;
  target: string;
  source_level: number;
  target_level: number;
}

const BLANK: Asked = { source: "", target: "", source_level: 0, target_level: 0 };

export function SightPage() {
  const board = address.value.searchParams.get("board") ?? "";
  const [boards, setBoards] = useState<string[]>([]);
  const [shown, setShown] = useState<SightBoard | null>(null);
  const [asked, setAsked] = useState<Asked>(() => fromAddress());
  const [line, setLine] = useState<Line | null>(null);
  const [wrong, setWrong] = useState<unknown>(null);
  const [field, setField] = useState<FieldOfView | null>(null);
  const [wantField, setWantField] = useState(false);
  const [loading, setLoading] = useState("");
  const [hover, setHover] = useState<string | null>(null);

  useEffect(() => {
    call<string[]>("/api/tools/boards").then((names) => {
      setBoards(names);
      if (!board && names[0]) go(`/sight?board=${names[0]}`, true);
    }, setWrong);
  }, []);
  useEffect(() => {
    if (!board) return;
    setShown(null);
    setLine(null);
    setField(null);
    setLoading("web.sight.drawing");
    call<SightBoard>(`/api/tools/boards/${encodeURIComponent(board)}`)
      .then(setShown, setWrong)
      .finally(() => setLoading(""));
  }, [board]);
  useEffect(() => {
    if (!shown || !asked.source || !asked.target) return;
    const search = new URLSearchParams({ board });
    for (const [key, value] of Object.entries(asked)) if (value) search.set(key, String(value));
    go(`/sight?${search}`, true);
    let stale = false;
    call<Line>("/api/tools/sight", { body: { board, ...asked } }).then(
      (found) => {
        if (stale) return;
        setLine(found);
        setWrong(null);
      },
      (error) => {
        if (stale) return;
        setLine(null);
        setWrong(error);
      },
    );
    return () => {
      stale = true;
    };
  }, [shown, asked]);
  useEffect(() => {
    setField(null);
    if (!wantField || !asked.source || !shown) return;
    let stale = false;
    call<FieldOfView>("/api/tools/sight/field", {
      body: { board, source: asked.source, level: asked.source_level },
    }).then((found) => {
      if (!stale) setField(found);
    }, tellError);
    return () => {
      stale = true;
    };
  }, [wantField, asked.source, asked.source_level, shown]);

  const click = (label: string) => {
    setWrong(null);
    if (!asked.source || asked.target) {
      setLine(null);
      setAsked({ ...BLANK, source: label, source_level: wantField ? asked.source_level : 0 });
    } else setAsked({ ...asked, target: label, target_level: 0 });
  };
  const drop = async (file: File) => {
    setLoading("web.sight.reading");
    setWrong(null);
    try {
      const answer = await fetch("/api/tools/boards", {
        method: "POST",
        headers: { "x-hexfire": "1", "accept-language": lang.value },
        body: file,
      });
      const data = await answer.json();
      if (!answer.ok) {
        throw new Refused(
          data.error ?? "",
          data.refused ?? null,
          data.message ?? null,
          answer.status,
        );
      }
      setAsked(BLANK);
      go(`/sight?board=${data.board}`);
    } catch (error) {
      setWrong(error);
    } finally {
      setLoading("");
    }
  };
  const find = (label: string) => shown?.hexes.find((hex) => hex.label === label);
  return (
    <main
      class="sight-screen"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const file = event.dataTransfer?.files[0];
        if (file) drop(file);
      }}
    >
      <div class="sight-map">
        {shown ? (
          <Drawn
            key={board}
            board={board}
            shown={shown}
            asked={asked}
            line={line}
            field={field}
            onClick={click}
            onHover={setHover}
          />
        ) : (
          <Waiting what={t(loading || "web.loading")} />
        )}
        {hover && shown && <div class="hover-line">{hexSentence(find(hover))}</div>}
      </div>
      <aside class="sight-panel stack">
        <h1>{t("web.door.sight")}</h1>
        <div class="row">
          <label class="field grow">
            <span>{t("web.sight.board")}</span>
            <select
              class="input"
              value={board}
              onChange={(event) => {
                setAsked(BLANK);
                go(`/sight?board=${event.currentTarget.value}`);
              }}
            >
              {[...new Set([...boards, board])].filter(Boolean).map((name) => (
                <option key={name} value={name}>
                  {boardName(name)}
                </option>
              ))}
            </select>
          </label>
          <label class="button file">
            {t("web.sight.open")}
            <input
              type="file"
              class="visually-hidden"
              onChange={(event) => {
                const file = event.currentTarget.files?.[0];
                if (file) drop(file);
              }}
            />
          </label>
        </div>
        <p class="small muted">{t("web.sight.drop")}</p>
        {loading && (
          <p class="row">
            <span class="spinner" aria-hidden="true" /> {t(loading)}
          </p>
        )}
        <form class="panel stack" onSubmit={(event) => event.preventDefault()}>
          <End
            name={t("web.sight.from")}
            label={asked.source}
            level={asked.source_level}
            hex={find(asked.source)}
            onLabel={(source) => setAsked({ ...asked, source })}
            onLevel={(source_level) => setAsked({ ...asked, source_level })}
          />
          <End
            name={t("web.sight.to")}
            label={asked.target}
            level={asked.target_level}
            hex={find(asked.target)}
            onLabel={(target) => setAsked({ ...asked, target })}
            onLevel={(target_level) => setAsked({ ...asked, target_level })}
          />
          <label class="check">
            <input
              type="checkbox"
              checked={wantField}
              onChange={(event) => setWantField(event.currentTarget.checked)}
            />
            {t("web.sight.field")}
          </label>
        </form>
        <div aria-live="polite" class="stack">
          {wrong !== null && (
            <p class="notice warn">
              <Cite rule={wrong instanceof Refused ? wrong.rule : null} /> {sentenceOf(wrong)}
            </p>
          )}
          {line ? (
            <>
              <Verdict line={line} />
              <Pairs line={line} asked={asked} />
            </>
          ) : (
            !wrong && (
              <p class="empty">{t(asked.source ? "web.sight.second" : "web.sight.first")}</p>
            )
          )}
        </div>
      </aside>
    </main>
  );
}

function fromAddress(): Asked {
  const search = address.peek().searchParams;
  return {
    source: search.get("source") ?? "",
    target: search.get("target") ?? "",
    source_level: Number(search.get("source_level") ?? 0),
    target_level: Number(search.get("target_level") ?? 0),
  };
}

function boardName(name: string): string {
  const key = `web.board.${name}`;
  return has(key) ? t(key) : name.startsWith("up-") ? t("web.sight.own_board") : name;
}

/** A terrain by its tag, in the reader's words. */
function terrainName(tag: string | null): string {
  if (!tag) return "";
  const key = `sight.terrain.${tag}`;
  return has(key) ? t(key) : tag.replaceAll("_", " ");
}

function hexSentence(hex: SightHex | undefined): string {
  if (!hex) return "";
  return t("web.sight.hex", {
    hex: hex.label,
    terrain: terrainName(hex.terrain),
    level: hex.base,
    levels: hex.levels.join(" "),
  });
}

interface EndProps {
  name: string;
  label: string;
  level: number;
  hex: SightHex | undefined;
  onLabel: (label: string) => void;
  onLevel: (level: number) => void;
}

function End({ name, label, level, hex, onLabel, onLevel }: EndProps) {
  return (
    <div class="end">
      <label class="field">
        <span>{name}</span>
        <input
          class="input num"
          value={label}
          placeholder="E5"
          onChange={(event) => onLabel(event.currentTarget.value.trim().toUpperCase())}
        />
      </label>
      <label class="field">
        <span>{t("web.sight.level")}</span>
        <select
          class="input"
          value={String(level)}
          onChange={(event) => onLevel(Number(event.currentTarget.value))}
        >
          {(hex?.levels.length ? hex.levels : [0]).map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

function Verdict({ line }: { line: Line }) {
  const reason: Message = {
    key: line.reason,
    params: [
      ["hex", line.hex ?? ""],
      ["terrain", terrainName(line.terrain)],
    ],
  };
  return (
    <section class={`panel verdict-card ${line.blocked ? "blocked" : "clear"}`}>
      <h2>
        {t(
          line.blocked
            ? "web.sight.blocked"
            : line.hindrance
              ? "web.sight.hindered"
              : "web.sight.clear",
        )}
      </h2>
      <p class="row">
        <span>{t("gunnery.page.hexes", { range: line.range })}</span>
        {!line.blocked && (
          <span class="big small-big" data-test="hindrance">
            {line.hindrance ? `+${line.hindrance}` : "0"}
          </span>
        )}
      </p>
      <p>
        {has(line.reason) ? say(reason) : line.reason} <Cite rule={line.rule} />
      </p>
      {line.hex && (
        <p class="small muted">
          {t("web.sight.decided", { hex: line.hex, terrain: terrainName(line.terrain) })}
        </p>
      )}
      {line.disputed && <p class="notice">{t("web.sight.disputed", { ruling: line.disputed })}</p>}
      {line.items.length > 0 && (
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
      )}
    </section>
  );
}

/** Every pair of levels at once: no need to try them one by one. */
function Pairs({ line, asked }: { line: Line; asked: Asked }) {
  if (line.pairs.length < 2) return null;
  const from = [...new Set(line.pairs.map((pair) => pair.from))];
  const to = [...new Set(line.pairs.map((pair) => pair.to))];
  return (
    <section class="panel">
      <table class="pairs">
        <caption>{t("web.sight.pairs")}</caption>
        <thead>
          <tr>
            <th scope="col">
              {asked.source} \ {asked.target}
            </th>
            {to.map((level) => (
              <th key={level} scope="col">
                {level}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {from.map((level) => (
            <tr key={level}>
              <th scope="row">{level}</th>
              {to.map((other) => {
                const pair = line.pairs.find((one) => one.from === level && one.to === other);
                return (
                  <td key={other} class={pair?.blocked ? "shut" : "open"}>
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

interface DrawnProps {
  board: string;
  shown: SightBoard;
  asked: Asked;
  line: Line | null;
  field: FieldOfView | null;
  onClick: (label: string) => void;
  onHover: (label: string | null) => void;
}

const hexPath = (shown: SightBoard, hex: SightHex, scale = 1): string =>
  `M${shown.corners
    .map(([x, y]) => `${(hex.x + x * scale).toFixed(1)} ${(hex.y + y * scale).toFixed(1)}`)
    .join("L")}Z`;

const Hits = memo(function Hits({ shown }: { shown: SightBoard }) {
  return (
    <g>
      {shown.hexes.map((hex, i) => (
        <path
          key={hex.label}
          data-hex={hex.label}
          role="button"
          tabindex={i === 0 ? 0 : -1}
          aria-label={hexSentence(hex)}
          d={hexPath(shown, hex)}
        />
      ))}
    </g>
  );
});

function Drawn({ board, shown, asked, line, field, onClick, onHover }: DrawnProps) {
  const frame = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = frame.current!;
    const selection = select(box);
    const fit = Math.min(box.clientWidth / shown.width, box.clientHeight / shown.height);
    const zooming = d3zoom<HTMLDivElement, unknown>()
      .clickDistance(6)
      .scaleExtent([Math.min(fit, 1) * 0.8, 5])
      .on("zoom", ({ transform }) => {
        sheet.current!.style.transform = `translate(${transform.x}px, ${transform.y}px) scale(${transform.k})`;
      });
    selection.call(zooming).on("dblclick.zoom", null);
    const k = Math.max(Math.min(fit * 0.97, 2.2), box.clientWidth < 700 ? 0.7 : 0);
    selection.call(
      zooming.transform,
      zoomIdentity
        .translate(
          Math.max(8, (box.clientWidth - shown.width * k) / 2),
          Math.max(8, (box.clientHeight - shown.height * k) / 2),
        )
        .scale(k),
    );
    return () => {
      selection.on(".zoom", null);
    };
  }, [shown]);
  const label = (event: Event): string | null =>
    (event.target as Element).closest("[data-hex]")?.getAttribute("data-hex") ?? null;
  const unseen = useMemo(
    () =>
      field
        ? shown.hexes
            .filter((_, i) => field.blocked[i])
            .map((hex) => hexPath(shown, hex))
            .join("")
        : "",
    [field, shown],
  );
  const chosen = (name: string) => shown.hexes.find((hex) => hex.label === name);
  const source = chosen(asked.source);
  const target = chosen(asked.target);
  const point = line?.point;
  return (
    <div class="map sight-frame" ref={frame}>
      <div
        class="sheet"
        ref={sheet}
        style={{ width: `${shown.width}px`, height: `${shown.height}px` }}
      >
        <img
          src={`/api/tools/boards/${encodeURIComponent(board)}/picture.svg`}
          width={shown.width}
          height={shown.height}
          alt=""
          draggable={false}
        />
        <svg
          viewBox={`0 0 ${shown.width} ${shown.height}`}
          width={shown.width}
          height={shown.height}
          role="application"
          aria-roledescription={t("web.map.role")}
          aria-label={t("web.sight.map", { board: boardName(board) })}
        >
          {unseen && <path class="unseen" d={unseen} />}
          {field &&
            shown.hexes.map((hex, i) =>
              !field.blocked[i] && field.hindrance[i] ? (
                <text key={hex.label} class="hindered" x={hex.x} y={hex.y + 18}>
                  +{field.hindrance[i]}
                </text>
              ) : null,
            )}
          {source && <path class="chosen" d={hexPath(shown, source, 0.94)} />}
          {target && <path class="chosen" d={hexPath(shown, target, 0.94)} />}
          {line && (
            <g class={`los ${line.blocked ? "blocked" : ""}`}>
              <path class="casing" d={`M${line.from.join(" ")}L${line.to.join(" ")}`} />
              <path
                class="open"
                d={`M${line.from.join(" ")}L${(line.blocked && point ? point : line.to).join(" ")}`}
              />
              {line.blocked && point && (
                <path class="shut" d={`M${point.join(" ")}L${line.to.join(" ")}`} />
              )}
              {point && <circle cx={point[0]} cy={point[1]} r="6" />}
            </g>
          )}
          <g
            class="hits"
            onClick={(event) => {
              const name = label(event);
              if (name) onClick(name);
            }}
            onPointerOver={(event) => onHover(label(event))}
            onPointerLeave={() => onHover(null)}
            onKeyDown={(event) => {
              const name = label(event);
              if (!name) return;
              if (event.key === "Enter" || event.key === " ") {
                event.preventDefault();
                onClick(name);
                return;
              }
              const ways: Record<string, [number, number]> = {
                ArrowUp: [0, -1],
                ArrowDown: [0, 1],
                ArrowLeft: [-1, 0],
                ArrowRight: [1, 0],
              };
              const way = ways[event.key];
              if (!way) return;
              event.preventDefault();
              const here = chosen(name)!;
              const next = shown.hexes
                .map((hex) => ({
                  hex,
                  along: (hex.x - here.x) * way[0] + (hex.y - here.y) * way[1],
                  far: Math.hypot(hex.x - here.x, hex.y - here.y),
                }))
                .filter(({ along, far }) => along > 20 && far < 80)
                .sort((a, b) => b.along / b.far - a.along / a.far)[0];
              if (next) {
                const element = (event.currentTarget as Element).querySelector<SVGPathElement>(
                  `[data-hex="${next.hex.label}"]`,
                );
                (event.target as Element).setAttribute("tabindex", "-1");
                element?.setAttribute("tabindex", "0");
                element?.focus({ preventScroll: true });
              }
            }}
          >
            <Hits shown={shown} />
          </g>
        </svg>
      </div>
    </div>
  );
}
