"""Bots: legal, never stuck, better than chance, and blind to what their seat may not know."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from hexfire.bots import LEVELS, Player, look, make, play_game
from hexfire.bots.clock import Pace, TurnClock
from hexfire.bots.greedy import TEMPER, GreedyBot
from hexfire.bots.judge import Judge
from hexfire.bots.outlook import Outlook
from hexfire.bots.planner import (
    HARD_WITH_FEW_UNITS,
    HARD_WITH_MANY_UNITS,
    NORMAL,
    Effort,
    Planner,
    hard,
    timed,
)
from hexfire.bots.playout import TO_THE_END
from hexfire.bots.search import Search
from hexfire.bots.shared_luck import ROUND, SharedLuck
from hexfire.bots.simple import RandomBot
from hexfire.bots.spots import Spots
from hexfire.bots.trials import LEAST, Trials, clearly_better
from hexfire.bots.value import AHEAD, NEAR, SOON, Value, length_of_a_turn
from hexfire.dice import Dice, seeded
from hexfire.folio import Folio, builtin, builtin_names, movement
from hexfire.folio.state import EXITED, LOST, Combat, Phase, State, replace
from hexfire.lab.ladder import climb
from hexfire.lab.sweep import with_number
from hexfire.rulebook import BadInput

GAME = Folio()
TRYING = Effort(2, 200, 60)
"""Just enough to try things out at the end of the game."""


LONG = pytest.mark.slow, pytest.mark.timeout(1800)


@pytest.mark.parametrize(
    ("scenario", "games"),
    [
        ("tutorial", 40),
        ("walcheren", 10),
        ("sidi-rezegh", 4),
        pytest.param("tutorial", 200, marks=LONG),
        pytest.param("walcheren", 100, marks=LONG),
        pytest.param("sidi-rezegh", 60, marks=LONG),
    ],
)
def test_greedy_beats_random(scenario: str, games: int) -> None:
    (pairing,) = climb([scenario], ["greedy", "random"], games, workers=1).pairings
    assert pairing.games == games and pairing.score.rate >= 0.9


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(
    ("better", "worse", "scenario", "games", "seed"),
    [
        ("hard", "normal", "tutorial", 2, 740000),
        ("hard", "greedy", "walcheren", 4, 130000),
        ("hard", "greedy", "sidi-rezegh", 2, 120000),
        ("normal", "greedy", "tutorial", 20, 120000),
        ("normal", "greedy", "walcheren", 8, 120000),
        ("normal", "greedy", "sidi-rezegh", 4, 120000),
    ],
)
def test_who_thinks_more_plays_better(
    better: str, worse: str, scenario: str, games: int, seed: int
) -> None:
    """The first games of the long series in docs/bots-measured.md, on both sides."""
    (pairing,) = climb([scenario], [better, worse], games, workers=1, first_seed=seed).pairings
    assert pairing.score.rate > 0.5


@pytest.mark.parametrize("scenario", builtin_names())
def test_every_choice_is_legal_to_the_end_of_the_game(scenario: str) -> None:
    state = GAME.setup(scenario, {})
    players: list[Player] = [GreedyBot(), Planner(1, effort=TRYING)]
    source = seeded(3)
    seats = GAME.seats(state)
    for _ in range(3000):
        if GAME.outcome(state) is not None:
            return
        (seat,) = GAME.to_act(state)
        seen = look(GAME, state, seat)
        action = players[seats.index(seat)].choose(seen)
        assert action in seen.legal
        state, _ = GAME.apply(state, seat, action, Dice((), source))
    pytest.fail("the game did not end")


def test_a_search_climbs_above_the_marches_it_began_with() -> None:
    state = GAME.setup("tutorial", {})
    greedy = GreedyBot()
    while state.turn < 2:
        (seat,) = GAME.to_act(state)
        state, _ = GAME.apply(
            state, seat, greedy.choose(look(GAME, state, seat)), Dice((), seeded(1))
        )
    at = GAME.at(state)
    judge = Judge(at.scenario)
    outlook = Outlook(judge, judge, at, state.player)
    search = Search(at, state.player, (judge,), outlook, random.Random(1))
    search.climb(lambda: False)
    (start,) = search.best(1)
    left = iter(range(60))
    search.climb(lambda: next(left, None) is not None)
    (best,) = search.best(1)
    assert search.value(best) > search.value(start)

    seat = GAME.seats(state)[state.player]
    for action in search.actions(best)[:-1]:  # every move is legal, and they lead where they should
        state, _ = GAME.apply(state, seat, action, Dice())
    assert state.places == best


def _met(turn: int, seed: int) -> State:
    """A movement phase of a greedy game of the tutorial, at the beginning of a game turn."""
    state = GAME.setup("tutorial", {})
    greedy, source = GreedyBot(), seeded(seed)
    while state.turn < turn:
        (seat,) = GAME.to_act(state)
        action = greedy.choose(look(GAME, state, seat))
        state, _ = GAME.apply(state, seat, action, Dice((), source))
    return state


def test_plans_to_be_tried_out_differ_and_can_be_carried_out() -> None:
    at = GAME.at(_met(2, 1))
    judge = Judge(at.scenario)
    outlook = Outlook(judge, judge, at, at.state.player)
    search = Search(at, at.state.player, (judge,), outlook, random.Random(1))
    search.climb(lambda: False)
    few, many = search.finalists(0), search.finalists(25)
    assert 2 <= len(few) < 25 and many[: len(few)] == few
    assert len(set(many)) == len(many) == 25
    seat = GAME.seats(at.state)[at.state.player]
    for places in many:
        state = at.state
        for action in search.actions(places):
            state, _ = GAME.apply(state, seat, action, Dice())
        assert state == search.ended(places)


def test_trials_find_what_no_march_begins_with() -> None:
    """Blue's last turn: Harrow is worth more and is soon lost again; the nearer town wins."""
    written = dict(builtin("tutorial"))
    written["toml"] = with_number(written["toml"], "victory.levels.0.margin", 2)
    state = GAME.setup(written, {})
    index, hexes = GAME.at(state).scenario.unit_index, GAME.at(state).scenario.hex_index
    places = [EXITED] * len(index)
    for unit in ("C", "F", "K"):
        places[index[unit]] = LOST
    for unit, hex in {"9": "0907", "A": "1207", "B": "1208"}.items():
        places[index[unit]] = hexes[hex]
    state = replace(
        state, turn=4, player=0, phase=Phase.MOVEMENT, places=tuple(places), hands=(0, 0)
    )
    at = GAME.at(state)
    judge = Judge(at.scenario, TEMPER)
    search = Search(at, 0, (judge,), Outlook(judge, judge, at, 0), random.Random(1))
    search.climb(lambda: False)
    kestrel = (0, 1)
    assert all(search.ended(plan).holders != kestrel for plan in search.finalists(0))
    assert any(search.ended(plan).holders == kestrel for plan in search.finalists(40))

    planner = Planner(1, effort=Effort(0, 1000, 0, 40))
    while state.player == 0:
        state, _ = GAME.apply(state, "blue", planner.choose(look(GAME, state, "blue")), Dice())
    assert state.holders == kestrel


