// Smoke, wrecks, fire for effect: choose one, click a hex; click again and it is gone.
import { signal } from "@preact/signals";
import { t } from "../core/words";
import { terrainName } from "./names";
import { change, mark, situation } from "./store";
import { MARKERS, type Marker, type MarkerKind } from "./types";

const kind = signal<MarkerKind>("smoke");
const drm = signal("");
const burning = signal(false);
/** A breach is on a hexside: the first click names the hex, the second the one across. */
export const breachFrom = signal("");

const hinders = (one: MarkerKind) => one !== "breach" && one !== "roadblock";

export function clickMarkers(label: string): void {
  if (kind.peek() === "breach") {
    const hex = breachFrom.peek();
    breachFrom.value = hex ? "" : label;
    if (hex && hex !== label) mark({ kind: "breach", hex, to: label });
    return;
  }
  const marker: Marker = { kind: kind.peek(), hex: label };
  if (hinders(marker.kind) && drm.peek() !== "") marker.drm = Number(drm.peek());
  if (kind.peek() === "wreck" && burning.peek()) marker.burning = true;
  if (kind.peek() === "ffe") marker.id = "ffe";
  mark(marker);
}

export function MarkersTab() {
  const { markers } = situation.value;
  return (
    <>
      <section class="panel stack" aria-label={t("web.sight.markers")}>
        <div class="choices">
          {MARKERS.map((one) => (
            <button
              type="button"
              class="choice"
              key={one}
              aria-pressed={kind.value === one}
              onClick={() => {
                kind.value = one;
                breachFrom.value = "";
              }}
            >
              {terrainName(one)}
            </button>
          ))}
        </div>
        {hinders(kind.value) && (
          <div class="fields two">
            <label class="field">
              <span>{t("web.sight.marker_drm")}</span>
              <input
                class="input"
                type="number"
                min={0}
                max={6}
                placeholder={t("web.sight.usual")}
                value={drm.value}
                onInput={(event) => {
                  drm.value = event.currentTarget.value;
                }}
              />
            </label>
            {kind.value === "wreck" && (
              <label class="check low">
                <input
                  type="checkbox"
                  checked={burning.value}
                  onChange={(event) => {
                    burning.value = event.currentTarget.checked;
                  }}
                />
                {t("web.sight.burning")}
              </label>
            )}
          </div>
        )}
        <p class="small muted">
          {kind.value !== "breach"
            ? t("web.sight.marker_how")
            : breachFrom.value
              ? t("web.sight.breach_to", { hex: breachFrom.value })
              : t("web.sight.breach_from")}
        </p>
      </section>
      {markers.length === 0 ? (
        <p class="empty">{t("web.sight.no_markers")}</p>
      ) : (
        <section class="panel" aria-label={t("web.sight.markers")}>
          <ul class="unit-list">
            {markers.map((marker, i) => (
              <li key={i} class="row">
                <b class="num">
                  {marker.hex}
                  {marker.to && `-${marker.to}`}
                </b>
                <span class="grow">
                  {terrainName(marker.kind)}
                  {marker.drm != null && ` +${marker.drm}`}
                  {marker.burning && ` · ${t("web.sight.burning")}`}
                </span>
                <button
                  type="button"
                  class="button small quiet warn"
                  onClick={() =>
                    change((given) => ({
                      ...given,
                      markers: given.markers.filter((_, at) => at !== i),
                    }))
                  }
                >
                  {t("web.sight.remove")}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
