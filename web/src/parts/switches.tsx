// Language and theme: the same two buttons on every screen.
import { switchTheme, theme } from "../core/theme";
import { lang, speak, t } from "../core/words";
import { Icon } from "./icon";
import { tellError } from "./toast";

export function LangSwitch() {
  const other = lang.value === "ja" ? "en" : "ja";
  return (
    <button
      type="button"
      class="lang-switch"
      lang={other}
      onClick={() => speak(other).catch(tellError)}
    >
      {other === "en" ? "English" : "日本語"}
    </button>
  );
}

export function ThemeSwitch() {
  const dark = theme.value === "dark";
  const label = t(dark ? "web.theme.light" : "web.theme.dark");
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      title={label}
      onClick={switchTheme}
    >
      <Icon name={dark ? "sun" : "moon"} />
    </button>
  );
}
