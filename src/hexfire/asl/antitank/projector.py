"""C13.5–C13.59: the Molotov Projector."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

import msgspec

from hexfire.asl.antitank.backblast import kindling_number
from hexfire.asl.antitank.weapons import latw_table
from hexfire.asl.gunnery.shot import Facing, Phase
from hexfire.asl.tables.to_kill import afv_destruction, flame
from hexfire.dice import Dice
from hexfire.rulebook import Modifier, Refusal, Tally

FP = 4
"""C13.56: against Infantry and Guns as 4FP HE; also the Specific Collateral Attack (C13.54)."""


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
    """C13.59: what the To Hit DR did to the projector itself."""

    NONE = ""
    MALFUNCTION = "malfunction"
    ELIMINATED = "eliminated"
    BURNING = "eliminated, its Location aflame"


def breakage(original: int, terrain: str = "open_ground", penalties: int = 0) -> Breakage:
    """C13.59: B11 and X12; Inexperienced, captured or non-qualified use lowers both alike.

    `penalties` is by how much. An elimination sets a burnable Location aflame.
    """
    figures = latw_table()["MOL-P"]
    assert figures.x is not None and figures.b is not None
    if original >= figures.x - penalties:
        burns = kindling_number(terrain) is not None
        return Breakage.BURNING if burns else Breakage.ELIMINATED
    return Breakage.MALFUNCTION if original >= figures.b - penalties else Breakage.NONE


def is_ch(original: int) -> bool:
    """C13.52: an Original To Hit DR of 2 is a Critical Hit."""
    return original == 2


# --- C13.54: against AFV ----------------------------------------------------------------------


class ProjectorTk(msgspec.Struct, frozen=True):
    """The build-up of the TK#; no AF is taken from it."""

    basic: int
    cases: Tally
    doubled: bool

    @property
    def final(self) -> int:
        return (self.basic + self.cases.total) * (2 if self.doubled else 1)


def tk_number(open_topped: bool, facing: Facing, ch: bool) -> ProjectorTk:
    """C13.54: +1 against OT, +1 against the rear Target Facing, doubled by a CH (R-C13.54)."""
    return ProjectorTk(flame("mol_projector"), Tally.of(_tk_cases(open_topped, facing)), ch)


def _tk_cases(open_topped: bool, facing: Facing) -> Iterator[Modifier]:
    yield Modifier("molp_ot", "C13.54", 1, applies=open_topped)
    yield Modifier("molp_rear", "C13.54", 1, applies=facing is Facing.REAR)


def tk_result(total: int, number: int, red_cs: bool = False) -> str:
    """C13.54, C7.7: the cell of the AFV Destruction Table's flame column: Burn, Elim or "-".

    With a red CS# the DR is one lower for what burns.
    """
    for_fire = total - red_cs
    if 2 * for_fire <= number:
        return afv_destruction("le_half", "ft_mol")
    if for_fire < number:
        return afv_destruction("less", "ft_mol")
    return afv_destruction("equal", "ft_mol") if total == number else "-"


def roll_tk(dice: Dice, number: int, red_cs: bool = False) -> str:
    """C13.54: the To Kill DR against an AFV that was hit."""
    return tk_result(dice.total("C13.54"), number, red_cs)


# --- C13.55, C13.56: the rest -----------------------------------------------------------------


def kill_number(ch: bool) -> int:
    """C13.55: the ★Vehicle kill number against an unarmored vehicle: 9, 18 with a CH."""
    return 18 if ch else 9


def infantry_fp(ch: bool) -> int:
    """C13.56: 4FP, 8FP with a CH (positive TEM reversed, as with any CH)."""
    return 2 * FP if ch else FP


def ch_eliminates_gun(ch: bool) -> bool:
    """C13.56: a CH eliminates a Gun and who mans it."""
    return ch


# --- C13.57, C13.58: the hex ------------------------------------------------------------------


class HexAfter(msgspec.Struct, frozen=True):
    """What a hit leaves in the target hex: dispersed Smoke always, perhaps a Flame."""

    smoke: str
    flame: bool


def after_hit(colored: int, terrain: str) -> HexAfter:
    """C13.57, C13.58: white dispersed Smoke; the coloured To Hit dr may kindle as a MOL's does.

    A22.6111: a coloured dr of 1 with a MOL starts a Flame in burnable terrain. A 6 does no harm.
    """
    burns = colored == 1 and kindling_number(terrain) is not None
    return HexAfter("dispersed white smoke", burns)
