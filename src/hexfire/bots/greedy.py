"""The greedy bot: looks one step ahead, with exact odds, and takes what is best now."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterator
from typing import Final

from hexfire.bots.combat import counter, fight, support
from hexfire.bots.exclusive import sappers, wanted
from hexfire.bots.front import Front
from hexfire.bots.judge import Judge
from hexfire.bots.player import Look
from hexfire.bots.weights import TEMPERS, Weights
from hexfire.dice import Dice
from hexfire.folio import movement, sequence
from hexfire.folio.actions import Action, End, Enter, Leave, Move, Place, Roll
from hexfire.folio.board import Position
from hexfire.folio.game import consequence
from hexfire.folio.legal import menu_of
from hexfire.folio.state import Combat, Countering, Phase, Rolling, Slot
from hexfire.hexes import iterate

TEMPER = TEMPERS[0]
"""How the greedy bot weighs things."""

JUDGES_KEPT: Final = 8

ONES: Final = (1, 1)
"""More dice than these no chance on a march needs."""

Attackers = tuple[tuple[int, ...], float]
"""Units that can attack an enemy together, and what that is worth."""


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

    def left(action: Action) -> float:
        after = Position(at.memo, consequence(at, action, Dice()))
        return judge.standing(after, side)

    return max(menu, key=left)


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
        hexes = movement.destinations(at, unit)
        if not hexes:
            continue
        to = at.state.places[unit]
        worth = spots(judge, at, unit, front)
        best = worth(to, -math.inf) + 0.02
        for hex in iterate(hexes):
            value = worth(hex, best)
            if value > best:
                best, to = value, hex
        if to != at.state.places[unit]:
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
    places, front = at.state.places, judge.front(at, 1 - side)
    return sorted(movement.movers(at), key=lambda u: (front.nearest(places[u]), u))


def spot(judge: Judge, at: Position, unit: int, hex: int, front: Front) -> float:
    """What it is worth for a unit to stand in a hex: pull, ground, attacks it makes, danger."""
    return spots(judge, at, unit, front)(hex, -math.inf)


def spots(judge: Judge, at: Position, unit: int, front: Front) -> Callable[[int, float], float]:
    """The same for any hex: what does not change from hex to hex is looked up once.

    A hex that is not worth more than the second argument need not be judged exactly.
    """
    scenario, weights, state = at.scenario, judge.weights, at.state
    side = scenario.units[unit].side
    face = (unit, state.reduced >> unit & 1, state.holders)
    calm, peril = front.known(face)
    draw = judge.draw(at, side)
    strikes = scenario.strikes[scenario.units[unit].mobile]
    ours, enemies = at.board.masks[side], at.board.masks[1 - side]
    near = scenario.ground.grid.neighbour_mask
    others = _others(at, unit)
    without: dict[int, Attackers] = {}

    def value(hex: int, least: float) -> float:
        total = calm.get(hex)
        if total is None:
            total = judge.pull_of(at, unit, hex, draw, front) + judge.cover[hex]
            if hex in judge.objective_at:
                number, points = judge.objective_at[hex]
                held = state.holders[number] == side
                total += points * (weights.garrison if held else weights.objective)
            calm[hex] = total
        if strikes[hex] & enemies:
            total += opportunity(judge, at, unit, hex, others, without)
        if weights.danger and total > least:
            key = hex << 3 | (near[hex] & ~ours).bit_count()
            danger = peril.get(key)
            if danger is None:
                danger = judge.danger_of(at, unit, hex, front)
                peril[key] = danger = weights.danger * danger
            total -= danger
        return total

    return value


def opportunity(
    judge: Judge, at: Position, unit: int, hex: int, others: int, without: dict[int, Attackers]
) -> float:
    """What joining the best attack from this hex would add to it.

    `others` is where the other units of the side stand, with their zones of control; what they can
    do to an enemy without the unit is kept in `without`.
    """
    scenario, board = at.scenario, at.board
    side = scenario.units[unit].side
    targets = scenario.strikes[scenario.units[unit].mobile][hex] & board.masks[1 - side]
    zone = others | scenario.zones[side][hex] | 1 << hex
    best = 0.0
    while targets:
        low = targets & -targets
        targets ^= low
        place = low.bit_length() - 1
        target = board.at[place]
        known = without.get(place)
        if known is None:
            known = without[place] = _beside(judge, at, unit, target, place)
        beside, alone = known
        together = Combat(target, place, tuple(sorted((*beside, unit))))
        joined = judge.attack_from(at, together, unit, hex, zone)
        best = max(best, joined - alone)
    return best


def _beside(judge: Judge, at: Position, unit: int, target: int, place: int) -> Attackers:
    """Who else can attack an enemy, and what that is worth to them."""
    scenario, board, places = at.scenario, at.board, at.state.places
    side = scenario.units[unit].side
    able = [
        other
        for near in scenario.ground.grid.neighbours[place]
        if near in board.at
        for other in (board.stack(near) if at.charts.stacks else (board.at[near],))
        if other != unit
        and scenario.units[other].side == side
        and scenario.strikes[scenario.units[other].mobile][places[other]] >> place & 1
    ]
    beside = tuple(sorted(able[: scenario.attacker_limit - 1]))
    alone = judge.attack(at, Combat(target, place, beside)) if beside else 0.0
    return beside, max(alone, 0.0)


def _others(at: Position, unit: int) -> int:
    """Where the other units of its side stand, with their zones of control."""
    side = at.scenario.units[unit].side
    zones, places = at.scenario.zones[side], at.state.places
    hexes = 0
    for other in at.scenario.side_units[side]:
        hex = places[other]
        if hex >= 0 and other != unit:
            hexes |= zones[hex] | 1 << hex
    return hexes
