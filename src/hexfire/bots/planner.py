"""The searching bot: plans whole movement phases, looks at the enemy's answer, then at the end.

A movement phase is planned by `Search`, which climbs uphill on what `Outlook` says of a position.
When the rest of the game is short, the best plans found are also played out with dice: then what
counts is not the points expected but the game won. The best plan so far is always at hand.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from hexfire.bots.greedy import TEMPER, decide
from hexfire.bots.judge import Judge, Weights
from hexfire.bots.outlook import Outlook
from hexfire.bots.player import Look
from hexfire.bots.playout import playout
from hexfire.bots.search import Places, Search
from hexfire.dice import Dice, seeded
from hexfire.folio import victory
from hexfire.folio.actions import Action
from hexfire.folio.board import Memo, Position
from hexfire.folio.game import consequence
from hexfire.folio.scenario import Scenario
from hexfire.folio.state import Advancing, Losing, Retreating, State

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

SHORT = 150
"""A rest of the game with so many player turns times units is short enough to be played out."""

PRIOR = 0.4
"""What a point of the outlook counts beside games played out (a game won is 1)."""


class Planner:
    """Thinks over so many `tries` about each phase, at most for `seconds`.

    Without a clock the same seed gives the same game on any machine: the laboratory uses that.
    """

    def __init__(
        self,
        seed: int = 0,
        seconds: float | None = None,
        tries: int = 200,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._rng = random.Random(seed)
        self._seconds, self._tries, self._clock = seconds, tries, clock
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
        if ours and isinstance(at.state.pending, Advancing | Losing | Retreating):
            outlook = Outlook(minds.calm, minds.enemy, at, side)
            return max(look.legal, key=lambda a: outlook.after(consequence(at, a, Dice())))
        lapsing = ours and at.state.turn and at.scenario.turns[at.state.turn - 1].first != side
        return decide(minds.last_call if lapsing else minds.brisk, at, side)

    # -- movement ----------------------------------------------------------------------------

    def _march(self, minds: _Minds, at: Position, side: int) -> list[Action]:
        outlook = Outlook(minds.calm, minds.enemy, at, side)
        search = Search(at, side, minds.tempers, outlook, self._rng)
        # A unit more to think of makes every look at a position dearer.
        tries = self._tries * 10 // len(at.scenario.units)
        rest = _turns_left(at) * len(at.scenario.units)
        if rest > SHORT:
            search.climb(self._budget(tries, 1.0))
            return search.actions(search.best(1)[0])
        search.climb(self._budget(tries, 0.4))
        more = self._budget(4 * self._tries // rest, 0.6)
        return search.actions(self._played_out(minds.enemy, search, side, more))

    def _played_out(
        self, judge: Judge, search: Search, side: int, more: Callable[[], bool]
    ) -> Places:
        """The plan that wins most: all are tried, every four games the worse half is dropped."""
        field = {places: search.ended(places) for places in search.finalists()}
        # The outlook's opinion counts like some games: luck in a few must not outweigh it.
        totals = {places: PRIOR * search.value(places) for places in field}
        seed, games = self._rng.randrange(1 << 30), 0
        while len(field) > 1 and more():
            games += 1
            for places, state in field.items():
                # Every plan meets the same dice: their luck does not decide between them.
                totals[places] += _result(judge, search.memo, state, side, seed + games)
            if games % 4 == 0 and len(field) > 2:
                kept = sorted(field, key=lambda p: -totals[p])[: (len(field) + 1) // 2]
                field = {places: field[places] for places in kept}
        return max(field, key=lambda p: totals[p])

    def _budget(self, tries: int, share: float) -> Callable[[], bool]:
        """Says whether there is more to try: so many times, and while the clock allows it."""
        left = iter(range(tries))
        if self._seconds is None:
            return lambda: next(left, None) is not None
        end = self._clock() + self._seconds * share
        return lambda: self._clock() < end and next(left, None) is not None


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


def _result(judge: Judge, memo: Memo, state: State, side: int, seed: int) -> float:
    """One way it may end: won or lost, and a little for the points."""
    scenario = memo.scenario
    outcome = victory.outcome(scenario, playout(judge, memo, state, seeded(seed)))
    assert outcome is not None
    ours, theirs = scenario.seats[side], scenario.seats[1 - side]
    won = 0 if not outcome.winners else 1 if ours in outcome.winners else -1
    return won + 0.05 * (outcome.points[ours] - outcome.points[theirs])
