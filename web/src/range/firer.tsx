// Who fires: a counter of the catalogue, or figures of one's own.
import { useMemo } from "preact/hooks";
import { GUNNERS } from "../api/nations";
import { ammoName, army, t } from "../core/words";
import { Choice, Stepper } from "./fields";
import { CounterPicker } from "./picker";
import { States } from "./states";
import { arm, counters, order, put, search, weapon } from "./store";
import type { Counter, Figures } from "./types";
import { FIRER, PARTY } from "./vocabulary";

const OWN: Figures = {
  name: "75L",
  caliber: 75,
  barrel: "L",
  kind: "AT",
  mount: "NT",
  nation: "german",
  rof: 2,
};
const BARRELS = ["", "*", "L", "LL"];
const KINDS = ["AT", "INF", "ART", "AA", "MTR", "RCL", "MG", "ATR"];
const MOUNTS = ["NT", "T", "ST", "RST", "1MT"];
const MARKS = [
  "vehicular",
  "armored",
  "open_topped",
  "sw",
  "circled_b",
  "no_ap",
  "no_he",
  "no_intensive_fire",
  "gyro",
];
const AMMO = ["APCR", "APDS", "HEAT", "Canister", "SMOKE", "WP"];

/** Entering a hex counts in these phases alone. */
const AFTER_A_MOVE = new Set(["MPh", "AFPh"]);

function EnteredTooEarly() {
  const { firer, phase } = order.value;
  if (!firer.entered_new_hex || AFTER_A_MOVE.has(phase)) return null;
  return <p class="notice small">{t("web.range.entered_phase")}</p>;
}

export function FirerPanel() {
  const given = order.value.weapon;
  const own = typeof given === "object";
  const firing = useMemo(() => (counters.value ?? []).filter((one) => one.fires), [counters.value]);
  // A weapon of one's own has no counter; what its states may be follows from its figures.
  const stands: Counter | null = own
    ? ({ kind: given.vehicular ? "vehicle" : given.sw ? "sw" : "gun" } as Counter)
    : weapon.value;
  return (
    <section class="panel stack" aria-labelledby="range-firer">
      <div class="row between">
        <h2 id="range-firer">{t("web.range.firer")}</h2>
        <button
          type="button"
          class="button small quiet"
          onClick={() => arm(own ? "PzKpfw IVH" : OWN)}
        >
          {t(own ? "web.range.from_catalogue" : "web.range.own_figures")}
        </button>
      </div>
      {own ? (
        <OwnWeapon given={given} />
      ) : (
        <CounterPicker
          label={t("web.range.choose_weapon")}
          counters={firing}
          chosen={weapon.value}
          onChoose={(one) => arm(one.id)}
        />
      )}
      <States
        group="firer"
        fields={FIRER}
        counter={stands}
        values={order.value.firer}
        search={search.value}
        onChange={(field, value) => put("firer", field, value)}
      />
      <EnteredTooEarly />
      {stands?.kind === "sw" && (
        <div class="stack party">
          <h3>{t("web.range.party")}</h3>
          <States
            group="party"
            fields={PARTY}
            counter={stands}
            values={order.value.party ?? {}}
            search={search.value}
            onChange={(field, value) => put("party", field, value)}
          />
        </div>
      )}
    </section>
  );
}

/** The figures as they stand on a counter. */
function OwnWeapon({ given }: { given: Figures }) {
  const figures: Record<string, unknown> = given;
  const set = (field: string, value: unknown) => {
    const next: Record<string, unknown> = { ...given, [field]: value };
    if (value === undefined || value === false) delete next[field];
    arm(next as Figures);
  };
  const plain = (list: string[]) => list.map((one) => [one, one || "–"] as const);
  const ammo = (given.ammo ?? {}) as Record<string, number | null>;
  const number = (field: string, empty: number | undefined, min: number, max: number) => (
    <label class="field">
      <span>{t(`web.figure.${field}`)}</span>
      <input
        class="input num"
        type="number"
        min={min}
        max={max}
        placeholder="–"
        value={figures[field] === undefined ? (empty ?? "") : String(figures[field])}
        onChange={(event) => {
          const text = event.currentTarget.value;
          set(field, text === "" ? undefined : Number(text));
        }}
      />
    </label>
  );
  return (
    <div class="stack own-weapon">
      <div class="fields">
        <label class="field">
          <span>{t("web.figure.name")}</span>
          <input
            class="input"
            maxLength={40}
            value={given.name}
            onChange={(event) => set("name", event.currentTarget.value)}
          />
        </label>
        {number("caliber", 75, 7, 420)}
        <Choice
          label={t("web.figure.barrel")}
          value={String(given.barrel ?? "")}
          options={BARRELS.map((one) => [one, one || t("web.figure.normal")] as const)}
          onChange={(value) => set("barrel", value)}
        />
        <Choice
          label={t("web.figure.kind")}
          value={String(given.kind)}
          options={plain(KINDS)}
          onChange={(value) => set("kind", value)}
        />
        <Choice
          label={t("web.figure.mount")}
          value={String(given.mount)}
          options={plain(MOUNTS)}
          onChange={(value) => set("mount", value)}
        />
        <Choice
          label={t("web.range.nation")}
          value={String(given.nation).toLowerCase()}
          options={GUNNERS.map((one) => [one, army(one)] as const)}
          onChange={(value) => set("nation", value)}
        />
        <Stepper
          label={t("web.figure.rof")}
          value={Number(given.rof ?? 0)}
          min={0}
          max={3}
          onChange={(value) => set("rof", value)}
        />
        {number("b", 12, 5, 12)}
        {number("x", undefined, 5, 12)}
        {number("ife", undefined, 1, 30)}
        {number("min_range", undefined, 0, 200)}
        {number("max_range", undefined, 1, 400)}
      </div>
      <div class="switches">
        {MARKS.map((mark) => (
          <button
            type="button"
            key={mark}
            class="switch"
            role="switch"
            aria-checked={Boolean(figures[mark])}
            onClick={() => set(mark, !figures[mark])}
          >
            <i aria-hidden="true" />
            {t(`web.figure.${mark}`)}
          </button>
        ))}
      </div>
      <fieldset>
        <legend>{t("web.figure.ammo")}</legend>
        <div class="fields ammo">
          {AMMO.map((name) => (
            <label class="field" key={name}>
              <span>{ammoName(name)}</span>
              <input
                class="input num"
                type="number"
                min={2}
                max={12}
                placeholder="–"
                value={ammo[name] ?? ""}
                onChange={(event) => {
                  const next = { ...ammo };
                  if (event.currentTarget.value === "") delete next[name];
                  else next[name] = Number(event.currentTarget.value);
                  set("ammo", Object.keys(next).length ? next : undefined);
                }}
              />
            </label>
          ))}
        </div>
      </fieldset>
    </div>
  );
}
