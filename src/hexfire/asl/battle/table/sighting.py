"""Who sees whom on the table, and for how many MF or MP the unit that moves has been in sight."""

from __future__ import annotations

from msgspec.structs import replace

from hexfire.asl.battle.table.pieces import AnyPiece, Men, Vehicle, Veil
from hexfire.asl.battle.table.position import Position
from hexfire.asl.battle.table.state import Step
from hexfire.asl.gunnery.clock import Clock
from hexfire.asl.sight import Judgement
from hexfire.asl.situation import Unit


def sees(at: Position, viewer: AnyPiece, target: AnyPiece) -> Judgement:
    """The LOS between two pieces, Hindrances of counters included."""
    return at.sees(viewer, target)


def sees_hex(at: Position, viewer: AnyPiece, hex: str, level: int = 0) -> Judgement:
    return at.eyes.sees_hex(at.unit(viewer), hex, level)


def is_watched(at: Position, piece: AnyPiece, within: int | None = None) -> bool:
    """Whether a Known enemy ground unit in Good Order sees a piece (R-A12.14m, R-C12.22)."""
    unit = at.unit(piece)
    return any(_watches(at, other, unit, within) for other in at.state.pieces)


def _watches(at: Position, other: AnyPiece, unit: Unit, within: int | None) -> bool:
    if other.side == unit.side or other.veil is not Veil.KNOWN:
        return False
    fit = (isinstance(other, Men) and not other.broken) or (
        isinstance(other, Vehicle) and other.crewed
    )
    here = at.hex(other)
    if not fit or here is None:
        return False
    if within is not None and here.distance(at.scene.hex(unit)) > within:
        return False
    return not at.eyes.sees(at.unit(other), unit).blocked


def _at_step(unit: Unit, step: Step) -> Unit:
    """The unit as it stood after one of its expenditures."""
    return replace(
        unit,
        hex=step.hex,
        level=step.level,
        bypass=step.bypass or None,
        vertex=step.vertex or None,
    )


def clock_of(at: Position, mover: AnyPiece, watcher: AnyPiece, weapon: str = "") -> Clock:
    """C6.15, C6.17: the mover's MF or MP as one watcher has seen them, with its shots so far.

    C5.31: for a vehicle that fires on the move the watcher is its target: LOS is mutual.
    """
    move, clock = at.state.move, Clock()
    if move is None or mover.id not in move.units:
        return clock
    unit, eye = at.unit(mover), at.unit(watcher)
    seen: dict[tuple[str, int, str, str], bool] = {}
    for number, step in enumerate(move.steps, start=1):
        place = (step.hex, step.level, step.bypass, step.vertex)
        if place not in seen:
            seen[place] = not at.eyes.sees(eye, _at_step(unit, step)).blocked
        if step.entered:
            clock = clock.enters(step.cost, seen[place])
        elif step.turned:
            clock = clock.turns(step.cost, seen[place])
        else:
            clock = clock.spends(step.cost, seen[place])
        for shot in move.shots:
            if shot.weapon == weapon and shot.step == number:
                clock, _ = clock.shoots(shot.mp)
    return clock
