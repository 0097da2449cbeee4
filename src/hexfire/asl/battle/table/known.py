"""What a seat knows of a position: the same kind of state, without what it may not see.

Whatever a seat is told (its view, its legal actions, answers to its questions, when it is asked)
is worked out from `known(state, seat)` and from nothing else. So nothing can leak: positions that
differ only in hidden things give the same known state.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from hexfire.asl.artillery.nations import Chits
from hexfire.asl.artillery.state import State as BatteryState
from hexfire.asl.battle.table.pieces import (
    Aboard,
    AnyPiece,
    Away,
    Dummy,
    Gait,
    Gun,
    Men,
    Off,
    OnFoot,
    Service,
    Spot,
    Spotting,
    Support,
    Vehicle,
    Veil,
)
from hexfire.asl.battle.table.state import BatteryInPlay, Move, State, Walls
from hexfire.play import Seat

OPPONENT_DECIDES = "opponent_cancels"
"""The one node of a fire mission at which the other side decides (C1.3)."""


def known(state: State, seat: Seat | None) -> State:
    """The position as a seat (None: a spectator, who sees what both see) may know it.

    A12: of an enemy stack under «?» there is only the «?» of its Location, large if a vehicle or
    Gun is in it; hidden pieces, and those not set up yet, are not there at all.
    """
    veiled = _Veils(state, seat)
    pieces = tuple(veiled.pieces())
    ids = {piece.id for piece in pieces}
    return replace(
        state,
        pieces=tuple(_forgetting(_unlisted(piece, seat), ids) for piece in pieces),
        ground=tuple(marker for marker in state.ground if marker.hidden in ("", seat)),
        walls=_walls(state.walls, veiled),
        secrets=tuple(secret for secret in state.secrets if secret.side == seat),
        asked=tuple(one for one in state.asked if one.side in ("", seat)),
        batteries=tuple(_battery(battery, seat) for battery in state.batteries),
        move=_move(state.move, veiled),
        moved=veiled.names(state.moved),
        named=0,
    )


def handle(spot: Spot) -> str:
    """How a seat names who is concealed at a place: `?K8`, `?K8.1` on another level."""
    return f"?{spot.hex}.{spot.level}" if spot.level else f"?{spot.hex}"


class _Veils:
    """Which pieces a seat does not see as they are, and what it sees instead."""

    def __init__(self, state: State, seat: Seat | None) -> None:
        self.state, self.seat = state, seat
        self.by_id = {piece.id: piece for piece in state.pieces}

    def veil(self, piece: AnyPiece) -> Veil:
        """What hides a piece: its own veil, or that of what it is in or with."""
        if piece.side == self.seat:
            return Veil.KNOWN
        veil = piece.veil
        if isinstance(piece.place, Off) and piece.place.why is Away.NOT_SET_UP:
            carried = isinstance(piece, Support) and piece.by
            if not carried:
                return Veil.HIDDEN
        for carrier in _carriers(piece):
            if carrier in self.by_id:
                veil = max(veil, self.veil(self.by_id[carrier]), key=list(Veil).index)
        return veil

    def spot(self, piece: AnyPiece) -> Spot | None:
        if isinstance(piece.place, Spot):
            return piece.place
        for carrier in _carriers(piece):
            if carrier in self.by_id:
                return self.spot(self.by_id[carrier])
        return None

    def pieces(self) -> Iterator[AnyPiece]:
        stacks: dict[str, Dummy] = {}
        for piece in self.state.pieces:
            veil = self.veil(piece)
            if veil is Veil.KNOWN:
                yield piece
            elif veil is Veil.CONCEALED and (spot := self.spot(piece)) is not None:
                name = handle(spot)
                large = _is_large(piece) or (name in stacks and stacks[name].large)
                plain = Spot(spot.hex, spot.level)
                stacks[name] = Dummy(
                    id=name,
                    side=piece.side,
                    place=plain,
                    veil=Veil.CONCEALED,
                    large=large,
                    gait=self.gait(piece),
                    beside_shellholes=isinstance(piece, OnFoot) and piece.beside_shellholes,
                )
        yield from (stacks[name] for name in sorted(stacks))

    def gait(self, piece: AnyPiece) -> Gait:
        """How a «?» that is on the move goes: its owner has declared it for all to hear."""
        move = self.state.move
        mover = self.by_id.get(move.unit) if move is not None else None
        if not isinstance(mover, OnFoot) or mover.spot != piece.spot or mover.side != piece.side:
            return Gait.STILL
        return mover.gait

    def name(self, id: str) -> str | None:
        """How the seat calls a piece; None if it does not know of it."""
        piece = self.by_id.get(id)
        if piece is None:
            return None
        match self.veil(piece):
            case Veil.KNOWN:
                return id
            case Veil.CONCEALED:
                spot = self.spot(piece)
                return handle(spot) if spot else None
            case _:
                return None

    def names(self, ids: Iterable[str]) -> tuple[str, ...]:
        names = (self.name(id) for id in ids)
        return tuple(dict.fromkeys(name for name in names if name is not None))


def _is_large(piece: AnyPiece) -> bool:
    """A12.11: the 5/8" «?» lies on vehicles and Guns, and on dummies that stand for such."""
    return isinstance(piece, Gun | Vehicle) or (isinstance(piece, Dummy) and piece.large)


