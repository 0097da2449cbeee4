"""`hexfire dyo price`, `plan`, `enter`, `aircraft`, `listing`: figures without a game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.table import Table as Grid
from rich.text import Text

from hexfire.assist import purchase as ask
from hexfire.assist.purchase import OpTankReport, PriceReport
from hexfire.assist.purchase.at_table import built_in, gaps
from hexfire.assist.purchase.at_table import template as listing_template
from hexfire.cli.dyo.commands import DiceOption, Listings, Night, Place, When, faces
from hexfire.cli.dyo.opening import read_listings
from hexfire.cli.screen import Json, Lang, Screen, percent, screen, text

Nation = Annotated[str, typer.Option("--nation", help=text("purchase.cli.nation"))]
Pfk = Annotated[bool, typer.Option("--pfk", help=text("purchase.cli.pfk"))]


def price(
    item: Annotated[list[str], typer.Argument(help=text("purchase.cli.item"))],
    date: When,
    nation: Nation,
    points: Annotated[
        int | None, typer.Option("--points", help=text("purchase.cli.points"))
    ] = None,
    night: Night = False,
    pfk: Pfk = False,
    listing: Listings = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    out = screen()
    report = ask.price(
        ask.PriceAsked(
            item=" ".join(item),
            date=date,
            nation=nation,
            points=points,
            night=night,
            pfk=pfk,
            listing=read_listings(listing or []),
        )
    )
    if out.json:
        out.data(report)
        return
    out.print(Text(_headline(out, report), style="bold"))
    grid = Grid.grid(padding=(0, 2))
    for part in report.tally:
        value = f"{part.value:+d}" if part.applies else f"({part.value:+d})"
        style = "" if part.applies else "dim"
        grid.add_row(
            Text(value, style=style, justify="right"),
            Text(out.tell(part.name), style=style),
            Text(out.tell(part.why) if part.why else "", style="dim"),
            Text(part.rule, style="cyan"),
        )
    out.print(grid)


def _headline(out: Screen, report: PriceReport) -> str:
    if report.each is None:
        sums_text = out.say("purchase.cli.together", number=report.number, total=report.total)
    elif report.number > 1:
        sums = {"number": report.number, "each": report.each, "total": report.total}
        sums_text = out.say("purchase.cli.total", **sums)
    else:
        sums_text = out.say("purchase.cli.one", total=report.total)
    rf = "" if report.rf is None else " · " + out.say("purchase.cli.rf", rf=report.rf)
    return out.pair(out.tell(report.name), f"{sums_text}{rf}")


def _plain(report: object) -> dict[str, object]:
    """An answer as plain data, chances as «5/12»."""
    data: dict[str, object] = msgspec.to_builtins(report, enc_hook=str)
    return data


def plan(
    wish: Annotated[list[str], typer.Argument(help=text("purchase.cli.wish"))],
    date: When,
    nation: Nation,
    points: Annotated[int, typer.Option("--points", help=text("purchase.cli.points"))],
    enemy: Annotated[str, typer.Option("--enemy", help=text("purchase.cli.enemy"))] = "",
    night: Night = False,
    place: Place = "",
    pfk: Pfk = False,
    listing: Listings = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    out = screen()
    report = ask.plan(
        ask.PlanAsked(
            wishes=tuple(wish),
            date=date,
            nation=nation,
            points=points,
            enemy=enemy,
            night=night,
            place=place,
            pfk=pfk,
            listing=read_listings(listing or []),
        )
    )
    if out.json:
        out.data(report)
        return
    key = "purchase.cli.plan_yes" if report.affordable else "purchase.cli.plan_no"
    sums = {"spent": report.spent, "points": report.points}
    sums |= {"left": report.left} if report.affordable else {"over": -report.left}
    out.print(Text(out.say(key, **sums), style="bold"))
    if report.rolls:
        chance = report.chance
        key = "purchase.cli.plan_chance"
        out.print(Text(out.say(key, percent=percent(chance), fraction=str(chance)), style="bold"))
    else:
        out.print(out.say("purchase.cli.plan_sure"), markup=False)
    grid = Grid.grid(padding=(0, 2))
    for each in report.items:
        grid.add_row(Text(str(each.total), justify="right"), Text(_headline(out, each)))
    out.print(grid)
    for roll in report.rolls:
        sentence = out.say(
            "purchase.cli.roll_line",
            rule=roll.rule,
            what=out.tell(roll.name),
            needs=roll.needs,
            percent=percent(roll.chance),
            fraction=str(roll.chance),
        )
        out.print(sentence, markup=False)


def enter(
    turn: Annotated[int, typer.Argument(help=text("purchase.cli.turn"))],
    dice: DiceOption = "",
    json: Json = False,
    lang: Lang = None,
) -> None:
    out = screen()
    report = ask.entry(ask.EntryAsked(turn=turn, dice=faces(dice)))
    if out.json:
        out.data(_plain(report))
        return
    chance = {"percent": percent(report.chance), "fraction": str(report.chance)}
    out.print(out.say("purchase.cli.enter_chance", turn=turn, **chance), markup=False)
    if report.dr is not None:
        key = "purchase.cli.enters" if report.enters else "purchase.cli.enters_not"
        out.print(out.say(key, dr=report.dr, turn=turn), markup=False)


def aircraft(
    date: When,
    nation: Nation,
    bomb: Annotated[int | None, typer.Option("--dr", help=text("purchase.cli.bomb_dr"))] = None,
    listing: Listings = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    out = screen()
    figures = read_listings(listing or [])
    report = ask.aircraft(ask.AircraftAsked(date=date, nation=nation, listing=figures, dr=bomb))
    if out.json:
        out.data(report)
        return
    out.print(out.say("purchase.cli.exponent", exponent=report.exponent), markup=False)
    rows = report.by_dr if report.dr is None else {report.dr: report.by_dr[report.dr]}
    for dr, plane in rows.items():
        out.print(f"  {dr}  {out.say(f'purchase.aircraft.{plane}')}", markup=False)


def optank(
    counter: Annotated[list[str], typer.Argument(help=text("purchase.cli.op_counter"))],
    date: When,
    nation: Nation,
    crew_morale: Annotated[
        int | None, typer.Option("--crew-morale", help=text("purchase.cli.crew_morale"))
    ] = None,
    observer_out: Annotated[bool, typer.Option("--out", help=text("purchase.cli.op_out"))] = False,
    buttoned_up: Annotated[bool, typer.Option("--bu", help=text("purchase.cli.op_bu"))] = False,
    stunned: Annotated[
        bool, typer.Option("--stunned", help=text("purchase.cli.op_stunned"))
    ] = False,
    outside_vca: Annotated[
        bool, typer.Option("--outside-vca", help=text("purchase.cli.op_outside"))
    ] = False,
    moved: Annotated[bool, typer.Option("--moved", help=text("purchase.cli.op_moved"))] = False,
    silenced: Annotated[
        bool, typer.Option("--silenced", help=text("purchase.cli.op_silenced"))
    ] = False,
    disarmed: Annotated[
        bool, typer.Option("--disarmed", help=text("purchase.cli.op_disarmed"))
    ] = False,
    json: Json = False,
    lang: Lang = None,
) -> None:
    out = screen()
    report = ask.observation_post(
        ask.OpTankAsked(
            counter=" ".join(counter),
            date=date,
            nation=nation,
            crew_morale=crew_morale,
            out=observer_out,
            buttoned_up=buttoned_up,
            stunned=stunned,
            outside_vca=outside_vca,
            moved=moved,
            silenced=silenced,
            disarmed=disarmed,
        )
    )
    if out.json:
        accuracy = {"accuracy": report.accuracy.as_dict(), "drm": report.accuracy.total}
        out.data({**_plain(report), **accuracy})
        return
    yes = {True: out.say("core.there"), False: out.say("core.not_there")}
    rows = {
        "may_observe": yes[report.may_observe],
        "accuracy": f"{report.accuracy.total:+d}",
        "phone": yes[report.phone],
        "spare_radio": yes[report.spare_radio],
        "recalled": yes[report.recalled],
    }
    if report.observer is not None:
        wounded = out.say("purchase.op.wounded") if report.observer_wounded else ""
        rows["observer"] = f"{report.observer} {wounded}".rstrip()
    rows["armament"] = _armament(out, report)
    for key, value in rows.items():
        out.print(out.pair(out.say(f"purchase.op.{key}"), value), markup=False)
    out.print(Text(report.rule, style="cyan"))


def _armament(out: Screen, report: OpTankReport) -> str:
    """The MG that is the MA with its ROF and mount, then the others, then what is special."""
    armed = report.armament
    if armed is None:
        return out.say("purchase.op.as_printed")
    fp = "" if armed.fp is None else f"{armed.fp}FP "
    parts = [f"{fp}{armed.ma.upper()} (MA, ROF {armed.rof}, {armed.type})"]
    parts += [f"{armed.bmg}FP BMG"] if armed.bmg else []
    parts += [f"{armed.aamg}FP AAMG"] if armed.aamg else []
    parts += [out.say("purchase.op.fires_hd")] if armed.fires_hd else []
    parts += [armed.smoke] if armed.smoke else []
    return " · ".join(parts)


def listing(
    files: Annotated[list[Path] | None, typer.Argument(help=text("purchase.cli.files"))] = None,
    template: Annotated[
        bool, typer.Option("--template", help=text("purchase.cli.template"))
    ] = False,
    show_gaps: Annotated[bool, typer.Option("--gaps", help=text("purchase.cli.gaps"))] = False,
    json: Json = False,
    lang: Lang = None,
) -> None:
    out = screen()
    if template:
        if out.json:
            out.data({"template": listing_template()})
        else:
            out.print(listing_template(), markup=False, soft_wrap=True, end="")
        return
    figures: dict[str, str] = {}
    counts = {}
    for path in files or []:
        read = read_listings([path])
        figures.update(read)
        counts[str(path)] = len(read)
    lacking = gaps({**built_in(), **figures})
    if not show_gaps:  # only what the files themselves are about
        named = {key.rpartition("/")[0] for key in figures}
        lacking = {item: fields for item, fields in lacking.items() if item in named}
    if out.json:
        out.data({"files": counts, "figures": figures, "lacking": lacking})
        return
    if not files and not show_gaps:
        for key, value in built_in().items():
            if key.endswith(("/bpv", "/bpv_at_most", "/lg")):
                out.print(f"{key} = {value}", markup=False)
        return
    for name, count in counts.items():
        out.print(out.say("purchase.cli.listing_ok", path=name, count=count), markup=False)
    for item, fields in lacking.items():
        out.print(out.say("purchase.cli.lacks", item=item, fields=fields), markup=False)
    if not lacking:
        out.print(out.say("purchase.cli.no_gaps"), markup=False)
