// Every state that an order to fire knows (docs/shot.md), as switches, numbers and choices. What is
// common stands in front; the rest is found by a word or unfolded.
import { GUNNERS } from "../api/nations";
import type { Counter } from "./types";

export type Group = "firer" | "target" | "shot" | "party" | "canister";

interface Base {
  field: string;
  /** Shown without unfolding. */
  common?: boolean;
  /** For which weapons or targets it means anything. */
  when?: (counter: Counter) => boolean;
}

export interface SwitchField extends Base {
  kind: "switch";
  /** What the switch says when it is on; most say true. */
  on?: boolean;
}

export interface NumberField extends Base {
  kind: "number";
  min: number;
  max: number;
  step?: number;
  /** What it is if nothing is said; without one the field may stay empty. */
  rest?: number;
}

export interface ChoiceField extends Base {
  kind: "choice";
  options: readonly string[];
  /** Texts of the options: `${words}.${option}`. */
  words: string;
  /** The options are written as they are. */
  plain?: boolean;
}

export interface TextField extends Base {
  kind: "text";
  /** Several names with commas between. */
  list?: boolean;
}

export type Field = SwitchField | NumberField | ChoiceField | TextField;

const vehicle = (one: Counter) => one.kind === "vehicle";
const gun = (one: Counter) => one.kind === "gun";
const men = (one: Counter) => one.kind === "mmc" || one.kind === "smc";
const onFoot = (one: Counter) => !vehicle(one);
const light = (one: Counter) => one.kind === "sw";

const flip = (field: string, when?: Base["when"], common = false, on = true): SwitchField => ({
  kind: "switch",
  field,
  when,
  common,
  on,
});
const count = (
  field: string,
  min: number,
  max: number,
  more: Partial<NumberField> = {},
): NumberField => ({ kind: "number", field, min, max, ...more });
const choose = (
  field: string,
  options: readonly string[],
  words: string,
  more: Partial<ChoiceField> = {},
): ChoiceField => ({ kind: "choice", field, options, words, ...more });

export const TERRAINS = [
  "open_ground",
  "woods",
  "brush",
  "orchard",
  "grain",
  "building_wooden",
  "building_stone",
  "rubble_wooden",
  "rubble_stone",
  "wall",
  "hedge",
  "bocage",
  "foxhole",
  "trench",
  "pillbox",
  "shellholes",
  "graveyard",
  "vineyard",
  "olive_grove",
  "cactus_patch",
  "marsh",
  "crag",
  "gully",
  "stream",
] as const;

export const FIRER: Field[] = [
  flip("bu", vehicle, true),
  flip("entered_new_hex", vehicle, true),
  flip("motion", vehicle, true),
  flip("non_stopped", vehicle, true),
  flip("gyro_in_use", vehicle, true),
  flip("stunned", vehicle, true),
  flip("shocked", vehicle),
  flip("pinned", onFoot, true),
  flip("opportunity_fire", onFoot, true),
  flip("intensive_fire", undefined, true),
  flip("captured", undefined, true),
  flip("non_qualified", onFoot),
  flip("inexperienced"),
  flip("limbered", gun, true),
  flip("portee", gun),
  flip("low_ammo"),
  flip("ovr_prevention", onFoot),
  flip("fired_from_here"),
  flip("bypassing"),
  flip("bypass_tca_through_side", vehicle),
  flip("passenger", onFoot),
  flip("on_woods_road"),
  flip("confined"),
  flip("cx", onFoot),
  flip("encircled", onFoot),
  flip("hero", onFoot),
  flip("on_wire", onFoot),
  flip("known_enemy_in_hex", gun),
  flip("spotted"),
  flip("spotter_leader"),
  flip("friends_fired"),
  flip("thrown", onFoot),
  flip("aerial"),
  flip("desperation", light),
  flip("cowers", onFoot),
  flip("crew_moved", gun),
  flip("spraying"),
  flip("snap_shot"),
  flip("fire_lane"),
  count("hexspines_turned", 0, 3, { rest: 0, common: true }),
  choose("turned", ["TCA", "VCA", "CA"], "", { plain: true, common: true }),
  count("leadership", -3, 2, { rest: 0, common: true }),
  choose("terrain", TERRAINS, "web.terrain", { common: true }),
  count("level", -3, 10, { rest: 0 }),
  count("mp_target_in_los", 0, 40, { step: 0.5, when: vehicle }),
  count("mp_since_shot", 0, 40, { step: 0.5, when: vehicle }),
  count("shots_this_phase", 0, 6, { rest: 0 }),
  count("smoke_shots", 0, 6, { rest: 0 }),
  count("area_fire_status", 0, 4, { rest: 0 }),
  count("overstacked", 0, 6, { rest: 0 }),
  count("morale", 2, 10, { when: onFoot }),
  count("ccv", 0, 12, { when: onFoot }),
  { kind: "text", field: "hex" },
  { kind: "text", field: "ca" },
  choose("marker", ["Prep Fire", "First Fire", "Final Fire", "Intensive Fire", "No Fire"], "", {
    plain: true,
  }),
];

