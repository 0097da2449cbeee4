// The turn record track: support fire of every turn, who comes when, and the pools of markers.
import { named, t } from "../core/words";
import { Icon } from "../parts/icon";
import { carriedByFinger } from "./carry";
import { Face, unitLine } from "./counters";
import { arriveUnit, tidy, withData } from "./edits";
import { Mistakes, NumberField, Pick, TextField } from "./fields";
import { NumberText } from "./rule-inputs";
import { board, change, draft, unit, wrongAt } from "./store";
import { type Marker, sideIds, type Turn, tables } from "./types";

const supportOf = (turn: Turn): [number, number] => {
  const [a = "0", b] = String(turn.support ?? "0/0").split("/");
  return [Number(a) || 0, Number(b ?? a) || 0];
};

export function TurnsTab() {
  const given = draft.value!;
  const shown = board.value!;
  const turns = tables(given.data.turns);
  const first = String(given.data.scenario?.first_player ?? "");
  const put = (next: Turn[], run = "") => change((d) => withData(d, { turns: next }), run);
  const setTurn = (i: number, now: Partial<Turn>, run = "") =>
    put(
      turns.map((turn, n) => (n === i ? tidy({ ...turn, ...now }) : turn)),
      run,
    );
  const drop = (number: number) => (event: DragEvent) => {
    event.preventDefault();
    const i = Number(event.dataTransfer?.getData("text/x-counter"));
    if (Number.isInteger(i)) change((d) => arriveUnit(d, i, number));
  };
  return (
    <div class="stack">
      <p class="how">{t("workshop.how.turns")}</p>
      <ol class="turn-cards">
        {turns.map((turn, i) => {
          const number = i + 1;
          const support = supportOf(turn);
          const coming = shown.units.flatMap((card, n) => (card.turn === number ? [n] : []));
          return (
            <li
              key={i}
              class={wrongAt("turns", i).length ? "is-wrong" : ""}
              data-turn={number}
              onDragOver={(event) => event.preventDefault()}
              onDrop={drop(number)}
            >
              <span class="num">{number}</span>
              <div class="turn-support">
                {[0, 1].map((n) => (
                  <NumberField
                    key={n}
                    label={t(n ? "workshop.support_second" : "workshop.support_first")}
                    value={support[n]!}
                    most={99}
                    onChange={(now) => {
                      const next = [...support];
                      next[n] = now;
                      setTurn(i, { support: next.join("/") }, `support ${i} ${n}`);
                    }}
                  />
                ))}
                <Pick
                  label={t("workshop.goes_first")}
                  value={turn.first_player ?? first}
                  options={shown.sides.map((side) => ({ value: side.id, name: named(side.name) }))}
                  onChange={(side) =>
                    setTurn(i, { first_player: side === first ? undefined : side })
                  }
                />
              </div>
              <div class="tray-faces small-faces">
                {coming.map((n) => (
                  <button
                    type="button"
                    key={n}
                    class="face-button"
                    aria-label={unitLine(shown.units[n]!)}
                    title={unitLine(shown.units[n]!)}
                    aria-pressed={unit.value === n}
                    draggable
                    onPointerDown={carriedByFinger(n)}
                    onDragStart={(event) =>
                      event.dataTransfer?.setData("text/x-counter", String(n))
                    }
                    onClick={() => (unit.value = unit.peek() === n ? null : n)}
                  >
                    <Face
                      card={shown.units[n]!}
                      second={shown.units[n]!.side === shown.sides[1]?.id}
                    />
                  </button>
                ))}
                {unit.value !== null && shown.units[unit.value] && !coming.includes(unit.value) && (
                  <button
                    type="button"
                    class="button small"
                    onClick={() => change((d) => arriveUnit(d, unit.peek()!, number))}
                  >
                    {t("workshop.bring_here", { name: shown.units[unit.value]!.id })}
                  </button>
                )}
              </div>
              <button
                type="button"
                class="icon-button"
                aria-label={t("workshop.remove_turn", { turn: number })}
                title={t("workshop.remove_turn", { turn: number })}
                onClick={() => put(turns.filter((_, n) => n !== i))}
              >
                <Icon name="close" />
              </button>
              <Mistakes of={wrongAt("turns", i)} />
            </li>
          );
        })}
      </ol>
      <Mistakes of={wrongAt("turns").filter((one) => one.path.length === 1)} />
      <button
        type="button"
        class="button small"
        onClick={() => put([...turns, { support: turns.at(-1)?.support ?? "2/2" }])}
      >
        + {t("workshop.add_turn")}
      </button>
      <h3>{t("workshop.markers")}</h3>
      <p class="muted small">{t("workshop.markers_says")}</p>
      {sideIds(given.data).map((side) => (
        <Pool key={side} side={side} />
      ))}
    </div>
  );
}

function Pool({ side }: { side: string }) {
  const given = draft.value!;
  const pool = tables(given.data.markers?.[side]);
  const name = named(board.value!.sides.find((one) => one.id === side)?.name) || side;
  const put = (next: Marker[], run = "") =>
    change((d) => withData(d, { markers: { ...d.data.markers, [side]: next } }), run);
  const set = (i: number, now: Partial<Marker>, run: string) =>
    put(
      pool.map((one, n) => (n === i ? tidy({ ...one, ...now }) : one)),
      `marker ${side} ${i} ${run}`,
    );
  const freeName = (): string => {
    const all = new Set(
      Object.values(given.data.markers ?? {}).flatMap((one) => tables(one).map((m) => m.id)),
    );
    for (let n = pool.length + 1; ; n++) {
      const id = `${side.slice(0, 1)}${n}`;
      if (!all.has(id)) return id;
    }
  };
  return (
    <section class="pool" aria-label={name}>
      <span class={`side-chip ${sideIds(given.data).indexOf(side) ? "side-b" : "side-a"}`}>
        {name}
      </span>
      <ul>
        {pool.map((marker, i) => (
          <li key={i}>
            <TextField
              label={t("workshop.marker_id")}
              bare
              short
              value={String(marker.id ?? "")}
              max={40}
              wrong={wrongAt("markers", side, i, "id")}
              onChange={(id) => set(i, { id }, "id")}
            />
            <span aria-hidden="true">+</span>
            <NumberField
              label={t("workshop.marker_plus")}
              bare
              value={Number(marker.plus ?? 0)}
              wrong={wrongAt("markers", side, i, "plus")}
              onChange={(plus) => set(i, { plus }, "plus")}
            />
            <NumberText
              label={t("workshop.marker_order")}
              bare
              placeholder="№"
              value={marker.order}
              wrong={wrongAt("markers", side, i, "order")}
              onChange={(order) => set(i, { order } as Partial<Marker>, "order")}
            />
            <button
              type="button"
              class="icon-button"
              aria-label={t("workshop.remove", { name: String(marker.id) })}
              onClick={() => put(pool.filter((_, n) => n !== i))}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
      <Mistakes of={wrongAt("markers", side).filter((one) => one.path.length < 3)} />
      <button
        type="button"
        class="button small"
        onClick={() => put([...pool, { id: freeName(), plus: pool.at(-1)?.plus ?? 1 }])}
      >
        + {t("workshop.add_marker")}
      </button>
    </section>
  );
}
