"""From the hits of one shot to their effects: the door that gunnery uses."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from hexfire.asl.effects.crowd import crowd_results, is_crowd
from hexfire.asl.effects.firetable import ift_result
from hexfire.asl.effects.locations import by_location
from hexfire.asl.effects.projector import against_vehicle
from hexfire.asl.effects.smoke import smoke_result
from hexfire.asl.effects.stack import Fire, Struck
from hexfire.asl.effects.struck import struck_by
from hexfire.asl.effects.to_kill import to_kill
from hexfire.asl.shots.hit import Aspect, Hit, Hits
from hexfire.asl.shots.shot import Ammo, Kind, TargetType
from hexfire.asl.shots.targets import After, Personnel
from hexfire.dice import Chances, Dice, Then, ends

_SOLID = (Ammo.AP, Ammo.APCR, Ammo.APDS)


def resolve(dice: Dice, hits: Hits, watch: tuple[int, ...] = ()) -> Then | tuple[After, ...]:
    """C3.1: the effects of the hits of one shot, one result for each in the same order.

    A vehicle hit by the Vehicle Target Type or a LATW goes to the To Kill tables; everything hit by
    one Infantry or Area Target Type DR shares one DR on the IFT. `watch` picks the hits whose
    effects are asked for; then who is aboard a vehicle is left out.
    """
    if not hits:
        return ()
    first = _empty(hits[0]) if watch else hits[0]
    if first.ammo in (Ammo.SMOKE, Ammo.WP):
        return smoke_result(struck_by(hits), _wp_numbers(hits), watch=watch)
    if uses_tk_table(first) and first.weapon.th_table == "MOL-P":
        return against_vehicle(dice, first)
    if uses_tk_table(first):
        return to_kill(dice, first)
    return Then(_ift_roll, (struck_by(hits), fire_of(hits, watch), first.rolls, 12))


def resolve_unread(
    dice: Dice, hits: Hits, watch: tuple[int, ...], stand_ins: tuple[Personnel, ...] = ()
) -> Then | tuple[After, ...]:
    """`resolve` for odds where nobody looks at the effects DR itself: that of a crowd is not walked
    roll by roll. `stand_ins` may stand in a crowd where the one does who is asked for (`Fire`)."""
    effects = resolve(dice, hits, watch)
    if isinstance(effects, Then) and effects.stage is _ift_roll:
        stack, fire = struck_by(hits), fire_of(hits, watch)
        fire = replace(fire, stand_ins=stand_ins) if stand_ins else fire
        if len(watch) == 1:
            for there in by_location(stack, fire):
                stack, fire = there.stack, there.fire
        if is_crowd(stack, fire):
            return crowd_results(stack, fire, effects_dr(hits[0].rolls))
    return effects


def _empty(hit: Hit) -> Hit:
    """The hit without those aboard: what becomes of a vehicle does not depend on them."""
    if hit.target.riders or hit.target.passengers:
        struck_by((hit,))  # refuses those who cannot be aboard
    return replace(hit, target=replace(hit.target, riders=(), passengers=()))


def _wp_numbers(hits: Hits) -> tuple[int, ...]:
    """A24.31, C3.76: the NMC that WP asks for; Smoke asks for none."""
    if hits[0].ammo is Ammo.SMOKE:
        return ()
    return tuple(max(0, -hit.tem) if hit.is_ch else 0 for hit in hits)


def uses_tk_table(hit: Hit) -> bool:
    """C7.1, C7.345: a vehicle hit by the Vehicle Target Type or by a LATW's own To Hit table."""
    aimed = hit.target_type is TargetType.VEHICLE or hit.weapon.th_table is not None
    return hit.target.is_vehicle and aimed and hit.weapon.kind is not Kind.MTR


def _ift_roll(
    dice: Dice, stack: tuple[Struck, ...], fire: Fire, left: int, best: int
) -> Then | tuple[After, ...]:
    """C3.8: the effects DR on the stack."""
    lowest = effects_roll(dice, left, best)
    if isinstance(lowest, Then):
        return Then(_ift_roll, (stack, fire, *lowest.args))
    return Then(ift_result, (stack, fire, lowest))


def effects_roll(dice: Dice, left: int, best: int) -> Then | int:
    """C3.8: the effects DR; of several the firer keeps the lowest."""
    best = min(best, dice.total("A7.3"))
    return Then(effects_roll, (left - 1, best)) if left > 1 else best


@lru_cache
def effects_dr(rolls: int) -> Chances:
    """The lowest of so many effects DR, with its weights."""
    return ends(Then(effects_roll, (rolls, 12)))


@lru_cache(maxsize=512)
def fire_of(hits: Hits, watch: tuple[int, ...] = ()) -> Fire:
    """What the attack is: solid shot, Indirect Fire, and where it hit a vehicle (C3.332)."""
    turret = any(hit.aspect is Aspect.TURRET and hit.target.is_vehicle for hit in hits)
    first = hits[0]
    return Fire(
        ap=first.ammo in _SOLID,
        indirect=first.weapon.kind is Kind.MTR,
        turret=turret,
        watch=watch,
        riders=not watch,
    )
