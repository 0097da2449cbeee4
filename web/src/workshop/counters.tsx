// The counters: a tray for each side, and the form of the one in hand.
import { named, t } from "../core/words";
import { CounterFace } from "../folio/counter";
import type { UnitCard, UnitView } from "../folio/types";
import { Choices } from "../parts/fields";
import { carriedByFinger } from "./carry";
import { addUnit, arriveUnit, freeId, removeUnit, setUnit } from "./edits";
import { Check, ListField, Mistakes, NamesField, NumberField, Pick, TextField } from "./fields";
import { board, change, draft, pointed, tab, unit, wrongAt } from "./store";
import { ARMS, FLAGS, list, names, SIZES, strengths, tables, type Unit } from "./types";

export function Face({ card, second, back }: { card: UnitCard; second: boolean; back?: boolean }) {
  const view = {
    strength: back ? (card.back ?? card.front) : card.front,
    reduced: back ?? false,
  } as UnitView;
  return (
    <svg class="face" viewBox="-27 -27 55 56" aria-hidden="true">
      <CounterFace card={card} unit={view} second={second} marks={{}} />
    </svg>
  );
}

/** What is said of a counter in one line. */
export function unitLine(card: UnitCard): string {
  const place = card.turn
    ? t("workshop.arrives", { turn: card.turn })
    : card.setup.length > 1
      ? t("workshop.one_of", { count: card.setup.length })
      : (card.setup[0] ?? t("workshop.not_placed"));
  return [card.id, card.front.join("-"), place].join(" · ");
}

export function CountersTab() {
  const shown = board.value!;
  const held = unit.value;
  return (
    <div class="stack">
      <p class="how">
        {t("workshop.how.units")} <span class="by-finger">{t("workshop.how.finger")}</span>
      </p>
      {shown.sides.map((side, n) => (
        <section key={side.id} class="tray-of" aria-label={named(side.name)}>
          <div class="row between">
            <span class={`side-chip ${n ? "side-b" : "side-a"}`}>{named(side.name)}</span>
            <button type="button" class="button small" onClick={() => fresh(side.id)}>
              + {t("workshop.new_counter")}
            </button>
          </div>
          <div class="tray-faces">
            {shown.units.map((card, i) =>
              card.side === side.id ? (
                <button
                  type="button"
                  key={i}
                  class={`face-button ${wrongAt("units", i).length ? "is-wrong" : ""}`}
                  aria-pressed={held === i}
                  aria-label={unitLine(card)}
                  title={unitLine(card)}
                  draggable
                  onPointerDown={carriedByFinger(i)}
                  onDragStart={(event) => {
                    unit.value = i;
                    event.dataTransfer?.setData("text/x-counter", String(i));
                  }}
                  onClick={() => {
                    unit.value = held === i ? null : i;
                    pointed.value = [];
                  }}
                >
                  <Face card={card} second={n > 0} />
                  <small>{placeOf(card)}</small>
                </button>
              ) : null,
            )}
            {!shown.units.some((card) => card.side === side.id) && (
              <p class="empty">{t("workshop.no_counters")}</p>
            )}
          </div>
        </section>
      ))}
      <Mistakes of={wrongAt("units").filter((one) => one.path.length === 1)} />
      {held !== null && shown.units[held] && <UnitForm i={held} card={shown.units[held]!} />}
    </div>
  );
}

const placeOf = (card: UnitCard): string =>
  card.turn ? t("workshop.turn_short", { turn: card.turn }) : (card.setup[0] ?? "–");

/** A counter like the last one of its side, ready to be placed. */
function fresh(side: string): void {
  const given = draft.peek()!;
  const units = tables(given.data.units);
  const last = units.findLast((one) => one.side === side);
  const added: Unit = last
    ? {
        ...last,
        id: freeId(given, last.id),
        hex: [],
        turn: undefined,
        entry: undefined,
        name: undefined,
      }
    : {
        id: freeId(given, ""),
        side,
        size: "II",
        arm: "infantry",
        front: "4-4-4",
        back: "2-2-4",
        hex: [],
      };
  for (const key of ["turn", "entry", "name"] as const)
    if (added[key] === undefined) delete added[key];
  change((d) => addUnit(d, added));
  unit.value = units.length;
}

