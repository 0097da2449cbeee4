"""One game between bots, and what is worth knowing of it afterwards."""

from __future__ import annotations

from typing import Any

import msgspec

from hexfire.bots import look, make
from hexfire.bots.planner import FEW
from hexfire.dice import Dice, seeded
from hexfire.folio import Folio, State
from hexfire.folio.state import LOST, Chance, Rolling
from hexfire.folio.victory import score, value_gone
from hexfire.lab.luck import Judged, Luck
from hexfire.lab.maps import named

QUICK_GAMES = {"hard": 12}
"""By so many quick games the luck of a game with few units is judged if a level takes part that
thinks for long: beside its thinking they cost nothing, and about half as many games tell as much.
With many units they told no more than a glance."""


class Job(msgspec.Struct, frozen=True):
    """A game to be played: everything its result depends on."""

    scenario: str | dict[str, str]
    bots: tuple[str, str]
    seed: int
    options: dict[str, Any] = {}


class TurnEnd(msgspec.Struct, frozen=True):
    """How things stood at the end of a game turn."""

    turn: int
    points: tuple[int, int]
    lost: tuple[int, int]
    holders: tuple[int, ...] = ()
    """For each objective the side that held it, -1 for neither."""


class Record(msgspec.Struct, frozen=True):
    """A game that was played."""

    seed: int
    winner: int | None
    points: tuple[int, int]
    turns: tuple[TurnEnd, ...]
    holders: tuple[int, ...]
    actions: int
    luck: Judged = (0.0, 0.0)
    """What the dice did for the first side: to its chances, and to its lead."""

    @property
    def margin(self) -> int:
        return self.points[0] - self.points[1]

    @property
    def decided(self) -> int:
        """The game turn from whose end on the later winner was never behind or level again."""
        if self.winner is None:
            return len(self.turns)
        sign = 1 if self.winner == 0 else -1
        since = len(self.turns)
        for end in reversed(self.turns):
            if (end.points[0] - end.points[1]) * sign <= 0:
                break
            since = end.turn
        return since


def play(job: Job) -> Record:
    """Play a game. The same job gives the same record, wherever it is run."""
    game = Folio()
    texts = named(job.scenario) if isinstance(job.scenario, str) else job.scenario
    state = game.setup(texts, job.options)
    scenario = game.scenario(state)
    bots = [make(level, job.seed * 2 + side) for side, level in enumerate(job.bots)]
    few = len(scenario.units) <= FEW
    closely = max(QUICK_GAMES.get(level, 0) for level in job.bots) if few else 0
    source, luck = seeded(job.seed), Luck(game.memo(state), closely)
    turns: list[TurnEnd] = []
    actions = 0
    while (outcome := game.outcome(state)) is None:
        (seat,) = game.to_act(state)
        side = scenario.seats.index(seat)
        action = bots[side].choose(look(game, state, seat))
        before = state
        state, _ = game.apply(state, seat, action, Dice((), source))
        actions += 1
        if isinstance(before.pending, Rolling | Chance):
            luck.rolled(before, state)
        if state.turn != before.turn and before.turn:
            turns.append(_turn_end(game, state, before.turn))
    turns.append(_turn_end(game, state, state.turn))
    winner = scenario.seats.index(outcome.winners[0]) if outcome.winners else None
    points = (outcome.points[scenario.seats[0]], outcome.points[scenario.seats[1]])
    return Record(job.seed, winner, points, tuple(turns), state.holders, actions, luck.sums)


def _turn_end(game: Folio, state: State, turn: int) -> TurnEnd:
    scenario = game.scenario(state)
    points = (score(scenario, state, 0).total, score(scenario, state, 1).total)
    lost = (value_gone(scenario, state, 0, LOST), value_gone(scenario, state, 1, LOST))
    return TurnEnd(turn, points, lost, state.holders)
