// The Folio table: the map fills the screen, the panel tells what can be done.
import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Live } from "../core/live";
import { switchTheme, theme } from "../core/theme";
import { lang, named, speak, t } from "../core/words";
import { Icon } from "../parts/icon";
import { Modal } from "../parts/modal";
import { Cite } from "../parts/rule";
import { tell, tellError } from "../parts/toast";
import { AssessedView, CrtTable } from "./assessed";
import { CommandLine } from "./command";
import type { Marks } from "./counter";
import { switchHints, wantsHints } from "./hint";
import { Legend } from "./legend";
import { Chat, LogView } from "./log";
import { type Arrow, FolioMap, type Lit, type MapControl } from "./map";
import { nowSentence, OrdersPanel } from "./orders";
import { Replay } from "./replay";
import { ResultScreen } from "./result";
import { sideName, unitSentence } from "./say";
import { FolioStore, type Tab } from "./store";
import { PhaseStepper, TurnTrack } from "./track";
import type { Board, View } from "./types";

interface Props {
  live: Live<View>;
  board: Board;
  held: string[];
}

/** What the map lights: where the selected unit may go, whom one may attack, where to retreat. */
function litHexes(store: FolioStore): Map<string, Lit> {
  const lit = new Map<string, Lit>();
  if (!store.mine.value) return lit;
  const orders = store.orders.value;
  const kind = store.view.value.decision?.kind ?? "";
  const unit = store.selected.value ?? store.soleMover(orders);
  const choice = kind === "retreat" || kind === "displace" || kind === "advance";
  if (unit) {
    for (const order of orders.goes(unit)) {
      lit.set(order.hex!, {
        note: store.costs.value[order.hex!],
        tone: choice ? "choice" : "go",
      });
    }
  } else if (choice) {
    for (const order of orders.goes()) lit.set(order.hex!, { tone: "choice" });
  }
  return lit;
}

function counterMarks(store: FolioStore): Map<string, Marks> {
  const marks = new Map<string, Marks>();
  const view = store.view.value;
  const add = (unit: string, more: Marks) => marks.set(unit, { ...marks.get(unit), ...more });
  const at = (hex: string) => view.units.find((unit) => unit.hex === hex)?.id;
  if (store.mine.value) {
    const orders = store.orders.value;
    for (const order of orders.all) if (order.unit) add(order.unit, { able: true });
    const target = store.target.value;
    if (target) {
      for (const id of orders.attacks().get(target) ?? []) add(id, { able: true });
    } else {
      for (const hex of [...orders.attacks().keys(), ...orders.barrages()]) {
        const id = at(hex);
        if (id) add(id, { able: true });
      }
    }
    if (target) {
      const id = at(target);
      if (id) add(id, { target: true, able: false });
      if (!store.barrage.value)
        for (const id of store.attackers.value) add(id, { attacking: true });
    }
    if (store.selected.value) add(store.selected.value, { selected: true });
  }
  const combat = view.combat;
  if (combat) {
    add(combat.target, { target: true });
    for (const id of combat.attackers) add(id, { attacking: true });
  }
  return marks;
}

function arrowsOf(store: FolioStore): Arrow[] {
  const view = store.view.value;
  const frame = store.frame.value;
  const hexOf = (id: string) => view.units.find((unit) => unit.id === id)?.hex;
  const arrows: Arrow[] = [];
  const aimed = view.combat ?? null;
  const target = aimed && !aimed.barrage ? aimed.hex : store.target.value;
  const from = aimed ? aimed.attackers : store.barrage.value ? [] : store.attackers.value;
  if (target) {
    for (const id of from) {
      const hex = hexOf(id);
      if (hex && hex !== target) arrows.push({ from: hex, to: target, kind: "attack" });
    }
  }
  for (const line of frame.log) {
    if (line.n !== frame.now) continue;
    const { what, start, hex } = line.data as { what?: string; start?: string; hex?: string };
    if (start && hex && what !== "rolled") {
      arrows.push({ from: start, to: hex, kind: what === "retreated" ? "retreat" : "last" });
    }
  }
  return arrows;
}

