"""Wall Advantage: who has it, who may claim it, who must (B9.32-B9.324, B9.41).

A small state machine. `happen(state, event)` tells what follows at once, by which rule, and whom
the rules then give a choice. Outside Deluxe ASL a unit holds all hexsides it occupies together.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

import msgspec

from hexfire.asl.sequence import Phase
from hexfire.asl.situation import Scene, Unit, UnitKind
from hexfire.asl.walls.cover import has_in_hex_tem
from hexfire.asl.walls.hexsides import Wall, walls_of
from hexfire.hexes import Side
from hexfire.rulebook import Refusal

Holds = Mapping[str, frozenset[Side]]
NOTHING: frozenset[Side] = frozenset()


class State(NamedTuple):
    """Who has Wall Advantage over what, and what bears on the next claim."""

    scene: Scene
    holds: Holds = MappingProxyType({})
    barred: frozenset[str] = frozenset()
    """B9.322h: lost WA against their will; wait for the next RPh."""
    failed_exit: frozenset[str] = frozenset()
    """B9.41b: failed to leave; wait for the end of the MPh."""
    freed: frozenset[str] = frozenset()
    """B9.322g: may claim at once, as the enemies concerned have lost WA."""
    undecided: frozenset[str] = frozenset()
    """Offered a claim that would forestall an enemy's Mandatory WA, and not yet declined."""
    placed: frozenset[str] = frozenset()
    """B9.324d: hidden units placed on board just now, to claim at this very moment."""
    fresh: frozenset[str] = frozenset()
    """Who has gained WA by the last event: a hidden enemy may still be placed against it."""
    proven: frozenset[str] = frozenset()
    """B9.324c: concealed units shown to be real in this phase."""
    mover: str | None = None
    acting: str | None = None
    """B9.322c: the side whose declared action is not yet completed."""

    def held(self, unit: Unit) -> frozenset[Side]:
        return self.holds.get(unit.id, NOTHING)

    def has_wa(self, unit: Unit) -> bool:
        return bool(self.held(unit))

    def serving(self, unit: Unit) -> frozenset[Side]:
        """B9.32-ref: the hexsides whose WA serves a unit: its own; a Gun's are its crew's."""
        manning = self.scene.manning(unit)
        return self.held(manning if manning is not None else unit)


class What(StrEnum):
    GAINED = "gained"
    LOST = "lost"
    SHOWN = "shown"
    """A concealed unit was shown for a moment to prove that it is real (B9.324c)."""
    FOUND = "found"
    """What bocage alone had hidden was seen past it (B9.55c, B9.55d)."""
    REMOVED = "removed"
    """Dummies that lost their "?" (B9.55c)."""


class Change(msgspec.Struct, frozen=True):
    """Something that happened to a unit's Wall Advantage."""

    unit: str
    what: What
    rule: str
    sides: tuple[Side, ...] = ()


class Offer(msgspec.Struct, frozen=True):
    """A claim that a unit may make now."""

    unit: str
    rule: str


class Step(NamedTuple):
    state: State
    changes: tuple[Change, ...]
    offers: tuple[Offer, ...]


# What can happen


class Event(msgspec.Struct, frozen=True, tag_field="event"):
    """Something that may change who has Wall Advantage."""


class Enters(Event, frozen=True, tag="enters"):
    """B9.41a: a unit enters a hex (it lost its WA when it tried to)."""

    unit: str
    hex: str
    bypass: str | None = None
    level: float | None = None
    """The level it enters, if it is another: upstairs in its own hex is another Location, too."""


class FailsToLeave(Event, frozen=True, tag="fails_to_leave"):
    unit: str


class Bogs(Event, frozen=True, tag="bogs"):
    """B9.4c: a vehicle fails the Bog Check of a hexside that it crosses on its way to a hex."""

    unit: str
    hex: str


class Breaches(Event, frozen=True, tag="breaches"):
    """B9.541c: a vehicle tries to breach bocage on its way to a hex; how its Bog DR went."""

    unit: str
    hex: str
    passed: bool
    spent: float = 0
    """The MP spent before in this MPh, the start MP not counted."""


class Leaves(Event, frozen=True, tag="leaves"):
    """A unit is gone: eliminated, captured, off the map."""

    unit: str


class Breaks(Event, frozen=True, tag="breaks"):
    unit: str


class Rallies(Event, frozen=True, tag="rallies"):
    unit: str


class Declares(Event, frozen=True, tag="declares"):
    """A side declares an action (an attack …)."""

    side: str


class Completes(Event, frozen=True, tag="completes"):
    """The declared action is completed."""


class EndsMove(Event, frozen=True, tag="ends_move"):
    """The moving unit ends its MPh."""


