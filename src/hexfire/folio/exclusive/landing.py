"""How reinforcements enter: from the air with drift, or on the march, moving on at once."""

from __future__ import annotations

from typing import Final

from hexfire.dice import Dice
from hexfire.folio import resolution
from hexfire.folio.board import Position
from hexfire.folio.events import Log, say
from hexfire.folio.exclusive.declared import Exclusive, Landing
from hexfire.folio.exclusive.regime import extra_of, remember
from hexfire.folio.scenario import ROAD_COST, TRAIL_COST
from hexfire.folio.stacking import room
from hexfire.folio.state import LOST, Chance, State, replace

LANDING: Final = "landing"


def _rules(at: Position) -> Exclusive:
    rules = at.scenario.exclusive
    assert rules is not None
    return rules


def enter(at: Position, unit: int, hex: int, log: Log) -> State:
    """F4.1c: a reinforcement comes, as the exclusive rules have it."""
    rules, extra, name, bit = _rules(at), extra_of(at.state), at.charts.names[unit], 1 << unit
    if rules.landing is not None and rules.landing.units & bit:
        say(log, rules.landing.rule.id, "jumps", unit=name, hex=at.label(hex))
        in_the_air = replace(extra, landing=(unit, hex))
        return replace(at.state, extra=in_the_air, pending=Chance(LANDING, at.player, unit))
    say(log, "F4.1c", "entered", unit=name, hex=at.label(hex))
    if rules.entering is None or not rules.entering.units & bit:
        return resolution.put(at.memo, at.state, unit, hex, bit)
    spent = _entry_cost(at, unit, hex) if rules.entering.pays else 0
    state = remember(at.state, replace(extra, spent=(*extra.spent, (unit, spent))))
    return resolution.put(at.memo, state, unit, hex)


def _entry_cost(at: Position, unit: int, hex: int) -> int:
    """F5.2: what it costs to enter a hex from beyond the edge: by the road or trail in it."""
    ground = at.scenario.ground
    near = ground.grid.neighbours[hex]
    if any((hex, to) in ground.roads for to in near):
        return ROAD_COST
    if any((hex, to) in ground.trails for to in near):
        return TRAIL_COST
    cost = at.scenario.terrains[ground.terrain[hex]].costs[at.charts.mobile[unit]]
    return 0 if cost is None else cost


def come_down(at: Position, state: State, dice: Dice, log: Log) -> State:
    """A unit lands where the wind takes it; it does not move on this turn."""
    rules, extra = _rules(at).landing, extra_of(state)
    assert rules is not None
    (unit, aim), name = extra.landing, at.charts.names[extra.landing[0]]
    state = remember(state, replace(extra, landing=(-1, -1)))
    hexes = rules.drift[dice.dr(rules.rule.id) - 1]
    direction = dice.dr(rules.rule.id) - 1 if hexes else 0
    hex = _drifted(at, unit, aim, hexes, direction) if hexes else aim
    if hex is None or not _lands(at, unit, hex):
        say(log, rules.rule.id, "lost_in_the_air", unit=name, drift=hexes)
        return resolution.put(at.memo, state, unit, LOST, 1 << unit)
    say(log, rules.rule.id, "lands", unit=name, hex=at.label(hex), drift=hexes)
    state = resolution.put(at.memo, state, unit, hex, 1 << unit)
    return _hard_landing(at, state, rules, unit, hex, log)


def _drifted(at: Position, unit: int, aim: int, hexes: int, direction: int) -> int | None:
    """Some hexes on in a direction, and past friends who fill the last; None: off the map."""
    adjacent, hex = at.scenario.ground.grid.adjacent, aim
    while hexes > 0 or (at.board.masks[at.player] >> hex & 1 and not room(at, unit, hex)):
        to = adjacent[hex][direction]
        if to is None:
            return None
        hex, hexes = to, hexes - 1
    return hex


def _lands(at: Position, unit: int, hex: int) -> bool:
    """Nobody lands among enemies, in the sea, or where the unit could never go."""
    terrain = at.scenario.terrains[at.scenario.ground.terrain[hex]]
    if terrain.sea or at.board.masks[1 - at.player] >> hex & 1:
        return False
    near = at.scenario.ground.grid.neighbours[hex]
    ways = at.scenario.ways[at.charts.mobile[unit]]
    return terrain.costs[at.charts.mobile[unit]] is not None or any(
        ways[to] >> hex & 1 for to in near
    )


def _hard_landing(
    at: Position, state: State, rules: Landing, unit: int, hex: int, log: Log
) -> State:
    if at.scenario.ground.terrain[hex] not in rules.rough:
        return state
    return resolution.reduce(at.memo, state, unit, rules.rule.id, log)
