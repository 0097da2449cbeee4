"""A8.2 on the table (R-A8.2): First Fire leaves Residual FP, which strikes whoever enters later."""

from __future__ import annotations

from msgspec.structs import replace

from hexfire.asl.battle.fire.in_place import shot_in_place, strike
from hexfire.asl.battle.fire.targets import entering
from hexfire.asl.battle.table.events import Log
from hexfire.asl.battle.table.pieces import Gun, Men, Moving, Spot
from hexfire.asl.battle.table.position import Position
from hexfire.asl.battle.table.state import Residual, State
from hexfire.asl.effects.ammunition import he_equivalent, leaves_residual
from hexfire.asl.gunnery.fire import Attack, Outcome
from hexfire.asl.gunnery.small_arms import SmallArms, residual_fp
from hexfire.asl.gunnery.to_hit import ToHit
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.shot import Shot, Target, TargetType
from hexfire.asl.tables import ift
from hexfire.dice import DR, Dice


def left_by(attack: Attack, outcome: Outcome, dr: DR) -> int | None:
    """A8.2, C8.31: the Residual FP of an attack in First Fire; None: it leaves none."""
    shot = attack.shot
    if shot.phase is not Phase.DFF or not outcome.fired:
        return None
    match attack:
        case SmallArms():
            return residual_fp(attack, dr)
        case ToHit() if outcome.hits and not outcome.rof_kept:
            return _of_shell(shot)
        case _:
            return None


def _of_shell(shot: Shot) -> int | None:
    """C8.31: half the FP of a shell that hit, of an Area Target Type half of the half."""
    if shot.ammo is None or not leaves_residual(shot.weapon, shot.ammo):
        return None
    fp = he_equivalent(shot.weapon, shot.ammo)
    parts = 4 if shot.target_type is TargetType.AREA else 2
    return ift.column(fp // parts) if fp else None


def laid(at: Position, spot: Spot, fp: int | None, log: Log) -> Position:
    """A8.2: a Location has one counter of Residual FP, the strongest."""
    there = _at(at.state, spot)
    if fp is None or (there is not None and there.fp >= fp):
        return at
    log.say("A8.2", "residual", hex=spot.hex, fp=fp)
    others = tuple(one for one in at.state.residual if one is not there)
    counter = Residual(spot.hex, fp, spot.level)
    return at.then(replace(at.state, residual=(*others, counter)))


def _at(state: State, spot: Spot) -> Residual | None:
    here = (one for one in state.residual if (one.hex, one.level) == (spot.hex, spot.level))
    return next(here, None)


def on_entry(
    before: Position, at: Position, units: tuple[str, ...], dice: Dice, log: Log
) -> Position:
    """A8.2: Residual FP attacks who comes into its Location, all of a stack with one DR.

    TEM and SMOKE of the Location count, FFNAM and FFMO; nobody directs it and nobody cowers.
    """
    spot = at.spot(at.piece(units[0]))
    counter = _at(at.state, spot) if spot is not None else None
    if spot is None or counter is None or not _has_come(before, units[0], spot):
        return at
    targets = tuple(_exposed(at, units))
    if not targets:
        return at
    shot = shot_in_place(at, counter.fp, targets, Phase.DFF)
    return strike(at, shot, dice, log, rule="A8.2", word="residual_strikes", hex=spot.hex)


def _has_come(before: Position, unit: str, spot: Spot) -> bool:
    """Whether the step led into another Location, not only to another vertex of it."""
    was = before.spot(before.piece(unit))
    return was is None or (was.hex, was.level) != (spot.hex, spot.level)


def _exposed(at: Position, units: tuple[str, ...]) -> list[Target]:
    """Whom bullets can hurt: men, Guns, vehicles without armor, and who is exposed on others."""
    pieces = [at.piece(id) for id in units]
    struck = [(at.mans(one) or one) if isinstance(one, Men) else one for one in pieces]
    targets = [entering(at, one) for one in struck if isinstance(one, Moving | Gun)]
    return [one for one in targets if not one.is_armored or one.has_exposed]