export const TARGET: Field[] = [
  flip("moving", vehicle, true),
  flip("motion", vehicle, true),
  flip("hd", vehicle, true),
  flip("immobile", vehicle, true),
  flip("ce", vehicle, true),
  flip("entered_new_hex", vehicle),
  flip("vbm", vehicle),
  flip("began_in_motion", vehicle),
  flip("non_stopped", vehicle),
  flip("concealed", undefined, true),
  flip("hidden", undefined, true),
  flip("ffnam", men, true),
  flip("ffmo", men, true),
  flip("hazardous", men, true),
  flip("dashing", men, true),
  flip("emplaced", gun, true),
  flip("crewed", gun, true, false),
  flip("gunshield", gun),
  flip("in_gun_ca", gun, false, false),
  flip("broken", onFoot, true),
  flip("unit_pinned", onFoot),
  flip("in_pillbox", onFoot),
  flip("in_marsh"),
  flip("wading"),
  flip("trail_break", vehicle),
  flip("air_burst"),
  flip("in_los", undefined, false, false),
  flip("obscured"),
  flip("moved_to_draw_fire", undefined, false, false),
  flip("friendly"),
  flip("too_close"),
  choose("terrain", TERRAINS, "web.terrain", { common: true }),
  choose("ground", TERRAINS, "web.terrain"),
  count("mp_in_los", 0, 40, { step: 0.5, when: vehicle, common: true }),
  choose("turret_facing", ["front", "side", "rear"], "web.range.facing", { when: vehicle }),
  count("tem", -3, 6),
  count("tem_kept", 0, 6, { rest: 0 }),
  count("hindrance", 0, 6),
  count("level", -3, 10, { rest: 0 }),
  count("overstacked", 0, 6, { rest: 0 }),
  count("size", -3, 3),
  count("front_dr", 1, 6, { when: vehicle }),
  count("morale", 2, 10),
  { kind: "text", field: "location" },
  { kind: "text", field: "hex" },
  { kind: "text", field: "entered_from", when: vehicle },
  { kind: "text", field: "manning", when: gun },
  { kind: "text", field: "riders", list: true, when: vehicle },
  { kind: "text", field: "passengers", list: true, when: vehicle },
  flip("underbelly", vehicle),
  count("aerial_af", 0, 20, { when: vehicle }),
];

export const SHOT: Field[] = [
  flip("bore_sighted", undefined, true),
  flip("elite", undefined, true),
  flip("deliberate_immobilization", undefined, true),
  flip("ife", undefined, true),
  flip("small_arms", light),
  flip("illuminating"),
  choose("armament", ["MA", "SA", "CMG", "BMG", "RMG", "AAMG"], "", {
    plain: true,
    when: vehicle,
    common: true,
  }),
  choose("prefer", ["M", "N"], "web.range.prefer"),
  choose("theatre", ["E", "P"], "web.range.theatre"),
  choose("nation", GUNNERS, "core.army"),
  count("normal_range", 1, 40),
  count("mine_fp", 1, 36),
];

export const PARTY: Field[] = [
  choose("by", ["squad", "hs", "crew", "leader", "hero"], "fieldguns.hand", { common: true }),
  choose("how", ["plain", "case_c3", "desperation", "opportunity_fire"], "fieldguns.how", {
    common: true,
  }),
  choose(
    "position",
    [
      "open",
      "building",
      "rubble",
      "entrenchment",
      "pillbox",
      "vehicle",
      "factory",
      "rooftop",
      "cave",
    ],
    "web.range.position",
    { common: true },
  ),
  flip("check", undefined, true, false),
  flip("berserk"),
  flip("ti"),
  flip("good_order", undefined, false, false),
  flip("ssr"),
  flip("used_inherent_fp"),
  flip("subsequent_first_fire"),
  flip("directed_other_fire"),
  count("checks_made", 0, 3, { rest: 0 }),
  count("pf_left", 0, 20),
  count("floor", 0, 6),
  count("ec_drm", -3, 3, { rest: 0 }),
  flip("other_fire_this_phase"),
  { kind: "text", field: "others", list: true },
  { kind: "text", field: "bystanders", list: true },
  { kind: "text", field: "moved_bystanders", list: true },
  { kind: "text", field: "zone", list: true },
  { kind: "text", field: "choose_target" },
];

export const CANISTER: Field[] = [
  { kind: "text", field: "vertex", common: true },
  count("level", -3, 10, { common: true }),
  flip("obstacle", undefined, true),
  flip("vertex_in_los", undefined, true, false),
  { kind: "text", field: "building", common: true },
  count("levels", 1, 6, { common: true }),
  count("ground", -3, 10),
];

export const meant = (field: Field, counter: Counter | null): boolean =>
  !field.when || counter === null || field.when(counter);
