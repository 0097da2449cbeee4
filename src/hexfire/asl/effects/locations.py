"""R-A7.3: one DR that strikes several Locations is resolved in each of them by itself.

Who is in another Location draws no lots with a unit (A7.301), does not lead its checks (A10.21),
and is not missed by it (A10.2).
"""

from __future__ import annotations

from operator import itemgetter

import msgspec

from hexfire.asl.effects.stack import Fire, Stack
from hexfire.asl.shots.targets import After
from hexfire.dice import Dice, Then, in_turn


class Group(msgspec.Struct, frozen=True):
    """One Location's share of an attack: the places of its targets in the whole stack."""

    places: tuple[int, ...]
    stack: Stack
    fire: Fire

    @property
    def asked(self) -> tuple[int, ...]:
        """The places in the whole stack whose fate is asked for."""
        return tuple(i for at, i in enumerate(self.places) if self.fire.watches(at))


def by_location(stack: Stack, fire: Fire) -> tuple[Group, ...]:
    """Each Location by itself, but for those that nobody asks for; empty: there is only one."""
    if len({struck.location for struck in stack}) < 2:
        return ()
    places: dict[str, list[int]] = {}
    for i, struck in enumerate(stack):
        places.setdefault(struck.location, []).append(i)
    groups = []
    for at in places.values():
        watch = tuple(place for place, i in enumerate(at) if i in fire.watch)
        if watch or not fire.watch:
            here = msgspec.structs.replace(fire, watch=watch)
            groups.append(Group(tuple(at), tuple(stack[i] for i in at), here))
    return tuple(groups)


Part = tuple[tuple[int, ...], Then]
"""What is done in one Location, and the places of those it tells of."""


def one_by_one(
    dice: Dice, parts: tuple[Part, ...], done: tuple[tuple[int, After], ...] = ()
) -> Then | tuple[After, ...]:
    """One Location after the other; then everyone's fate in the order of the whole stack."""
    if not parts:
        return tuple(after for _, after in sorted(done, key=itemgetter(0)))
    (places, first), *rest = parts
    return Then(in_turn, (first, Then(_and_the_next, (places, tuple(rest), done))))


def _and_the_next(
    dice: Dice,
    results: tuple[After, ...],
    places: tuple[int, ...],
    rest: tuple[Part, ...],
    done: tuple[tuple[int, After], ...],
) -> Then:
    return Then(one_by_one, (rest, (*done, *zip(places, results, strict=True))))
