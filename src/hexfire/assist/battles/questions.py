"""Questions at a battle's table. Each is put to what a seat knows, and runs what play runs."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import msgspec
from msgspec.structs import replace

from hexfire.asl.battle.fire.aiming import arc_of, shot
from hexfire.asl.battle.fire.groups import lead
from hexfire.asl.battle.fire.weapons import Arm
from hexfire.asl.battle.legal import Menu
from hexfire.asl.battle.moves import movement
from hexfire.asl.battle.moves.movers import left, mover, spent
from hexfire.asl.battle.orders import actions as act
from hexfire.asl.battle.orders import text as typed
from hexfire.asl.battle.questions import ask
from hexfire.asl.battle.table.events import Log
from hexfire.asl.battle.table.pieces import Gun, Men, Moving, Vehicle
from hexfire.asl.battle.table.position import Position
from hexfire.asl.counters import Leader
from hexfire.asl.gunnery.small_arms import is_small_arms
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.shot import Ammo, TargetType, Turned
from hexfire.assist.battle import duel_report, shot_report
from hexfire.assist.battles.order import range_order
from hexfire.assist.battles.reports import (
    Aim,
    BattleDuel,
    BattleShot,
    BattleStep,
    BattleSteps,
    BattleTargets,
    OtherWay,
    SetUpPiece,
    WhyNot,
)
from hexfire.assist.sight import Verdict, verdict
from hexfire.assist.wording import Said
from hexfire.dice import Dice, NeedAnswer
from hexfire.hexes.arcs import covered_arc
from hexfire.play import Seat
from hexfire.rulebook import BadInput, Refusal

MOST_SHOTS = 60
"""So many shots are worked out for one question."""
MOVES = (act.Start, act.Stop, act.Go, act.Pivot, act.Traverse, act.Delay)


class SeenLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line of sight on the drawing, and how it was judged."""

    start: tuple[float, float]
    end: tuple[float, float]
    verdict: Verdict


# Fire


def targets(at: Position, weapon: str, seat: Seat) -> BattleTargets:
    """C3.1: every enemy that the seat knows of: what a shot would do, or the rule against it."""
    return BattleTargets(
        weapon=weapon,
        arc=arc(at, weapon, seat),
        aims=tuple(_aim(prospect) for prospect in ask.targets(at, weapon, seat)),
    )


def shots(at: Position, seat: Seat) -> tuple[Aim, ...]:
    """Every shot that the seat may make now, the best first: what a Defender may answer with."""
    orders = [action for action in Menu(at, seat) if isinstance(action, act.Fire)][:MOST_SHOTS]
    prospects = [ask.prospect(at, order, seat) for order in orders]
    return tuple(_aim(one) for one in sorted(prospects, key=lambda one: (-one.killed, -one.hurt)))


def duels(at: Position, seat: Seat) -> tuple[BattleDuel, ...]:
    """C2.2401: the duels that the seat may ask for now, each with both totals and its odds."""
    answers = (action for action in Menu(at, seat) if isinstance(action, act.Duel))
    return tuple(duel_report(at, action, seat) for action in answers)


def arc(at: Position, weapon: str, seat: Seat) -> tuple[str, ...] | None:
    """C3.2: the hexes of a weapon's Covered Arc; None if it has no arc."""
    arm = lead(at, weapon, seat)
    points, here = arc_of(arm), at.hex(arm.piece)
    if points is None or here is None:
        return None
    inside = covered_arc(here, points[0])
    return tuple(at.grid.label(hex) for hex in at.grid.hexes if hex in inside)


def aim(at: Position, order: act.Fire, seat: Seat) -> Aim:
    """One order to fire: what it would do, or the rule against it."""
    return _aim(ask.prospect(at, order, seat))


def _aim(prospect: ask.Prospect) -> Aim:
    return Aim(
        weapon=prospect.order.weapon,
        target=prospect.target,
        order=typed.write(prospect.order),
        range=prospect.range,
        hit=prospect.hit,
        hurt=prospect.hurt,
        killed=prospect.killed,
        why_not=_why_not(prospect.refusal),
    )


def _why_not(refusal: Refusal | None) -> WhyNot | None:
    return None if refusal is None else WhyNot(refusal.rule, Said(refusal.message))


def shot_in_full(at: Position, order: act.Fire, seat: Seat) -> BattleShot:
    """One order: what is needed, why, the exact odds, and what else could be declared."""
    report = shot_report(at, order, seat)
    return BattleShot(
        order=typed.write(order),
        report=report,
        ways=tuple(_ways(at, order, seat)),
        question=range_order(at, lead(at, order.weapon, seat), shot(at, order, seat)),
    )


