"""`hexfire unit`: a counter of the catalogue with every figure explained."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from hexfire.asl.counters import (
    Ammunition,
    AnyCounter,
    Catalogue,
    Gun,
    Leader,
    Squad,
    SupportWeapon,
    Vehicle,
)
from hexfire.assist.units import UnitReport, has_gun, look_up, unit_report, when_printed
from hexfire.cli.screen import Json, Lang, Screen, screen, text
from hexfire.rulebook import BadInput

Row = tuple[str, str]


def add_to(app: typer.Typer) -> None:
    app.command("unit", help=text("effects.cli.unit"))(unit)


def unit(
    name: Annotated[list[str] | None, typer.Argument(help=text("effects.cli.name"))] = None,
    nation: Annotated[str | None, typer.Option("--nation", help=text("effects.cli.nation"))] = None,
    year: Annotated[int | None, typer.Option("--year", help=text("effects.cli.year"))] = None,
    file: Annotated[
        list[Path] | None, typer.Option("--file", help=text("effects.cli.file"))
    ] = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    out, wanted = screen(), " ".join(name or ())
    if not wanted and nation is None:
        raise BadInput("effects.cli.no_name")
    if year is not None and not 1939 <= year <= 1945:
        raise BadInput("effects.cli.bad_year", year=year)
    catalogue = Catalogue.load(file or ())
    counters = look_up(catalogue, wanted, nation, year)
    if len(counters) == 1:
        _show(out, counters[0], year)
    elif out.json:
        out.data([unit_report(counter, year).plain() for counter in counters])
    else:
        _list(out, counters, wanted or nation or "")


def _list(out: Screen, counters: tuple[AnyCounter, ...], wanted: str) -> None:
    out.print(out.say("effects.cli.found", count=len(counters), text=wanted), markup=False)
    grid = Table.grid(padding=(0, 2))
    for counter in counters:
        grid.add_row(
            Text(counter.name, style="bold"),
            out.army(counter.nation),
            _kind(out, counter),
            counter.id,
        )
    out.print(grid)


def _show(out: Screen, counter: AnyCounter, year: int | None) -> None:
    if out.json:
        out.data(unit_report(counter, year).plain())
        return
    out.print(
        Text.assemble(
            (counter.name, "bold"), "  ", out.army(counter.nation), "  ", (f"[{counter.id}]", "dim")
        )
    )
    grid = Table.grid(padding=(0, 2))
    for label, value in _rows(out, counter, year):
        if value:
            grid.add_row(Text(out.say(f"effects.figure.{label}"), style="cyan"), Text(value))
    out.print(grid)


# -- the figures ---------------------------------------------------------------------------------


def _rows(out: Screen, counter: AnyCounter, year: int | None) -> Iterator[Row]:
    yield "kind", _kind(out, counter)
    match counter:
        case Vehicle():
            yield from _vehicle(out, counter)
        case Gun():
            yield from _gun(out, counter)
        case SupportWeapon():
            yield from _support_weapon(out, counter)
        case Squad() | Leader():
            yield from _men(out, counter)
    if isinstance(counter, Vehicle | Gun):
        yield from _ammunition(out, unit_report(counter, year), year)
    yield "back", " · ".join(() if isinstance(counter, Squad | Leader) else counter.back)
    yield "note", counter.note


def _kind(out: Screen, counter: AnyCounter) -> str:
    match counter:
        case Vehicle():
            kind = counter.type
        case Gun():
            kind = counter.gun_type
        case _:
            kind = counter.kind
    return _say(out, f"effects.type.{kind}", kind)


def _say(out: Screen, key: str, otherwise: str) -> str:
    return out.say(key) if out.words.has(key) else otherwise


def _vehicle(out: Screen, v: Vehicle) -> Iterator[Row]:
    yield "armor", _armor(out, v)
    yield "size", out.say("effects.figure.size_value", drm=f"{v.target_size:+d}")
    how = [out.say(f"effects.movement.{v.movement}")]
    if v.mp_red:
        how.append(out.say("effects.figure.mp_red"))
    yield (
        "movement",
        out.say("effects.figure.movement_value", mp=v.mp, how=tuple(how)),
    )
    yield "pressure", _say(out, f"effects.pressure.{v.ground_pressure}", v.ground_pressure)
    yield "mount", _say(out, f"effects.mount.{v.turret}", v.turret)
    yield "ma", _armament(out, v.ma, v.ma_no_ap, v.ma_no_he)
    yield from _reliability(out, v.rof, v.b, v.b_circled, v.x, has_gun=has_gun(v))
    if v.ife is not None:
        yield "ife", out.say("effects.figure.ife_value", fp=v.ife)
    yield "sa", v.sa
    yield "ft", v.ft
    guns = (("bow", v.mg.bow), ("coax", v.mg.coax), ("rear", v.mg.rear), ("aa", v.mg.aa))
    yield (
        "mg",
        out.listed(out.say(f"effects.figure.mg.{at}", fp=fp) for at, fp in guns if fp is not None),
    )
    survival = [out.say("effects.figure.cs_value", cs=v.cs)]
    if v.cs_red:
        survival.append(out.say("effects.figure.cs_red"))
    yield "cs", out.listed(survival)
    yield "pp", v.pp_capacity
    yield "tow", v.tow


def _armor(out: Screen, v: Vehicle) -> str:
    if not v.armored:
        return out.say("effects.figure.unarmored")
    parts = [
        out.say(
            "effects.figure.armor_value",
            hf=str(v.af_front),
            hs=str(v.af_side_rear),
            tf=str(v.af_turret_front),
            ts=str(v.af_turret_side_rear),
        )
    ]
    if v.open_topped:
        parts.append(out.say("effects.figure.open_topped"))
    if v.star_t_printed:
        parts.append(out.say("effects.figure.star_t"))
    return out.listed(parts)


def _gun(out: Screen, g: Gun) -> Iterator[Row]:
    yield "gun", _armament(out, g.printed, g.no_ap, g.no_he)
    yield "size", out.say("effects.figure.size_value", drm=f"{g.target_size:+d}")
    yield "mount", _say(out, f"effects.mount.{g.mount}", g.mount)
    yield from _reliability(out, g.rof, g.b, circled=False, x=None, has_gun=True)
    if g.ife is not None:
        yield "ife", out.say("effects.figure.ife_value", fp=g.ife)
    yield "range", g.range
    yield "m", str(g.m)
    flags = ((g.qsu, "QSU"), (g.nm, "NM"), (g.rfnm, "RFNM"), (g.lf, "LF"))
    yield "flags", out.listed(name for is_so, name in flags if is_so)


def _armament(out: Screen, printed: str, no_ap: bool, no_he: bool) -> str:
    marks = [
        out.say(f"effects.figure.{key}") for key, so in (("no_ap", no_ap), ("no_he", no_he)) if so
    ]
    if not marks or not printed:
        return printed
    return out.say("effects.figure.marked", printed=printed, marks=tuple(marks))


def _reliability(
    out: Screen, rof: int, b: int | None, circled: bool, x: int | None, has_gun: bool
) -> Iterator[Row]:
    if rof:
        yield "rof", out.say("effects.figure.rof_value", rof=rof)
    if circled and b is not None:
        yield "b", out.say("effects.figure.low_ammo", b=b)
    elif has_gun or b is not None:
        yield "b", out.say("effects.figure.b_value", b=b or 12)
    if x is not None:
        yield "x", str(x)


def _support_weapon(out: Screen, w: SupportWeapon) -> Iterator[Row]:
    yield "gun", _armament(out, w.printed, w.no_ap, no_he=False)
    yield "fp", "" if w.fp is None else str(w.fp)
    spread = (w.range_min, w.range_max)
    yield "range", f"{spread[0]}–{spread[1]}" if spread[1] else str(w.range or "")
    yield "tk", "" if w.tk is None else str(w.tk)
    yield from _reliability(out, w.rof, w.b, circled=False, x=w.x, has_gun=w.x is None)
    yield "pp", "" if w.pp is None else str(w.pp)
    if w.repair is not None:
        yield (
            "repair",
            out.say("effects.figure.repair_value", repair=w.repair, disabled=w.disabled or 6),
        )


def _men(out: Screen, unit: Squad | Leader) -> Iterator[Row]:
    broken = unit.broken_morale
    shown = str(broken) if broken is not None else out.say("effects.figure.unread")
    if isinstance(unit, Squad):
        yield "class", _say(out, f"effects.class.{unit.unit_class}", unit.unit_class)
        yield "fp", str(unit.fp)
        yield "range", str(unit.range)
    elif unit.drm or unit.kind != "hero":
        yield "leadership", f"{unit.drm:+d}"
    yield "morale", out.say("effects.figure.morale_value", up=unit.morale or 0, broken=shown)


def _ammunition(out: Screen, report: UnitReport, year: int | None) -> Iterator[Row]:
    counter = report.counter
    assert isinstance(counter, Vehicle | Gun)
    if report.to_kill is not None:
        numbers = (
            out.say(
                "effects.figure.tk_value",
                table=table,
                armored=number.armored,
                unarmored=str(number.unarmored or "★"),
            )
            for table, number in report.to_kill.items()
        )
        yield "tk", out.listed(numbers)
        fp = report.he_fp
        yield "he_fp", "" if fp is None else out.say("effects.figure.he_fp_value", fp=fp)
    yield "ammo", _printed(out, counter.ammo)
    if report.depletion is not None and year is not None:
        now = out.listed(f"{ammo} {n}" for ammo, n in report.depletion.items())
        yield "ammo", out.pair(out.say("effects.figure.ammo_in", year=year), now or "—")


def _printed(out: Screen, ammo: Ammunition) -> str:
    parts = []
    for symbol, numbers in ammo:
        shown = "/".join(
            out.say("effects.figure.in_years", n=number.n, when=when_printed(number))
            if number.when
            else str(number.n)
            for number in numbers
        )
        parts.append(f"{out.say(f'effects.figure.ammo_name.{symbol}')} {shown}")
    return out.listed(parts)
