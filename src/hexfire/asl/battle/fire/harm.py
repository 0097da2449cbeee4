"""What an attack did, carried out on the pieces: men, Guns, vehicles, wrecks, survivors."""

from __future__ import annotations

from msgspec.structs import replace

from hexfire.asl.antitank.panzerfaust import US_NUMBER
from hexfire.asl.battle.table.carriers import passengers, riders
from hexfire.asl.battle.table.events import Log
from hexfire.asl.battle.table.pieces import (
    GONE,
    AnyPiece,
    Drive,
    Dummy,
    Gun,
    Hull,
    Men,
    Spot,
    Support,
    Vehicle,
    Veil,
    Wrecked,
)
from hexfire.asl.battle.table.position import Position
from hexfire.asl.battle.table.state import State
from hexfire.asl.battle.table.walls import told
from hexfire.asl.counters import Leader, Squad, catalogue
from hexfire.asl.effects.breakdown import WeaponState
from hexfire.asl.effects.condition import CrewState, under_shock, under_stun
from hexfire.asl.effects.morale import Fall, morale_check, reduced
from hexfire.asl.gunnery.fire import Outcome
from hexfire.asl.shots.targets import (
    After,
    CrewFate,
    Effect,
    GunState,
    GunTarget,
    Personnel,
    Rank,
    VehicleAfter,
    personnel,
)
from hexfire.asl.tables.ift import Harm
from hexfire.asl.walls.advantage import Breaks, Leaves
from hexfire.rulebook import BadInput


def carry_out(at: Position, id: str, effect: After, log: Log) -> Position:
    """One target's fate; a target that is no piece (a place) has none."""
    piece = at.by_id.get(id)
    if piece is None:
        return at
    match effect:
        case Personnel():
            return hurt_men(at, id, effect, log) if isinstance(piece, Men) else at
        case GunTarget():
            return _gun(at, piece, effect, log)
        case VehicleAfter():
            return _vehicle(at, piece, effect, log)
        case _:
            # Only a «?» has no figures: what would have hurt men finds nobody there.
            exposed = isinstance(piece, Dummy) and effect.harm is not Harm.NONE
            if exposed:
                log.say("A12.14", "dummy_gone", id=id, reveals=True)
                return at.then(at.state.put(replace(piece, place=GONE, veil=Veil.KNOWN)))
            return at


def suffered(at: Position, outcome: Outcome, log: Log) -> Position:
    """C3.1: who is seen by an attack, and what became of each who was hit."""
    for name in outcome.shown:
        at = show(at, name, log)
    for struck, effect in zip(outcome.hits, outcome.effects, strict=False):
        at = carry_out(at, struck.name, effect, log)
    return at


def show(at: Position, id: str, log: Log) -> Position:
    """C6.57, A12.14: a piece loses its concealment or hiding; a Gun and its crew lose it together.

    A dummy that is found out goes (`carry_out`).
    """
    piece = at.by_id.get(id)
    if isinstance(piece, Dummy):
        return at
    gun = at.mans(piece) if isinstance(piece, Men) else piece
    crew = at.crew(gun) if isinstance(gun, Gun) else None
    for part in dict.fromkeys((piece, gun, crew)):
        if part is not None and part.veil is not Veil.KNOWN and part.on_board:
            log.say("C6.57", "revealed", id=part.id, reveals=True)
            at = at.changed(at.piece(part.id), veil=Veil.KNOWN)
    return at


def hurt_men(at: Position, id: str, after: Personnel, log: Log) -> Position:
    """A7.3, A10: eliminated, reduced, wounded, broken, pinned, as the effects say."""
    men = at.piece(id)
    assert isinstance(men, Men)
    if after.eliminated:
        log.say("A7.301", "eliminated", id=id, reveals=men.veil is not Veil.KNOWN)
        return at.then(_away(at, men, log))
    now = replace(
        men,
        broken=after.broken,
        dm=men.dm or (after.broken and not men.broken),
        pinned=after.pinned and not after.broken,
        wounded=after.wounded,
    )
    counter = catalogue()[men.counter]
    if after.rank is Rank.HS and isinstance(counter, Squad) and counter.kind == "squad":
        now = replace(now, counter=half_squad(counter).id, pf=min(now.pf, US_NUMBER[Rank.HS]))
        log.say("A7.302", "reduced", id=id)
    for rule, word, was, is_ in (
        ("A10.4", "broken", men.broken, now.broken),
        ("A7.8", "pinned", men.pinned, now.pinned),
        ("A17.2", "wounded", men.wounded, now.wounded),
    ):
        if is_ and not was:
            log.say(rule, word, id=id)
    state = at.state
    if now.broken and not men.broken:
        state = replace(state, walls=told(at, Breaks(id), log))
    at = at.then(state.put(now))
    return show(at, id, log) if now != men else at