def _ways(at: Position, order: act.Fire, seat: Seat) -> Iterator[OtherWay]:
    """Each declaration varied by itself; what cannot be declared for this weapon is left out."""
    variants = tuple(_variants(at, order, seat))
    prospects = [(varies, value, ask.prospect(at, way, seat)) for varies, value, way in variants]
    best: dict[str, tuple[Fraction, Fraction]] = {}
    for varies, _, one in prospects:
        if one.allowed:
            best[varies] = max(best.get(varies, _NOTHING), (one.killed, one.hurt))
    for varies, value, one in prospects:
        yield OtherWay(
            order=typed.write(one.order),
            varies=varies,
            value=value,
            hit=one.hit,
            hurt=one.hurt,
            killed=one.killed,
            best=one.allowed and (one.killed, one.hurt) == best[varies] != _NOTHING,
            why_not=_why_not(one.refusal),
        )


_NOTHING = (Fraction(0), Fraction(0))


def _variants(at: Position, order: act.Fire, seat: Seat) -> Iterator[tuple[str, str, act.Fire]]:
    arm = lead(at, order.weapon, seat)
    for leader in _leaders(at, arm.crew):
        yield "leader", leader.id, replace(order, leader=leader.id)
    the_shot = shot(at, order, seat)
    if not is_small_arms(the_shot):
        yield from _of_ordnance(arm, order)
    if the_shot.phase is Phase.DFF and arm.weapon.rof:
        yield "rate", "once", replace(order, once=not order.once)


def _of_ordnance(arm: Arm, order: act.Fire) -> Iterator[tuple[str, str, act.Fire]]:
    """Ammunition, Target Type, what is turned, Intensive Fire: small arms have none of them."""
    listed = dict.fromkeys((Ammo.AP, Ammo.HE, *(ammo for ammo, _ in arm.weapon.ammo)))
    for ammo in listed:
        yield "ammo", ammo.value, replace(order, ammo=ammo, ife=False)
    if arm.weapon.ife is not None:
        yield "ammo", "IFE", replace(order, ammo=None, kind=None, ife=True)
    for kind in TargetType:
        yield "kind", kind.value, replace(order, kind=kind)
    points = arc_of(arm)
    if points is not None and points[1] is Turned.TCA:
        for turned in (Turned.TCA, Turned.VCA):
            yield "turning", turned.value, replace(order, turning=turned)
    yield "intensive", "intensive", replace(order, intensive=not order.intensive)


def _leaders(at: Position, crew: Men | None) -> Iterator[Men]:
    """A7.531: who could direct the fire of this crew."""
    spot = at.spot(crew) if crew else None
    if crew is None or spot is None:
        return
    for piece in at.in_hex(spot.hex):
        fit = isinstance(piece, Men) and piece.side == crew.side and not piece.broken
        if fit and isinstance(piece, Men) and isinstance(at.counter(piece), Leader):
            yield piece


# Movement


def steps(at: Position, unit: str, seat: Seat) -> BattleSteps:
    """A4.1, D2.1: what a unit may do next in its move, each tried out on what the seat knows."""
    piece = mover(at, seat, unit)
    mine = [
        action for action in Menu(at, seat) if isinstance(action, MOVES) and action.unit == unit
    ]
    return BattleSteps(
        unit=unit,
        spent=spent(piece),
        left=left(at, piece),
        steps=tuple(_step(at, piece, seat, action) for action in mine),
        reach=ask.reach(at, unit, seat) if isinstance(piece, Men) else {},
    )


def _step(at: Position, before: Moving, seat: Seat, action: movement.MovingAct) -> BattleStep:
    order = typed.write(action)
    try:
        after = movement.apply(at, seat, action, Dice(), Log()).piece(before.id)
    except NeedAnswer:
        return BattleStep(order=order, cost=0, hex="", facing=None, dice=True)
    assert isinstance(after, Moving)
    return BattleStep(
        order=order,
        cost=spent(after) - spent(before),
        hex=after.spot.hex if after.spot else "",
        facing=after.vca if isinstance(after, Vehicle) else None,
        dice=False,
    )


# Set-up


def set_up(at: Position, seat: Seat) -> tuple[SetUpPiece, ...]:
    """A2.9: the seat's own pieces that have an area, set up or not."""
    pieces = []
    for entry in at.scenario.entries:
        piece = at.by_id.get(entry.piece.id)
        if piece is None or piece.side != seat or not entry.area:
            continue
        pieces.append(
            SetUpPiece(
                unit=piece.id,
                hexes=entry.area,
                may_hide=entry.may_hide,
                may_conceal=entry.may_conceal,
                faces=isinstance(piece, Gun | Vehicle),
                placed=piece.on_board,
            )
        )
    return tuple(pieces)


# Sight


def line(at: Position, source: str, target: str) -> SeenLine:
    """The line from a unit, or from a hex, to a hex, as the table lies."""
    there = at.grid.hex(target)
    aim = at.memo.sight.spot(there)
    piece = at.by_id.get(source)
    if piece is None:
        here = at.grid.hex(source)
        start = at.memo.sight.spot(here)
        seen = at.eyes.line(here, 0, there, 0)
    else:
        if at.hex(piece) is None:
            raise BadInput("battle.not_on_board", id=source)
        unit = at.unit(piece)
        start, aim, _ = at.scene.best_line(at.scene.spots(unit), (aim,))
        seen = at.eyes.sees_hex(unit, target)
    return SeenLine(start=start.pixel, end=aim.pixel, verdict=verdict(seen))
