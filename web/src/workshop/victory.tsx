// What wins, in words put together from parts.
import { named, t } from "../core/words";
import { Icon } from "../parts/icon";
import { Card } from "./card";
import { tidy, withData } from "./edits";
import { ListField, Mistakes, NamesField, NumberField, Pick } from "./fields";
import { board, change, draft, hex, pointed, wrongAt } from "./store";
import { ObjectiveForm } from "./tools";
import { type Level, list, names, type Sudden, sideIds, tables, type Victory } from "./types";

export function VictoryTab() {
  const victory = draft.value!.data.victory ?? {};
  const put = (now: Partial<Victory>, run = "") =>
    change((d) => withData(d, { victory: tidy({ ...d.data.victory, ...now }) }), run);
  return (
    <div class="stack">
      <p class="how">{t("workshop.how.victory")}</p>
      <h3>{t("workshop.victory.points")}</h3>
      <ul class="sentences">
        {tables(victory.hexes).map((one, i) => {
          const place = draft.value!.ground.names.find((each) => each.hex === one.hex);
          const name =
            named(names(one.name)) || (place ? named({ en: place.en, ja: place.ja }) : "");
          const worth =
            typeof one.points === "object"
              ? Object.values(one.points).join("/")
              : (one.points ?? 1);
          return (
            <li key={i}>
              <button
                type="button"
                class="link-button"
                aria-pressed={hex.value === one.hex}
                onClick={() => {
                  hex.value = hex.peek() === one.hex ? null : one.hex;
                  pointed.value = [one.hex];
                }}
              >
                {t("workshop.victory.hex", {
                  name: name ? `${name} (${one.hex})` : one.hex,
                  points: worth,
                  holder: one.holder ? sideName(one.holder) : t("workshop.nobody"),
                })}
              </button>
              <Mistakes of={wrongAt("victory", "hexes", i)} />
            </li>
          );
        })}
        {!tables(victory.hexes).length && <li class="muted">{t("workshop.victory.no_hexes")}</li>}
      </ul>
      {hex.value && tables(victory.hexes).some((one) => one.hex === hex.value) && <ObjectiveForm />}
      <Worth part="points_per_loss" put={put} />
      <Worth part="points_per_exit" put={put} />
      <h3>{t("workshop.victory.levels")}</h3>
      <Levels put={put} />
      <h3>{t("workshop.victory.sudden")}</h3>
      <Suddens put={put} />
      <Mistakes of={wrongAt("victory").filter((one) => one.path.length === 1)} />
    </div>
  );
}

type Put = (now: Partial<Victory>, run?: string) => void;

const sideName = (id: string): string =>
  named(board.value!.sides.find((side) => side.id === id)?.name) || id;
const sides = () => board.value!.sides.map((side) => ({ value: side.id, name: named(side.name) }));

/** Points for losses and exits, by side. */
function Worth({ part, put }: { part: "points_per_loss" | "points_per_exit"; put: Put }) {
  const said = draft.value!.data.victory?.[part] ?? {};
  return (
    <div class="sentence">
      {sideIds(draft.value!.data).map((side) => (
        <div key={side} class="row">
          <span class="grow">{t(`workshop.victory.${part}`, { name: sideName(side) })}</span>
          <NumberField
            label={t(`workshop.victory.${part}`, { name: sideName(side) })}
            bare
            value={Number(said[side] ?? 0)}
            wrong={wrongAt("victory", part, side)}
            onChange={(now) => put({ [part]: { ...said, [side]: now } }, `${part} ${side}`)}
          />
        </div>
      ))}
    </div>
  );
}

