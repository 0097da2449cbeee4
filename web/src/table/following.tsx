// While the other side's actions are shown: how fast, and a way to the present.
import { t } from "../core/words";
import { Icon } from "../parts/icon";
import { type Follow, PACES, pace, setPace } from "./follow";

export function PaceChoice() {
  const next = () => PACES[(PACES.indexOf(pace.peek()) + 1) % PACES.length]!;
  const label = pace.value ? `×${pace.value}` : t("web.follow.at_once");
  return (
    <button
      type="button"
      class="button quiet small pace"
      aria-label={t("web.follow.pace", { pace: label })}
      title={t("web.follow.pace", { pace: label })}
      onClick={() => setPace(next())}
    >
      {label}
    </button>
  );
}

/** While actions of the other side are shown. */
export function Following({ follow }: { follow: Pick<Follow<unknown>, "skip"> }) {
  return (
    <div class="following" role="group" aria-label={t("web.follow.label")}>
      <span class="small">{t("web.follow.label")}</span>
      <PaceChoice />
      <button type="button" class="button small primary" onClick={() => follow.skip()}>
        {t("web.follow.skip")} <Icon name="last" />
      </button>
    </div>
  );
}
