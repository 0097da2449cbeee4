"""The same shot in several ways, and which is best."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import groupby

import msgspec
from msgspec.structs import replace

from hexfire.asl.antitank.party import Party
from hexfire.asl.shots.shot import Ammo, Shot, TargetType
from hexfire.assist.shots.answer import answered
from hexfire.assist.shots.kinds import Direct, kind_of
from hexfire.assist.shots.report import CompareReport, RefusedWay, ShotKind, ShotReport
from hexfire.assist.wording import Said
from hexfire.rulebook import BadInput, Refusal

MOST_WAYS = 400


class Ways(msgspec.Struct, frozen=True):
    """What is varied: every ammunition, every Target Type, some ranges."""

    ammo: bool = False
    type: bool = False
    ranges: tuple[int, ...] = ()


def compare(shot: Shot, party: Party, ways: Ways) -> CompareReport:
    """Every combination of what is varied, in order; what the rules forbid with its rule."""
    variants = [shot]
    if ways.ammo:
        variants = [way for one in variants for way in _by_ammo(one, party)]
    if ways.type:
        variants = [way for one in variants for way in _by_type(one, party)]
    if ways.ranges:
        variants = [replace(one, range=r) for one in variants for r in ways.ranges]
    if len(variants) > MOST_WAYS:
        raise BadInput("gunnery.too_many_ways", count=len(variants), most=MOST_WAYS)
    reports = [_way(variant, party) for variant in variants]
    _mark_best(reports)
    return CompareReport(ways=reports)


def _by_ammo(shot: Shot, party: Party) -> list[Shot]:
    """AP, HE and what the counter lists; IFE where the weapon has it.

    Canister needs hexes of its own: it is among them only if it was ordered. A MG fires bullets.
    """
    if kind_of(shot, party).kind is ShotKind.MG:
        return [shot]
    listed = dict.fromkeys((Ammo.AP, Ammo.HE, *(ammo for ammo, _ in shot.weapon.ammo)))
    ammos = [a for a in listed if a is not Ammo.CANISTER or shot.ammo is Ammo.CANISTER]
    variants = [replace(shot, ammo=ammo, ife=False) for ammo in ammos]
    if shot.weapon.ife is not None:
        variants.append(replace(shot, ammo=None, ife=True))
    return variants


def _by_type(shot: Shot, party: Party) -> list[Shot]:
    """Every Target Type; an attack straight on the IFT has none."""
    if isinstance(kind_of(shot, party), Direct):
        return [shot]
    return [replace(shot, target_type=kind) for kind in TargetType]


def _way(shot: Shot, party: Party) -> ShotReport | RefusedWay:
    try:
        return answered(shot, party, others=False)
    except Refusal as refusal:
        return RefusedWay(
            ammo=shot.ammo,
            target_type=shot.target_type,
            range=shot.range,
            ife=shot.ife,
            refused=refusal.rule,
            error=Said(refusal),
        )


def worth(way: ShotReport) -> tuple[Fraction, Fraction, Fraction]:
    """Best is what kills most often, then what hurts, then what hits."""
    return way.p_killed, way.p_hurt, way.p_hit or Fraction(0)


def _mark_best(ways: list[ShotReport | RefusedWay]) -> None:
    """The best of all, and the best at each range (which nobody chooses)."""
    open_ways = [way for way in ways if isinstance(way, ShotReport)]
    for way in open_ways:
        way.best = way.best_at_range = False
    if best := _best(open_ways):
        best.best = True
    for _, here in groupby(sorted(open_ways, key=lambda way: way.range), lambda way: way.range):
        if best := _best(here):
            best.best_at_range = True


def _best(ways: Iterable[ShotReport]) -> ShotReport | None:
    best = max(ways, key=worth, default=None)
    return best if best is not None and any(worth(best)) else None
