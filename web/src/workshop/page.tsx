// The Folio workshop: draw a battle, or type in the folio you own, and play it.
import "../styles/workshop.css";
import { useSignalEffect } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { address, go } from "../core/router";
import { named, t } from "../core/words";
import type { LabelControl } from "../folio/zooming";
import { useDrop } from "../parts/drop";
import { Icon } from "../parts/icon";
import { Modal } from "../parts/modal";
import { tell, tellError } from "../parts/toast";
import { Waiting } from "../parts/waiting";
import { ZoomButtons } from "../parts/zoom-buttons";
import { CheckTab } from "./check";
import { CountersTab } from "./counters";
import { placeUnit } from "./edits";
import { readFiles, saveFiles } from "./files";
import { EditorMap, holdPan, modeNow } from "./map";
import { PlayTab } from "./play";
import { hexAt, pointOf } from "./pointing";
import { RulesTab } from "./rules";
import { Start } from "./start";
import {
  aligning,
  board,
  canRedo,
  canUndo,
  change,
  draft,
  erasing,
  good,
  hex,
  id,
  judged,
  judging,
  keepable,
  kept,
  loadKinds,
  pointed,
  recall,
  redo,
  sideKind,
  symbol,
  TABS,
  type Tab,
  TOOLS,
  tab,
  tool,
  undo,
  unit,
  watch,
} from "./store";
import { TablesTab } from "./tables";
import { KEYS, MapTab } from "./tools";
import { TurnsTab } from "./turns";
import { names } from "./types";
import { VictoryTab } from "./victory";

export function Workshop({ path }: { path: string[] }) {
  const wanted = path[0] ?? "";
  const [ready, setReady] = useState(wanted === "" || wanted === id.peek());
  useEffect(() => {
    loadKinds();
    if (!wanted) {
      setReady(true);
      return;
    }
    setReady(id.peek() === wanted && draft.peek() !== null);
    recall(wanted).then((recalled) => {
      if (!recalled) {
        tell("workshop.gone");
        go("/workshop", true);
      } else if (address.peek().pathname.endsWith(wanted)) setReady(true);
    });
  }, [wanted]);
  if (!wanted) return <Start />;
  return ready && draft.value ? <Editor /> : <Waiting />;
}

const PANELS: Record<Tab, () => preact.JSX.Element> = {
  map: MapTab,
  counters: CountersTab,
  turns: TurnsTab,
  tables: TablesTab,
  victory: VictoryTab,
  rules: RulesTab,
  check: CheckTab,
  play: PlayTab,
};

function Editor() {
  const control = useRef<LabelControl | null>(null);
  const [help, setHelp] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  useEffect(watch, []);
  useKeys(control, setHelp);
  useSignalEffect(() => {
    if (pointed.value.length) control.current?.ensure(pointed.value);
  });
  const { over, drop } = useDrop(async (files) => {
    try {
      const says = await readFiles(files);
      if (says) tell("workshop.said", [["text", says]]);
    } catch (error) {
      tellError(error);
    }
  });
  const Panel = PANELS[tab.value];
  return (
    <main
      class={`workshop ${tab.value === "tables" ? "wide-panel" : ""} ${over ? "over" : ""}`}
      {...drop}
    >
      <Head onHelp={() => setHelp(true)} />
      <div
        class="workshop-map"
        ref={area}
        onDragOver={(event) => {
          if (!event.dataTransfer?.types.includes("text/x-counter")) return;
          event.preventDefault();
          event.stopPropagation();
        }}
        onDrop={(event) => {
          const i = Number.parseInt(event.dataTransfer?.getData("text/x-counter") ?? "", 10);
          const drawing = area.current?.querySelector<SVGSVGElement>("svg.board");
          if (!Number.isInteger(i) || !drawing) return;
          event.preventDefault();
          event.stopPropagation();
          const there = hexAt(board.peek()!, pointOf(drawing, event));
          if (there !== null) change((d) => placeUnit(d, i, board.peek()!.hexes[there]!.label));
        }}
      >
        <EditorMap control={control} />
        <p class="now-line" role="status">
          {nowSays()}
        </p>
        <div class="map-tools" role="group" aria-label={t("web.map.tools")}>
          <ZoomButtons
            by={(factor) => control.current?.by(factor)}
            whole={() => control.current?.whole()}
          />
        </div>
      </div>
      <aside class="workshop-panel">
        <div class="tabs" role="tablist" aria-label={t("web.door.workshop")}>
          {TABS.map((one) => (
            <button
              type="button"
              role="tab"
              key={one}
              aria-selected={tab.value === one}
              onClick={() => {
                tab.value = one;
                pointed.value = [];
              }}
            >
              {t(`workshop.tab.${one}`)}
              {one === "check" && (judged.value?.count ?? 0) > 0 && (
                <span class="count">{judged.value!.count}</span>
              )}
            </button>
          ))}
        </div>
        <div class="panel-body" role="tabpanel" aria-label={t(`workshop.tab.${tab.value}`)}>
          <h2 class="visually-hidden">{t(`workshop.tab.${tab.value}`)}</h2>
          <Panel />
        </div>
      </aside>
      {help && <KeyHelp onClose={() => setHelp(false)} />}
    </main>
  );
}

