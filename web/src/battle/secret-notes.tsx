// C6.42, C1.73: what a side writes down before play; the order waits for its hex.
import { hexName, t } from "../core/words";
import { Cite } from "../parts/rule";
import { called } from "./say";
import { type BattleStore, HEX } from "./store";
import type { Piece } from "./types";

/** Bore Sighted Locations of the scenario's defender, hexes Pre-Registered for a battery. */
export function SecretNotes({ store }: { store: BattleStore }) {
  const side = store.board.sides.find((one) => one.id === store.seat);
  const { secrets, batteries } = store.view.value;
  const chosen = store.piece(store.selected.value);
  const sights = side?.defends && chosen && canBoreSight(store, chosen) ? chosen : null;
  const registered = secrets.filter((one) => one.kind === "pre-registered").length;
  const left = (side?.pre_registered ?? 0) - registered;
  const own = left > 0 ? batteries.filter((one) => one.side === store.seat) : [];
  const several = own.length > 1;
  if (!sights && !own.length && !secrets.length) return null;
  return (
    <section class="stack" aria-label={t("web.battle.notes")} data-test="notes">
      <h3>{t("web.battle.notes")}</h3>
      {secrets.length > 0 && (
        <ul class="plain-list small">
          {secrets.map((one, i) => (
            <li key={i}>
              {one.sight
                ? t("web.battle.notes.sighted", {
                    weapon: called(store, one.sight.weapon),
                    hex: hexName(one.hex),
                  })
                : t("web.battle.notes.registered", { hex: hexName(one.hex) })}{" "}
              <Cite rule={one.sight ? "C6.42" : "C1.73"} />
            </li>
          ))}
        </ul>
      )}
      <p class="row">
        {sights && (
          <Note
            store={store}
            begun={`boresight ${sights.id} at ${HEX}`}
            name={t("web.battle.notes.bore_sight")}
          />
        )}
        {own.map(({ name: battery }) => (
          <Note
            key={battery}
            store={store}
            begun={`preregister ${HEX}${several ? ` for ${battery}` : ""}`}
            name={t("web.battle.notes.pre_register", { battery, count: left })}
          />
        ))}
      </p>
      {store.handTo.value && <p class="notice">{t("web.battle.hand.click")}</p>}
    </section>
  );
}

/** What stands already and has a barrel; whether it may the rules say. */
const canBoreSight = (store: BattleStore, piece: Piece): boolean =>
  piece.place.type === "spot" && piece.piece !== "men" && store.card(piece)?.fires === true;

function Note({ store, begun, name }: { store: BattleStore; begun: string; name: string }) {
  return (
    <button
      type="button"
      class="button small"
      aria-pressed={store.handTo.value === begun}
      onClick={() => {
        store.handTo.value = store.handTo.peek() === begun ? null : begun;
      }}
    >
      {name}
    </button>
  );
}
