"""What changes while a game goes on, as frozen plain data. Units, hexes, markers are indices."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

import msgspec
from msgspec.structs import replace as replace  # re-exported: the one way to make the next state


class Phase(IntEnum):
    """F4.1a: the phases of a player turn, with set-up before and the end after them."""

    SETUP = 0
    MOVEMENT = 1
    COMBAT = 2
    MOBILE_MOVEMENT = 3
    MOBILE_COMBAT = 4
    OVER = 5

    @property
    def is_movement(self) -> bool:
        return self is Phase.MOVEMENT or self is Phase.MOBILE_MOVEMENT

    @property
    def is_combat(self) -> bool:
        return self is Phase.COMBAT or self is Phase.MOBILE_COMBAT


WAITING: Final = -1
LOST: Final = -2
EXITED: Final = -3
"""Where a unit is that is not on the map: on the turn track, eliminated, or exited."""


class Combat(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """The combat (or, without attackers, the barrage) under way."""

    target: int
    hex: int
    attackers: tuple[int, ...] = ()
    attack_markers: tuple[int, ...] = ()
    defence_markers: tuple[int, ...] = ()

    @property
    def is_barrage(self) -> bool:
        return not self.attackers


# The decision that is open. Each belongs to one side.


class Slot(msgspec.Struct, frozen=True, gc=False, tag="slot"):
    """F8.3c: slot A1, D1, A2 or D2 (0 to 3); `locked`: the attacker declined A1."""

    slot: int
    locked: bool = False
    skipped: bool = False
    """The defender declined D1."""


class Countering(msgspec.Struct, frozen=True, gc=False, tag="counter"):
    """F8.4.1: the defender may answer a barrage."""


class Rolling(msgspec.Struct, frozen=True, gc=False, tag="roll"):
    """F7.3b: the attacker rolls."""


class Losing(msgspec.Struct, frozen=True, gc=False, tag="lose"):
    """F7.6d, F7.6h, F8.4.2: the attacker chooses which of these units is reduced."""

    units: tuple[int, ...]
    rule: str
    then_advance: bool = False
    defenders: bool | msgspec.UnsetType = msgspec.UNSET
    """True where the defender chooses, among several who stand together (Q-STK-5)."""


class Retreating(msgspec.Struct, frozen=True, gc=False, tag="retreat"):
    """F7.7: units of one side retreat, in the order and along the hexes their owner chooses."""

    side: int
    length: int
    units: tuple[int, ...]
    """Those that still have to retreat; the first is under way if `path` is not empty."""
    path: tuple[int, ...] = ()
    """The hexes of the unit under way, from the one it fought in."""
    used: tuple[int, ...] = ()
    """Hexes of retreat paths of this combat (F7.7.2g), that of the unit under way included."""
    moved: tuple[int, ...] = ()
    """Units that retreated or were displaced in this combat: none moves twice (Q-DIS-3)."""
    away_from: tuple[int, ...] = ()
    """Hexes to get away from: all of them after combat, any one of them after a barrage."""
    relaxed: bool = False
    """F7.7.1c: it cannot but approach an enemy, and is reduced for it."""


class Displacing(msgspec.Struct, frozen=True, gc=False, tag="displace"):
    """F7.7.2: the units pushed out, in order; the last one's hex is to be chosen."""

    retreat: Retreating
    chain: tuple[int, ...]
    hexes: tuple[int, ...] = ()
    """Where the units before the last will go: each the hex of the next."""


class Advancing(msgspec.Struct, frozen=True, gc=False, tag="advance"):
    """F7.9: units that may still advance along the path."""

    path: tuple[int, ...]
    units: tuple[int, ...]


class Chance(msgspec.Struct, frozen=True, gc=False, tag="chance"):
    """Something that exclusive rules leave to a die: the weather, say."""

    what: str
    side: int
    """Who rolls."""
    number: int = 0
    """Which of its kind."""


Pending = Slot | Countering | Rolling | Losing | Retreating | Displacing | Advancing | Chance


class Extra(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What only exclusive rules ask about (`folio.exclusive`)."""

    chances: tuple[Chance, ...] = ()
    """What is still to be rolled for; the first of them is pending."""
    weather: int = -1
    """The condition that the weather is; -1: none."""
    cut: tuple[int, ...] = ()
    """By unit, for how many of its player turns it has been without supply; empty: nobody is."""
    astray: int = 0
    """The units that began their player turn without command."""
    blown: int = 0
    """The bridges that are down."""
    tried: int = 0
    """The bridges that somebody tried to blow on this game turn …"""
    captured: int = 0
    """… and those that nobody can blow any more."""
    building: tuple[tuple[int, int], ...] = ()
    """Bridges under construction, each with the unit at work."""
    called: int = 0
    """The arrivals that have come true."""
    landing: tuple[int, int] = (-1, -1)
    """The unit that is in the air, and the hex it jumps at."""
    spent: tuple[tuple[int, int], ...] = ()
    """Units that entered in this phase and may move on, with the half MP they have spent."""
    steps: tuple[int, ...] = ()
    """By unit, the further steps it has lost; empty: nobody has."""
    works: tuple[tuple[int, int], ...] = ()
    """Fortress markers that have been laid: hex and side."""
    replacements: tuple[int, int] = (0, 0)
    """By side, the replacement points at hand."""
    gone: int = 0
    """The markers that are lost for good."""
    points: tuple[int, int] = (0, 0)
    """By side, the points for hexes held at the ends of game turns."""


class State(msgspec.Struct, frozen=True, gc=False):
    """A position."""

    scenario: str
    """The key of the scenario; everything that never changes is there."""
    turn: int
    player: int
    """The side whose player turn it is."""
    phase: Phase
    places: tuple[int, ...]
    """For each unit its hex, or WAITING, LOST, EXITED."""
    hands: tuple[int, int] = (0, 0)
    """By side, the set of markers received this game turn and not yet used."""
    reduced: int = 0
    """The set of units whose reverse is up."""
    moved: int = 0
    """Units that moved in this player turn's Movement Phase (or in the present phase)."""
    attacked: int = 0
    """Units that attacked in the present combat phase."""
    fought: int = 0
    """Units that attacked in this player turn's Combat Phase (F4.1h)."""
    defended: int = 0
    """Units that were attacked in the present combat phase (F7.2b)."""
    barred: int = 0
    """Units that were displaced in the present combat phase (F7.7.2d)."""
    barrages: bool = True
    """Whether no combat has been declared yet in the phase (F8.4a)."""
    barraged: tuple[tuple[int, int], ...] = ()
    """F8.6d: (hex, side that fired) of this game turn's barrages."""
    shelled: int = 0
    """Units that were barraged this game turn (Q-BAR-8)."""
    holders: tuple[int, ...] = ()
    """For each objective the side that holds it, -1 for neither."""
    combat: Combat | None = None
    pending: Pending | None = None
    ending: int = -1
    """When the game is over: the sudden victory that ended it, or -1 for the last turn's end."""
    again: int | msgspec.UnsetType = msgspec.UNSET
    """F7.9h: units that an advance gave a further attack in the present combat phase.

    Left out of the record while there are none: the first edition of the rules knew no such thing.
    """
    extra: Extra | msgspec.UnsetType = msgspec.UNSET
    """What exclusive rules add; left out of the record where there are none."""
