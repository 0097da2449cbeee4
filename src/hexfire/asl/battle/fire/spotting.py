"""C9.3, C9.31 on the table: who looks for a mortar that cannot see its target itself."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from msgspec.structs import replace

from hexfire.asl.battle.fire.hands import check_use
from hexfire.asl.battle.fire.targets import aimed
from hexfire.asl.battle.fire.weapons import Arm, armed, is_mortar, with_service
from hexfire.asl.battle.orders import actions as act
from hexfire.asl.battle.table.events import Log
from hexfire.asl.battle.table.pieces import Gun, Men, Spotting, Support, Veil
from hexfire.asl.battle.table.position import Position
from hexfire.asl.battle.table.sighting import sees, sees_hex
from hexfire.asl.battle.table.state import State
from hexfire.asl.battle.table.units import location_of
from hexfire.asl.battle.table.whose import fire_phase
from hexfire.asl.effects.breakdown import WeaponState
from hexfire.asl.fieldguns.spotters import (
    Mortar,
    Spotter,
    SpotterFate,
    designate,
    idle_opportunity_fire,
    keeps_acquisition,
    may_replace,
    refuse_opportunity_fire,
    spotted_shot,
)
from hexfire.asl.gunnery.rof import breakdown_number, reliability_of
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.shot import FireCounter, Firer, Kind, Shot, Target
from hexfire.dice import Dice
from hexfire.play import Seat
from hexfire.rulebook import Refusal


def check(at: Position, seat: Seat, action: act.Designate) -> None:
    """C9.3: a Spotter is named in the own PFPh or DFPh; a hidden one at set-up, in secret."""
    men, mortar = at.piece(action.unit), _mortar(at, seat, action.mortar)
    if men.side != seat or not isinstance(men, Men) or men.spot is None:
        raise Refusal("C9.3", "battle.fire.no_spotter", id=action.unit)
    if mortar.spotter:
        raise Refusal("C9.3", "battle.fire.has_spotter", id=mortar.id, by=mortar.spotter)
    if mortar.by == men.id:
        raise Refusal("C9.3", "battle.fire.spots_own", id=men.id, mortar=mortar.id)
    others = tuple(_of(at, men))
    at_setup = at.state.clock.phase is Phase.SETUP and men.veil is Veil.HIDDEN
    designate(
        _eyes(at, men),
        tuple(_standing(at, one) for one in (mortar, *others)),
        fire_phase(at.state, seat) or Phase.SETUP,
        at_setup=at_setup,
    )
    if not at_setup:
        check_use(at, men)


def apply(at: Position, action: act.Designate, log: Log) -> Position:
    """C9.3: the unit is the mortar's Spotter; naming it is the use of a SW."""
    mortar, men = at.piece(action.mortar), at.piece(action.unit)
    assert isinstance(mortar, Gun | Support) and isinstance(men, Men)
    log.say("C9.3", "spots", id=men.id, mortar=mortar.id)
    if at.state.clock.phase is not Phase.SETUP:
        men = replace(men, spotted=(*men.spotted, Spotting(mortar.id)))
    return at.then(at.state.put(men, replace(mortar, spotter=men.id)))


def _mortar(at: Position, seat: Seat, name: str) -> Gun | Support:
    piece = at.piece(name)
    if piece.side != seat:
        raise Refusal("A2.9", "battle.not_yours", id=name)
    if not isinstance(piece, Gun | Support) or not is_mortar(at, piece):
        raise Refusal("C9.3", "fieldguns.only_mortars_spotted")
    if at.spot(piece) is None:
        raise Refusal("A2.9", "battle.not_on_board", id=name)
    return piece


def _standing(at: Position, mortar: Gun | Support) -> Mortar:
    spot, hex = at.spot(mortar), at.hex(mortar)
    assert spot is not None and hex is not None
    return Mortar(hex, location_of(spot))


def _of(at: Position, men: Men) -> Iterator[Gun | Support]:
    """The mortars that men spot for."""
    for piece in at.state.pieces:
        if isinstance(piece, Gun | Support) and piece.spotter == men.id and at.spot(piece):
            yield piece


# A shot


def with_eyes(at: Position, arm: Arm, order: act.Fire) -> Arm:
    """C9.3: the weapon with whose LOS it fires by: its own, else its Spotter's if it has one.

    `spotted`: by the Spotter's though the operators see the target as well.
    """
    piece = arm.piece
    named = piece.spotter if isinstance(piece, Gun | Support) else ""
    if not named:
        if order.spotted:
            raise Refusal("C9.3", "battle.fire.unspotted", id=arm.name)
        if arm.weapon.kind is Kind.MTR and arm.waits and at.spot(piece) is not None:
            refuse_opportunity_fire(_sees_itself(at, arm, order.at), has_spotter=False)
        return arm
    spotter = at.by_id.get(named)
    if at.spot(piece) is None or (not order.spotted and _sees_itself(at, arm, order.at)):
        return arm
    if not isinstance(spotter, Men) or spotter.spot is None or spotter.broken:
        raise Refusal("C9.3", "fieldguns.spotter_good_order")
    _check_one_target(at, spotter, arm, order.at)
    check_use(at, spotter)
    return dataclasses.replace(arm, spotter=spotter)


