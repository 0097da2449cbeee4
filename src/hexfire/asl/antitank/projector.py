"""C13.5–C13.59: the Molotov Projector."""

from __future__ import annotations

import msgspec

from hexfire.asl.antitank.backblast import kindling_number
from hexfire.asl.sequence import Phase
from hexfire.rulebook import Refusal


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
    """C13.5, C13.51: what a Molotov Projector cannot do that a BAZ could.

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
