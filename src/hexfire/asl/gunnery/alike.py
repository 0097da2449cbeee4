"""Men whom a shot strikes alike: whom else it hits, and how, is told once for all of them."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from hexfire.asl.effects.struck import struck_by
from hexfire.asl.gunnery.throw import Thrown, is_one_of_many, met_by, sign_of_aim, throw_odds
from hexfire.asl.gunnery.to_hit import Aim, ToHit
from hexfire.asl.shots.shot import Ammo, Target, TargetType
from hexfire.asl.shots.targets import AnyTarget, Personnel
from hexfire.dice import Memo, Odds


class Asked(NamedTuple):
    """Targets that are asked for at once, by their places, the first for all of them; if there are
    several, the men who may each stand where the first does (`Fire.stand_ins`)."""

    places: tuple[int | None, ...]
    stand_ins: tuple[Personnel, ...] = ()


def asked_together(th: ToHit, watches: Sequence[int | None]) -> list[Asked]:
    """Who is asked for. Where a shell bursts among men whom everybody sees, those who lead nobody
    and whom it strikes alike are asked for together."""
    if len(watches) == 1 or not _is_crowd(th):
        return [Asked((watch,)) for watch in watches]
    groups: dict[Hashable, dict[int | None, AnyTarget]] = {}
    for watch in watches:
        aim = th.aims[watch or 0]
        man = _man(th, aim.target)
        groups.setdefault(_likeness(th, aim, man) or watch, {})[watch] = man
    return [_asked(group) for group in groups.values()]


def _asked(group: dict[int | None, AnyTarget]) -> Asked:
    men = tuple(man for man in group.values() if isinstance(man, Personnel))
    return Asked(tuple(group), men if len(group) > 1 else ())


def _is_crowd(th: ToHit) -> bool:
    """Nobody but men, all of them known, under an attack on the IFT."""
    shot = th.shot
    if shot.target_type is TargetType.VEHICLE or shot.ammo in (Ammo.SMOKE, Ammo.WP):
        return False
    return all(
        target.is_known and isinstance(_man(th, target), Personnel) for target in shot.targets
    )


def _man(th: ToHit, target: Target) -> AnyTarget:
    return struck_by((met_by(th.shot, target),))[0].target


def _likeness(th: ToHit, aim: Aim, man: AnyTarget) -> Hashable:
    """The same for all men who lead nobody and are struck alike; `None` for others."""
    if not isinstance(man, Personnel) or not is_one_of_many(aim.target):
        return None
    bare = replace(aim, target=replace(aim.target, name="", unit=None))
    return bare, sign_of_aim(th, aim), man.drm, man.eliminated


def throws_of_each(th: ToHit, places: Sequence[int], memo: Memo) -> list[Odds[Thrown]]:
    """What the To Hit DR can come to, for each of several targets; for one that another stands for,
    its own hits alone."""
    throws: dict[int | None, Odds[Thrown]] = {}
    for first, *others in (group.places for group in asked_together(th, places)):
        thrown = throws[first] = throw_odds(th, (first or 0,), memo)
        if others:
            own = thrown.map(partial(_own_hits, target=th.aims[first or 0].target))
            for place in others:
                throws[place] = own.map(partial(_with_target, target=th.aims[place or 0].target))
    return [throws[place] for place in places]


def _own_hits(result: Thrown, target: Target) -> Thrown:
    return replace(result, hits=tuple([hit for hit in result.hits if hit.target == target]))


def _with_target(result: Thrown, target: Target) -> Thrown:
    return replace(result, hits=tuple([replace(hit, target=target) for hit in result.hits]))
