"""C13: the light anti-tank weapons: their figures, and when each exists."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib import resources
from typing import Any

import msgspec

from hexfire.asl.shots.shot import Ammo, Kind, Weapon
from hexfire.rulebook import BadInput, Refusal

BAZ_MODELS = ("BAZ43", "BAZ44", "BAZ45")


class Latw(msgspec.Struct, frozen=True):
    """A light anti-tank weapon's printed figures: To Hit number by range, FP, TK#, X# or B#."""

    id: str
    th: tuple[int, ...]
    fp: int
    range: int
    tk: int
    x: int | None = None
    b: int | None = None
    r: int | None = None
    disabled: int | None = None
    pp: int = 0
    wp: int | str | None = None
    range_by_date: dict[str, int] = {}


class _Existence(msgspec.Struct, frozen=True):
    id: str
    rule: str
    nation: str
    since: str = msgspec.field(name="from", default="")
    ssr: bool = False
    backblast: bool = False
    scw: bool = False


class _PfNumber(msgspec.Struct, frozen=True):
    since: str = msgspec.field(name="from")
    halves: int


class _Dates(msgspec.Struct, frozen=True):
    weapon: tuple[_Existence, ...]
    pf_number: tuple[_PfNumber, ...]


class _ToHit(msgspec.Struct, frozen=True):
    latw: tuple[Latw, ...]


def _decode(package: str, name: str, model: Any) -> Any:
    return msgspec.toml.decode((resources.files(package) / name).read_bytes(), type=model)


@lru_cache(maxsize=1)
def _dates() -> _Dates:
    dates: _Dates = _decode("hexfire.asl.shots", "latw.toml", _Dates)
    return dates


@lru_cache(maxsize=1)
def latw_table() -> dict[str, Latw]:
    """Every LATW that has a To Hit table of its own, by its id."""
    table: _ToHit = _decode("hexfire.asl.tables", "to-hit.toml", _ToHit)
    return {row.id: row for row in table.latw}


def month(text: str) -> str:
    """A date as YYYY-MM; anything else is refused.

    >>> month("1944-08")
    '1944-08'
    """
    if not re.fullmatch(r"19\d\d-(0[1-9]|1[0-2])", text):
        raise BadInput("fieldguns.bad_date", text=text)
    return text


def existence(latw: str) -> _Existence:
    for row in _dates().weapon:
        if row.id == latw:
            return row
    raise BadInput("fieldguns.unknown_latw", text=latw, names=tuple(latw_table()))


def refuse_before_its_time(latw: str, date: str, ssr: bool = False) -> None:
    """C13.3, C13.4, C13.48, C13.6: no weapon before its month; the PFk only by SSR."""
    row = existence(latw)
    if month(date) < row.since:
        raise Refusal(row.rule, "fieldguns.not_yet", weapon=latw, since=row.since, date=date)
    if row.ssr and not ssr:
        raise Refusal(row.rule, "fieldguns.only_by_ssr", weapon=latw)


def exists(latw: str, date: str, ssr: bool = False) -> bool:
    """Whether the weapon is to be had in that month."""
    try:
        refuse_before_its_time(latw, date, ssr)
    except Refusal:
        return False
    return True


def latest_baz(date: str) -> str:
    """C13.4: Americans have the latest model.

    >>> [latest_baz(d) for d in ("1942-11", "1943-12", "1944-01", "1945-01")]
    ['BAZ43', 'BAZ43', 'BAZ44', 'BAZ45']
    """
    there = [model for model in BAZ_MODELS if exists(model, date)]
    if not there:
        refuse_before_its_time(BAZ_MODELS[0], date)
    return there[-1]


def model_of_the_day(name: str, date: str) -> str:
    """C13.4: «BAZ» is the model that Americans have on the date; other names stay as they are."""
    if name.upper() != "BAZ":
        return name
    if not date:
        raise BadInput("fieldguns.date_needed", weapon="BAZ")
    return latest_baz(date)


def has_backblast(latw: str) -> bool:
    """C13.8: PF, PFk, BAZ and PSK have a Backblast; PIAT and Molotov Projector have none."""
    return existence(latw).backblast


def is_scw(latw: str) -> bool:
    """C13.9: the Shaped-Charge Weapons, which fire HEAT even at Personnel."""
    return existence(latw).scw


def max_range(latw: str, date: str) -> int:
    """C13.32: the PF's range grows with the date; the others' is as printed."""
    figures = latw_table()[latw]
    ranges = [r for since, r in sorted(figures.range_by_date.items()) if since <= month(date)]
    return ranges[-1] if ranges else figures.range


def pf_halves(date: str) -> int:
    """C13.31: PF to a squad-equivalent, in halves: 2 in 1943, 3 in 1944, 4 in 1945."""
    fitting = [row.halves for row in _dates().pf_number if row.since <= month(date)]
    if not fitting:
        refuse_before_its_time("PF", date)
    return fitting[-1]


def weapon(latw: str, date: str, ssr: bool = False) -> Weapon:
    """A LATW as the gunnery knows it: its own To Hit table, its range on the day, X# or B#.

    C13.42, C13.33: the table on the counter's back serves against armored and unarmored targets
    alike; a PF's is 10, less 2 for each hex. C13.34, C13.43: the HEAT table knows each by its name.
    C13.46: the BAZ45 has WP with a Depletion Number. C13.47, C13.63: rockets have an X#, the PIAT
    a B#.
    """
    figures, row = latw_table()[latw], existence(latw)
    if date:
        refuse_before_its_time(latw, date, ssr)
    elif figures.range_by_date:
        raise BadInput("fieldguns.date_needed", weapon=latw)
    ammo: list[tuple[Ammo, int | None]] = []
    if isinstance(figures.wp, int):
        ammo.append((Ammo.WP, figures.wp))
    if not is_scw(latw):
        ammo.append((Ammo.HE, None))
    return Weapon(
        caliber=0,
        name=latw,
        id=latw,
        nation=row.nation,
        kind=Kind.LATW,
        sw=True,
        # A PF is thrown away; without B# nothing can malfunction, so the number is out of reach.
        b=figures.b if figures.b is not None else 13,
        x=figures.x,
        max_range=max_range(latw, date) if date else figures.range,
        ammo=tuple(ammo),
        th_table=latw,
        backblast=has_backblast(latw),
    )
