"""The catalogue: what can fire and what can be fired at, and what the tables say of a counter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from hexfire.asl.counters import (
    AnyCounter,
    Catalogue,
    Gun,
    Leader,
    Squad,
    SupportWeapon,
    Vehicle,
    catalogue,
)
from hexfire.asl.counters.validation import BARRELS
from hexfire.asl.effects.ammunition import ammunition_on, when_printed
from hexfire.asl.tables import ift, to_kill
from hexfire.rulebook import BadInput

__all__ = ["Card", "UnitReport", "cards", "has_gun", "look_up", "unit_report", "when_printed"]

Kind = Literal["vehicle", "gun", "sw", "mmc", "smc"]
NO_SHOOTERS = ("dc", "ft", "radio", "phone")
"""Support weapons that make no shot."""


class Card(msgspec.Struct, kw_only=True):
    """A counter in the list: its names and years, and the figures that tell it from others.

    `gun` is the printed armament or strength; `af` the hull AF in front and at side and rear;
    `size` the target size DRM; `ammo` the symbols of special ammunition; `mp` a vehicle's MP.
    """

    id: str
    name: str
    nation: str
    since: int | None
    until: int | None
    kind: Kind
    type: str
    fires: bool = False
    gun: str = ""
    af: tuple[int | None, int | None] | UnsetType = UNSET
    turret: str | UnsetType = UNSET
    movement: str | UnsetType = UNSET
    armored: bool | UnsetType = UNSET
    open_topped: bool | UnsetType = UNSET
    size: int | UnsetType = UNSET
    mp: int | UnsetType = UNSET
    ammo: tuple[str, ...] | UnsetType = UNSET


def cards() -> tuple[Card, ...]:
    """The whole catalogue."""
    return tuple(card(counter) for counter in catalogue())


def card(counter: AnyCounter) -> Card:
    """A counter as it is listed."""
    match counter:
        case Vehicle():
            card = _card(counter, "vehicle", counter.type, counter.ma or counter.sa)
            card.fires = bool(card.gun)
            card.af = (counter.af_front, counter.af_side_rear)
            card.turret, card.movement = counter.turret, counter.movement
            card.armored, card.open_topped = counter.armored, counter.open_topped
            card.size, card.mp = counter.target_size, counter.mp
            card.ammo = tuple(name for name, _ in counter.ammo)
        case Gun():
            card = _card(counter, "gun", counter.gun_type, counter.printed)
            card.fires = True
            card.size = counter.target_size
            card.ammo = tuple(name for name, _ in counter.ammo)
        case SupportWeapon():
            card = _card(counter, "sw", counter.kind, counter.printed)
            card.fires = counter.kind.casefold() not in NO_SHOOTERS
        case Squad():
            card = _card(counter, "mmc", counter.kind, counter.strength)
        case Leader():
            card = _card(counter, "smc", counter.kind, counter.strength)
    return card


def _card(counter: AnyCounter, kind: Kind, type: str, gun: str) -> Card:
    return Card(
        id=counter.id,
        name=counter.name,
        nation=counter.nation,
        since=counter.since,
        until=counter.until,
        kind=kind,
        type=type,
        gun=gun,
    )


# -- a counter with what the tables say of it ------------------------------------------------------


class KillNumbers(msgspec.Struct, frozen=True):
    """The Basic TK# of an ammunition against armour and against unarmored targets."""

    armored: int
    unarmored: int | None


class UnitReport(msgspec.Struct, frozen=True):
    """A counter, and what the tables say about its gun.

    `to_kill` by ammunition and `he_fp` stand where it has a gun, `depletion` where a year was
    given. As JSON the counter's own figures and these stand side by side.
    """

    counter: AnyCounter
    to_kill: dict[str, KillNumbers] | None = None
    he_fp: int | None = None
    depletion: dict[str, int] | None = None

    def plain(self) -> dict[str, Any]:
        data: dict[str, Any] = msgspec.to_builtins(self.counter)
        if self.to_kill is not None:
            data |= {"to_kill": msgspec.to_builtins(self.to_kill), "he_fp": self.he_fp}
        return data if self.depletion is None else data | {"depletion": self.depletion}


def look_up(
    units: Catalogue, wanted: str, nation: str | None, year: int | None
) -> tuple[AnyCounter, ...]:
    """The counter that is meant; all that fit if the words leave it open."""
    if not wanted:
        return units.search("", nation, year)
    try:
        return (units.find(wanted, nation, year),)
    except BadInput:
        fitting = units.search(wanted, nation, year)
        if not fitting:
            raise
        return fitting


def unit_report(counter: AnyCounter, year: int | None = None) -> UnitReport:
    """A counter with the numbers of its gun; with a year also the ammunition of that year's end."""
    size, depletion = _size(counter), None
    if year is not None and isinstance(counter, Vehicle | Gun):
        depletion = {ammo.value: n for ammo, n in ammunition_on(counter, f"{year}-12")}
    if size is None:
        return UnitReport(counter, depletion=depletion)
    numbers = {table: KillNumbers(a, u) for table, a, u in _kill_numbers(counter, size)}
    return UnitReport(counter, numbers, None if _no_he(counter) else ift.he_fp(size[0]), depletion)


def has_gun(counter: AnyCounter) -> bool:
    """Whether a gun of some calibre is printed on it."""
    return _size(counter) is not None


def _size(counter: AnyCounter) -> tuple[float, str] | None:
    match counter:
        case Vehicle():
            return to_kill.parse_size(counter.ma)
        case Gun():
            return counter.caliber, BARRELS[counter.barrel]
        case _:
            return None


def _no_he(counter: AnyCounter) -> bool:
    match counter:
        case Vehicle():
            return counter.ma_no_he
        case Gun():
            return counter.no_he
        case _:
            return False


def _no_ap(counter: AnyCounter) -> bool:
    match counter:
        case Vehicle():
            return counter.ma_no_ap
        case Gun():
            return counter.no_ap or counter.gun_type == "MTR"
        case SupportWeapon():
            return counter.no_ap
        case _:
            return False


def _kill_numbers(
    counter: AnyCounter, size: tuple[float, str]
) -> Iterator[tuple[str, int, int | None]]:
    """The Basic TK# of each ammunition, against armour and unarmored targets."""
    caliber, barrel = size
    key, nation = to_kill.gun_size(caliber, barrel), counter.nation
    symbols = dict(counter.ammo) if isinstance(counter, Vehicle | Gun) else {}
    mortar = isinstance(counter, Gun) and counter.gun_type == "MTR"
    solid = to_kill.ap_unarmored(caliber)
    numbers = (
        ("AP", None if _no_ap(counter) else to_kill.ap_basic(key, nation), solid),
        (
            "APCR",
            to_kill.apcr_basic(key, nation) if "A" in symbols or key in _SQUEEZE else None,
            solid,
        ),
        ("APDS", to_kill.apds_basic(key) if "D" in symbols else None, solid),
        (
            "HEAT",
            to_kill.heat_basic(f"{caliber:g}") if "H" in symbols else None,
            to_kill.heat_unarmored(),
        ),
        (
            "HE",
            None if _no_he(counter) or mortar else to_kill.he_basic(caliber),
            to_kill.he_unarmored(caliber),
        ),
    )
    for table, armored, unarmored in numbers:
        if armored is not None:
            yield table, armored, unarmored


_SQUEEZE = ("28LL", "40LL")
