"""A weapon on the table: which piece it belongs to, its figures on the day, who works it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from hexfire.asl.antitank.panzerfaust import nation_has_them, refuse_nation
from hexfire.asl.antitank.users import Team, serve_light_mortar
from hexfire.asl.battle.table.pieces import (
    AnyPiece,
    Armed,
    Gun,
    Men,
    Service,
    Support,
    Vehicle,
    Wrecked,
)
from hexfire.asl.battle.table.position import Position
from hexfire.asl.counters import Leader, Squad, firepower_of, sort_of
from hexfire.asl.counters import Vehicle as VehicleCounter
from hexfire.asl.gunnery.weapons import Armament
from hexfire.asl.shots import latw
from hexfire.asl.shots.shot import FireCounter, Kind, Weapon
from hexfire.asl.shots.targets import personnel
from hexfire.rulebook import BadInput, Refusal


@dataclass(frozen=True)
class Arm:
    """A weapon with its record and its crew."""

    piece: Armed | Men
    armament: Armament
    service: Service
    weapon: Weapon
    crew: Men | None
    inherent: str = ""
    """Which weapon men may find among themselves, without a counter of its own: «PF» (C13.3)."""
    spotter: Men | None = None
    """C9.3: whose LOS a mortar fires by, if not its own."""

    @property
    def waits(self) -> bool:
        """A7.25: the weapon, or who has it, is marked for Opportunity Fire."""
        if isinstance(self.piece, Gun | Vehicle) and self.piece.opportunity:
            return True
        return self.crew is not None and self.crew.opportunity

    @property
    def eye(self) -> Armed | Men:
        """Whose LOS it is."""
        return self.spotter or self.piece

    @property
    def name(self) -> str:
        """How an action names it."""
        if self.inherent:
            return f"{self.piece.id}.{self.inherent}"
        if self.armament is Armament.MA:
            return self.piece.id
        return f"{self.piece.id}.{self.armament.value}"


def armed(at: Position, name: str, seat: str | None = None) -> Arm:
    """The weapon of that name; a Refusal if it is no weapon or not the seat's.

    C8, C8.1, C8.9: the special ammunition that it no longer has is not there to be declared.
    """
    id, _, part = name.partition(".")
    piece = at.piece(id)
    if seat is not None and piece.side != seat:
        raise Refusal("A2.9", "battle.not_yours", id=id)
    if isinstance(piece, Men) and part in PANZERFAUSTS:
        return _panzerfaust(at, piece, part)
    try:
        armament = Armament(part) if part else Armament.MA
    except ValueError:
        raise BadInput("battle.no_weapon", name=name) from None
    if isinstance(piece, Men) and not part:
        return _own_arms(at, piece)
    if not isinstance(piece, Gun | Support | Vehicle):
        raise BadInput("battle.no_weapon", name=name)
    if armament is not Armament.MA and not isinstance(piece, Vehicle):
        raise BadInput("battle.no_weapon", name=name)
    if isinstance(piece, Vehicle):
        service, crew = piece.service(armament), None
    else:
        service, crew = piece.service, at.crew(piece)
    weapon = at.memo.weapon(piece.counter, armament)
    if service.gone:
        left = tuple(entry for entry in weapon.ammo if entry[0] not in service.gone)
        weapon = replace(weapon, ammo=left)
    if crew is not None and weapon.kind is Kind.MTR and weapon.sw:
        weapon = _light_mortar(at, weapon, crew)
    return Arm(piece, armament, service, weapon, crew)


def _light_mortar(at: Position, weapon: Weapon, crew: Men) -> Weapon:
    """C9.2: a light mortar in the hands of who has it; a lone SMC keeps no rate of fire."""
    counter = at.counter(crew)
    assert isinstance(counter, Squad | Leader)
    usage = serve_light_mortar(Team((personnel(counter).rank,), counter.nation))
    return replace(weapon, rof=0) if usage.loses_rof else weapon


PANZERFAUSTS = ("PF", "PFk")
UNBREAKABLE = 13
"""The B# of what never breaks down: no DR reaches it."""