class PhaseBegins(Event, frozen=True, tag="phase"):
    phase: Phase
    phasing: str


class Claims(Event, frozen=True, tag="claims"):
    """A unit claims WA; in Deluxe ASL `sides` names the hexes across (all that it may if empty)."""

    unit: str
    sides: tuple[str, ...] = ()


class Forfeits(Event, frozen=True, tag="forfeits"):
    unit: str


class Declines(Event, frozen=True, tag="declines"):
    """Nobody who was offered a claim makes it now: Mandatory WA takes its course."""


class Reveals(Event, frozen=True, tag="reveals"):
    """A hidden unit is placed on board, concealed; a concealed one loses its "?"."""

    unit: str


class Entrenches(Event, frozen=True, tag="entrenches"):
    """A unit goes into (or leaves) an entrenchment."""

    unit: str
    into: str | None = None


# Who may have it


def occupied(scene: Scene, unit: Unit) -> tuple[Wall, ...]:
    """B9.35b: the walled hexsides a unit occupies: of its hex, on its own level.

    R-B9.32-bypass: a vehicle in bypass occupies those that its bypass hexside touches, or, where
    its vertex is known, those that end there.
    """
    level = scene.level(unit)
    walls = tuple(wall for wall in walls_of(scene.board, scene.hex(unit)) if wall.level == level)
    ends = set(scene.vertices(unit))
    if not ends:
        return walls
    return tuple(wall for wall in walls if ends & set(wall.side.vertices))


def cannot_have(scene: Scene, unit: Unit) -> Refusal | None:
    """B9.32-ref: why a unit cannot have Wall Advantage at all; None if it can."""
    if unit.hidden:
        return Refusal("B9.324d", "sight.wall.hidden", unit=unit.id)
    if unit.kind is UnitKind.GUN:
        return Refusal("B9.32-ref", "sight.wall.gun", unit=unit.id)
    if unit.broken:
        return Refusal("B9.32-ref", "sight.wall.broken", unit=unit.id)
    if unit.entrenched is not None:
        return Refusal("B9.32-ref", "sight.wall.entrenched", unit=unit.id)
    if unit.aboard:
        return Refusal("B9.32-ref", "sight.wall.carried", unit=unit.id)
    if not occupied(scene, unit):
        if walls_of(scene.board, scene.hex(unit)) and unit.bypass is None:
            return Refusal("B9.35b", "sight.wall.other_level", unit=unit.id, hex=unit.hex)
        return Refusal("B9.32-ref", "sight.wall.no_wall", unit=unit.id, hex=unit.hex)
    if any(_is_armed_enemy(unit, other) for other in scene.by_hex[scene.hex(unit)]):
        return Refusal("B9.32-ref", "sight.wall.enemy_here", unit=unit.id, hex=unit.hex)
    if unit.is_vehicle and has_in_hex_tem(scene, unit):
        return Refusal("B9.32-ref", "sight.wall.vehicle_tem", unit=unit.id, hex=unit.hex)
    return None


def _is_armed_enemy(unit: Unit, other: Unit) -> bool:
    same_place = other.level == unit.level and other.hex.upper() == unit.hex.upper()
    harmless = other.unarmed or other.broken or other.hidden or other.is_dummy
    return other.side != unit.side and same_place and not harmless


def is_mandatory(scene: Scene, unit: Unit) -> bool:
    """B9.323a: a unit without in-hex TEM of +1 must have WA as soon as it can."""
    return cannot_have(scene, unit) is None and not has_in_hex_tem(scene, unit)


def deniers(state: State, unit: Unit) -> tuple[tuple[Unit, Side], ...]:
    """B9.321-ref: the enemies with WA across a hexside that both occupy, each with it."""
    pairs = []
    for wall in occupied(state.scene, unit):
        across = wall.side.other(state.scene.hex(unit))
        for other in state.scene.by_hex.get(across, ()):
            if other.side != unit.side and wall.side in state.held(other):
                pairs.append((other, wall.side))
    return tuple(pairs)


def may_contest(state: State, unit: Unit) -> bool:
    """B9.324c: whether a claim against those who deny it makes them prove that they are real.

    It does if all of them are concealed (a Dummy too is): whether it is refused then would tell
    what they are. Who was shown to be real in this phase need not show it again.
    """
    against = [other for other, _ in deniers(state, unit)]
    return bool(against) and all(
        (other.concealed or other.is_dummy) and other.id not in state.proven for other in against
    )


