// What calls a player: the title of the window, a notice of the system, sounds.
import { useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { named, t } from "../core/words";
import { play } from "./sound";
import type { FolioStore } from "./store";

const FLASH = 1200;

export function useCalls(store: FolioStore): void {
  const { board, held } = store;
  // While one looks elsewhere, the title says by turns that it is one's turn.
  useEffect(() => {
    let lit = false;
    const show = () => {
      const mine = store.mine.peek();
      lit = mine && (!document.hidden || !lit);
      const call = lit ? `● ${t("web.your_turn")} – ` : "";
      document.title = `${call}${named(board.name)} – Hexfire`;
    };
    const timer = setInterval(show, FLASH);
    document.addEventListener("visibilitychange", show);
    show();
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", show);
    };
  }, [store]);
  const waited = useRef(false);
  useSignalEffect(() => {
    const mine = store.mine.value;
    if (mine && waited.current && held.length === 1) {
      play("turn");
      if (document.hidden) notify(named(board.name));
    }
    waited.current = !mine;
  });
  const heard = useRef<number | null>(null);
  useSignalEffect(() => {
    const fought = store.fought.value;
    const attacked = store.view.value.combat !== null;
    const now = fought?.n ?? (attacked ? 0 : -1);
    if (heard.current !== null && heard.current !== now) {
      if (fought) play("die");
      else if (attacked) play("combat");
    }
    heard.current = now;
  });
}

/** A notice of the system, where the reader has allowed it. */
function notify(title: string): void {
  if (typeof Notification !== "undefined" && Notification.permission === "granted") {
    new Notification(title, { body: t("web.your_turn"), icon: "/hexfire.svg", tag: title });
  }
}
