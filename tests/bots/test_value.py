"""What a position is worth: a learned glance, and games played on; how far both may be off."""

from __future__ import annotations

import numpy as np
import pytest

from hexfire.bots.features import NAMES, Measures, turns_left
from hexfire.bots.judge import Judge
from hexfire.bots.learned import glance, learned
from hexfire.bots.playout import REMEMBERED, playout
from hexfire.bots.value import AHEAD, Value, estimate, length
from hexfire.bots.weights import TEMPERS
from hexfire.dice import seeded
from hexfire.folio import Folio
from hexfire.folio.board import Memo, Position
from hexfire.folio.state import LOST, Phase, State, replace
from hexfire.lab.learn import (
    EXAM,
    MARKS,
    Lesson,
    Lot,
    attend,
    fit,
    gathered,
    learned_from,
    lessons,
    mark,
    only_lead,
)
from hexfire.lab.maps import named


def begun(scenario: str, turns: int = 1, seed: int = 1) -> tuple[Memo, Measures, State]:
    """A position after some player turns of quick play."""
    game = Folio()
    start = game.setup(named(scenario), {})
    memo = game.memo(start)
    judge = Judge(memo.scenario, TEMPERS[0])
    state = playout((judge, judge), memo, start, seeded(seed), turns)
    return memo, Measures(judge), state


def test_games_are_played_on_to_the_start_of_a_player_turn() -> None:
    memo, _, state = begun("tutorial")
    assert (state.turn, state.player, state.phase) == (1, 0, Phase.MOVEMENT)
    judge = Judge(memo.scenario, TEMPERS[0])
    seen = []
    for turns in range(1, 8):
        later = playout((judge, judge), memo, state, seeded(3), turns)
        seen.append((later.turn, later.player))
        assert later.phase is Phase.MOVEMENT and later.pending is None
    assert seen == [(1, 1), (2, 0), (2, 1), (3, 0), (3, 1), (4, 0), (4, 1)]
    assert playout((judge, judge), memo, state, seeded(3), 8).phase is Phase.OVER


@pytest.mark.parametrize("scenario", ["tutorial", "bukrin"])
def test_what_a_judge_remembers_changes_no_game(scenario: str) -> None:
    """Twelve games from one position by judges that have played before, and by new ones; Bukrin has
    dice on the march and before it."""
    memo, _, state = begun(scenario)

    def judges() -> tuple[Judge, Judge]:
        return Judge(memo.scenario, TEMPERS[1]), Judge(memo.scenario, TEMPERS[3])

    old = judges()
    for number in range(12):
        new = judges()
        again = playout(old, memo, state, seeded(number), 2)
        assert again == playout(new, memo, state, seeded(number), 2)
        assert 0 < len(new[0].played) <= len(old[0].played)


def test_a_judge_remembers_a_bounded_number_of_positions() -> None:
    memo, _, state = begun("tutorial")
    judge = Judge(memo.scenario, TEMPERS[0])
    judge.played.update({replace(state, turn=-n): state for n in range(1, REMEMBERED + 1)})
    playout((judge, judge), memo, state, seeded(1), 1)
    assert 0 < len(judge.played) < 100


def test_the_player_turns_left() -> None:
    memo, _, state = begun("tutorial")
    assert turns_left(memo.scenario, state) == (4, 4)
    assert turns_left(memo.scenario, replace(state, player=1)) == (4, 3)
    assert turns_left(memo.scenario, replace(state, turn=4, player=1)) == (1, 0)


@pytest.mark.parametrize("turns", [1, 4])
def test_a_position_has_the_same_numbers_in_the_mirror(turns: int) -> None:
    rows = []
    for scenario in ("tutorial", "mirror:tutorial"):
        _, measures, state = begun(scenario)
        memo = begun(scenario)[0]
        rows.append(measures.read(Position(memo, replace(state, turn=turns))))
    assert rows[0] == pytest.approx(rows[1]) and len(rows[0]) == len(NAMES)