/** One line that tells what can be done now. */
function nowSays(): string {
  const mode = modeNow();
  if (mode === "align") return t("workshop.now.align");
  if (mode === "units") {
    const card = unit.value === null ? null : board.value!.units[unit.value];
    return card ? t("workshop.now.unit", { name: card.id }) : t("workshop.now.units");
  }
  if (mode === "brush" || mode === "fill") {
    const kind = board.value!.terrains.find(
      (one) => draft.value!.data.terrain?.[one.id]?.symbol === symbol.value,
    );
    const name = erasing.value ? t("workshop.clear_ground") : named(kind?.name);
    return t(`workshop.now.${mode}`, { name });
  }
  if (mode === "side") {
    const kind = board.value!.hexsides.find((one) => one.id === sideKind.value);
    return t("workshop.now.side", { name: named(kind?.name) });
  }
  return t(`workshop.now.${mode}`);
}

function Head({ onHelp }: { onHelp: () => void }) {
  const count = judged.value?.count ?? 0;
  return (
    <div class="workshop-head">
      <div class="head-title">
        <h1>{named(names(draft.value!.data.scenario?.name)) || t("workshop.unnamed")}</h1>
        <span class="small muted kept" role="status" aria-busy={!kept.value}>
          {keepable.value ? t("workshop.kept") : ""}
        </span>
      </div>
      <div class="row head-buttons">
        <button
          type="button"
          class="icon-button"
          disabled={!canUndo.value}
          aria-label={t("workshop.undo")}
          title={`${t("workshop.undo")} (Ctrl+Z)`}
          onClick={undo}
        >
          <Icon name="undo" />
        </button>
        <button
          type="button"
          class="icon-button redo"
          disabled={!canRedo.value}
          aria-label={t("workshop.redo")}
          title={`${t("workshop.redo")} (Ctrl+Y)`}
          onClick={redo}
        >
          <Icon name="undo" />
        </button>
        <button
          type="button"
          class="icon-button"
          aria-label={t("web.help.title")}
          title={`${t("web.help.title")} (?)`}
          onClick={onHelp}
        >
          <Icon name="help" />
        </button>
        <button
          type="button"
          class={`button small state ${good.value ? "good" : ""}`}
          onClick={() => (tab.value = "check")}
        >
          {judging.value
            ? t("workshop.checking")
            : good.value
              ? t("workshop.ready")
              : t("workshop.still", { count })}
        </button>
        <button type="button" class="button small save" onClick={saveFiles}>
          {t("workshop.save")}
        </button>
        <button type="button" class="button small primary" onClick={() => (tab.value = "play")}>
          {t("workshop.play")}
        </button>
      </div>
    </div>
  );
}

function useKeys(control: { current: LabelControl | null }, setHelp: (on: boolean) => void): void {
  useEffect(() => {
    const inField = (event: KeyboardEvent) =>
      (event.target as Element).closest?.("input, textarea, select, dialog");
    const down = (event: KeyboardEvent) => {
      const held = event.ctrlKey || event.metaKey;
      const key = event.key.toLowerCase();
      const text = (event.target as Element).closest?.("textarea");
      if (held && !text && (key === "z" || key === "y")) {
        event.preventDefault();
        if (key === "y" || event.shiftKey) redo();
        else undo();
        return;
      }
      if (held && key === "s") {
        event.preventDefault();
        saveFiles();
        return;
      }
      if (inField(event) || held || event.altKey) return;
      if (event.key === "Shift") erasing.value = true;
      else if (
        event.key === " " &&
        !(event.target as Element).closest("button, [data-i], summary")
      ) {
        event.preventDefault();
        holdPan(true);
      } else if (event.key === "Escape") {
        unit.value = null;
        hex.value = null;
        pointed.value = [];
        aligning.value = null;
      } else if (event.key === "+" || event.key === "=") control.current?.by(1.3);
      else if (event.key === "-") control.current?.by(1 / 1.3);
      else if (event.key === "0") control.current?.whole();
      else if (event.key === "?") setHelp(true);
      else if (/^[1-9]$/.test(event.key) && tab.peek() === "map") number(Number(event.key) - 1);
      else {
        const wanted = TOOLS.find((one) => KEYS[one] === key);
        if (wanted) {
          tab.value = "map";
          tool.value = wanted;
          hex.value = null;
        }
      }
    };
    const up = (event: KeyboardEvent) => {
      if (event.key === "Shift") erasing.value = false;
      if (event.key === " ") holdPan(false);
    };
    addEventListener("keydown", down);
    addEventListener("keyup", up);
    return () => {
      removeEventListener("keydown", down);
      removeEventListener("keyup", up);
    };
  }, []);
}

/** The n-th of what the tool puts down. */
function number(n: number): void {
  const data = draft.peek()!.data;
  if (tool.peek() === "side") {
    const kind = Object.keys(data.hexside ?? {})[n];
    if (kind) sideKind.value = kind;
    return;
  }
  const kind = Object.values(data.terrain ?? {})[n];
  if (!kind) return;
  symbol.value = String(kind.symbol ?? ".");
  if (tool.peek() !== "fill") tool.value = "brush";
}

function KeyHelp({ onClose }: { onClose: () => void }) {
  const keys: [string, string][] = [
    ...TOOLS.map((one): [string, string] => [KEYS[one]!.toUpperCase(), t(`workshop.tool.${one}`)]),
    ["1 – 9", t("workshop.keys.kinds")],
    ["Shift", t("workshop.erase")],
    ["Ctrl Z / Y", t("workshop.keys.undo")],
    ["Ctrl S", t("workshop.save")],
    ["+ − 0", t("workshop.keys.zoom")],
    ["← ↑ → ↓ Enter", t("workshop.keys.map")],
    ["Esc", t("workshop.keys.nothing")],
  ];
  return (
    <Modal title={t("web.help.title")} onClose={onClose}>
      <dl class="key-list">
        {keys.map(([key, says]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{says}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
