"""`hexfire gun NAME`: what may be done with a gun now, and the odds of pushing it."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Any

import typer
from msgspec.structs import replace
from rich.table import Table
from rich.text import Text

from hexfire.asl.fieldguns import (
    Emplacement,
    Entry,
    Gun,
    GunCounter,
    Hand,
    HandKind,
    Manned,
    Move,
    Place,
    PorteeNote,
    Push,
    Situation,
    Vehicle,
    gun_named,
    moves,
    push,
    push_until,
    roll_push,
    tow_vehicle_named,
)
from hexfire.asl.fieldguns.entries import entry_into
from hexfire.asl.fieldguns.towing import load_of
from hexfire.asl.sequence import PHASES
from hexfire.asl.shots.latw import month
from hexfire.cli.screen import Json, Lang, Screen, screen, text
from hexfire.dice import Dice, Odds, odds, secure
from hexfire.rulebook import BadInput


class Standing(Enum):
    """How the gun stands at the beginning."""

    READY = "ready"
    EMPLACED = "emplaced"
    LIMBERED = "limbered"
    HOOKED = "hooked"
    PORTEE = "portee"
    DISMANTLED = "dismantled"


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
    labor: Annotated[
        int, typer.Option("--labor", min=0, max=2, help=text("fieldguns.cli.labor"))
    ] = 0,
    tries: Annotated[
        int, typer.Option("--tries", min=1, max=12, help=text("fieldguns.cli.tries"))
    ] = 3,
    date: Annotated[str, typer.Option("--date", help=text("fieldguns.cli.date"))] = "",
    dice: Annotated[str, typer.Option("--dice", help=text("fieldguns.cli.dice"))] = "",
    roll: Annotated[bool, typer.Option("--roll", help=text("fieldguns.cli.roll"))] = False,
    json: Json = False,
    lang: Lang = None,
) -> None:
    out = screen()
    year = int(month(date)[:4]) if date else None
    counter = gun_named(name)
    how = _choice(Standing, standing, "fieldguns.bad_state")
    hands = tuple(replace(hand, on_foot=not aboard) for hand in _hands(by, labor))
    tractor = _vehicle(vehicle, cargo, spent, year)
    if tractor is not None and (portee or how is Standing.PORTEE):
        note = PorteeNote(counter.caliber, counter.barrel, portee_pp, portee_fires)
        tractor = replace(tractor, portee=note)
    if tractor is not None and how in (Standing.HOOKED, Standing.PORTEE):
        tractor = replace(tractor, burden=counter.name)
    now = Situation(
        _gun(counter, how, tractor),
        hands,
        tractor,
        _choice(PHASES, phase, "fieldguns.bad_phase"),
        not enemy_turn,
    )
    entry = None
    if into:
        entry = entry_into(
            into,
            across,
            mf=mf,
            tem=tem,
            uphill=uphill,
            road=road,
            mud_or_deep_snow=mud,
        )
    found = moves(now, entry, low_ammo)
    thrown = _thrown(now, entry, low_ammo, dice, roll)
    if out.json:
        out.data(_as_data(counter, now, found, entry, tries, thrown))
        return
    _show(out, counter, now, found, tries)
    if thrown is not None:
        out.print()
        out.print(
            out.say(
                "fieldguns.cli.rolled",
                dice=tuple(str(face) for face in thrown[1]),
                result=f"@fieldguns.push.{thrown[0].value}",
            ),
            style="bold",
        )


def _choice(kind: Any, written: str, key: str) -> Any:
    for option in kind:
        if option.value.casefold() == written.casefold():
            return option
    raise BadInput(key, text=written, known=tuple(option.value for option in kind))


def _hands(written: str, labor: int) -> tuple[Hand, ...]:
    hands = []
    for word in written.replace("+", ",").split(","):
        kind = _choice(HandKind, word.strip(), "fieldguns.bad_hand")
        hands.append(Hand(kind, mf=6 if kind.smc else 4, labor=0 if kind.smc else labor))
    return tuple(hands)


def _vehicle(name: str, cargo: int, spent: float, year: int | None) -> Vehicle | None:
    if not name:
        return None
    counter = tow_vehicle_named(name)
    return Vehicle(
        counter.name,
        counter.mp,
        counter.t_number(year),
        counter.pp,
        cargo_pp=cargo,
        mp_spent=spent,
    )


def _gun(counter: GunCounter, standing: Standing, vehicle: Vehicle | None) -> Gun:
    match standing:
        case Standing.HOOKED:
            tractor = vehicle.name if vehicle else "?"
            return Gun(counter, Place.HOOKED, limbered=not counter.qsu, vehicle=tractor)
        case Standing.PORTEE:
            if vehicle is None:
                raise BadInput("fieldguns.portee_needs_vehicle")
            limbered = not counter.qsu
            return Gun(counter, Place.PORTEE, limbered=limbered, vehicle=vehicle.name)
        case Standing.LIMBERED:
            if counter.qsu:
                raise BadInput("fieldguns.qsu_needs_no_limbering", gun=counter.name)
            return Gun(counter, limbered=True)
        case Standing.DISMANTLED:
            if not counter.dismantles:
                raise BadInput("fieldguns.not_dismantled", gun=counter.name)
            return Gun(counter, Place.DISMANTLED)
        case Standing.EMPLACED:
            if counter.is_rcl:
                raise BadInput("fieldguns.not_emplaceable", gun=counter.name)
            return Gun(counter, emplacement=Emplacement.EMPLACED, manned=Manned.CREW)
        case _:
            return Gun(counter)


def _thrown(
    now: Situation, entry: Entry | None, low_ammo: bool, faces: str, roll: bool
) -> tuple[Push, tuple[int, ...]] | None:
    if not faces and not roll:
        return None
    if entry is None:
        raise BadInput("fieldguns.push_needs_hex")
    try:
        given = [int(face) for face in faces.split(",")] if faces else []
    except ValueError:
        raise BadInput("fieldguns.bad_dice", text=faces) from None
    dice = Dice(given, None if given else secure())
    result, _ = push(dice, now, entry, low_ammo)
    return result, dice.faces


# -- what is shown ---------------------------------------------------------------------------


def _chances(move: Move, counter: GunCounter, tries: int, now: Situation) -> tuple[Odds[Any], Any]:
    assert move.drm is not None
    labor = -move.drm.value_of("labor")
    once: Odds[Push] = odds(roll_push, counter.m, move.drm.total)
    often = odds(push_until, counter.m, move.drm.total + labor, labor, tries)
    return once, often


def _show(
    out: Screen, counter: GunCounter, now: Situation, found: tuple[Move, ...], tries: int
) -> None:
    out.print(Text.assemble((counter.name, "bold"), f"  {_figures(out, counter)}"))
    out.print(out.say(f"fieldguns.at_place.{now.gun.place.value}"), style="dim")
    if now.vehicle is not None:
        load = load_of(now.vehicle, counter)
        key = "fieldguns.cli.load" if load.legal else "fieldguns.cli.no_load"
        out.print(
            out.say(
                key, vehicle=now.vehicle.name, left=load.pp_left, ammunition=load.ammunition_pp
            ),
            style="dim",
        )
    out.print()
    grid = Table.grid(padding=(0, 2))
    for move in sorted(found, key=lambda move: not move.allowed):
        grid.add_row(*_row(out, move))
    out.print(grid)
    for move in found:
        if move.drm is not None and move.allowed:
            _show_push(out, move, counter, tries, now)


def _row(out: Screen, move: Move) -> tuple[Text, ...]:
    mark = Text("✓" if move.allowed else "✗", style="green" if move.allowed else "red")
    name = Text(out.say(f"fieldguns.move.{move.name}"), style="bold" if move.allowed else "dim")
    cost = f"{move.mp} MP" if move.mp is not None else f"{move.mf} MF" if move.mf else ""
    why = out.words.say(move.refused) if move.refused else out.words.title(move.rule)
    return mark, name, Text(cost), Text(f"{move.rule}  {why}", style="" if move.allowed else "dim")


def _figures(out: Screen, counter: GunCounter) -> str:
    m = f"M({counter.m})" if counter.m_circled else f"M{counter.m}"
    flags = [flag.upper() for flag in ("qsu", "nm", "rfnm", "lf") if getattr(counter, flag)]
    return " · ".join((counter.nation, counter.gun_class, m, *flags))


def _percent(chance: Any) -> str:
    return f"{float(chance) * 100:.1f} %"


def _show_push(out: Screen, move: Move, counter: GunCounter, tries: int, now: Situation) -> None:
    assert move.drm is not None
    once, often = _chances(move, counter, tries, now)
    best = counter.m - move.drm.total
    out.print()
    out.print(out.say("fieldguns.cli.needs", number=best, m=counter.m), style="bold")
    drm = Table.grid(padding=(0, 2))
    for item in move.drm:
        drm.add_row(f"{item.value:+d}", out.words.name(item))
    drm.add_row(f"{move.drm.total:+d}", out.say("fieldguns.cli.total"), style="bold")
    out.print(drm)
    out.print()
    chances = Table.grid(padding=(0, 2))
    for result in (Push.ENTERS_AND_MAY_GO_ON, Push.ENTERS_AND_STOPS, Push.FAILS):
        chance = once.get(result, 0)
        chances.add_row(_percent(chance), str(chance), out.say(f"fieldguns.push.{result.value}"))
    out.print(chances)
    if tries > 1:
        out.print()
        out.print(out.say("fieldguns.cli.tries_title"), style="bold")
        series = Table.grid(padding=(0, 2))
        for number in range(1, tries + 1):
            entered = often.chance(lambda t, n=number: 0 < t.entered_at <= n)
            series.add_row(
                _percent(entered),
                str(entered),
                out.say("fieldguns.cli.within", count=number),
            )
        out.print(series)


def _as_data(
    counter: GunCounter,
    now: Situation,
    found: tuple[Move, ...],
    entry: Entry | None,
    tries: int,
    thrown: tuple[Push, tuple[int, ...]] | None,
) -> dict[str, Any]:
    data: dict[str, Any] = {
        "gun": counter,
        "phase": now.phase,
        "moves": [_move_data(move) for move in found],
    }
    for move in found:
        if move.drm is None:
            continue
        once, often = _chances(move, counter, tries, now)
        data["push"] = {
            "max_original_dr": counter.m - move.drm.total,
            "total_drm": move.drm.total,
            "tally": [
                {"case": item.case, "rule": item.rule, "value": item.value} for item in move.drm
            ],
            "odds": {result.value: str(once.get(result, 0)) for result in Push},
            "within_tries": [
                str(often.chance(lambda t, n=number: 0 < t.entered_at <= n))
                for number in range(1, tries + 1)
            ],
        }
    if thrown is not None:
        data["rolled"] = {"dice": thrown[1], "result": thrown[0].value}
    return data


def _move_data(move: Move) -> dict[str, Any]:
    return {
        "name": move.name,
        "rule": move.rule,
        "allowed": move.allowed,
        "mp": move.mp,
        "mf": move.mf,
        "refused": move.refused.key if move.refused else None,
    }
