// The states of a shot as named switches, grouped as a player thinks of them.
import { t } from "../core/words";
import type { Counter, Order } from "./types";

interface Switch {
  field: string;
  rule?: string;
  /** For which weapons or targets it means anything. */
  when?: (counter: Counter) => boolean;
}

const vehicle = (one: Counter) => one.kind === "vehicle";
const gun = (one: Counter) => one.kind === "gun";
const men = (one: Counter) => one.kind === "mmc" || one.kind === "smc";

export const FIRER: Switch[] = [
  { field: "bu", when: vehicle },
  { field: "entered_new_hex", when: vehicle },
  { field: "motion", when: vehicle },
  { field: "non_stopped", when: vehicle },
  { field: "gyro_in_use", when: vehicle },
  { field: "stunned", when: vehicle },
  { field: "in_building" },
  { field: "pinned", when: (one) => !vehicle(one) },
  { field: "opportunity_fire", when: (one) => !vehicle(one) },
  { field: "intensive_fire" },
  { field: "captured" },
  { field: "non_qualified", when: (one) => !vehicle(one) },
  { field: "inexperienced" },
  { field: "limbered", when: gun },
];

export const TARGET: Switch[] = [
  { field: "moving", when: vehicle },
  { field: "motion", when: vehicle },
  { field: "hd", when: vehicle },
  { field: "immobile", when: vehicle },
  { field: "ce", when: vehicle },
  { field: "concealed" },
  { field: "hidden" },
  { field: "ffnam", when: men },
  { field: "ffmo", when: men },
  { field: "hazardous", when: men },
  { field: "dashing", when: men },
  { field: "emplaced", when: gun },
  { field: "broken", when: (one) => !vehicle(one) },
];

export const SITUATION = ["bore_sighted", "elite", "deliberate_immobilization", "ife"];

export const TERRAINS = [
  "open_ground",
  "woods",
  "brush",
  "orchard",
  "grain",
  "building_wooden",
  "building_stone",
  "rubble_stone",
  "wall",
  "hedge",
  "foxhole",
  "trench",
  "shellholes",
  "graveyard",
  "marsh",
  "crags",
];

interface Props {
  group: "firer" | "target" | "shot";
  fields: string[];
  order: Order;
  onChange: (group: "firer" | "target" | "shot", field: string, value: unknown) => void;
}

export function fieldsFor(list: Switch[], counter: Counter | null): string[] {
  return list.filter((one) => !one.when || (counter && one.when(counter))).map((one) => one.field);
}

export function Switches({ group, fields, order, onChange }: Props) {
  const holder = group === "shot" ? order : (order[group] as Record<string, unknown>);
  return (
    <div class="switches">
      {fields.map((field) => (
        <button
          type="button"
          key={field}
          class="switch"
          role="switch"
          aria-checked={Boolean(holder[field])}
          onClick={() => onChange(group, field, holder[field] ? undefined : true)}
        >
          <i aria-hidden="true" />
          {t(`web.switch.${group}.${field}`)}
        </button>
      ))}
    </div>
  );
}
