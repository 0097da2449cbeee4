"""The flow as data: every node reached, every edge walked, every C1 rule on some way."""

from __future__ import annotations

import inspect
import random
import re
from collections import Counter as Tally

import pytest

from hexfire.asl.artillery import (
    acts,
    battery,
    bombardment,
    cover,
    ffe,
    guards,
    impact,
    nodes,
    smoke,
)
from hexfire.asl.artillery.battery import Battery, Kind, Link, Mission
from hexfire.asl.artillery.engine import IDLE, next_phase, prospect, walk
from hexfire.asl.artillery.flow import NodeKind, flow
from hexfire.asl.artillery.nations import Chits
from hexfire.asl.artillery.state import Counter, Device, Setup, State, Table
from hexfire.asl.eyes import Question
from hexfire.dice import Dice, seeded
from hexfire.rulebook import ledger

ALL_MISSIONS = tuple(Mission)


def test_every_node_is_well_formed() -> None:
    for name, node in flow().items():
        assert node.to, name
        if node.kind is NodeKind.DECIDE:
            assert not hasattr(nodes, name)
        else:
            assert callable(getattr(nodes, name))
        for outcome, edge in node.to.items():
            assert edge.rules, (name, outcome)
            assert all(rule in ledger() for rule in edge.rules)
            if edge.guard is not None:
                assert callable(getattr(guards, edge.guard))
            if edge.does is not None:
                assert callable(getattr(acts, edge.does))


def test_every_node_is_reachable() -> None:
    found, todo = {"before_play"}, ["before_play"]
    while todo:
        for edge in flow()[todo.pop()].to.values():
            if edge.node not in found:
                found.add(edge.node)
                todo.append(edge.node)
    assert found == set(flow())


def test_from_every_node_the_phase_can_end() -> None:
    ends = {IDLE}
    while True:
        more = {
            name
            for name, node in flow().items()
            if name not in ends and any(edge.node in ends for edge in node.to.values())
        }
        if not more:
            break
        ends |= more
    assert ends == set(flow())


def test_every_rule_of_c1_lies_on_some_way_and_no_other() -> None:
    on_edges = {
        rule for node in flow().values() for edge in node.to.values() for rule in edge.rules
    }
    assert on_edges == {rule.id for rule in ledger().of("artillery") if rule.needs_test}


def test_every_rule_on_an_edge_is_implemented_by_a_function() -> None:
    modules = (acts, battery, bombardment, cover, ffe, guards, impact, nodes, smoke)
    cited: set[str] = set()
    for module in modules:
        for _, function in inspect.getmembers(module, inspect.isfunction):
            cited |= set(re.findall(r"C1\.\d+", inspect.getdoc(function) or ""))
    from hexfire.asl.artillery.moment import Moment

    for _, function in inspect.getmembers(Moment, inspect.isfunction):
        cited |= set(re.findall(r"C1\.\d+", inspect.getdoc(function) or ""))
    rules = {rule for node in flow().values() for edge in node.to.values() for rule in edge.rules}
    assert rules - cited == set()


# -- random missions ------------------------------------------------------------------------------


class Whim:
    """Eyes that answer at random, the same for the same question within a phase."""

    def __init__(self, rng: random.Random, kindly: float) -> None:
        self.rng, self.kindly = rng, kindly
        self.said: dict[str, bool | int] = {}

    def yes(self, question: Question) -> bool:
        if question.name not in self.said:
            self.said[question.name] = self.rng.random() < self.kindly
        return bool(self.said[question.name])

    def number(self, question: Question) -> int:
        if question.name not in self.said:
            self.said[question.name] = self.rng.choice((0, 0, 0, 1, 2))
        return int(self.said[question.name])


def some_battery(rng: random.Random, name: str, side: str) -> Battery:
    kind = rng.choice(tuple(Kind))
    return Battery(
        name=name,
        side=side,
        nation=rng.choice(("german", "russian", "british", "italian")),
        caliber=80 if kind is Kind.BATTALION_MORTARS else rng.choice((70, 100, 150, 250)),
        observer=rng.choice(("9-1", "8-0")),
        date="1943-08",
        kind=kind,
        link=rng.choice(tuple(Link)),
        missions=(Mission.HE,) if kind is Kind.ROCKETS else ALL_MISSIONS,
        preregistered=rng.choice(((), ("M5",), ("M5", "A1"))),
        breakdown=rng.choice((12, 12, 9)),
        chits=rng.choice((None, None, Chits(2, 1), Chits(1, 0), Chits(3, 0))),
    )


def check(before: State, state: State, start: Chits, setup: Setup) -> None:
    """What must hold after every step of every mission."""
    assert state.pile.black >= 0 and state.pile.red >= 0
    assert state.pile.black + state.gone.black == start.black, "chits are conserved"
    assert state.pile.red + state.gone.red == start.red
    assert state.reds <= 2
    if state.barred:
        assert not state.access
        assert state.marker is None
    if state.marker is not None and state.marker.counter in (
        Counter.SR,
        Counter.FFE1,
        Counter.FFE2,
    ):
        assert state.access, "an SR or FFE:1/2 without access"
    if state.marker is not None and (
        state.marker.counter.burns or (state.marker.counter is Counter.FFEC and state.node == IDLE)
    ):
        assert state.mission is not None
    if state.device is Device.LOST:
        assert not state.contact
    if state.node == IDLE:
        assert state.ar is None or state.marker is None
        assert not state.forced
    if state.marker is not None:
        near = min(state.marker.hex.distance(hex) for hex in setup.grid.hexes)
        assert near <= 6, "an error beyond six hexes"


