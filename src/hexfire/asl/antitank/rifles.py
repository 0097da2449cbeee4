"""C13.2–C13.26: anti-tank rifles against men, as small arms."""

from __future__ import annotations

from hexfire.asl.effects.firetable import fire_table
from hexfire.asl.effects.stack import Fire, Means
from hexfire.asl.shots.targets import AnyTarget
from hexfire.dice import Dice, Then
from hexfire.rulebook import Refusal

ATR_RANGE = 12
"""C13.22: the maximum range of an ATR, and its Normal Range as small arms."""
ATR_FP = 1


def atr_small_arms(dice: Dice, range_: int, drm: int, targets: tuple[AnyTarget, ...]) -> Then:
    """C13.24: against Personnel an ATR may fire as 1FP small arms, never at Long Range.

    `drm` is all that modifies the IFT DR, leadership and heroism among it; they never touch a To
    Kill DR (C13.25).
    """
    refuse_atr_range(range_)
    return fire_table(dice, ATR_FP, drm, targets, Fire(means=Means.SMALL_ARMS))


def refuse_atr_range(range_: int) -> None:
    """C13.22, C13.24: not beyond 12 hexes, be it as ordnance or as small arms."""
    if range_ > ATR_RANGE:
        raise Refusal("C13.24", "fieldguns.atr_range", range=range_, max=ATR_RANGE)


def fire_group_fp(fp: int, atrs: int) -> int:
    """C13.24: each ATR adds 1FP to a FG."""
    return fp + ATR_FP * atrs


def residual_fp(fg_fp: int, atrs: int) -> int:
    """C13.24: what an ATR adds to a FG leaves no Residual FP: half the FP without it, FRD."""
    return (fg_fp - ATR_FP * atrs) // 2
