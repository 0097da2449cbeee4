// The map's tools: what is put down, and the words of the hex in hand.
import { named, t } from "../core/words";
import { lookOf, sideLookOf } from "../folio/ground";
import { Choices } from "../parts/fields";
import { FileButton } from "../parts/file-button";
import {
  grow,
  hasSide,
  pairOf,
  setFirst,
  setFortress,
  setLie,
  setName,
  setObjective,
  setSide,
} from "./edits";
import { Check, Mistakes, NamesField, NumberField, Pick, TextField } from "./fields";
import { lieOf, near } from "./grid";
import { pins } from "./map";
import {
  aligning,
  alterScan,
  board,
  change,
  chosen,
  draft,
  dropScan,
  erasing,
  exitSide,
  hex,
  mistakes,
  scan,
  sideKind,
  symbol,
  type Tool,
  tab,
  takeScan,
  tool,
  wide,
  wrongAt,
} from "./store";
import { names, sideIds, tables } from "./types";

const GROUPS: { name: string; tools: Tool[] }[] = [
  { name: "ground", tools: ["brush", "fill", "side", "road", "trail"] },
  { name: "places", tools: ["town", "fortress", "objective"] },
  { name: "areas", tools: ["setup", "entry", "exit"] },
  { name: "look", tools: ["hand"] },
];
export const KEYS: Partial<Record<Tool, string>> = {
  hand: "h",
  brush: "b",
  fill: "f",
  side: "s",
  road: "r",
  trail: "t",
  town: "n",
  fortress: "k",
  objective: "o",
  setup: "a",
  entry: "e",
  exit: "x",
};

export function MapTab() {
  return (
    <div class="stack">
      <Toolbox />
      <ToolCard />
      <Sheet />
      <Scan />
    </div>
  );
}

function Toolbox() {
  return (
    <div class="toolbox" role="toolbar" aria-label={t("workshop.tools")}>
      {GROUPS.map((group) => (
        <div
          key={group.name}
          class="tool-group"
          role="group"
          aria-label={t(`workshop.group.${group.name}`)}
        >
          {group.tools.map((one) => (
            <button
              type="button"
              key={one}
              class="tool"
              aria-pressed={tool.value === one}
              title={`${t(`workshop.tool.${one}`)} (${KEYS[one]})`}
              onClick={() => {
                tool.value = one;
                hex.value = null;
              }}
            >
              <ToolIcon tool={one} />
              <span>{t(`workshop.tool.${one}`)}</span>
            </button>
          ))}
        </div>
      ))}
    </div>
  );
}

const ICONS: Record<Tool, string> = {
  hand: "M7 12V6a1.5 1.5 0 0 1 3 0v5M10 11V4.5a1.5 1.5 0 0 1 3 0V11M13 11V6a1.5 1.5 0 0 1 3 0v6M16 9a1.5 1.5 0 0 1 3 0v6c0 4-2 6-6 6s-5-2-8-7l-1-2a1.4 1.4 0 0 1 2.5-1L8 13",
  brush: "M14 4l6 6-8 7-5-5zM7 12c-3 1-2 5-5 7 4 2 9 1 10-2",
  fill: "M5 12l7-8 8 8-7 7a2 2 0 0 1-3 0zM5 12h14M20 16c2 3 2 5 0 5s-2-2 0-5z",
  side: "M12 3l8 4.5v9L12 21l-8-4.5v-9zM20 7.5v9",
  road: "M8 3 4 21M16 3l4 18M12 4v3m0 4v3m0 4v3",
  trail: "M5 20c3-6 2-9 7-9s4-4 7-7",
  town: "M4 20V10l5-4 5 4v10M14 20v-7h6v7M3 20h18M8 13v.01M8 17v.01",
  fortress: "M4 20V6h3v3h3V6h4v3h3V6h3v14z",
  objective: "M6 21V4M6 5h12l-3 4 3 4H6",
  setup: "M12 3l8 4.5v9L12 21l-8-4.5v-9zM12 8v8M8 12h8",
  entry: "M3 12h12m-4-4 4 4-4 4M17 4h4v16h-4",
  exit: "M9 12h12m-4-4 4 4-4 4M7 4H3v16h4",
};

function ToolIcon({ tool: name }: { tool: Tool }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={ICONS[name]} />
    </svg>
  );
}

