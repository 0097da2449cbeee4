"""A shot asked and answered, whatever fires it."""

from __future__ import annotations

from hexfire.asl.antitank.party import Party
from hexfire.asl.shots.shot import Shot
from hexfire.assist.shots.close import close
from hexfire.assist.shots.direct import direct
from hexfire.assist.shots.kinds import Close, Direct, Light, kind_of
from hexfire.assist.shots.light import light
from hexfire.assist.shots.ordnance import ordnance
from hexfire.assist.shots.report import ShotReport
from hexfire.assist.shots.throws import Throw


def answered(
    shot: Shot, party: Party, dice: Throw | None = None, *, others: bool = True
) -> ShotReport:
    """What is needed, why, the exact odds; with `dice` also what they did.

    `others`: a light weapon's other ways to fire are worked out too.
    """
    match kind_of(shot, party):
        case Light() as asked:
            return light(asked, dice, others=others)
        case Direct() as asked:
            return direct(asked, dice)
        case Close() as asked:
            return close(asked, dice)
        case asked:
            return ordnance(asked, dice)
