"""The searching bot: plans whole movement phases, looks at the enemy's answer, then at the end.

A movement phase is planned by `Search`, which climbs uphill on what `Outlook` says of a position.
When the rest of the game is short, the best plans found are also played out with dice: then what
counts is not the points expected but the game won. The best plan so far is always at hand.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from hexfire.bots.combat import proposals
from hexfire.bots.greedy import TEMPER, decide
from hexfire.bots.judge import Judge, Weights
from hexfire.bots.outlook import Outlook
from hexfire.bots.player import Look
from hexfire.bots.search import Places, Search
from hexfire.bots.trials import Trials
from hexfire.dice import Dice
from hexfire.folio.actions import Action, Decline, Support
from hexfire.folio.board import Position
from hexfire.folio.game import consequence
from hexfire.folio.legal import menu_of
from hexfire.folio.scenario import Scenario
from hexfire.folio.state import Advancing, Losing, Retreating, Slot

TEMPERS = (
    TEMPER,
    Weights(danger=0.0),
    Weights(danger=0.45),
    Weights(danger=0.3, pull=1.2),
)
"""From bold to careful: a greedy march in each of them is where the search begins."""

CALM = Weights(danger=1.0, friendly=1.0)
"""How the outlook weighs: what the enemy's answer takes counts in full."""

BRISK = Weights(danger=0.15, friendly=1.0)
"""How combats and markers are chosen."""

LAST_CALL = BRISK._replace(stingy=0.01, marker=0.03)
"""The same for markers that lapse at the end of this player turn: better used than lost."""

PRIOR = 0.4
"""What a point of the outlook counts beside games played out (a game won is 1)."""

SHORT = 200
"""A rest of the game with so many player turns times units is short enough to be played out."""


class Effort(NamedTuple):
    """How much a planner thinks."""

    climb: int
    """Steps of the search for a movement plan."""
    plan: int
    """Games played on to choose a plan, and for any other choice, in milliseconds or so."""
    choice: int


FULL = Effort(200, 1500, 300)


class Planner:
    """Plans movement, and tries every other decision out.

    Without `seconds` the amount of thinking is fixed, and the same seed gives the same game on any
    machine: the laboratory uses that. With it the planner thinks for so long about a phase.
    """

    def __init__(
        self,
        seed: int = 0,
        seconds: float | None = None,
        effort: Effort = FULL,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._rng = random.Random(seed)
        self._seconds, self._effort, self._clock = seconds, effort, clock
        self._minds: dict[str, _Minds] = {}
        self._plan: list[Action] = []

    def choose(self, look: Look) -> Action:
        at, side = look.position, look.side
        minds = self._minds.setdefault(at.scenario.key, _Minds(at.scenario))
        if at.state.pending is None and at.state.phase.is_movement:
            if not self._plan or self._plan[0] not in look.legal:
                self._plan = self._march(minds, at, side)
            return self._plan.pop(0)
        if len(look.legal) == 1:
            return look.legal[0]
        ours = at.state.player == side
        lapsing = ours and at.state.turn and at.scenario.turns[at.state.turn - 1].first != side
        judge = minds.last_call if lapsing else minds.brisk
        first = self._first(minds, judge, at, side)
        options = [first, *_others(judge, at, side, look.legal)]
        return self._tried(minds, at, side, list(dict.fromkeys(options)))

    def _first(self, minds: _Minds, judge: Judge, at: Position, side: int) -> Action:
        """What is chosen without trying."""
        ours = at.state.player == side
        if ours and isinstance(at.state.pending, Advancing | Losing | Retreating):
            outlook = Outlook(minds.calm, minds.enemy, at, side)
            menu = menu_of(at, side)
            return max(menu, key=lambda a: outlook.after(consequence(at, a, Dice())))
        return decide(judge, at, side)

    def _tried(self, minds: _Minds, at: Position, side: int, options: list[Action]) -> Action:
        """The option that does best when the game is played on from it."""
        if len(options) == 1:
            return options[0]
        trials = self._trials(minds, at, side)
        states = {action: consequence(at, action, Dice()) for action in options}
        start = dict.fromkeys(options, 0.0)
        start[options[0]] = FIRST
        more = self._budget(self._effort.choice / self._cost(at), 0.25)
        return trials.best(states, start, self._rng.randrange(1 << 30), more)

    def _trials(self, minds: _Minds, at: Position, side: int) -> Trials:
        return Trials(at.memo, side, (minds.enemy, minds.enemy), self._horizon(at))

    def _horizon(self, at: Position) -> int:
        left = _turns_left(at)
        return left if left * len(at.scenario.units) <= SHORT else 2

    def _cost(self, at: Position) -> float:
        """What playing on costs, in milliseconds or so."""
        return float(self._horizon(at) * len(at.scenario.units) ** 1.5 / 25)

    # -- movement ----------------------------------------------------------------------------

    def _march(self, minds: _Minds, at: Position, side: int) -> list[Action]:
        outlook = Outlook(minds.calm, minds.enemy, at, side)
        search = Search(at, side, minds.tempers, outlook, self._rng)
        # A unit more to think of makes every look at a position dearer.
        search.climb(self._budget(self._effort.climb * 10 // len(at.scenario.units), 0.4))
        trials = self._trials(minds, at, side)
        games = self._effort.plan / 2 / self._cost(at)
        # The outlook's opinion counts like some games: luck in a few must not outweigh it.
        best = self._best(trials, search, search.finalists(), games)
        best = self._best(trials, search, [best, *search.around(best, 5)], games)
        return search.actions(best)

    def _best(self, trials: Trials, search: Search, plans: list[Places], games: float) -> Places:
        states = {places: search.ended(places) for places in plans}
        start = {places: PRIOR * search.value(places) for places in plans}
        return trials.best(states, start, self._rng.randrange(1 << 30), self._budget(games, 0.3))

    def _budget(self, tries: float, share: float) -> Callable[[], bool]:
        """Says whether there is more to try: so many times, or while the clock allows it."""
        if self._seconds is None:
            left = iter(range(int(tries)))
            return lambda: next(left, None) is not None
        end = self._clock() + self._seconds * share
        return lambda: self._clock() < end


FIRST = 0.3
"""What the option that would be chosen without trying has before the first game."""


def _others(judge: Judge, at: Position, side: int, legal: Sequence[Action]) -> list[Action]:
    """What else is worth trying."""
    match at.state.pending:
        case None if at.state.phase.is_combat:
            return proposals(judge, at, 4)
        case Slot():
            plus = at.scenario.markers
            index = at.scenario.marker_index
            kinds = {
                plus[index[action.marker]].plus: action
                for action in legal
                if isinstance(action, Support)
            }
            return [Decline(), *kinds.values()]
        case _:
            return list(legal)[:12]


class _Minds:
    """The judges of one scenario."""

    def __init__(self, scenario: Scenario) -> None:
        self.tempers = tuple(Judge(scenario, temper) for temper in TEMPERS)
        self.enemy = self.tempers[0]
        self.calm = Judge(scenario, CALM)
        self.brisk = Judge(scenario, BRISK)
        self.last_call = Judge(scenario, LAST_CALL)


def _turns_left(at: Position) -> int:
    """Player turns to the end of the game, the present one included."""
    turns, state = at.scenario.turns, at.state
    second = state.player != turns[state.turn - 1].first
    return 2 * (len(turns) - state.turn) + (1 if second else 2)