def men_of(at: Position, men: Men) -> Personnel:
    """Men as an attack or a check meets them."""
    counter = at.counter(men)
    assert isinstance(counter, Squad | Leader)
    unit = personnel(counter, broken=men.broken)
    return replace(unit, pinned=men.pinned, wounded=men.wounded, name=men.id)


def nmc_of(men: Personnel, original: int, leadership: int = 0) -> Personnel:
    """A10.3, A10.31: what men are after a NMC whose DR is known: an Original 12 reduces as well."""
    after, fall = morale_check(men, original, leadership)
    return reduced(after) if fall is not Fall.NONE else after


def half_squad(squad: Squad) -> Squad:
    """A7.302: the half-squad that a squad is reduced to: of its nation, class and Morale Level."""
    halves = [
        c
        for c in catalogue()
        if isinstance(c, Squad)
        and c.kind == "hs"
        and (c.nation, c.morale) == (squad.nation, squad.morale)
    ]
    same = [half for half in halves if half.unit_class == squad.unit_class] or halves
    if not same:
        raise BadInput("battle.no_half_squad", name=squad.id)
    return min(same, key=lambda half: (abs(2 * half.fp - squad.fp), half.id))


def _away(at: Position, piece: AnyPiece, log: Log) -> State:
    """The state without a piece that is gone; B9.322a: its Wall Advantage goes with it."""
    state = at.state
    if any(unit.id == piece.id for unit in at.scene.situation.units):
        state = replace(state, walls=told(at, Leaves(piece.id), log))
    return _dropped(at, state, piece).put(replace(piece, place=GONE, veil=Veil.KNOWN))


def _dropped(at: Position, state: State, owner: AnyPiece) -> State:
    """A4.43: what he had or manned lies in his Location, nobody's."""
    spot = at.spot(owner)
    for piece in state.pieces:
        if isinstance(piece, Gun) and piece.by == owner.id:
            state = state.put(replace(piece, by=""))
        elif isinstance(piece, Support) and piece.by == owner.id and spot is not None:
            state = state.put(replace(piece, by="", place=Spot(spot.hex, spot.level)))
    return state


def _gun(at: Position, piece: AnyPiece, after: GunTarget, log: Log) -> Position:
    """C11.4, C11.6: the Gun's own fate, then that of who works it."""
    assert isinstance(piece, Gun)
    if after.state is GunState.MALFUNCTIONED:
        log.say("C11.6", "gun_malfunctioned", id=piece.id)
        broken = replace(piece.service, state=WeaponState.MALFUNCTIONED)
        at = at.changed(piece, service=broken)
    if after.crew is not None and piece.by:
        at = hurt_men(at, piece.by, after.crew, log)
    if after.state is GunState.DESTROYED:
        log.say("C11.4", "gun_destroyed", id=piece.id, reveals=piece.veil is not Veil.KNOWN)
        at = at.changed(at.piece(piece.id), place=GONE, veil=Veil.KNOWN, by="")
    return at


def _vehicle(at: Position, piece: AnyPiece, after: VehicleAfter, log: Log) -> Position:
    """C7.7: what became of a vehicle, its crew, and who was in or on it."""
    assert isinstance(piece, Vehicle)
    final = after.final
    word = {
        Effect.NONE: "unharmed",
        Effect.DUD: "dud",
        Effect.SHOCK: "shocked",
        Effect.STUN: "stunned",
        Effect.IMMOBILIZED: "immobilized",
        Effect.ELIMINATED: "wrecked",
        Effect.BURNING: "burning",
    }.get(final, "unharmed")
    # What leaves a concealed vehicle concealed is for its owner alone to hear (R-C6.57).
    quiet = word in ("unharmed", "dud") and piece.veil is not Veil.KNOWN
    log.say("C7.7", word, seats=(piece.side,) if quiet else None, id=piece.id)
    for men, fate in zip((*riders(at, piece), *passengers(at, piece)), after.aboard, strict=True):
        at = hurt_men(at, men.id, fate, log)
    changed = _struck(piece, final, after.crew)
    if final.destroyed:
        return _wrecked(at, piece, changed, after, log)
    return at.then(at.state.put(changed))


