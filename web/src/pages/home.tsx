import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Frame } from "../api/types";
import { call, type Games, type Listing, loadGames, type TableRow } from "../core/api";
import { forgetTable, type KeptTable, keptTables } from "../core/storage";
import { named, t, when } from "../core/words";
import { Icon } from "../parts/icon";
import { BattleArt, FolioArt, ForceArt, MissionArt, ShotArt, SightArt, WorkshopArt } from "./art";

interface Door {
  name: string;
  /** Which game it belongs to, in plain words. */
  game?: string;
  art: ComponentType;
  href?: string;
  command: string;
}

const GAMES: Door[] = [
  {
    name: "battle",
    game: "web.game.asl",
    art: BattleArt,
    href: "/battle",
    command: "hexfire battle play",
  },
  {
    name: "folio",
    game: "web.game.folio",
    art: FolioArt,
    href: "/folio",
    command: "hexfire folio play",
  },
  {
    name: "workshop",
    game: "web.game.folio",
    art: WorkshopArt,
    href: "/workshop",
    command: "hexfire folio check",
  },
];
const TOOLS: Door[] = [
  { name: "shot", art: ShotArt, href: "/shot", command: "hexfire shot" },
  { name: "mission", art: MissionArt, href: "/mission", command: "hexfire oba" },
  { name: "sight", art: SightArt, href: "/sight", command: "hexfire los" },
  { name: "force", art: ForceArt, href: "/force", command: "hexfire dyo" },
];

function DoorCard({ door, wide }: { door: Door; wide: boolean }) {
  const Picture = door.art;
  const inside = (
    <>
      <Picture />
      <span class="says">
        {door.game && <b class="game-name">{t(door.game)}</b>}
        {wide ? <h2>{t(`web.door.${door.name}`)}</h2> : <h3>{t(`web.door.${door.name}`)}</h3>}
        <p>{t(`web.door.${door.name}.says`)}</p>
        {door.href ? (
          <span class="go">{t(`web.door.${door.name}.go`)} →</span>
        ) : (
          <p class="small">
            {t("web.door.not_yet")} <code>{door.command}</code>
          </p>
        )}
      </span>
    </>
  );
  const shape = wide ? "door wide" : "door";
  return door.href ? (
    <a class={shape} href={door.href}>
      {inside}
    </a>
  ) : (
    <div class={`${shape} shut`}>{inside}</div>
  );
}

function scenarioTitle(games: Games | null, game: string, name: string): string {
  const card = games?.[game]?.find((one) => one.name === name);
  return card ? named(card.title) : name;
}

/** The Game Turn, where the game has some. */
function turnOf(view: Frame["view"]): { turn: number; turns: number } {
  if (!view || !("turns" in view)) return { turn: 0, turns: 0 };
  return { turn: "clock" in view ? view.clock.turn : view.turn, turns: view.turns };
}

/** Against whom, which turn, whose move: asked of the table itself. */
function useHowItStands(table: KeptTable, games: Games | null): string {
  const [frame, setFrame] = useState<Frame | null>(null);
  useEffect(() => {
    const tokens = Object.values(table.tokens);
    call<Frame>(`/api/tables/${table.id}`, { tokens }).then(setFrame, () => undefined);
  }, [table.id]);
  if (!frame) return "";
  const mine = Object.keys(table.tokens);
  const others = Object.entries(frame.seats)
    .filter(([seat]) => !mine.includes(seat))
    .map(([, one]) =>
      one.kind === "bot"
        ? t("web.bot", { level: t(`web.level.${one.level}`) })
        : one.name || t("web.seat.free"),
    );
  const card = games?.[table.game]?.find((one) => one.name === table.scenario);
  const acting = frame.to_act?.[0] ?? "";
  const { turn, turns } = turnOf(frame.view);
  const parts = [
    others.length ? t("web.continue.against", { names: others }) : t("web.continue.alone"),
    turn ? t("web.continue.turn", { turn, turns }) : "",
    frame.status === "waiting" ? t("web.lobby.waiting") : "",
    frame.status === "over" ? t("web.folio.now.over") : "",
    frame.status === "playing" && acting
      ? mine.includes(acting) && mine.length === 1
        ? `● ${t("web.your_turn")}`
        : t("web.continue.acts", { side: named(card?.seats[acting]) || acting })
      : "",
  ];
  return parts.filter(Boolean).join(" · ");
}

