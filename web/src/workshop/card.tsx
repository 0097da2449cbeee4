// A card that can be taken away: a level of victory, a rule, a part of one.
import type { ComponentChildren } from "preact";
import { t } from "../core/words";
import { Icon } from "../parts/icon";

interface Props {
  children: ComponentChildren;
  onRemove: () => void;
  name: string;
}

export function Card({ children, onRemove, name }: Props) {
  return (
    <li class="sentence-card">
      <div class="stack">{children}</div>
      <button
        type="button"
        class="icon-button"
        aria-label={t("workshop.remove", { name })}
        title={t("workshop.remove", { name })}
        onClick={onRemove}
      >
        <Icon name="close" />
      </button>
    </li>
  );
}
