// The result of a combat, as large as the odds were: from both sides' strength to what the die does.
import { useSignal } from "@preact/signals";
import { say, t } from "../core/words";
import { Icon } from "../parts/icon";
import { Cite } from "../parts/rule";
import { Die } from "../table/dice";
import { sideName } from "../table/say";
import { rangeText } from "./assessed";
import type { Fought } from "./happened";
import { resultMeaning, resultTone, rowName } from "./say";
import type { FolioStore } from "./store";
import { MiniCounter } from "./tray";

function Side({
  store,
  side,
  total,
  markers,
  names,
}: {
  store: FolioStore;
  side: string;
  total: number;
  markers: number[];
  names: string[];
}) {
  const second = side === store.board.sides[1]?.id;
  const units = store.view.value.units.filter((unit) => names.includes(unit.id));
  return (
    <div class={`fought-side ${second ? "side-b" : "side-a"}`}>
      <span class={`side-chip ${second ? "side-b" : "side-a"}`}>{sideName(store.board, side)}</span>
      <b class="num">{total}</b>
      <span class="fought-units">
        {units.map((unit) => (
          <MiniCounter key={unit.id} board={store.board} unit={unit} />
        ))}
        <span class="visually-hidden">{names.join(t("core.list_comma"))}</span>
      </span>
      <span class="chits">
        {markers.length ? (
          markers.map((plus, i) => (
            <i key={i} class="chit num">
              +{plus}
            </i>
          ))
        ) : (
          <span class="small muted">{t("web.fought.no_support")}</span>
        )}
      </span>
    </div>
  );
}

export function FoughtCard({ store, fought }: { store: FolioStore; fought: Fought }) {
  const closed = useSignal(-1);
  if (closed.value === fought.n) return null;
  const { board } = store;
  const other = board.sides.find((one) => one.id !== fought.side)?.id ?? "";
  const sides = Number(board.crt.die.split("d")[1] ?? 6);
  const title = fought.barrage ? "web.barrage.title" : "web.combat.title";
  return (
    <section
      class={`fought ${resultTone(fought.result, fought.barrage)}`}
      aria-label={t("web.fought.label")}
      aria-live="polite"
      key={fought.n}
    >
      <header>
        <b class="grow">{t(title, { hex: fought.hex })}</b>
        <button
          type="button"
          class="icon-button"
          aria-label={t("web.close")}
          onClick={() => {
            closed.value = fought.n;
          }}
        >
          <Icon name="close" />
        </button>
      </header>
      <div class="fought-sum">
        <Side
          store={store}
          side={fought.side}
          total={fought.attack}
          markers={fought.attackMarkers}
          names={fought.attackers}
        />
        <span class="minus" aria-hidden="true">
          −
        </span>
        <Side
          store={store}
          side={other}
          total={fought.defence}
          markers={fought.defenceMarkers}
          names={fought.defenders}
        />
        <div class="fought-column">
          <b class="num" data-test="fought-differential">
            {fought.differential.replace("-", "−")}
          </b>
          <span class="small">{rowName(board, fought.row)}</span>
          <span class="small num">
            {fought.range ? rangeText(fought.range) : t("web.combat.off_table")}
          </span>
        </div>
      </div>
      <div class="fought-roll">
        <span class="fallen-dice">
          {fought.faces.map((face, i) => (
            <Die key={i} face={face} sides={sides} />
          ))}
        </span>
        <b class="num result" data-test="fought-result">
          {fought.result}
        </b>
        <span class="meaning">
          {resultMeaning(fought.result, fought.barrage)} <Cite rule="F7.6" />
        </span>
      </div>
      {fought.after.length > 0 && (
        <ul class="fought-after">
          {fought.after.map((line, i) => (
            <li key={i}>{say(line.message)}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