def _carriers(piece: AnyPiece) -> tuple[str, ...]:
    """What a piece is hidden together with: its vehicle, who possesses it."""
    aboard = (piece.place.vehicle,) if isinstance(piece.place, Aboard) else ()
    by = (piece.by,) if isinstance(piece, Support) and piece.by else ()
    return aboard + by


def _battery(battery: BatteryInPlay, seat: Seat | None) -> BatteryInPlay:
    """C1.21, C1.7: of an enemy's battery one sees its Battery Contact counter, what of it lies on
    the board, and the type of mission that was declared; and that one may cancel it (C1.3)."""
    if battery.side == seat:
        return battery
    state = battery.state
    open_to_all = BatteryState(
        node=state.node if state.node == OPPONENT_DECIDES else "idle",
        observer="",
        registered_observer="",
        contact=state.contact,
        access=state.access,
        marker=state.marker,
        mission=state.mission,
        pile=Chits(0, 0),
    )
    return BatteryInPlay(
        name=battery.name, side=battery.side, state=open_to_all, barrage=battery.barrage
    )


def _walls(walls: Walls, veils: _Veils) -> Walls:
    return Walls(
        holders=veils.names(walls.holders),
        barred=veils.names(walls.barred),
        failed_exit=veils.names(walls.failed_exit),
        freed=veils.names(walls.freed),
        undecided=veils.names(walls.undecided),
        proven=veils.names(walls.proven),
        fresh=veils.names(walls.fresh),
        placed=veils.names(walls.placed),
    )


def _move(move: Move | None, veils: _Veils) -> Move | None:
    if move is None:
        return None
    shots = tuple(
        replace(shot, weapon=f"{name}{dot}{part}")
        for shot in move.shots
        for piece, dot, part in (shot.weapon.partition("."),)
        if (name := veils.name(piece)) is not None
    )
    mover = veils.by_id.get(move.unit)
    watches = mover is not None and veils.seat not in (None, mover.side)
    near = move.near if watches else 0  # how long one holds one's fire is nobody else's to know
    names = veils.names(move.units) or ("",)
    return replace(move, unit=names[0], others=names[1:], shots=shots, near=near)


def _unlisted(piece: AnyPiece, seat: Seat | None) -> AnyPiece:
    """C13.311: how many PF an enemy unit holds is written on his list alone."""
    if isinstance(piece, Men) and piece.pf and piece.side != seat:
        return replace(piece, pf=0)
    return piece


def _forgetting(piece: AnyPiece, ids: set[str]) -> AnyPiece:
    """Counters and notes name only pieces that the seat knows of."""

    def seen(service: Service) -> Service:
        acquired = tuple(
            replace(held, units=tuple(unit for unit in held.units if unit in ids))
            for held in service.acquired
        )
        return replace(service, acquired=acquired) if acquired else service

    match piece:
        case Gun():
            by = piece.by if piece.by in ids else ""
            eyes = piece.spotter if piece.spotter in ids else ""
            return replace(piece, by=by, spotter=eyes, service=seen(piece.service))
        case Support():
            eyes = piece.spotter if piece.spotter in ids else ""
            return replace(piece, spotter=eyes, service=seen(piece.service))
        case Men() if piece.spotted:
            unseen = Spotting("")
            return replace(
                piece, spotted=tuple(s if s.mortar in ids else unseen for s in piece.spotted)
            )
        case Vehicle():
            return replace(piece, services=tuple(seen(service) for service in piece.services))
        case _:
            return piece