function Erase() {
  return (
    <Check
      label={
        <>
          {t("workshop.erase")} <kbd>Shift</kbd>
        </>
      }
      checked={erasing.value}
      onChange={(on) => (erasing.value = on)}
    />
  );
}

/** What the tool in hand needs to know, and how it is used. */
function ToolCard() {
  const one = tool.value;
  return (
    <section class="tool-card stack" aria-live="polite">
      <p class="how">{t(`workshop.how.${one}`)}</p>
      {(one === "brush" || one === "fill") && <TerrainPalette />}
      {one === "side" && <SidePalette />}
      {(one === "road" || one === "trail") && <Erase />}
      {one === "town" && hex.value && <TownForm at={hex.value} />}
      {one === "fortress" && <FortressForm />}
      {one === "objective" && <ObjectiveForm />}
      {(one === "setup" || one === "entry") && <AreaForm />}
      {one === "exit" && <ExitForm />}
    </section>
  );
}

function TerrainPalette() {
  const shown = board.value!;
  const kinds = Object.entries(draft.value!.data.terrain ?? {});
  return (
    <>
      <div class="palette" role="group" aria-label={t("workshop.terrain")}>
        {kinds.map(([name, kind], i) => (
          <button
            type="button"
            key={name}
            class="kind-chip"
            aria-pressed={symbol.value === kind?.symbol && !erasing.value}
            onClick={() => {
              symbol.value = String(kind?.symbol ?? ".");
              erasing.value = false;
            }}
          >
            <svg viewBox="0 0 36 32" aria-hidden="true" class={`m-${lookOf(shown.terrains[i]!)}`}>
              <path
                class="area base"
                d="M9 1h18l9 15-9 15H9L0 16z"
                style={{ "--own": shown.terrains[i]!.colour }}
              />
            </svg>
            <span>{named(shown.terrains[i]!.name)}</span>
            {i < 9 && <kbd>{i + 1}</kbd>}
          </button>
        ))}
      </div>
      <div class="row">
        {tool.value === "brush" && (
          <Check
            label={t("workshop.wide")}
            checked={wide.value}
            onChange={(on) => (wide.value = on)}
          />
        )}
        <button type="button" class="link-button" onClick={() => (tab.value = "tables")}>
          {t("workshop.change_kinds")}
        </button>
      </div>
    </>
  );
}

function SidePalette() {
  const shown = board.value!;
  const at = hex.value;
  const directions =
    shown.orientation === "flat"
      ? ["N", "NE", "SE", "S", "SW", "NW"]
      : ["NW", "NE", "E", "SE", "SW", "W"];
  return (
    <>
      <div class="palette" role="group" aria-label={t("workshop.hexsides")}>
        {shown.hexsides.map((kind, i) => (
          <button
            type="button"
            key={kind.id}
            class="kind-chip"
            aria-pressed={sideKind.value === kind.id}
            onClick={() => (sideKind.value = kind.id)}
          >
            <svg
              viewBox="0 0 36 32"
              aria-hidden="true"
              class={`side-swatch look-${sideLookOf(kind)}`}
            >
              <path d="M4 26 14 8l8 14L32 6" />
            </svg>
            <span>{named(kind.name)}</span>
            {i < 9 && <kbd>{i + 1}</kbd>}
          </button>
        ))}
      </div>
      <Erase />
      {at && (
        <fieldset class="six-sides">
          <legend>{t("workshop.sides_of", { hex: at })}</legend>
          {near(lieOf(draft.value!), at).map((other, d) => {
            if (other === null) return null;
            const pair = pairOf(at, other);
            const on = hasSide(draft.value!, sideKind.value, pair);
            return (
              <button
                type="button"
                key={other}
                class="button small"
                aria-pressed={on}
                onClick={() => change((given) => setSide(given, sideKind.peek(), pair, !on))}
              >
                {directions[d]}
              </button>
            );
          })}
        </fieldset>
      )}
    </>
  );
}

function TownForm({ at }: { at: string }) {
  const said = draft.value!.ground.names.find((one) => one.hex === at);
  return (
    <NamesField
      label={t("workshop.name_of", { hex: at })}
      value={{ en: said?.en ?? "", ja: said?.ja ?? "" }}
      onChange={(now) =>
        change((given) => setName(given, at, now.en ?? "", now.ja ?? ""), `name ${at}`)
      }
    />
  );
}

