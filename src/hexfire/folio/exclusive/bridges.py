"""Bridges: blown by order or at the enemy's approach, captured, built again.

A bridge is a road or trail across a hexside. While it is down there is neither, and what the side
itself costs is to be paid, if it can be crossed at all.
"""

from __future__ import annotations

from typing import Final

from hexfire.dice import Dice
from hexfire.folio.board import Memo, Position
from hexfire.folio.events import Log, say
from hexfire.folio.exclusive.declared import Bridge, Exclusive
from hexfire.folio.exclusive.regime import extra_of, remember
from hexfire.folio.state import Chance, Extra, State, replace
from hexfire.rulebook import Refusal

BRIDGE: Final = "bridge"
SURELY: Final = 6
"""A chance of six in six needs no roll."""


def at_first(rules: Exclusive) -> Extra:
    """The bridges that are down when the game begins."""
    return Extra(blown=sum(1 << i for i, bridge in enumerate(rules.bridges) if bridge.blown))


def _rules(at: Position) -> tuple[Bridge, ...]:
    rules = at.scenario.exclusive
    assert rules is not None
    return rules.bridges


def _at_end(at: Position, bridge: Bridge, side: int) -> list[int]:
    """The units of a side that stand at an end of a bridge."""
    units = [at.board.at[hex] for hex in bridge.hexes if hex in at.board.at]
    return [unit for unit in units if at.charts.sides[unit] == side]


def check_blow(at: Position, number: int) -> None:
    """Whether the current player may blow a bridge now."""
    bridge, extra, bit = _rules(at)[number], extra_of(at.state), 1 << number
    names = {"bridge": f"@bridge.{bridge.id}"}
    if bridge.blown_by != at.player or bridge.on_approach:
        raise Refusal(bridge.rule.id, "folio.bridge.not_yours", **names)
    if extra.blown & bit:
        raise Refusal(bridge.rule.id, "folio.bridge.down", **names)
    if extra.captured & bit:
        raise Refusal(bridge.rule.id, "folio.bridge.captured", **names)
    if extra.tried & bit:
        raise Refusal(bridge.rule.id, "folio.bridge.tried", **names)
    if bridge.guarded and not _at_end(at, bridge, at.player):
        raise Refusal(bridge.rule.id, "folio.bridge.unguarded", **names)


def blow(at: Position, number: int, log: Log) -> State:
    """The order to blow a bridge; unless it falls surely, a die decides."""
    bridge, extra = _rules(at)[number], extra_of(at.state)
    if bridge.chance >= SURELY:
        return _falls(at.memo, at.state, number, log)
    tried = replace(extra, tried=extra.tried | 1 << number)
    return replace(at.state, extra=tried, pending=Chance(BRIDGE, at.player, number))


def rolled(at: Position, state: State, number: int, dice: Dice, log: Log) -> State:
    """The die for a bridge."""
    bridge = _rules(at)[number]
    face = dice.dr(bridge.rule.id)
    if face <= bridge.chance:
        state = _falls(at.memo, state, number, log)
    else:
        say(log, bridge.rule.id, "bridge_stands", bridge=f"@bridge.{bridge.id}", roll=face)
    return after_action(at.memo, state, log)


def _falls(memo: Memo, state: State, number: int, log: Log) -> State:
    rules, extra = memo.scenario.exclusive, extra_of(state)
    assert rules is not None
    bridge = rules.bridges[number]
    say(log, bridge.rule.id, "bridge_blown", bridge=f"@bridge.{bridge.id}")
    building = tuple(pair for pair in extra.building if pair[0] != number)
    return remember(state, replace(extra, blown=extra.blown | 1 << number, building=building))


def after_action(memo: Memo, state: State, log: Log) -> State:
    """An enemy stands at a bridge: it is captured, or rolled for."""
    if state.pending is not None or state.combat is not None:
        return state
    at = Position(memo, state)
    for number, bridge in enumerate(_rules(at)):
        extra, bit = extra_of(state), 1 << number
        if bridge.blown_by is None or (extra.blown | extra.captured) & bit:
            continue
        if not _at_end(at, bridge, 1 - bridge.blown_by):
            continue
        if bridge.on_approach and not extra.tried & bit:
            state = remember(state, replace(extra, tried=extra.tried | bit))
            if bridge.chance < SURELY:
                return replace(state, pending=Chance(BRIDGE, bridge.blown_by, number))
            state = _falls(memo, state, number, log)
        elif bridge.capture:
            say(log, bridge.rule.id, "bridge_captured", bridge=f"@bridge.{bridge.id}")
            state = remember(state, replace(extra, captured=extra.captured | bit))
    return state


def check_build(at: Position, unit: int, number: int) -> None:
    """Whether a unit of the current player may begin to build a bridge."""
    bridge, extra = _rules(at)[number], extra_of(at.state)
    names = {"unit": at.charts.names[unit], "bridge": f"@bridge.{bridge.id}"}
    if not bridge.built_by >> unit & 1 or at.charts.sides[unit] != at.player:
        raise Refusal(bridge.rule.id, "folio.bridge.no_builder", **names)
    if not extra.blown >> number & 1:
        raise Refusal(bridge.rule.id, "folio.bridge.stands", **names)
    if any(at_work == number for at_work, _ in extra.building):
        raise Refusal(bridge.rule.id, "folio.bridge.at_work", **names)
    if at.places[unit] not in bridge.hexes:
        raise Refusal(bridge.rule.id, "folio.bridge.not_there", **names)
    if at.state.moved >> unit & 1:
        raise Refusal(bridge.rule.id, "folio.bridge.moved", **names)


def build(at: Position, unit: int, number: int, log: Log) -> State:
    """A unit begins to build, and does not move; the bridge is ready on its next player turn."""
    bridge, extra = _rules(at)[number], extra_of(at.state)
    say(
        log,
        bridge.rule.id,
        "bridge_begun",
        unit=at.charts.names[unit],
        bridge=f"@bridge.{bridge.id}",
    )
    building = (*extra.building, (number, unit))
    moved = at.state.moved | 1 << unit
    return replace(at.state, moved=moved, extra=replace(extra, building=building))


def finished(memo: Memo, state: State, log: Log) -> State:
    """A player turn begins: what its units were building stands, if they are still there."""
    extra, at = extra_of(state), Position(memo, state)
    for number, unit in extra.building:
        if at.charts.sides[unit] != state.player:
            continue
        bridge, extra = _rules(at)[number], extra_of(state)
        left = tuple(pair for pair in extra.building if pair[0] != number)
        blown = extra.blown
        if at.places[unit] in bridge.hexes:
            say(log, bridge.rule.id, "bridge_built", bridge=f"@bridge.{bridge.id}")
            blown &= ~(1 << number)
        state = remember(state, replace(extra, building=left, blown=blown))
    return state
