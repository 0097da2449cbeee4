// Boards, hexes, terrain and units in the reader's words.
import { army, has, t } from "../core/words";
import type { BoardHex, Marker, Unit } from "./types";

export function boardName(name: string, own = ""): string {
  const key = `web.board.${name}`;
  if (has(key)) return t(key);
  const parts = name.split(/[ /;]+/);
  if (parts.length > 1) return parts.map((part) => boardName(part, own)).join(" + ");
  if (has(key.replace(/r$/, ""))) {
    return t("web.sight.turned", { board: t(key.replace(/r$/, "")) });
  }
  return name.startsWith("up-") ? own || t("web.sight.own_board") : name;
}

/** A terrain or counter by its tag. */
export function terrainName(tag: string | null): string {
  if (!tag) return "";
  for (const room of ["web.sight.marker", "sight.counter", "sight.terrain"]) {
    if (has(`${room}.${tag}`)) return t(`${room}.${tag}`);
  }
  return tag.replaceAll("_", " ");
}

export function hexSentence(hex: BoardHex | undefined): string {
  if (!hex) return "";
  return t("web.sight.hex", {
    hex: hex.label,
    terrain: terrainName(hex.terrain),
    level: hex.base,
    levels: hex.levels.join(" "),
  });
}

export const sideName = (side: string): string =>
  side === "enemy" ? t("web.mission.enemy") : army(side);

/** What stands on a counter, else what kind of unit it is. */
export const unitName = (unit: Unit): string => unit.name || t(`web.unit.${unit.kind}`);

/** The hexside or the vertex of a unit in bypass, by the hexes that meet there. */
export const bypassName = ({ hex, bypass, vertex }: Unit): string =>
  [hex, bypass, vertex].filter(Boolean).join(vertex ? "/" : "-");

export const markerSentence = (marker: Marker): string =>
  marker.to ? `${terrainName(marker.kind)} ${marker.hex}-${marker.to}` : terrainName(marker.kind);

export function unitSentence(unit: Unit): string {
  const states = (["broken", "pinned", "concealed", "hidden", "moving", "bogged"] as const)
    .filter((state) => unit[state])
    .map((state) => t(`web.unit.${state}`));
  return [
    `${unitName(unit)} (${unit.id})`,
    sideName(unit.side),
    unit.hex,
    ...(unit.level ? [t("web.sight.at_level", { level: unit.level })] : []),
    ...(unit.bypass ? [t("web.sight.in_bypass", { where: bypassName(unit) })] : []),
    ...states,
  ].join(", ");
}
