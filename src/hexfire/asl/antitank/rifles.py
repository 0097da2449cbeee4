"""C13.24: anti-tank rifles in a Fire Group; alone they fire as `gunnery.small_arms` does."""

from __future__ import annotations

from hexfire.asl.gunnery.firepower import ATR_FP


def fire_group_fp(fp: int, atrs: int) -> int:
    """C13.24: each ATR adds 1FP to a FG."""
    return fp + ATR_FP * atrs


def residual_fp(fg_fp: int, atrs: int) -> int:
    """C13.24: what an ATR adds to a FG leaves no Residual FP: half the FP without it, FRD."""
    return (fg_fp - ATR_FP * atrs) // 2