def wander(seed: int, steps: int) -> Tally[tuple[str, str]]:
    rng = random.Random(seed)
    sides = ("German", "Russian")
    count = rng.choice((1, 2, 3))
    setup = Setup(
        sides=sides,
        batteries=tuple(some_battery(rng, f"B{i}", sides[i % 2]) for i in range(count)),
        bombardment=rng.random() < 0.5,
    )
    table = Table.of(setup)
    starts = [state.pile for state in table.states]
    dice = seeded(seed)
    ways: Tally[tuple[str, str]] = Tally()
    whim = Whim(rng, rng.choice((0.6, 0.9, 0.97)))
    for _ in range(steps):
        busy = [
            b.name
            for b, s in zip(setup.batteries, table.states, strict=True)
            if s.node not in (IDLE,) and (s.node != "before_play" or rng.random() < 0.5)
        ]
        if busy:
            name = rng.choice(busy)
        elif rng.random() < 0.1:
            name = rng.choice(setup.batteries).name
        else:
            rally, old = table.clock.phase.value == "RPh", table.states
            table = next_phase(setup, table).table
            ways["idle", "own_phase"] += any(s.node == "begin" for s in table.states)
            if rally:
                ways["idle", "rally_ends"] += _rally_ended(old, table.states)
            whim.said.clear()
            continue
        before = table.states[setup.index(name)]
        option, argument = None, ""
        if flow()[before.node].kind is NodeKind.DECIDE:
            seen = prospect(setup, table, name, whim)
            assert not seen.questions
            if before.node == IDLE and not seen.options:
                continue  # an Offboard Observer waits for his next phase
            assert seen.options, f"no option at {before.node}: {before}"
            chosen = rng.choice(seen.options)
            if any(option.name == "repair" for option in seen.options):
                chosen = seen.options[-1]
            option = chosen.name
            if chosen.takes == "hex":
                argument = _hex(rng, setup, before)
            elif chosen.takes == "name":
                argument = rng.choice(("9-1", "8-0", "7-0"))
            if before.node == IDLE and option != "repair" and rng.random() < 0.7:
                continue
        walked = walk(setup, table, name, whim, Dice(source=dice), option, argument)
        assert all(
            a == b
            for i, (a, b) in enumerate(zip(table.states, walked.table.states, strict=True))
            if i != setup.index(name)
        ), "another battery's state changed"
        table = walked.table
        ways[walked.node, walked.outcome] += 1
        index = setup.index(name)
        check(before, table.states[index], starts[index], setup)
        if walked.node == "scatter":
            _within_limits(setup, index, before, table.states[index])
    return ways


def _rally_ended(old: tuple[State, ...], new: tuple[State, ...]) -> int:
    """C1.21, C1.22: the RPh that finds an FFE:C ends access, or without contact the mission."""
    found = 0
    for before, after in zip(old, new, strict=True):
        if before.marker is None or before.marker.counter is not Counter.FFEC:
            continue
        found += 1
        assert not after.access
        assert (after.marker is None) is not before.contact
    return found


def _within_limits(setup: Setup, index: int, before: State, after: State) -> None:
    """C1.31, C1.4, C1.732: how far a round may err, reckoned here once more."""
    assert before.ar is not None and after.ar is not None
    most = 6
    if before.marker is not None and not before.forced:
        apart = before.marker.hex.distance(before.ar)
        most = next(n for n in range(1, 7) if apart <= 3 * n)
    names = setup.batteries[index].preregistered
    if before.observer == before.registered_observer and setup.label(before.ar) in names:
        most = {1: 1, 2: 1, 3: 2, 4: 2, 5: 3, 6: 3}[most]
    assert 1 <= before.ar.distance(after.ar) <= most


def _hex(rng: random.Random, setup: Setup, state: State) -> str:
    grid = setup.grid
    if state.marker is not None:
        reach = 18 if state.marker.counter is Counter.SR else 3
        near = [h for h in grid.hexes if 1 <= h.distance(state.marker.hex) <= reach]
        return grid.label(rng.choice(near))
    return rng.choice(("M5", "A1", "U1", grid.label(rng.choice(grid.hexes))))


def test_thousands_of_random_missions_walk_every_edge() -> None:
    ways: Tally[tuple[str, str]] = Tally()
    for seed in range(1000):
        ways += wander(seed, 320)
    missing = {
        (name, outcome)
        for name, node in flow().items()
        for outcome in node.to
        if not ways[name, outcome]
    }
    assert missing == set()
    assert ways["access", "black"] + ways["access", "black_continuation"] > 2500


@pytest.mark.slow
def test_many_more_random_missions() -> None:
    for seed in range(1000, 2500):
        wander(seed, 300)
