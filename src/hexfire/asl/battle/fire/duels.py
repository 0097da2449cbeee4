"""C2.2401, C5.33 on the table: a shot is declared, and who is aimed at may ask for a Gun Duel.

The declared order waits in the state until the other side fights (`duel`) or lets it come
(`stand`). It is asked only where somebody seen by both could fire back at somebody seen by both.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from hexfire.asl.antitank.duel import LightHand, LightOutcome
from hexfire.asl.battle.fire.aiming import is_overrun, moving_with
from hexfire.asl.battle.fire.firing import Laid, after_light_shot, aftermath, fire, lay, turned
from hexfire.asl.battle.fire.groups import lead
from hexfire.asl.battle.fire.weapons import Arm, weapon_names
from hexfire.asl.battle.orders import actions as act
from hexfire.asl.battle.orders import text
from hexfire.asl.battle.orders.actions import Fire
from hexfire.asl.battle.table.carriers import carrier
from hexfire.asl.battle.table.cover import chooses_cover
from hexfire.asl.battle.table.events import Log
from hexfire.asl.battle.table.known import known
from hexfire.asl.battle.table.pieces import AnyPiece, Gun, Men, Support, Vehicle, Veil
from hexfire.asl.battle.table.position import Position
from hexfire.asl.battle.table.state import Move
from hexfire.asl.gunnery.duel import (
    GUNNER,
    Duel,
    DuelOutcome,
    DuelTotals,
    First,
    Hand,
    fight,
    totals,
)
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.shot import Kind
from hexfire.dice import DR, Dice, play
from hexfire.play import Seat
from hexfire.rulebook import Refusal

_FIRST_ROLLS = ("C3.3", "C2.29", "C8.4", "C2.2401")


def may_be_answered(at: Position, seat: Seat, order: Fire) -> bool:
    """C2.2401, C5.33: whether the side that is fired at could ask for a Gun Duel.

    At a vehicle that moves, from a unit that is seen; or by a vehicle that has spent no MP yet.
    """
    if not _in_time(at, seat, order):
        return False
    arm = lead(at, order.weapon)
    if is_overrun(at, arm):
        return False
    firer, target = _target_of(arm), at.by_id.get(order.at)
    if target is None or Veil.KNOWN is not target.veil or firer.veil is not Veil.KNOWN:
        return False
    waiting = at.then(replace(at.state, declared=text.write(order), move=_begun(at, seat, arm)))
    other = at.scenario.other(seat)
    return next(answers(waiting.then(known(waiting.state, other)), other), None) is not None


def may_choose_cover(at: Position, order: Fire) -> bool:
    """B9.36b: whether the owner of the vehicle aimed at has to say how it is covered.

    Only where both see firer and vehicle: a pause must tell of nobody hidden.
    """
    arm, target = lead(at, order.weapon), at.by_id.get(order.at)
    if not isinstance(target, Vehicle) or isinstance(arm.piece, Men) or order.ife or order.ift:
        return False
    seen = target.veil is Veil.KNOWN and _target_of(arm).veil is Veil.KNOWN
    return seen and arm.weapon.kind is not Kind.MTR and chooses_cover(at, arm.piece, target)


def _in_time(at: Position, seat: Seat, order: Fire) -> bool:
    """C2.2401, C5.33: whether a shot by this seat is one that a duel could answer."""
    clock, move = at.state.clock, at.state.move
    if clock.phase is not Phase.MPH:
        return False
    if seat == clock.phasing:
        return move is None or not move.steps
    return _is_moving_vehicle(at, order.at)


def _is_moving_vehicle(at: Position, id: str) -> bool:
    move = at.state.move
    return move is not None and move.unit == id and isinstance(at.piece(id), Vehicle)


def _target_of(arm: Arm) -> AnyPiece:
    """Whom one fires at in order to silence a weapon: itself, or who has it."""
    return arm.crew if isinstance(arm.piece, Support) and arm.crew else arm.piece


def _begun(at: Position, seat: Seat, arm: Arm) -> Move | None:
    """C5.33: a vehicle that fires before it has spent any MP has begun its move."""
    clock, vehicle = at.state.clock, moving_with(at, arm)
    if clock.phase is not Phase.MPH or seat != clock.phasing or at.state.move is not None:
        return at.state.move
    if vehicle is None:
        return None
    spot = at.spot(vehicle)
    return Move(unit=vehicle.id, began=spot.hex if spot else "", open=True)


def declare(at: Position, seat: Seat, order: Fire, log: Log) -> Position:
    """C2.2401: the shot is announced and not yet fired; the totals of a duel are told."""
    move = _begun(at, seat, lead(at, order.weapon))
    at = at.then(replace(at.state, declared=text.write(order), move=move))
    other = at.scenario.other(seat)
    usual = next(answers(at, other), None)
    if usual is None:
        log.say("B9.36b", "declared_cover", weapon=order.weapon, target=order.at)
        return at
    by = show_totals(at, other, usual)
    mine, his = by.vehicle.total, by.defender.total
    if seat == at.state.clock.phasing:
        mine, his = his, mine
    log.say(
        "C2.2401",
        "declared",
        weapon=order.weapon,
        target=order.at,
        answer=usual.weapon,
        mine=f"{mine:+d}",
        his=f"{his:+d}",
    )
    return at


def declared(at: Position) -> Fire:
    order = text.read(at.state.declared)
    assert isinstance(order, Fire)
    return order


# The answer


def answers(at: Position, seat: Seat) -> Iterator[act.Duel]:
    """The weapons with which who is aimed at could fire back, as far as rules allow."""
    order = declared(at)
    target = at.piece(order.at)
    if not _in_time(at, at.scenario.other(seat), order):
        return
    for name in weapon_names(at, seat):
        id = name.partition(".")[0]
        piece = at.piece(id)
        user = piece.by if isinstance(piece, Gun | Support) else id
        aboard = carrier(at, at.by_id.get(user))
        mine = target.id in (id, user) or (aboard is not None and aboard.id == target.id)
        manned = isinstance(target, Gun) and id == target.by
        if mine and not manned:
            answer = act.Duel(name)
            try:
                check(at, seat, answer)
            except Refusal:
                continue
            yield answer


def check(at: Position, seat: Seat, action: act.Duel) -> None:
    """Refuse a duel that may not be asked for, with its rule."""
    if not at.state.declared:
        raise Refusal("C2.2401", "battle.duel.nothing")
    order = declared(at)
    if not _in_time(at, at.scenario.other(seat), order):
        raise Refusal("C2.2401", "battle.duel.nothing")
    arm, target = lead(at, action.weapon, seat), at.piece(order.at)
    owner, aboard = arm.crew or arm.piece, carrier(at, arm.crew)
    if target not in (arm.piece, owner, aboard):
        raise Refusal("C2.2401", "battle.duel.not_aimed_at", id=action.weapon)
    totals(duel_of(at, seat, action)[0])


def duel_of(at: Position, seat: Seat, action: act.Duel) -> tuple[Duel, Laid, Laid]:
    """C2.2401, C6.17: the duel, the vehicle's shot in it and the defender's."""
    order = declared(at)
    other = at.scenario.other(seat)
    back = Fire(
        action.weapon,
        _target_of(lead(at, order.weapon)).id,
        ammo=action.ammo,
        kind=action.kind,
        intensive=action.intensive,
    )
    # C6.17: in a duel Defensive First Fire comes at the last MP, whatever was declared.
    order = replace(order, mp=None)
    announced, answer = lay(at, other, order), lay(at, seat, back)
    mine = seat == at.state.clock.phasing
    vehicle, defender = (answer, announced) if mine else (announced, answer)
    move = at.state.move
    duel = Duel(
        vehicle=vehicle.met.shot,
        defender=defender.met.shot,
        again=move is not None and defender.arm.name in move.duels,
        vehicle_hand=_hand(vehicle),
        defender_hand=_hand(defender),
    )
    return duel, vehicle, defender


def _hand(laid: Laid) -> Hand:
    """C12, C13: who fires a light weapon does so with all that belongs to it."""
    return LightHand(laid.light) if laid.light else GUNNER


def show_totals(at: Position, seat: Seat, action: act.Duel) -> DuelTotals:
    """C2.2401: both Gun Duel totals, before anybody decides."""
    return totals(duel_of(at, seat, action)[0])


def fought(at: Position, seat: Seat, action: act.Duel, dice: Dice, log: Log) -> Position:
    """C2.2401: who has the lower total fires first, the other side if it still can."""
    duel, vehicle, defender = duel_of(at, seat, action)
    by = totals(duel)
    log.say(
        "C2.2401",
        "duel",
        vehicle=vehicle.order.weapon,
        mine=f"{by.vehicle.total:+d}",
        defender=defender.order.weapon,
        his=f"{by.defender.total:+d}",
        first=f"@battle.duel.first.{by.first.value}",
        data={"totals": {"vehicle": by.vehicle.total, "defender": by.defender.total}},
    )
    asked = len(dice.log)
    outcome: DuelOutcome = play(dice, fight, duel)
    drs = _first_rolls(dice, asked, by.first)
    at = at.then(replace(at.state, declared="", move=_noted(at, defender)))
    if by.ca_turns_first:
        at = turned(at, defender, log)
    shots = [
        (First.VEHICLE, vehicle, outcome.vehicle),
        (First.DEFENDER, defender, outcome.defender),
    ]
    if outcome.first is First.DEFENDER:
        shots.reverse()
    for side, laid, result in shots:
        if result is None:
            continue
        if side is First.DEFENDER and not by.ca_turns_first:
            at = turned(at, laid, log)
        if isinstance(result, LightOutcome):
            rolls, dr = dice.log[asked:], drs.get(side)
            at = after_light_shot(at, laid, result.around, result.fired_as, rolls, log, dr)
        else:
            at = aftermath(at, laid, result, drs[side], log)
    return at


def _first_rolls(dice: Dice, asked: int, first: First) -> dict[First, DR]:
    """The DR that each side fired with; with equal totals both are thrown before any effect."""
    rolled = [DR(*faces[:2]) for roll, faces in dice.log[asked:] if roll.rule in _FIRST_ROLLS]
    one, other = First.VEHICLE, First.DEFENDER
    if first is First.DEFENDER:
        one, other = other, one
    return {one: rolled[0], other: rolled[-1]} if rolled else {}


def _noted(at: Position, defender: Laid) -> Move | None:
    move = at.state.move
    return move and replace(move, duels=(*move.duels, defender.arm.name))


def stands(at: Position) -> Iterator[act.Stand]:
    """C2.2401, B9.36b: let the shot come; Hull Down or with the TEM of the hex."""
    yield act.STAND
    if may_choose_cover(at, declared(at)):
        yield act.Stand(tem=True)


def check_stand(at: Position, action: act.Stand) -> None:
    """C2.2401, B9.36b: a shot is declared; TEM of the hex is chosen only where there is any."""
    if not at.state.declared:
        raise Refusal("B9.36b" if action.tem else "C2.2401", "battle.duel.nothing")
    if action.tem and not may_choose_cover(at, declared(at)):
        raise Refusal("B9.36b", "battle.duel.no_choice", id=declared(at).at)


def stood(at: Position, action: act.Stand, dice: Dice, log: Log) -> Position:
    """C2.2401: nobody asks for a duel: the declared shot is fired."""
    order = replace(declared(at), tem=action.tem)
    seat = lead(at, order.weapon).piece.side
    at = at.then(replace(at.state, declared=""))
    return fire(at, seat, order, dice, log)