function UnitForm({ i, card }: { i: number; card: UnitCard }) {
  const given = tables(draft.value!.data.units)[i]!;
  const put = (now: Partial<Unit>, run = "") =>
    change((d) => setUnit(d, i, now), run && `unit ${i} ${run}`);
  const wrong = (key: string) => wrongAt("units", i, key);
  const second = card.side === board.value!.sides[1]?.id;
  const flags = list(given.flags);
  const arms = [...new Set([...ARMS, card.arm].filter(Boolean))];
  const arriving = Boolean(given.turn);
  return (
    <section class="panel stack unit-form" aria-label={t("workshop.counter", { name: card.id })}>
      <div class="row between">
        <div class="two-faces">
          <Face card={card} second={second} />
          {card.back && <Face card={card} second={second} back />}
        </div>
        <div class="row">
          <button
            type="button"
            class="button small"
            onClick={() => {
              const copy = { ...given, id: freeId(draft.peek()!, given.id) };
              if (!given.turn) copy.hex = [];
              change((d) => addUnit(d, copy));
              unit.value = tables(draft.peek()!.data.units).length - 1;
            }}
          >
            {t("workshop.double")}
          </button>
          <button
            type="button"
            class="button small"
            onClick={() => {
              unit.value = null;
              change((d) => removeUnit(d, i));
            }}
          >
            {t("workshop.take_away")}
          </button>
        </div>
      </div>
      <div class="form-grid">
        <TextField
          label={t("workshop.unit.id")}
          value={card.id}
          max={40}
          wrong={wrong("id")}
          onChange={(id) => put({ id }, "id")}
        />
        <Pick
          label={t("workshop.unit.side")}
          value={card.side}
          wrong={wrong("side")}
          options={board.value!.sides.map((side) => ({ value: side.id, name: named(side.name) }))}
          onChange={(side) => put({ side })}
        />
        <Pick
          label={t("workshop.unit.arm")}
          value={card.arm}
          options={arms.map((one) => ({
            value: one,
            name: (ARMS as readonly string[]).includes(one) ? t(`workshop.arm.${one}`) : one,
          }))}
          onChange={(arm) => put({ arm })}
        />
        <Pick
          label={t("workshop.unit.size")}
          value={card.size}
          wrong={wrong("size")}
          options={SIZES.map((one) => ({
            value: one,
            name: one ? `${one} ${t(`workshop.size.${one}`)}` : t("workshop.none"),
          }))}
          onChange={(size) => put({ size: size || undefined })}
        />
      </div>
      <Strength
        label={t("workshop.unit.front")}
        value={card.front}
        wrong={wrong("front")}
        onChange={(front) => put({ front }, "front")}
      />
      <Check
        label={t("workshop.unit.has_back")}
        checked={card.back !== null}
        onChange={(on) => {
          const [a, d, m] = strengths(given.front);
          const half = `${Math.floor(a / 2)}-${Math.floor(d / 2)}-${m}`;
          put({ back: on ? half : undefined });
        }}
      />
      {card.back && (
        <Strength
          label={t("workshop.unit.back")}
          value={card.back}
          wrong={wrong("back")}
          onChange={(back) => put({ back }, "back")}
        />
      )}
      {card.back && (
        <ListField
          label={t("workshop.unit.further")}
          hint={t("workshop.unit.further_hint")}
          items={list(given.further)}
          wrong={wrong("further")}
          onChange={(further) => put({ further: further.length ? further : undefined }, "further")}
        />
      )}
      <fieldset class="checks">
        <legend>{t("workshop.unit.is")}</legend>
        <Check
          label={t("workshop.unit.mobile")}
          checked={card.mobile}
          onChange={(on) => put({ mobile: on || undefined })}
        />
        {FLAGS.map((flag) => (
          <Check
            key={flag}
            label={t(`workshop.flag.${flag}`)}
            checked={flags.includes(flag)}
            onChange={(on) => {
              const now = on ? [...flags, flag] : flags.filter((one) => one !== flag);
              put({ flags: now.length ? now : undefined });
            }}
          />
        ))}
      </fieldset>
      <fieldset class="names">
        <legend>{t("workshop.unit.where")}</legend>
        <Choices
          label={t("workshop.unit.where")}
          options={["stands", "comes"] as const}
          value={arriving ? "comes" : "stands"}
          name={(one) => t(`workshop.unit.${one}`)}
          onChange={(one) =>
            change((d) =>
              one === "comes"
                ? arriveUnit(d, i, 1)
                : setUnit(d, i, { turn: undefined, hex: list(given.entry), entry: undefined }),
            )
          }
        />
        {arriving && (
          <NumberField
            label={t("workshop.unit.turn")}
            value={card.turn}
            least={1}
            most={60}
            wrong={wrong("turn")}
            onChange={(turn) => put({ turn }, "turn")}
          />
        )}
        <ListField
          label={t(arriving ? "workshop.unit.entry" : "workshop.unit.hex")}
          items={list(arriving ? given.entry : given.hex)}
          hint={t(arriving ? "workshop.unit.entry_hint" : "workshop.unit.hex_hint")}
          wrong={wrong(arriving ? "entry" : "hex")}
          onChange={(hexes) => {
            const one = hexes.length === 1 ? hexes[0]! : hexes;
            put(arriving ? { entry: hexes } : { hex: one }, "where");
          }}
        />
      </fieldset>
      <div class="form-grid">
        <TextField
          label={t("workshop.unit.formation")}
          value={card.formation}
          hint={t("workshop.unit.formation_hint")}
          max={40}
          onChange={(formation) => put({ formation: formation || undefined }, "formation")}
        />
        <TextField
          label={t("workshop.unit.nation")}
          value={card.nation}
          hint={t("workshop.unit.nation_hint")}
          max={40}
          onChange={(nation) => put({ nation: nation || undefined }, "nation")}
        />
        <NumberField
          label={t("workshop.unit.value")}
          value={card.value}
          wrong={wrong("value")}
          onChange={(value) => put({ value: value === 1 ? undefined : value }, "value")}
        />
      </div>
      <NamesField
        label={t("workshop.unit.name")}
        value={names(given.name)}
        onChange={(name) => put({ name: name.en || name.ja ? name : undefined }, "name")}
      />
      <Mistakes of={wrongAt("units", i).filter((one) => one.path.length === 2)} />
      <button type="button" class="link-button" onClick={() => (tab.value = "turns")}>
        {t("workshop.to_turns")}
      </button>
    </section>
  );
}

interface StrengthProps {
  label: string;
  value: [number, number, number];
  wrong: ReturnType<typeof wrongAt>;
  onChange: (text: string) => void;
}

/** Attack, defence and movement, as printed on one face. */
function Strength({ label, value, wrong, onChange }: StrengthProps) {
  return (
    <fieldset class="strength">
      <legend>{label}</legend>
      {(["attack", "defence", "movement"] as const).map((part, n) => (
        <NumberField
          key={part}
          label={t(`workshop.unit.${part}`)}
          value={value[n]!}
          onChange={(now) => {
            const next = [...value];
            next[n] = now;
            onChange(next.join("-"));
          }}
        />
      ))}
      <Mistakes of={wrong} />
    </fieldset>
  );
}
