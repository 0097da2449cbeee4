// What each family of exclusive rules can say, key by key: the forms are made from this.
import type { Family } from "./exclusive";

export type Field = { key: string; label?: string } & (
  | { kind: "text" | "unit" | "change" | "costs" | "hex" | "crossing" | "results" }
  | { kind: "counts"; fresh: string }
  | { kind: "units" | "hexes" | "turns" | "markers" | "drift" | "words" }
  | { kind: "number"; least?: number; most?: number }
  | { kind: "flag"; otherwise: boolean }
  | { kind: "pick"; options: readonly string[] }
  | { kind: "some"; options: readonly string[] }
  | { kind: "side" }
  | { kind: "kinds"; of: "terrain" | "hexside" }
  | { kind: "by_side"; of: "number" | "change" | "hexes" | "per_turn"; least?: number }
  | { kind: "table"; fields: readonly Field[] }
  | { kind: "sides"; fields: readonly Field[] }
  | { kind: "list"; fields: readonly Field[] }
);

const EFFECT: Field[] = [
  { key: "attack", kind: "change" },
  { key: "defence", kind: "change" },
  { key: "movement", kind: "change" },
  { key: "foot", kind: "change" },
  { key: "mobile", kind: "change" },
  { key: "may_attack", kind: "flag", otherwise: true },
];

/** What every rule says of itself; its name stands apart. */
export const COMMON: Field[] = [
  { key: "rule", kind: "text" },
  { key: "optional", kind: "pick", options: ["no", "on", "off"] },
];

export const FIELDS: Record<Family, readonly Field[]> = {
  conditions: [
    { key: "turns", kind: "turns" },
    ...EFFECT,
    { key: "support", kind: "by_side", of: "change" },
    { key: "shift", kind: "by_side", of: "number", least: -9 },
    { key: "barrages", kind: "flag", otherwise: true },
    { key: "zoc", kind: "flag", otherwise: true },
    { key: "landings", kind: "flag", otherwise: true },
    { key: "without", kind: "words" },
    { key: "terrain", kind: "costs", label: "terrain_costs" },
    { key: "hexside", kind: "costs", label: "hexside_costs" },
    { key: "ignores", kind: "kinds", of: "hexside" },
    { key: "roads", kind: "pick", options: ["road", "trail", "none"], label: "road_worth" },
    { key: "trails", kind: "flag", otherwise: true },
  ],
  weather: [
    { key: "die", kind: "text" },
    { key: "turns", kind: "turns", label: "turns_rolled" },
    { key: "results", kind: "results" },
  ],
  supply: [
    { key: "ezoc", kind: "pick", options: ["friends_open", "blocks", "free"] },
    { key: "exempt", kind: "units" },
    { key: "first_turn", kind: "number", least: 1 },
    {
      key: "",
      kind: "sides",
      fields: [
        { key: "sources", kind: "hexes" },
        { key: "source_units", kind: "units" },
        { key: "length", kind: "number", least: 1 },
        { key: "measure", kind: "pick", options: ["hexes", "mp"] },
        { key: "class", kind: "pick", options: ["foot", "mobile"] },
        { key: "roads", kind: "flag", otherwise: false, label: "line_roads" },
      ],
    },
    {
      key: "stages",
      kind: "list",
      fields: [
        ...EFFECT,
        { key: "loss", kind: "pick", options: ["none", "reduced", "eliminated"] },
      ],
    },
  ],
  command: [
    ...EFFECT,
    {
      key: "headquarters",
      kind: "list",
      fields: [
        { key: "unit", kind: "unit" },
        { key: "radius", kind: "number" },
        { key: "commands", kind: "units" },
      ],
    },
  ],
  landing: [
    { key: "units", kind: "units", label: "late_units" },
    { key: "drift", kind: "drift" },
    { key: "rough", kind: "kinds", of: "terrain" },
    { key: "in_ezoc", kind: "flag", otherwise: false },
  ],
  entering: [
    { key: "units", kind: "units", label: "late_units" },
    { key: "pays", kind: "flag", otherwise: true },
  ],
  replacements: [
    { key: "points", kind: "by_side", of: "per_turn" },
    { key: "kept", kind: "flag", otherwise: false, label: "points_kept" },
    { key: "restore", kind: "number", least: 1 },
    { key: "rebuild", kind: "number", least: 1 },
    { key: "hexes", kind: "by_side", of: "hexes", label: "hexes_back" },
    { key: "units", kind: "units", label: "units_or_all" },
  ],
  works: [
    { key: "markers", kind: "by_side", of: "number", label: "works_markers" },
    { key: "units", kind: "units", label: "units_or_all" },
    { key: "not_in", kind: "kinds", of: "terrain" },
    { key: "exempt", kind: "flag", otherwise: false, label: "works_exempt" },
    { key: "kept", kind: "flag", otherwise: true, label: "works_kept" },
  ],
  draw: [],
  stacking: [
    { key: "limit", kind: "by_side", of: "number", least: 1 },
    { key: "counts", kind: "counts", fresh: "size:X" },
    { key: "terrain", kind: "counts", label: "terrain_limits", fresh: "clear" },
    { key: "together", kind: "pick", options: ["any", "formation"] },
  ],
  shifts: [
    { key: "side", kind: "side", label: "attacking_side" },
    { key: "columns", kind: "number", least: -9, most: 9 },
    { key: "turns", kind: "turns", label: "turns_or_all" },
    { key: "attackers", kind: "units" },
    { key: "every", kind: "flag", otherwise: false },
    { key: "targets", kind: "units" },
    { key: "terrain", kind: "kinds", of: "terrain", label: "terrain_of_defender" },
    { key: "hexes", kind: "hexes", label: "hexes_of_defender" },
    { key: "only", kind: "pick", options: ["all", "combats", "barrages"] },
  ],
  bridges: [
    { key: "id", kind: "text" },
    { key: "at", kind: "crossing" },
    { key: "state", kind: "pick", options: ["intact", "blown"] },
    { key: "blown_by", kind: "side" },
    { key: "when", kind: "pick", options: ["order", "approach"] },
    { key: "chance", kind: "number", least: 1, most: 6 },
    { key: "guarded", kind: "flag", otherwise: true },
    { key: "capture", kind: "flag", otherwise: true },
    { key: "built_by", kind: "units" },
  ],
  arrivals: [
    { key: "units", kind: "units", label: "late_units" },
    { key: "chance", kind: "number", least: 1, most: 6, label: "chance_arrival" },
    {
      key: "holds",
      kind: "table",
      fields: [
        { key: "hex", kind: "hex" },
        { key: "side", kind: "side" },
      ],
    },
    {
      key: "lost",
      kind: "table",
      fields: [
        { key: "side", kind: "side" },
        { key: "value", kind: "number", least: 1 },
      ],
    },
  ],
  markers: [
    { key: "markers", kind: "markers" },
    { key: "kind", kind: "text", label: "marker_kind" },
    { key: "range", kind: "number" },
    { key: "near", kind: "hexes" },
    { key: "near_units", kind: "units" },
    { key: "not_in", kind: "kinds", of: "terrain" },
    { key: "uses", kind: "some", options: ["attack", "defence", "barrage", "counter"] },
    { key: "park", kind: "hex" },
  ],
};
