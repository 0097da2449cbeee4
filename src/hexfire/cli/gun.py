"""`hexfire gun NAME`: what may be done with a gun now, and the odds of pushing it."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from fractions import Fraction
from typing import Annotated, TypeVar

import typer
from msgspec import UNSET
from rich.table import Table
from rich.text import Text

from hexfire.asl.sequence import PHASES
from hexfire.assist.guns import (
    MOST_LABOR,
    MOST_TRIES,
    GunOrder,
    GunReport,
    Into,
    MoveReport,
    PorteeFacing,
    PushReport,
    Standing,
    Story,
    Tractor,
    gun_moves,
)
from hexfire.assist.shots import Throw
from hexfire.cli.screen import Json, Lang, Screen, percent, screen, text
from hexfire.cli.shot_page import signed
from hexfire.rulebook import BadInput

Option = TypeVar("Option", bound=Enum)


def add_to(app: typer.Typer) -> None:
    app.command("gun", help=text("fieldguns.cli.gun"))(gun)


def gun(
    name: Annotated[str, typer.Argument(help=text("fieldguns.cli.name"))],
    standing: Annotated[
        str, typer.Option("--state", help=text("fieldguns.cli.state"))
    ] = Standing.READY.value,
    phase: Annotated[str, typer.Option("--phase", help=text("fieldguns.cli.phase"))] = "MPh",
    enemy_turn: Annotated[
        bool, typer.Option("--enemy-turn", help=text("fieldguns.cli.enemy_turn"))
    ] = False,
    by: Annotated[str, typer.Option("--by", help=text("fieldguns.cli.by"))] = "crew",
    vehicle: Annotated[str, typer.Option("--vehicle", help=text("fieldguns.cli.vehicle"))] = "",
    cargo: Annotated[int, typer.Option("--cargo", help=text("fieldguns.cli.cargo"))] = 0,
    spent: Annotated[float, typer.Option("--spent", help=text("fieldguns.cli.spent"))] = 0,
    portee: Annotated[bool, typer.Option("--portee", help=text("fieldguns.cli.portee"))] = False,
    portee_pp: Annotated[
        int | None, typer.Option("--portee-pp", help=text("fieldguns.cli.portee_pp"))
    ] = None,
    portee_fires: Annotated[
        bool, typer.Option("--portee-fires", help=text("fieldguns.cli.portee_fires"))
    ] = False,
    portee_faces: Annotated[
        str, typer.Option("--portee-faces", help=text("fieldguns.cli.portee_faces"))
    ] = "",
    vehicle_is: Annotated[
        str, typer.Option("--vehicle-is", help=text("fieldguns.cli.vehicle_is"))
    ] = "",
    aboard: Annotated[bool, typer.Option("--aboard", help=text("fieldguns.cli.aboard"))] = False,
    into: Annotated[str, typer.Option("--into", help=text("fieldguns.cli.into"))] = "",
    across: Annotated[str, typer.Option("--across", help=text("fieldguns.cli.across"))] = "",
    mf: Annotated[int | None, typer.Option("--mf", help=text("fieldguns.cli.mf"))] = None,
    tem: Annotated[int | None, typer.Option("--tem", help=text("fieldguns.cli.tem"))] = None,
    uphill: Annotated[bool, typer.Option("--uphill", help=text("fieldguns.cli.uphill"))] = False,
    road: Annotated[bool, typer.Option("--road", help=text("fieldguns.cli.road"))] = False,
    mud: Annotated[bool, typer.Option("--mud", help=text("fieldguns.cli.mud"))] = False,
    low_ammo: Annotated[
        bool, typer.Option("--low-ammo", help=text("fieldguns.cli.low_ammo"))
    ] = False,
    malfunctioned: Annotated[
        bool, typer.Option("--malfunctioned", help=text("fieldguns.cli.malfunctioned"))
    ] = False,
    do: Annotated[str, typer.Option("--do", help=text("fieldguns.cli.do"))] = "",
    labor: Annotated[
        int, typer.Option("--labor", min=0, max=MOST_LABOR, help=text("fieldguns.cli.labor"))
    ] = 0,
    tries: Annotated[
        int, typer.Option("--tries", min=1, max=MOST_TRIES, help=text("fieldguns.cli.tries"))
    ] = 3,
    date: Annotated[str, typer.Option("--date", help=text("fieldguns.cli.date"))] = "",
    dice: Annotated[str, typer.Option("--dice", help=text("fieldguns.cli.dice"))] = "",
    roll: Annotated[bool, typer.Option("--roll", help=text("fieldguns.cli.roll"))] = False,
    json: Json = False,
    lang: Lang = None,
) -> None:
    out = screen()
    tractor = None
    if vehicle:
        tractor = Tractor(
            name=vehicle,
            cargo=cargo,
            spent=spent,
            portee=portee,
            portee_pp=portee_pp,
            portee_fires=portee_fires,
            portee_faces=_choice(PorteeFacing, portee_faces, "fieldguns.bad_facing")
            if portee_faces
            else None,
            words=tuple(vehicle_is.replace(",", " ").split()),
        )
    entry = None
    if into:
        entry = Into(terrain=into, across=across, mf=mf, tem=tem, uphill=uphill, road=road, mud=mud)
    order = GunOrder(
        gun=name,
        state=_choice(Standing, standing, "fieldguns.bad_state"),
        phase=_choice(PHASES, phase, "fieldguns.bad_phase"),
        enemy_turn=enemy_turn,
        by=tuple(word.strip() for word in by.replace("+", ",").split(",")),
        labor=labor,
        aboard=aboard,
        vehicle=tractor,
        into=entry,
        low_ammo=low_ammo,
        malfunctioned=malfunctioned,
        steps=tuple(step.strip() for step in do.split(";")) if do.strip() else (),
        tries=tries,
        date=date,
    )
    report = gun_moves(order, _throw(dice, roll))
    if out.json:
        out.data(report)
    else:
        _show(out, report)


def _choice(options: Iterable[Option], written: str, key: str) -> Option:
    known = tuple(options)
    for option in known:
        if str(option.value).casefold() == written.casefold():
            return option
    raise BadInput(key, text=written, known=tuple(str(option.value) for option in known))


def _throw(faces: str, roll: bool) -> Throw | None:
    if not faces and not roll:
        return None
    try:
        given = tuple(int(face) for face in faces.split(",")) if faces else ()
    except ValueError:
        raise BadInput("fieldguns.bad_dice", text=faces) from None
    return Throw(given, roll=not given)


# -- what is shown ---------------------------------------------------------------------------------


def _show(out: Screen, report: GunReport) -> None:
    out.print(Text.assemble((report.gun.name, "bold"), f"  {_figures(out, report)}"))
    out.print(out.say(f"fieldguns.at_place.{report.place}"), style="dim")
    if report.load is not UNSET:
        load = report.load
        key = "fieldguns.cli.load" if load.legal else "fieldguns.cli.no_load"
        facts = {"vehicle": load.vehicle, "left": load.pp_left, "ammunition": load.ammunition_pp}
        out.print(out.say(key, **facts), style="dim")
    out.print()
    grid = Table.grid(padding=(0, 2))
    for move in sorted(report.moves, key=lambda move: not move.allowed):
        grid.add_row(*_row(out, move))
    out.print(grid)
    if report.push is not UNSET and report.push.allowed:
        _show_push(out, report.push)
    if report.story is not UNSET:
        _show_story(out, report.story)
    if report.rolled is not UNSET:
        out.print()
        faces = tuple(str(face) for face in report.rolled.dice)
        result = f"@fieldguns.push.{report.rolled.result}"
        out.print(out.say("fieldguns.cli.rolled", dice=faces, result=result), style="bold")


def _show_story(out: Screen, story: Story) -> None:
    """The steps, and in one line each how gun, men and vehicle stand after them."""
    out.print()
    for step in story.steps:
        result = "" if step.push is None else out.say(f"fieldguns.push.{step.push}")
        cost = "" if step.cost is None else f"{step.cost:g} MP"
        out.print(Text(f"{step.said}  {result}{cost}".rstrip()))
    for hand in story.hands:
        kind = f"@fieldguns.hand.{hand.kind}"
        out.print(out.say("fieldguns.cli.hand_now", unit=kind, mf=hand.mf_left), style="dim")
    if story.vehicle is not None:
        left = f"{story.vehicle.mp_left:g}"
        out.print(out.say("fieldguns.cli.vehicle_now", mp=left), style="dim")


def _row(out: Screen, move: MoveReport) -> tuple[Text, ...]:
    mark = Text("✓" if move.allowed else "✗", style="green" if move.allowed else "red")
    name = Text(out.say(f"fieldguns.move.{move.name}"), style="bold" if move.allowed else "dim")
    cost = f"{move.mp} MP" if move.mp is not None else f"{move.mf} MF" if move.mf else ""
    why = out.words.title(move.rule) if move.why is UNSET else out.tell(move.why)
    return mark, name, Text(cost), Text(f"{move.rule}  {why}", style="" if move.allowed else "dim")


def _figures(out: Screen, report: GunReport) -> str:
    gun = report.gun
    kind = out.say(f"effects.type.{gun.gun_class}")
    m = f"M({gun.m})" if gun.m_circled else f"M{gun.m}"
    flags = {"QSU": gun.qsu, "NM": gun.nm, "RFNM": gun.rfnm, "LF": gun.lf}
    marks = [name for name, so in flags.items() if so]
    return " · ".join((out.army(gun.nation), kind, m, *marks))


def _show_push(out: Screen, push: PushReport) -> None:
    out.print()
    out.print(out.say("fieldguns.cli.needs", number=push.max_original_dr, m=push.m), style="bold")
    drm = Table.grid(padding=(0, 2))
    for item in push.tally:
        drm.add_row(signed(item.value), out.tell(item.name))
    drm.add_row(signed(push.total_drm), out.say("fieldguns.cli.total"), style="bold")
    out.print(drm)
    out.print()
    best_first = reversed(push.odds.items())
    out.print(_chances((p, out.say(f"fieldguns.push.{result}")) for result, p in best_first))
    if len(push.within_tries) > 1:
        out.print()
        out.print(out.say("fieldguns.cli.tries_title"), style="bold")
        tries = enumerate(push.within_tries, 1)
        out.print(_chances((p, out.say("fieldguns.cli.within", count=n)) for n, p in tries))


def _chances(rows: Iterable[tuple[Fraction, str]]) -> Table:
    grid = Table.grid(padding=(0, 2))
    for chance, words in rows:
        grid.add_row(percent(chance), str(chance), words)
    return grid
