"""Results as they would stand with even dice: luck that comes to nothing, and what it explains."""

from __future__ import annotations

import random

import numpy as np
import pytest

from hexfire.bots import look
from hexfire.bots.greedy import GreedyBot
from hexfire.dice import Dice, seeded
from hexfire.folio import Folio, victory
from hexfire.folio.board import Memo
from hexfire.folio.state import Chance, Rolling, State
from hexfire.lab.games import QUICK_GAMES, Job, Record, TurnEnd, play
from hexfire.lab.ladder import Game, _pairing
from hexfire.lab.luck import Luck
from hexfire.lab.stats import FEW, evened, wilson
from hexfire.review.luck import spread

GAME = Folio()


def open_rolls(scenario: str, count: int) -> list[State]:
    """The first positions of a game of `greedy` against itself in which a roll is open, of a combat
    or where exclusive rules leave something to a die."""
    state, bot, source = GAME.setup(scenario, {}), GreedyBot(), seeded(3)
    states: list[State] = []
    while len(states) < count:
        (seat,) = GAME.to_act(state)
        action = bot.choose(look(GAME, state, seat))
        if isinstance(state.pending, Rolling | Chance):
            states.append(state)
        state, _ = GAME.apply(state, seat, action, Dice((), source))
    return states


@pytest.mark.parametrize(
    ("scenario", "games"),
    [("tutorial", 0), ("tutorial", 4), ("sidi-rezegh", 0), ("bukrin", 0), ("bukrin", 4)],
)
def test_over_all_faces_of_a_die_luck_is_nothing(scenario: str, games: int) -> None:
    differed = False
    for before in open_rolls(scenario, 4):
        mean = [0.0, 0.0]
        for after, chance in spread(GAME.at(before)).items():
            luck = Luck(GAME.memo(before), games)
            luck.rolled(before, after)
            differed |= any(abs(part) > 0.01 for part in luck.sums)
            mean = [
                whole + float(chance) * part for whole, part in zip(mean, luck.sums, strict=True)
            ]
        assert mean == pytest.approx([0, 0], abs=1e-12)
    assert differed


def test_a_result_counts_as_it_is_carried_out() -> None:
    """Right after a roll whose losses are still to be taken nobody has a point more or less,
    however it fell; carried out, the rolls differ, and so does their luck."""
    differed = []
    for before in open_rolls("sidi-rezegh", 40):
        scenario, ways = GAME.scenario(before), spread(GAME.at(before))
        if len({victory.margin(scenario, after, 0) for after in ways}) == 1:
            for after in ways:
                luck = Luck(GAME.memo(before))
                luck.rolled(before, after)
                differed.append(abs(luck.sums[1]) > 0.1)
    assert any(differed)


def test_a_game_tells_its_luck() -> None:
    record = play(Job("tutorial", ("greedy", "greedy"), 5))
    assert record == play(Job("tutorial", ("greedy", "greedy"), 5))
    assert record.luck[0] and record.luck[1]


def test_every_die_counts_by_games_where_units_are_few_and_a_level_thinks_for_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Dice of combats, and those of exclusive rules."""
    counted: set[object] = set()
    by_games = []

    class Counting(Luck):
        def __init__(self, memo: Memo, games: int = 0) -> None:
            by_games.append(games)
            super().__init__(memo, games)

        def rolled(self, before: State, after: State) -> None:
            counted.add(type(before.pending))

    monkeypatch.setattr("hexfire.lab.games.Luck", Counting)
    monkeypatch.setitem(QUICK_GAMES, "random", 7)
    for bots in (("greedy", "random"), ("random", "greedy"), ("greedy", "greedy")):
        play(Job("tutorial", bots, 5))
    play(Job("bukrin", ("random", "greedy"), 5))
    assert by_games == [7, 7, 0, 0] and counted == {Rolling, Chance}


def drawn(count: int) -> tuple[list[float], list[tuple[float, float]]]:
    """Games of two equals that dice decide, and a little besides; the first luck is known better
    than the second."""
    rng = random.Random(4)
    results, luck = [], []
    for _ in range(count):
        dice, other, skill = (rng.gauss(0, 1) for _ in range(3))
        results.append(float(dice + other + 0.5 * skill > 0))
        luck.append((dice, other + rng.gauss(0, 1)))
    return results, luck


def test_a_rate_with_even_dice_is_the_constant_of_a_regression_with_its_own_error() -> None:
    """Against numpy's least squares: where the line passes no luck, and how sure that is."""
    results, luck = drawn(150)
    rows = np.column_stack([np.ones(150), np.array(luck)])
    line, squares, _, _ = np.linalg.lstsq(rows, np.array(results), rcond=None)
    error = np.sqrt(squares[0] / (150 - 3) * np.linalg.inv(rows.T @ rows)[0, 0])
    even = evened(results, luck)
    assert even.rate == pytest.approx(line[0])
    assert (even.high - even.rate) / 1.959964 == pytest.approx(error)
    plain = wilson(sum(results), 150)
    assert even.low < 0.5 < even.high and even.high - even.low < 0.85 * (plain.high - plain.low)


def test_what_says_nothing_new_changes_nothing() -> None:
    results, luck = drawn(60)
    once = evened(results, luck)
    assert evened(results, [(a, b, a - 2 * b, 0.0) for a, b in luck]) == pytest.approx(once)
    assert evened(results, [(0.0, 0.0)] * 60).rate == pytest.approx(sum(results) / 60)


def test_of_few_games_or_games_that_all_end_alike_no_luck_is_taken() -> None:
    results, luck = drawn(FEW - 1)
    assert evened(results, luck) == wilson(sum(results), FEW - 1)
    assert evened([1.0] * 40, [(0.3, 0.1)] * 40) == wilson(40, 40)


def test_a_pairing_is_evened_on_either_side_by_itself() -> None:
    """`hard` wins as often as it loses, but has bad dice in every game: as the first side its luck
    is the record's, as the second side the opposite."""
    games = []
    for number in range(60):
        won, on_first = number % 4 < 2, number % 2 == 0
        luck = (0.2 if won else -0.6) * (1 if on_first else -1)
        record = Record(
            number, int(won != on_first), (0, 0), (TurnEnd(1, (0, 0), (0, 0)),), (), 1, (luck, 0.0)
        )
        bots = ("hard", "normal") if on_first else ("normal", "hard")
        games.append(Game(Job("tutorial", bots, number), record))
    pairing = _pairing("tutorial", "hard", "normal", games)
    assert pairing.score.rate == pytest.approx(0.5, abs=0.01)
    assert pairing.even.rate == pytest.approx(0.75, abs=0.02)