def _sees_itself(at: Position, arm: Arm, name: str) -> bool:
    aim = aimed(at, arm.piece.side, name)
    answer = sees(at, arm.piece, aim.piece) if aim.piece else sees_hex(at, arm.piece, aim.spot.hex)
    return not answer.blocked


def _check_one_target(at: Position, spotter: Men, arm: Arm, name: str) -> None:
    """C9.31: the mortars of one Spotter fire at one target in a Player Turn."""
    hex = aimed(at, arm.piece.side, name).spot.hex
    elsewhere = (
        one for one in spotter.spotted if one.hex not in ("", hex) and one.mortar != arm.piece.id
    )
    if any(elsewhere):
        raise Refusal("C9.3", "fieldguns.spotter_one_target")


def directed(at: Position, arm: Arm, shot: Shot) -> Shot:
    """C9.3, C9.31: +2, less ROF, the Spotter's Hindrance and pin, if it fires by his eyes."""
    men = arm.spotter
    if men is None:
        return shot
    eyes = replace(_eyes(at, men), sees_target=shot.target.in_los, hindrance=shot.hindrance)
    return spotted_shot(shot, eyes)


def _eyes(at: Position, men: Men) -> Spotter:
    hex = at.hex(men)
    assert hex is not None
    return Spotter(
        hex=hex,
        good_order=not men.broken,
        pinned=men.pinned,
        hidden=men.veil is Veil.HIDDEN,
        uses_inherent_fp=men.marker is not FireCounter.NONE,
    )


def after_shot(at: Position, arm: Arm, shot: Shot) -> Position:
    """C9.3, C9.31: spotting was the use of a SW; own fire costs one's mortars their acquisition."""
    if arm.spotter is not None:
        men = at.piece(arm.spotter.id)
        assert isinstance(men, Men)
        note = Spotting(arm.piece.id, shot.target.hex)
        kept = tuple(one for one in men.spotted if one.mortar != arm.piece.id)
        at = at.changed(men, spotted=(*kept, note))
    men = at.piece(arm.piece.id)
    if isinstance(men, Men) and not arm.inherent and not keeps_acquisition(_eyes(at, men)):
        for mortar in _of(at, men):
            at = at.then(at.state.put(with_service(mortar, replace(mortar.service, acquired=()))))
    return at


# Without one


def relieved(state: State, phasing: str) -> State:
    """C9.3: as its side's MPh begins a mortar whose Spotter is gone or broken may have another."""
    for piece in state.pieces:
        if not isinstance(piece, Gun | Support) or piece.side != phasing:
            continue
        if piece.spotter and may_replace(_fate(state, piece.spotter), own_mph_since=True):
            state = state.put(replace(piece, spotter=""))
    return state


def _fate(state: State, spotter: str) -> SpotterFate:
    """What has become of a Spotter; a squad that was reduced to a HS has kept its name."""
    men = next((piece for piece in state.pieces if piece.id == spotter), None)
    if not isinstance(men, Men) or men.spot is None:
        return SpotterFate.ELIMINATED
    return SpotterFate.BROKEN if men.broken else SpotterFate.WELL


def idle(at: Position, dice: Dice, log: Log) -> Position:
    """C9.3: at the end of the AFPh, the DR of each mortar that waited for fire and has no eyes."""
    for piece in at.state.pieces:
        if not isinstance(piece, Gun | Support) or not is_mortar(at, piece):
            continue
        arm = armed(at, piece.id)
        if arm.waits and not arm.service.shots and arm.service.works and _is_blind(at, arm):
            at = _tried(at, arm, dice, log)
    return at


def _is_blind(at: Position, arm: Arm) -> bool:
    """Whether it could not have fired for want of eyes: no Spotter, and no enemy in its own LOS."""
    piece, crew = arm.piece, arm.crew
    assert isinstance(piece, Gun | Support)
    if crew is None or crew.broken or at.spot(piece) is None:
        return False
    if piece.spotter and _fate(at.state, piece.spotter) is SpotterFate.WELL:
        return False
    seen = at.seen(piece.side)
    enemies = (one for one in seen.state.pieces if one.side != piece.side and one.spot is not None)
    return not any(
        seen.represents(enemy) and not sees(seen, piece, enemy).blocked for enemy in enemies
    )


def _tried(at: Position, arm: Arm, dice: Dice, log: Log) -> Position:
    firer = Firer(
        captured=not isinstance(arm.piece, Men) and arm.piece.captured,
        low_ammo=arm.service.state is WeaponState.LOW_AMMO,
    )
    shot = Shot(weapon=arm.weapon, target=Target(), range=0, phase=Phase.AFPH, firer=firer)
    after = idle_opportunity_fire(dice, reliability_of(shot, breakdown_number(shot).total))
    log.say("C9.3", "idle_mortar", id=arm.name, state=f"@battle.weapon.{after.name}")
    return at.then(at.state.put(with_service(arm.piece, replace(arm.service, state=after))))
