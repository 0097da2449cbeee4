"""C8.5–C8.6, A24.3: SMOKE and White Phosphorus."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from hexfire.asl.effects.jobs import Job, Task, leaders_first, next_job
from hexfire.asl.effects.stack import Fire, Stack, Struck
from hexfire.asl.effects.targets import After, Personnel
from hexfire.asl.tables import read
from hexfire.dice import Dice, Then
from hexfire.rulebook import Refusal


class Screen(StrEnum):
    """What is placed."""

    SMOKE = "smoke"
    WP = "wp"


class SmokeCounter(msgspec.Struct, frozen=True, kw_only=True):
    """A counter on the board: which, whether dispersed, its level, hindrance and height (C8.5)."""

    kind: Screen
    dispersed: bool
    level: int
    hindrance: int
    height: int


def place(
    kind: Screen, *, phase: str, before_other_fire: bool = True, ground_level: int = 0
) -> SmokeCounter:
    """C8.51, C8.52, C8.6: where a SMOKE hit puts which counter: always at the hex's ground level.

    Only what was fired in the PFPh before all Prep Fire has its full strength; the rest is placed
    dispersed.
    """
    dispersed = phase != "PFPh" or not before_other_fire
    figures = read("terrain")["smoke"]["white_smoke" if kind is Screen.SMOKE else "wp"]
    return SmokeCounter(
        kind=kind,
        dispersed=dispersed,
        level=ground_level,
        hindrance=int(figures["dispersed" if dispersed else "fresh"]),
        height=int(figures["height"]),
    )


def hinders(counter: SmokeCounter, lowest_level_of_los: float) -> bool:
    """C8.5: SMOKE hinders LOS up to its height and never what passes above; it never blocks."""
    return lowest_level_of_los < counter.level + counter.height


def require_smoke_time(
    kind: Screen,
    *,
    phase: str,
    fired_other: bool = False,
    friends_fired_other: bool = False,
    own_hex: bool = False,
) -> None:
    """C8.5, C8.6, C8.52: when a Gun may fire SMOKE.

    Smoke only as the owner's PFPh or DFPh begins and not by a unit that fired anything else in it;
    WP in any friendly fire phase, but before friends fire anything but SMOKE. Never in its own hex.
    """
    if own_hex:
        raise Refusal("C8.52", "effects.smoke.own_hex")
    if kind is Screen.WP:
        if friends_fired_other or fired_other:
            raise Refusal("C8.6", "effects.smoke.wp_first")
        return
    if phase not in ("PFPh", "DFPh"):
        raise Refusal("C8.5", "effects.smoke.phase", phase=phase)
    if fired_other or friends_fired_other:
        raise Refusal("C8.5", "effects.smoke.first")


def wp_check(
    dice: Dice, units: tuple[Personnel, ...], *, ch: bool = False, tem: int = 0, penalty: int = 0
) -> Then | tuple[After, ...]:
    """A24.31, C3.76: every unit that WP falls on takes a NMC; after a CH its positive TEM turns
    against it (R-A24.31)."""
    stack: Stack = tuple(Struck(unit, None) for unit in units)
    number = max(0, tem) if ch else 0
    jobs = leaders_first([Job(Task.MC, (i,), number) for i in range(len(units))], units)
    return next_job(units, tuple(jobs), (), stack, Fire(penalty=penalty), 0)
