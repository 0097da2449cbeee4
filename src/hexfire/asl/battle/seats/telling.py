"""What is to be said of a piece beside its counter: where it is, how it stands, its record."""

from __future__ import annotations

from collections.abc import Iterator

from hexfire.asl.battle.fire.weapons import services
from hexfire.asl.battle.table.facing import write_facing
from hexfire.asl.battle.table.pieces import (
    AnyPiece,
    Drive,
    Dummy,
    Gun,
    Hull,
    Men,
    Off,
    Support,
    Vehicle,
    Veil,
    Wrecked,
)
from hexfire.asl.battle.table.position import Position
from hexfire.asl.counters import Vehicle as VehicleCounter
from hexfire.asl.effects.condition import Shock
from hexfire.asl.fieldguns.state import Emplacement
from hexfire.rulebook import Message


def name_of(at: Position, piece: AnyPiece) -> str:
    """What its counter is called."""
    return "?" if isinstance(piece, Dummy) else at.counter(piece).name


def where_of(at: Position, piece: AnyPiece) -> str:
    """Its hex and level, and where it points; empty for what is not on the board."""
    spot = at.spot(piece)
    if spot is None:
        return ""
    label = f"{spot.hex}/{spot.level}" if spot.level else spot.hex
    hex = at.grid.hex(spot.hex)
    match piece:
        case Gun():
            return f"{label} → {write_facing(at.grid, hex, piece.ca)}"
        case Vehicle() if piece.wreck is Wrecked.NO:
            turret = "" if piece.tca == piece.vca else f" ({write_facing(at.grid, hex, piece.tca)})"
            return f"{label} → {write_facing(at.grid, hex, piece.vca)}{turret}"
        case _:
            return label


def states_of(at: Position, piece: AnyPiece) -> Iterator[Message]:
    """Everything that the counters on and under a piece tell, one after the other."""
    if isinstance(piece.place, Off) and at.spot(piece) is None:
        yield Message.of(f"battle.away.{piece.place.why.name.lower()}")
    if piece.veil is not Veil.KNOWN and not isinstance(piece, Dummy):
        yield Message.of(f"battle.state.{piece.veil.value}")
    for name, is_so in _flags(at, piece).items():
        if is_so:
            yield Message.of(f"battle.state.{name}")
    if isinstance(piece, Men) and piece.pf:
        yield Message.of("battle.state.pf", count=piece.pf)
    if isinstance(piece, Gun | Support) and piece.by:
        yield Message.of("battle.state.by", id=piece.by)
    if isinstance(piece, Gun | Support) and piece.spotter:
        yield Message.of("battle.state.spotter", id=piece.spotter)
    if isinstance(piece, Men) and piece.marker:
        yield Message.of(f"gunnery.marker.{piece.marker.name}")
    for service in services(piece):
        if service.marker:
            yield Message.of(f"gunnery.marker.{service.marker.name}")
        if not service.works:
            yield Message.of(f"battle.weapon.{service.state.name}")
        for held in service.acquired:
            yield Message.of("battle.state.acquired", drm=held.drm, hex=held.hex)


def _flags(at: Position, piece: AnyPiece) -> dict[str, bool]:
    flags = {"wa": piece.id in at.state.walls.holders}
    match piece:
        case Men():
            names = ("broken", "pinned", "wounded", "cx", "ti", "dm")
            flags |= {name: getattr(piece, name) for name in names}
        case Gun():
            flags["emplaced"] = piece.emplaced is Emplacement.EMPLACED
            flags["limbered"] = piece.limbered
            flags["dismantled"] = piece.dismantled
        case Vehicle():
            flags |= {
                "wreck": piece.wreck is Wrecked.WRECK,
                "burning": piece.wreck is Wrecked.BURNING,
                "bu": _has_hatches(at, piece) and not piece.ce,
                "motion": piece.drive is Drive.MOTION,
                "non_stopped": piece.drive is Drive.NON_STOPPED,
                "immobile": piece.hull is not Hull.MOBILE,
                "shock": piece.shock in (Shock.SHOCK, Shock.UK),
                "stunned": piece.stunned,
                "abandoned": piece.abandoned,
                "ti": piece.ti,
            }
    return flags


def _has_hatches(at: Position, piece: Vehicle) -> bool:
    """D5.3: whether there is armor to button up behind."""
    counter = at.counter(piece)
    return isinstance(counter, VehicleCounter) and counter.armored and piece.wreck is Wrecked.NO
