// The address bar is the state of the page: every screen can be linked to and gone back from.
import { signal } from "@preact/signals";

export const address = signal(new URL(location.href));

addEventListener("popstate", () => {
  address.value = new URL(location.href);
});

export function go(to: string, replace = false): void {
  const next = new URL(to, location.href);
  if (replace) history.replaceState(null, "", next);
  else history.pushState(null, "", next);
  const elsewhere = next.pathname !== address.value.pathname;
  address.value = next;
  if (elsewhere) scrollTo(0, 0);
}

/** Links inside the page do not load it anew. */
export function catchLinks(): void {
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest?.("a[href]");
    if (!(link instanceof HTMLAnchorElement)) return;
    if (link.target || link.hasAttribute("download")) return;
    if (link.origin !== location.origin || link.pathname.startsWith("/api/")) return;
    if (link.pathname === "/docs") return;
    event.preventDefault();
    const within = link.pathname === location.pathname && link.hash.length > 1;
    const there = within ? document.getElementById(link.hash.slice(1)) : null;
    if (there) {
      // A place on this page: one goes on from there, with the keyboard too.
      there.focus();
      there.scrollIntoView();
      return;
    }
    go(link.href);
  });
}
