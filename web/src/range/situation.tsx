// What lies between: range, hindrance, acquisition, phase, ammunition, date.
import { ammoName, t } from "../core/words";
import { signed } from "../parts/odds";
import { Choice, Stepper } from "./fields";
import { States } from "./states";
import { order, put, search, weapon } from "./store";
import { CANISTER, SHOT } from "./vocabulary";

const PHASES = ["PFPh", "MPh", "DFF", "DFPh", "AFPh"];

/** Ammunition as the counters print it, in the words an order takes. */
const PRINTED: Record<string, string> = {
  A: "APCR",
  D: "APDS",
  H: "HEAT",
  C: "Canister",
  s: "SMOKE",
  S: "SMOKE",
  WP: "WP",
};

function ammunition(): string[] {
  const given = order.value.weapon;
  const listed =
    typeof given === "object"
      ? Object.keys((given.ammo as object | undefined) ?? {})
      : (weapon.value?.ammo ?? []).map((printed) => PRINTED[printed] ?? printed);
  return [...new Set(["AP", "HE", ...listed])];
}

export function SituationPanel() {
  const given = order.value;
  return (
    <section class="panel stack" aria-labelledby="range-situation">
      <h2 id="range-situation">{t("web.range.situation")}</h2>
      <div class="fields">
        <Stepper
          label={t("web.range.range")}
          value={given.range}
          min={0}
          max={200}
          onChange={(value) => put("shot", "range", value)}
        />
        <Stepper
          label={t("web.range.hindrance")}
          value={Number(given.hindrance ?? 0)}
          min={0}
          max={6}
          onChange={(value) => put("shot", "hindrance", value || undefined)}
        />
        <Choice
          label={t("web.range.acquired")}
          value={String(given.acquisition ?? 0)}
          options={[0, -1, -2].map(
            (value) =>
              [String(value), value ? signed(value) : t("web.range.not_acquired")] as const,
          )}
          onChange={(value) => put("shot", "acquisition", Number(value) || undefined)}
        />
        <Choice
          label={t("web.range.phase")}
          value={given.phase}
          options={PHASES.map((phase) => [phase, t(`web.range.phase.${phase}`)] as const)}
          onChange={(value) => put("shot", "phase", value)}
        />
        <Choice
          label={t("web.range.ammo")}
          value={String(given.ammo ?? "")}
          options={["", ...ammunition()].map(
            (ammo) => [ammo, ammo ? ammoName(ammo) : t("web.range.best_known")] as const,
          )}
          onChange={(value) => put("shot", "ammo", value)}
        />
        <Choice
          label={t("web.range.type")}
          value={String(given.target_type ?? "")}
          options={[
            ["", t("web.range.best_known")],
            ...["Vehicle", "Infantry", "Area"].map(
              (type) => [type, t(`gunnery.type.${type}`)] as const,
            ),
          ]}
          onChange={(value) => put("shot", "target_type", value)}
        />
        <label class="field">
          <span>{t("web.range.date")}</span>
          <input
            class="input"
            type="month"
            min="1936-07"
            max="1953-07"
            value={given.date}
            onChange={(event) => put("shot", "date", event.currentTarget.value)}
          />
        </label>
      </div>
      <States
        group="shot"
        fields={SHOT}
        counter={weapon.value}
        values={given}
        search={search.value}
        onChange={(field, value) => put("shot", field, value)}
      />
      {given.ammo === "Canister" && (
        <div class="stack party">
          <h3>{t("web.range.canister")}</h3>
          <States
            group="canister"
            fields={CANISTER}
            counter={null}
            values={given.canister ?? {}}
            search={search.value}
            onChange={(field, value) => put("canister", field, value)}
          />
        </div>
      )}
    </section>
  );
}
