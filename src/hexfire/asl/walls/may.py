"""What a unit may do at its walls now: claim, cross, breach, fire through, conceal itself."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeVar

import msgspec

from hexfire.asl.counters import Vehicle, catalogue
from hexfire.asl.situation import Unit, UnitKind
from hexfire.asl.walls.advantage import State, may_claim, may_forfeit
from hexfire.asl.walls.concealment import (
    Doing,
    loses_concealment,
    loses_concealment_in_rally_phase,
    may_gain_concealment,
    may_set_up_hidden,
)
from hexfire.asl.walls.crossing import Crossing, Mover, crossing, may_turn_and_fire, refuse_breach
from hexfire.asl.walls.hexsides import Wall, WallKind, walls_of
from hexfire.rulebook import Refusal

T = TypeVar("T")


class AtSide(msgspec.Struct, frozen=True):
    """One walled hexside of the unit's hex."""

    wall: Wall
    crossing: Crossing | None
    """What crossing it adds to the cost of the hex beyond; None if the unit cannot."""
    refusal: Refusal | None
    by_road: Crossing | None
    """B9.4e: what it adds by the road through a gap; None where there is no gap."""
    breach: bool
    """B9.541a: whether the unit may try to breach it (failing, it bogs: B9.541c)."""
    turn_and_fire: bool
    """B9.53: whether it may change its CA and fire through it in one phase."""


class May(msgspec.Struct, frozen=True):
    """A unit's possibilities; a Refusal says why not."""

    claim: str | Refusal
    forfeit: str | Refusal
    sides: tuple[AtSide, ...]
    set_up_hidden: bool
    gain_concealment: bool
    keeps_concealment_rally: bool
    """B9.55b: in the RPh."""
    keeps_concealment_moving: bool
    """B9.55b: moving within its Location (a foxhole, the Crest), as in Assault Movement."""


def may(state: State, unit: Unit) -> May:
    """B9.32-ref, B9.4a, B9.53, B9.55a: what the rules of walls let a unit do now."""
    return May(
        claim=_tried(may_claim, state, unit),
        forfeit=_tried(may_forfeit, state, unit),
        sides=tuple(
            _at_side(state, unit, wall)
            for wall in walls_of(state.scene.board, state.scene.hex(unit))
        ),
        set_up_hidden=may_set_up_hidden(state.scene, unit),
        gain_concealment=may_gain_concealment(state, unit),
        keeps_concealment_rally=not loses_concealment_in_rally_phase(state, unit),
        keeps_concealment_moving=not loses_concealment(state, unit, Doing.CHANGE_FOXHOLE),
    )


def mover_of(unit: Unit) -> Mover | None:
    """The column of the terrain chart: None for a Gun, which moves by other rules (C10).

    A vehicle moves as the situation says, else as the counter it names; one of which no more is
    known than that it is not fully tracked counts as wheeled.
    """
    if unit.kind is UnitKind.GUN:
        return None
    if unit.kind is UnitKind.VEHICLE:
        if unit.movement:
            return Mover(unit.movement)
        if unit.fully_tracked:
            return Mover.TRACKED
        counter = catalogue().known(unit.name)
        if isinstance(counter, Vehicle):
            return Mover(counter.movement)
        return Mover.ARMORED_CAR if unit.armored else Mover.TRUCK
    return Mover.CAVALRY if unit.kind is UnitKind.CAVALRY else Mover.INFANTRY


def _at_side(state: State, unit: Unit, wall: Wall) -> AtSide:
    by_road, mover = None, mover_of(unit)
    tried = (
        None if mover is None else _tried(crossing, state.scene, unit, mover, wall.side, _NO_COT)
    )
    if wall.gap and mover is not None and not unit.bogged:
        by_road = crossing(state.scene, unit, mover, wall.side, _NO_COT, by_road=True)
    bocage = wall.kind is WallKind.BOCAGE
    turn = may_turn_and_fire(True, bocage, unit, direct=True) or unit.kind is not UnitKind.GUN
    return AtSide(
        wall,
        tried if isinstance(tried, Crossing) else None,
        tried if isinstance(tried, Refusal) else None,
        by_road,
        not isinstance(_tried(refuse_breach, state.scene, unit, wall.side), Refusal),
        turn,
    )


_NO_COT = Fraction(0)


def _tried(act: Callable[..., T], *arguments: Any) -> T | Refusal:
    try:
        return act(*arguments)
    except Refusal as why:
        return why
