"""The greedy bot: looks one step ahead, with exact odds, and takes what is best now."""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator
from typing import Final

from hexfire.bots.combat import counter, fight, support
from hexfire.bots.exclusive import sappers, wanted
from hexfire.bots.judge import Judge
from hexfire.bots.player import Look
from hexfire.bots.spots import Spots, spot
from hexfire.bots.weights import TEMPERS, Weights
from hexfire.dice import Dice
from hexfire.folio import movement, sequence
from hexfire.folio.actions import Action, End, Enter, Leave, Move, Place, Roll
from hexfire.folio.board import Position
from hexfire.folio.game import consequence
from hexfire.folio.legal import menu_of
from hexfire.folio.state import Countering, Phase, Rolling, Slot
from hexfire.hexes import iterate

TEMPER = TEMPERS[0]
"""How the greedy bot weighs things."""

JUDGES_KEPT: Final = 8

ONES: Final = (1, 1)
"""More dice than these no chance on a march needs."""


class GreedyBot:
    """One unit after the other to its best hex, one attack after the other while they pay."""

    def __init__(self, weights: Weights | None = None) -> None:
        self.weights = weights or TEMPER
        self._judges: dict[str, Judge] = {}
        self._plan: list[Action] = []

    def judge(self, at: Position) -> Judge:
        key = at.scenario.key
        if key not in self._judges:
            if len(self._judges) >= JUDGES_KEPT:  # exclusive rules make new numbers every turn
                self._judges.clear()
            self._judges[key] = Judge(at.scenario, self.weights)
        return self._judges[key]

    def choose(self, look: Look) -> Action:
        at = look.position
        if at.state.pending is None and at.state.phase.is_movement:
            return self._march(look)
        return decide(self.judge(at), at, look.side)

    def _march(self, look: Look) -> Action:
        """The next move of the plan; made anew when it is used up or no longer fits."""
        if not self._plan or self._plan[0] not in look.legal:
            self._plan = list(march(self.judge(look.position), look.position, look.side))
        return self._plan.pop(0)


def decide(judge: Judge, at: Position, side: int) -> Action:
    """Any decision but movement, taken for what it gives at once."""
    match at.state.pending:
        case Slot():
            return support(judge, at, side)
        case Countering():
            return counter(judge, at, side)
        case Rolling():
            return Roll()
        case None if at.state.phase is Phase.SETUP:
            return _best_place(judge, at, side)
        case None:
            return fight(judge, at)
        case _:
            return _best_answer(judge, at, side)


def _best_answer(judge: Judge, at: Position, side: int) -> Action:
    """Retreat, hold, displace, lose, advance: whatever leaves the better position."""
    menu = menu_of(at, side)
    if len(menu) == 1:
        return menu[0]

    best, most = menu[0], -math.inf
    for action in menu:
        left = judge.standing(Position(at.memo, consequence(at, action, Dice())), side)
        if left > most:
            best, most = action, left
    return best


def _best_place(judge: Judge, at: Position, side: int) -> Action:
    """F3.0c: set-up, unit by unit: near what matters, in good ground, not exposed."""
    front = judge.front(at, 1 - side)
    index, hexes = at.scenario.unit_index, at.scenario.hex_index

    def value(action: Action) -> float:
        if not isinstance(action, Place):
            return -1e9
        return spot(judge, at, index[action.unit], hexes[action.to], front)

    return max(menu_of(at, side), key=value)


# -- movement -------------------------------------------------------------------------------------


def march(judge: Judge, at: Position, side: int) -> Iterator[Action]:
    """A whole movement phase: the opening, then unit by unit to the best hex, and the end; or up to
    the first die that must fall."""
    at = yield from opening(judge, at, side)
    if at.state.pending is not None:
        return
    front = judge.front(at, 1 - side)
    for unit in marching_order(judge, at, side):
        hexes = movement.ends(at, unit)
        if not hexes:
            continue
        to = at.places[unit]
        spots = Spots(judge, at, unit, front)
        best = spots.worth(to, -math.inf) + 0.02
        for hex in hexes:
            value = spots.worth(hex, best)
            if value > best:
                best, to = value, hex
        if to != at.places[unit]:
            move = Move(at.scenario.units[unit].id, at.label(to))
            yield move
            at = Position(at.memo, consequence(at, move, Dice()))
            if at.state.pending is not None:  # a bridge, perhaps, is to be blown
                return
    yield End()


def walked(judge: Judge, at: Position) -> Position:
    """Where a march leads, the phase not yet ended.

    Dice on the way show a one: a bridge falls if it can, who jumps lands about where he wanted.
    """
    side, ended = at.state.player, False
    while not ended:
        for action in march(judge, at, side):
            ended = isinstance(action, End)
            if not ended:
                at = Position(at.memo, consequence(at, action, Dice()))
        if at.state.pending is not None:
            at = Position(at.memo, consequence(at, Roll(), Dice(ONES)))
    return at


def opening(judge: Judge, at: Position, side: int) -> Generator[Action, None, Position]:
    """What comes before the march: orders, exits, arrivals, sappers to their bridges.

    Ends with the position reached, or before a die, which comes first.
    """
    for order in wanted(at) if at.scenario.exclusive is not None else ():
        yield order
        at = Position(at.memo, consequence(at, order, Dice()))
        if at.state.pending is not None:
            return at
    if at.scenario.victory.exits[side]:
        for unit in movement.movers(at):
            if movement.exits(at, unit):
                action = Leave(at.scenario.units[unit].id)
                yield action
                at = Position(at.memo, consequence(at, action, Dice()))
    front = judge.front(at, 1 - side)
    for unit in sequence.reinforcements(at):
        entries = list(iterate(movement.entries(at, unit)))
        if entries:
            to = max(entries, key=lambda hex: spot(judge, at, unit, hex, front))
            entry = Enter(at.scenario.units[unit].id, at.label(to))
            yield entry
            at = Position(at.memo, consequence(at, entry, Dice()))
            if at.state.pending is not None:  # it jumps: the die says where it lands
                return at
    for unit, hex in sappers(at) if at.scenario.exclusive is not None else ():
        if not movement.may_end(at, unit, hex):
            continue
        move = Move(at.scenario.units[unit].id, at.label(hex))
        yield move
        at = Position(at.memo, consequence(at, move, Dice()))
        if at.state.pending is not None:
            return at
    return at


def marching_order(judge: Judge, at: Position, side: int) -> list[int]:
    """Those who can still move, nearest to the enemy first."""
    places, front = at.places, judge.front(at, 1 - side)
    return sorted(movement.movers(at), key=lambda u: (front.nearest(places[u]), u))
