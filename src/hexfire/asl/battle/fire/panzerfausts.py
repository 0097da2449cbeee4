"""C13.31, C13.311 on the table: who may look for a PF or holds one, and what becomes of them."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from hexfire.asl.antitank.fire import AtOutcome
from hexfire.asl.antitank.panzerfaust import PfStock
from hexfire.asl.antitank.party import Party
from hexfire.asl.battle.fire.weapons import Arm
from hexfire.asl.battle.orders import actions as act
from hexfire.asl.battle.orders.actions import Fire
from hexfire.asl.battle.table.allotments import allotment, check_list, rank_of
from hexfire.asl.battle.table.events import Log
from hexfire.asl.battle.table.pieces import GONE, Men
from hexfire.asl.battle.table.position import Position
from hexfire.asl.counters import Leader, Squad
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.shot import FireCounter
from hexfire.play import Seat
from hexfire.rulebook import Refusal


def left(at: Position, side: str) -> int:
    """C13.31: what the PF Usage Track still shows; C13.311: what its men still hold."""
    if at.scenario.side(side).counted_pf:
        own = (men for men in at.state.pieces if isinstance(men, Men) and men.side == side)
        return sum(men.pf for men in own if men.place != GONE)
    return allotment(at.scenario, side) - at.state.pf_fired.count(side)


def with_check(at: Position, men: Men, party: Party) -> Party:
    """C13.31: the party of a PF: what the unit has done before in the phase, and what is left.

    C13.311: counted PF need no check; what a unit holds it can fire.
    """
    own = at.scenario.side(men.side)
    return replace(
        party,
        check=not own.counted_pf,
        checks_made=men.pf_checks,
        used_inherent_fp=men.marker is not FireCounter.NONE,
        subsequent_first_fire=men.marker is FireCounter.FINAL,
        pf_left=left(at, men.side),
        ssr=own.pfk,
    )


def after_check(
    at: Position, arm: Arm, order: Fire, around: AtOutcome, dr: int, log: Log
) -> Position:
    """C13.31: the check counts as the use of a SW, whatever came of it."""
    assert around.check is not None
    word = f"@battle.pf.{around.check.name}"
    log.say("C13.31", "pf_check", weapon=arm.name, target=order.at, dr=dr, result=word)
    men = _user(at, arm)
    return at.changed(men, pf_checks=men.pf_checks + 1)


def thrown_away(at: Position, arm: Arm) -> Position:
    """C13.31, C13.36: a PF that was fired is gone; a counted one is the use of a SW as well."""
    men = _user(at, arm)
    if at.scenario.side(men.side).counted_pf:
        at = at.changed(men, pf=max(0, men.pf - 1), pf_checks=men.pf_checks + 1)
    return at.then(replace(at.state, pf_fired=(*at.state.pf_fired, men.side)))


def _user(at: Position, arm: Arm) -> Men:
    men = at.piece(arm.piece.id)
    assert isinstance(men, Men)
    return men


# C13.311: the list of who has them


def check_allot(at: Position, seat: Seat, action: act.Allot) -> None:
    """C13.311: written down before play, in secret."""
    men = _own(at, seat, action.unit)
    if action.count < 0:
        raise Refusal("C13.311", "battle.pf.too_few")
    listed = {one.id: one.pf for one in at.state.pieces if isinstance(one, Men)}
    check_list(at.scenario, seat, {**listed, men.id: action.count})


def allot(at: Position, seat: Seat, action: act.Allot, log: Log) -> Position:
    check_allot(at, seat, action)
    log.say("C13.311", "pf_allotted", seats=(seat,), id=action.unit, count=action.count)
    return at.changed(at.piece(action.unit), pf=action.count)


def check_give(at: Position, seat: Seat, action: act.Give) -> tuple[PfStock, PfStock]:
    """C13.311, A4.431 (R-C13.311): in a RPh, from hand to hand in a Location, both fit."""
    one, other = _own(at, seat, action.unit), _own(at, seat, action.to)
    if not at.scenario.side(seat).counted_pf:
        raise Refusal("C13.311", "battle.pf.not_counted")
    if at.state.clock.phase is not Phase.RPH:
        raise Refusal("C13.311", "battle.pf.when")
    for men in (one, other):
        if men.broken or men.ti:
            raise Refusal("C13.311", "battle.pf.unfit", id=men.id)
    if one.id == other.id or one.place != other.place or not one.on_board:
        raise Refusal("C13.311", "battle.pf.elsewhere", id=other.id)
    if action.count < 1:
        raise Refusal("C13.311", "battle.pf.too_few")
    return _stock(at, one).hand_to(_stock(at, other), action.count)


def give(at: Position, seat: Seat, action: act.Give, log: Log) -> Position:
    one, other = check_give(at, seat, action)
    log.say("C13.311", "pf_given", seats=(seat,), id=action.unit, to=action.to, count=action.count)
    at = at.changed(at.piece(action.unit), pf=one.held)
    return at.changed(at.piece(action.to), pf=other.held)


def allotments(at: Position, seat: Seat) -> Iterator[act.Allot]:
    """C13.311: one PF more for each unit that may have it."""
    for men in at.state.pieces:
        if not isinstance(men, Men) or men.side != seat:
            continue
        more = act.Allot(men.id, men.pf + 1)
        try:
            check_allot(at, seat, more)
        except Refusal:
            continue
        yield more


def gifts(at: Position, seat: Seat) -> Iterator[act.Give]:
    """C13.311: who might pass a PF to whom."""
    own = [one for one in at.state.pieces if isinstance(one, Men) and one.side == seat]
    for one in own:
        beside = (other for other in own if other.place == one.place) if one.pf else ()
        yield from (act.Give(one.id, other.id) for other in beside)


def _own(at: Position, seat: Seat, id: str) -> Men:
    men = at.piece(id)
    if not isinstance(men, Men) or men.side != seat:
        raise Refusal("C13.311", "battle.pf.personnel", id=id)
    return men


def _stock(at: Position, men: Men) -> PfStock:
    counter = at.counter(men)
    assert isinstance(counter, Squad | Leader)
    return PfStock(rank_of(counter), men.pf)
