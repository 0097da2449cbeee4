"""What a judge looks up in arrays is what the scenario and the position say."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

import pytest

from hexfire.bots import look
from hexfire.bots.curve import Curve
from hexfire.bots.greedy import TEMPER, GreedyBot
from hexfire.bots.judge import Judge
from hexfire.bots.shared_luck import ROUND, SharedLuck
from hexfire.bots.spots import Spots
from hexfire.bots.tables import Table
from hexfire.dice import Dice, seeded
from hexfire.folio import Folio, movement
from hexfire.folio.board import Position
from hexfire.folio.combat import pairings
from hexfire.folio.state import Combat, replace
from hexfire.hexes import iterate
from hexfire.lab.maps import named

GAME = Folio()
SCENARIOS = ("tutorial", "walcheren", "bukrin")


def positions(scenario: str, seed: int, every: int) -> Iterator[Position]:
    """Positions of a game between two quick hands."""
    state, source = GAME.setup(named(scenario), {}), seeded(seed)
    bots, count = (GreedyBot(), GreedyBot()), 0
    while GAME.outcome(state) is None:
        (seat,) = GAME.to_act(state)
        at = GAME.at(state)
        if count % every == 0:
            yield at
        count += 1
        action = bots[at.scenario.seats.index(seat)].choose(look(GAME, state, seat))
        state, _ = GAME.apply(state, seat, action, Dice((), source))


@pytest.mark.parametrize("scenario", [*SCENARIOS, "sidi-rezegh"])
def test_a_differential_stands_where_the_table_has_it(scenario: str) -> None:
    crt = GAME.scenario(GAME.setup(scenario, {})).crt
    table = Table(GAME.scenario(GAME.setup(scenario, {})))
    for number, row in enumerate(crt.rows):
        for differential in range(-130, 131):
            column = crt.column(row, differential)
            if column is None:
                column = 0 if differential < 0 else crt.columns - 1
            assert table.column(number, differential) == column


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_how_near_and_how_strong_the_enemy_is(scenario: str) -> None:
    for at in positions(scenario, 3, 40):
        judge = Judge(at.scenario, TEMPER)
        for side in (0, 1):
            front = judge.front(at, side)
            there = [
                (at.places[unit], at.strength(unit))
                for unit in at.scenario.side_units[side]
                if at.places[unit] >= 0
            ]
            for hex in range(0, len(at.scenario.labels), 7):
                far = at.scenario.distances[hex]
                assert front.nearest(hex) == min((far[place] for place, _ in there), default=0)
                reach = [s.attack for place, s in there if far[place] <= s.movement + 1]
                for room in range(5):
                    assert front.massed(hex, room) == sum(sorted(reach, reverse=True)[:room])


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_is_remembered_of_a_combat_is_what_a_new_judge_says(scenario: str) -> None:
    """Nothing that changes the worth of a combat is missing from what it is remembered by."""
    known: dict[str, Judge] = {}
    seen = 0
    for at in positions(scenario, 5, 3):
        judge = known.setdefault(at.scenario.key, Judge(at.scenario, TEMPER))
        for target, units in pairings(at).items():
            hex = at.places[target]
            for attackers in {(units[0],), tuple(sorted(units[:3]))}:
                for markers in ((), (0,), (1,)):
                    for combat in (
                        Combat(target, hex, attackers, markers),
                        Combat(target, hex, attackers, (), markers),
                    ):
                        fresh = Judge(at.scenario, TEMPER).attack(at, combat) if seen % 5 else None
                        remembered = judge.attack(at, combat)
                        assert fresh is None or remembered == fresh
                        seen += 1
    assert seen > 200


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_an_attack_is_worth_the_same_before_and_after_the_unit_has_come(scenario: str) -> None:
    """What a unit would do from a hex is what it does when it stands there."""
    known: dict[str, Judge] = {}
    seen = 0
    for at in positions(scenario, 7, 5 if scenario == "tutorial" else 30):
        if not at.state.phase.is_movement or at.state.pending is not None:
            continue
        # One that remembers other positions: what it takes for known must be the same.
        judge = known.setdefault(at.scenario.key, Judge(at.scenario, TEMPER))
        side = at.state.player
        front = judge.front(at, 1 - side)
        for unit in movement.movers(at):
            spots = Spots(judge, at, unit, front)
            strikes = at.charts.strikes[at.charts.mobile[unit]]
            for hex in movement.ends(at, unit):
                targets = strikes[hex] & at.board.masks[1 - side]
                if not targets:
                    continue
                calm = judge.pull_of(at, unit, hex, judge.draw(at, side), front) + judge.cover[hex]
                if judge.objective[hex] >= 0:
                    continue
                danger = judge.weights.danger * judge.danger_of(at, unit, hex, front)
                gained = spots.worth(hex, -math.inf) - calm + danger
                places = (*at.places[:unit], hex, *at.places[unit + 1 :])
                there = Position(at.memo, replace(at.state, places=places))
                assert gained == pytest.approx(_best(at, there, unit, targets))
                seen += 1
    assert seen > 20


@pytest.mark.parametrize("scenario", ["walcheren", "sidi-rezegh", "bukrin"])
def test_who_would_be_pinned_is_pinned_when_the_unit_has_come(scenario: str) -> None:
    found = {True: 0, False: 0}
    for at in positions(scenario, 7, 4):
        if not at.state.phase.is_movement or at.state.pending is not None:
            continue
        judge, side = Judge(at.scenario, TEMPER), at.state.player
        for unit in movement.movers(at):
            spots = Spots(judge, at, unit, judge.front(at, 1 - side))
            for hex in movement.ends(at, unit):
                places = (*at.places[:unit], hex, *at.places[unit + 1 :])
                there = Position(at.memo, replace(at.state, places=places))
                for near in at.scenario.ground.grid.neighbours[hex]:
                    if at.board.held(1 - side)[near]:
                        combat = Combat(at.board.at[near], near, (unit,))
                        pinned = judge.pinned(there, combat)
                        assert spots.pins(combat, hex) == pinned
                        found[pinned] += 1
    assert min(found.values()) > 3


def _best(at: Position, there: Position, unit: int, targets: int) -> float:
    """What the unit adds to the best attack by all who can, reckoned anew with it in its hex."""
    judge, best = Judge(at.scenario, TEMPER), 0.0
    side = at.charts.sides[unit]
    for place in iterate(targets):
        target = at.board.at[place]
        others = [
            other
            for near in at.scenario.ground.grid.neighbours[place]
            for other in at.scenario.side_units[side]
            if other != unit
            and at.places[other] == near
            and at.scenario.strikes[at.charts.mobile[other]][near] >> place & 1
        ][: at.scenario.attacker_limit - 1]
        alone = judge.attack(at, Combat(target, place, tuple(sorted(others)))) if others else 0.0
        together = Combat(target, place, tuple(sorted((*others, unit))))
        best = max(best, judge.attack(there, together) - max(alone, 0.0))
    return best


@pytest.mark.rule("F5.3a")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_where_a_move_may_end_is_told_twice_alike(scenario: str) -> None:
    for at in positions(scenario, 9, 25):
        for side in (0, 1):
            mask = at.board.masks[side]
            flags = at.board.held(side)
            assert [hex for hex, held in enumerate(flags) if held] == list(iterate(mask))
        for unit in movement.movers(at):
            assert movement.ends(at, unit) == list(iterate(movement.destinations(at, unit)))


def test_a_curve_is_a_line_bent_by_hidden_numbers() -> None:
    """Two numbers, one hidden one: reckoned by hand."""
    curve = Curve((1.0, 0.0), (2.0, 1.0), (0.5, -1.0), (2.0, 1.0), (1.0,), (3.0,), 0.25)
    usual = (1.0, -2.0)  # (3 - 1) / 2, and -2 as it is
    within = 1.0 + 2.0 * usual[0] + 1.0 * usual[1]
    total = 0.25 + 0.5 * usual[0] - 1.0 * usual[1] + 3.0 * within / (1 + within)
    assert curve.chance([3.0, -2.0]) == pytest.approx(1 / (1 + math.exp(-total)))
    assert curve.chance([1e9, -2.0]) == curve.chance([11.0, -2.0])  # five spreads out


def test_luck_is_shared_out_by_the_shuffle_that_everybody_knows() -> None:
    rng = random.Random(7 * 1000 + 1)
    dice = Dice((), SharedLuck(7, ROUND + 4))
    for _ in range(50):
        order = list(range(ROUND))
        rng.shuffle(order)
        assert dice.dr("F7.3b") == 1 + int((order[4] + rng.random()) / ROUND * 6)
