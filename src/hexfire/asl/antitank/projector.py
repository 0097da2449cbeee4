"""C13.5–C13.59: the Molotov Projector."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from hexfire.asl.antitank.backblast import kindling_number
from hexfire.asl.counters import Vehicle
from hexfire.asl.effects.firetable import after_kill
from hexfire.asl.effects.flame import Flame, FlameAttack, flame_number
from hexfire.asl.effects.resolve import hit_payload, struck_by
from hexfire.asl.effects.stack import Fire, Means
from hexfire.asl.effects.to_kill import KillNumber, counter_of
from hexfire.asl.effects.vehicles import destruction
from hexfire.asl.shots.hit import Hit
from hexfire.asl.shots.shot import Facing, Phase
from hexfire.asl.shots.targets import After, Effect
from hexfire.asl.tables import read
from hexfire.dice import Dice, Then
from hexfire.rulebook import Modifier, Refusal, Tally


def refuse_projector(
    phase: Phase,
    range_: int,
    rise: int,
    *,
    other_fire_this_phase: bool = False,
    aboard: bool = False,
    area: bool = False,
    deliberate_immobilization: bool = False,
    intensive_or_sustained: bool = False,
) -> None:
    """C13.51: what a Molotov Projector cannot do.

    In PFPh and DFPh it fires before any weapon fires anything but SMOKE; never steeper than far;
    never from a vehicle; no Area Target Type, Intensive or Sustained Fire, or aim at the tracks.
    """
    if phase in (Phase.PFPH, Phase.DFPH) and other_fire_this_phase:
        raise Refusal("C13.51", "fieldguns.projector_first")
    if abs(rise) > range_:
        raise Refusal("C13.51", "fieldguns.projector_steep", rise=abs(rise), range=range_)
    if aboard:
        raise Refusal("C13.51", "fieldguns.projector_aboard")
    if area:
        raise Refusal("C13.51", "fieldguns.projector_area")
    if deliberate_immobilization or intensive_or_sustained:
        raise Refusal("C13.51", "fieldguns.projector_special")


# --- C13.53–C13.56: what a hit does -----------------------------------------------------------


def against_vehicle(dice: Dice, hit: Hit) -> Then | tuple[After, ...]:
    """C13.53–C13.55: an AFV as by a MOL, an unarmored vehicle by the ★Vehicle line.

    With the same DR a 4FP Specific Collateral Attack strikes the Vulnerable PRC. Men and Guns are
    struck as by 4FP HE (C13.56); the effects know that FP by the weapon.
    """
    counter = counter_of(hit)
    number = projector_number(hit, counter).final
    dr = dice.total("C13.54" if counter.armored else "C13.55")
    if not counter.armored:
        effect = unarmored_effect(dr, number)
    elif dr == 12:
        effect = Effect.DUD
    else:
        effect = destruction("ft_mol", dr, number, cs_red=counter.cs_red)
    struck = replace(struck_by((hit,))[0], column=hit_payload(replace(hit, is_ch=False)).column)
    return after_kill((struck,), Fire(means=Means.FLAME), dr, effect)


def projector_number(hit: Hit, counter: Vehicle) -> KillNumber:
    """C13.54: OT and the rear Target Facing add 1 each to the TK#, a CH doubles it (R-C13.54).

    C13.55: an unarmored vehicle has a kill number of 9, doubled by a CH. C13.52: a CH is an
    Original To Hit DR of 2, as with every LATW.
    """
    if counter.armored:
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


# --- C13.57, C13.58: the hex ------------------------------------------------------------------


class HexAfter(msgspec.Struct, frozen=True):
    """What a hit leaves in the target hex: dispersed white Smoke always, perhaps a Flame."""

    dispersed_smoke: bool
    flame: bool


def after_hit(colored: int, terrain: str) -> HexAfter:
    """C13.57, C13.58: dispersed Smoke; the coloured To Hit dr may kindle as a MOL's does.

    R-C13.57: a coloured dr of 1 starts a Flame in burnable terrain. A 6 does no harm.
    """
    return HexAfter(True, colored == 1 and kindling_number(terrain) is not None)
