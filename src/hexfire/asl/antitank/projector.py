"""C13.5–C13.59: the Molotov Projector."""

from __future__ import annotations

from enum import StrEnum

import msgspec
from msgspec.structs import replace

from hexfire.asl.antitank.backblast import kindling_number
from hexfire.asl.counters import Vehicle
from hexfire.asl.effects.firetable import after_kill, ift_result
from hexfire.asl.effects.flame import Flame, FlameAttack, flame_number
from hexfire.asl.effects.resolve import effects_drm, struck_by
from hexfire.asl.effects.stack import Fire, Means
from hexfire.asl.effects.targets import After, Effect
from hexfire.asl.effects.vehicles import destruction
from hexfire.asl.gunnery.hit import Hit, Hits
from hexfire.asl.gunnery.shot import Facing, Phase
from hexfire.asl.tables import ift
from hexfire.dice import Dice, Then
from hexfire.rulebook import Refusal

FP = 4
"""C13.56: against Infantry and Guns as 4FP HE; also the Specific Collateral Attack (C13.54)."""
KILL_NUMBER = 9
"""C13.55: against an unarmored vehicle."""


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


class Breakage(StrEnum):
    """C13.59: what an eliminated projector does to its own Location."""

    NONE = ""
    FLAME = "flame"


def own_flame(eliminated: bool, terrain: str) -> Breakage:
    """C13.59: an eliminated projector sets its own Location aflame if that can burn."""
    burns = eliminated and kindling_number(terrain) is not None
    return Breakage.FLAME if burns else Breakage.NONE


# --- C13.53–C13.56: what a hit does -----------------------------------------------------------


def projector_effects(dice: Dice, hits: Hits) -> Then | tuple[After, ...]:
    """C13.53: the effects of one projector hit: a vehicle by itself, men and Guns by one DR."""
    first = hits[0]
    if first.target.is_vehicle:
        return against_vehicle(dice, first)
    return Then(ift_result, (infantry_stack(hits), Fire(), dice.total("C13.56")))


def against_vehicle(dice: Dice, hit: Hit) -> Then | tuple[After, ...]:
    """C13.54, C13.55: an AFV as by a MOL, an unarmored vehicle by the ★Vehicle line.

    With the same DR a 4FP Specific Collateral Attack strikes the Vulnerable PRC.
    """
    counter = hit.target.unit
    if not isinstance(counter, Vehicle):
        raise Refusal("C13.54", "fieldguns.vehicle_counter")
    dr = dice.total("C13.54" if counter.armored else "C13.55")
    if not counter.armored:
        effect = unarmored_effect(dr, hit.is_ch)
    elif dr == 12:
        effect = Effect.DUD
    else:
        number = flame_number(afv_attack(hit, counter)).final
        effect = destruction("ft_mol", dr, number, cs_red=counter.cs_red)
    struck = replace(struck_by((hit,))[0], column=ift.column(FP))
    return after_kill((struck,), Fire(means=Means.FLAME), dr, effect)


def afv_attack(hit: Hit, counter: Vehicle) -> FlameAttack:
    """C13.54: OT and the rear Target Facing add 1 each to the TK#, a CH doubles it (R-C13.54)."""
    return FlameAttack(
        means=Flame.PROJECTOR,
        target=counter,
        rear=hit.facing is Facing.REAR,
        ce=hit.target.ce,
        ch=hit.is_ch,
        fp=FP,
    )


def unarmored_effect(dr: int, ch: bool) -> Effect:
    """C13.55: a kill number of 9 (18 with a CH) on the ★Vehicle line of the IFT."""
    number = KILL_NUMBER * (2 if ch else 1)
    if 2 * dr <= number:
        return Effect.BURNING
    if dr < number:
        return Effect.ELIMINATED
    return Effect.IMMOBILIZED if dr == number else Effect.NONE


def infantry_fp(ch: bool) -> int:
    """C13.56: 4FP, 8FP with a CH."""
    return 2 * FP if ch else FP


def infantry_stack(hits: Hits) -> tuple[msgspec.Struct, ...]:
    """C13.56: every man and Gun with its column; a CH is as any other (C3.71, C11.4)."""
    found = []
    for hit, struck in zip(hits, struck_by(hits), strict=True):
        drm = effects_drm(hit).total
        found.append(replace(struck, column=ift.column(infantry_fp(hit.is_ch)), drm=drm))
    return tuple(found)


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
