"""Cheapest costs, checked against a plain Dijkstra search."""

import heapq
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexfire.hexes import Grid, cost_table, flood, iterate

GRID = Grid.folio(8, 7)
prices = st.one_of(st.none(), st.integers(0, 6))
grounds = st.lists(prices, min_size=len(GRID), max_size=len(GRID))
starts = st.dictionaries(st.integers(0, len(GRID) - 1), st.integers(0, 5), min_size=1, max_size=3)
stops = st.integers(0, GRID.all)


def step_price(ground):
    """Dearer from an odd to an even index, so that direction matters."""

    def cost(i, j):
        return None if ground[j] is None else ground[j] + (i % 2 > j % 2)

    return cost


def dijkstra(starts, cost, limit, stops):
    done = {}
    heap = [(spent, i) for i, spent in starts.items() if spent <= limit]
    heapq.heapify(heap)
    while heap:
        spent, i = heapq.heappop(heap)
        if i in done:
            continue
        done[i] = spent
        if i in stops and i not in starts:
            continue
        for near in GRID.hexes[i].neighbours():
            price = cost(i, GRID.index(near)) if near in GRID else None
            if price is not None and spent + price <= limit:
                heapq.heappush(heap, (spent + price, GRID.index(near)))
    return done


@given(grounds, starts, st.integers(0, 25), stops)
def test_costs_are_those_of_dijkstra(ground, starts, limit, stops):
    cost = step_price(ground)
    expected = dijkstra(starts, cost, limit, set(iterate(stops)))
    assert flood(GRID, starts, cost, limit, stops).costs == expected
    assert flood(GRID, starts, cost_table(GRID, cost), limit, stops).costs == expected


@given(grounds, starts, stops)
def test_the_way_there_costs_what_it_should(ground, starts, stops):
    cost = step_price(ground)
    reach = flood(GRID, starts, cost, 25, stops)
    assert set(iterate(reach.mask)) == set(reach.costs)
    for goal, total in reach.costs.items():
        path = reach.path(goal)
        assert path[0] in starts and path[-1] == goal
        spent = starts[path[0]]
        for i, j in pairwise(path):
            assert j in GRID.neighbours[i]
            assert i in starts or not stops >> i & 1
            spent += cost(i, j)
        assert spent == total


def test_a_stop_may_be_entered_but_not_left():
    grid = Grid.folio(5, 1)
    names = [grid.index(grid.hex(f"0{n}01")) for n in range(1, 6)]
    third = 1 << names[2]
    reach = flood(grid, [names[0]], lambda i, j: 2, 20, stops=third)
    assert reach.costs == {names[0]: 0, names[1]: 2, names[2]: 4}
    assert set(flood(grid, [names[2]], lambda i, j: 2, 20, stops=third).costs) == set(names)


def test_what_cannot_be_reached_has_no_path():
    reach = flood(GRID, [0], lambda i, j: None, 9)
    assert reach.path(0) == (0,) and reach.mask == 1
    with pytest.raises(KeyError):
        reach.path(1)


def test_wrong_costs_and_starts_are_refused():
    with pytest.raises(ValueError):
        flood(GRID, [0], lambda i, j: -1, 9)
    with pytest.raises(ValueError):
        cost_table(GRID, lambda i, j: -1)
    for start in ({0: -1}, {-1: 0}, {len(GRID): 0}):
        with pytest.raises(ValueError):
            flood(GRID, start, lambda i, j: 1, 9)
