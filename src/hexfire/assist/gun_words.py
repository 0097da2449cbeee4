"""How a player says who is at a gun and how its vehicle stands: words, and numbers with `=`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from hexfire.asl.fieldguns import Hand, HandKind, Vehicle
from hexfire.rulebook import BadInput, read_whole

T = TypeVar("T", Hand, Vehicle)

HAND_WORDS: Mapping[str, dict[str, Any]] = {
    "pinned": {"pinned": True},
    "broken": {"good_order": False},
    "ti": {"ti": True},
    "fired": {"fired": True},
    "cx": {"cx": True},
    "entrenched": {"entrenched": True},
    "wire": {"under_wire": True},
    "assault": {"assault_moving": True},
    "aboard": {"on_foot": False},
    "upstairs": {"upstairs": True},
    "helper": {"possesses": False},
}
HAND_NUMBERS = {"mf": "mf", "spent": "mf_spent", "pp": "portaged_pp", "labor": "labor"}

VEHICLE_WORDS: Mapping[str, dict[str, Any]] = {
    "bypass": {"bypass": True},
    "moving": {"stopped": False},
    "fired": {"fired": True},
    "ti": {"ti": True},
    "towing": {"burden": "?"},
}

MOST = 99


def hand_of(text: str, labor: int = 0, aboard: bool = False) -> Hand:
    """A unit in a player's words: `crew pinned spent=2`."""
    kind_word, *rest = text.casefold().split() or [""]
    kind = next((kind for kind in HandKind if kind.value == kind_word), None)
    if kind is None:
        known = tuple(kind.value for kind in HandKind)
        raise BadInput("fieldguns.bad_hand", text=kind_word, known=known)
    mf, worked_on = (6, 0) if kind.smc else (4, labor)
    hand = Hand(kind, mf=mf, labor=worked_on, on_foot=not aboard)
    return _told(hand, rest, HAND_WORDS, HAND_NUMBERS)


def vehicle_told(vehicle: Vehicle, words: tuple[str, ...]) -> Vehicle:
    """The vehicle as these words have it: `bypass`, `moving`, `fired` …"""
    return _told(vehicle, words, VEHICLE_WORDS, {})


def _told(
    thing: T,
    words: tuple[str, ...] | list[str],
    flags: Mapping[str, dict[str, Any]],
    numbers: Mapping[str, str],
) -> T:
    changes: dict[str, Any] = {}
    for word in words:
        name, equals, number = word.casefold().partition("=")
        if not equals and name in flags:
            changes |= flags[name]
        elif name in numbers and (given := read_whole(number)) is not None and given <= MOST:
            changes[numbers[name]] = given
        else:
            known = (*flags, *(f"{name}=…" for name in numbers))
            raise BadInput("fieldguns.bad_word", text=word, known=known)
    return msgspec.structs.replace(thing, **changes)
