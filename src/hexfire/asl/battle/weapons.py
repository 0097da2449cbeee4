"""A weapon on the table: which piece it belongs to, its figures on the day, who works it."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace

from hexfire.asl.battle.pieces import AnyPiece, Armed, Gun, Men, Service, Support, Vehicle
from hexfire.asl.battle.position import Position
from hexfire.asl.gunnery.weapons import Armament
from hexfire.asl.shots.shot import Weapon
from hexfire.rulebook import BadInput, Refusal


@dataclass(frozen=True)
class Arm:
    """A weapon with its record and its crew."""

    piece: Armed
    armament: Armament
    service: Service
    weapon: Weapon
    crew: Men | None

    @property
    def name(self) -> str:
        """How an action names it."""
        if self.armament is Armament.MA:
            return self.piece.id
        return f"{self.piece.id}.{self.armament.value}"


def armed(at: Position, name: str, seat: str | None = None) -> Arm:
    """The weapon of that name; a Refusal if it is no weapon or not the seat's."""
    id, _, part = name.partition(".")
    piece = at.piece(id)
    if seat is not None and piece.side != seat:
        raise Refusal("A2.9", "battle.not_yours", id=id)
    try:
        armament = Armament(part) if part else Armament.MA
    except ValueError:
        raise BadInput("battle.no_weapon", name=name) from None
    if not isinstance(piece, Gun | Support | Vehicle):
        raise BadInput("battle.no_weapon", name=name)
    if armament is not Armament.MA and not isinstance(piece, Vehicle):
        raise BadInput("battle.no_weapon", name=name)
    if isinstance(piece, Vehicle):
        service, crew = piece.service(armament), None
    else:
        service, crew = piece.service, at.crew(piece)
    weapon = at.memo.weapon(piece.counter, armament)
    if not service.gone:
        return Arm(piece, armament, service, weapon, crew)
    left = tuple(entry for entry in weapon.ammo if entry[0] not in service.gone)
    return Arm(piece, armament, service, replace(weapon, ammo=left), crew)


def with_service(piece: AnyPiece, service: Service) -> AnyPiece:
    """The piece with another record of one of its weapons."""
    match piece:
        case Vehicle():
            return piece.with_service(service)
        case Gun() | Support():
            return replace(piece, service=service)
        case _:
            raise BadInput("battle.no_weapon", name=piece.id)


def services(piece: AnyPiece) -> tuple[Service, ...]:
    """The records of all weapons of a piece."""
    match piece:
        case Vehicle():
            return piece.services
        case Gun() | Support():
            return (piece.service,)
        case _:
            return ()