def test_a_march_judges_only_as_exactly_as_it_must() -> None:
    """What is not above the best so far may be told too high, but never above it."""
    state = GAME.setup("tutorial", {})
    greedy, source = GreedyBot(), seeded(2)
    seen = 0
    while GAME.outcome(state) is None:
        (seat,) = GAME.to_act(state)
        at = GAME.at(state)
        if state.phase.is_movement:
            judge = greedy.judge(at)
            front = judge.front(at, 1 - state.player)
            for unit in movement.movers(at):
                worth = Spots(judge, at, unit, front).worth
                for hex in movement.ends(at, unit):
                    exact = worth(hex, -math.inf)
                    assert worth(hex, exact - 0.01) == exact
                    assert exact <= worth(hex, exact + 0.01) <= exact + 0.01
                    seen += 1
        action = greedy.choose(look(GAME, state, seat))
        state, _ = GAME.apply(state, seat, action, Dice((), source))
    assert seen > 500


def test_a_round_of_games_shares_the_luck_out() -> None:
    sources = [SharedLuck(5, game) for game in range(ROUND)]
    for _ in range(20):
        rolls = [Dice((), source).dr("F7.3b") for source in sources]
        assert sorted(rolls) == [1, 2, 3, 4, 5, 6]
    again, next_round = SharedLuck(5, 2), SharedLuck(5, 2 + ROUND)
    faces = [[Dice((), source).dr("F7.3b") for _ in range(20)] for source in (again, next_round)]
    assert faces[0] != faces[1]


