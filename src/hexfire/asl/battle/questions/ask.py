"""What is asked beside the table: `targets` of a weapon, one `shot` in full, `reach` of a unit.

Every question is put to what a seat knows of the position, and runs the functions that play runs.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import msgspec

from hexfire.asl.antitank.answer import at_answer
from hexfire.asl.antitank.fire import AtShot
from hexfire.asl.battle.fire.aiming import shot
from hexfire.asl.battle.fire.firing import attack
from hexfire.asl.battle.fire.groups import lead
from hexfire.asl.battle.fire.targets import in_target_hex
from hexfire.asl.battle.moves.costs import step_cost
from hexfire.asl.battle.moves.movers import left, mover
from hexfire.asl.battle.orders.actions import Fire
from hexfire.asl.battle.table.pieces import Dummy, Gun, Men, Vehicle
from hexfire.asl.battle.table.position import Position
from hexfire.asl.gunnery.answer import answer, direct_answer, is_hurt, is_killed, to_hit_answer
from hexfire.asl.gunnery.fire import Attack
from hexfire.asl.gunnery.permission import wants_intensive_fire
from hexfire.asl.gunnery.to_hit import ToHit
from hexfire.asl.shots.shot import Shot
from hexfire.dice import Memo
from hexfire.hexes import Hex
from hexfire.play import Seat
from hexfire.rulebook import Refusal


class Prospect(msgspec.Struct, frozen=True, kw_only=True):
    """One target of a weapon: what a shot would do, or the rule that refuses it."""

    target: str
    order: Fire
    range: int | None = None
    hit: Fraction | None = None
    """The chance to hit; None for an attack straight on the IFT."""
    hurt: Fraction = Fraction(0)
    killed: Fraction = Fraction(0)
    refusal: Refusal | None = None

    @property
    def allowed(self) -> bool:
        return self.refusal is None


def targets(at: Position, weapon: str, seat: Seat) -> tuple[Prospect, ...]:
    """Every enemy that the seat knows of, the best target first, then who cannot be fired at."""
    lead(at, weapon, seat)
    prospects = [prospect(at, Fire(weapon, name), seat) for name in _enemies(at, seat)]
    return tuple(
        sorted(prospects, key=lambda one: (not one.allowed, -one.killed, -one.hurt, one.target))
    )


def _enemies(at: Position, seat: Seat) -> Iterator[str]:
    hexes = dict.fromkeys(p.spot.hex for p in at.state.pieces if p.spot is not None)
    for hex in hexes:
        for piece in in_target_hex(at, hex):
            if piece.side != seat and isinstance(piece, Men | Gun | Vehicle | Dummy):
                yield piece.id


def prospect(at: Position, order: Fire, seat: Seat) -> Prospect:
    """What one order comes to: as it is, else as Intensive Fire."""
    try:
        return chances(at, order, shot(at, order, seat))
    except Refusal as refusal:
        if wants_intensive_fire(refusal) and not order.intensive:
            again = prospect(at, msgspec.structs.replace(order, intensive=True), seat)
            if again.allowed:
                return again
        return Prospect(target=order.at, order=order, refusal=refusal)


def chances(at: Position, order: Fire, shot: Shot, memo: Memo | None = None) -> Prospect:
    """What a shot may do to what it is aimed at; questions about many like shots share a memo."""
    aimed, light = attack(at, lead(at, order.weapon), order, shot)
    return _light(order, light) if light else _prospect(order, aimed, memo)


def _light(order: Fire, light: AtShot) -> Prospect:
    whole = at_answer(light, others=False)
    return Prospect(
        target=order.at,
        order=order,
        range=light.shot.range,
        hit=whole.hit,
        hurt=whole.hurt,
        killed=whole.killed,
    )


def _prospect(order: Fire, aimed: Attack, memo: Memo | None) -> Prospect:
    shot = aimed.shot
    if isinstance(aimed, ToHit):
        # Of a vehicle that may be under a «?» nobody knows the armor.
        faceless = shot.target.is_vehicle and shot.target.unit is None
        main = (to_hit_answer(shot) if faceless else answer(shot, memo=memo)).main
        return Prospect(
            target=order.at,
            order=order,
            range=shot.range,
            hit=main.hit,
            hurt=main.hurt,
            killed=main.killed,
        )
    effects = dict(direct_answer(shot).effects)[shot.target.name]
    return Prospect(
        target=order.at,
        order=order,
        range=shot.range,
        hurt=sum((p for label, p in effects.items() if is_hurt(label)), Fraction(0)),
        killed=sum((p for label, p in effects.items() if is_killed(label)), Fraction(0)),
    )


def reach(at: Position, unit: str, seat: Seat) -> dict[str, float]:
    """A4.1: the hexes that men can reach with the MF they have left, each with its least cost.

    Only by steps that the table itself can cost; a vehicle's way depends on its VCA and is asked
    step by step.
    """
    piece = mover(at, seat, unit)
    if not isinstance(piece, Men):
        raise Refusal("D2.1", "battle.ask.reach_men", id=unit)
    start = at.hex(piece)
    assert start is not None
    limit, best = left(at, piece), {start: 0.0}
    open_: list[Hex] = [start]
    while open_:
        here = min(open_, key=lambda hex: best[hex])
        open_.remove(here)
        for there, cost in _steps(at, piece, here):
            total = best[here] + cost
            if total <= limit and total < best.get(there, limit + 1):
                best[there] = total
                open_.append(there)
    return {at.grid.label(hex): cost for hex, cost in best.items() if hex != start}


def _steps(at: Position, piece: Men, here: Hex) -> Iterator[tuple[Hex, float]]:
    standing = at.then(
        at.state.put(
            msgspec.structs.replace(
                piece, place=msgspec.structs.replace(piece.place, hex=at.grid.label(here))
            )
        )
    )
    man = standing.piece(piece.id)
    assert isinstance(man, Men)
    for there in here.neighbours():
        if there not in at.grid or _held(at, piece, there):
            continue
        try:
            yield there, step_cost(standing, man, there).total
        except Refusal:
            continue


def _held(at: Position, piece: Men, there: Hex) -> bool:
    return any(
        other.side != piece.side and isinstance(other, Men | Dummy | Vehicle)
        for other in at.in_hex(at.grid.label(there))
    )
