"""A3: the phases of a Player Turn, and what the beginning and end of each does to the counters."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from hexfire.asl.battle.artillery import missions
from hexfire.asl.battle.fire.acquisitions import lost
from hexfire.asl.battle.fire.screens import thin_out
from hexfire.asl.battle.fire.spotting import idle, relieved
from hexfire.asl.battle.fire.weapons import services, with_service
from hexfire.asl.battle.table.events import Log
from hexfire.asl.battle.table.pieces import (
    AnyPiece,
    Drive,
    Dummy,
    Gait,
    Gun,
    Men,
    Service,
    Vehicle,
    Wrecked,
)
from hexfire.asl.battle.table.position import Position
from hexfire.asl.battle.table.state import Clock, State
from hexfire.asl.battle.table.walls import told
from hexfire.asl.effects.condition import Shock, recover
from hexfire.asl.fieldguns.state import Done
from hexfire.asl.gunnery.acquisition import Loss
from hexfire.asl.sequence import PHASES, Phase
from hexfire.asl.shots.shot import FireCounter
from hexfire.asl.walls.advantage import PhaseBegins
from hexfire.dice import Dice

_PREP = (FireCounter.PREP,)
_ALL_FIRE = (
    FireCounter.PREP,
    FireCounter.FIRST,
    FireCounter.FINAL,
    FireCounter.INTENSIVE,
    FireCounter.NO_FIRE,
)


def next_phase(at: Position, dice: Dice, log: Log) -> Position:
    """End the present phase and begin the next one, of the next Player Turn after the CCPh."""
    at = missions.phase_ends(_end(at, dice, log), log)
    clock = at.state.clock
    number = PHASES.index(clock.phase)
    if number + 1 < len(PHASES):
        at = _begin(at, replace(clock, phase=PHASES[number + 1]), log)
    else:
        at = _next_turn(at, log)
    return at if at.state.clock.over else missions.phase_begins(at, dice, log)


def _next_turn(at: Position, log: Log) -> Position:
    """A3.8: the other side's Player Turn; after the second one the next Game Turn."""
    clock, scenario = at.state.clock, at.scenario
    at = at.then(replace(_each(at.state, _end_of_player_turn), asked=()))
    other = scenario.other(clock.phasing)
    turn = clock.turn + (other == scenario.first)
    if turn > scenario.turns:
        log.say("A3.8", "last_turn", turn=clock.turn)
        return at.then(replace(at.state, clock=replace(clock, over=True)))
    return _begin(at, Clock(turn, other, PHASES[0]), log)


def _begin(at: Position, clock: Clock, log: Log) -> Position:
    """B9.322h and whatever else begins with a phase."""
    walls = told(at, PhaseBegins(clock.phase, clock.phasing), log)
    state = replace(at.state, clock=clock, walls=walls, done=(), move=None, moved=())
    if clock.phase is Phase.MPH:
        state = _each(state, lambda piece: _begin_mph(piece, clock.phasing))
        state = relieved(state, clock.phasing)
    if clock.phase is Phase.PFPH:
        state = thin_out(state, log)
    log.say(
        "A3",
        "phase",
        turn=clock.turn,
        side=clock.phasing,
        phase=f"@battle.phase.{clock.phase.value}",
        data={"phase": clock.phase.value},
    )
    return at.then(state)


def _begin_mph(piece: AnyPiece, phasing: str) -> AnyPiece:
    """D2.4: a vehicle in Motion has no Start MP to spend: it is on the move already."""
    if isinstance(piece, Vehicle) and piece.side == phasing and piece.drive is Drive.MOTION:
        return replace(piece, began_in_motion=True, drive=Drive.NON_STOPPED)
    return piece


def _end(at: Position, dice: Dice, log: Log) -> Position:
    """What the end of the present phase does."""
    clock = at.state.clock
    if clock.phase is Phase.AFPH:
        at = idle(at, dice, log)
    state = _each(at.state, _forgets)
    if clock.phase is Phase.PFPH:
        state = _each(state, _prep_fired)
    state = _each(state, lambda piece: _end_of_phase(piece, _stays_fixed(at, piece)))
    state = replace(state, fired=())
    if clock.phase is not Phase.MPH:
        state = _each(state, _end_of_fire_phase)
    match clock.phase:
        case Phase.RPH:
            return _recover(at.then(state), dice, log)
        case Phase.MPH:
            state = _each(state, lambda piece: _end_mph(piece, clock.phasing))
            state = replace(state, residual=())  # A8.2
        case Phase.DFPH:
            state = _each(state, lambda p: _unmarked(p, _ALL_FIRE, clock.phasing, own=False))
        case Phase.AFPH:
            state = _each(state, lambda p: _unmarked(p, _ALL_FIRE, clock.phasing, own=True))
    return at.then(state)