function Kept({
  table,
  games,
  onForget,
}: {
  table: KeptTable;
  games: Games | null;
  onForget: () => void;
}) {
  const says = useHowItStands(table, games);
  return (
    <li class="table-row">
      <div>
        <div class="title">{scenarioTitle(games, table.game, table.scenario)}</div>
        <div class="muted small">{says || `${table.title} · ${when(table.at)}`}</div>
      </div>
      <div class="row">
        <a class="button small primary" href={`/table/${table.id}`}>
          {t("web.continue")}
        </a>
        <button
          type="button"
          class="icon-button"
          aria-label={t("web.forget", { title: table.title })}
          title={t("web.forget", { title: table.title })}
          onClick={onForget}
        >
          <Icon name="close" />
        </button>
      </div>
    </li>
  );
}

function Open({ row, games }: { row: TableRow; games: Games | null }) {
  const seats = Object.values(row.seats);
  const free = seats.filter((seat) => seat.kind === "open").length;
  return (
    <li class="table-row">
      <div>
        <div class="title">{scenarioTitle(games, row.game, row.scenario_name)}</div>
        <div class="muted small">
          {row.title} ·{" "}
          {seats.map((seat) => (seat.kind === "open" ? t("web.seat.free") : seat.name)).join(" – ")}
        </div>
      </div>
      <a class={free ? "button small primary" : "button small"} href={`/table/${row.id}`}>
        {free ? t("web.join") : t("web.watch")}
      </a>
    </li>
  );
}

export function Home() {
  const [listing, setListing] = useState<Listing | null>(null);
  const [games, setGames] = useState<Games | null>(null);
  const [kept, setKept] = useState(keptTables);
  useEffect(() => {
    call<Listing>("/api/tables").then(setListing, () => setListing({ open: [], mine: [] }));
    loadGames().then(setGames, () => undefined);
  }, []);
  const mine = (listing?.mine ?? []).filter((row) => !kept.some((one) => one.id === row.id));
  return (
    <main class="page grows">
      <h1>{t("web.home.title")}</h1>
      <p class="lead">{t("web.home.lead")}</p>
      <div class="doors games">
        {GAMES.map((door) => (
          <DoorCard key={door.name} door={door} wide />
        ))}
      </div>
      <h2>{t("web.home.tools")}</h2>
      <div class="doors tools">
        {TOOLS.map((door) => (
          <DoorCard key={door.name} door={door} wide={false} />
        ))}
      </div>
      <div class="columns">
        <section aria-labelledby="home-continue">
          <h2 id="home-continue">{t("web.home.continue")}</h2>
          {kept.length + mine.length === 0 ? (
            <p class="empty">{t("web.home.nothing_yet")}</p>
          ) : (
            <ul class="tables-list">
              {kept.map((table) => (
                <Kept
                  key={table.id}
                  table={table}
                  games={games}
                  onForget={() => {
                    forgetTable(table.id);
                    setKept(keptTables());
                  }}
                />
              ))}
              {mine.map((row) => (
                <Open key={row.id} row={row} games={games} />
              ))}
            </ul>
          )}
        </section>
        <section aria-labelledby="home-open">
          <h2 id="home-open">{t("web.home.open")}</h2>
          {listing && listing.open.length > 0 ? (
            <ul class="tables-list">
              {listing.open.map((row) => (
                <Open key={row.id} row={row} games={games} />
              ))}
            </ul>
          ) : (
            <p class="empty">{listing ? t("web.home.none_open") : t("web.loading")}</p>
          )}
        </section>
      </div>
      <p class="foot">
        {t("web.unofficial")} <a href="/rules">{t("web.door.rules")}</a> · <a href="/docs">API</a>
      </p>
    </main>
  );
}
