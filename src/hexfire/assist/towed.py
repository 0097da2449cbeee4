"""What a shot meets at a vehicle with a trailer (C10.41), or with a gun en portee (C10.53)."""

from __future__ import annotations

from fractions import Fraction

import msgspec
from msgspec import UNSET, UnsetType

from hexfire.asl.fieldguns import gun_named
from hexfire.asl.fieldguns.portee import Shielded, portee_gunshield
from hexfire.asl.fieldguns.trailers import (
    Aspect,
    TrailerFate,
    aftermath,
    aim_at_trailer,
    checks_after,
    exposed,
    who_is_hit,
)
from hexfire.assist.shots.report import Part
from hexfire.assist.shots.throws import Throw, thrown
from hexfire.dice import odds
from hexfire.rulebook import BadInput, Refusal

__all__ = ["Aspect", "TowedOrder", "TowedReport", "TrailerFate", "towed"]


class TowedOrder(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How the vehicle shows itself, and what the To Hit DR came to.

    `missed_by`: 0 for a hit. `gun`: what it carries en portee. `fate`: what a hit did to the
    trailer; `destroyed`: whether the vehicle itself is.
    """

    aspect: Aspect
    missed_by: int = 0
    turret: bool = False
    trailer_hull_down: bool = False
    indirect: bool = False
    gun: str = ""
    in_gun_ca: bool = True
    fate: TrailerFate | None = None
    destroyed: bool = False


class TrailerAfter(Part, kw_only=True):
    """C10.41: what a hit on the trailer leaves, and what it means for the vehicle."""

    wreck: bool
    vehicle_must_stop: bool
    must_unhook_to_move: bool
    collateral_attack: bool


class TowedReport(Part, kw_only=True):
    """Whether the trailer may be aimed at alone, and what is hit with which chance.

    `checks`: the rules that are looked at after a miss, in their order. `gunshield`: what the
    shield of a gun en portee adds, for the vehicle and for its Passengers.
    """

    size_alone: int | None
    trailer_exposed: bool
    hits: dict[str, Fraction]
    checks: list[str]
    hit: str | UnsetType = UNSET
    after: TrailerAfter | UnsetType = UNSET
    gunshield: dict[str, int] | UnsetType = UNSET


def towed(order: TowedOrder, throw: Throw | None = None) -> TowedReport:
    """C10.41, C10.53: a shot at a vehicle with something behind it or on it."""
    if not 0 <= order.missed_by <= 10:
        raise BadInput("fieldguns.bad_margin", value=order.missed_by)
    direct = not order.indirect
    how = (order.missed_by, order.turret, order.aspect, order.trailer_hull_down, direct)
    reachable = exposed(order.aspect, order.trailer_hull_down, direct)
    report = TowedReport(
        size_alone=_alone(order),
        trailer_exposed=reachable,
        hits={hit.value: chance for hit, chance in odds(who_is_hit, *how).items()},
        checks=list(checks_after(order.missed_by, reachable)),
    )
    if throw is not None:
        fallen = thrown(throw, who_is_hit, *how)
        if fallen.outcome is not None:
            report.hit = fallen.outcome.value
    if order.fate is not None:
        left = aftermath(order.fate, order.destroyed)
        report.after = TrailerAfter(
            wreck=left.wreck,
            vehicle_must_stop=left.vehicle_must_stop,
            must_unhook_to_move=left.must_unhook_to_move,
            collateral_attack=left.collateral_attack,
        )
    if order.gun:
        gun = gun_named(order.gun)
        report.gunshield = {
            who.value: portee_gunshield(
                gun,
                who,
                direct_fire=direct,
                in_gun_ca=order.in_gun_ca,
                vehicle_destroyed=order.destroyed,
            )
            for who in Shielded
        }
    return report


def _alone(order: TowedOrder) -> int | None:
    try:
        return aim_at_trailer(order.aspect, order.trailer_hull_down).value
    except Refusal:
        return None
