"""Fire that comes from nowhere: what strikes in one hex who is in it, Residual FP or an OVR."""

from __future__ import annotations

from typing import Any

from hexfire.asl.battle.fire.acquisitions import lose_the_unfit
from hexfire.asl.battle.fire.harm import suffered
from hexfire.asl.battle.fire.weapons import UNBREAKABLE
from hexfire.asl.battle.table.events import Log
from hexfire.asl.battle.table.position import Position
from hexfire.asl.gunnery.fire import Outcome, first_roll
from hexfire.asl.gunnery.small_arms import reckoned
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.shot import Firer, Kind, Shot, Target, Weapon
from hexfire.dice import Dice, play

ANYWHERE = 99
"""No range halves the FP …"""
NOT_BESIDE = 2
"""… or doubles it."""


def strike(
    at: Position,
    shot: Shot,
    dice: Dice,
    log: Log,
    *,
    rule: str,
    word: str,
    **told: Any,
) -> Position:
    """A8.2, D7.1: one DR against all whom it strikes; told with its FP, DRM and dice."""
    attack = reckoned(shot)
    asked = len(dice.log)
    outcome: Outcome = play(dice, first_roll, attack)
    colored, white = dice.log[asked][1][:2]
    drm = f"{attack.drm[0].total:+d}"
    log.say(rule, word, fp=shot.weapon.fp or 0, drm=drm, dr=f"{colored},{white}", **told)
    return lose_the_unfit(suffered(at, outcome, log), log)


def shot_in_place(at: Position, fp: int, targets: tuple[Target, ...], phase: Phase) -> Shot:
    """FP that strikes in the one hex: no range counts, nobody directs it or cowers."""
    return Shot(
        weapon=Weapon(
            caliber=8, kind=Kind.MG, sw=True, b=UNBREAKABLE, fp=fp, normal_range=ANYWHERE
        ),
        target=targets[0],
        others=targets[1:],
        range=NOT_BESIDE,
        phase=phase,
        firer=Firer(cowers=False),
        date=at.scenario.date,
        small_arms=True,
    )