def test_what_wins_is_preferred_to_what_looks_better() -> None:
    """The last player turn, nobody near anybody: who holds the towns has won."""
    state = GAME.setup("tutorial", {})
    at = GAME.at(state)
    index = at.scenario.unit_index
    places = [-2] * len(at.scenario.units)
    places[index["1/7"]], places[index["A"]] = (at.scenario.hex_index[h] for h in ("0101", "1209"))
    last = replace(
        state, turn=4, player=1, phase=Phase.MOBILE_COMBAT, places=tuple(places), hands=(0, 0)
    )
    options: dict[str, State] = {
        "taken": replace(last, holders=(0, 0)),
        "lost": replace(last, holders=(1, 1)),
    }
    for side, best in ((0, "taken"), (1, "lost")):
        trials = Trials(at.memo, side, Value(at.memo))
        worse = "lost" if best == "taken" else "taken"
        start = {worse: 0.3, best: 0.0}
        assert trials.best(options, start, 1, lambda: True) == best
        assert trials.best(options, start, 1, lambda: False) == worse  # no time to try


def _end_of_the_tutorial() -> State:
    return replace(GAME.setup("tutorial", {}), turn=4, player=1, phase=Phase.MOBILE_COMBAT)


def test_trials_stop_when_an_option_is_clearly_better() -> None:
    last = _end_of_the_tutorial()
    options = {"taken": replace(last, holders=(0, 0)), "lost": replace(last, holders=(1, 1))}
    memo, asked = GAME.memo(last), [0]

    def more() -> bool:
        asked[0] += 1
        return True

    assert Trials(memo, 0, Value(memo)).best(options, dict.fromkeys(options, 0.0), 1, more)
    assert asked[0] == 2 * LEAST
    assert clearly_better([0.5] * LEAST, [0.4] * LEAST)
    assert not clearly_better([0.5] * (LEAST - 1), [0.4] * (LEAST - 1))  # too few
    assert not clearly_better([0.5] * LEAST, [0.5] * LEAST)
    assert not clearly_better([1.0, -1.0] * LEAST, [0.9, -0.9] * LEAST)  # as likely worse


def test_an_opinion_counts_in_every_game_a_start_once() -> None:
    last = _end_of_the_tutorial()
    options, memo = {"first": last, "second": last}, GAME.memo(last)
    trials, start = Trials(memo, 0, Value(memo)), {"first": 0.3, "second": 0.0}
    assert trials.best(options, start, 1, lambda: True) == "first"
    opinion = {"first": 0.0, "second": 0.1}
    assert trials.best(options, start, 1, lambda: True, opinion) == "second"


