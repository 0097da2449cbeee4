"""A8.2 on the table (R-A8.2): First Fire leaves Residual FP, which strikes whoever enters later."""

from __future__ import annotations

from msgspec.structs import replace

from hexfire.asl.battle.fire.acquisitions import lose_the_unfit
from hexfire.asl.battle.fire.harm import carry_out, show
from hexfire.asl.battle.fire.targets import entering
from hexfire.asl.battle.fire.weapons import UNBREAKABLE
from hexfire.asl.battle.table.events import Log
from hexfire.asl.battle.table.pieces import Gun, Men, Spot, Vehicle
from hexfire.asl.battle.table.position import Position
from hexfire.asl.battle.table.state import Residual, State
from hexfire.asl.effects.ammunition import he_equivalent, leaves_residual
from hexfire.asl.gunnery.fire import Attack, Outcome, first_roll
from hexfire.asl.gunnery.small_arms import SmallArms, reckoned, residual_fp
from hexfire.asl.gunnery.to_hit import ToHit
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.shot import Firer, Kind, Shot, Target, TargetType, Weapon
from hexfire.asl.tables import ift
from hexfire.dice import DR, Dice, play

ANYWHERE = 99
"""Residual FP lies where it strikes: no range halves or doubles it."""


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
    attack = reckoned(_shot(at, counter, targets))
    asked = len(dice.log)
    outcome: Outcome = play(dice, first_roll, attack)
    faces = dice.log[asked][1]
    log.say(
        "A8.2",
        "residual_strikes",
        hex=spot.hex,
        fp=counter.fp,
        drm=f"{attack.drm[0].total:+d}",
        dr=f"{faces[0]},{faces[1]}",
    )
    for name in outcome.shown:
        at = show(at, name, log)
    for struck, effect in zip(outcome.hits, outcome.effects, strict=False):
        at = carry_out(at, struck.name, effect, log)
    return lose_the_unfit(at, log)


def _has_come(before: Position, unit: str, spot: Spot) -> bool:
    """Whether the step led into another Location, not only to another vertex of it."""
    was = before.spot(before.piece(unit))
    return was is None or (was.hex, was.level) != (spot.hex, spot.level)


def _exposed(at: Position, units: tuple[str, ...]) -> list[Target]:
    """Whom bullets can hurt: men, Guns, vehicles without armor, and who is exposed on others."""
    pieces = [at.piece(id) for id in units]
    struck = [(at.mans(one) or one) if isinstance(one, Men) else one for one in pieces]
    targets = [entering(at, one) for one in struck if isinstance(one, Men | Gun | Vehicle)]
    return [one for one in targets if not one.is_armored or one.ce or one.riders]


def _shot(at: Position, counter: Residual, targets: tuple[Target, ...]) -> Shot:
    weapon = Weapon(
        caliber=8, kind=Kind.MG, sw=True, b=UNBREAKABLE, fp=counter.fp, normal_range=ANYWHERE
    )
    return Shot(
        weapon=weapon,
        target=targets[0],
        others=targets[1:],
        range=2,
        phase=Phase.DFF,
        firer=Firer(cowers=False),
        date=at.scenario.date,
        small_arms=True,
    )
