"""Whose decision is open, and in which form a side fires now."""

from __future__ import annotations

from hexfire.asl.battle.table.known import OPPONENT_DECIDES
from hexfire.asl.battle.table.pieces import NOT_SET_UP
from hexfire.asl.battle.table.scenario import Scenario
from hexfire.asl.battle.table.state import State
from hexfire.asl.sequence import Phase
from hexfire.play import Seat

TOGETHER = (Phase.RPH, Phase.RTPH, Phase.APH, Phase.CCPH)
"""Phases in which both sides act (by hand, where the chapters are not ours): each ends its part."""


def to_act(scenario: Scenario, state: State) -> tuple[Seat, ...]:
    """Who has something to decide now; nobody when the game is over."""
    clock, seats = state.clock, scenario.seats
    if clock.over or state.conceded:
        return ()
    if state.proposal is not None:
        return (scenario.other(state.proposal.seat),)
    if clock.phase is Phase.SETUP:
        waiting = [side for side in scenario.setup if side not in state.ready]
        return tuple(waiting[:1])
    if state.walls.undecided:
        piece = state.find(state.walls.undecided[0])
        if piece is not None:
            return (piece.side,)
    if state.bombards:
        return state.bombards[:1]
    for battery in state.batteries:
        if battery.state.node == OPPONENT_DECIDES:
            return (scenario.other(battery.side),)
    if state.declared:
        return (_answerer(scenario, state),)
    other = scenario.other(clock.phasing)
    if clock.phase is Phase.MPH:
        open_window = state.move is not None and state.move.open
        return (other if open_window else clock.phasing,)
    if clock.phase is Phase.DFPH:
        return (other,)
    if clock.phase in TOGETHER:
        return tuple(seat for seat in seats if seat not in state.done)
    return (clock.phasing,)


def _answerer(scenario: Scenario, state: State) -> Seat:
    """C2.2401: the side of who is aimed at by a declared shot."""
    weapon = state.declared.split()[1]
    firer = state.piece(weapon.split("+")[0].partition(".")[0])
    return scenario.other(firer.side)


def fire_phase(state: State, side: str) -> Phase | None:
    """C5, A3: in which of its forms a side may fire ordnance now; None if it may not."""
    clock = state.clock
    own = side == clock.phasing
    match clock.phase:
        case Phase.PFPH if own:
            return Phase.PFPH
        case Phase.MPH if own:
            return Phase.MPH
        case Phase.MPH:
            return Phase.DFF
        case Phase.DFPH if not own:
            return Phase.DFPH
        case Phase.AFPH if own:
            return Phase.AFPH
    return None


def unplaced(scenario: Scenario, state: State, side: str) -> tuple[str, ...]:
    """The pieces of a side that must still be set up: those with an area."""
    return tuple(
        piece.id
        for piece in state.pieces
        if piece.side == side
        and piece.place == NOT_SET_UP
        and (entry := scenario.entry(piece.id)) is not None
        and entry.area
    )
