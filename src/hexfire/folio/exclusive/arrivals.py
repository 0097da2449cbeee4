"""Reinforcements that come by a roll, or when something has happened."""

from __future__ import annotations

from hexfire.dice import Dice
from hexfire.folio import victory
from hexfire.folio.board import Position
from hexfire.folio.events import Log, say
from hexfire.folio.exclusive.declared import Arrival
from hexfire.folio.exclusive.regime import extra_of, remember
from hexfire.folio.scenario import Scenario
from hexfire.folio.state import LOST, State, replace

SURELY = 6


def due(scenario: Scenario, state: State) -> tuple[int, list[int]]:
    """When a game turn begins: the set of arrivals that have come true, and those to roll for."""
    assert scenario.exclusive is not None
    called, to_roll = extra_of(state).called, []
    for i, arrival in enumerate(scenario.exclusive.arrivals):
        if called >> i & 1 or state.turn < arrival.turn or not _met(scenario, state, arrival):
            continue
        if arrival.chance >= SURELY:
            called |= 1 << i
        else:
            to_roll.append(i)
    return called, to_roll


def _met(scenario: Scenario, state: State, arrival: Arrival) -> bool:
    if arrival.holds is not None and state.holders[arrival.holds[0]] != arrival.holds[1]:
        return False
    if arrival.lost is None:
        return True
    side, value = arrival.lost
    return victory.value_gone(scenario, state, side, LOST) >= value


def rolled(at: Position, state: State, number: int, dice: Dice, log: Log) -> State:
    """The die for an arrival."""
    rules = at.scenario.exclusive
    assert rules is not None
    arrival, extra = rules.arrivals[number], extra_of(state)
    face = dice.dr(arrival.rule.id)
    comes = face <= arrival.chance
    what = "arrival_comes" if comes else "arrival_waits"
    say(log, arrival.rule.id, what, why=f"@exclusive.{arrival.rule.id}", roll=face)
    return remember(state, replace(extra, called=extra.called | 1 << number)) if comes else state
