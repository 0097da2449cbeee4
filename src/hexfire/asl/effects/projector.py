"""C13.53–C13.56: what a hit of the Molotov Projector does."""

from __future__ import annotations

from msgspec.structs import replace

from hexfire.asl.counters import Vehicle
from hexfire.asl.effects.firetable import after_kill
from hexfire.asl.effects.flame import Flame, FlameAttack, flame_number
from hexfire.asl.effects.kill_number import KillNumber, counter_of
from hexfire.asl.effects.stack import Fire, Means
from hexfire.asl.effects.struck import hit_payload, struck_by
from hexfire.asl.effects.vehicles import destruction
from hexfire.asl.shots.hit import Aspect, Hit
from hexfire.asl.shots.shot import Facing
from hexfire.asl.shots.targets import After, Effect
from hexfire.asl.tables import read
from hexfire.dice import Dice, Then
from hexfire.rulebook import Modifier, Tally


def against_vehicle(dice: Dice, hit: Hit) -> Then | tuple[After, ...]:
    """C13.53–C13.55: an AFV as by a MOL, an unarmored vehicle or part of one by the ★Vehicle line.

    With the same DR a 4FP Specific Collateral Attack strikes the Vulnerable PRC. Men and Guns are
    struck as by 4FP HE (C13.56); the effects know that FP by the weapon.
    """
    counter = counter_of(hit)
    number = projector_number(hit, counter).final
    armored = is_armored_there(hit, counter)
    dr = dice.total("C13.54" if armored else "C13.55")
    if not armored:
        effect = unarmored_effect(dr, number)
    elif dr == 12:
        effect = Effect.DUD
    else:
        effect = destruction("ft_mol", dr, number, cs_red=counter.cs_red)
    struck = replace(struck_by((hit,))[0], column=hit_payload(replace(hit, is_ch=False)).column)
    return after_kill((struck,), Fire(means=Means.FLAME), dr, effect)


def is_armored_there(hit: Hit, counter: Vehicle) -> bool:
    """C3.9, C13.55: whether the part and facing that was hit is armored."""
    return counter.armored and counter.af(hit.facing, hit.aspect is Aspect.TURRET) is not None


def projector_number(hit: Hit, counter: Vehicle) -> KillNumber:
    """C13.54: OT and the rear Target Facing add 1 each to the TK#, a CH doubles it (R-C13.54).

    C13.55: an unarmored vehicle, or unarmored part of one, has a kill number of 9, doubled by a CH.
    C13.52: a CH is an Original To Hit DR of 2, as with every LATW.
    """
    if is_armored_there(hit, counter):
        return flame_number(
            FlameAttack(
                means=Flame.PROJECTOR,
                target=counter,
                rear=hit.facing is Facing.REAR,
                ce=hit.target.ce,
                ch=hit.is_ch,
            )
        )
    basic = latw_figure("tk_unarmored")
    doubled = Modifier("C", "C13.55", basic, applies=hit.is_ch)
    return KillNumber(table=Flame.PROJECTOR, basic=basic, cases=Tally.of((doubled,)), af=None)


def latw_figure(name: str) -> int:
    """A figure of the projector's counter that no other LATW has."""
    row = next(row for row in read("to-hit")["latw"] if row["id"] == "MOL-P")
    return int(row[name])


def unarmored_effect(dr: int, number: int) -> Effect:
    """C13.55: below the number destroyed, at it immobilized, at half of it burning (★Vehicle)."""
    if 2 * dr <= number:
        return Effect.BURNING
    if dr < number:
        return Effect.ELIMINATED
    return Effect.IMMOBILIZED if dr == number else Effect.NONE
