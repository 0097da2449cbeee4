// Before play: two sides, their batteries, and the map they fire on.
import { useEffect, useState } from "preact/hooks";
import { GUNNERS } from "../api/nations";
import type { BoardAdded } from "../api/types";
import { call } from "../core/api";
import { sendBoard } from "../core/board-file";
import { remembered } from "../core/storage";
import { t } from "../core/words";
import { FileButton } from "../parts/file-button";
import { Icon } from "../parts/icon";
import { tellError } from "../parts/toast";
import { boardName, sideName } from "../sight/names";
import type { BoardPlan, Situation } from "../sight/types";
import type { Setup } from "./types";

const EDGES = ["top", "bottom", "left", "right"];
const KINDS = ["guns", "battalion_mortars", "rockets"];
const LINKS = ["radio", "phone", "offboard"];
const SUPPLIES = ["normal", "plentiful", "scarce"];
const MISSIONS = ["he", "harassing", "smoke", "wp"];
const SIGHT = "@sight";

interface Draft {
  name: string;
  side: 0 | 1;
  caliber: number;
  kind: string;
  link: string;
  supply: string;
  date: string;
  observer: string;
  wp: boolean;
  registered: string;
  offboard: string;
  phone: string;
  edge: string;
}

const draft = (name: string, side: 0 | 1): Draft => ({
  name,
  side,
  caliber: 100,
  kind: "guns",
  link: "radio",
  supply: "normal",
  date: "1943-07",
  observer: side ? "8-0" : "9-1",
  wp: false,
  registered: "",
  offboard: "",
  phone: "",
  edge: "top",
});

/** A battery as `hexfire oba new --setup` writes it. */
function written(one: Draft, sides: [string, string]): Record<string, unknown> {
  const rockets = one.kind === "rockets";
  const registered = one.registered.split(/[\s,]+/).filter(Boolean);
  return {
    name: one.name.trim(),
    side: sides[one.side],
    nation: sides[one.side],
    caliber: one.caliber,
    kind: one.kind,
    link: one.link,
    supply: one.supply,
    date: one.date,
    observer: one.observer.trim() || t("web.mission.observer"),
    missions: rockets ? ["he"] : MISSIONS.filter((mission) => mission !== "wp" || one.wp),
    ...(registered.length ? { preregistered: registered } : {}),
    ...(one.link === "offboard" && one.offboard ? { offboard_hex: one.offboard } : {}),
    ...(one.link === "phone" && one.phone ? { phone_hex: one.phone, friendly_edge: one.edge } : {}),
  };
}

interface Props {
  busy: boolean;
  onBegin: (setup: Setup, board: string, situation: Situation | null) => void;
  onOpen: (file: File) => void;
}

export function SetUp({ busy, onBegin, onOpen }: Props) {
  const [sides, setSides] = useState<[string, string]>(["german", "russian"]);
  const [drafts, setDrafts] = useState<Draft[]>([draft("A", 0)]);
  const [boards, setBoards] = useState<string[]>([]);
  const [board, setBoard] = useState("");
  const [brought, setBrought] = useState<BoardAdded | null>(null);
  const bring = (file: File) =>
    sendBoard(file).then((added) => {
      setBrought(added);
      setBoard(added.board);
    }, tellError);
  const sight = remembered<{ board: string; own: string; situation: Situation }>("sight");
  useEffect(() => {
    call<string[]>("/api/tools/boards").then(setBoards, tellError);
  }, []);
  const begin = async () => {
    const setup: Setup = {
      sides,
      columns: 33,
      rows: 10,
      batteries: drafts.map((one) => written(one, sides)),
    };
    const there = board === SIGHT ? (sight?.board ?? "") : board;
    if (there) {
      try {
        const shown = await call<BoardPlan>(`/api/tools/boards/${encodeURIComponent(there)}`);
        setup.columns = shown.columns;
        setup.rows = shown.rows;
      } catch (error) {
        tellError(error);
        return;
      }
    }
    onBegin(setup, there, board === SIGHT ? (sight?.situation ?? null) : null);
  };
  const change = (at: number, part: Partial<Draft>) =>
    setDrafts(drafts.map((one, i) => (i === at ? { ...one, ...part } : one)));
  const add = () => {
    const taken = new Set(drafts.map((one) => one.name));
    const name = "ABCDEFGH".split("").find((letter) => !taken.has(letter)) ?? "Z";
    setDrafts([...drafts, draft(name, drafts.some((one) => one.side === 1) ? 0 : 1)]);
  };
  return (
    <main class="page mission-setup stack">
      <div class="row between">
        <h1>{t("web.door.mission")}</h1>
        <FileButton name="web.mission.open" accept=".json" small onFile={onOpen} />
      </div>
      <p class="lead">{t("web.mission.lead")}</p>
      <form
        class="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          begin();
        }}
      >
        <section class="panel fields" aria-label={t("web.mission.table")}>
          {([0, 1] as const).map((i) => (
            <label class="field" key={i}>
              <span>{t(i ? "web.mission.second" : "web.mission.first")}</span>
              <select
                class="input"
                value={sides[i]}
                onChange={(event) => {
                  const next: [string, string] = [...sides];
                  next[i] = event.currentTarget.value;
                  setSides(next);
                }}
              >
                {GUNNERS.map((nation) => (
                  <option key={nation} value={nation} disabled={nation === sides[1 - i]}>
                    {sideName(nation)}
                  </option>
                ))}
              </select>
            </label>
          ))}
          <label class="field wide">
            <span>{t("web.mission.map")}</span>
            <select
              class="input"
              value={board}
              onChange={(event) => setBoard(event.currentTarget.value)}
            >
              <option value="">{t("web.mission.cardboard")}</option>
              {sight?.board ? (
                <option value={SIGHT}>
                  {t("web.mission.of_sight", {
                    board: boardName(sight.board, sight.own),
                    count: sight.situation?.units?.length ?? 0,
                  })}
                </option>
              ) : null}
              {brought && (
                <option value={brought.board}>{boardName(brought.board, brought.name)}</option>
              )}
              {boards.map((name) => (
                <option key={name} value={name}>
                  {boardName(name)}
                </option>
              ))}
            </select>
          </label>
          <div class="field bring">
            <FileButton name="web.sight.open" accept="" onFile={bring} />
          </div>
        </section>
        <div class="drafts">
          {drafts.map((one, i) => (
            <DraftCard
              key={i}
              draft={one}
              sides={sides}
              alone={drafts.length === 1}
              onChange={(part) => change(i, part)}
              onRemove={() => setDrafts(drafts.filter((_, at) => at !== i))}
            />
          ))}
        </div>
        <div class="row">
          <button type="submit" class="button primary" disabled={busy}>
            {t("web.mission.begin")}
          </button>
          {drafts.length < 8 && (
            <button type="button" class="button" onClick={add}>
              <Icon name="plus" /> {t("web.mission.add")}
            </button>
          )}
        </div>
      </form>
    </main>
  );
}

