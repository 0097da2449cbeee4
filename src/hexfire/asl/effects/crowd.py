"""One unit among many, when its own fate is asked for: what of the others can touch it.

Leaders can, so they are followed; of all others only their number counts, where lots are drawn. So
a crowd becomes a handful of men without names, and equal handfuls of different attacks are one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from hexfire.asl.effects.command import Start
from hexfire.asl.effects.job import Job, Task
from hexfire.asl.effects.jobs import fates_of_one
from hexfire.asl.effects.leaders import is_leader, leaders_first, touches
from hexfire.asl.effects.stack import Fire, Stack, Struck, only_men
from hexfire.asl.shots.targets import Personnel
from hexfire.asl.tables import ift
from hexfire.asl.tables.ift import NO_EFFECT, Cell, Harm
from hexfire.dice import Chances, Shares, Then, together

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


def crowd_result(stack: Stack, fire: Fire, dr: int) -> Then:
    """A7.3: an IFT DR on the crowd; the one who is asked for afterwards, under his own name."""
    crowd = _crowd(stack, fire.watch[0])
    cells = tuple(_cell(meets, dr) for meets in crowd.meets)
    others = Counter[Cell]()
    for meets, count in crowd.others:
        others[_cell(meets, dr)] += count
    jobs = (*_lots(cells, crowd, others), *_checks(cells, crowd))
    return _fate(crowd, jobs, stack, fire)


def crowd_checks(stack: Stack, fire: Fire, numbers: tuple[int, ...]) -> Then:
    """A24.31: a MC for everyone in the crowd, each with a number of his own."""
    crowd = _crowd(stack, fire.watch[0])
    cells = tuple(Cell(Harm.MC, numbers[i]) for i in crowd.places)
    return _fate(crowd, tuple(_checks(cells, crowd)), stack, fire)


def _fate(crowd: Crowd, jobs: tuple[Job, ...], stack: Stack, fire: Fire) -> Then:
    asked = stack[fire.watch[0]].target
    start = Start(crowd.men, jobs, (), crowd.asked, fire.penalty)
    return Then(together, (_fates, (start, asked.name, asked.drm)))


def _fates(starts: list[tuple[tuple[Start, str, int], int, int]]) -> Chances:
    """The fates of the one who is asked for, under his own name."""
    by_name: dict[tuple[str, int], list[tuple[Start, int, int]]] = {}
    for (start, name, drm), weight, whole in starts:
        by_name.setdefault((name, drm), []).append((start, weight, whole))
    results = Shares()
    for (name, drm), alike in by_name.items():
        each, whole = fates_of_one(alike)
        for man, weight in each:
            results.add((replace(man, name=name, drm=drm),), weight, whole)
    return results.chances()


@lru_cache(maxsize=256)
def _crowd(stack: Stack, watch: int) -> Crowd:
    """The same for every DR that the stack may meet."""
    followed = _followed([struck.target for struck in stack], watch)
    others = Counter(_meets(s) for i, s in enumerate(stack) if i not in followed and _is_there(s))
    return Crowd(
        places=tuple(followed),
        men=tuple(_nameless(stack[i].target) for i in followed),
        meets=tuple(_meets(stack[i]) for i in followed),
        asked=followed.index(watch),
        others=tuple(others.items()),
    )


def _followed(units: Sequence[object], watch: int) -> list[int]:
    """The one who is asked for, and the leaders who may touch him or each other."""
    men = {i: u for i, u in enumerate(units) if isinstance(u, Personnel)}
    leaders = {i: u for i, u in men.items() if is_leader(u) or i == watch}
    return [
        i
        for i, man in leaders.items()
        if i == watch or touches(man, (other for at, other in leaders.items() if at != i))
    ]


def _meets(struck: Struck) -> _Meets:
    return struck.column, struck.drm + struck.target.drm


def _cell(meets: _Meets, dr: int) -> Cell:
    column, drm = meets
    return NO_EFFECT if column is None else ift.result(column, dr + drm)


def _is_there(struck: Struck) -> bool:
    return isinstance(struck.target, Personnel) and not struck.target.eliminated


def _nameless(unit: object) -> Personnel:
    """Units that differ by their names alone are one to the odds."""
    assert isinstance(unit, Personnel)
    return replace(unit, name="", drm=0)


def _lots(cells: tuple[Cell, ...], crowd: Crowd, others: Counter[Cell]) -> list[Job]:
    """A7.301, A7.302: KIA and K, the worst first, each among those who suffer the same."""
    there = [i for i, man in enumerate(crowd.men) if not man.eliminated]
    worst_cells = {cells[i] for i in there if cells[i].harm in (Harm.KIA, Harm.K)}
    return [
        Job(
            Task.KIA if cell.harm is Harm.KIA else Task.K,
            tuple(i for i in there if cells[i] == cell),
            cell.number,
            others=others[cell],
        )
        for cell in sorted(worst_cells, key=severity)
    ]


def _checks(cells: tuple[Cell, ...], crowd: Crowd) -> list[Job]:
    checks = [
        Job(Task.MC if cell.harm is Harm.MC else Task.TC, (i,), cell.number)
        for i, cell in enumerate(cells)
        if cell.harm in (Harm.MC, Harm.PTC) and not crowd.men[i].eliminated
    ]
    return leaders_first(checks, crowd.men)


_ORDER = list(Harm)


def severity(cell: Cell) -> tuple[int, int]:
    """A7.301: the worst result first."""
    return _ORDER.index(cell.harm), -cell.number
