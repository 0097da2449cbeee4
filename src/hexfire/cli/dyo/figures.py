"""`hexfire dyo price`, `plan`, `enter`, `aircraft`, `listing`: figures without a game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.table import Table as Grid
from rich.text import Text

from hexfire.asl.purchase import built_in, gaps
from hexfire.asl.purchase import template as listing_template
from hexfire.asl.purchase.op_tanks import Armament
from hexfire.assist import purchase as ask
from hexfire.assist.purchase import PriceReport
from hexfire.assist.purchase.figures import names_a_counter
from hexfire.cli.dyo.commands import DiceOption, Listings, Night, Place, When, faces
from hexfire.cli.dyo.opening import read_listings
from hexfire.cli.screen import Json, Lang, Screen, percent, screen, text
from hexfire.rulebook import Modifier

_SUPPORT = ("air_support", "observation_plane", "bombardment", "preregistered", "motorized")

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
    found = ask.price(
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
        out.data(_price_data(found))
        return
    out.print(Text(_headline(out, found), style="bold"))
    grid = Grid.grid(padding=(0, 2))
    for modifier in found.parts:
        why = out.words.say(modifier.why) if modifier.why else ""
        value = f"{modifier.value:+d}" if modifier.applies else f"({modifier.value:+d})"
        style = "" if modifier.applies else "dim"
        grid.add_row(
            Text(value, style=style, justify="right"),
            Text(case_name(out, modifier), style=style),
            Text(why, style="dim"),
            Text(modifier.rule, style="cyan"),
        )
    out.print(grid)


def _headline(out: Screen, found: PriceReport) -> str:
    if found.each is None:
        said = out.say("purchase.cli.together", number=found.number, total=found.total)
    elif found.number > 1:
        sums = {"number": found.number, "each": found.each, "total": found.total}
        said = out.say("purchase.cli.total", **sums)
    else:
        said = out.say("purchase.cli.one", total=found.total)
    rf = "" if found.rf is None else " · " + out.say("purchase.cli.rf", rf=found.rf)
    return out.pair(item_name(out, found.item), f"{said}{rf}")


def item_name(out: Screen, name: str) -> str:
    """An item's name in the reader's language; squads, guns and vehicles keep their own."""
    if name.startswith("pillbox"):
        return name.replace("pillbox", out.say("purchase.fort.pillbox"))
    if name in _SUPPORT:
        return out.say(f"purchase.{name}")
    for key in (f"purchase.fort.{name}", f"purchase.item.{name}"):
        if out.words.has(key):
            return out.say(key)
    return name


def case_name(out: Screen, modifier: Modifier) -> str:
    """What a part of a price is called."""
    named = item_name(out, modifier.case)
    if named != modifier.case or names_a_counter(modifier):
        return named
    return out.words.name(modifier)


def _plain(found: object) -> dict[str, object]:
    """An answer as plain data, chances as «5/12»."""
    data: dict[str, object] = msgspec.to_builtins(found, enc_hook=str)
    return data


def _price_data(found: PriceReport) -> dict[str, object]:
    """The published fields of a price: its parts without the sentences."""
    data: dict[str, object] = msgspec.to_builtins(found)
    del data["parts"]
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
    found = ask.plan(
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
        out.data({**_plain(found), "items": [_price_data(each) for each in found.items]})
        return
    key = "purchase.cli.plan_yes" if found.affordable else "purchase.cli.plan_no"
    sums = {"spent": found.spent, "points": found.points}
    sums |= {"left": found.left} if found.affordable else {"over": -found.left}
    out.print(Text(out.say(key, **sums), style="bold"))
    if found.rolls:
        chance = found.chance
        key = "purchase.cli.plan_chance"
        out.print(Text(out.say(key, percent=percent(chance), fraction=str(chance)), style="bold"))
    else:
        out.print(out.say("purchase.cli.plan_sure"), markup=False)
    grid = Grid.grid(padding=(0, 2))
    for each in found.items:
        grid.add_row(Text(str(each.total), justify="right"), Text(_headline(out, each)))
    out.print(grid)
    for roll in found.rolls:
        said = out.say(
            "purchase.cli.roll_line",
            rule=roll.rule,
            what=_what(out, roll.what),
            needs=roll.needs,
            percent=percent(roll.chance),
            fraction=str(roll.chance),
        )
        out.print(said, markup=False)


def enter(
    turn: Annotated[int, typer.Argument(help=text("purchase.cli.turn"))],
    dice: DiceOption = "",
    json: Json = False,
    lang: Lang = None,
) -> None:
    out = screen()
    found = ask.entry(ask.EntryAsked(turn=turn, dice=faces(dice)))
    if out.json:
        out.data(_plain(found))
        return
    chance = {"percent": percent(found.chance), "fraction": str(found.chance)}
    out.print(out.say("purchase.cli.enter_chance", turn=turn, **chance), markup=False)
    if found.dr is not None:
        key = "purchase.cli.enters" if found.enters else "purchase.cli.enters_not"
        out.print(out.say(key, dr=found.dr, turn=turn), markup=False)


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
    found = ask.aircraft(ask.AircraftAsked(date=date, nation=nation, listing=figures, dr=bomb))
    if out.json:
        out.data(found)
        return
    out.print(out.say("purchase.cli.exponent", exponent=found.exponent), markup=False)
    rows = found.by_dr if found.dr is None else {found.dr: found.by_dr[found.dr]}
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
    found = ask.observation_post(
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
        accuracy = {"accuracy": found.accuracy.as_dict(), "drm": found.accuracy.total}
        out.data({**_plain(found), **accuracy})
        return
    yes = {True: out.say("core.there"), False: out.say("core.not_there")}
    rows = {
        "may_observe": yes[found.may_observe],
        "accuracy": f"{found.accuracy.total:+d}",
        "phone": yes[found.phone],
        "spare_radio": yes[found.spare_radio],
        "recalled": yes[found.recalled],
    }
    if found.observer is not None:
        wounded = out.say("purchase.op.wounded") if found.observer_wounded else ""
        rows["observer"] = f"{found.observer} {wounded}".rstrip()
    rows["armament"] = _armament(out, found.armament)
    for key, value in rows.items():
        out.print(out.pair(out.say(f"purchase.op.{key}"), value), markup=False)
    out.print(Text(found.rule, style="cyan"))


def _armament(out: Screen, armed: Armament | None) -> str:
    """The MG that is the MA with its ROF and mount, then the others, then what is special."""
    if armed is None:
        return out.say("purchase.op.as_printed")
    fp = "" if armed.fp is None else f"{armed.fp}FP "
    parts = [f"{fp}{armed.ma.upper()} (MA, ROF {armed.rof}, {armed.type})"]
    parts += [f"{armed.bmg}FP BMG"] if armed.bmg else []
    parts += [f"{armed.aamg}FP AAMG"] if armed.aamg else []
    parts += [out.say("purchase.op.fires_hd")] if armed.fires_hd else []
    parts += [armed.smoke] if armed.smoke else []
    return " · ".join(parts)


def _what(out: Screen, what: str) -> str:
    key = {
        "gun": "purchase.step.ordnance",
        "vehicle": "purchase.step.vehicles",
        "air": "purchase.air_support",
        "plane": "purchase.observation_plane",
        "commander": "purchase.sheet.leader",
    }.get(what)
    return out.say(key) if key else what


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
