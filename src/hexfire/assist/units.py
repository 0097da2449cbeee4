"""The catalogue as the page lists it: what can fire and what can be fired at."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from hexfire.asl.counters import (
    AnyCounter,
    Gun,
    Leader,
    Squad,
    SupportWeapon,
    Vehicle,
    catalogue,
)

Kind = Literal["vehicle", "gun", "sw", "mmc", "smc"]
NO_SHOOTERS = ("dc", "ft", "radio", "phone")
"""Support weapons that make no shot."""


class Card(msgspec.Struct, kw_only=True):
    """A counter in the list: its names and years, and the figures that tell it from others.

    `gun` is the printed armament or strength; `af` the hull AF in front and at side and rear;
    `size` the target size DRM; `ammo` the symbols of special ammunition.
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
    ammo: tuple[str, ...] | UnsetType = UNSET


def cards() -> tuple[Card, ...]:
    """The whole catalogue."""
    return tuple(card(counter) for counter in catalogue())


def card(counter: AnyCounter) -> Card:
    """A counter as it is listed."""
    match counter:
        case Vehicle():
            found = _card(counter, "vehicle", counter.type, counter.ma or counter.sa)
            found.fires = bool(found.gun)
            found.af = (counter.af_front, counter.af_side_rear)
            found.turret, found.movement = counter.turret, counter.movement
            found.armored, found.open_topped = counter.armored, counter.open_topped
            found.size = counter.target_size
            found.ammo = tuple(name for name, _ in counter.ammo)
        case Gun():
            found = _card(counter, "gun", counter.gun_type, counter.printed)
            found.fires = True
            found.size = counter.target_size
            found.ammo = tuple(name for name, _ in counter.ammo)
        case SupportWeapon():
            found = _card(counter, "sw", counter.kind, counter.printed)
            found.fires = counter.kind.casefold() not in NO_SHOOTERS
        case Squad():
            found = _card(counter, "mmc", counter.kind, counter.strength)
        case Leader():
            found = _card(counter, "smc", counter.kind, counter.strength)
    return found


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
