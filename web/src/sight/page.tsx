// Sight: click two hexes of a board; the line, the verdict, and the rule that decided. Units, smoke
// and Wall Advantage can be put on the board.
import "../styles/tools.css";
import "../styles/sight.css";
import { useEffect } from "preact/hooks";
import { Refused } from "../core/api";
import { address, go } from "../core/router";
import { t } from "../core/words";
import { useDrop } from "../parts/drop";
import { FileButton } from "../parts/file-button";
import { Icon } from "../parts/icon";
import { Cite } from "../parts/rule";
import { sentenceOf } from "../parts/toast";
import { Waiting } from "../parts/waiting";
import { SaveDialog, SaveNotes } from "../vasl/dialog";
import { BoardView, hexPath, pictureOf } from "./board-view";
import { Pieces } from "./counters";
import { readBoard, readSave, readSituation, receive, saveSituation } from "./files";
import { LineTab } from "./line-tab";
import { breachFrom, clickMarkers, MarkersTab } from "./markers-tab";
import { boardName, hexSentence, markerSentence, unitSentence } from "./names";
import { placeOf, placesOf } from "./places";
import {
  asked,
  begin,
  board,
  boards,
  canUndo,
  change,
  chooseEnd,
  field,
  firer,
  hexOf,
  line,
  loading,
  markersAt,
  NOWHERE,
  notes,
  own,
  pointed,
  selected,
  showBoard,
  shown,
  sides,
  situation,
  type Tab,
  tab,
  target,
  thread,
  undo,
  unitOf,
  unitsIn,
  walls,
  watchLines,
  wrong,
} from "./store";
import { BattleDialog, ToBattle } from "./to-battle";
import { clickUnits, UnitsTab } from "./units-tab";
import { verdictWords } from "./verdict";
import { clickWalls, WallsTab } from "./walls-tab";

const TABS: Tab[] = ["line", "units", "markers", "walls"];

function click(label: string): void {
  ({ line: chooseEnd, units: clickUnits, markers: clickMarkers, walls: clickWalls })[tab.peek()](
    label,
  );
}

export function SightPage() {
  const wanted = address.value.searchParams.get("board") ?? "";
  const { over, drop } = useDrop((files) => receive(files[0]!));
  useEffect(() => {
    begin();
    return watchLines();
  }, []);
  useEffect(() => {
    if (wanted && boards.peek().length) showBoard(wanted);
  }, [wanted]);
  return (
    <main class={`sight-screen ${over ? "over" : ""}`} {...drop}>
      <SaveDialog />
      <BattleDialog />
      <div class="sight-map">
        <BoardWithPieces />
        {over && <div class="drop-here">{t("web.sight.drop_here")}</div>}
      </div>
      <aside class="sight-panel stack">
        <Head />
        <div class="tabs" role="tablist" aria-label={t("web.door.sight")}>
          {TABS.map((one) => (
            <button
              type="button"
              role="tab"
              key={one}
              aria-selected={tab.value === one}
              onClick={() => {
                tab.value = one;
                wrong.value = null;
              }}
            >
              {t(`web.sight.tab.${one}`)}
            </button>
          ))}
        </div>
        {wrong.value !== null && (
          <p class="notice warn" role="alert">
            <Cite rule={wrong.value instanceof Refused ? wrong.value.rule : null} />{" "}
            {sentenceOf(wrong.value)}
          </p>
        )}
        {tab.value === "line" && <LineTab />}
        {tab.value === "units" && <UnitsTab />}
        {tab.value === "markers" && <MarkersTab />}
        {tab.value === "walls" && <WallsTab />}
      </aside>
    </main>
  );
}