def _each(state: State, change: Any) -> State:
    return replace(state, pieces=tuple(change(piece) for piece in state.pieces))


def _prep_fired(piece: AnyPiece) -> AnyPiece:
    """R-A3.2, C2.24: what has fired in the PFPh is marked when it ends, though it kept its rate."""
    for service in services(piece):
        if service.shots and service.marker is FireCounter.NONE:
            piece = with_service(piece, replace(service, marker=FireCounter.PREP))
    return piece


def _end_of_phase(piece: AnyPiece, fixed: bool) -> AnyPiece:
    """C2.24, C5.11, C13.31: ROF, shots, a CA that fire has fixed and PF Checks are of one phase."""
    if isinstance(piece, Men) and (piece.pf_checks or piece.directs):
        piece = replace(piece, pf_checks=0, directs="")
    for service in services(piece):
        if service.shots or service.fired_here:
            kept = service.fired_here and fixed
            ended = replace(service, shots=0, smoke=0, shot_at_mp=None, fired_here=kept)
            piece = with_service(piece, ended)
    return piece


def _forgets(piece: AnyPiece) -> AnyPiece:
    """C6.5: a vehicle that has turned its arc in the phase, and did not fire, has lost its aim."""
    if isinstance(piece, Vehicle):
        for service in piece.services:
            if service.changed_ca:
                kept = service if service.shots else lost(service, Loss.CA_CHANGED_WITHOUT_FIRING)
                piece = piece.with_service(replace(kept, changed_ca=False))
    return piece


def _end_of_fire_phase(piece: AnyPiece) -> AnyPiece:
    """B9.53: what a Gun has done in a fire phase; First Fire and Final Fire are one."""
    if isinstance(piece, Gun) and (piece.service.changed_ca or piece.service.through_bocage):
        service = replace(piece.service, changed_ca=False, through_bocage=False)
        return replace(piece, service=service)
    return piece


def _stays_fixed(at: Position, piece: AnyPiece) -> bool:
    """C5.11: what a pinned firer fixed in the MPh stays fixed in the DFPh."""
    crew = at.crew(piece) if isinstance(piece, Gun) else None
    return crew is not None and crew.pinned and at.state.clock.phase is Phase.MPH


def _end_mph(piece: AnyPiece, phasing: str) -> AnyPiece:
    """D2.4: who has not stopped at the end of his MPh is in Motion."""
    if isinstance(piece, Vehicle) and piece.side == phasing and piece.drive is Drive.NON_STOPPED:
        return replace(piece, drive=Drive.MOTION)
    return piece


def _unmarked(
    piece: AnyPiece, markers: tuple[FireCounter, ...], phasing: str, *, own: bool
) -> AnyPiece:
    """A3.4, A3.5: the Defender's fire counters go after the DFPh, the Attacker's after the AFPh."""
    if (piece.side == phasing) is not own:
        return piece
    for service in services(piece):
        if service.marker in markers:
            piece = with_service(piece, replace(service, marker=FireCounter.NONE))
    if isinstance(piece, Men) and piece.marker in markers:
        piece = replace(piece, marker=FireCounter.NONE)
    if own and isinstance(piece, Men | Gun | Vehicle) and piece.opportunity:
        piece = replace(piece, opportunity=False)
    return piece


def _end_of_player_turn(piece: AnyPiece) -> AnyPiece:
    """A3.8, A7.8, C.8: pins, TI and what counts as having moved go with the Player Turn."""
    match piece:
        case Men():
            return replace(
                piece,
                pinned=False,
                ti=False,
                gait=Gait.STILL,
                hazardous=False,
                mf=0,
                double=False,
                spotted=(),
            )
        case Dummy():
            return replace(piece, gait=Gait.STILL, mf=0)
        case Gun():
            return _unturned(replace(piece, done=Done.NOTHING), piece.service)
        case Vehicle():
            for service in piece.services:
                piece = piece.with_service(replace(service, turned=None))
            return replace(piece, ti=False, entered=False, vbm=False, began_in_motion=False, mp=0)
        case _:
            return piece


def _unturned(gun: Gun, service: Service) -> Gun:
    return replace(gun, service=replace(service, turned=None)) if service.turned else gun


def _recover(at: Position, dice: Dice, log: Log) -> Position:
    """C7.42: the recovery dr of every shocked AFV at the end of the RPh."""
    state = at.state
    for piece in at.state.pieces:
        if not isinstance(piece, Vehicle) or piece.shock not in (Shock.SHOCK, Shock.UK):
            continue
        after = recover(dice, piece.shock)
        changed = replace(piece, shock=after)
        if after is Shock.WRECK:
            changed = replace(piece, shock=Shock.NONE, wreck=Wrecked.WRECK)
        log.say("C7.42", "recovery", id=piece.id, now=f"@battle.shock.{after.value}")
        state = state.put(changed)
    return at.then(state)