def free_sides(state: State, unit: Unit) -> frozenset[Side]:
    """What a claim would bring: in Deluxe ASL the hexsides no enemy holds, else all or nothing."""
    mine = frozenset(wall.side for wall in occupied(state.scene, unit))
    denied = frozenset(side for _, side in deniers(state, unit))
    if state.scene.situation.deluxe:
        return mine - denied
    return NOTHING if denied else mine


def occasion(state: State, unit: Unit) -> str | None:
    """B9.322d-h: the rule that lets a unit claim WA just now; None if it must wait."""
    situation = state.scene.situation
    if is_mandatory(state.scene, unit):
        return "B9.323a"
    if unit.id in state.placed:
        return "B9.324d"
    if unit.id in state.failed_exit:
        return None  # B9.41b has one exception only: Mandatory WA
    if unit.id in state.freed:
        return "B9.322g"
    if situation.phase in (Phase.RPH, Phase.SETUP):
        return "B9.322h"
    if unit.id in state.barred:
        return None
    if situation.phase is Phase.MPH and state.mover == unit.id:
        return "B9.322d"
    if situation.phase is Phase.APH and unit.side == situation.phasing:
        return "B9.322e"
    return None


def may_claim(state: State, unit: Unit) -> str:
    """B9.32-ref: the rule by which a unit may claim WA now; a Refusal says why it may not.

    Concealed units and Dummies may, too (B9.324a), and it costs nobody concealment or an action
    (B9.322b): nothing of the unit changes.
    """
    if state.acting is not None and state.acting != unit.side:
        raise Refusal("B9.322c", "sight.wall.action", unit=unit.id)
    refusal = cannot_have(state.scene, unit)
    if refusal is not None:
        raise refusal
    gain = free_sides(state, unit) - state.held(unit)
    if not gain and not may_contest(state, unit):
        against = tuple(other.id for other, _ in deniers(state, unit))
        if against:
            raise Refusal("B9.321-ref", "sight.wall.denied", unit=unit.id, by=against)
        raise Refusal("B9.32-ref", "sight.wall.has_it", unit=unit.id)
    rule = occasion(state, unit)
    if rule is None:
        late = "B9.41b" if unit.id in state.failed_exit else "B9.322h"
        raise Refusal(late, "sight.wall.not_now", unit=unit.id)
    return rule


def may_forfeit(state: State, unit: Unit) -> str:
    """B9.322f: the rule by which a unit may give WA up; a Refusal says why it may not."""
    if not state.has_wa(unit):
        raise Refusal("B9.322f", "sight.wall.has_none", unit=unit.id)
    if state.acting is not None and state.acting != unit.side:
        raise Refusal("B9.322c", "sight.wall.action", unit=unit.id)
    if is_mandatory(state.scene, unit):
        raise Refusal("B9.323a", "sight.wall.mandatory", unit=unit.id)
    return "B9.322f"


def offers(state: State) -> tuple[Offer, ...]:
    """Every claim that may be made now."""
    claims = []
    for unit in state.scene.situation.units:
        try:
            rule = may_claim(state, unit)
        except Refusal:
            continue
        claims.append(Offer(unit.id, rule))
    return tuple(claims)


def needs_counter(state: State, unit: Unit) -> bool:
    """B9.323c: under Mandatory WA no counter is needed until an enemy occupies a hexside of it."""
    if not state.has_wa(unit):
        return False
    if not is_mandatory(state.scene, unit):
        return True
    scene = state.scene
    return any(
        wall in occupied(scene, other)
        for wall in occupied(scene, unit)
        for other in scene.by_hex.get(wall.side.other(scene.hex(unit)), ())
        if other.side != unit.side and not other.hidden
    )


def begin(scene: Scene) -> State:
    """The state that a situation describes, before Mandatory WA takes its course."""
    holds: dict[str, frozenset[Side]] = {}
    for claim in scene.situation.wall_advantage:
        id, _, across = claim.partition(":")
        unit = scene.unit(id)
        refusal = cannot_have(scene, unit)
        if refusal is not None:
            raise refusal
        mine = frozenset(wall.side for wall in occupied(scene, unit))
        if across:
            side = Side.between(scene.hex(unit), scene.board.grid.hex(across))
            if side not in mine:
                raise Refusal(
                    "B9.32-ref", "sight.wall.no_wall", unit=id, hex=f"{unit.hex}-{across}"
                )
            mine = frozenset({side})
        holds[id] = holds.get(id, NOTHING) | mine
    state = State(scene, MappingProxyType(holds))
    for unit in scene.situation.units:
        clash = [other.id for other, side in deniers(state, unit) if side in state.held(unit)]
        if clash:
            raise Refusal("B9.321-ref", "sight.wall.both", unit=unit.id, by=tuple(clash))
    return state