/** Which board, which files. */
function Head() {
  return (
    <>
      <div class="row between">
        <h1>{t("web.door.sight")}</h1>
        <button type="button" class="button small" disabled={!canUndo.value} onClick={undo}>
          <Icon name="undo" /> {t("web.undo")}
        </button>
      </div>
      <div class="row">
        <label class="field grow">
          <span>{t("web.sight.board")}</span>
          <select
            class="input"
            value={board.value}
            onChange={(event) => {
              asked.value = NOWHERE;
              go(`/sight?board=${event.currentTarget.value}`);
            }}
          >
            {[...new Set([...boards.value, board.value])].filter(Boolean).map((name) => (
              <option key={name} value={name}>
                {boardName(name, own.value)}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>{t("web.sight.beside")}</span>
          <select
            class="input"
            value=""
            onChange={(event) => {
              const joined = `${board.peek()} ${event.currentTarget.value}`;
              event.currentTarget.value = "";
              asked.value = NOWHERE;
              go(`/sight?board=${encodeURIComponent(joined)}`);
            }}
          >
            <option value="">–</option>
            {boards.value
              .flatMap((name) => [name, `${name}r`])
              .map((name) => (
                <option key={name} value={name}>
                  {boardName(name)}
                </option>
              ))}
          </select>
        </label>
        <FileButton name="web.sight.open" accept="" onFile={readBoard} />
        <FileButton name="web.vasl.open" accept=".vsav,.vlog" onFile={readSave} />
      </div>
      <details class="more">
        <summary>{t("web.sight.files")}</summary>
        <div class="stack">
          <p class="small muted">{t("web.sight.drop")}</p>
          <div class="row">
            <FileButton name="web.sight.read" accept=".toml,.json" onFile={readSituation} small />
            <button type="button" class="button small" onClick={saveSituation}>
              {t("web.sight.save")}
            </button>
            <ToBattle />
          </div>
          <label class="field">
            <span>{t("web.sight.ssr")}</span>
            <input
              class="input"
              placeholder="HedgesToBocage, WallsToBocage"
              value={situation.value.ssr.join(", ")}
              onChange={(event) => {
                const ssr = event.currentTarget.value.split(/[\s,]+/).filter(Boolean);
                change((given) => ({ ...given, ssr }));
              }}
            />
          </label>
        </div>
      </details>
      {notes.value && <SaveNotes game={notes.value} />}
      {loading.value && shown.value && (
        <p class="row" role="status">
          <span class="spinner" aria-hidden="true" /> {t(loading.value)}
        </p>
      )}
    </>
  );
}

function BoardWithPieces() {
  const hover = pointed.value;
  const drawn = shown.value;
  if (!drawn) return wrong.value ? null : <Waiting what={t(loading.value || "web.loading")} />;
  const sentence = (label: string) =>
    [
      hexSentence(hexOf(label)),
      ...unitsIn(label).map(unitSentence),
      ...markersAt(label).map(markerSentence),
    ].join("; ");
  return (
    <>
      <BoardView
        key={board.value}
        shown={drawn}
        picture={pictureOf(board.value, situation.value.ssr)}
        label={t("web.sight.map", { board: boardName(board.value, own.value) })}
        describe={(hex) => sentence(hex.label)}
        version={situation.value}
        onHex={click}
        onHover={(label) => {
          pointed.value = label;
        }}
      >
        <Shade />
        <ChosenHexes />
        <Pieces
          shown={drawn}
          situation={situation.value}
          sides={sides.value}
          walls={walls.value?.units ?? []}
          chosen={tab.value === "units" ? selected.value : null}
        />
        {tab.value === "line" && <Los />}
        {tab.value === "walls" && <Pair />}
      </BoardView>
      {hover && (
        <div class="hover-line">
          {sentence(hover)}
          {thread.value && <b> · {verdictWords(thread.value)}</b>}
        </div>
      )}
    </>
  );
}

/** What cannot be seen from the first end. */
function Shade() {
  const seen = field.value;
  const drawn = shown.value!;
  if (!seen || seen.blocked.length !== drawn.hexes.length) return null;
  return (
    <>
      <path
        class="unseen"
        d={drawn.hexes
          .filter((_, i) => seen.blocked[i])
          .map((hex) => hexPath(drawn, hex))
          .join("")}
      />
      {drawn.hexes.map((hex, i) =>
        !seen.blocked[i] && seen.hindrance[i] ? (
          <text key={hex.label} class="hindered" x={hex.x} y={hex.y + 18}>
            +{seen.hindrance[i]}
          </text>
        ) : null,
      )}
    </>
  );
}

/** The hexes at the ends of what is asked. */
function ChosenHexes() {
  const labels =
    tab.value === "line"
      ? [asked.value.source, asked.value.target]
      : tab.value === "walls"
        ? [firer.value, target.value].map((id) => unitOf(id)?.hex ?? "")
        : tab.value === "markers"
          ? [breachFrom.value]
          : [];
  return (
    <>
      {labels.map((label, i) => {
        const hex = hexOf(label);
        return hex && <path key={i} class="chosen" d={hexPath(shown.value!, hex, 0.94)} />;
      })}
    </>
  );
}

function Los() {
  const drawnLine = line.value ?? thread.value;
  const point = drawnLine?.point;
  const stops = drawnLine?.blocked && point;
  return (
    <>
      {drawnLine && (
        <g class={`los ${drawnLine.blocked ? "blocked" : ""}`}>
          <path class="casing" d={`M${drawnLine.from.join(" ")}L${drawnLine.to.join(" ")}`} />
          <path
            class="open"
            d={`M${drawnLine.from.join(" ")}L${(stops ? point : drawnLine.to).join(" ")}`}
          />
          {stops && <path class="shut" d={`M${point.join(" ")}L${drawnLine.to.join(" ")}`} />}
          {drawnLine.blocked && !point && (
            <path class="shut" d={`M${drawnLine.from.join(" ")}L${drawnLine.to.join(" ")}`} />
          )}
          {point && <circle cx={point[0]} cy={point[1]} r="6" />}
        </g>
      )}
    </>
  );
}

/** The two units whose TEM is asked. */
function Pair() {
  const places = placesOf(shown.value!);
  const ends = [firer.value, target.value].map((id) => {
    const unit = unitOf(id);
    return unit && placeOf(places, unit);
  });
  if (!ends[0] || !ends[1]) return null;
  const d = `M${ends[0].join(" ")}L${ends[1].join(" ")}`;
  return (
    <g class="los">
      <path class="casing" d={d} />
      <path class="open" d={d} />
    </g>
  );
}
