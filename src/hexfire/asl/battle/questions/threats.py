"""`threat`: for every hex, what a unit that enters it would have to fear from the weapons known.

It runs the functions of play: the unit is put into the hex as one that has just entered it, and
each weapon fires its usual shot at it as Defensive First Fire. Only what the asking seat knows is
looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

import msgspec
from msgspec.structs import replace

from hexfire.asl.battle.files.entries import piece_of
from hexfire.asl.battle.files.file_form import UnitLine as Entry
from hexfire.asl.battle.fire.aiming import check_able, shot
from hexfire.asl.battle.fire.weapons import armed, weapon_names
from hexfire.asl.battle.orders.actions import Fire
from hexfire.asl.battle.questions.ask import Prospect, chances, prospect
from hexfire.asl.battle.table.pieces import AnyPiece, Drive, Gait, Men, Spot, Vehicle, Veil
from hexfire.asl.battle.table.position import Position
from hexfire.asl.battle.table.state import Move, Step
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.shot import Shot
from hexfire.dice import Memo
from hexfire.rulebook import BadInput, Refusal

INTRUDER = "intruder"
"""The id of a unit that is only imagined."""


class HexThreat(msgspec.Struct, frozen=True, kw_only=True):
    """What a unit fears in a hex: the chances that one of the weapons hits, harms, kills it."""

    hex: str
    weapons: int
    """How many of them can fire there."""
    hit: Fraction
    hurt: Fraction
    killed: Fraction


class ThreatMap(msgspec.Struct, frozen=True, kw_only=True):
    """The hexes in which some weapon can fire at a unit; in the others nothing known can."""

    weapons: tuple[str, ...]
    unit: str
    """The piece, or the counter, that enters."""
    hexes: tuple[HexThreat, ...]


def threat(at: Position, weapon_or_side: str, unit: str = "") -> ThreatMap:
    """The threat of a weapon, or of all weapons of a side, to a unit that enters.

    `unit` is a piece of the other side or a counter of the catalogue (left out: the first men of
    that side, else the first vehicle). Each weapon fires once, as if the others did not: the
    chance that at least one of them hits is exact. A vehicle faces as it does now; a piece that
    is imagined has spent one MF or MP to enter.
    """
    weapons, side = _weapons(at, weapon_or_side)
    mover = intruder(at, at.scenario.other(side), unit)
    shots = _Shots(side)
    places = []
    for hex in at.grid:
        label = at.grid.label(hex)
        if _held(at, mover, label):
            continue
        near = [name for name in weapons if _in_view(at, name, label)]
        prospects = list(shots.at(entering(at, mover, label), near, mover.id))
        if prospects:
            places.append(_summed(label, prospects))
    return ThreatMap(weapons=weapons, unit=unit or mover.id, hexes=tuple(places))


def _weapons(at: Position, weapon_or_side: str) -> tuple[tuple[str, ...], str]:
    """The weapons that are meant and their side; those that cannot fire now are left out."""
    if weapon_or_side in at.scenario.seats:
        return tuple(
            name for name in weapon_names(at, weapon_or_side) if _able(at, name)
        ), weapon_or_side
    arm = armed(at, weapon_or_side)
    check_able(at, arm)
    return (weapon_or_side,), arm.piece.side


def _able(at: Position, name: str) -> bool:
    try:
        check_able(at, armed(at, name))
    except Refusal:
        return False
    return True


# The unit that enters


def intruder(at: Position, side: str, unit: str) -> Men | Vehicle:
    """The piece that is meant, or one of that counter; without a name the first of its side."""
    piece: AnyPiece | None
    if unit:
        piece = at.by_id.get(unit)
        if piece is None:
            given = Entry(id=INTRUDER, counter=unit, hex=at.grid.label(at.grid.hexes[0]))
            piece = piece_of(given, side, at.board)
    else:
        own = [p for p in at.state.pieces if p.side == side and p.spot is not None]
        men = (p for p in own if isinstance(p, Men) and at.mans(p) is None)
        piece = next(men, None) or next((p for p in own if isinstance(p, Vehicle)), None)
    if not isinstance(piece, Men | Vehicle) or piece.side != side:
        raise BadInput("asking.no_intruder", id=unit or "–", side=side)
    return piece


def entering(at: Position, mover: Men | Vehicle, hex: str) -> Position:
    """The table at the moment in which the unit has entered a hex, for one MF or MP."""
    moved: Men | Vehicle
    if isinstance(mover, Vehicle):
        moved = replace(mover, drive=Drive.NON_STOPPED, entered=True, mp=1.0)
    else:
        moved = replace(mover, gait=Gait.NON_ASSAULT, mf=1.0)
    moved = replace(moved, place=Spot(hex), veil=Veil.KNOWN)
    step = Step(hex=hex, cost=1, entered=True)
    state = replace(
        at.state.put(moved),
        clock=replace(at.state.clock, phase=Phase.MPH, phasing=mover.side),
        move=Move(unit=mover.id, steps=(step,), open=True),
    )
    return at.then(state)


def _held(at: Position, mover: Men | Vehicle, hex: str) -> bool:
    """A hex with an enemy in it is not entered."""
    return any(piece.side != mover.side for piece in at.in_hex(hex))


def _in_view(at: Position, weapon: str, hex: str) -> bool:
    """The quick answer of the board alone; a unit in bypass is looked at more closely."""
    spot = at.spot(armed(at, weapon).piece)
    if spot is None or spot.hex == hex:
        return False
    return bool(spot.bypass) or not at.memo.blocked(spot, Spot(hex))


# The shots


class _Shots:
    """The shots of a side's weapons; what is alike is worked out once."""

    def __init__(self, side: str) -> None:
        self.side, self._memo = side, Memo()
        self._known: dict[tuple[str, Shot], Prospect | None] = {}

    def at(self, at: Position, weapons: Iterable[str], target: str) -> Iterator[Prospect]:
        """Every weapon's shot at a target that is allowed."""
        for weapon in weapons:
            prospect = self._one(at, Fire(weapon, target))
            if prospect is not None:
                yield prospect

    def _one(self, at: Position, order: Fire) -> Prospect | None:
        try:
            alike = _like(shot(at, order, self.side))
        except Refusal:
            return None
        key = order.weapon, alike
        if key not in self._known:
            try:
                self._known[key] = chances(at, order, alike, self._memo)
            except Refusal:
                again = prospect(at, replace(order, intensive=True), self.side)
                self._known[key] = again if again.allowed else None
        return self._known[key]


def _like(shot: Shot) -> Shot:
    """The shot without what makes no difference to the chances: where it goes, who stands by."""
    target = replace(shot.target, hex="")
    return replace(shot, target=target, others=())


def _summed(hex: str, prospects: list[Prospect]) -> HexThreat:
    return HexThreat(
        hex=hex,
        weapons=len(prospects),
        hit=any_of(one.hurt if one.hit is None else one.hit for one in prospects),
        hurt=any_of(one.hurt for one in prospects),
        killed=any_of(one.killed for one in prospects),
    )


def any_of(chances: Iterable[Fraction]) -> Fraction:
    """The chance that at least one of several things happens that do not bear on each other."""
    none = Fraction(1)
    for chance in chances:
        none *= 1 - chance
    return 1 - none
