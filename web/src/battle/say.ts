// How things of a battle are called.
import type { FireCounter } from "../api/types";
import { has, spoken, t } from "../core/words";
import { sideName } from "../table/say";
import { type Order, pieceOf, TO_SPINE } from "./orders";
import { carriedBy, spineName } from "./places";
import type { BattleStore } from "./store";
import type { Piece } from "./types";

/** What a counter is called, with its name on the table. */
export function called(store: BattleStore, id: string): string {
  if (id.includes("+"))
    return id
      .split("+")
      .map((one) => called(store, one))
      .join(" + ");
  const piece = store.piece(pieceOf(id));
  if (!piece || piece.piece === "dummy") return id;
  const name = store.card(piece)?.name;
  const arm = id.includes(".") ? ` ${id.split(".")[1]}` : "";
  return name ? `${name}${arm} (${piece.id})` : id;
}

const STATES: [keyof Piece, string][] = [
  ["broken", "broken"],
  ["pinned", "pinned"],
  ["wounded", "wounded"],
  ["dm", "dm"],
  ["cx", "cx"],
  ["ti", "ti"],
  ["limbered", "limbered"],
  ["stunned", "stunned"],
  ["abandoned", "abandoned"],
];

/** What the fire counter on somebody or something is called. */
const fireCounter = (marker: FireCounter): string =>
  t(`gunnery.marker.${marker === "No Fire" ? "NO_FIRE" : marker.split(" ")[0]!.toUpperCase()}`);

/** The states of a piece in words. */
export function statesOf(store: BattleStore, piece: Piece): string[] {
  const states = STATES.filter(([field]) => piece[field]).map(([, word]) =>
    t(`battle.state.${word}`),
  );
  if (piece.veil !== "known" && piece.piece !== "dummy")
    states.push(t(`battle.state.${piece.veil}`));
  if (piece.piece === "vehicle") {
    if (piece.wreck) states.push(t(`battle.state.${piece.wreck}`));
    else {
      if (store.card(piece)?.armored) states.push(piece.ce ? "CE" : t("battle.state.bu"));
      if (piece.drive === "motion") states.push(t("battle.state.motion"));
      if (piece.drive === "non-stopped") states.push(t("battle.state.non_stopped"));
      if (piece.hull !== "mobile") states.push(t("battle.state.immobile"));
      if (piece.shock && piece.shock !== "none") states.push(t("battle.state.shock"));
    }
  }
  if (store.view.value.walls.holders.includes(piece.id)) states.push(t("battle.state.wa"));
  if (piece.marker) states.push(fireCounter(piece.marker));
  for (const service of piece.services ?? (piece.service ? [piece.service] : [])) {
    if (service.marker) states.push(fireCounter(service.marker));
    if (service.state !== "working")
      states.push(t(`battle.weapon.${service.state.toUpperCase().replace(" ", "_")}`));
    for (const held of service.acquired ?? [])
      states.push(t("battle.state.acquired", { drm: held.drm, hex: held.hex }));
  }
  if (piece.pf) states.push(t("battle.state.pf", { count: piece.pf }));
  if (piece.by) states.push(t("battle.state.by", { id: called(store, piece.by) }));
  return states;
}

/** What becomes of a target at the worst: things are killed, men eliminated. */
export const lost = (store: BattleStore, target: string): "kill" | "eliminate" =>
  store.piece(target)?.piece === "men" ? "eliminate" : "kill";

/** A piece in a full sentence. */
export function pieceSentence(store: BattleStore, piece: Piece): string {
  const side = sideName(store.board, piece.side);
  const with_ = carriedBy(store.view.value, piece.id).map((one) => called(store, one.id));
  const words = [...statesOf(store, piece), ...with_];
  const name = piece.piece === "dummy" ? "?" : called(store, piece.id);
  return t("web.battle.piece", {
    name,
    side,
    states: words.length ? `${t("web.unit.states")}${words.join(t("core.list_comma"))}` : "",
  });
}

/** A hex in a full sentence: its ground, who stands there, what may be done about it. */
export function hexSentence(store: BattleStore, label: string): string {
  const hex = store.places.get(label);
  const terrain = hex
    ? has(`sight.terrain.${hex.terrain}`)
      ? t(`sight.terrain.${hex.terrain}`)
      : hex.terrain
    : "";
  const parts = [
    `${label}${terrain ? t("web.map.comma") + terrain.replaceAll("_", " ") : ""}`,
    ...(store.stacks.value.get(label) ?? []).map((piece) => pieceSentence(store, piece)),
    ...store.view.value.residual
      .filter((one) => one.hex === label)
      .map(({ fp }) => t("web.battle.residual", { fp })),
  ];
  return parts.join("; ");
}

/** What an order does, as its button says; typed words where the page knows no better. */
export function orderName(store: BattleStore, order: Order): string {
  const cover = order.verb === "stand" && order.said.tem ? ".tem" : "";
  const key = `web.battle.do.${order.verb}${cover}`;
  if (!has(key)) return spoken("battle", order.text);
  const goal = order.said.to ?? order.said.at ?? order.said.for ?? "";
  const to = TO_SPINE.has(order.verb)
    ? spineName(store.board.drawn, store.hexOf(pieceOf(order.unit)) ?? "", Number(goal))
    : goal;
  return t(key, { unit: order.unit ? called(store, order.unit) : "", to });
}