def test_a_glance_sees_who_is_winning() -> None:
    """Near the end, with an enemy who has lost nearly all: for either side."""
    memo, measures, state = begun("walcheren")
    for side in (0, 1):
        enemies = memo.scenario.side_units[1 - side]
        places = list(state.places)
        for unit in enemies[: len(enemies) * 3 // 4]:
            places[unit] = LOST
        holders = tuple(side for _ in state.holders)
        for player in (0, 1):
            late = replace(state, turn=7, player=player, places=tuple(places), holders=holders)
            chance = glance(measures, Position(memo, late))
            assert chance > 0.85 if side == 0 else chance < 0.1


def test_a_glance_takes_no_number_for_more_than_it_has_learned() -> None:
    far = [1e9] * len(NAMES)
    assert 0.0 < learned().chance(far) < 1.0
    assert learned().chance(far) == learned().chance([1e6] * len(NAMES))


@pytest.mark.parametrize("scenario", ["tutorial", "walcheren", "sidi-rezegh", "bukrin"])
def test_a_point_is_worth_something_and_less_where_more_is_at_stake(scenario: str) -> None:
    memo, measures, state = begun(scenario)
    at = Position(memo, state)
    numbers = measures.read(at)
    stake = 1 / (measures.ahead_by(numbers, 1.0)[0] - numbers[0])
    left = sum(turns_left(at.scenario, state))
    assert measures.ahead_by(numbers, 1.0)[1] == pytest.approx(
        numbers[1] + 1 / stake / (left + 0.5) ** 0.5
    )
    assert measures.ahead_by(numbers, 1.0)[2:] == numbers[2:]
    assert 0.0 < Value(memo).point(state) < 1 / stake


def test_a_long_game_is_played_on_for_a_few_turns_a_short_one_to_its_end() -> None:
    memo, _, state = begun("tutorial")
    value = Value(memo)
    assert (value.game(state, 1, 0).turn, value.game(state, 1, 0).player) == (2, 1)
    late = replace(state, turn=4)
    assert value.game(late, 1, 0).phase is Phase.OVER
    assert length(memo.scenario, state) == pytest.approx(AHEAD * 11**1.5 / 25)
    assert all(0.0 < worth < 1.0 for worth in value.games(state, 1, range(3)))
    assert all(worth in (0.0, 0.5, 1.0) for worth in value.games(late, 1, range(3)))
    assert value.games(state, 1, range(3)) == value.games(state, 1, range(3))


def test_the_error_of_glances_is_that_of_their_mean() -> None:
    told = estimate([0.4, 0.5, 0.6, 0.55, 0.45])
    assert told.chance == pytest.approx(0.5)
    assert told.error == pytest.approx((0.025 / 4 / 5) ** 0.5)


def test_a_part_of_the_course_is_the_first_games_of_each_scenario() -> None:
    course = {"tutorial": 100, "random:1": 40}
    assert lessons(course, 0.45) == [
        Lesson("tutorial", 0, 20),
        Lesson("tutorial", 20, 20),
        Lesson("tutorial", 40, 5),
        Lesson("random:1", 0, 18),
    ]
    assert sum(lesson.count for lesson in lessons(course)) == 140


def test_it_is_learned_by_the_marks_of_victory_of_its_time() -> None:
    """`make value` would give another file by those in force, and `hard` would play otherwise."""
    game = Folio()
    for scenario, marks in MARKS.items():
        then, now = (
            game.scenario(game.setup(source, {})).victory
            for source in (learned_from(scenario), scenario)
        )
        for path, margin in marks.items():
            kind, number = path.split(".")
            assert getattr(then, kind)[int(number)].margin == margin
            assert getattr(now, kind)[int(number)].margin != margin
    assert learned_from("mirror:tutorial") == named("mirror:tutorial")


def test_learning_finds_what_decides() -> None:
    """Made-up positions: the third number decides, the others are noise."""
    lots = np.random.default_rng(3)
    numbers = lots.normal(size=(1500, len(NAMES)))
    worth = (numbers[:, 2] + 0.3 * lots.normal(size=1500) > 0).astype(float)
    lot = Lot(numbers, worth, ("random:1",) * 1500)
    value = fit(lot)
    assert mark(value.curve, lot).auc > 0.95
    assert value == fit(lot)
    assert value.curve.chance(list(np.eye(len(NAMES))[2] * 2)) > 0.9


def test_a_glance_beats_the_points_on_a_map_it_never_saw() -> None:
    name = next(iter(EXAM))
    played = gathered([attend(Lesson(name, 500, 30))])
    assert len(played.worth) > 60
    blind = only_lead(played)
    assert mark(learned(), played).log_loss < mark(learned(), blind).log_loss
    assert mark(learned(), played).auc > 0.75
