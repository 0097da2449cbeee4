"""C9: mortars and their Spotters."""

from __future__ import annotations

from enum import StrEnum

import msgspec
from msgspec.structs import replace

from hexfire.asl.effects.breakdown import Reliability, WeaponState, after_shot
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.shot import Kind, Shot
from hexfire.dice import Dice
from hexfire.hexes import Hex
from hexfire.rulebook import Refusal


class SpotterFate(StrEnum):
    """What has become of a Spotter."""

    WELL = "well"
    REDUCED = "reduced to a HS"
    ELIMINATED = "eliminated"
    BROKEN = "broken"
    CAPTURED = "captured"


class Spotter(msgspec.Struct, frozen=True):
    """The Personnel unit that looks for one or more mortars; `spots` is the hex they stand in."""

    hex: Hex
    good_order: bool = True
    pinned: bool = False
    hidden: bool = False
    spots: Hex | None = None
    target: Hex | None = None
    sees_target: bool = True
    hindrance: int = 0
    """LOS Hindrance along the Spotter's own LOS."""
    uses_inherent_fp: bool = False


class Mortar(msgspec.Struct, frozen=True):
    """A mortar that wants a Spotter: where it stands and what it fires at."""

    hex: Hex
    location: str = ""
    target: Hex | None = None


def designate(
    spotter: Spotter, mortars: tuple[Mortar, ...], phase: Phase, *, at_setup: bool = False
) -> Spotter:
    """C9.3: a Good Order unit becomes Spotter of mortars in one hex, its own or an adjacent one.

    In its own PFPh or DFPh (a hidden one at setup). Several mortars must stand in one Location and
    fire at one target (R-C9.3). Levels between them, and LOS, do not matter.
    """
    if not spotter.good_order:
        raise Refusal("C9.3", "fieldguns.spotter_good_order")
    if spotter.hidden and not at_setup:
        raise Refusal("C9.3", "fieldguns.spotter_hidden")
    if phase not in (Phase.PFPH, Phase.DFPH) and not at_setup:
        raise Refusal("C9.3", "fieldguns.spotter_phase", phase=phase.value)
    if not mortars:
        raise Refusal("C9.3", "fieldguns.spotter_needs_mortar")
    place = mortars[0]
    if spotter.hex.distance(place.hex) > 1:
        raise Refusal("C9.3", "fieldguns.spotter_far")
    if any((m.hex, m.location) != (place.hex, place.location) for m in mortars):
        raise Refusal("C9.3", "fieldguns.spotter_one_location")
    if len({m.target for m in mortars}) > 1:
        raise Refusal("C9.3", "fieldguns.spotter_one_target")
    return replace(spotter, spots=place.hex, target=place.target)


def spotted_shot(shot: Shot, spotter: Spotter | None) -> Shot:
    """C9.3, C9.31: the shot that a Spotter directs: +2, less ROF, his Hindrance, his pin.

    Only mortars; without a Spotter the shot is the operators' own and needs their LOS.
    """
    if shot.weapon.kind is not Kind.MTR:
        raise Refusal("C9.3", "fieldguns.only_mortars_spotted")
    if spotter is None:
        return shot
    if not spotter.good_order:
        raise Refusal("C9.3", "fieldguns.spotter_good_order")
    if not spotter.sees_target:
        raise Refusal("C9.3", "fieldguns.spotter_los")
    firer = replace(shot.firer, spotted=True, pinned=shot.firer.pinned or spotter.pinned)
    acquisition = shot.acquisition if keeps_acquisition(spotter) else 0
    return replace(shot, firer=firer, hindrance=spotter.hindrance, acquisition=acquisition)


def keeps_acquisition(spotter: Spotter) -> bool:
    """C9.31: a squad may spot and fire its inherent FP, but then its mortars lose acquisition."""
    return not spotter.uses_inherent_fp


def may_replace(fate: SpotterFate, own_mph_since: bool) -> bool:
    """C9.3: a new Spotter only for one eliminated, broken or captured, from the next own MPh on.

    A squad reduced to a HS goes on spotting if in Good Order.
    """
    gone = fate in (SpotterFate.ELIMINATED, SpotterFate.BROKEN, SpotterFate.CAPTURED)
    return gone and own_mph_since


def refuse_opportunity_fire(target_in_los: bool, has_spotter: bool) -> None:
    """C9.3: a mortar that neither sees its target nor has a Spotter cannot declare it."""
    if not target_in_los and not has_spotter:
        raise Refusal("C9.3", "fieldguns.mortar_opportunity_fire")


def idle_opportunity_fire(dice: Dice, mortar: Reliability) -> WeaponState:
    """C9.3: marked, but with neither Spotter nor target in LOS in the AFPh: a DR for malfunction.

    Nothing is fired; only the B# (A6.11) looks at the DR.
    """
    return after_shot(mortar, dice.total("C9.3"))
