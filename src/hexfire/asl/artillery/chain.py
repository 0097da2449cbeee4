"""Absorbing chains in exact fractions: the chance that something ever happens.

Every state has its ways on; a way either succeeds, ends in failure or leads to another state. What
is wanted is the least solution of `x = success + Σ p·x(next)`: the limit of «within n steps» as n
grows without bound. States that loop among themselves (contact lost and tried again) are solved
together, group by group, so that nothing is rounded and nothing is cut off.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from typing import Generic, NamedTuple, TypeVar

S = TypeVar("S", bound=Hashable)


class Ways(NamedTuple, Generic[S]):
    """One step from a state: the chance that it succeeds, and where it leads if it does not."""

    success: Fraction
    on: Mapping[S, Fraction]


def explore(starts: Iterable[S], step: Callable[[S], Ways[S]]) -> dict[S, Ways[S]]:
    """Every state that can be reached, with its ways."""
    ways_of: dict[S, Ways[S]] = {}
    todo = list(starts)
    while todo:
        state = todo.pop()
        if state not in ways_of:
            ways_of[state] = step(state)
            todo.extend(ways_of[state].on)
    return ways_of


def ever(ways: Mapping[S, Ways[S]]) -> dict[S, Fraction]:
    """The chance of success from every state, however long it takes.

    >>> half = Fraction(1, 2)
    >>> ever({"try": Ways(Fraction(1, 4), {"try": half})})
    {'try': Fraction(1, 2)}
    """
    solved: dict[S, Fraction] = {}
    for group in _groups(ways):
        _solve(group, ways, solved)
    return solved


def _solve(group: list[S], ways: Mapping[S, Ways[S]], solved: dict[S, Fraction]) -> None:
    """The states of one loop together. Groups that lie ahead are solved already."""
    inside = set(group)
    rows: dict[S, dict[S, Fraction]] = {}
    known: dict[S, Fraction] = {}
    for state in group:
        success, on = ways[state]
        known[state] = success + sum(
            (p * solved[to] for to, p in on.items() if to not in inside), Fraction(0)
        )
        rows[state] = {to: p for to, p in on.items() if to in inside and p}
    if not any(known.values()):
        # Nobody in this loop can get out to a success: the least solution is none at all.
        solved.update(dict.fromkeys(group, Fraction(0)))
        return
    # From the last state to the first, each is written in terms of those before it …
    for i in range(len(group) - 1, -1, -1):
        state = group[i]
        row = rows[state]
        stays = 1 - row.pop(state, Fraction(0))
        rows[state] = row = {to: p / stays for to, p in row.items()}
        known[state] /= stays
        for other in group[:i]:
            share = rows[other].pop(state, None)
            if share is None:
                continue
            known[other] += share * known[state]
            for to, p in row.items():
                rows[other][to] = rows[other].get(to, Fraction(0)) + share * p
    # … and then forwards, each found from those before it.
    for state in group:
        solved[state] = known[state] + sum(
            (p * solved[to] for to, p in rows[state].items()), Fraction(0)
        )


def _groups(ways: Mapping[S, Ways[S]]) -> list[list[S]]:
    """Strongly connected groups, those that lie ahead first (Tarjan, without recursion)."""
    number: dict[S, int] = {}
    low: dict[S, int] = {}
    open_: list[S] = []
    waiting: set[S] = set()
    groups: list[list[S]] = []
    for root in ways:
        if root in number:
            continue
        path = [(root, iter(ways[root].on))]
        number[root] = low[root] = len(number)
        open_.append(root)
        waiting.add(root)
        while path:
            state, ahead = path[-1]
            for to in ahead:
                if to not in number:
                    number[to] = low[to] = len(number)
                    open_.append(to)
                    waiting.add(to)
                    path.append((to, iter(ways[to].on)))
                    break
                if to in waiting:
                    low[state] = min(low[state], number[to])
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[state])
                if low[state] == number[state]:
                    at = open_.index(state)
                    group, open_[at:] = open_[at:], []
                    waiting.difference_update(group)
                    groups.append(group)
    return groups