interface CardProps {
  draft: Draft;
  sides: [string, string];
  alone: boolean;
  onChange: (part: Partial<Draft>) => void;
  onRemove: () => void;
}

function DraftCard({ draft: one, sides, alone, onChange, onRemove }: CardProps) {
  const choose = (
    label: string,
    value: string,
    list: string[],
    key: string,
    field: keyof Draft,
    wide = false,
  ) => (
    <label class={`field ${wide ? "wide" : ""}`}>
      <span>{label}</span>
      <select
        class="input"
        value={value}
        onChange={(event) => onChange({ [field]: event.currentTarget.value })}
      >
        {list.map((item) => (
          <option key={item} value={item}>
            {t(`${key}.${item}`)}
          </option>
        ))}
      </select>
    </label>
  );
  const write = (label: string, value: string, field: keyof Draft, placeholder = "") => (
    <label class="field">
      <span>{label}</span>
      <input
        class="input"
        maxLength={80}
        value={value}
        placeholder={placeholder}
        onInput={(event) => onChange({ [field]: event.currentTarget.value })}
      />
    </label>
  );
  return (
    <section
      class={`panel stack draft ${one.side ? "side-b" : "side-a"}`}
      aria-label={t("web.mission.battery", { name: one.name })}
    >
      <div class="row between">
        <h2>{t("web.mission.battery", { name: one.name })}</h2>
        {!alone && (
          <button type="button" class="button small quiet warn" onClick={onRemove}>
            {t("web.sight.remove")}
          </button>
        )}
      </div>
      <div class="fields">
        <label class="field">
          <span>{t("web.mission.side")}</span>
          <select
            class="input"
            value={String(one.side)}
            onChange={(event) => onChange({ side: Number(event.currentTarget.value) as 0 | 1 })}
          >
            {sides.map((side, i) => (
              <option key={side} value={i}>
                {sideName(side)}
              </option>
            ))}
          </select>
        </label>
        {write(t("web.mission.name"), one.name, "name")}
        <label class="field">
          <span>{t("web.mission.caliber")}</span>
          <input
            class="input"
            type="number"
            min={50}
            max={500}
            value={one.caliber || ""}
            // As it is typed: what changed when one leaves the field could move the button
            // from under the pointer.
            onInput={(event) => onChange({ caliber: Number(event.currentTarget.value) })}
          />
        </label>
        {choose(t("web.mission.kind"), one.kind, KINDS, "web.mission.kind", "kind", true)}
        {choose(t("web.mission.link"), one.link, LINKS, "web.mission.link", "link")}
        {choose(t("web.mission.supply"), one.supply, SUPPLIES, "web.mission.supply", "supply")}
        {write(t("web.mission.observer"), one.observer, "observer", "9-1")}
        <label class="field month">
          <span>{t("web.range.date")}</span>
          <input
            class="input"
            type="month"
            value={one.date}
            onChange={(event) => onChange({ date: event.currentTarget.value })}
          />
        </label>
        {write(t("web.mission.registered"), one.registered, "registered", "H5, J7")}
        {one.link === "offboard" &&
          write(t("web.mission.offboard"), one.offboard, "offboard", "A5")}
        {one.link === "phone" && write(t("web.mission.phone"), one.phone, "phone", "E5")}
        {one.link === "phone" &&
          choose(t("web.mission.edge"), one.edge, EDGES, "web.mission.edge", "edge")}
      </div>
      {one.kind !== "rockets" && (
        <label class="check">
          <input
            type="checkbox"
            checked={one.wp}
            onChange={(event) => onChange({ wp: event.currentTarget.checked })}
          />
          {t("web.mission.has_wp")}
        </label>
      )}
    </section>
  );
}
