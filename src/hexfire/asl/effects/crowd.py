"""One unit among many, when its own fate is asked for: what of the others can touch it.

Leaders can, so they are followed; of all others only their number counts, where lots are drawn. So
a crowd becomes a handful of men without names, and equal handfuls of different attacks are one.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from hexfire.asl.effects.command import Part
from hexfire.asl.effects.job import Job, Task
from hexfire.asl.effects.jobs import fate, fates_of_each
from hexfire.asl.effects.leaders import is_leader, leaders_first, touches
from hexfire.asl.effects.lots import Column, Others, Start
from hexfire.asl.effects.stack import Fire, Stack, Struck, only_men
from hexfire.asl.shots.targets import AnyTarget, Personnel
from hexfire.asl.tables import ift
from hexfire.asl.tables.ift import NO_EFFECT, Cell, Harm
from hexfire.dice import Chances, Dice, Odds, Shares, Starts, Then, in_turn, together

_Meets = tuple[int | None, int]
"""Column and DRM of one who meets the DR."""

_NOTHING: _Meets = (None, 0)
"""Who is eliminated already meets nothing."""


class Crowd(msgspec.Struct, frozen=True, cache_hash=True):
    """Leaders, each with his column and DRM; those of the man who is asked for, if he leads nobody;
    and how many others there are with each column and DRM."""

    leaders: tuple[Personnel, ...]
    meets: tuple[_Meets, ...]
    aside: _Meets | None
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
    watch = fire.watch[0]
    asked = stack[watch].target
    man = _nameless(asked)
    places = _followed(_units(stack), frozenset({man}))
    leaders = tuple(_nameless(stack[i].target) for i in places)
    who = [*places, watch] if watch not in places else places
    cells = tuple(Cell(Harm.MC, numbers[i]) if _is_there(stack[i]) else NO_EFFECT for i in who)
    men = leaders if watch in places else (*leaders, man)
    start = Start(leaders, tuple(_checks(cells, men)))
    him = places.index(watch) if watch in places else man
    return Then(
        in_turn, (fate(start, him, fire.penalty), Then(_under_his_name, (asked.name, asked.drm)))
    )


def _under_his_name(dice: Dice, man: Personnel, name: str, drm: int) -> tuple[Personnel]:
    return (replace(man, name=name, drm=drm),)


class _Laid(NamedTuple):
    """What a DR does to the men who are followed, and the results for which lots are drawn."""

    start: Start
    lots: tuple[Cell, ...]


def _fates(questions: list[Starts]) -> list[Chances]:
    """The fates of those who are asked for, each under his own name.

    All that may happen to the same men is put together: however many others suffer from it too,
    only what they do to the lots counts.
    """
    asked = [starts[0][0].fire.stand_ins for starts in questions]
    every = frozenset(_nameless(_asked(met)) for starts in questions for met, _, _ in starts)
    every |= {_nameless(man) for stand_ins in asked for man in stand_ins}
    leaders = frozenset(man for man in every if is_leader(man))
    columns = _Columns()
    parts: list[list[Part]] = []
    for starts, stand_ins in zip(questions, asked, strict=True):
        own = _parts(
            starts, leaders if is_leader(_asked(starts[0][0])) else every - leaders, columns
        )
        if stand_ins:
            parts += [[part._replace(asked=_nameless(man)) for part in own] for man in stand_ins]
        else:
            parts.append(own)
    fates = iter(fates_of_each(parts))
    return [
        _one_of([_named(man, next(fates)) for man in stand_ins])
        if stand_ins
        else _named(_asked(starts[0][0]), next(fates))
        for starts, stand_ins in zip(questions, asked, strict=True)
    ]


def _named(asked: AnyTarget, chances: Chances) -> Chances:
    each, whole = chances
    return tuple(
        ((replace(man, name=asked.name, drm=asked.drm),), weight) for man, weight in each
    ), whole


class OneOf(NamedTuple):
    """One of several who might stand at the same place (`Fire.stand_ins`), and his fate."""

    which: int
    after: Personnel


def _one_of(chances: list[Chances]) -> Chances:
    """Each of them as likely as the others."""
    results = Shares()
    for which, (each, whole) in enumerate(chances):
        for (man,), weight in each:
            results.add((OneOf(which, man),), weight, whole * len(chances))
    return results.chances()


def each_of(odds: Odds[tuple[OneOf]], count: int) -> list[Odds[tuple[Personnel]]]:
    """The fates of all who might stand at one place, from those of one of them."""
    fates: list[dict[tuple[Personnel], Fraction]] = [{} for _ in range(count)]
    for (one,), chance in odds.items():
        fates[one.which][one.after,] = chance * count
    return [Odds(fate) for fate in fates]


def _asked(met: Met) -> AnyTarget:
    return met.stack[met.fire.watch[0]].target


def _parts(starts: Starts, asked: frozenset[Personnel], columns: _Columns) -> list[Part]:
    """One question, by who is asked for and what he may meet."""
    ways: dict[tuple[int | Personnel, int], list[_Way]] = {}
    for met, weight, of in starts:
        watch = met.fire.watch[0]
        places = _followed(_units(met.stack), asked)
        man = places.index(watch) if watch in places else _nameless(_asked(met))
        crowd = _crowd(met.stack, None if watch in places else watch, places)
        ways.setdefault((man, met.fire.penalty), []).append((crowd, met.drs, weight, of))
    return [Part(*who, *columns.of(tuple(there))) for who, there in ways.items()]


_Way = tuple[Crowd, Chances, int, int]
"""A crowd and the DR it may meet, with its weight out of a whole."""


class _Columns:
    """Starts by the ways that lead to them: the same for all who meet the attack alike."""

    def __init__(self) -> None:
        self._known: dict[tuple[_Way, ...], tuple[Column, int]] = {}
        self._starts: dict[tuple[tuple[Personnel, ...], tuple[_Meets, ...], int], _Laid] = {}
        self._same: dict[Start, Start] = {}

    def of(self, ways: tuple[_Way, ...]) -> tuple[Column, int]:
        known = self._known.get(ways)
        if known is None:
            known = self._known[ways] = self._find(ways)
        return known

    def _find(self, ways: tuple[_Way, ...]) -> tuple[Column, int]:
        whole = lcm(*[of * drs[1] for _, drs, _, of in ways])
        alike: dict[tuple[tuple[Personnel, ...], tuple[_Meets, ...], Chances], _Among] = {}
        for crowd, drs, weight, of in ways:
            meets = crowd.meets if crowd.aside is None else (*crowd.meets, crowd.aside)
            among = alike.setdefault((crowd.leaders, meets, drs), {})
            scale = weight * (whole // (of * drs[1]))
            among[crowd.others] = among.get(crowd.others, 0) + scale
        column: Column = {}
        for (leaders, meets, (each, _)), among in alike.items():
            for dr, count in each:
                start, lots = self._start(leaders, meets, dr)
                there = column.setdefault(start, {})
                for others, weight in _by_lots(among, lots, dr).items():
                    there[others] = there.get(others, 0) + weight * count
        return column, whole

    def _start(self, leaders: tuple[Personnel, ...], meets: tuple[_Meets, ...], dr: int) -> _Laid:
        key = leaders, meets, dr
        known = self._starts.get(key)
        if known is None:
            cells = tuple([_cell(each, dr) for each in meets])
            worst = {cell for cell in cells if cell.harm in (Harm.KIA, Harm.K)}
            lots = tuple(sorted(worst, key=severity))
            start = Start(leaders, (*_lots(cells, lots), *_checks(cells, leaders)))
            known = self._starts[key] = _Laid(self._same.setdefault(start, start), lots)
        return known


_Among = dict[tuple[tuple[_Meets, int], ...], int]
"""Weights by how many others there are with each column and DRM."""


def _by_lots(among: _Among, lots: tuple[Cell, ...], dr: int) -> dict[Others, int]:
    """The same weights by how many others draw each of the lots."""
    if not lots:
        return {(): sum(among.values())}
    by_lots: dict[Others, int] = {}
    for others, weight in among.items():
        cells = [(_cell(meets, dr), count) for meets, count in others]
        drawing = tuple([sum([n for cell, n in cells if cell == lot]) for lot in lots])
        by_lots[drawing] = by_lots.get(drawing, 0) + weight
    return by_lots


@lru_cache(maxsize=1 << 10)
def _crowd(stack: Stack, watch: int | None, places: tuple[int, ...]) -> Crowd:
    """The same for every DR that the stack may meet, and for every leader who is asked for; `watch`
    is one who leads nobody."""
    others: dict[_Meets, int] = {}
    for i, struck in enumerate(stack):
        if i != watch and i not in places and _is_there(struck):
            meets = _meets(struck)
            others[meets] = others.get(meets, 0) + 1
    him = None if watch is None else stack[watch]
    return Crowd(
        leaders=tuple([_nameless(stack[i].target) for i in places]),
        meets=tuple([_meets(stack[i]) for i in places]),
        aside=None if him is None else _meets(him) if _is_there(him) else _NOTHING,
        others=tuple(others.items() if len(others) < 2 else sorted(others.items(), key=str)),
    )


def _units(stack: Stack) -> tuple[AnyTarget, ...]:
    return tuple([struck.target for struck in stack])


@lru_cache(maxsize=256)
def _followed(units: tuple[AnyTarget, ...], asked: frozenset[Personnel]) -> tuple[int, ...]:
    """The leaders who are asked for, or who may touch each other or any of those who are."""
    leaders = {i: _nameless(u) for i, u in enumerate(units) if is_leader(u)}
    return tuple(
        i
        for i, man in leaders.items()
        if not man.eliminated
        and (man in asked or touches(man, (*asked, *(m for at, m in leaders.items() if at != i))))
    )


def _meets(struck: Struck) -> _Meets:
    return struck.column, struck.drm + struck.target.drm


@lru_cache(maxsize=1 << 10)
def _cell(meets: _Meets, dr: int) -> Cell:
    column, drm = meets
    return NO_EFFECT if column is None else ift.result(column, dr + drm)


def _is_there(struck: Struck) -> bool:
    return isinstance(struck.target, Personnel) and not struck.target.eliminated


@lru_cache(maxsize=256)
def _nameless(unit: object) -> Personnel:
    """Units that differ by their names alone are one to the odds."""
    assert isinstance(unit, Personnel)
    return replace(unit, name="", drm=0)


def _lots(cells: tuple[Cell, ...], lots: tuple[Cell, ...]) -> list[Job]:
    """A7.301, A7.302: KIA and K, the worst first, each among those who suffer the same."""
    return [
        Job(
            Task.KIA if lot.harm is Harm.KIA else Task.K,
            tuple([i for i, cell in enumerate(cells) if cell == lot]),
            lot.number,
        )
        for lot in lots
    ]


def _checks(cells: tuple[Cell, ...], leaders: tuple[Personnel, ...]) -> list[Job]:
    """The leaders' checks before those of the man who stands aside."""
    checks = [
        Job(Task.MC if cell.harm is Harm.MC else Task.TC, (i,), cell.number)
        for i, cell in enumerate(cells)
        if cell.harm in (Harm.MC, Harm.PTC)
    ]
    return leaders_first(checks, (*leaders, None))


_ORDER = list(Harm)


def severity(cell: Cell) -> tuple[int, int]:
    """A7.301: the worst result first."""
    return _ORDER.index(cell.harm), -cell.number
