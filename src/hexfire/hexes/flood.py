"""How far one gets: cheapest costs from hex to hex, with small whole costs.

Costs are counted in whole units; a game with half movement points counts halves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from hexfire.hexes.grid import Grid
from hexfire.hexes.masks import mask_of

__all__ = ["Cost", "CostTable", "Reach", "cost_table", "flood"]

Cost = Callable[[int, int], int | None]
"""The cost of a step from index i to the adjacent index j; None if it may not be made."""

CostTable = tuple[tuple[tuple[int, int], ...], ...]
"""For each index i the steps that may be made from it: (index j, cost)."""


@dataclass(frozen=True, slots=True)
class Reach:
    """What can be reached: the cheapest cost to each index, and the way there."""

    costs: Mapping[int, int]
    came_from: Mapping[int, int]
    """The index before, on a cheapest way; the starts have none."""

    @property
    def mask(self) -> int:
        """The set of all indices that can be reached, the starts included."""
        return mask_of(self.costs)

    def path(self, goal: int) -> tuple[int, ...]:
        """A cheapest way from a start to the goal, both included."""
        if goal not in self.costs:
            raise KeyError(goal)
        way = [goal]
        while way[-1] in self.came_from:
            way.append(self.came_from[way[-1]])
        return tuple(reversed(way))


def cost_table(grid: Grid, cost: Cost) -> CostTable:
    """All steps of a grid with their costs: for many floods over the same ground."""
    return tuple(_steps(grid, cost, i) for i in range(len(grid)))


def flood(
    grid: Grid,
    starts: Iterable[int] | Mapping[int, int],
    cost: Cost | CostTable,
    limit: int,
    stops: int = 0,
) -> Reach:
    """The cheapest costs, up to ``limit``, from the starts to every index that can be reached.

    ``starts`` may be a mapping from index to points already spent. A hex in the set ``stops`` may
    be entered but not left again, unless it is a start (such as a zone of control).

    >>> board = Grid.asl()
    >>> flood(board, [0], lambda i, j: 2, limit=5).mask.bit_count()
    8
    """
    spent_before = starts if isinstance(starts, Mapping) else dict.fromkeys(starts, 0)
    costs: dict[int, int] = {}
    came_from: dict[int, int] = {}
    # One bucket for each number of points spent: no heap is needed as costs are small integers.
    buckets: list[list[int]] = [[] for _ in range(limit + 1)]
    for i, spent in spent_before.items():
        if not (0 <= i < len(grid) and spent >= 0):
            raise ValueError(f"no start at index {i} with {spent} points spent")
        if spent <= limit:
            costs[i] = spent
            buckets[spent].append(i)
    dear = limit + 1
    for spent, bucket in enumerate(buckets):
        for i in bucket:  # a free step lengthens the list while it is read, as it should
            if costs[i] != spent or (stops >> i & 1 and i not in spent_before):
                continue
            for j, price in _steps(grid, cost, i) if callable(cost) else cost[i]:
                total = spent + price
                if total < costs.get(j, dear):
                    costs[j] = total
                    came_from[j] = i
                    buckets[total].append(j)
    return Reach(costs, came_from)


def _steps(grid: Grid, cost: Cost, i: int) -> tuple[tuple[int, int], ...]:
    steps = []
    for j in grid.neighbours[i]:
        price = cost(i, j)
        if price is not None:
            if price < 0:
                raise ValueError(f"a step from {i} to {j} cannot cost {price}")
            steps.append((j, price))
    return tuple(steps)
