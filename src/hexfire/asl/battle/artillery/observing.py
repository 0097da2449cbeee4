"""What an Observer sees and knows: the facts of a fire mission, taken from the table (C1.2, C1.6).

He knows what his side knows, and no more: facts are looked up in the position as his seat sees it.
R-battle-observer: a «?» counts as a concealed unit whatever lies beneath it, so that neither an
extra chit nor a conversion tells dummies from men.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from hexfire.asl.artillery.battery import Battery, Link
from hexfire.asl.artillery.on_board import OnBoard
from hexfire.asl.artillery.state import State as BatteryState
from hexfire.asl.battle.table.pieces import Aboard, AnyPiece, Men, Support, Vehicle
from hexfire.asl.battle.table.position import Position
from hexfire.asl.eyes import Eyes, Question
from hexfire.asl.situation import Unit, UnitKind
from hexfire.asl.walls import State as WallState


class Nobody:
    """The eyes of an Observer who is not on the board: he may not use the radio."""

    def yes(self, question: Question) -> bool:
        return False

    def number(self, question: Question) -> int:
        return 0


def eyes(at: Position, name: str) -> Eyes:
    """The facts of one battery's mission; `at` is the real table."""
    record = at.record
    battery = record.setup.battery(name)
    state = record.table.states[record.setup.index(name)]
    at = at.seen(battery.side)
    walls = _with_units_beneath(at.walls, battery.side)
    if battery.link is Link.OFFBOARD:
        return OnBoard.offboard(walls, battery.side, battery.offboard_hex, battery.offboard_level)
    piece = at.by_id.get(state.observer)
    if piece is None or at.spot(piece) is None or at.represents(piece) is not piece:
        return Nobody()
    phone = record.setup.hex(battery.phone_hex) if battery.phone_hex else None
    return OnBoard(walls, observer(at, battery, piece), battery=name, phone=phone)


def observer(at: Position, battery: Battery, piece: AnyPiece) -> Unit:
    """C1.2: the Observer with his radio, and with what he is in or on."""
    aboard: dict[str, Any] = {}
    if isinstance(piece.place, Aboard):
        aboard = {"aboard": piece.place.vehicle, "rider": piece.place.rider}
    tank = isinstance(piece, Vehicle) and bool(battery.op_tank)
    return replace(
        at.unit(piece),
        radio=has_radio(at, battery, piece),
        op_tank=tank,
        stunned=isinstance(piece, Vehicle) and piece.stunned,
        **aboard,
    )


def has_radio(at: Position, battery: Battery, piece: AnyPiece) -> bool:
    """C1.1, C1.22: the battery's own radio is his; one that is no counter on the table is."""
    module = at.scenario.module(battery.name)
    radio = at.by_id.get(module.radio) if module is not None and module.radio else None
    if module is None or not module.radio:
        return True
    return isinstance(radio, Support) and radio.by == piece.id


def is_fit(at: Position, state: BatteryState) -> bool:
    """C1.61: whether the Observer is on the board and in Good Order."""
    piece = at.by_id.get(state.observer)
    if piece is None or at.spot(piece) is None:
        return False
    match piece:
        case Men():
            return not piece.broken
        case Vehicle():
            return piece.crewed
        case _:
            return False


def _with_units_beneath(walls: WallState, side: str) -> WallState:
    """R-battle-observer: every enemy «?» as a concealed unit."""
    situation = walls.scene.situation
    units = tuple(
        replace(unit, kind=UnitKind.SQUAD) if unit.is_dummy and unit.side != side else unit
        for unit in situation.units
    )
    return walls._replace(scene=walls.scene.with_situation(replace(situation, units=units)))
