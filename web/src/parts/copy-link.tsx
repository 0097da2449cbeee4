import { t } from "../core/words";
import { Icon } from "./icon";
import { tell } from "./toast";

/** Copies an address; where the browser forbids it, shows it to be copied by hand. */
export function CopyLink({ link, label }: { link: string; label?: string }) {
  const show = () => tell("web.link.is", [["link", link]]);
  const copy = () => {
    if (!navigator.clipboard) return show();
    navigator.clipboard.writeText(link).then(() => tell("web.link.copied"), show);
  };
  return (
    <button type="button" class="button small" onClick={copy}>
      <Icon name="link" /> {label ?? t("web.link.copy")}
    </button>
  );
}
