"""The searching bot: plans whole movement phases, looks at the enemy's answer, then at the end.

A movement phase is planned by `Search`, which climbs uphill on what `Outlook` says of a position.
When the rest of the game is short enough, the best plans, and the options of every other decision,
are played out with dice (`Trials`): then what counts is not the points expected but the game won.
The best so far is always at hand.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeVar

from hexfire.bots.combat import alternatives
from hexfire.bots.greedy import JUDGES_KEPT, decide
from hexfire.bots.judge import Judge
from hexfire.bots.outlook import Outlook
from hexfire.bots.player import Look
from hexfire.bots.playout import TO_THE_END
from hexfire.bots.search import Places, Search
from hexfire.bots.trials import Trials
from hexfire.bots.value import NEAR as NEAR_THE_END
from hexfire.bots.value import Value, length
from hexfire.bots.weights import TEMPERS, Weights
from hexfire.dice import Dice
from hexfire.folio.actions import Action
from hexfire.folio.board import Position
from hexfire.folio.game import consequence
from hexfire.folio.legal import menu_of
from hexfire.folio.scenario import Scenario
from hexfire.folio.state import Advancing, Losing, Retreating, State

T = TypeVar("T")

CALM = Weights(danger=1.0, friendly=1.0)
"""How the outlook weighs: what the enemy's answer takes counts in full."""

BRISK = Weights(danger=0.15, friendly=1.0)
"""How combats and markers are chosen."""

LAST_CALL = BRISK._replace(stingy=0.01, marker=0.03)
"""The same for markers that lapse at the end of this player turn: better used than lost."""

PRIOR = 0.4
"""What a point of the outlook counts beside games played out (a game won is 1)."""

FIRST = 1.0
"""What the option that would be chosen without trying has before the first game."""

PLANS, CHOICES = 48, 18
"""Fewer games than these would be luck: then movement plans (other choices) are not tried out.

Who tries more plans needs a game more for each of them.
"""

EACH = 7
"""Games for each plan of a field, so that every one can be played out for a whole round."""

NEAR = 5
"""Plans near the best that it meets in the end."""


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


FULL = Effort(100, 1500, 200, 20, rounds=2, glances=True)
"""All of a scenario of few units is tried out."""

LARGE = Effort(250, 6000, 800, 40, rounds=3)
"""In larger ones longer climbing, and the last turns only, for more plans."""

FEW = 32
"""Units that are few."""

SMALL = Effort(50, 300, 75)
"""Plays the last two game turns of a small scenario out, nothing else."""


