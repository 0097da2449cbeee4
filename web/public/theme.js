// Before the first paint: the theme and language somebody chose last time.
try {
  const root = document.documentElement;
  const theme = localStorage.getItem("hexfire.theme");
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  const lang = localStorage.getItem("hexfire.lang");
  if (lang) root.lang = lang;
} catch {
  // No storage: the system's wishes hold.
}
