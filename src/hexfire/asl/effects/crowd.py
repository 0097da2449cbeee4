"""One unit among many, when its own fate is asked for: what of the others can touch it.

Leaders can, so they are followed; of all others only their number counts, where lots are drawn. So
a crowd becomes a handful of men without names, and equal handfuls of different attacks are one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from math import lcm
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from hexfire.asl.effects.command import Start
from hexfire.asl.effects.job import Job, Task
from hexfire.asl.effects.jobs import fate, fates_of_one
from hexfire.asl.effects.leaders import is_leader, leaders_first, touches
from hexfire.asl.effects.stack import Fire, Stack, Struck, only_men
from hexfire.asl.shots.targets import AnyTarget, Personnel
from hexfire.asl.tables import ift
from hexfire.asl.tables.ift import NO_EFFECT, Cell, Harm
from hexfire.dice import Chances, Dice, Shares, Then, in_turn, together

_Meets = tuple[int | None, int]
"""Column and DRM of one who meets the DR."""


class Crowd(msgspec.Struct, frozen=True, cache_hash=True):
    """Leaders and the one who is asked for (`asked` is his place among them), each with his place
    in the stack, his column and DRM; and how many others there are with each column and DRM."""

    places: tuple[int, ...]
    men: tuple[Personnel, ...]
    meets: tuple[_Meets, ...]
    asked: int
    others: tuple[tuple[_Meets, int], ...]


def is_crowd(stack: Stack, fire: Fire) -> bool:
    """Whether one of several men is asked for, and there is nobody but men."""
    return len(fire.watch) == 1 and only_men(stack)


class Met(NamedTuple):
    """A crowd and the IFT DR that it may meet."""

    stack: Stack
    fire: Fire
    drs: Chances


def crowd_result(stack: Stack, fire: Fire, dr: int) -> Then:
    """A7.3: an IFT DR on the crowd; the one who is asked for afterwards, under his own name."""
    return crowd_results(stack, fire, (((dr, 1),), 1))


def crowd_results(stack: Stack, fire: Fire, drs: Chances) -> Then:
    """The same where the DR is not known yet."""
    return Then(together, (_fates, Met(stack, fire, drs)))


def crowd_checks(stack: Stack, fire: Fire, numbers: tuple[int, ...]) -> Then:
    """A24.31: a MC for everyone in the crowd, each with a number of his own."""
    crowd = _crowd(stack, fire.watch[0])
    cells = tuple(Cell(Harm.MC, numbers[i]) for i in crowd.places)
    start = Start(crowd.men, tuple(_checks(cells, crowd.men)), (), crowd.asked, fire.penalty)
    asked = stack[fire.watch[0]].target
    return Then(in_turn, (fate(start), Then(_under_his_name, (asked.name, asked.drm))))


def _under_his_name(dice: Dice, man: Personnel, name: str, drm: int) -> tuple[Personnel]:
    return (replace(man, name=name, drm=drm),)


class _Asked(NamedTuple):
    """The one who is asked for, and with whom he is followed."""

    name: str
    drm: int
    men: tuple[Personnel, ...]
    place: int
    penalty: int


_Laid = tuple[tuple[Cell, ...], tuple[Cell, ...]]
"""What a DR does to each man, and the results for which lots are drawn."""


def _fates(crowds: list[tuple[Met, int, int]]) -> Chances:
    """The fates of those who are asked for, each under his own name.

    All that may happen to the same men is put together: however many others suffer from it too,
    only what they do to the lots counts.
    """
    whole = lcm(*(of * met.drs[1] for met, _, of in crowds))
    situations: dict[_Asked, dict[tuple[_Laid, tuple[int, ...]], int]] = {}
    laid: dict[tuple[tuple[_Meets, ...], int], _Laid] = {}
    for met, weight, of in crowds:
        crowd = _crowd(met.stack, met.fire.watch[0])
        each, rolls = met.drs
        scale = weight * (whole // (of * rolls))
        asked = met.stack[met.fire.watch[0]].target
        who = _Asked(asked.name, asked.drm, crowd.men, crowd.asked, met.fire.penalty)
        there = situations.setdefault(who, {})
        for dr, ways in each:
            cells = laid.get((crowd.meets, dr))
            if cells is None:
                cells = laid[crowd.meets, dr] = _laid(crowd, dr)
            key = cells, _others(crowd, dr, cells[1])
            there[key] = there.get(key, 0) + scale * ways
    results = Shares()
    for who, each_situation in situations.items():
        starts = [
            (_start(who, cells, others), weight, whole)
            for (cells, others), weight in each_situation.items()
        ]
        fates, of = fates_of_one(starts)
        for man, weight in fates:
            results.add((replace(man, name=who.name, drm=who.drm),), weight, of)
    return results.chances()


def _laid(crowd: Crowd, dr: int) -> _Laid:
    cells = tuple(_cell(meets, dr) for meets in crowd.meets)
    men = zip(cells, crowd.men, strict=True)
    worst = {c for c, man in men if c.harm in (Harm.KIA, Harm.K) and not man.eliminated}
    return cells, tuple(sorted(worst, key=severity))


def _others(crowd: Crowd, dr: int, lots: tuple[Cell, ...]) -> tuple[int, ...]:
    """How many others draw each of the lots."""
    if not lots:
        return ()
    cells = [(_cell(meets, dr), count) for meets, count in crowd.others]
    return tuple([sum([n for cell, n in cells if cell == lot]) for lot in lots])


def _start(who: _Asked, laid: _Laid, others: tuple[int, ...]) -> Start:
    cells, lots = laid
    jobs = (*_lots(cells, lots, who.men, others), *_checks(cells, who.men))
    return Start(who.men, jobs, (), who.place, who.penalty)


@lru_cache(maxsize=1 << 10)
def _crowd(stack: Stack, watch: int) -> Crowd:
    """The same for every DR that the stack may meet."""
    followed = _followed(tuple([struck.target for struck in stack]), watch)
    others = Counter(_meets(s) for i, s in enumerate(stack) if i not in followed and _is_there(s))
    return Crowd(
        places=followed,
        men=tuple(_nameless(stack[i].target) for i in followed),
        meets=tuple(_meets(stack[i]) for i in followed),
        asked=followed.index(watch),
        others=tuple(others.items()),
    )


@lru_cache(maxsize=256)
def _followed(units: tuple[AnyTarget, ...], watch: int) -> tuple[int, ...]:
    """The one who is asked for, and the leaders who may touch him or each other."""
    men = {i: u for i, u in enumerate(units) if isinstance(u, Personnel)}
    leaders = {i: u for i, u in men.items() if is_leader(u) or i == watch}
    return tuple(
        i
        for i, man in leaders.items()
        if i == watch or touches(man, (other for at, other in leaders.items() if at != i))
    )


def _meets(struck: Struck) -> _Meets:
    return struck.column, struck.drm + struck.target.drm


@lru_cache(maxsize=1 << 10)
def _cell(meets: _Meets, dr: int) -> Cell:
    column, drm = meets
    return NO_EFFECT if column is None else ift.result(column, dr + drm)


def _is_there(struck: Struck) -> bool:
    return isinstance(struck.target, Personnel) and not struck.target.eliminated


def _nameless(unit: object) -> Personnel:
    """Units that differ by their names alone are one to the odds."""
    assert isinstance(unit, Personnel)
    return replace(unit, name="", drm=0)


def _lots(
    cells: tuple[Cell, ...],
    lots: tuple[Cell, ...],
    men: tuple[Personnel, ...],
    others: Sequence[int],
) -> list[Job]:
    """A7.301, A7.302: KIA and K, the worst first, each among those who suffer the same."""
    return [
        Job(
            Task.KIA if lot.harm is Harm.KIA else Task.K,
            tuple(i for i, c in enumerate(cells) if c == lot and not men[i].eliminated),
            lot.number,
            others=count,
        )
        for lot, count in zip(lots, others, strict=True)
    ]


def _checks(cells: tuple[Cell, ...], men: tuple[Personnel, ...]) -> list[Job]:
    checks = [
        Job(Task.MC if cell.harm is Harm.MC else Task.TC, (i,), cell.number)
        for i, cell in enumerate(cells)
        if cell.harm in (Harm.MC, Harm.PTC) and not men[i].eliminated
    ]
    return leaders_first(checks, men)


_ORDER = list(Harm)


def severity(cell: Cell) -> tuple[int, int]:
    """A7.301: the worst result first."""
    return _ORDER.index(cell.harm), -cell.number