const sideOptions = () => [
  { value: "", name: t("workshop.both_sides") },
  ...board.value!.sides.map((side) => ({ value: side.id, name: named(side.name) })),
];

function FortressForm() {
  const at = hex.value;
  const fort = draft.value!.ground.fortresses.find((one) => one.hex === at);
  return (
    <>
      <Erase />
      {at && fort && (
        <fieldset class="names">
          <legend>{t("workshop.fortress_at", { hex: at })}</legend>
          <Pick
            label={t("workshop.fortress_owner")}
            value={fort.owner}
            options={sideOptions()}
            onChange={(owner) => change((given) => setFortress(given, at, { ...fort, owner }))}
          />
          <Check
            label={t("workshop.fortress_exempt")}
            checked={fort.exempt}
            onChange={(exempt) => change((given) => setFortress(given, at, { ...fort, exempt }))}
          />
          <button
            type="button"
            class="button small"
            onClick={() => change((given) => setFortress(given, at, null))}
          >
            {t("workshop.take_away")}
          </button>
        </fieldset>
      )}
    </>
  );
}

export function ObjectiveForm() {
  const at = hex.value;
  const all = tables(draft.value!.data.victory?.hexes);
  const i = all.findIndex((one) => one.hex === at);
  const said = all[i];
  if (!at || !said) return <Erase />;
  const points = typeof said.points === "object" ? said.points : null;
  const put = (now: Parameters<typeof setObjective>[2], run = "") =>
    change((given) => setObjective(given, at, now), run && `${run} ${at}`);
  return (
    <fieldset class="names">
      <legend>{t("workshop.objective_at", { hex: at })}</legend>
      {points ? (
        sideIds(draft.value!.data).map((side) => (
          <NumberField
            key={side}
            label={t("workshop.points_for", {
              name: named(names(draft.value!.data.sides?.[side]?.name, side)),
            })}
            value={points[side] ?? 0}
            onChange={(now) => put({ points: { ...points, [side]: now } }, `points ${side}`)}
          />
        ))
      ) : (
        <NumberField
          label={t("workshop.points")}
          value={Number(said.points ?? 1)}
          onChange={(now) => put({ points: now }, "points")}
        />
      )}
      <Check
        label={t("workshop.points_differ")}
        checked={points !== null}
        onChange={(on) => {
          const worth = Number(points ? Math.max(0, ...Object.values(points)) : (said.points ?? 1));
          const each = Object.fromEntries(sideIds(draft.value!.data).map((side) => [side, worth]));
          put({ points: on ? each : worth });
        }}
      />
      <Pick
        label={t("workshop.first_holder")}
        value={said.holder ?? ""}
        options={[{ value: "", name: t("workshop.nobody") }, ...sideOptions().slice(1)]}
        onChange={(holder) => put({ holder: holder || undefined })}
      />
      <Check
        label={t("workshop.each_turn")}
        checked={said.each_turn === true}
        onChange={(on) => put({ each_turn: on || undefined })}
      />
      <NamesField
        label={t("workshop.called")}
        value={names(said.name)}
        onChange={(name) => put({ name }, "called")}
      />
      <Mistakes of={wrongAt("victory", "hexes", i)} />
      <button type="button" class="button small" onClick={() => put(null)}>
        {t("workshop.take_away")}
      </button>
    </fieldset>
  );
}

/** Which counters an area is for. */
function AreaForm() {
  const shown = board.value!;
  const turn = (i: number, on: boolean) => {
    const now = new Set(chosen.peek());
    if (on) now.add(i);
    else now.delete(i);
    chosen.value = now;
  };
  if (!shown.units.length) return <p class="empty">{t("workshop.area_none")}</p>;
  return (
    <>
      <Erase />
      {shown.sides.map((side) => {
        const mine = shown.units.flatMap((card, i) => (card.side === side.id ? [i] : []));
        const all = mine.length > 0 && mine.every((i) => chosen.value.has(i));
        return (
          <fieldset key={side.id} class="area-units">
            <legend>
              <Check
                label={named(side.name)}
                checked={all}
                onChange={(on) => {
                  const now = new Set(chosen.peek());
                  for (const i of mine) on ? now.add(i) : now.delete(i);
                  chosen.value = now;
                }}
              />
            </legend>
            {mine.map((i) => (
              <Check
                key={i}
                label={shown.units[i]!.id}
                checked={chosen.value.has(i)}
                onChange={(on) => turn(i, on)}
              />
            ))}
          </fieldset>
        );
      })}
    </>
  );
}