function Levels({ put }: { put: Put }) {
  const levels = tables(draft.value!.data.victory?.levels);
  const set = (i: number, now: Partial<Level>, run = "") =>
    put(
      { levels: levels.map((one, n) => (n === i ? tidy({ ...one, ...now }) : one)) },
      run && `level ${i} ${run}`,
    );
  return (
    <>
      <ul class="sentences">
        {levels.map((one, i) => (
          <Card
            key={i}
            name={named(names(one.name))}
            onRemove={() => put({ levels: levels.filter((_, n) => n !== i) })}
          >
            <p>
              {t(one.margin < 0 ? "workshop.victory.level_behind" : "workshop.victory.level", {
                name: sideName(one.side),
                margin: Math.abs(one.margin),
              })}
            </p>
            <div class="row">
              <Pick
                label={t("workshop.unit.side")}
                value={one.side}
                options={sides()}
                wrong={wrongAt("victory", "levels", i, "side")}
                onChange={(side) => set(i, { side })}
              />
              <NumberField
                label={t("workshop.victory.margin")}
                value={Number(one.margin)}
                least={-999}
                wrong={wrongAt("victory", "levels", i, "margin")}
                onChange={(margin) => set(i, { margin }, "margin")}
              />
            </div>
            <NamesField
              label={t("workshop.called")}
              value={names(one.name)}
              onChange={(name) => set(i, { name }, "name")}
            />
          </Card>
        ))}
      </ul>
      <button
        type="button"
        class="button small"
        onClick={() => {
          const side = sideIds(draft.peek()!.data)[0] ?? "";
          put({ levels: [...levels, { side, margin: 1, name: names("") }] });
        }}
      >
        + {t("workshop.victory.add_level")}
      </button>
    </>
  );
}

const WHEN = ["game_turn", "player_turn", "at_once"] as const;
const WAYS = ["holds", "margin", "enemy_lost", "exited"] as const;

function Suddens({ put }: { put: Put }) {
  const ways = tables(draft.value!.data.victory?.sudden);
  const set = (i: number, now: Partial<Sudden>, run = "") =>
    put(
      { sudden: ways.map((one, n) => (n === i ? tidy({ ...one, ...now }) : one)) },
      run && `sudden ${i} ${run}`,
    );
  return (
    <>
      <ul class="sentences">
        {ways.map((one, i) => {
          const parts = WAYS.filter((way) => one[way] !== undefined);
          return (
            <Card
              key={i}
              name={named(names(one.name))}
              onRemove={() => put({ sudden: ways.filter((_, n) => n !== i) })}
            >
              <p>
                {t("workshop.victory.sudden_says", {
                  name: sideName(one.side),
                  parts: parts.map((way) =>
                    way === "holds"
                      ? t("workshop.victory.part.holds", { hexes: list(one.holds) })
                      : t(`workshop.victory.part.${way}`, { count: Number(one[way]) }),
                  ),
                })}
              </p>
              <Pick
                label={t("workshop.unit.side")}
                value={one.side}
                options={sides()}
                onChange={(side) => set(i, { side })}
              />
              <Pick
                label={t("workshop.victory.when")}
                value={one.when ?? "game_turn"}
                options={WHEN.map((when) => ({
                  value: when,
                  name: t(`workshop.victory.when.${when}`),
                }))}
                onChange={(when) => set(i, { when: when === "game_turn" ? undefined : when })}
              />
              {WAYS.map((way) =>
                one[way] === undefined ? (
                  <button
                    type="button"
                    key={way}
                    class="link-button"
                    onClick={() => {
                      const first = tables(draft.peek()!.data.victory?.hexes)[0]?.hex;
                      set(i, way === "holds" ? { holds: first ? [first] : [] } : { [way]: 1 });
                    }}
                  >
                    + {t(`workshop.victory.add.${way}`)}
                  </button>
                ) : (
                  <div class="row" key={way}>
                    {way === "holds" ? (
                      <ListField
                        label={t("workshop.victory.add.holds")}
                        items={list(one.holds)}
                        wrong={wrongAt("victory", "sudden", i, "holds")}
                        onChange={(holds) => set(i, { holds }, "holds")}
                      />
                    ) : (
                      <NumberField
                        label={t(`workshop.victory.add.${way}`)}
                        value={Number(one[way])}
                        onChange={(now) => set(i, { [way]: now }, way)}
                      />
                    )}
                    <button
                      type="button"
                      class="icon-button"
                      aria-label={t("workshop.remove", { name: t(`workshop.victory.add.${way}`) })}
                      onClick={() => set(i, { [way]: undefined })}
                    >
                      <Icon name="close" />
                    </button>
                  </div>
                ),
              )}
              <NamesField
                label={t("workshop.called")}
                value={names(one.name)}
                onChange={(name) => set(i, { name }, "name")}
              />
              <Mistakes of={wrongAt("victory", "sudden", i).filter((x) => x.path[3] !== "holds")} />
            </Card>
          );
        })}
      </ul>
      <button
        type="button"
        class="button small"
        onClick={() => {
          const side = sideIds(draft.peek()!.data)[0] ?? "";
          put({ sudden: [...ways, { side, enemy_lost: 6, name: names("") }] });
        }}
      >
        + {t("workshop.victory.add_sudden")}
      </button>
    </>
  );
}
