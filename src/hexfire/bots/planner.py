"""The searching bot: plans whole movement phases, looks at the enemy's answer, then at the end.

A movement phase is planned by `Search`, which climbs uphill on what `Outlook` says of a position.
The best plans, and near the end the options of every other decision, are played on with dice
(`Trials`): to the end if it is near, then what counts is not the points expected but the game won;
else for a while, and a glance says what was reached. The best so far is always at hand.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from hexfire.bots.clock import Pace, TurnClock
from hexfire.bots.combat import alternatives
from hexfire.bots.greedy import JUDGES_KEPT, decide
from hexfire.bots.judge import Judge
from hexfire.bots.outlook import Outlook
from hexfire.bots.player import Look
from hexfire.bots.playout import TO_THE_END
from hexfire.bots.search import Places, Search
from hexfire.bots.trials import Trials
from hexfire.bots.value import AHEAD, NEAR, SOON, Value, length, length_of_a_turn
from hexfire.bots.weights import TEMPERS, Weights
from hexfire.dice import Dice
from hexfire.folio.actions import Action
from hexfire.folio.board import Position
from hexfire.folio.game import consequence
from hexfire.folio.legal import menu_of
from hexfire.folio.scenario import Scenario
from hexfire.folio.state import Advancing, Losing, Retreating

CALM = Weights(danger=1.0, friendly=1.0)
"""How the outlook weighs: what the enemy's answer takes counts in full."""

BRISK = Weights(danger=0.15, friendly=1.0)
"""How combats and markers are chosen."""

LAST_CALL = BRISK._replace(stingy=0.01, marker=0.03)
"""The same for markers that lapse at the end of this player turn: better used than lost."""

PRIOR = 0.4
"""What a point of the outlook counts beside games played out (a game won is 1)."""

FIRST, FIRST_EARLY = 1.0, 0.3
"""What the option that would be chosen without trying has before the first game, where games are
played to the end or for long, and where they end with the player turn."""

LEAST_FOR_PLANS, LEAST_FOR_CHOICES = 48, 18
"""Fewer games than these would be luck: then movement plans (other choices) are not tried out.

Who tries more plans needs a game more for each of them.
"""

EACH = 7
"""Games for each plan of a field, so that every one can be played out for a whole round."""

EARLY = 0
"""No end is near enough where games are played only for the rest of the player turn."""

NEIGHBOURS = 5
"""Plans near the best that it meets in the end."""

MARCH, CHOICE = 0.5, 0.1
"""What a movement plan, and any other choice, may take of the time left in a player turn."""


class Effort(NamedTuple):
    """How much a planner thinks."""

    climb: int
    """Steps of the search for a movement plan, for ten units."""
    plan: float
    """Playing movement plans out, in milliseconds or so."""
    choice: float
    """The same for any other choice."""
    plans: int = 0
    """How many plans are tried out, if there are games enough for them."""
    rounds: int = 1
    """How often the best of them then meets plans near it."""
    glances: bool = False
    """Whether games are played on where the end is far too, by several tempers; else only to the
    end, by one."""
    early: float = 0
    """Where the end is too far for that: playing movement plans on for the rest of the player turn,
    in milliseconds or so."""
    early_choice: float = 0
    """The same for any other choice."""


Efforts = Callable[[Scenario], Effort]
"""How much is thought about a scenario."""

NORMAL = Effort(50, 300, 75)
"""Plays the last two game turns of a small scenario out, nothing else."""

FEW = 32
"""Units that are few."""

HARD_WITH_FEW_UNITS = Effort(100, 6000, 700, 40, rounds=4, glances=True)
"""Everything is tried out."""

HARD_WITH_MANY_UNITS = Effort(100, 6000, 800, 40, rounds=3)
"""The last turns are, for more plans; before, only what the player turn leads to …"""

EARLY_GAMES = 6
"""… in so many games for every unit: the more units, the more plans there are …"""

EARLY_GAMES_FOR_A_CHOICE = 72
"""… and in so many for any other choice."""

HARD_WITH_EXCLUSIVE_RULES = HARD_WITH_MANY_UNITS._replace(climb=250)
"""A glance knows nothing of bridges, supply or replacements: what the outlook says is looked into
further, and choices are tried out in the last turns only."""


def hard(scenario: Scenario) -> Effort:
    """How much `hard` thinks."""
    units = len(scenario.units)
    if units <= FEW:
        return HARD_WITH_FEW_UNITS
    one_game = SOON * length_of_a_turn(scenario)
    early = EARLY_GAMES * units * one_game
    if scenario.exclusive is not None:
        return HARD_WITH_EXCLUSIVE_RULES._replace(early=early)
    choice = EARLY_GAMES_FOR_A_CHOICE * one_game
    return HARD_WITH_MANY_UNITS._replace(early=early, early_choice=choice)


