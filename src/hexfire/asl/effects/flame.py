"""C7.344, C7.346: FT, MOL and DC against vehicles."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction

import msgspec

from hexfire.asl.counters import Vehicle
from hexfire.asl.effects import vehicles
from hexfire.asl.effects.firetable import after_kill, ift_attack, ift_result
from hexfire.asl.effects.kill_number import KillNumber, aerial_af
from hexfire.asl.effects.stack import Fire, Means, Struck
from hexfire.asl.shots.targets import (
    After,
    Effect,
    Personnel,
    VehicleTarget,
    vehicle,
)
from hexfire.asl.tables import ift
from hexfire.asl.tables import to_kill as table
from hexfire.dice import Dice, Then
from hexfire.rulebook import Modifier, Tally


class Flame(StrEnum):
    """What burns: a flamethrower, a Molotov cocktail, the Molotov projector (C13.5)."""

    FT = "ft"
    MOL = "mol"
    PROJECTOR = "mol_projector"


class FlameAttack(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """A flame attack on a vehicle. `elevation`: the attacker stands at least one level above.

    `fp` is the FP of the attack against exposed PRC and unarmored vehicles.
    """

    means: Flame
    target: Vehicle
    rear: bool = False
    ce: bool = False
    elevation: bool = False
    long_range: bool = False
    ch: bool = False
    fp: int = 24
    riders: tuple[Personnel, ...] = ()
    passengers: tuple[Personnel, ...] = ()


def flame_number(attack: FlameAttack) -> KillNumber:
    """C7.344: the TK# of FT and MOL: no AF, no Case C or D; CE and OT count, for MOL only one.

    A FT at Long Range has half its Basic TK#. MOL thrown from above add Case B. The projector's own
    figures are those of its chart (R-C13.54).
    """
    basic = table.flame(attack.means)
    if attack.means is Flame.FT and attack.long_range:
        basic //= 2
    open_topped = attack.target.open_topped
    projector = attack.means is Flame.PROJECTOR
    # A MOL takes CE or OT, not both: the larger (R-C7.344).
    ce_counts = attack.ce and not projector and (attack.means is Flame.FT or not open_topped)
    cases = Tally.of(
        (
            Modifier("C", "C13.54", basic, applies=projector and attack.ch),
            Modifier("A", "C7.21", 1, applies=attack.rear),
            Modifier(
                "B",
                "C7.22",
                2 if open_topped else 1,
                applies=attack.means is Flame.MOL and attack.elevation,
            ),
            Modifier("CE", "C7.344", 1, applies=ce_counts),
            Modifier("OT", "C7.344", 1 if projector else 2, applies=open_topped),
        )
    )
    return KillNumber(table=attack.means, basic=basic, cases=cases, af=None)


def flame_attack(dice: Dice, attack: FlameAttack) -> Then | tuple[After, ...]:
    """C7.344: FT and MOL against a vehicle; an unarmored one is attacked on the ★Vehicle line."""
    target = vehicle(
        attack.target, ce=attack.ce, riders=attack.riders, passengers=attack.passengers
    )
    stack = (Struck(target, ift.column(attack.fp)),)
    fire = Fire(means=Means.FLAME)
    if not attack.target.armored:
        return ift_attack(dice, stack, fire)
    number = flame_number(attack).final
    dr = dice.total("C7.344")
    if dr == 12:
        return after_kill(stack, fire, dr, Effect.DUD)
    effect = vehicles.destruction("ft_mol", dr, number, cs_red=target.cs_red)
    return after_kill(stack, fire, dr, effect)


# -- Demolition Charges --------------------------------------------------------------------------


class Charge(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """C7.346: a DC placed against or thrown at a vehicle.

    `facing` is the Target Facing it was placed through; `moving_thrower`: thrown from a conveyance
    that is non-stopped or in Motion. `bystanders` are the unarmored units in the AFV's Location
    (and in the thrower's): the charge that misses its vehicle altogether harms only them.
    `location` is the AFV's.
    """

    target: Vehicle
    facing: str = "side"
    thrown: bool = False
    moving_thrower: bool = False
    moving_target: bool = False
    concealed_target: bool = False
    ce: bool = False
    in_afph: bool = False
    opportunity_fire: bool = False
    cx: bool = False
    elevation: bool = False
    immobile: bool = False
    bypassing: bool = False
    riders: tuple[Personnel, ...] = ()
    passengers: tuple[Personnel, ...] = ()
    location: str = ""
    bystanders: tuple[Struck, ...] = ()


class Position(StrEnum):
    """C7.346-T1: how well the charge lies."""

    OPTIMAL = "optimal"
    GOOD = "good"
    BAD = "bad"
    NONE = "none"


def position_drm(charge: Charge) -> Tally:
    """C7.346-T2: the DRM of the Position DR. Case B is subtracted here, not added to the TK#."""
    open_topped = charge.target.open_topped
    afph = charge.thrown and charge.in_afph and not charge.opportunity_fire
    return Tally.of(
        (
            Modifier(
                "dc.moving", "C7.346-T2", 2, applies=charge.moving_target or charge.concealed_target
            ),
            Modifier(
                "dc.thrown", "C7.346-T2", 3 if charge.moving_thrower else 2, applies=charge.thrown
            ),
            Modifier("dc.front", "C7.346-T2", 1, applies=charge.facing == "front"),
            Modifier("dc.ce", "C7.346-T2", 1, applies=charge.ce),
            Modifier("dc.afph", "C7.346-T2", 1, applies=afph),
            Modifier("dc.cx", "C7.346-T2", 1, applies=charge.cx),
            Modifier("dc.rear", "C7.346-T2", -1, applies=charge.facing == "rear"),
            Modifier("B", "C7.22", -2 if open_topped else -1, applies=charge.elevation),
            Modifier("dc.immobile", "C7.346-T2", -2, applies=charge.immobile),
            Modifier("dc.ot", "C7.346-T2", -2, applies=open_topped),
            Modifier("dc.bypass", "C7.346-T2", -2, applies=charge.bypassing),
        )
    )


def position(final_dr: int) -> Position:
    """C7.346-T1: what a Final Position DR means."""
    if final_dr <= 5:
        return Position.OPTIMAL
    if final_dr <= 8:
        return Position.GOOD
    return Position.BAD if final_dr <= 11 else Position.NONE


def dc_number(charge: Charge, how: Position, turret: bool) -> KillNumber:
    """C7.346, C7.12: the TK# of a DC: Case A from the rear, Aerial AF where it lies best."""
    rear = Modifier("A", "C7.21", 1, applies=charge.facing == "rear")
    af, rule = _dc_af(charge, turret), "C7.11"
    if how is Position.OPTIMAL:
        af, rule = aerial_af(charge.target), "C7.12"
    basic = table.flame("dc")
    return KillNumber(table="DC", basic=basic, cases=Tally.of((rear,)), af=af, af_rule=rule)


def _dc_af(charge: Charge, turret: bool) -> int | None:
    return charge.target.af(charge.facing, turret) if charge.target.armored else None


def dc_attack(dice: Dice, charge: Charge) -> Then | tuple[After, ...]:
    """C7.346: the Position DR (it tells the hit location too), then the TK DR.

    Against an unarmored facing the charge is an IFT attack on the ★Vehicle line. The results are
    those of the vehicle and of the bystanders, in that order.
    """
    if _dc_af(charge, turret=False) is None:
        return ift_attack(dice, _dc_stack(charge, armored=False), Fire(means=Means.DC))
    roll = dice.DR("C7.346")
    how = position(roll.total + position_drm(charge).total)
    turret = roll.colored < roll.white
    if _dc_af(charge, turret) is None:
        bare = _dc_stack(charge, armored=False)
        return ift_attack(dice, bare, Fire(means=Means.DC, turret=turret))
    return Then(_dc_effect, (charge, how, turret))


def _dc_effect(dice: Dice, charge: Charge, how: Position, turret: bool) -> Then | tuple[After, ...]:
    """C7.346-T1: a bad position harms only exposed PRC (with a new DR), the worst nobody aboard:
    it is Area Fire on the unarmored units around."""
    fire, stack = Fire(means=Means.DC, turret=turret), _dc_stack(charge)
    dr = dice.total("C7.346")
    if how is Position.NONE:
        return ift_result(dice, _dc_area_fire(charge), fire, dr)
    if how is Position.BAD:
        return after_kill(stack, fire, dr, Effect.NONE)
    if dr == 12:
        return after_kill(stack, fire, dr, Effect.DUD)
    number = dc_number(charge, how, turret).final
    effect = vehicles.destruction(
        "dc", dr, number, turret=turret, he=True, cs_red=charge.target.cs_red
    )
    return after_kill(stack, fire, dr, effect)


def _dc_stack(charge: Charge, armored: bool = True) -> tuple[Struck, ...]:
    """The vehicle under the charge; who stands around is not touched.

    Under an unarmored part of it the charge finds an unarmored vehicle.
    """
    target = _under(charge)
    target = msgspec.structs.replace(target, armored=target.armored and armored)
    around = (_aside(one, None) for one in charge.bystanders)
    column = ift.column(ift.special_fp("DC"))
    return (Struck(target, column, location=charge.location), *around)


def _aside(bystander: Struck, column: int | None) -> Struck:
    return Struck(bystander.target, column, location=bystander.location)


def _under(charge: Charge) -> VehicleTarget:
    return vehicle(
        charge.target,
        ce=charge.ce,
        immobile=charge.immobile,
        riders=charge.riders,
        passengers=charge.passengers,
    )


def _dc_area_fire(charge: Charge) -> tuple[Struck, ...]:
    half = ift.column(Fraction(ift.special_fp("DC"), 2))
    around = (_aside(one, half) for one in charge.bystanders)
    return (Struck(_under(charge), None, location=charge.location), *around)
