// What one takes away: the paper, a page that stands by itself, the data, the proof.
import { useState } from "preact/hooks";
import { send } from "../core/api";
import { keptTables } from "../core/storage";
import { lang, t } from "../core/words";
import { Icon } from "../parts/icon";
import { tellError } from "../parts/toast";
import { Verify } from "../parts/verify";
import sheetStyle from "./sheet.css?inline";
import { ToBattle } from "./to-battle";
import { isOpen, type PurchaseView } from "./types";

function save(name: string, data: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(data);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** The open sheets as they stand on the page, in a file of their own. */
function standalone(paper: string): string {
  const sheets = [...document.querySelectorAll(".sheet-paper:not(.closed)")];
  const across = sheets.length > 1 ? "landscape" : "portrait";
  const title = escaped(t("purchase.sheet.title"));
  return [
    `<!doctype html>\n<html lang="${lang.value}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${title}</title><style>@page { size: ${paper} ${across}; margin: 10mm; }`,
    `body { margin: 16px; font: 14px/1.5 "Noto Sans JP", "Noto Sans CJK JP", "Hiragino Sans",`,
    ` "Yu Gothic", system-ui, sans-serif; font-variant-numeric: tabular-nums; }`,
    `${sheetStyle}</style></head><body><main class="sheets two-${sheets.length}">`,
    ...sheets.map((sheet) => sheet.outerHTML),
    "</main>",
    document.querySelector(".agreed")?.outerHTML ?? "",
    `<p class="marks">${escaped(t("purchase.sheet.unofficial"))}</p></body></html>\n`,
  ].join("");
}

interface Props {
  table: string;
  view: PurchaseView;
  /** Whose Roster; the server gives it to nobody else. */
  seat: string;
  over: boolean;
}

export function TakeAway({ table, view, seat, over }: Props) {
  const [paper, setPaper] = useState("A4");
  const [making, setMaking] = useState("");
  const open = Object.values(view.sides).filter(isOpen);
  if (open.length === 0) return null;
  const name = `roster-${view.agreement.date}`;
  const data = `${JSON.stringify({ agreement: view.agreement, agreed: view.agreed, rosters: open }, null, 2)}\n`;
  const fetchFile = async (path: string, as: string) => {
    setMaking(as);
    try {
      const tokens = Object.values(keptTables().find((one) => one.id === table)?.tokens ?? {});
      const whose = seat ? `&seat=${encodeURIComponent(seat)}` : "";
      const answer = await send(`/api/tables/${table}/${path}${whose}`, { tokens });
      save(as, await answer.blob());
    } catch (error) {
      tellError(error);
    } finally {
      setMaking("");
    }
  };
  return (
    <section class="panel take-away no-print" aria-labelledby="buy-take">
      <style>{`@page { size: ${paper} ${open.length > 1 ? "landscape" : "portrait"}; margin: 10mm; }`}</style>
      <h2 id="buy-take">{t("buy.take")}</h2>
      <div class="row">
        <label class="row small">
          {t("buy.paper")}
          <select
            class="input paper"
            value={paper}
            onChange={(event) => setPaper(event.currentTarget.value)}
          >
            <option value="A4">A4</option>
            <option value="letter">Letter</option>
          </select>
        </label>
        <button type="button" class="button" onClick={() => print()}>
          <Icon name="print" /> {t("buy.print")}
        </button>
        <button
          type="button"
          class="button"
          disabled={making !== ""}
          onClick={() =>
            fetchFile(`roster.pdf?paper=${paper.toLowerCase()}&lang=${lang.value}`, `${name}.pdf`)
          }
        >
          {making.endsWith(".pdf") && <span class="spinner" aria-hidden="true" />} PDF
        </button>
        <button
          type="button"
          class="button"
          onClick={() => save(`${name}.html`, new Blob([standalone(paper)], { type: "text/html" }))}
        >
          HTML
        </button>
        <button
          type="button"
          class="button"
          onClick={() => save(`${name}.json`, new Blob([data], { type: "application/json" }))}
        >
          JSON
        </button>
        {(over || !view.agreement.secret) && (
          <button
            type="button"
            class="button"
            disabled={making !== ""}
            title={t("buy.ob_says")}
            onClick={() => fetchFile("ob.toml?", `ob-${view.agreement.date}.toml`)}
          >
            {t("buy.ob")}
          </button>
        )}
        {over && <ToBattle table={table} agreed={view.agreement.boards.join(" ")} />}
        {over && (
          <a class="button" href={`/api/tables/${table}/journal`} download>
            {t("buy.journal")}
          </a>
        )}
      </div>
      {over ? (
        <Verify table={table} name="buy.verify" fair="buy.honest" />
      ) : (
        <p class="small muted">{t("buy.verify_later")}</p>
      )}
    </section>
  );
}