def _own_arms(at: Position, men: Men) -> Arm:
    """A1.21, A15.1: the inherent FP of a MMC, or a hero's: «1-4-9»; a leader has none."""
    counter = at.counter(men)
    match counter:
        case Squad(fp=fp, range=reach) if fp:
            pass
        case Leader(kind="hero"):
            fp, reach = (int(figure) for figure in counter.strength.split("-")[:2])
        case _:
            raise BadInput("battle.no_weapon", name=men.id)
    weapon = Weapon(
        caliber=8,
        name=counter.name,
        id=counter.id,
        nation=counter.nation,
        kind=Kind.MG,
        sw=True,
        b=UNBREAKABLE,
        fp=fp,
        normal_range=reach,
    )
    return Arm(men, Armament.MA, Service(marker=men.marker), weapon, men)


def _panzerfaust(at: Position, men: Men, name: str) -> Arm:
    """C13.3: the PF that Infantry may have with it; the PFk only where the scenario says so."""
    ssr = at.scenario.side(men.side).pfk
    weapon = latw.weapon(name, at.scenario.date, ssr)
    refuse_nation(nation_of(at, men), at.scenario.date)
    if at.scenario.side(men.side).counted_pf and not men.pf:
        raise Refusal("C13.311", "fieldguns.pf_none_held")
    return Arm(men, Armament.MA, Service(), weapon, men, name)


def nation_of(at: Position, men: Men) -> str:
    """Whose men they are."""
    return at.scenario.side(men.side).nation_of(at.counter(men).nation)


def has_own_arms(at: Position, men: Men) -> bool:
    counter = at.counter(men)
    return firepower_of(counter) > 0 or sort_of(counter) == "hero"


def weapon_names(at: Position, side: str) -> Iterator[str]:
    """Everything that a side could fire, as orders name it: weapons, men's own arms, MG."""
    for piece in at.state.pieces:
        if piece.side != side or at.spot(piece) is None:
            continue
        match piece:
            case Men():
                if has_own_arms(at, piece):
                    yield piece.id
                if _may_have_pf(at, piece):
                    yield f"{piece.id}.PF"
            case Gun() | Support():
                yield piece.id
            case Vehicle(wreck=Wrecked.NO):
                counter = at.counter(piece)
                assert isinstance(counter, VehicleCounter)
                if counter.ma:
                    yield piece.id
                yield from (f"{piece.id}.{part.value}" for part in _mounted(counter))


def _may_have_pf(at: Position, men: Men) -> bool:
    """C13.31: whether men may find a PF among themselves; C13.311: whether they hold one."""
    if at.scenario.side(men.side).counted_pf:
        return men.pf > 0
    dated = at.scenario.date
    return latw.exists("PF", dated) and nation_has_them(nation_of(at, men), dated)


def _mounted(counter: VehicleCounter) -> Iterator[Armament]:
    """The weapons of a vehicle beside its MA."""
    mg = counter.mg
    printed_of = {
        Armament.SA: counter.sa,
        Armament.BMG: mg.bow,
        Armament.CMG: mg.coax,
        Armament.RMG: mg.rear,
        Armament.AAMG: mg.aa,
    }
    return (part for part, printed in printed_of.items() if printed and part.value != counter.ma)


def is_mortar(at: Position, piece: AnyPiece) -> bool:
    """C9.1: a mortar, on its own mount or as a SW."""
    if not isinstance(piece, Gun | Support):
        return False
    return sort_of(at.counter(piece)) == Kind.MTR.value


def with_service(piece: AnyPiece, service: Service) -> AnyPiece:
    """The piece with another record of one of its weapons."""
    match piece:
        case Vehicle():
            return piece.with_service(service)
        case Gun() | Support():
            return replace(piece, service=service)
        case Men():
            return replace(piece, marker=service.marker)
        case _:
            raise BadInput("battle.no_weapon", name=piece.id)


def fired_before(piece: AnyPiece) -> bool:
    """A3.2, R-A3.2: whether a weapon of it was fired in an earlier phase of this Player Turn."""
    return any(one.marker is not FireCounter.NONE and not one.shots for one in services(piece))


def services(piece: AnyPiece) -> tuple[Service, ...]:
    """The records of all weapons of a piece."""
    match piece:
        case Vehicle():
            return piece.services
        case Gun() | Support():
            return (piece.service,)
        case _:
            return ()
