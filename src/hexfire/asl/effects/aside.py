"""Men who lead nobody: what the leaders mean to them (A10.2, A10.21).

They touch no one, so the leaders are walked without them. All they ever learn of the leaders is
what help they have in the checks of each round, and whom they miss. Their weights are the weights
of the leaders' states, one long number: until their own checks for the attack it has a digit for
each thing that this may do to a man (`Struck`), the same for all men who meet it alike; afterwards
one for each condition of each of them. A check multiplies digits and adds them up.

Help is known only when the leaders have made their own checks of a round. So the checks for leaders
who are missed are made beforehand with every help there may be, side by side (`either`); when the
round is over, those with the help that there is are kept (`so`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from math import lcm
from typing import NamedTuple

from msgspec.structs import replace

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


_Rows = dict[int, list[tuple[int, int, int]]]
"""What a check makes of men: by where a man's weights begin, for each condition where its weights
lie after that, their mask, and what they are multiplied by."""


class _Check(NamedTuple):
    """A check of all men: the weights that stay as they are, the others, and how many times too
    much all weigh afterwards."""

    kept: int
    changed: _Rows
    times: int


def conditions(man: Personnel) -> int:
    """How many conditions he may come to: good, pinned, broken or eliminated, twice if he may be
    reduced (A7.302) or wounded (A17.11)."""
    return 8 if man.rank is Rank.SQUAD or man.is_smc else 4


class Aside:
    """The men who stand aside, each with the columns of weights that are asked for.

    Columns of one man lie side by side and are multiplied at once.
    """

    def __init__(self, one_man: OneMan, men: dict[Personnel, list[int]], bits: int) -> None:
        self._one_man, self._men, self._bits = one_man, men, bits
        self._columns = list(dict.fromkeys(c for columns in men.values() for c in columns))
        self._struck: dict[Struck, int] = {}
        self._places: dict[tuple[Personnel, Personnel], int] = {}
        self._known = 0
        """So many places are looked at in checks."""
        self._count = dict.fromkeys(men, 0)
        self._base: dict[Personnel, int] = {}
        self._mask: dict[Personnel, int] = {}
        self._by_morale: dict[Personnel, list[tuple[Personnel, Personnel, int]]] = {}
        self._rows: dict[tuple[Personnel, Jobs, int], tuple[_Rows, int]] = {}
        self._many: dict[tuple[Personnel, Jobs, int, int], _Rows] = {}
        at = 0
        for man, columns in men.items():
            self._base[man] = at
            self._mask[man] = (1 << len(columns) * bits) - 1
            at += conditions(man) * len(columns) * bits
        self._span, self._whole = at, (1 << at) - 1
        self._firsts: dict[int, tuple[list[int], int]] = {}
        self._laters: dict[tuple[Jobs, int], _Check] = {}

    # -- before their own checks --------------------------------------------------------------

    def begin(self, weights: Sequence[int]) -> int:
        """The weights of all columns, still without a place."""
        several = 0
        for column in reversed(self._columns):
            several = (several << self._bits) + weights[column]
        return several

    def place(self, struck: Struck) -> int:
        """Where the weights of all columns lie."""
        at = self._struck.setdefault(struck, len(self._struck))
        return at * len(self._columns) * self._bits

    def first(self, weights: int, help: int) -> tuple[int, int]:
        """After the attack's own checks, with a leader's help."""
        known = self._firsts.get(help)
        if known is None:
            known = self._firsts[help] = self._find_first(help)
        rows, times = known
        lowest, after = (1 << self._bits) - 1, 0
        for factor in rows:
            if not weights:
                break
            digit = weights & lowest
            if digit:
                after += digit * factor
            weights >>= self._bits
        return after, times

    def _find_first(self, help: int) -> tuple[list[int], int]:
        ends = {
            (struck, man): self._attacked(man, struck, help)
            for struck in self._struck
            for man in self._men
        }
        times = lcm(*(whole for _, whole in ends.values()))
        rows = []
        for struck in self._struck:
            for column in self._columns:
                factor = 0
                for man, columns in self._men.items():
                    if column in columns:
                        each, whole = ends[struck, man]
                        at = self._base[man] + columns.index(column) * self._bits
                        for end, ways in each:
                            factor += ways * (times // whole) << at + self._place(man, end.man)
                rows.append(factor)
        return rows, times

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

    def later(self, weights: int, missed: Jobs, help: int) -> tuple[int, int]:
        """After the checks for leaders who are missed, with the help of another."""
        kept, changed, times = self._later(missed, help)
        after = (weights & kept) * times
        for base, rows in changed.items():
            own, checked = weights >> base, 0
            for at, mask, factor in rows:
                digits = own >> at & mask
                if digits:
                    checked += digits * factor
            after += checked << base
        return after, times

    def _later(self, missed: Jobs, help: int) -> _Check:
        while True:
            if self._known < len(self._places):
                # Men were met in new conditions: these belong into every check.
                self._laters.clear()
                self._by_morale.clear()
                self._rows.clear()
                self._many.clear()
                self._known = len(self._places)
            known = self._laters.get((missed, help))
            if known is not None:
                return known
            self._laters[missed, help] = self._find_later(missed, help)

    def _find_later(self, missed: Jobs, help: int) -> _Check:
        kept, parts = 0, []
        for now, places in self._alike().items():
            own = tuple([replace(job, who=(0,)) for job in loss_checks(now, 0, missed)])
            if own:
                parts.append((now, own, help))
            else:
                kept |= sum(self._mask[man] << self._base[man] + at for man, _, at in places)
        times = lcm(*(self._changed(*part)[1] for part in parts))
        changed: _Rows = {}
        for part in parts:
            for base, each in self._scaled(*part, times).items():
                changed.setdefault(base, []).extend(each)
        return _Check(kept, changed, times)

    def _scaled(self, one: Personnel, own: Jobs, help: int, times: int) -> _Rows:
        """The same as `_changed`, so many times too much."""
        rows, whole = self._changed(one, own, help)
        more = times // whole
        if more == 1:
            return rows
        key = one, own, help, times
        known = self._many.get(key)
        if known is None:
            known = self._many[key] = {
                base: [(at, mask, factor * more) for at, mask, factor in each]
                for base, each in rows.items()
            }
        return known

    def _alike(self) -> dict[Personnel, list[tuple[Personnel, Personnel, int]]]:
        """All conditions, by their Morale Level: who is at the same misses the same leaders."""
        if not self._by_morale:
            first: dict[int, Personnel] = {}
            for (man, now), at in self._places.items():
                level = NEVER if now.eliminated else now.current_morale
                one = first.setdefault(level, now)
                self._by_morale.setdefault(one, []).append((man, now, at))
        return self._by_morale

    def _changed(self, one: Personnel, own: Jobs, help: int) -> tuple[_Rows, int]:
        """These checks of all men at the same Morale Level."""
        key = one, own, help
        known = self._rows.get(key)
        places = self._by_morale[one]
        if known is None:
            turns = [(man, at, self._turn(now, own, help)) for man, now, at in places]
            whole = lcm(*(of for _, _, (_, of) in turns))
            rows: _Rows = {}
            for man, at, (each, of) in turns:
                more = whole // of
                factor = sum([ways * more << self._place(man, end.man) for end, ways in each])
                rows.setdefault(self._base[man], []).append((at, self._mask[man], factor))
            known = self._rows[key] = rows, whole
        return known

    def either(self, weights: int, missed: Jobs, best: int) -> tuple[int, int]:
        """The same for every help that there may be when it comes to these checks, side by side."""
        each = [self.later(weights, missed, help) for help in range(0, best - 1, -1)]
        share = lcm(*(times for _, times in each))
        several = 0
        for after, times in reversed(each):
            several = (several << self._span) + after * (share // times)
        return several, share

    def so(self, weights: int, help: int) -> int:
        """With the help that there is."""
        return weights >> -help * self._span & self._whole

    def _place(self, man: Personnel, now: Personnel) -> int:
        """Where the weights of a man in this condition lie, after those of the men before him."""
        key = man, now
        known = self._places.get(key)
        if known is None:
            at = self._count[man]
            assert at < conditions(man)
            self._count[man] += 1
            known = self._places[key] = at * len(self._men[man]) * self._bits
        return known

    def ends(self, weights: int, man: Personnel, column: int) -> Iterator[tuple[Personnel, int]]:
        """How one man stands, with the weights of one column."""
        base = self._base[man] + self._men[man].index(column) * self._bits
        lowest = (1 << self._bits) - 1
        for (who, now), place in self._places.items():
            if who == man:
                weight = weights >> base + place & lowest
                if weight:
                    yield now, weight
