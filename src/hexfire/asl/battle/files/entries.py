"""From an entry of an order of battle to the piece that lies on the table."""

from __future__ import annotations

from msgspec.structs import replace

from hexfire.asl.battle.files import file_form as form
from hexfire.asl.battle.table.facing import read_facing
from hexfire.asl.battle.table.pieces import (
    CARRIED,
    Aboard,
    AnyPiece,
    Away,
    Dummy,
    Gun,
    Men,
    Off,
    Place,
    Service,
    Spot,
    Support,
    Vehicle,
    Veil,
)
from hexfire.asl.counters import Gun as GunCounter
from hexfire.asl.counters import Leader, Squad, SupportWeapon, catalogue
from hexfire.asl.counters import Vehicle as VehicleCounter
from hexfire.asl.fieldguns.service import at_setup
from hexfire.asl.fieldguns.state import Emplacement
from hexfire.asl.gunnery.acquisition import Acquisition, Size
from hexfire.boards import Board
from hexfire.rulebook import BadInput

DUMMY = "?"


def piece_of(unit: form.UnitLine, side: str, board: Board) -> AnyPiece:
    """The piece that an entry describes, as it is when the game begins."""
    if not unit.id or not unit.id.replace("-", "").replace("_", "").isalnum():
        raise BadInput("battle.scenario.bad_id", id=unit.id)
    place, veil = _place(unit, board), _veil(unit)
    if unit.counter == DUMMY:
        return Dummy(id=unit.id, side=side, place=place, veil=Veil.CONCEALED)
    counter = catalogue().find(unit.counter)
    service = _service(unit, isinstance(counter, GunCounter) and counter.gun_type == "MTR", board)
    match counter:
        case Squad() | Leader():
            return Men(
                id=unit.id,
                side=side,
                counter=counter.id,
                place=place,
                veil=veil,
                broken=unit.broken,
                pinned=unit.pinned,
                wounded=unit.wounded,
                cx=unit.cx,
                ti=unit.ti,
                gait=unit.gait,
                opportunity=unit.opportunity,
                marker=unit.marker,
                pf=unit.pf,
            )
        case GunCounter():
            return Gun(
                id=unit.id,
                side=side,
                counter=counter.id,
                place=replace(place, hooked=True) if isinstance(place, Aboard) else place,
                veil=veil,
                ca=_facing(unit.facing, place, board),
                by=unit.by,
                emplaced=_emplaced(unit, counter),
                limbered=_limbered(unit, counter),
                opportunity=unit.opportunity,
                service=service,
            )
        case SupportWeapon():
            return Support(
                id=unit.id,
                side=side,
                counter=counter.id,
                place=CARRIED if unit.by else place,
                veil=veil,
                by=unit.by,
                service=service,
            )
        case VehicleCounter():
            vca = _facing(unit.facing, place, board)
            return Vehicle(
                id=unit.id,
                side=side,
                counter=counter.id,
                place=place,
                veil=veil,
                vca=vca,
                tca=_facing(unit.turret, place, board) if unit.turret else vca,
                ce=usual_ce(counter) if unit.ce is None else unit.ce,
                drive=unit.drive,
                hull=unit.hull,
                gyro=unit.gyro,
                dozer=unit.dozer,
                hedge_cutter=unit.hedge_cutter,
                trailer=unit.trailer,
                portee=unit.portee,
                opportunity=unit.opportunity,
                entered=unit.entered,
                vbm=unit.vbm,
                services=() if service == Service() else (service,),
            )
        case _:
            raise BadInput("battle.scenario.no_piece", counter=unit.counter)


def usual_ce(counter: VehicleCounter) -> bool:
    """D5.3, C5.9: a crew is CE unless its turret takes one man who must be inside to fire."""
    return counter.turret not in ("RST", "1MT")


def _limbered(unit: form.UnitLine, counter: GunCounter) -> bool:
    """C10.2, C10.23: a Gun in tow is limbered, one with QSU never."""
    if unit.limbered and counter.qsu:
        raise BadInput("battle.scenario.qsu", id=unit.id)
    return unit.limbered or bool(unit.aboard and not counter.qsu)


def _emplaced(unit: form.UnitLine, counter: GunCounter) -> Emplacement:
    """C11.2, C11.3: a Gun that sets up manned on the ground is emplaced; never a RCL (C12.24)."""
    rcl = counter.gun_type == "RCL"
    if unit.emplaced is None or rcl:
        on_ground = bool(unit.area) and not unit.limbered and not unit.aboard
        return at_setup(on_ground=on_ground, manned=bool(unit.by), rcl=rcl)
    return Emplacement.EMPLACED if unit.emplaced else Emplacement.LOST


def _place(unit: form.UnitLine, board: Board) -> Place:
    if unit.aboard:
        return Aboard(unit.aboard, unit.rider)
    if unit.turn:
        return Off(Away.REINFORCEMENT, unit.turn)
    if not unit.hex:
        return Off()
    grid = board.grid

    def label(text: str) -> str:
        return grid.label(grid.hex(text)) if text else ""

    return Spot(
        label(unit.hex), unit.level, label(unit.bypass), label(unit.vertex), unit.entrenched
    )


def _veil(unit: form.UnitLine) -> Veil:
    if unit.hidden:
        return Veil.HIDDEN
    return Veil.CONCEALED if unit.concealed else Veil.KNOWN


def _facing(text: str, place: Place, board: Board) -> int:
    if not text or not isinstance(place, Spot):
        return 0
    return read_facing(board.grid, board.grid.hex(place.hex), text)


def _service(unit: form.UnitLine, mortar: bool, board: Board) -> Service:
    held = unit.acquired
    if held is None:
        return Service(marker=unit.marker, state=unit.weapon)
    acquired = Acquisition(
        drm=held.drm,
        hex=board.grid.label(board.grid.hex(held.hex)),
        location=held.location if held.size is Size.LOCATION else "",
        size=held.size,
        units=tuple(held.units),
        gun=unit.id,
        mortar=mortar,
    )
    return Service(marker=unit.marker, state=unit.weapon, acquired=(acquired,))
