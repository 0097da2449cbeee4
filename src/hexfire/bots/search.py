"""Looking for a good movement plan: from several plans uphill, a unit or two at a time.

The enemy stands still while we move, so how far each unit gets does not change: a plan is simply
where each unit ends, and becomes moves in an order in which every hex is free in time.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator

from hexfire.bots.greedy import opening, walked
from hexfire.bots.judge import Judge
from hexfire.bots.outlook import Outlook
from hexfire.bots.spots import Spots
from hexfire.dice import Dice
from hexfire.folio import movement, victory
from hexfire.folio.actions import Action, End, Move
from hexfire.folio.board import Position
from hexfire.folio.game import consequence
from hexfire.folio.stacking import fits, standing_in
from hexfire.folio.state import State, replace
from hexfire.hexes import iterate

Places = tuple[int, ...]


class Search:
    """Plans for one movement phase of one side."""

    def __init__(
        self,
        at: Position,
        side: int,
        judges: tuple[Judge, ...],
        outlook: Outlook,
        rng: random.Random,
    ) -> None:
        self._side, self._judges, self._rng = side, judges, rng
        self._opening: list[Action] = []
        for action in opening(judges[0], at, side):
            self._opening.append(action)
            at = Position(at.memo, consequence(at, action, Dice()))
        self.waits = at.state.pending is not None
        """Whether a die comes first: what it shows is to be known before anybody marches."""
        self._at, self.memo = at, at.memo
        self._outlook = outlook
        ready = () if self.waits else movement.movers(at)
        self._units = [u for u in ready if movement.destinations(at, u)]
        self._reach = {u: movement.reach(at, u).mask for u in self._units}
        self._home = {at.state.places[u]: u for u in self._units}
        self._good: dict[int, list[int]] = {}
        self._values: dict[Places, float] = {}
        marches = () if self.waits else tuple(self._walked(judge) for judge in judges)
        self._starts = (at.state.places, *marches)

    def climb(self, more: Callable[[], bool]) -> None:
        """Try changes of the best plan while `more` says so."""
        best = max(self._starts, key=self.value)
        while self._units and more():
            changed = self._changed(best)
            if changed is not None and self.value(changed) > self.value(best):
                best = changed

    def best(self, count: int) -> list[Places]:
        """The best plans seen."""
        return sorted(self._values, key=lambda places: -self._values[places])[:count]

    def finalists(self, count: int) -> list[Places]:
        """Plans worth trying out, about `count` of them.

        The best seen, and those the search began with: they differ more from each other. Then the
        same with a few units elsewhere, whatever the outlook says of it: trials know better.
        """
        plans = list(dict.fromkeys((*self.best(3), *self._starts)))
        finalists = dict.fromkeys(plans)
        for _ in range(2 * count if self._units else 0):
            if len(finalists) >= count:
                break
            changed = self._rng.choice(plans)
            for _ in range(self._rng.randint(1, 3)):
                changed = self._changed(changed) or changed
            finalists[changed] = None
        return list(finalists)

    def around(self, places: Places, count: int, tries: int = 40) -> list[Places]:
        """Plans that differ little from a plan and that the outlook likes about as well."""
        neighbours: list[Places] = []
        least = self.value(places) - 1.0
        for _ in range(tries if self._units else 0):
            changed = self._changed(places)
            if changed is None or changed == places or changed in neighbours:
                continue
            if self.value(changed) >= least:
                neighbours.append(changed)
                if len(neighbours) == count:
                    break
        return neighbours

    def actions(self, places: Places) -> list[Action]:
        """A plan as actions, to the end of the phase or to the die that comes first."""
        if self.waits:
            return [*self._opening]
        return [*self._opening, *self._moves(places), End()]

    def ended(self, places: Places) -> State:
        """The game after the phase, if this plan is carried out."""
        at = Position(self._at.memo, self._state(places))
        return consequence(at, End(), Dice())

    def _walked(self, judge: Judge) -> Places:
        """Where a greedy march ends."""
        return walked(judge, self._at).state.places

    def value(self, places: Places) -> float:
        """What the outlook says of a plan."""
        value = self._values.get(places)
        if value is None:
            value = self._values[places] = self._outlook.value(self._state(places))
        return value

    def _state(self, places: Places) -> State:
        state, scenario = self._at.state, self._at.scenario
        for unit in self._units:
            if places[unit] != state.places[unit]:
                state = replace(state, holders=victory.holding(scenario, state, unit, places[unit]))
        moved = state.moved
        for unit in self._units:
            if places[unit] != state.places[unit]:
                moved |= 1 << unit
        return replace(state, places=places, moved=moved)

    # -- changes -----------------------------------------------------------------------------

    def _changed(self, places: Places) -> Places | None:
        """One or two units go elsewhere; None if that is not possible."""
        rng = self._rng
        now = list(places)
        kind = rng.random()
        if kind < 0.15 and len(self._units) > 1:
            a, b = rng.sample(self._units, 2)
            now[a], now[b] = now[b], now[a]
            return self._possible(now, (a, b))
        if kind < 0.5:
            return self._gang(now)
        unit = rng.choice(self._units)
        hexes = self._hexes(unit)
        now[unit] = rng.choice(hexes)
        return self._possible(now, (unit,))

    def _gang(self, now: list[int]) -> Places | None:
        """Units gather around an enemy."""
        rng, scenario = self._rng, self._at.scenario
        targets = [
            hex
            for enemy in scenario.side_units[1 - self._side]
            if (hex := self._at.state.places[enemy]) >= 0
        ]
        if not targets:
            return None
        around = scenario.ground.grid.neighbour_mask[rng.choice(targets)]
        able = [unit for unit in self._units if self._reach[unit] & around]
        if not able:
            return None
        chosen = rng.sample(able, min(len(able), rng.randint(1, 3)))
        taken = sum(1 << hex for hex in set(now) if hex >= 0)
        if self._at.charts.stacks:  # whether there is room is asked at the end
            taken = sum(1 << hex for hex in targets)
        for unit in chosen:
            free = list(iterate(self._reach[unit] & around & ~taken))
            if free:
                now[unit] = rng.choice(free)
                if not self._at.charts.stacks:
                    taken |= 1 << now[unit]
        return self._possible(now, tuple(chosen))

    def _possible(self, now: list[int], changed: tuple[int, ...]) -> Places | None:
        start = self._at.state.places
        if self._at.charts.stacks:
            return self._possible_with_stacks(now)
        if any(now.count(now[unit]) > 1 for unit in changed):
            return None
        for unit in changed:
            hex = now[unit]
            if hex == start[unit]:
                continue
            if not self._reach[unit] >> hex & 1:
                return None
            # Who stands there goes first, and so on; in a ring nobody could begin.
            other = self._home.get(hex)
            while other is not None and other != unit:
                other = self._home.get(now[other])
            if other == unit:
                return None
        return tuple(now)

    def _possible_with_stacks(self, now: list[int]) -> Places | None:
        """The same where several may stand in a hex: everybody gets where he is to go."""
        start, places = self._at.state.places, tuple(now)
        moving = [unit for unit in self._units if now[unit] != start[unit]]
        if any(not self._reach[unit] >> now[unit] & 1 for unit in moving):
            return None
        return places if len(self._order_with_stacks(places)) == len(moving) else None

    def _order_with_stacks(self, places: Places) -> list[int]:
        """Who moves when, each into a hex with room for him by then; who finds none is left out."""
        scenario, start = self._at.scenario, self._at.state.places
        waiting = [unit for unit in self._units if places[unit] != start[unit]]
        standing, order = standing_in(start), []
        going = True
        while going:
            going = False
            for unit in tuple(waiting):
                home, hex = start[unit], places[unit]
                if fits(scenario, standing.get(hex, ()), unit, hex):
                    standing[home] = tuple([other for other in standing[home] if other != unit])
                    standing[hex] = (*standing.get(hex, ()), unit)
                    waiting.remove(unit)
                    order.append(unit)
                    going = True
        return order

    def _hexes(self, unit: int) -> list[int]:
        """The hexes that would suit a unit best, its own included."""
        best_hexes = self._good.get(unit)
        if best_hexes is None:
            judge, at = self._judges[0], self._at
            spots = Spots(judge, at, unit, judge.front(at, 1 - self._side))
            hexes = sorted(iterate(self._reach[unit]), key=lambda hex: -spots.worth(hex, -math.inf))
            best_hexes = self._good[unit] = [at.state.places[unit], *hexes[:20]]
        return best_hexes

    def _moves(self, places: Places) -> Iterator[Move]:
        """The plan as moves, each into a hex that is free by then; who cannot get in stays."""
        at, start = self._at, self._at.state.places
        if at.charts.stacks:
            for unit in self._order_with_stacks(places):
                yield Move(at.scenario.units[unit].id, at.label(places[unit]))
            return
        waiting = [unit for unit in self._units if places[unit] != start[unit]]
        taken = set(start)
        while waiting:
            free = [unit for unit in waiting if places[unit] not in taken]
            if not free:
                return
            for unit in free:
                if places[unit] not in taken:
                    taken.discard(start[unit])
                    taken.add(places[unit])
                    waiting.remove(unit)
                    yield Move(at.scenario.units[unit].id, at.label(places[unit]))
