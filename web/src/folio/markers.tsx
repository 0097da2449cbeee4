// Support fire markers in hand, to be chosen.
import { t } from "../core/words";
import type { FolioStore } from "./store";
import type { MarkerView } from "./types";

/** The markers that a seat holds, as far as one may see them. */
export function markersOf(store: FolioStore, seat: string): MarkerView[] {
  const hand = store.view.value.markers[seat];
  return Array.isArray(hand) ? hand : [];
}

interface PickerProps {
  markers: MarkerView[];
  chosen: string[];
  onChange: (chosen: string[]) => void;
}

export function MarkerPicker({ markers, chosen, onChange }: PickerProps) {
  return (
    <fieldset>
      <legend>{t("web.barrage.markers")}</legend>
      <div class="choices-grid">
        {markers.map((marker) => (
          <button
            type="button"
            class="choice boxed num"
            key={marker.id}
            aria-pressed={chosen.includes(marker.id)}
            onClick={() =>
              onChange(
                chosen.includes(marker.id)
                  ? chosen.filter((one) => one !== marker.id)
                  : [...chosen, marker.id].slice(-2),
              )
            }
          >
            +{marker.plus}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
