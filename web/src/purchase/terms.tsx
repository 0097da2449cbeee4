// What was agreed, in words; and how sides are called.
import { Fragment } from "preact";
import { has, lang, type Message, type Param, say, t } from "../core/words";
import type { PurchaseView } from "./types";

export function sideName(view: PurchaseView, seat: string): string {
  const nation = t(`purchase.nation.${view.sides[seat]?.nation}`);
  const number = /-([12])$/.exec(seat)?.[1];
  return number ? `${nation} ${number}` : nation;
}

/** A message in which a seat is called by its nation. */
export function told(view: PurchaseView, message: Message): string {
  const params = message.params?.map(([name, value]): [string, Param] =>
    name === "seat" && String(value) in view.sides
      ? [name, sideName(view, String(value))]
      : [name, value],
  );
  return say(params ? { ...message, params } : message);
}

const placeName = (place: string) => (has(`buy.place.${place}`) ? t(`buy.place.${place}`) : place);

export function AgreementLine({ view }: { view: PurchaseView }) {
  const { date, secret, boards, victory, night, pfk, place, weather } = view.agreement;
  const parts = [
    monthOf(date),
    t(secret ? "buy.in_secret" : "buy.in_open"),
    night ? t("buy.night") : "",
    pfk ? "PFk" : "",
    place ? placeName(place) : "",
    weather,
    boards.length ? t("buy.on_boards", { boards: boards.join(", ") }) : "",
    victory,
  ];
  return <p class="muted">{parts.filter(Boolean).join(" · ")}</p>;
}

function monthOf(date: string): string {
  const [year, month] = date.split("-").map(Number);
  return new Intl.DateTimeFormat(lang.value, { year: "numeric", month: "long" }).format(
    new Date(year ?? 1944, (month ?? 1) - 1, 1),
  );
}

/** What both are asked to agree to. */
export function AgreedTerms({ view }: { view: PurchaseView }) {
  const { date, sides, boards, victory, secret, night, pfk, place, weather, listing } =
    view.agreement;
  const rows = [
    [t("buy.date"), monthOf(date)],
    ...sides.map((side) => [sideName(view, side.seat), t("buy.so_many", { points: side.points })]),
    [t("purchase.sheet.board"), boards.join(", ") || "–"],
    [t("purchase.wizard.victory"), victory || "–"],
    [t("buy.manner"), t(secret ? "buy.in_secret" : "buy.in_open")],
    ...(place ? [[t("buy.place"), placeName(place)]] : []),
    ...(weather ? [[t("buy.weather"), weather]] : []),
    ...(night ? [[t("buy.terms.night"), t("core.yes")]] : []),
    ...(pfk ? [["PFk", t("core.yes")]] : []),
  ];
  const figures = Object.entries(listing);
  return (
    <>
      <dl class="terms">
        {rows.map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
      {figures.length > 0 && (
        <details class="more">
          <summary>{t("buy.listing_read", { count: figures.length })}</summary>
          <ul class="small figures-list">
            {figures.map(([figure, value]) => (
              <li key={figure}>
                {figure} = {value}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
