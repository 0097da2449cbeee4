"""Playing a position on with a quick hand for both sides: what a plan may lead to."""

from __future__ import annotations

from hexfire.bots.greedy import decide, march
from hexfire.bots.judge import Judge
from hexfire.dice import Dice, Source
from hexfire.folio.board import Memo, Position
from hexfire.folio.game import consequence
from hexfire.folio.legal import side_to_act
from hexfire.folio.state import Phase, State


def playout(judge: Judge, memo: Memo, state: State, source: Source) -> State:
    """Both sides play greedily to the end of the game."""
    while state.phase is not Phase.OVER:
        at = Position(memo, state)
        if state.pending is None and state.phase.is_movement:
            state = walk(judge, at)
        else:
            side = side_to_act(state)
            assert side is not None
            state = consequence(at, decide(judge, at, side), Dice((), source))
    return state


def walk(judge: Judge, at: Position) -> State:
    """A whole movement phase, greedily."""
    state = at.state
    for action in march(judge, at, at.state.player):
        state = consequence(Position(at.memo, state), action, Dice())
    return state
