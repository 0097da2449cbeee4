// Nearer, farther, the whole sheet: beside every map that can be zoomed.
import { t } from "../core/words";
import { Icon } from "./icon";

const STEP = 1.4;

export function ZoomButtons({ by, whole }: { by: (factor: number) => void; whole: () => void }) {
  const buttons = [
    ["web.map.in", "plus", () => by(STEP)],
    ["web.map.out", "minus", () => by(1 / STEP)],
    ["web.map.whole", "whole", whole],
  ] as const;
  return (
    <>
      {buttons.map(([name, icon, press]) => (
        <button
          type="button"
          key={name}
          class="icon-button"
          aria-label={t(name)}
          title={t(name)}
          onClick={press}
        >
          <Icon name={icon} />
        </button>
      ))}
    </>
  );
}
