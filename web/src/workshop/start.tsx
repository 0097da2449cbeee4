// Where one begins: an empty map, one of our battles, one's own files, or what one left here.
import { useEffect, useState } from "preact/hooks";
import { loadGames, type ScenarioCard } from "../core/api";
import { named, t, when } from "../core/words";
import { ScenarioPicture } from "../folio/picture";
import { useDrop } from "../parts/drop";
import { Choices, Wrong } from "../parts/fields";
import { FileButton } from "../parts/file-button";
import { Icon } from "../parts/icon";
import { sentenceOf } from "../parts/toast";
import { clearSymbol, setLie } from "./edits";
import { NumberField } from "./fields";
import { readFiles } from "./files";
import { forgetDraft, forgetScan, type KeptDraft, keptDrafts } from "./keep";
import { begin, bring } from "./store";
import { type Draft, names } from "./types";

const LIES = ["flat", "pointy"] as const;

function empty(given: Draft, columns: number, rows: number, hexes: string): Draft {
  const terrain = Array.from({ length: rows }, () => clearSymbol(given).repeat(columns));
  return setLie({ ...given, ground: { ...given.ground, terrain } }, { hexes });
}

export function Start() {
  const [columns, setColumns] = useState(12);
  const [rows, setRows] = useState(9);
  const [hexes, setHexes] = useState<(typeof LIES)[number]>("flat");
  const [cards, setCards] = useState<ScenarioCard[]>([]);
  const [kept, setKept] = useState<KeptDraft[]>([]);
  const [wrong, setWrong] = useState("");
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    keptDrafts().then(setKept);
    loadGames().then(
      (games) => setCards(games.folio ?? []),
      () => undefined,
    );
  }, []);
  const doing = async (work: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    setWrong("");
    try {
      await work();
    } catch (error) {
      setWrong(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  };
  const open = (files: File[]) => doing(async () => setWrong(await readFiles(files)));
  const { over, drop } = useDrop(open);
  return (
    <main class={`page grows workshop-start ${over ? "over" : ""}`} {...drop}>
      <h1>{t("web.door.workshop")}</h1>
      <p class="lead">{t("workshop.start.lead")}</p>
      <Wrong says={wrong} />
      <div class="start-ways">
        <section class="panel stack" aria-labelledby="start-new">
          <h2 id="start-new">{t("workshop.start.new")}</h2>
          <p class="muted">{t("workshop.start.new_says")}</p>
          <div class="row">
            <NumberField
              label={t("workshop.columns")}
              value={columns}
              least={2}
              most={60}
              onChange={setColumns}
            />
            <NumberField
              label={t("workshop.rows")}
              value={rows}
              least={2}
              most={60}
              onChange={setRows}
            />
          </div>
          <Choices
            label={t("workshop.lie")}
            options={LIES}
            value={hexes}
            name={(one) => t(`workshop.lie.${one}`)}
            onChange={setHexes}
          />
          <button
            type="button"
            class="button primary"
            disabled={busy}
            onClick={() =>
              doing(async () => {
                const given = await begin("");
                if (given) bring(empty(given, columns, rows, hexes));
              })
            }
          >
            {t("workshop.start.go")}
          </button>
        </section>
        <section class="panel stack" aria-labelledby="start-files">
          <h2 id="start-files">{t("workshop.start.files")}</h2>
          <p class="muted">{t("workshop.start.files_says")}</p>
          <FileButton
            name="web.new.own_choose.folio"
            accept=".toml,.map"
            disabled={busy}
            onFiles={open}
          />
        </section>
        {kept.length > 0 && (
          <section class="panel stack" aria-labelledby="start-kept">
            <h2 id="start-kept">{t("workshop.start.kept")}</h2>
            <ul class="tables-list">
              {kept.map((one) => {
                const title = named(names(one.draft.data.scenario?.name)) || t("workshop.unnamed");
                return (
                  <li key={one.id} class="table-row">
                    <div>
                      <div class="title">{title}</div>
                      <div class="muted small">{when(one.at)}</div>
                    </div>
                    <div class="row">
                      <a class="button small primary" href={`/workshop/${one.id}`}>
                        {t("web.continue")}
                      </a>
                      <button
                        type="button"
                        class="icon-button"
                        aria-label={t("web.forget", { title })}
                        title={t("web.forget", { title })}
                        onClick={async () => {
                          await forgetDraft(one.id);
                          await forgetScan(one.id);
                          setKept(await keptDrafts());
                        }}
                      >
                        <Icon name="close" />
                      </button>
                    </div>
                  </li>
                );
              })}
            </ul>
          </section>
        )}
      </div>
      <section aria-labelledby="start-ours">
        <h2 id="start-ours">{t("workshop.start.ours")}</h2>
        <p class="muted">{t("workshop.start.ours_says")}</p>
        <div class="cards">
          {cards.map((card) => (
            <button
              type="button"
              class="card"
              key={card.name}
              disabled={busy}
              onClick={() =>
                doing(async () => {
                  const given = await begin(card.name);
                  if (given) bring(given);
                })
              }
            >
              <ScenarioPicture name={card.name} />
              <span class="says">
                <b>{named(card.title)}</b>
                <span class="small">{t("web.new.units", { count: card.units })}</span>
              </span>
            </button>
          ))}
        </div>
      </section>
    </main>
  );
}
