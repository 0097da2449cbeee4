"""C8.5–C8.6, A24.3: SMOKE and White Phosphorus."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from hexfire.asl.effects.crowd import crowd_checks, is_crowd
from hexfire.asl.effects.job import Job, Now, Task
from hexfire.asl.effects.jobs import matters, next_job
from hexfire.asl.effects.leaders import leaders_first
from hexfire.asl.effects.locations import Group, by_location, one_by_one
from hexfire.asl.effects.stack import Fire, Stack, watching_men, with_men
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.targets import After, AnyTarget, Personnel, Unknown, VehicleTarget
from hexfire.asl.tables import read
from hexfire.asl.tables.ift import NO_EFFECT, Cell, Harm
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
    kind: Screen, *, phase: Phase, before_other_fire: bool = True, ground_level: int = 0
) -> SmokeCounter:
    """C8.51, C8.52, C8.6: where a SMOKE hit puts which counter: always at the hex's ground level.

    Only what was fired in the PFPh before all Prep Fire has its full strength; the rest is placed
    dispersed.
    """
    dispersed = phase != Phase.PFPH or not before_other_fire
    figures = read("terrain")["smoke"]["white_smoke" if kind is Screen.SMOKE else "wp"]
    return SmokeCounter(
        kind=kind,
        dispersed=dispersed,
        level=ground_level,
        hindrance=int(figures["dispersed" if dispersed else "fresh"]),
        height=int(figures["height"]),
    )


def require_smoke_time(
    kind: Screen,
    *,
    phase: Phase,
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
    if phase not in (Phase.PFPH, Phase.DFPH):
        raise Refusal("C8.5", "effects.smoke.phase", phase=str(phase))
    if fired_other or friends_fired_other:
        raise Refusal("C8.5", "effects.smoke.first")


def smoke_result(
    stack: Stack,
    numbers: tuple[int, ...],
    penalty: int = 0,
    watch: tuple[int, ...] = (),
    riders: bool = False,
) -> Then | tuple[After, ...]:
    """A24.31, C3.76: the NMC of everyone exposed in the stack; Smoke (no `numbers`) harms nobody.

    `numbers` is what is added to the NMC of each target and of its men. Of men without a counter
    only the check they must take can be told. `watch` picks the targets whose fate is asked for,
    with `riders` that of who is in or on them.
    """
    asked = Fire(penalty=penalty, watch=watch, riders=riders or not watch)
    if apart := by_location(stack, asked):
        parts = tuple((g.asked, Then(_in_one, (g, numbers, penalty))) for g in apart)
        return Then(one_by_one, (parts,))
    every = with_men(stack)
    fire = watching_men(asked, every)
    if numbers and is_crowd(stack, fire):
        return crowd_checks(stack, fire, numbers)
    jobs: list[Job] = []
    if numbers:
        for i, struck in enumerate(every):
            host = next((at for at in (struck.aboard, struck.mans) if at is not None), i)
            match struck.target:
                case Personnel() if not struck.spared:
                    jobs.append(Job(Task.MC, (i,), numbers[host]))
                case VehicleTarget(ce=True, crew=True):
                    jobs.append(Job(Task.CREW_MC, (i,), numbers[host]))
    now = tuple(_now(struck.target, numbers[i : i + 1]) for i, struck in enumerate(every))
    jobs = [job for job in jobs if matters(fire, now, job.who[0])]
    crews = [job for job in jobs if job.task is Task.CREW_MC]
    men = leaders_first([job for job in jobs if job.task is Task.MC], now)
    return next_job(now, (*crews, *men), (), every, fire, 0)


def _in_one(
    dice: Dice, group: Group, numbers: tuple[int, ...], penalty: int
) -> Then | tuple[After, ...]:
    here = tuple(numbers[i] for i in group.places) if numbers else ()
    return smoke_result(group.stack, here, penalty, group.fire.watch, group.fire.riders)


def _now(target: AnyTarget, number: tuple[int, ...]) -> Now:
    if not isinstance(target, Unknown):
        return target
    return Cell(Harm.MC, number[0]) if number else NO_EFFECT