const TABS: Tab[] = ["orders", "odds", "log", "rules"];

export function FolioTable({ live, board, held }: Props) {
  const store = useMemo(() => new FolioStore(live, board, held), [live, board]);
  const control = useRef<MapControl | null>(null);
  const typing = useSignal(false);
  const legend = useSignal(false);
  const asking = useSignal(false);
  const help = useSignal(false);
  const resultShown = useSignal(true);
  const sheet = useSignal<"half" | "low" | "full">("half");

  useSignalEffect(() => {
    const frame = live.frame.value;
    if (frame && !store.past.value) store.moved(frame.now);
  });
  // Where something can be done must be in sight, on a small screen too.
  useSignalEffect(() => {
    const unit = store.selected.value;
    const hexes = [...litHexes(store).keys()];
    const own = unit && store.view.peek().units.find((one) => one.id === unit)?.hex;
    if (hexes.length && !own) control.current?.ensure(hexes);
  });
  // When it becomes one's turn, the title of the window says so; a notice too, if it was wished.
  useSignalEffect(() => {
    const mine = store.mine.value;
    if (mine && held.length === 1 && document.hidden) notify(named(board.name));
    document.title = `${mine ? `● ${t("web.your_turn")} – ` : ""}${named(board.name)} – Hexfire`;
  });
  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      const inField = (event.target as Element).closest("input, textarea, select, dialog");
      if (inField || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "/") {
        event.preventDefault();
        typing.value = true;
      } else if (event.key === "Escape") store.clear();
      else if (event.key === "z") store.toggleZones();
      else if (event.key === "u") takeBack();
      else if (event.key === "+" || event.key === "=") control.current?.by(1.3);
      else if (event.key === "-") control.current?.by(1 / 1.3);
      else if (event.key === "0") control.current?.whole();
      else if (event.key === "?") help.value = true;
      else if (/^[1-4]$/.test(event.key)) store.tab.value = TABS[Number(event.key) - 1]!;
      else return;
    };
    addEventListener("keydown", keys);
    return () => removeEventListener("keydown", keys);
  }, []);

  const frame = live.frame.value!;
  const view = store.view.value;
  const past = store.past.value;
  const positions = [0, ...(frame.path ?? [])];
  const end = store.orders.value.find("end");
  const asked = frame.undo?.asked as { seat: string; to: number } | null;
  const mustAnswer = asked && held.some((seat) => seat !== asked.seat) && held.length === 1;

  const takeBack = async () => {
    if (!live.frame.peek()?.now) return;
    if ((await store.undo()) === "ask") asking.value = true;
  };

  const describe = (label: string): string => {
    const hex = board.hexes.find((one) => one.label === label)!;
    const parts = [`${label}, ${named(board.terrains[hex.terrain]!.name)}`];
    const place = board.names.find((one) => board.hexes[one.hex]!.label === label);
    if (place) parts.push(named(place.name));
    const unit = store.view.peek().units.find((one) => one.hex === label);
    if (unit) {
      parts.push(unitSentence(board, board.units.find((one) => one.id === unit.id)!, unit));
    }
    const cost = store.costs.peek()[label];
    if (cost) parts.push(t("web.map.cost", { cost }));
    else if (litHexes(store).has(label)) parts.push(t("web.map.open"));
    return parts.join(t("web.map.stop"));
  };

  const hover = store.hover.value;
  const marked = counterMarks(store);
  return (
    <main class={`table-screen sheet-${sheet.value}`}>
      <header class="table-head">
        <a class="icon-button" href="/" aria-label={t("web.home")} title={t("web.home")}>
          <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M12 2 21 7v10l-9 5-9-5V7zM9 8v8m6-8v8m-6-4h6" />
          </svg>
        </a>
        <div class="head-title">
          <h1>{named(board.name)}</h1>
          <span class="small muted">
            {board.sides
              .map((side) => `${named(side.name)}: ${frame.seats[side.id]?.name ?? "?"}`)
              .join(" · ")}
          </span>
        </div>
        <TurnTrack board={board} view={view} />
        <PhaseStepper board={board} view={view} />
        <div class="head-tools">
          <button
            type="button"
            class="icon-button"
            aria-label={t("web.undo")}
            title={`${t("web.undo")} (u)`}
            disabled={!frame.now || held.length === 0 || past !== null}
            onClick={takeBack}
          >
            <Icon name="undo" />
          </button>
          <button
            type="button"
            class="lang-switch"
            lang={lang.value === "ja" ? "en" : "ja"}
            onClick={() => speak(lang.value === "ja" ? "en" : "ja").catch(tellError)}
          >
            {lang.value === "ja" ? "English" : "日本語"}
          </button>
          <button
            type="button"
            class="icon-button"
            aria-label={t(theme.value === "dark" ? "web.theme.light" : "web.theme.dark")}
            onClick={switchTheme}
          >
            <Icon name={theme.value === "dark" ? "sun" : "moon"} />
          </button>
          <button
            type="button"
            class="button primary end-phase"
            disabled={!store.mine.value || !end || store.busy.value}
            onClick={() => end && store.do(end.text)}
          >
            {t(view.phase === "setup" ? "web.folio.end_setup" : "web.folio.end_phase")}
          </button>
        </div>
      </header>

      <div class="map-area">
        <FolioMap
          board={board}
          view={view}
          lit={litHexes(store)}
          path={store.path.value}
          arrows={arrowsOf(store)}
          marks={marked}
          zoc={store.zones.value}
          selectedHex={store.target.value}
          describe={describe}
          onHex={(label) => {
            store.click(label);
            if (sheet.value === "low") sheet.value = "half";
          }}
          onHover={(label) => {
            store.hover.value = label;
            store.showPath(label);
          }}
          control={control}
        />
        <div class="now-line" role="status" aria-live="polite">
          <span class={`lamp ${store.mine.value ? "on" : ""}`} aria-hidden="true" />
          <span>{nowSentence(store)}</span>
        </div>
        {hover && <div class="hover-line">{describe(hover)}</div>}
        {live.link.value === "lost" && (
          <div class="lost-line" role="alert">
            <span class="spinner" aria-hidden="true" /> {t("web.reconnecting")}
          </div>
        )}
        <div class="map-tools" role="group" aria-label={t("web.map.tools")}>
          <button
            type="button"
            class="icon-button by-hand"
            aria-label={t("web.map.in")}
            onClick={() => control.current?.by(1.4)}
          >
            <Icon name="plus" />
          </button>
          <button
            type="button"
            class="icon-button by-hand"
            aria-label={t("web.map.out")}
            onClick={() => control.current?.by(1 / 1.4)}
          >
            <Icon name="minus" />
          </button>
          <button
            type="button"
            class="icon-button"
            aria-label={t("web.map.whole")}
            onClick={() => control.current?.whole()}
          >
            <Icon name="whole" />
          </button>
          <button
            type="button"
            class="icon-button"
            aria-label={t("web.map.zoc")}
            title={`${t("web.map.zoc")} (z)`}
            aria-pressed={store.zones.value !== null}
            onClick={() => store.toggleZones()}
          >
            <Icon name="zone" />
          </button>
          <button
            type="button"
            class="icon-button"
            aria-label={t("web.map.legend")}
            onClick={() => (legend.value = true)}
          >
            <Icon name="legend" />
          </button>
          <button
            type="button"
            class="icon-button"
            aria-label={t("web.command.label")}
            title="/"
            onClick={() => (typing.value = true)}
          >
            <Icon name="keyboard" />
          </button>
          <button
            type="button"
            class="icon-button"
            aria-label={t("web.replay.label")}
            onClick={() => store.go(past ? frame.last : 0)}
          >
            <Icon name="play" />
          </button>
          <button
            type="button"
            class="icon-button"
            aria-label={t("web.help.title")}
            title="?"
            onClick={() => (help.value = true)}
          >
            <Icon name="help" />
          </button>
        </div>
        {past && (
          <Replay
            positions={positions}
            at={past.now}
            onGo={(n) => store.go(n)}
            onLeave={() => store.leavePast()}
            onBack={
              held.length > 0 && frame.status === "playing"
                ? () => {
                    const to = past.now;
                    store.leavePast();
                    store.askUndo(to);
                  }
                : null
            }
          />
        )}
        {typing.value && (
          <CommandLine
            legal={frame.legal ?? []}
            onDo={(text) => store.do(text)}
            onClose={() => (typing.value = false)}
          />
        )}
      </div>

      <aside class="side-panel" aria-label={t("web.panel")}>
        <button
          type="button"
          class="sheet-grip"
          aria-label={t("web.sheet")}
          onClick={() =>
            (sheet.value = sheet.value === "low" ? "half" : sheet.value === "half" ? "full" : "low")
          }
        >
          <i />
        </button>
        <div class="tabs" role="tablist">
          {TABS.map((tab) => (
            <button
              type="button"
              role="tab"
              key={tab}
              id={`tab-${tab}`}
              aria-controls="panel-body"
              aria-selected={store.tab.value === tab}
              onClick={() => {
                store.tab.value = tab;
                if (sheet.value === "low") sheet.value = "half";
              }}
            >
              {t(`web.tab.${tab}`)}
            </button>
          ))}
        </div>
        <div
          class="panel-body"
          id="panel-body"
          role="tabpanel"
          aria-labelledby={`tab-${store.tab.value}`}
          tabindex={0}
        >
          {store.tab.value === "orders" && <OrdersPanel store={store} />}
          {store.tab.value === "odds" && (
            <div class="stack">
              {store.found.value ? (
                <AssessedView
                  board={board}
                  found={store.found.value}
                  barrage={Boolean(store.barrage.value) || Boolean(view.combat?.barrage)}
                />
              ) : (
                <p class="empty">{t("web.odds.none")}</p>
              )}
              <CrtTable board={board} found={store.found.value} />
            </div>
          )}
          {store.tab.value === "log" && (
            <div class="stack">
              <LogView log={frame.log} at={past?.now ?? null} onGo={(n) => store.go(n)} />
              <Chat
                lines={live.chat.value}
                onSay={(text) => live.send({ chat: text }).catch(tellError)}
              />
            </div>
          )}
          {store.tab.value === "rules" && <ScenarioRules store={store} />}
        </div>
      </aside>

      {legend.value && (
        <Modal title={t("web.map.legend")} onClose={() => (legend.value = false)}>
          <Legend board={board} />
        </Modal>
      )}
      {help.value && (
        <Modal title={t("web.help.title")} onClose={() => (help.value = false)}>
          <KeyHelp />
        </Modal>
      )}
      {asking.value && (
        <Modal title={t("web.undo.closed")} onClose={() => (asking.value = false)}>
          <p>{t(held.length > 1 ? "web.undo.both" : "web.undo.ask_says")}</p>
          <div class="row">
            <button
              type="button"
              class="button primary"
              onClick={() => {
                asking.value = false;
                const before = positions[positions.length - 2] ?? 0;
                store.askUndo(before);
              }}
            >
              {t(held.length > 1 ? "web.undo.go_back" : "web.undo.ask")}
            </button>
            <button type="button" class="button" onClick={() => (asking.value = false)}>
              {t("web.cancel")}
            </button>
          </div>
        </Modal>
      )}
      {mustAnswer && asked && (
        <Modal title={t("web.undo.request")} onClose={() => store.answerUndo(false)}>
          <p>{t("web.undo.request_says", { side: sideName(board, asked.seat), to: asked.to })}</p>
          <div class="row">
            <button type="button" class="button primary" onClick={() => store.answerUndo(true)}>
              {t("web.undo.agree")}
            </button>
            <button type="button" class="button" onClick={() => store.answerUndo(false)}>
              {t("web.undo.refuse")}
            </button>
          </div>
        </Modal>
      )}
      {frame.outcome && resultShown.value && !past && (
        <ResultScreen
          board={board}
          frame={frame}
          onClose={() => (resultShown.value = false)}
          onReplay={() => {
            resultShown.value = false;
            store.go(0);
          }}
        />
      )}
    </main>
  );
}

