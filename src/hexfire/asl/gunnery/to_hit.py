"""C3: the To Hit number and DRM of a shot, for each target that the one DR may hit."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from hexfire.asl.gunnery.declare import declare, may_be_hit
from hexfire.asl.gunnery.firer_cases import doubles_lower_dr, firer_drm
from hexfire.asl.gunnery.number import basic_number, modifications
from hexfire.asl.gunnery.rof import breakdown_number, depletion_number, rate_of_fire
from hexfire.asl.gunnery.target_cases import is_enemy_unit, target_drm, tem_of
from hexfire.asl.shots.shot import Kind, Shot, Target, TargetType
from hexfire.dice import DR
from hexfire.rulebook import Tally


class Aim(msgspec.Struct, frozen=True, cache_hash=True):
    """One target of the shot with its own DRM. `tem` is its TEM, whichever DR takes it.

    `with_hardest` marks a target out of LOS that a mortar hits together with the enemy that is
    hardest to hit (C3.33).
    """

    target: Target
    tally: Tally
    total: int
    tem: int
    with_hardest: bool = False


class ToHit(msgspec.Struct, frozen=True, cache_hash=True):
    """The build-up of a To Hit attempt: what is needed, and why."""

    shot: Shot
    basic: int
    modifications: Tally
    number: int
    aims: tuple[Aim, ...]
    doubled: bool
    rof: Tally
    breakdown: Tally
    depletion: int | None = None

    @property
    def aim(self) -> Aim:
        """The target that was aimed at, or the first that can be hit."""
        return self.aims[0]

    def needed(self, aim: Aim) -> int:
        """The highest sum of the dice that hits; with a doubled die, the highest after doubling."""
        return self.number - aim.total

    def dice_count(self, dr: DR) -> int:
        """What the two dice count before DRM: their sum, or with the lower one doubled (C5.35)."""
        return dr.total + min(dr) if self.doubled else dr.total

    def final(self, dr: DR, aim: Aim) -> int:
        """The Final To Hit DR against one target."""
        return self.dice_count(dr) + aim.total

    def can_hit(self, aim: Aim) -> bool:
        """C3.6: whether even the lowest possible Final DR hits."""
        return self.final(DR(1, 1), aim) <= self.number

    def only_lowest_hits(self, aim: Aim) -> bool:
        """C3.7: whether an Original 2 is the only DR that hits."""
        return self.can_hit(aim) and self.final(DR(1, 2), aim) > self.number


def to_hit(shot: Shot) -> ToHit:
    """C3.3, C4.5: the Modified To Hit number and, for each possible target, its To Hit DRM.

    C.1: everything on the board is aimed so, mortars too; Indirect Fire is for OBA.
    """
    shot = declare(shot)
    basic = basic_number(shot)
    changes = modifications(shot)
    firer = firer_drm(shot)
    aims = tuple(_aim(shot, firer, t) for t in shot.targets if may_be_hit(shot, t))
    return ToHit(
        shot=shot,
        basic=basic,
        modifications=changes,
        number=basic + changes.total,
        aims=aims,
        doubled=doubles_lower_dr(shot),
        rof=rate_of_fire(shot),
        breakdown=breakdown_number(shot),
        depletion=depletion_number(shot),
    )


def met(th: ToHit, targets: tuple[Target, ...]) -> ToHit:
    """C3.31, C3.32: the attempt, as it was declared, at who is really there.

    What the firer could not know changes neither ammunition nor Target Type: it only decides whom
    the DR can hit, and with which DRM. The first target is the one aimed at; there may be none.
    """
    shot = replace(th.shot, target=targets[0] if targets else th.shot.target, others=targets[1:])
    firer = firer_drm(th.shot)
    aims = tuple(_aim(shot, firer, target) for target in targets if may_be_hit(shot, target))
    return replace(th, shot=shot, aims=aims)


def _aim(shot: Shot, firer: Tally, target: Target) -> Aim:
    tally = firer + target_drm(shot, target)
    blind = shot.weapon.kind is Kind.MTR and not target.in_los
    return Aim(target, tally, tally.total, tem_of(shot, target), blind)


def hardest(th: ToHit) -> Aim | None:
    """C3.33: the enemy in the hex, not hidden and in LOS, that this shot finds hardest to hit."""
    seen = [
        aim
        for aim in th.aims
        if aim.target.in_los and not aim.target.hidden and is_enemy_unit(aim.target)
    ]
    return max(seen, key=lambda aim: aim.total, default=None)


def takes_tem_on_effects(shot: Shot) -> bool:
    """C.3, C3.331: the effects DR takes the TEM of Area Target Type fire, and of no other."""
    return shot.target_type is TargetType.AREA
