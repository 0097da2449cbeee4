"""F7.0, F8.4: barrages, combats, and the end of the phase."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb

from hexfire.folio import combat, support
from hexfire.folio.actions import END, Action, Attack, Barrage, End
from hexfire.folio.board import Position
from hexfire.folio.legal.menu import Menu, not_now
from hexfire.rulebook import Refusal


class Combats(Menu):
    """First the end, then every combination of attackers on every target, then the barrages."""

    def __init__(self, at: Position) -> None:
        super().__init__(at)
        self._pairs: list[tuple[int, list[int], int]] | None = None
        self._targets: list[int] = []
        self._markers: list[int] = []
        self._marker_sets = 0
        self._limited: list[Barrage] | None = None
        """The barrages one by one, where exclusive rules limit what markers can be used for."""

    def _found(self) -> list[tuple[int, list[int], int]]:
        """Defending unit, who could attack it, and in how many combinations."""
        pairs = self._pairs
        if pairs is None:
            at = self.at
            limit = at.scenario.attacker_limit
            pairs = self._pairs = [
                (target, units, _subsets(len(units), limit))
                for target, units in combat.pairings(at).items()
            ]
            self._targets = support.barrage_targets(at)
            if self._targets:
                self._markers = support.markers_of(at.state.hands[at.player])
                self._marker_sets = support.count_sets(at.scenario, self._markers)
            if at.scenario.exclusive is not None and at.scenario.exclusive.markers:
                self._limited = self._within_limits()
        return pairs

    def __len__(self) -> int:
        length = 1
        for _, _, count in self._found():
            length += count
        if self._limited is not None:
            return length + len(self._limited)
        return length + len(self._targets) * self._marker_sets

    def _within_limits(self) -> list[Barrage]:
        at, names = self.at, self.at.scenario.markers
        hand, limit = at.state.hands[at.player], min(2, at.scenario.marker_limit)
        barrages = []
        for target in self._targets:
            hex = at.places[target]
            usable = support.allowed(at, hand, "barrage", hex)
            for markers in support.marker_sets(usable, limit):
                barrages.append(Barrage(at.label(hex), tuple([names[m].id for m in markers])))
        return barrages

    def __iter__(self) -> Iterator[Action]:
        yield END
        limit = self.at.scenario.attacker_limit
        for target, units, count in self._found():
            for n in range(count):
                yield self._attack(target, units, _nth_subset(len(units), limit, n))
        if self._limited is not None:
            yield from self._limited
            return
        for target in self._targets:
            for n in range(self._marker_sets):
                yield self._barrage(target, n)

    def __getitem__(self, i: int) -> Action:  # type: ignore[override]
        if i == 0:
            return END
        i -= 1
        limit = self.at.scenario.attacker_limit
        for target, units, count in self._found():
            if i < count:
                return self._attack(target, units, _nth_subset(len(units), limit, i))
            i -= count
        if self._limited is not None:
            return self._limited[i]
        if i < len(self._targets) * self._marker_sets:
            return self._barrage(self._targets[i // self._marker_sets], i % self._marker_sets)
        raise IndexError(i)

    def _attack(self, target: int, units: list[int], chosen: int) -> Attack:
        charts, places = self.at.charts, self.at.places
        names = [charts.names[u] for n, u in enumerate(units) if chosen >> n & 1]
        return Attack(charts.labels[places[target]], tuple(names))

    def _barrage(self, target: int, n: int) -> Barrage:
        scenario, places = self.at.scenario, self.at.places
        markers = support.nth_set(scenario, self._markers, n)
        names = tuple([scenario.markers[m].id for m in markers])
        return Barrage(scenario.labels[places[target]], names)

    def check(self, action: Action) -> None:
        if isinstance(action, Attack):
            self._check_attack(action)
        elif isinstance(action, Barrage):
            self._check_barrage(action)
        elif not isinstance(action, End):
            raise not_now(self.at, action)

    def _target(self, name: str) -> int:
        target = self.at.board.at.get(self.hex(name))
        if target is None:
            raise Refusal("F7.1a", "folio.attack.nobody", hex=name)
        if self.at.charts.sides[target] == self.at.player:
            own = self.at.charts.names[target]
            raise Refusal("F7.1a", "folio.attack.own", hex=name, unit=own)
        return target

    def _check_attack(self, action: Attack) -> None:
        """F4.1e: any pairing may come next, if its units may fight each other now."""
        at, target, hex = self.at, self._target(action.hex), self.hex(action.hex)
        combat.check_attackers(at, action.hex, action.units)
        combat.check_target(at, target)
        for name in action.units:
            unit = self.own(name, "F7.0c")
            combat.check_fresh(at, unit)
            combat.check_reach(at, unit, hex)

    def _check_barrage(self, action: Barrage) -> None:
        at, state = self.at, self.at.state
        target = self._target(action.hex)
        support.check_barrage_window(at)
        self.check_markers(action.markers, state.player, "F8.4f")
        self.check_limits(action.markers, "barrage", at.places[target])
        support.check_barrage(at, target)


def _subsets(count: int, limit: int) -> int:
    """In how many ways one to `limit` of `count` can be chosen."""
    if count <= limit:
        return (1 << count) - 1
    return _within(count, limit) - 1


def _within(count: int, limit: int) -> int:
    """In how many ways none to `limit` of `count` can be chosen."""
    return sum([comb(count, few) for few in range(min(limit, count) + 1)])


def _nth_subset(count: int, limit: int, n: int) -> int:
    """The n-th of the non-empty sets of at most `limit` of `count`, as bits, ascending.

    >>> [_nth_subset(3, 2, n) for n in range(6)]
    [1, 2, 3, 4, 5, 6]
    """
    if count <= limit:
        return n + 1
    chosen, left, rest = 0, limit, n + 1
    for bit in range(count - 1, -1, -1):
        without = _within(bit, left)
        if rest >= without:
            rest -= without
            chosen |= 1 << bit
            left -= 1
    return chosen
