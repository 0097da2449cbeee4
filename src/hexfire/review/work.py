"""The heavy part of a review, cut into jobs: games played out, and what else could have been done.

A job is plain data and says all that its result depends on, so that jobs may be done anywhere, in
any number at a time, and stopped between any two of them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import msgspec

from hexfire.bots.combat import alternatives
from hexfire.bots.greedy import decide
from hexfire.bots.judge import Judge
from hexfire.bots.outlook import Outlook
from hexfire.bots.planner import BRISK, CALM
from hexfire.bots.search import Search
from hexfire.bots.value import AHEAD, Results, Value, length
from hexfire.bots.weights import TEMPERS
from hexfire.dice import Dice
from hexfire.folio import Folio
from hexfire.folio.actions import Action
from hexfire.folio.board import Position
from hexfire.folio.game import consequence
from hexfire.folio.legal import side_to_act
from hexfire.folio.state import Phase, State
from hexfire.play import Header
from hexfire.rulebook import Refusal


class Scene(msgspec.Struct, frozen=True):
    """Which game the jobs are about: by which rules, which scenario."""

    rules: str
    scenario: Any
    options: dict[str, Any]

    @classmethod
    def of(cls, header: Header) -> Scene:
        return cls(header.rules, header.scenario, dict(header.options))


class Games(msgspec.Struct, frozen=True):
    """Play a position out: the games of these numbers, with the dice of a seed."""

    state: State
    seed: int
    first: int
    count: int
    far: int = AHEAD
    """For how many player turns, where the end is not near."""


class Glance(msgspec.Struct, frozen=True):
    """Say what the start of a player turn is worth at a glance, without playing on."""

    state: State


class Proposals(msgspec.Struct, frozen=True):
    """Say what a side could do in a position: at most so many ways."""

    state: State
    side: int
    seed: int
    most: int
    climb: int
    """Steps of the search for movement plans."""


class Way(msgspec.Struct, frozen=True):
    """One way to go on: the actions, and the position they lead to."""

    actions: tuple[Action, ...]
    after: State


Job = Games | Glance | Proposals
Done = Results | tuple[Way, ...]


class Desk:
    """Where the jobs of one game are done."""

    def __init__(self, scene: Scene, game: Folio | None = None) -> None:
        newest = game or Folio()
        self._game = newest if scene.rules == newest.version else newest.under(scene.rules)
        start = self._game.setup(scene.scenario, scene.options)
        self._memo = self._game.memo(start)
        scenario = self._memo.scenario
        self._tempers = tuple(Judge(scenario, temper) for temper in TEMPERS)
        self._brisk, self._calm = Judge(scenario, BRISK), Judge(scenario, CALM)
        self._value = Value(self._memo, self._tempers)

    def do(self, job: Job) -> Done:
        if isinstance(job, Games):
            numbers = range(job.first, job.first + job.count)
            return self._value.games(job.state, job.seed, numbers, job.far)
        if isinstance(job, Glance):
            return (self._value.worth(job.state),)
        return tuple(islice(self._ways(job), job.most))

    def length(self, job: Job) -> float:
        """How long a job is, in thousandths of a second or so; reckoned, not measured."""
        scenario = self._memo.scenario
        if isinstance(job, Games):
            return length(scenario, job.state, far=job.far) * job.count
        if isinstance(job, Glance):
            return 1.0
        return float(job.climb * len(scenario.units) ** 1.5 / 10 + 20)

    def _ways(self, job: Proposals) -> Iterator[Way]:
        """What could be done instead: different from each other in what they lead to."""
        at = Position(self._memo, job.state)
        known: set[State] = set()
        for actions in self._proposed(at, job):
            after = self._carried_out(job.state, actions)
            if after is not None and after not in known:
                known.add(after)
                yield Way(tuple(actions), after)

    def _proposed(self, at: Position, job: Proposals) -> Iterator[Sequence[Action]]:
        state = at.state
        if state.pending is None and state.phase.is_movement:
            yield from self._marches(at, job)
        elif state.pending is None and state.phase is Phase.SETUP:
            yield self._placed(at, job.side)
        else:
            yield (decide(self._brisk, at, job.side),)
            menu = self._game.menu(state, at.scenario.seats[job.side])
            for action in alternatives(self._brisk, at, menu):
                yield (action,)

    def _marches(self, at: Position, job: Proposals) -> Iterator[list[Action]]:
        outlook = Outlook(self._calm, self._tempers[0], at, job.side)
        search = Search(at, job.side, self._tempers, outlook, random.Random(job.seed))
        left = iter(range(job.climb))
        search.climb(lambda: next(left, None) is not None)
        for plan in search.finalists(job.most):
            yield search.actions(plan)

    def _placed(self, at: Position, side: int) -> list[Action]:
        """A side's whole set-up as the quick hand would do it."""
        placed: list[Action] = []
        while side_to_act(at.state) == side and at.state.phase is Phase.SETUP:
            action = decide(self._tempers[0], at, side)
            placed.append(action)
            at = Position(at.memo, consequence(at, action, Dice()))
        return placed

    def _carried_out(self, state: State, actions: Sequence[Action]) -> State | None:
        """The position after some actions; None if the rules do not allow one of them."""
        try:
            for action in actions:
                (seat,) = self._game.to_act(state)
                state, _ = self._game.apply(state, seat, action, Dice())
        except Refusal:
            return None
        return state
