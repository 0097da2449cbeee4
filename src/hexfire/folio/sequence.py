"""F4.0a, F4.1: the sequence of play. Set-up, phases, player turns, game turns, the end."""

from __future__ import annotations

from typing import Final

from msgspec import UNSET

from hexfire.folio import combat, movement, support, victory
from hexfire.folio.board import Memo, Position
from hexfire.folio.events import Log, say
from hexfire.folio.exclusive import bridges, moments, orders
from hexfire.folio.phases import (
    COMBAT,
    MOBILE_COMBAT,
    MOBILE_MOVEMENT,
    MOVEMENT,
    NAMES,
    OVER,
    SETUP,
)
from hexfire.folio.scenario import Scenario
from hexfire.folio.state import WAITING, Phase, State, replace


def first_state(memo: Memo, log: Log) -> State:
    """F3.0a, F3.0c: units with one hex are placed; who has a choice places his own."""
    scenario = memo.scenario
    places = tuple(unit.setup[0] if len(unit.setup) == 1 else WAITING for unit in scenario.units)
    holders = tuple(
        -1 if objective.holder is None else objective.holder
        for objective in scenario.victory.objectives
    )
    state = State(scenario.key, 0, scenario.setup_first, SETUP, places, holders=holders)
    if scenario.exclusive is not None:
        state = replace(state, extra=bridges.at_first(scenario.exclusive))
    for unit, hex in enumerate(places):
        if hex >= 0:
            state = replace(state, holders=victory.holding(scenario, state, unit, hex))
    return go_on(memo, state, log)


def unplaced(scenario: Scenario, state: State) -> tuple[int, ...]:
    """F3.0c: the units that the player who is setting up still has to place."""
    return tuple(
        unit
        for unit in scenario.side_units[state.player]
        if state.places[unit] == WAITING and scenario.units[unit].setup
    )


def end_phase(memo: Memo, state: State, log: Log) -> State:
    """F4.1a: on to the next phase in which there is something to decide."""
    return go_on(memo, _next(memo, state, log), log)


def go_on(memo: Memo, state: State, log: Log) -> State:
    """Pass over phases in which the current player can do nothing."""
    while (
        state.phase is not OVER
        and state.pending is None
        and not _something_to_do(Position(memo, state))
    ):
        state = _next(memo, state, log)
    return state


def _something_to_do(at: Position) -> bool:
    phase = at.phase
    if phase is SETUP:
        return bool(unplaced(at.scenario, at.state))
    if phase is MOVEMENT or phase is MOBILE_MOVEMENT:
        return (
            movement.anybody(at)
            or any(movement.entries(at, u) for u in reinforcements(at))
            or (at.scenario.exclusive is not None and bool(orders.listed(at)))
        )
    return bool(support.barrage_targets(at) or combat.pairings(at, only_one=True))


def reinforcements(at: Position) -> tuple[int, ...]:
    """F4.1c, F3.0d: the current player's units on the track whose game turn has come."""
    if at.phase is not MOVEMENT:
        return ()
    late = at.charts.late_units[at.player]
    if not late:
        return ()
    arrivals, places, turn = at.charts.arrivals, at.places, at.state.turn
    back = at.charts.held_back
    return tuple(
        [u for u in late if places[u] == WAITING and arrivals[u] <= turn and not back >> u & 1]
    )


def _next(memo: Memo, state: State, log: Log) -> State:
    """F4.0a, F4.1a: what follows a phase: four of the first player, four of the second."""
    scenario, phase = memo.scenario, state.phase
    if phase is SETUP:
        if state.player == scenario.setup_first:
            return replace(state, player=1 - state.player)
        return _start_turn(memo, state, 1, log)
    if phase is not MOBILE_COMBAT:
        if scenario.exclusive is not None:
            state = moments.phase_ends(state)
        return _enter(scenario, state, _AFTER[phase], log)
    if state.player == scenario.turns[state.turn - 1].first:
        if scenario.exclusive is not None:
            state = moments.won(memo, state, moments.PLAYER_TURN, log)
            if state.phase is OVER:
                return state
        state = _start_player_turn(scenario, state, 1 - state.player, log)
        return moments.player_turn_begins(memo, state, log) if scenario.exclusive else state
    return _end_turn(memo, state, log)


def _enter(scenario: Scenario, state: State, phase: Phase, log: Log) -> State:
    """A new phase: what a unit did in the last combat phase no longer binds it (Q-CMB-1)."""
    side = scenario.seats[state.player]
    say(log, "F4.1a", "phase", side="@" + side, phase=_PHASES[phase])
    return replace(state, phase=phase, attacked=0, defended=0, barred=0, barrages=True, again=UNSET)


_AFTER: Final = {MOVEMENT: COMBAT, COMBAT: MOBILE_MOVEMENT, MOBILE_MOVEMENT: MOBILE_COMBAT}

_PHASES: Final = {phase: f"@folio.phase.{NAMES[phase]}" for phase in Phase}
"""The names of the phases, to be said in the reader's language."""


def _start_player_turn(scenario: Scenario, state: State, player: int, log: Log) -> State:
    fresh = replace(state, player=player, moved=0, fought=0)
    return _enter(scenario, fresh, MOVEMENT, log)


def _start_turn(memo: Memo, state: State, turn: int, log: Log) -> State:
    """F4.1i, F8.0b: a new game turn; both sides receive their markers anew."""
    memo = memo.base or memo  # what held until now is over
    scenario, hands = memo.scenario, memo.markers.get(turn)
    if hands is None:
        hands = memo.markers[turn] = support.received(scenario, turn)
    first = scenario.turns[turn - 1].first
    counts = [hand.bit_count() for hand in hands]
    say(
        log,
        "F8.0b",
        "turn",
        turn=turn,
        first=f"@{scenario.seats[first]}",
        markers=f"{counts[first]}/{counts[1 - first]}",
    )
    fresh = replace(state, turn=turn, hands=hands, barraged=(), shelled=0)
    state = _start_player_turn(scenario, fresh, first, log)
    return moments.turn_begins(memo, state, log) if scenario.exclusive else state


def _end_turn(memo: Memo, state: State, log: Log) -> State:
    """F4.1i, F4.0b, F3.0g: the end of a game turn, and of the game after the last one."""
    scenario = memo.scenario
    if scenario.exclusive is not None:
        state = moments.turn_ends(memo, state, log)
    way = victory.sudden(scenario, state)
    if way >= 0 or state.turn == len(scenario.turns):
        say(log, "F4.0b", "over", turn=state.turn)
        return replace(state, phase=OVER, ending=way, hands=(0, 0))
    return _start_turn(memo, state, state.turn + 1, log)