function ExitForm() {
  return (
    <>
      <Pick
        label={t("workshop.exit_side")}
        value={exitSide.value}
        options={sideOptions().slice(1)}
        onChange={(side) => (exitSide.value = side)}
      />
      <Erase />
    </>
  );
}

/** Size, how the hexes stand, the first number. */
function Sheet() {
  const given = draft.value!;
  const lie = lieOf(given);
  const grown = (name: "left" | "right" | "top" | "bottom") => (
    <div class="grow-edge" key={name}>
      <span>{t(`workshop.edge.${name}`)}</span>
      <button
        type="button"
        class="button small"
        aria-label={t(`workshop.edge_less.${name}`)}
        onClick={() => change((d) => grow(d, { [name]: -1 }))}
      >
        −
      </button>
      <button
        type="button"
        class="button small"
        aria-label={t(`workshop.edge_more.${name}`)}
        onClick={() => change((d) => grow(d, { [name]: 1 }))}
      >
        +
      </button>
    </div>
  );
  return (
    <details class="part">
      <summary>{t("workshop.sheet", { columns: lie.columns, rows: lie.rows })}</summary>
      <div class="stack">
        <div class="grow-edges">{(["left", "right", "top", "bottom"] as const).map(grown)}</div>
        <Choices
          label={t("workshop.lie")}
          options={["flat", "pointy"] as const}
          value={lie.pointy ? "pointy" : "flat"}
          name={(one) => t(`workshop.lie.${one}`)}
          onChange={(hexes) => change((d) => setLie(d, { hexes }))}
        />
        <Choices
          label={t("workshop.even")}
          options={["on", "back"] as const}
          value={lie.on ? "on" : "back"}
          name={(one) => t(`workshop.even.${lie.pointy ? "pointy" : "flat"}_${one}`)}
          onChange={(even_lines) => change((d) => setLie(d, { even_lines }))}
        />
        <TextField
          label={t("workshop.first")}
          value={String(given.data.map?.first ?? "0101")}
          hint={t("workshop.first_hint")}
          short
          max={4}
          inputMode="numeric"
          wrong={wrongAt("map", "first")}
          onChange={(first) => {
            if (/^\d{4}$/.test(first)) change((d) => setFirst(d, first), "first");
          }}
        />
        <Mistakes
          of={mistakes.value.filter(
            (one) => one.path[0] === "map_file" && one.path[1] === "terrain",
          )}
        />
      </div>
    </details>
  );
}

/** A scan of one's own map underneath. It never leaves the browser. */
function Scan() {
  const kept = scan.value;
  const pinned = aligning.value;
  const wanted = pinned && pins(board.value!)[pinned.length];
  return (
    <details class="part" open={Boolean(kept)}>
      <summary>{t("workshop.scan")}</summary>
      <div class="stack">
        <p class="muted small">{t("workshop.scan_says")}</p>
        <div class="row">
          <FileButton name="workshop.scan_choose" accept="image/*" small onFile={takeScan} />
          {kept && (
            <>
              <button
                type="button"
                class="button small"
                aria-pressed={pinned !== null}
                onClick={() => (aligning.value = pinned ? null : [])}
              >
                {t(pinned ? "workshop.scan_stop" : "workshop.scan_align")}
              </button>
              <button type="button" class="button small" onClick={dropScan}>
                {t("workshop.take_away")}
              </button>
            </>
          )}
        </div>
        {wanted && (
          <p class="notice" role="status">
            {t("workshop.scan_click", { hex: wanted.label, count: (pinned?.length ?? 0) + 1 })}
          </p>
        )}
        {kept && !pinned && (
          <label class="field">
            <span>{t("workshop.scan_strength")}</span>
            <input
              type="range"
              min="0"
              max="100"
              value={Math.round(kept.strength * 100)}
              onInput={(event) => alterScan({ strength: event.currentTarget.valueAsNumber / 100 })}
            />
          </label>
        )}
      </div>
    </details>
  );
}
