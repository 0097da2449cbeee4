"""Men who lead nobody: what the leaders mean to them (A10.2, A10.21).

They touch no one, so the leaders are walked without them. All they ever learn of the leaders is
what help they have in the checks of each round, and whom they miss. Their weights are the weights
of the leaders' states, one long number: until their own checks for the attack it has a digit for
each thing that this may do to a man (`Struck`), the same for all men who meet it alike; afterwards
one for each condition of each of them. While they check, these lie side by side (`Weights`): a
check multiplies them and adds them up.

Help is known only when the leaders have made their own checks of a round. So the checks for leaders
who are missed are made beforehand with every help there may be, side by side (`either`); when the
round is over, those with the help that there is are kept (`so`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import accumulate, pairwise
from math import lcm
from typing import NamedTuple

from hexfire.asl.effects.job import Job, Jobs
from hexfire.asl.effects.leaders import loss_checks
from hexfire.asl.effects.one_man import OneMan, then
from hexfire.asl.effects.standing import NEVER, Standing
from hexfire.asl.shots.targets import Personnel, Rank
from hexfire.dice import Chances


class Struck(NamedTuple):
    """What the attack itself does to a man: lots that select him or not, then checks."""

    drawn: tuple[tuple[Job, bool], ...]
    checks: Jobs


Weights = list[int]
"""The weights of all men in all their conditions; of one man in one condition those of all columns
in one number."""

_Row = tuple[tuple[int, int], ...]
"""What one weight becomes: where it is added, and how many times."""


_Span = tuple[int, int]
"""From one byte to another."""


class _First(NamedTuple):
    """The attack's own checks of men with the same columns: where these lie among the digits for
    one way of being struck (nothing is said if they are all), and what becomes of them."""

    spans: tuple[_Span, ...]
    row: _Row


_Rows = list[tuple[int, _Row]]
"""What becomes of several weights, by where they are."""


class _Later(NamedTuple):
    """A check of all men: where weights stay as they are; what becomes of others, and how many
    times these count; and how many times too much all weigh afterwards."""

    kept: list[int]
    changed: list[tuple[_Rows, int]]
    times: int


def conditions(man: Personnel) -> int:
    """How many conditions he may come to: good, pinned, broken or eliminated, twice if he may be
    reduced (A7.302) or wounded (A17.11)."""
    return 8 if man.rank is Rank.SQUAD or man.is_smc else 4


class Aside:
    """The men who stand aside, each with the columns of weights that are asked for, and `size`
    bytes for each of these."""

    def __init__(self, one_man: OneMan, men: dict[Personnel, list[int]], size: int) -> None:
        self._one_man, self._men, self._size = one_man, men, size
        self._columns = list(dict.fromkeys(c for columns in men.values() for c in columns))
        self._struck: dict[Struck, int] = {}
        self._places: dict[tuple[Personnel, Personnel], int] = {}
        """Where the weights of a man in a condition are."""
        self._base: dict[Personnel, int] = {}
        self._count = dict.fromkeys(men, 0)
        self._known = 0
        """So many places are looked at in checks."""
        self._by_morale: dict[int, list[tuple[Personnel, Personnel, int]]] = {}
        self._own: dict[tuple[int, Jobs], Jobs] = {}
        self._changes: dict[tuple[int, Jobs, int], tuple[_Rows, int]] = {}
        self._firsts: dict[int, tuple[list[list[_First]], int]] = {}
        self._laters: dict[tuple[Jobs, int], _Later] = {}
        widths: list[int] = []
        for man, columns in men.items():
            self._base[man] = len(widths)
            widths += [len(columns) * size] * conditions(man)
        self._none: Weights = [0] * len(widths)
        self._widths, self._span = widths, sum(widths)
        self._whole = (1 << 8 * self._span) - 1
        self._spans = list(pairwise(accumulate(widths, initial=0)))

    # -- before their own checks --------------------------------------------------------------

    def begin(self, weights: Sequence[int]) -> int:
        """The weights of all columns, still without a place."""
        several = 0
        for column in reversed(self._columns):
            several = (several << 8 * self._size) + weights[column]
        return several

    def place(self, struck: Struck) -> int:
        """Where the weights of all columns lie."""
        at = self._struck.setdefault(struck, len(self._struck))
        return at * len(self._columns) * 8 * self._size

    def first(self, weights: int, help: int) -> tuple[Weights, int]:
        """After the attack's own checks, with a leader's help."""
        known = self._firsts.get(help)
        if known is None:
            known = self._firsts[help] = self._find_first(help)
        width = len(self._columns) * self._size
        digits = weights.to_bytes(len(self._struck) * width, "little")
        after = self._none.copy()
        for at, firsts in enumerate(known[0]):
            here = digits[at * width : (at + 1) * width]
            every = int.from_bytes(here, "little")
            if every:
                for spans, row in firsts:
                    weight = every
                    if spans:
                        own = b"".join([here[begin:end] for begin, end in spans])
                        weight = int.from_bytes(own, "little")
                    for end, ways in row:
                        after[end] += weight * ways
        return after, known[1]

    def _find_first(self, help: int) -> tuple[list[list[_First]], int]:
        ends = {
            (struck, man): self._attacked(man, struck, help)
            for struck in self._struck
            for man in self._men
        }
        times = lcm(*[whole for _, whole in ends.values()])
        by_struck = []
        for struck in self._struck:
            rows: dict[tuple[int, ...], list[tuple[int, int]]] = {}
            for man, columns in self._men.items():
                each, whole = ends[struck, man]
                rows.setdefault(tuple(columns), []).extend(
                    (self._place(man, end.man), ways * (times // whole)) for end, ways in each
                )
            by_struck.append(
                [_First(self._own_spans(own), tuple(row)) for own, row in rows.items()]
            )
        return by_struck, times

    def _own_spans(self, columns: tuple[int, ...]) -> tuple[_Span, ...]:
        """Where the digits of these columns lie among all."""
        if list(columns) == self._columns:
            return ()
        places = [self._columns.index(column) * self._size for column in columns]
        return tuple([(at, at + self._size) for at in places])

    def _attacked(self, man: Personnel, struck: Struck, help: int) -> Chances:
        """A man after what the attack itself does to him."""
        now: Chances = ((Standing(man), 1),), 1
        for job, selected in struck.drawn:
            now = then(now, partial(self._one_man.lot, job=job, selected=selected))
        if struck.checks:
            now = then(now, lambda standing: self._turn(standing.man, struck.checks, help))
        return now

    def _turn(self, man: Personnel, checks: Jobs, help: int) -> Chances:
        return self._one_man.turn(Standing(man, None, checks), help)

    # -- when leaders are lost ----------------------------------------------------------------

    def later(self, weights: Weights, missed: Jobs, help: int) -> tuple[Weights, int]:
        """After the checks for leaders who are missed, with the help of another."""
        kept, changed, times = self._later(missed, help)
        after = self._none.copy()
        for at in kept:
            after[at] = weights[at] * times
        for rows, more in changed:
            for at, row in rows:
                weight = weights[at] * more
                if weight:
                    for end, ways in row:
                        after[end] += weight * ways
        return after, times

    def _later(self, missed: Jobs, help: int) -> _Later:
        while True:
            if self._known < len(self._places):
                # Men were met in new conditions: these belong into every check.
                self._laters.clear()
                self._changes.clear()
                self._by_morale = self._alike()
                self._known = len(self._places)
            known = self._laters.get((missed, help))
            if known is not None:
                return known
            self._laters[missed, help] = self._find_later(missed, help)

    def _alike(self) -> dict[int, list[tuple[Personnel, Personnel, int]]]:
        """All conditions, by their Morale Level: who is at the same misses the same leaders."""
        alike: dict[int, list[tuple[Personnel, Personnel, int]]] = {}
        for (man, now), at in self._places.items():
            level = NEVER if now.eliminated else now.current_morale
            alike.setdefault(level, []).append((man, now, at))
        return alike

    def _find_later(self, missed: Jobs, help: int) -> _Later:
        kept: list[int] = []
        parts = []
        for level, men in self._by_morale.items():
            own = self._own_checks(level, men[0][1], missed)
            if own:
                parts.append(self._changed(level, own, help))
            else:
                kept += [at for _, _, at in men]
        times = lcm(*[whole for _, whole in parts])
        return _Later(kept, [(rows, times // whole) for rows, whole in parts], times)

    def _own_checks(self, level: int, one: Personnel, missed: Jobs) -> Jobs:
        """The checks of everybody at this Morale Level, of whom this is one."""
        key = level, missed
        known = self._own.get(key)
        if known is None:
            known = self._own[key] = loss_checks(one, 0, missed)
        return known

    def _changed(self, level: int, own: Jobs, help: int) -> tuple[_Rows, int]:
        """These checks of all men at the same Morale Level."""
        key = level, own, help
        known = self._changes.get(key)
        if known is None:
            turns = [
                (man, at, self._turn(now, own, help)) for man, now, at in self._by_morale[level]
            ]
            whole = lcm(*[of for _, _, (_, of) in turns])
            rows = []
            for man, at, (each, of) in turns:
                more = whole // of
                row = tuple([(self._place(man, end.man), ways * more) for end, ways in each])
                rows.append((at, row))
            known = self._changes[key] = rows, whole
        return known

    # -- between two rounds -------------------------------------------------------------------

    def either(self, weights: Weights, missed: Jobs, best: int) -> tuple[list[Weights], int]:
        """The same for every help that there may be when it comes to these checks."""
        each = [self.later(weights, missed, help) for help in range(0, best - 1, -1)]
        share = lcm(*[times for _, times in each])
        return [
            after if times == share else [weight * (share // times) for weight in after]
            for after, times in each
        ], share

    def side_by_side(self, each: list[Weights]) -> int:
        """All of these in one long number."""
        digits = [
            weight.to_bytes(width, "little")
            for weights in each
            for weight, width in zip(weights, self._widths, strict=True)
        ]
        return int.from_bytes(b"".join(digits), "little")

    def so(self, weights: int, help: int) -> Weights:
        """With the help that there is."""
        digits = (weights >> -help * 8 * self._span & self._whole).to_bytes(self._span, "little")
        return [int.from_bytes(digits[begin:end], "little") for begin, end in self._spans]

    def _place(self, man: Personnel, now: Personnel) -> int:
        """Where the weights of a man in this condition are, among all."""
        key = man, now
        known = self._places.get(key)
        if known is None:
            at = self._count[man]
            assert at < conditions(man)
            self._count[man] += 1
            known = self._places[key] = self._base[man] + at
        return known

    def ends(
        self, weights: Weights, man: Personnel, column: int
    ) -> Iterator[tuple[Personnel, int]]:
        """How one man stands, with the weights of one column."""
        below = self._men[man].index(column) * 8 * self._size
        lowest = (1 << 8 * self._size) - 1
        for (who, now), place in self._places.items():
            if who == man:
                weight = weights[place] >> below & lowest
                if weight:
                    yield now, weight