@pytest.mark.parametrize(("turn", "in_every_game"), [(1, True), (4, False)])
def test_the_outlook_counts_in_every_game_that_a_glance_ends(
    turn: int, in_every_game: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    starts: set[float] = set()
    opinions: set[float] = set()

    class Watched(Trials):
        def best(self, options, start, seed, more, opinion=None):  # type: ignore[no-untyped-def]
            starts.update(start.values())
            opinions.update(opinion.values())
            return super().best(options, start, seed, more, opinion)

    monkeypatch.setattr("hexfire.bots.planner.Trials", Watched)
    state = GAME.setup("tutorial", {})
    greedy = GreedyBot()
    while not (state.phase.is_movement and state.turn == turn):
        (seat,) = GAME.to_act(state)
        action = greedy.choose(look(GAME, state, seat))
        state, _ = GAME.apply(state, seat, action, Dice((), seeded(1)))
    (seat,) = GAME.to_act(state)
    Planner(1, effort=HARD_WITH_FEW_UNITS._replace(plan=240, plans=4)).choose(
        look(GAME, state, seat)
    )
    assert (starts == {0.0}, opinions == {0.0}) == (in_every_game, not in_every_game)


def test_a_bot_of_twenty_lines() -> None:
    """The example of docs/bots.md runs as it is printed there."""
    page = (Path(__file__).parents[2] / "docs" / "bots.md").read_text("utf-8")
    code = page.split("```python\n")[1].split("```")[0]
    assert sum(bool(line.strip()) for line in code.splitlines()) <= 24  # imports and all
    names: dict[str, Any] = {"__name__": "example"}
    exec(compile(code, "docs/bots.md", "exec"), names)
    assert set(names["outcome"].points) == {"blue", "red"}
    assert names["final"].phase is Phase.OVER


def test_a_hidden_hand_is_not_shown_to_a_bot() -> None:
    game = Folio()
    state = game.setup("tutorial", {"markers_public": False})
    state = replace(state, hands=(0b111, 0b1111000))
    blue, red = game.seats(state)
    assert look(game, state, blue).position.state.hands == (0b111, 0)
    assert look(game, state, red).position.state.hands == (0, 0b1111000)


def test_the_same_seed_plays_the_same_game() -> None:
    def game() -> object:
        state = GAME.setup("tutorial", {})
        blue, red = GAME.seats(state)
        players: dict[str, Player] = {blue: Planner(4, effort=TRYING), red: RandomBot(4)}
        return play_game(GAME, state, players, seeded(4))

    assert game() == game()


def test_a_planner_stops_when_its_time_is_up() -> None:
    clock = iter(range(0, 10**9, 1000))
    state = GAME.setup("tutorial", {})
    blue, red = GAME.seats(state)
    thinker = Planner(1, seconds=1, clock=lambda: next(clock))
    _, outcome = play_game(GAME, state, {blue: thinker, red: RandomBot(1)}, seeded(1))
    assert outcome is not None


def test_the_decisions_of_a_player_turn_share_its_time() -> None:
    time = 0.0
    clock = TurnClock(10.0, now=lambda: time)
    with clock.decision((1, 0), 0.5) as seconds:
        assert seconds == 5
        time += 4
    time += 100  # others think: that costs the bot nothing
    with clock.decision((1, 0), 0.5) as seconds:
        assert seconds == 3
        time += 50  # longer than it should have
    with clock.decision((1, 0), 0.5) as seconds:
        assert seconds == 0
    clock.seconds = 4.0
    with clock.decision((1, 1), 0.1) as seconds:
        assert seconds == pytest.approx(0.4)


def test_a_whole_player_turn_takes_no_longer_than_it_may() -> None:
    """Each glance at the clock takes a twentieth of a second: 40 of them are the two seconds."""
    ticks = itertools.count()
    thinker = Planner(1, seconds=2.0, clock=lambda: next(ticks) / 20)
    state = GAME.setup("tutorial", {})
    blue, _ = GAME.seats(state)
    quick, source = GreedyBot(), seeded(1)
    spent: Counter[tuple[int, int]] = Counter()
    decisions: Counter[tuple[int, int]] = Counter()
    while GAME.outcome(state) is None:
        (seat,) = GAME.to_act(state)
        player: Player = thinker if seat == blue else quick
        turn, before = (state.turn, state.player), next(ticks)
        action = player.choose(look(GAME, state, seat))
        spent[turn] += next(ticks) - before - 1
        decisions[turn] += seat == blue
        state, _ = GAME.apply(state, seat, action, Dice((), source))
    # A decision looks at the clock a few times even if no time is left.
    assert all(spent[turn] <= 40 + 12 * decisions[turn] for turn in spent)
    assert max(spent.values()) > 15


def test_a_judge_prefers_the_better_attack() -> None:
    state = GAME.setup("tutorial", {})
    while state.turn == 0:
        (seat,) = GAME.to_act(state)
        state, _ = GAME.apply(state, seat, next(iter(GAME.legal(state, seat))), Dice())
    at = GAME.at(state)
    judge = Judge(at.scenario)
    units = at.scenario.unit_index
    target = units["A"]
    hex = state.places[target]
    alone = judge.attack(at, Combat(target, hex, (units["1/7"],)))
    together = judge.attack(at, Combat(target, hex, (units["1/7"], units["5"])))
    assert together > alone
    assert sum(judge.results(0).values()) == pytest.approx(1)


def test_levels() -> None:
    assert {"random", "easy", "normal", "hard"} <= LEVELS.keys()
    with pytest.raises(BadInput):
        make("genius")


def test_a_clock_makes_no_level_of_another() -> None:
    """However long `normal` may think, it plays no more games than without a clock."""
    assert timed(NORMAL, 60.0) == timed(NORMAL, None) == NORMAL
    assert timed(NORMAL, 0.1).plan < NORMAL.plan
    many = hard(GAME.scenario(GAME.setup("sidi-rezegh", {})))
    for effort in (HARD_WITH_FEW_UNITS, many):
        long, short = timed(effort, 60.0), timed(effort, 2.0)
        assert long.plan > short.plan > timed(NORMAL, 2.0).plan
        assert long.choice > short.choice > timed(NORMAL, 2.0).choice
        assert bool(short.early) is bool(effort.early) and long.early >= short.early
        assert bool(short.early_choice) is bool(effort.early_choice)


def test_on_a_fast_machine_a_clock_takes_nothing_away() -> None:
    """Games that take a fifth of what is reckoned: in 2.5 s there is time for all that is thought
    without a clock, and no reason for more. A slow machine thinks by the clock, as before."""
    effort = hard(GAME.scenario(GAME.setup("sidi-rezegh", {})))
    assert effort.early > 2500
    fast, slow = Pace(), Pace()
    fast.note(50_000, 10_000)
    slow.note(10_000, 50_000)
    assert timed(effort, 2.5, fast) == effort._replace(choice=2500, early_choice=2500)
    assert timed(effort, 2.5, slow) == timed(effort, 2.5) == timed(effort, 2.5, Pace())
    assert timed(effort, 0.5, fast).plan == pytest.approx(2500, rel=0.02)
    assert timed(NORMAL, 2.5, fast) == NORMAL


def test_a_planner_learns_how_fast_games_are_played() -> None:
    """By a clock that moves a tenth of a millisecond a look games are quick; by one that moves
    a twentieth of a second they are slow."""

    def reckoned(tick: float) -> float:
        ticks = itertools.count()
        thinker = Planner(1, 2.0, TRYING, clock=lambda: next(ticks) * tick)
        state = GAME.setup("tutorial", {})
        blue, red = GAME.seats(state)
        play_game(GAME, state, {blue: thinker, red: RandomBot(1)}, seeded(1))
        return thinker._pace.reckoned_for(1.0)

    assert reckoned(0.0001) > 1.5
    assert reckoned(0.05) < 0.5


def test_more_units_have_more_games_before_the_end_is_near() -> None:
    """Six for every unit: 222 on Walcheren, 264 on Bukrin, 348 on Sidi Rezegh."""
    games = [
        effort.early / length_of_a_turn(scenario)
        for name in ("walcheren", "bukrin", "sidi-rezegh")
        for scenario in (GAME.scenario(GAME.setup(name, {})),)
        for effort in (hard(scenario),)
    ]
    assert games == pytest.approx([222, 264, 348])


def test_hard_thinks_otherwise_about_many_units_and_about_exclusive_rules() -> None:
    efforts = [
        hard(GAME.scenario(GAME.setup(name, {}))) for name in ("tutorial", "walcheren", "bukrin")
    ]
    assert [effort.glances for effort in efforts] == [True, False, False]
    assert [effort.early > 0 for effort in efforts] == [False, True, True]
    assert efforts[1].climb < efforts[2].climb
    walcheren = GAME.scenario(GAME.setup("walcheren", {}))
    assert efforts[1].early_choice / length_of_a_turn(walcheren) == pytest.approx(72)
    assert [effort.early_choice for effort in efforts[::2]] == [0, 0]


def test_hard_sets_up_by_games_played_to_their_end(monkeypatch: pytest.MonkeyPatch) -> None:
    near: list[int] = []

    class Watched(Value):
        def __init__(self, *args: Any) -> None:
            near.append(args[2])
            super().__init__(*args)

    monkeypatch.setattr("hexfire.bots.planner.Value", Watched)
    state = GAME.setup("tutorial", {})
    player = Planner(1, effort=HARD_WITH_FEW_UNITS._replace(plan=240, plans=4, choice=240))
    while not state.phase.is_movement:
        (seat,) = GAME.to_act(state)
        action = player.choose(look(GAME, state, seat))
        state, _ = GAME.apply(state, seat, action, Dice((), seeded(1)))
    assert set(near) == {TO_THE_END}
    player.choose(look(GAME, state, GAME.to_act(state)[0]))
    assert near[-1] == NEAR


@pytest.mark.parametrize(("scenario", "far"), [("tutorial", AHEAD), ("walcheren", SOON)])
def test_hard_plays_on_from_the_first_turn_with_many_units_for_one_player_turn(
    scenario: str, far: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: set[int] = set()

    class Watched(Value):
        def game(self, state: State, seed: int, number: int, far: int = AHEAD) -> State:
            played.add(far)
            return super().game(state, seed, number, far)

    monkeypatch.setattr("hexfire.bots.planner.Value", Watched)
    state = GAME.setup(scenario, {})
    greedy = GreedyBot()
    while not state.phase.is_movement:
        (seat,) = GAME.to_act(state)
        action = greedy.choose(look(GAME, state, seat))
        state, _ = GAME.apply(state, seat, action, Dice((), seeded(1)))
    (seat,) = GAME.to_act(state)
    few = HARD_WITH_FEW_UNITS._replace(plan=240, plans=4)
    many = HARD_WITH_MANY_UNITS._replace(plan=500, plans=4, early=500)
    player = Planner(1, effort=few if far == AHEAD else many)
    assert player.choose(look(GAME, state, seat)) in GAME.legal(state, seat)
    assert played == {far}


def test_with_many_units_choices_are_tried_out_for_the_rest_of_the_player_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """From the first combat on; who sets up would learn nothing from so short a game."""
    played: list[int] = []

    class Watched(Value):
        def game(self, state: State, seed: int, number: int, far: int = AHEAD) -> State:
            played.append(far)
            return super().game(state, seed, number, far)

    monkeypatch.setattr("hexfire.bots.planner.Value", Watched)
    state = GAME.setup("walcheren", {})
    quick, effort = GreedyBot(), HARD_WITH_MANY_UNITS._replace(early_choice=1000)
    thinker = Planner(1, effort=effort)
    choices = 0
    while choices < 5:
        (seat,) = GAME.to_act(state)
        seen = look(GAME, state, seat)
        played.clear()
        if state.pending is None and state.phase.is_movement:
            action = quick.choose(seen)
        else:
            action = thinker.choose(seen)
            choices += bool(played)
            assert set(played) <= ({SOON} if state.turn else set())
        state, _ = GAME.apply(state, seat, action, Dice((), seeded(1)))
    assert state.turn == 1
