// From the workbench to the table: what it is called, a game, a link for a friend, «is it balanced?».
import { useState } from "preact/hooks";
import { playerName } from "../core/account";
import { beginTable, calledAs, type SeatWish } from "../core/begin";
import { named, t } from "../core/words";
import { Choices, NameField, Wrong } from "../parts/fields";
import { agreed, OptionalRules } from "../parts/optional-rules";
import { sentenceOf } from "../parts/toast";
import { Balance } from "./balance";
import { MistakeList } from "./check";
import { tidy, withData } from "./edits";
import { LinesField, NamesField, Pick, TextField } from "./fields";
import { saveFiles } from "./files";
import { board, change, draft, good, texts, wrongAt } from "./store";
import { type Data, list, names, sideIds } from "./types";

const WAYS = ["bot", "both", "friend", "open"] as const;
const LEVELS = ["easy", "normal", "hard"] as const;

export function PlayTab() {
  return (
    <div class="stack">
      <About />
      <Table />
      <Balance />
      <Files />
    </div>
  );
}

function About() {
  const { data } = draft.value!;
  const said = data.scenario ?? {};
  const put = (now: NonNullable<Data["scenario"]>, run = "") =>
    change((d) => withData(d, { scenario: tidy({ ...d.data.scenario, ...now }) }), run);
  const wrong = wrongAt("scenario").length + wrongAt("sides").length > 0;
  const options = board.value!.sides.map((side) => ({ value: side.id, name: named(side.name) }));
  return (
    <details class="part" open={wrong || undefined}>
      <summary>{t("workshop.about_part")}</summary>
      <div class="stack">
        <NamesField
          label={t("workshop.title")}
          value={names(said.name)}
          wrong={wrongAt("scenario", "name")}
          onChange={(name) => put({ name }, "title")}
        />
        <NamesField
          label={t("workshop.about")}
          long
          value={names(said.about)}
          wrong={wrongAt("scenario", "about")}
          onChange={(about) => put({ about }, "about")}
        />
        <LinesField
          label={t("workshop.sources")}
          items={list(said.sources)}
          wrong={wrongAt("scenario", "sources")}
          onChange={(sources) => put({ sources: sources.length ? sources : undefined }, "sources")}
        />
        <div class="form-grid">
          <TextField
            label={t("workshop.id")}
            value={String(said.id ?? "")}
            hint={t("workshop.id_hint")}
            max={40}
            wrong={wrongAt("scenario", "id")}
            onChange={(id) => put({ id }, "id")}
          />
          <Pick
            label={t("workshop.first_player")}
            value={said.first_player ?? ""}
            options={options}
            wrong={wrongAt("scenario", "first_player")}
            onChange={(first_player) => put({ first_player })}
          />
          <Pick
            label={t("workshop.sets_up_first")}
            value={said.sets_up_first ?? said.first_player ?? ""}
            options={options}
            wrong={wrongAt("scenario", "sets_up_first")}
            onChange={(sets_up_first) => put({ sets_up_first })}
          />
        </div>
        {sideIds(data).map((side, n) => (
          <NamesField
            key={side}
            label={t("workshop.side_name", { count: n + 1 })}
            value={names(data.sides?.[side]?.name, side)}
            wrong={wrongAt("sides", side)}
            onChange={(name) =>
              change(
                (d) =>
                  withData(d, {
                    sides: { ...d.data.sides, [side]: { ...d.data.sides?.[side], name } },
                  }),
                `side ${side}`,
              )
            }
          />
        ))}
      </div>
    </details>
  );
}

function Files() {
  return (
    <section class="stack">
      <h3>{t("workshop.files")}</h3>
      <p class="muted small">{t("workshop.files_says")}</p>
      <button type="button" class="button small" onClick={saveFiles}>
        {t("workshop.save")}
      </button>
    </section>
  );
}

/** The files are right, but a side without counters cannot play. */
function NobodyThere() {
  const { sides, units } = board.value!;
  const empty = sides.filter((side) => !units.some((unit) => unit.side === side.id));
  if (!empty.length) return null;
  return (
    <p class="notice warn" role="status">
      {t("workshop.no_counters_of", { names: empty.map((side) => named(side.name)) })}
    </p>
  );
}

function Table() {
  const [way, setWay] = useState<(typeof WAYS)[number]>("bot");
  const [level, setLevel] = useState<(typeof LEVELS)[number]>("normal");
  const [side, setSide] = useState("");
  const [name, setName] = useState(playerName.value);
  const [rules, setRules] = useState<Record<string, boolean>>({});
  const [wrong, setWrong] = useState("");
  const [busy, setBusy] = useState(false);
  const optional = board.value!.optional;
  const sides = board.value!.sides;
  const mine = sides.some((one) => one.id === side) ? side : (sides[0]?.id ?? "");
  const begin = async () => {
    setBusy(true);
    setWrong("");
    const called = calledAs(name);
    const wish = (seat: { id: string; name: Record<string, string> }): SeatWish => {
      if (way === "both") return { who: "me", name: named(seat.name) };
      if (seat.id === mine) return { who: "me", name: called };
      if (way !== "bot") return { who: "open" };
      return { who: "bot", name: t("web.bot", { level: t(`web.level.${level}`) }), level };
    };
    try {
      const { toml, map } = await texts();
      await beginTable(
        {
          game: "folio",
          scenario: named(board.value!.name) || t("workshop.unnamed"),
          written: { toml, map },
          seats: Object.fromEntries(sides.map((seat) => [seat.id, wish(seat)])),
          options: agreed(optional, rules),
          open: way === "open",
        },
        called,
      );
    } catch (error) {
      setWrong(sentenceOf(error));
      setBusy(false);
    }
  };
  return (
    <section class="panel stack" aria-labelledby="workshop-play">
      <h3 id="workshop-play">{t("workshop.play")}</h3>
      {!good.value && <MistakeList />}
      {good.value && <NobodyThere />}
      <Choices
        label={t("web.new.who")}
        options={WAYS}
        value={way}
        name={(one) => t(`web.new.way.${one}`)}
        onChange={setWay}
      />
      {way !== "both" && (
        <Choices
          label={t("web.new.side")}
          options={sides.map((one) => one.id)}
          value={mine}
          name={(one) => named(sides.find((each) => each.id === one)?.name)}
          onChange={setSide}
        />
      )}
      {way === "bot" && (
        <Choices
          label={t("web.level")}
          options={LEVELS}
          value={level}
          name={(one) => t(`web.level.${one}`)}
          onChange={setLevel}
        />
      )}
      {way !== "both" && <NameField value={name} onChange={setName} />}
      <OptionalRules rules={optional} chosen={rules} onChange={setRules} />
      <p class="muted small">{t("workshop.play_says")}</p>
      <Wrong says={wrong} />
      <button type="button" class="button primary" disabled={busy || !good.value} onClick={begin}>
        {t("workshop.play_go")}
      </button>
    </section>
  );
}
