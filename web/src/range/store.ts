// The question of the gunnery range: one order to fire, in the words of `hexfire shot`. It stands in
// the address, so that a shot can be sent to a friend; the answer comes from the server alone.
import { batch, computed, effect, signal, untracked } from "@preact/signals";
import type { ShotReport } from "../api/types";
import { call } from "../core/api";
import { address, go } from "../core/router";
import type { Counter, Figures, Order, Target } from "./types";
import type { Group } from "./vocabulary";

export const FIRST: Order = {
  weapon: "PzKpfw IVH",
  target: { unit: "T-34 M43" },
  firer: {},
  range: 8,
  phase: "PFPh",
  date: "1943-07",
};

export const order = signal<Order>(FIRST);
export const counters = signal<Counter[] | null>(null);
export const report = signal<ShotReport | null>(null);
export const wrong = signal<unknown>(null);
export const rolled = signal<ShotReport | null>(null);
export const busy = signal(false);
/** A word that somebody looks for among the states. */
export const search = signal("");
/** Which target is looked at: 0 is the one aimed at. */
export const target = signal(0);

export const targets = computed<Target[]>(() => [
  order.value.target,
  ...(order.value.others ?? []),
]);
export const find = (name: unknown): Counter | null =>
  counters.value?.find((one) => one.id === name) ??
  counters.value?.find((one) => one.name === name) ??
  null;
export const weapon = computed(() =>
  typeof order.value.weapon === "string" ? find(order.value.weapon) : null,
);

function fromAddress(): Order {
  const text = address.peek().searchParams.get("shot");
  if (!text) return FIRST;
  try {
    const read = JSON.parse(text) as Partial<Order>;
    const aims = typeof read.target === "object" && read.target !== null;
    return read.weapon && aims ? ({ ...FIRST, firer: {}, ...read } as Order) : FIRST;
  } catch {
    return FIRST;
  }
}

let asked = 0;

/** Ask anew whenever the order changes. */
export function begin(): () => void {
  order.value = fromAddress();
  target.value = 0;
  call<Counter[]>("/api/tools/counters").then(
    (all) => {
      counters.value = all;
    },
    (error) => {
      wrong.value = error;
    },
  );
  return effect(() => {
    const given = order.value;
    const mine = ++asked;
    const slow = setTimeout(() => {
      busy.value = true;
    }, 400);
    untracked(() => go(`/shot?shot=${encodeURIComponent(JSON.stringify(given))}`, true));
    call<ShotReport>("/api/tools/shot", { body: { order: given } })
      .then(
        (told) => {
          if (mine !== asked) return;
          batch(() => {
            report.value = told;
            wrong.value = null;
          });
        },
        (error) => {
          if (mine !== asked) return;
          batch(() => {
            report.value = null;
            wrong.value = error;
          });
        },
      )
      .finally(() => {
        clearTimeout(slow);
        if (mine === asked) busy.value = false;
      });
  });
}

// -- changing the order ---------------------------------------------------------------------------

function become(next: Order): void {
  batch(() => {
    rolled.value = null;
    order.value = next;
  });
}

function with_<T extends object>(holder: T, field: string, value: unknown): T {
  const next = { ...holder } as Record<string, unknown>;
  if (value === undefined || value === "") delete next[field];
  else next[field] = value;
  return next as T;
}

/** Set a state of the shot, the firer, who serves the weapon, or the target that is looked at. */
export function put(group: Group, field: string, value: unknown): void {
  const now = order.peek();
  if (group === "shot") become(with_(now, field, value));
  else if (group === "target") {
    change(target.peek(), with_(targets.peek()[target.peek()] ?? {}, field, value));
  } else become({ ...now, [group]: with_(now[group] ?? {}, field, value) });
}

/** Another weapon: its ammunition and its firer's states are not the old one's. */
export function arm(given: string | Figures): void {
  const { ammo: _, target_type: __, party: ___, armament: ____, ...rest } = order.peek();
  become({ ...(rest as Order), weapon: given, firer: {} });
}

/** One of the targets becomes another. */
export function change(at: number, given: Target): void {
  const now = order.peek();
  if (at === 0) become({ ...now, target: given });
  else {
    const others = (now.others ?? []).map((one, i) => (i === at - 1 ? given : one));
    become({ ...now, others });
  }
}

/** Aim at something else: what was true of the old target need not be of the new. */
export function aim(at: number, given: Target): void {
  const { target_type: _, ...rest } = order.peek();
  batch(() => {
    order.value = rest as Order;
    change(at, given);
  });
}

export function addTarget(): void {
  const now = order.peek();
  const others = [...(now.others ?? []), { ...now.target }];
  batch(() => {
    become({ ...now, others });
    target.value = others.length;
  });
}

export function dropTarget(at: number): void {
  const now = order.peek();
  const left = targets.peek().filter((_, i) => i !== at);
  const { others: _, ...rest } = now;
  const more = left.length > 1 ? { others: left.slice(1) } : {};
  batch(() => {
    target.value = 0;
    become({ ...(rest as Order), target: left[0] ?? now.target, ...more });
  });
}

/** Everything at rest again; weapon, targets and range stay. */
export function reset(): void {
  const { weapon: fires, target: aimed, others, range, phase, date } = order.peek();
  const bare = (one: Target): Target => (one.unit ? { unit: one.unit } : one);
  become({
    weapon: fires,
    target: bare(aimed),
    firer: {},
    range,
    phase,
    date,
    ...(others ? { others: others.map(bare) } : {}),
  });
}
