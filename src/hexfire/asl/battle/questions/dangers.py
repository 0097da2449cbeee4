"""`danger`: the chance to come through along a path if the defender fires his best shot each time.

The unit moves by the functions of play, expenditure by expenditure; after each the other side fires
the shot that kills best among those the asking seat knows of. Its weapon is then marked as one that
has lost its ROF, and fires again only as the rules let it.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import msgspec
from msgspec.structs import replace

from hexfire.asl.battle.fire.aiming import shot
from hexfire.asl.battle.fire.weapons import armed, weapon_names, with_service
from hexfire.asl.battle.moves.movement import MovingAct, apply, check
from hexfire.asl.battle.orders import actions as act
from hexfire.asl.battle.orders import text
from hexfire.asl.battle.questions.ask import Prospect, prospect
from hexfire.asl.battle.table.events import Log
from hexfire.asl.battle.table.pieces import Drive, Vehicle
from hexfire.asl.battle.table.position import Position
from hexfire.asl.battle.table.state import ShotAt
from hexfire.asl.gunnery.rof import marker_after
from hexfire.asl.sequence import Phase
from hexfire.dice import Dice, NeedAnswer
from hexfire.hexes import Hex
from hexfire.hexes.arcs import covered_sides
from hexfire.play import Seat
from hexfire.rulebook import BadInput

LONGEST = 40
"""Hexes of a path."""


class DangerStep(msgspec.Struct, frozen=True, kw_only=True):
    """One expenditure, the best shot at it (empty: none), and the chances up to then."""

    action: str
    hex: str
    shot: str
    hurt: Fraction
    killed: Fraction
    alive: Fraction
    unharmed: Fraction


class Danger(msgspec.Struct, frozen=True, kw_only=True):
    """A path: the chance not to be killed on it, and to come through without any harm."""

    unit: str
    steps: tuple[DangerStep, ...]
    alive: Fraction
    unharmed: Fraction


def danger(
    at: Position, unit: str, path: list[str], seat: Seat, *, assault: bool = False
) -> Danger:
    """What a unit risks on a path of hexes, each next to the one before.

    In another phase it is asked as if its MPh had just begun. A vehicle starts and turns by itself,
    the shortest way. Chances are exact for those shots: a unit that is hurt is taken to go on.
    """
    if not path or len(path) > LONGEST:
        raise BadInput("asking.path", most=LONGEST)
    if at.state.clock.phase is not Phase.MPH or at.state.clock.phasing != seat:
        clock = replace(at.state.clock, phase=Phase.MPH, phasing=seat)
        at = at.then(replace(at.state, clock=clock, move=None, moved=()))
    alive = unharmed = Fraction(1)
    steps = []
    for label in path:
        there = at.grid.hex(label)
        while (action := _next(at, unit, there, assault)) is not None:
            at = _done(at, seat, action)
            best = _best(at, unit, seat)
            if best is not None:
                alive, unharmed = alive * (1 - best.killed), unharmed * (1 - best.hurt)
                at = _fired(at, best)
            at = _closed(at)
            spot = at.spot(at.piece(unit))
            steps.append(
                DangerStep(
                    action=text.write(action),
                    hex=spot.hex if spot else "",
                    shot=text.write(best.order) if best else "",
                    hurt=best.hurt if best else Fraction(0),
                    killed=best.killed if best else Fraction(0),
                    alive=alive,
                    unharmed=unharmed,
                )
            )
    return Danger(unit=unit, steps=tuple(steps), alive=alive, unharmed=unharmed)


def _next(at: Position, unit: str, there: Hex, assault: bool) -> MovingAct | None:
    """What the unit does next to get into a hex; None when it is there."""
    piece = at.piece(unit)
    here = at.hex(piece)
    if here is None or here == there:
        return None
    go = act.Go(unit, at.grid.label(there), assault=assault)
    direction = here.direction_to(there)
    if not isinstance(piece, Vehicle) or direction is None:
        return go
    if piece.drive is Drive.STOPPED:
        return act.Start(unit)
    if direction in covered_sides(piece.vca):
        return go
    right = min(turns for turns in range(6) if direction in covered_sides(piece.vca + turns))
    left = min(turns for turns in range(6) if direction in covered_sides(piece.vca - turns))
    return act.Pivot(unit, str((piece.vca + (1 if right <= left else -1)) % 6))


def _done(at: Position, seat: Seat, action: MovingAct) -> Position:
    check(at, seat, action)
    try:
        return apply(at, seat, action, Dice(()), Log())
    except NeedAnswer:
        raise BadInput("asking.dice", action=text.write(action)) from None


def _best(at: Position, unit: str, seat: Seat) -> Prospect | None:
    """The shot of the other side that kills best, then harms best."""
    shots = [one for one in _shots(at, unit, at.scenario.other(seat)) if one.allowed]
    return max(shots, key=lambda one: (one.killed, one.hurt), default=None)


def _shots(at: Position, unit: str, side: str) -> Iterator[Prospect]:
    for weapon in weapon_names(at, side):
        yield prospect(at, act.Fire(weapon, unit), side)


def _fired(at: Position, best: Prospect) -> Position:
    """C2.24, C6.17: the weapon is marked as after a shot that lost its ROF, the shot is counted."""
    arm, move = armed(at, best.order.weapon), at.state.move
    fired = shot(at, best.order, arm.piece.side)
    service = replace(
        arm.service,
        marker=marker_after(fired, False) or arm.service.marker,
        shots=arm.service.shots + 1,
        fired_here=True,
    )
    at = at.then(at.state.put(with_service(arm.piece, service)))
    if move is None:
        return at
    shots = (*move.shots, ShotAt(arm.name, len(move.steps)))
    return at.then(replace(at.state, move=replace(move, shots=shots)))


def _closed(at: Position) -> Position:
    move = at.state.move
    return at if move is None else at.then(replace(at.state, move=replace(move, open=False)))
