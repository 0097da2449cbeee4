// The two files of a scenario, in and out.
import { named, t } from "../core/words";
import { tellError } from "../parts/toast";
import { bring, draft, read, texts } from "./store";
import type { Draft } from "./types";

/** Files that were chosen or dropped; what is wrong with them, or nothing. */
export async function readFiles(files: File[]): Promise<string> {
  const [toml, map] = ["toml", "map"].map((kind) =>
    files.find((file) => file.name.toLowerCase().endsWith(`.${kind}`)),
  );
  const odd = files.find((file) => file !== toml && file !== map);
  if (odd) return t("web.new.own_which.folio", { file: odd.name });
  if (!toml || !map) {
    const [have, missing] = toml ? [toml.name, ".map"] : [map?.name ?? "", ".toml"];
    return t("web.new.own_wants", { have, missing });
  }
  for (const file of [toml, map]) {
    if (file.size > 400_000) return t("web.new.own_too_large", { file: file.name });
  }
  const opened = await read(await toml.text(), await map.text());
  if (!opened.draft) {
    return t("web.new.own_line", {
      file: toml.name,
      line: opened.line,
      text: named(opened.wrong ?? undefined),
    });
  }
  bring(opened.draft as Draft);
  return "";
}

function save(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** What the two files are called: after the scenario's own id. */
export const fileName = (): string => {
  const id = String(draft.peek()?.data.scenario?.id ?? "");
  return id.replace(/[^\w-]+/g, "-").replace(/^-+|-+$/g, "") || "mine";
};

export async function saveFiles(): Promise<void> {
  try {
    const written = await texts();
    save(`${fileName()}.toml`, written.toml);
    save(`${fileName()}.map`, written.map);
  } catch (error) {
    tellError(error);
  }
}
