"""Playing a position on with a quick hand for both sides: what a plan may lead to."""

from __future__ import annotations

from typing import Final

from hexfire.bots.greedy import decide, march
from hexfire.bots.judge import Judge
from hexfire.dice import Dice, Source
from hexfire.folio.actions import ROLL
from hexfire.folio.board import Memo, Position
from hexfire.folio.game import consequence
from hexfire.folio.legal import side_to_act
from hexfire.folio.state import Chance, Phase, Rolling, State

TO_THE_END: Final = 1 << 20
"""More player turns than any game has."""

REMEMBERED: Final = 8_000
"""Positions of which a judge remembers what it made of them."""


def playout(
    judges: tuple[Judge, Judge],
    memo: Memo,
    state: State,
    source: Source,
    turns: int = TO_THE_END,
) -> State:
    """Both sides play quickly, each by its judge, until so many player turns have begun.

    Games from one position begin alike, until the dice tell them apart: what a judge made of a
    position is remembered.
    """
    turn, player = state.turn, state.player
    while state.phase is not Phase.OVER:
        if another_turn(state, turn, player):
            turn, player = state.turn, state.player
            turns -= 1
            if not turns:
                break
        if isinstance(state.pending, Rolling | Chance):
            state = consequence(Position(memo, state), ROLL, Dice((), source))
            continue
        side = side_to_act(state)
        assert side is not None
        judge = judges[side]
        after = judge.played.get(state)
        if after is None:
            if len(judge.played) >= REMEMBERED:
                judge.played.clear()
            after = judge.played[state] = _played(judge, Position(memo, state), side)
        state = after
    return state


def another_turn(state: State, turn: int, player: int) -> bool:
    """Whether a player turn has begun that is not this player's in this game turn; setting up is
    one turn for both."""
    return state.turn != turn or (state.player != player and state.turn > 0)


def _played(judge: Judge, at: Position, side: int) -> State:
    """What a quick hand makes of a position where no die falls: a whole movement phase, or any
    other decision."""
    if at.state.pending is None and at.state.phase.is_movement:
        return walk(judge, at)
    return consequence(at, decide(judge, at, side), Dice())


def walk(judge: Judge, at: Position) -> State:
    """A whole movement phase, greedily."""
    state = at.state
    for action in march(judge, at, at.state.player):
        state = consequence(Position(at.memo, state), action, Dice())
    return state