class Planner:
    """Plans movement, and tries its decisions out when the game can be played to its end.

    Without `seconds` the amount of thinking is fixed, and the same seed gives the same game on any
    machine: the laboratory uses that. With it the planner thinks at most so long about a phase.
    """

    def __init__(
        self,
        seed: int = 0,
        seconds: float | None = None,
        effort: Effort = FULL,
        clock: Callable[[], float] = time.monotonic,
        large: Effort | None = None,
    ) -> None:
        self._rng = random.Random(seed)
        self._seconds, self._clock = seconds, clock
        self._effort = self._few = _timed(effort, seconds)
        self._many = self._few if large is None else _timed(large, seconds)
        self._judges: dict[str, _Judges] = {}
        self._plan: list[Action] = []

    def choose(self, look: Look) -> Action:
        at, side = look.position, look.side
        self._effort = self._few if len(at.scenario.units) <= FEW else self._many
        judges = self._judges.get(at.scenario.key)
        if judges is None:
            if len(self._judges) >= JUDGES_KEPT:
                self._judges.clear()
            judges = self._judges[at.scenario.key] = _Judges(at.scenario)
        if at.state.pending is None and at.state.phase.is_movement:
            if not self._plan or self._plan[0] not in look.legal:
                self._plan = self._march(judges, at, side)
            return self._plan.pop(0)
        if len(look.legal) == 1:
            return look.legal[0]
        ours = at.state.player == side
        lapsing = ours and at.state.turn and at.scenario.turns[at.state.turn - 1].first != side
        judge = judges.last_call if lapsing else judges.brisk
        first = self._first(judges, judge, at, side)
        games = self._effort.choice / self._cost(at)
        if games < CHOICES:
            return first
        options = dict.fromkeys((first, *alternatives(judge, at, look.legal)), 0.0)
        options[first] = FIRST
        states = {action: consequence(at, action, Dice()) for action in options}
        return self._tried(judges, at, side, states, options, self._budget(games, 0.2))

    def _first(self, judges: _Judges, judge: Judge, at: Position, side: int) -> Action:
        """What is chosen without trying."""
        ours = at.state.player == side
        if ours and isinstance(at.state.pending, Advancing | Losing | Retreating):
            outlook = Outlook(judges.calm, judges.enemy, at, side)
            menu = menu_of(at, side)
            return max(menu, key=lambda a: outlook.after(consequence(at, a, Dice())))
        return decide(judge, at, side)

    def _march(self, judges: _Judges, at: Position, side: int) -> list[Action]:
        outlook = Outlook(judges.calm, judges.enemy, at, side)
        search = Search(at, side, judges.tempers, outlook, self._rng)
        games = self._effort.plan / self._cost(at)
        tried = games >= PLANS + self._effort.plans
        # Fewer with more units: each is dearer, and climbing on trusts the outlook too far.
        steps = self._effort.climb * 10 / len(at.scenario.units)
        search.climb(self._budget(steps, 0.4 if tried else 1.0))
        (best,) = search.best(1)
        if tried:
            half = games / 2
            plans = search.finalists(min(self._effort.plans, int(half / EACH)))
            more = self._budget(half, 0.3)
            best = self._best_plan(judges, at, side, search, plans, more)
            rounds = max(1, min(self._effort.rounds, int(half / EACH / NEAR)))
            for _ in range(rounds):
                near = [best, *search.around(best, NEAR)]
                more = self._budget(half / rounds, 0.3 / rounds)
                best = self._best_plan(judges, at, side, search, near, more)
        return search.actions(best)

    def _best_plan(
        self,
        judges: _Judges,
        at: Position,
        side: int,
        search: Search,
        plans: list[Places],
        more: Callable[[], bool],
    ) -> Places:
        """The plan that wins most. The outlook's opinion counts like some games."""
        start = {places: PRIOR * search.value(places) for places in plans}
        states = {places: search.ended(places) for places in plans}
        return self._tried(judges, at, side, states, start, more)

    def _tried(
        self,
        judges: _Judges,
        at: Position,
        side: int,
        states: Mapping[T, State],
        start: Mapping[T, float],
        more: Callable[[], bool],
    ) -> T:
        if self._effort.glances:
            value = Value(at.memo, judges.tempers)
        else:
            value = Value(at.memo, judges.tempers[:1], TO_THE_END)
        trials = Trials(at.memo, side, value)
        return trials.best(states, start, self._rng.randrange(1 << 30), more)

    def _cost(self, at: Position) -> float:
        """What it costs to play a game on, in milliseconds or so."""
        near = NEAR_THE_END if self._effort.glances else TO_THE_END
        return length(at.scenario, at.state, near)

    def _budget(self, tries: float, share: float) -> Callable[[], bool]:
        """Says whether there is more to try: so many times, and while the clock allows it."""
        left = iter(range(int(tries)))
        if self._seconds is None:
            return lambda: next(left, None) is not None
        end = self._clock() + self._seconds * share
        return lambda: self._clock() < end and next(left, None) is not None


def _timed(effort: Effort, seconds: float | None) -> Effort:
    """The same with a clock: as much as can be played in that time."""
    if seconds is None:
        return effort
    plan, choice = seconds * 1000, seconds * 200
    if effort == SMALL:  # a lesser level thinks no more than without a clock
        plan, choice = min(plan, effort.plan), min(choice, effort.choice)
    return effort._replace(plan=plan, choice=choice)


class _Judges:
    """The judges of one scenario."""

    def __init__(self, scenario: Scenario) -> None:
        self.tempers = tuple(Judge(scenario, temper) for temper in TEMPERS)
        self.enemy = self.tempers[0]
        self.calm = Judge(scenario, CALM)
        self.brisk = Judge(scenario, BRISK)
        self.last_call = Judge(scenario, LAST_CALL)
