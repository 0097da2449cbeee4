"""C10.111: the Infantry that handles a gun, and who of it counts as a crew."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

import msgspec

from hexfire.rulebook import Refusal


class HandKind(Enum):
    """The kinds of Infantry units."""

    CREW = "crew"
    HALF_SQUAD = "hs"
    SQUAD = "squad"
    LEADER = "leader"
    HERO = "hero"

    @property
    def smc(self) -> bool:
        return self in (HandKind.LEADER, HandKind.HERO)


class Hand(msgspec.Struct, frozen=True):
    """An Infantry unit in the gun's Location, as far as handling a gun asks for it."""

    kind: HandKind = HandKind.CREW
    good_order: bool = True
    pinned: bool = False
    ti: bool = False
    fired: bool = False
    worked: bool = False
    """C10.21: (un)limbered a gun, so it does not fire in this Player Turn."""
    on_foot: bool = True
    upstairs: bool = False
    """In the gun's hex, but not at ground level."""
    possesses: bool = True
    """C10.111: it (with others) possesses the gun; one that does not can only help."""
    mf: int = 4
    mf_spent: int = 0
    cx: bool = False
    portaged_pp: int = 0
    entrenched: bool = False
    under_wire: bool = False
    assault_moving: bool = False
    labor: int = 0
    """0, or the value (1, 2) of its Labor counter."""
    hazardous: bool = False
    """Moved in a way that is Hazardous Movement this Player Turn."""

    @property
    def able(self) -> bool:
        """C10.111: Good Order, unpinned (and not TI from something else)."""
        return self.good_order and not self.pinned and not self.ti

    @property
    def mf_left(self) -> int:
        return self.mf - self.mf_spent

    @property
    def pp(self) -> int:
        """D6.1: the PP that the unit takes up aboard a vehicle (R-D6.1)."""
        return {HandKind.SQUAD: 10, HandKind.CREW: 5, HandKind.HALF_SQUAD: 5}.get(self.kind, 1)


SMCS_PER_CREW = 5
"""C10.111: five SMC do a crew's work."""


def crew_equivalents(hands: Iterable[Hand]) -> int:
    """C10.111: a crew or HS is one, a squad holds two HS, five SMC together are one.

    >>> crew_equivalents([Hand(HandKind.SQUAD), Hand(HandKind.LEADER)])
    2
    """
    able = [hand for hand in hands if hand.able and not hand.upstairs]
    worth = {HandKind.CREW: 1, HandKind.HALF_SQUAD: 1, HandKind.SQUAD: 2}
    smcs = sum(hand.kind.smc for hand in able)
    return sum(worth.get(hand.kind, 0) for hand in able) + smcs // SMCS_PER_CREW


def require_crew(hands: Iterable[Hand]) -> None:
    """C10.111: an unpinned Good Order crew, or who counts as one, that possesses the gun."""
    there = tuple(hands)
    if crew_equivalents(there) < 1:
        raise Refusal("C10.111", "fieldguns.no_crew")
    if crew_equivalents(hand for hand in there if hand.possesses) < 1:
        raise Refusal("C10.111", "fieldguns.not_in_possession")