class Planner:
    """Plans movement, and tries plans and other decisions out as far as its effort goes.

    Without `seconds` the amount of thinking is fixed, and the same seed gives the same game on any
    machine: the laboratory uses that. With it the planner thinks at most so long in a player turn.
    """

    def __init__(
        self,
        seed: int = 0,
        seconds: float | None = None,
        effort: Effort | Efforts = hard,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._rng = random.Random(seed)
        self._now = clock
        self._clock = None if seconds is None else TurnClock(seconds, clock)
        self._seconds: float | None = None
        """For the decision in hand."""
        self._pace = Pace()
        self._efforts: Efforts = (lambda _: effort) if isinstance(effort, Effort) else effort
        self._effort = NORMAL
        self._judges: dict[str, _Judges] = {}
        self._plan: list[Action] = []

    def allow(self, seconds: float) -> None:
        """From the next player turn on it may think so long, where it thinks by the clock."""
        if self._clock is not None:
            self._clock.seconds = seconds

    def choose(self, look: Look) -> Action:
        at = look.position
        marching = at.state.pending is None and at.state.phase.is_movement
        if marching and self._plan and self._plan[0] in look.legal:
            return self._plan.pop(0)
        if not marching and len(look.legal) == 1:
            return look.legal[0]
        if self._clock is None:
            return self._think(look, marching, None)
        turn = (at.state.turn, at.state.player)
        with self._clock.decision(turn, MARCH if marching else CHOICE) as seconds:
            return self._think(look, marching, seconds)

    def _think(self, look: Look, marching: bool, seconds: float | None) -> Action:
        """The first move of a plan, or any other choice; in so many seconds, if any are given."""
        at, side = look.position, look.side
        self._seconds = seconds
        self._effort = timed(self._efforts(at.scenario), seconds, self._pace)
        judges = self._judges.get(at.scenario.key)
        if judges is None:
            if len(self._judges) >= JUDGES_KEPT:
                self._judges.clear()
            judges = self._judges[at.scenario.key] = _Judges(at.scenario)
        if marching:
            self._plan = self._march(judges, at, side)
            return self._plan.pop(0)
        return self._choice(judges, look)

    def _choice(self, judges: _Judges, look: Look) -> Action:
        """Any decision but movement."""
        at, side = look.position, look.side
        ours = at.state.player == side
        lapsing = ours and at.state.turn and at.scenario.turns[at.state.turn - 1].first != side
        judge = judges.last_call if lapsing else judges.brisk
        first = self._first(judges, judge, at, side)
        effort = self._effort
        games, near, one_game = self._games_to_play(
            at, LEAST_FOR_CHOICES, effort.choice, effort.early_choice
        )
        if not games:
            return first
        options = dict.fromkeys((first, *alternatives(judge, at, look.legal)), 0.0)
        options[first] = FIRST_EARLY if near == EARLY else FIRST
        states = {action: consequence(at, action, Dice()) for action in options}
        trials = Trials(at.memo, side, self._value(judges, at, near), _far(near))
        with self._games(games, 1.0, one_game) as more:
            return trials.best(states, options, self._seed(), more)

    def _first(self, judges: _Judges, judge: Judge, at: Position, side: int) -> Action:
        """What is chosen without trying."""
        ours = at.state.player == side
        if ours and isinstance(at.state.pending, Advancing | Losing | Retreating):
            outlook = Outlook(judges.calm, judges.enemy, at, side)
            menu = menu_of(at, side)
            return max(menu, key=lambda a: outlook.after(consequence(at, a, Dice())))
        return decide(judge, at, side)

    def _march(self, judges: _Judges, at: Position, side: int) -> list[Action]:
        """A plan for the whole movement phase, as actions; up to a die, if one falls before."""
        outlook = Outlook(judges.calm, judges.enemy, at, side)
        search = Search(at, side, judges.tempers, outlook, self._rng)
        if search.waits:
            return search.actions(at.state.places)
        effort = self._effort
        games, near, one_game = self._games_to_play(
            at, LEAST_FOR_PLANS + effort.plans, effort.plan, effort.early
        )
        # Fewer with more units: each is dearer, and climbing on trusts the outlook too far.
        steps = effort.climb * 10 / len(at.scenario.units)
        search.climb(self._budget(steps, 0.4 if games else 1.0))
        (best,) = search.best(1)
        if games:
            contest = _Contest(at, side, search, self._value(judges, at, near), _far(near))
            half = games / 2
            plans = search.finalists(min(effort.plans, int(half / EACH)))
            with self._games(half, 0.3, one_game) as more:
                best = contest.winner(plans, self._seed(), more)
            rounds = max(1, min(effort.rounds, int(half / EACH / NEIGHBOURS)))
            for _ in range(rounds):
                neighbours = search.around(best, NEIGHBOURS)
                with self._games(half / rounds, 0.3 / rounds, one_game) as more:
                    best = contest.winner([best, *neighbours], self._seed(), more)
        return search.actions(best)

    def _games_to_play(
        self, at: Position, least: int, whole: float, early: float
    ) -> tuple[float, int, float]:
        """How many games are played to choose something, how near their end must be for them to be
        played to it (`EARLY` where they end with the player turn), and how long one takes.

        `whole` and `early` are the milliseconds or so for games of either kind; fewer than `least`
        are not worth playing. The places of a set-up cannot be told by so short a game.
        """
        near = self._near(at)
        one_game = length(at.scenario, at.state, near)
        games = whole / one_game
        if games >= least:
            return games, near, one_game
        one_game = length(at.scenario, at.state, near=EARLY, far=SOON)
        games = early / one_game if at.state.turn else 0
        return games if games >= least else 0, EARLY, one_game

    def _near(self, at: Position) -> int:
        """How near the end must be for games to be played to it.

        Who sets up looks to the end, however far it is: what a glance after a few turns says of
        the place of one unit among many is hardly more than luck.
        """
        return NEAR if self._effort.glances and at.state.turn else TO_THE_END

    def _value(self, judges: _Judges, at: Position, near: int) -> Value:
        """How games are played on: by one temper where nothing but the end counts."""
        one = near == TO_THE_END and not self._effort.glances
        return Value(at.memo, judges.tempers[:1] if one else judges.tempers, near)

    def _seed(self) -> int:
        return self._rng.randrange(1 << 30)

    def _budget(self, tries: float, share: float) -> Callable[[], bool]:
        """Says whether there is more to try: so many times, and while the clock allows it."""
        left = iter(range(int(tries)))
        if self._seconds is None:
            return lambda: next(left, None) is not None
        end = self._now() + self._seconds * share
        return lambda: self._now() < end and next(left, None) is not None

    @contextmanager
    def _games(self, games: float, share: float, one_game: float) -> Iterator[Callable[[], bool]]:
        """The same for games that are reckoned to take so long each; how long they took is noted.

        Without a clock nobody looks at one: the same seed gives the same game everywhere.
        """
        more = self._budget(games, share)
        if self._seconds is None:
            yield more
            return
        played = 0

        def counted() -> bool:
            nonlocal played
            going_on = more()
            played += going_on
            return going_on

        began = self._now()
        yield counted
        self._pace.note(played * one_game, (self._now() - began) * 1000)


def timed(effort: Effort, seconds: float | None, pace: Pace | None = None) -> Effort:
    """The same for a decision of so many seconds: as much as is reckoned for that time, and on a
    machine whose pace is better up to what is thought without a clock."""
    if seconds is None:
        return effort
    milliseconds = seconds * 1000
    if effort == NORMAL:  # a lesser level thinks no more than without a clock
        plan, choice = min(milliseconds, effort.plan), min(milliseconds, effort.choice)
        return effort._replace(plan=plan, choice=choice)
    possible = milliseconds if pace is None else pace.reckoned_for(milliseconds)

    def allowed(unhurried: float) -> float:
        return max(milliseconds, min(unhurried, possible))

    return effort._replace(
        plan=allowed(effort.plan),
        choice=allowed(effort.choice),
        early=allowed(effort.early) if effort.early else 0,
        early_choice=allowed(effort.early_choice) if effort.early_choice else 0,
    )


def _far(near: int) -> int:
    """For how many player turns games are played where the end is not that near."""
    return SOON if near == EARLY else AHEAD


class _Contest:
    """Plans of one movement phase against each other.

    Where games are played to their end, what the outlook says of a plan counts like one of them.
    Where a glance ends them it counts in every game, what its points are worth at a glance: it
    weighs what a glance overlooks, and the enemy's answer, should the games end before it.
    """

    def __init__(self, at: Position, side: int, search: Search, value: Value, far: int) -> None:
        self._search = search
        self._trials = Trials(at.memo, side, value, far)
        to_the_end = value.plays_to_the_end(at.state)
        self._start = PRIOR if to_the_end else 0.0
        self._opinion = 0.0 if to_the_end else 2 * value.point(at.state)  # from lost to won is 2

    def winner(self, plans: list[Places], seed: int, more: Callable[[], bool]) -> Places:
        """The plan that does best."""
        says = {places: self._search.value(places) for places in plans}
        return self._trials.best(
            {places: self._search.ended(places) for places in plans},
            {places: self._start * points for places, points in says.items()},
            seed,
            more,
            {places: self._opinion * points for places, points in says.items()},
        )


class _Judges:
    """The judges of one scenario."""

    def __init__(self, scenario: Scenario) -> None:
        self.tempers = tuple(Judge(scenario, temper) for temper in TEMPERS)
        self.enemy = self.tempers[0]
        self.calm = Judge(scenario, CALM)
        self.brisk = Judge(scenario, BRISK)
        self.last_call = Judge(scenario, LAST_CALL)