/** A notice of the system, where the reader has allowed it. */
function notify(title: string): void {
  if (typeof Notification !== "undefined" && Notification.permission === "granted") {
    new Notification(title, { body: t("web.your_turn"), icon: "/hexfire.svg", tag: title });
  }
}

function ScenarioRules({ store }: { store: FolioStore }) {
  const board = store.board;
  const invite = `${location.origin}/table/${store.live.id}`;
  return (
    <div class="stack">
      <p>{named(board.about)}</p>
      <section>
        <h3>{t("web.scenario.victory")}</h3>
        <ul class="plain-list">
          {board.victory.objectives.map((objective, n) => (
            <li key={objective.hex}>
              {t("web.scenario.objective", {
                name: named(objective.name) || board.hexes[objective.hex]!.label,
                hex: board.hexes[objective.hex]!.label,
                points: Math.max(...Object.values(objective.points)),
                holder: sideName(board, store.view.value.objectives[n]?.holder ?? null) || "–",
              })}
            </li>
          ))}
          {board.victory.sudden.map((way, i) => (
            <li key={`s${i}`}>
              {t("web.scenario.sudden", { side: sideName(board, way.side), way: named(way.name) })}
            </li>
          ))}
          {board.victory.levels.map((level, i) => (
            <li key={`l${i}`}>
              {t(level.margin > 0 ? "web.scenario.level" : "web.scenario.level_behind", {
                name: named(level.name),
                margin: Math.abs(level.margin),
              })}
            </li>
          ))}
        </ul>
      </section>
      {board.notes.length > 0 && (
        <section>
          <h3>{t("web.scenario.notes")}</h3>
          <ul class="plain-list">
            {board.notes.map((note, i) => (
              <li key={i}>{named(note)}</li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h3>{t("web.scenario.rules")}</h3>
        <p class="row">
          {["F4.1a", "F5.0", "F6.0", "F7.0e", "F7.7", "F7.9", "F8.3c", "F8.4"].map((rule) => (
            <Cite key={rule} rule={rule} />
          ))}
          <a href="/rules?part=folio" target="_blank" rel="noreferrer">
            {t("web.scenario.all_rules")}
          </a>
        </p>
      </section>
      <section>
        <h3>{t("web.scenario.table")}</h3>
        <p class="row">
          <button
            type="button"
            class="button small"
            onClick={() =>
              navigator.clipboard
                ?.writeText(invite)
                .then(() => tell("web.link.copied"))
                .catch(() => tell("web.link.is", [["link", invite]]))
            }
          >
            <Icon name="link" /> {t("web.link.watch")}
          </button>
          {typeof Notification !== "undefined" && Notification.permission === "default" && (
            <button
              type="button"
              class="button small"
              onClick={() => Notification.requestPermission().then(() => tell("web.notify.done"))}
            >
              {t("web.notify")}
            </button>
          )}
          <label class="check small">
            <input
              type="checkbox"
              checked={wantsHints(store)}
              onChange={(event) => switchHints(event.currentTarget.checked)}
            />
            {t("web.hint.show")}
          </label>
        </p>
      </section>
      {board.sources.length > 0 && (
        <p class="small muted">
          {t("web.scenario.sources")} {board.sources.join(" · ")}
        </p>
      )}
    </div>
  );
}

function KeyHelp() {
  const keys: [string, string][] = [
    ["/", "web.help.type"],
    ["Tab", "web.help.tab"],
    ["← ↑ → ↓", "web.help.arrows"],
    ["Enter", "web.help.enter"],
    ["Esc", "web.help.escape"],
    ["u", "web.help.undo"],
    ["z", "web.help.zoc"],
    ["+ − 0", "web.help.zoom"],
    ["1 2 3 4", "web.help.tabs"],
  ];
  return (
    <dl class="keys">
      {keys.map(([key, what]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{t(what)}</dd>
        </div>
      ))}
    </dl>
  );
}