def _struck(vehicle: Vehicle, effect: Effect, crew: CrewFate) -> Vehicle:
    """C7.42, D5.34, D5.5: the state that an effect leaves a vehicle in."""
    match effect:
        case Effect.SHOCK:
            vehicle = _with_crew(vehicle, under_shock(_crew_of(vehicle)))
        case Effect.STUN:
            vehicle = _with_crew(vehicle, under_stun(_crew_of(vehicle)))
        case Effect.IMMOBILIZED:
            vehicle = replace(vehicle, hull=Hull.IMMOBILE, drive=Drive.STOPPED)
        case Effect.ELIMINATED:
            vehicle = replace(vehicle, wreck=Wrecked.WRECK, drive=Drive.STOPPED)
        case Effect.BURNING:
            vehicle = replace(vehicle, wreck=Wrecked.BURNING, drive=Drive.STOPPED)
    match crew:
        case CrewFate.STUNNED:
            vehicle = _with_crew(vehicle, under_stun(_crew_of(vehicle)))
        case CrewFate.RECALLED:
            stunned = under_stun(_crew_of(vehicle))
            vehicle = replace(_with_crew(vehicle, stunned), recalled=True)
        case CrewFate.ABANDONED:
            vehicle = replace(vehicle, abandoned=True)
    return vehicle


def _crew_of(vehicle: Vehicle) -> CrewState:
    return CrewState(
        ce=vehicle.ce,
        shock=vehicle.shock,
        stunned=vehicle.stunned,
        recalled=vehicle.recalled,
        non_stopped=vehicle.drive is not Drive.STOPPED,
    )


def _with_crew(vehicle: Vehicle, crew: CrewState) -> Vehicle:
    """A crew that cannot drive any more has stopped its vehicle (C7.42, D5.34)."""
    return replace(
        vehicle,
        ce=crew.ce,
        shock=crew.shock,
        stunned=crew.stunned,
        recalled=crew.recalled,
        drive=vehicle.drive if crew.non_stopped else Drive.STOPPED,
    )


def _wrecked(
    at: Position, before: Vehicle, wreck: Vehicle, after: VehicleAfter, log: Log
) -> Position:
    """D5.6, D6.9: the wreck lies in its hex; survivors stand beside it."""
    spot = at.spot(before)
    assert spot is not None
    state = at.state
    if any(unit.id == before.id for unit in at.scene.situation.units):
        state = replace(state, walls=told(at, Leaves(before.id), log))
    state = state.put(replace(wreck, veil=Veil.KNOWN, services=()))
    here = Spot(spot.hex, spot.level)
    for men in at.aboard(before):
        left = men.on_board and isinstance(state.piece(men.id), Men)
        state = state.put(replace(state.piece(men.id), place=here if left else GONE))
    if after.crew is CrewFate.SURVIVED:
        id = f"n{state.named + 1}"
        crew = Men(id=id, side=before.side, counter=vehicle_crew(at, before).id, place=here)
        state = replace(state.put(crew), named=state.named + 1)
        log.say("D5.6", "crew_survived", id=id, vehicle=before.id)
    elif before.crewed and after.crew is CrewFate.LOST:
        log.say("D5.6", "crew_lost", vehicle=before.id)
    return at.then(state)


def vehicle_crew(at: Position, vehicle: Vehicle) -> Squad:
    """D5.6: the crew counter of the side's nation that bails out."""
    nation = at.counter(vehicle).nation
    for counter in catalogue():
        crew = isinstance(counter, Squad) and counter.unit_class == "vehicle crew"
        if crew and counter.nation == nation:
            assert isinstance(counter, Squad)
            return counter
    raise BadInput("battle.no_crew_counter", nation=nation)
