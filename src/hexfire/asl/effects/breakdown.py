"""Malfunction, repair and Low Ammo (A9.7, A.11, C2.28, D3.7, D3.71)."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from hexfire.dice import Dice


class WeaponState(StrEnum):
    """What state a weapon is in."""

    WORKING = "working"
    LOW_AMMO = "low ammo"
    MALFUNCTIONED = "malfunctioned"
    DISABLED = "disabled"


class Reliability(msgspec.Struct, frozen=True, kw_only=True):
    """A weapon's B#, and what the counter and the way it fires do to it.

    `lowered` is what Intensive Fire, captured use and the like take off the B# for this shot
    (A.11). `circled`: the B# stands for Low Ammo (D3.71).
    """

    b: int = 12
    x: int | None = None
    lowered: int = 0
    circled: bool = False
    low_ammo: bool = False


def after_shot(weapon: Reliability, original: int) -> WeaponState:
    """A9.7, A.11, D3.71: what an Original DR does to the weapon that made it, an ATR too (C13.26).

    At its B# or above it malfunctions, at its X# it is lost; what lowers the one lowers the other
    (A21.11, C13.59). A B# lowered for this shot makes the printed one an X#
    (A.11). A circled B# brings Low Ammo the first time instead; then the number one below it
    malfunctions and the circled number itself disables (R-D3.71).
    """
    if weapon.x is not None and original >= weapon.x - weapon.lowered:
        return WeaponState.DISABLED
    b, x = weapon.b, None
    if weapon.circled and weapon.low_ammo:
        b, x = weapon.b - 1, weapon.b
    if weapon.lowered:
        b, x = b - weapon.lowered, b
    if x is not None and original >= x:
        return WeaponState.DISABLED
    if weapon.circled and not weapon.low_ammo and not weapon.lowered and b <= original < 12:
        return WeaponState.LOW_AMMO
    if original >= b:
        return WeaponState.MALFUNCTIONED
    return WeaponState.LOW_AMMO if weapon.low_ammo else WeaponState.WORKING


def repair(dice: Dice, repaired_on: int = 1, disabled_on: int = 6) -> WeaponState:
    """A9.72, C13.26: a repair dr: up to the R# the weapon works again, on its X# (6) it is lost."""
    dr = dice.dr("A9.72")
    if dr <= repaired_on:
        return WeaponState.WORKING
    return WeaponState.DISABLED if dr >= disabled_on else WeaponState.MALFUNCTIONED
