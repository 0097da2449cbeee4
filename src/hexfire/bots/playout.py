"""Playing a position on with a quick hand for both sides: what a plan may lead to."""

from __future__ import annotations

from typing import Final

from hexfire.bots.greedy import decide, march
from hexfire.bots.judge import Judge
from hexfire.dice import Dice, Source
from hexfire.folio.board import Memo, Position
from hexfire.folio.game import consequence
from hexfire.folio.legal import side_to_act
from hexfire.folio.state import Phase, State

TO_THE_END: Final = 1 << 20
"""More player turns than any game has."""


def playout(
    judges: tuple[Judge, Judge],
    memo: Memo,
    state: State,
    source: Source,
    turns: int = TO_THE_END,
) -> State:
    """Both sides play quickly, each by its judge, until so many player turns have begun."""
    turn, player = state.turn, state.player
    while state.phase is not Phase.OVER:
        if state.turn != turn or (state.player != player and state.turn):
            turn, player = state.turn, state.player
            turns -= 1
            if not turns:
                break
        at = Position(memo, state)
        if state.pending is None and state.phase.is_movement:
            state = walk(judges[state.player], at)
        else:
            side = side_to_act(state)
            assert side is not None
            state = consequence(at, decide(judges[side], at, side), Dice((), source))
    return state


def walk(judge: Judge, at: Position) -> State:
    """A whole movement phase, greedily."""
    state = at.state
    for action in march(judge, at, at.state.player):
        state = consequence(Position(at.memo, state), action, Dice())
    return state
