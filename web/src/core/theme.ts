import { signal } from "@preact/signals";
import { remember, remembered } from "./storage";

export type Theme = "light" | "dark";

const system = matchMedia("(prefers-color-scheme: dark)");
const chosen = remembered<Theme>("theme");
export const theme = signal<Theme>(chosen ?? (system.matches ? "dark" : "light"));

function show(): void {
  document.documentElement.dataset.theme = theme.value;
}

system.addEventListener("change", () => {
  if (remembered<Theme>("theme") === null) {
    theme.value = system.matches ? "dark" : "light";
    show();
  }
});
show();

export function switchTheme(): void {
  theme.value = theme.value === "dark" ? "light" : "dark";
  remember("theme", theme.value);
  show();
}
