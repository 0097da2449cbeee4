"""What a gun's and a towing vehicle's counter print about being moved, read from the catalogue."""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec

from hexfire.asl.counters import Catalogue, Gun, SupportWeapon, Vehicle, catalogue
from hexfire.rulebook import BadInput, Refusal


class GunCounter(msgspec.Struct, frozen=True):
    """The figures of a gun counter that C10 asks for. `m` is the Manhandling Number (M#)."""

    name: str
    nation: str
    gun_class: str
    caliber: float
    m: int
    barrel: str = "normal"
    m_circled: bool = False
    qsu: bool = False
    nm: bool = False
    rfnm: bool = False
    lf: bool = False
    target_size: int = 0
    back: tuple[str, ...] = ()
    id: str = ""

    @property
    def rests(self) -> bool:
        """C10.25, C10.26: NM and RFNM guns are never limbered, unlimbered or manhandled."""
        return self.nm or self.rfnm

    @property
    def is_mortar(self) -> bool:
        return self.gun_class == "MTR"

    @property
    def is_rcl(self) -> bool:
        return self.gun_class == "RCL"

    @property
    def rides(self) -> bool:
        """C10.1: a 76–107mm mortar is loaded on its vehicle rather than drawn (R-C10.1).

        A counter that says «Towed» is drawn all the same.
        """
        return self.is_mortar and 76 <= self.caliber <= 107 and "Towed" not in self.back

    @property
    def dismantles(self) -> bool:
        """C9.2: 76–82mm mortars come apart and are then carried as a SW of 5PP."""
        return self.is_mortar and 76 <= self.caliber <= 82

    @property
    def may_be_towed(self) -> bool:
        return "Tow NA" not in self.back


class TowCounter(msgspec.Struct, frozen=True):
    """The figures of a vehicle that can tow or carry: MP, T# and Passenger PP as printed."""

    name: str
    nation: str
    mp: int
    tow: str = ""
    pp_capacity: str = ""
    id: str = ""

    def t_number(self, year: int | None = None) -> int | None:
        """C10.1: the Towing Number; «T10 (4+)» exists from 1944 on."""
        printed = re.fullmatch(r"T(-?\d+)(?: \((\d)\+\))?", self.tow)
        if printed is None:
            return None
        if printed[2] and year is not None and year < 1940 + int(printed[2]):
            return None
        return int(printed[1])

    @property
    def pp(self) -> int:
        """The Passenger PP capacity; 0 where the counter prints none."""
        digits = re.sub(r"\D", "", self.pp_capacity)
        return int(digits) if digits else 0


def gun_counter(gun: Gun) -> GunCounter:
    """The figures of a gun of the catalogue."""
    return GunCounter(
        name=gun.name,
        nation=gun.nation,
        gun_class=gun.gun_type,
        caliber=gun.caliber,
        m=gun.m,
        barrel=gun.barrel,
        m_circled=gun.m_circled,
        qsu=gun.qsu,
        nm=gun.nm,
        rfnm=gun.rfnm,
        lf=gun.lf,
        target_size=gun.target_size,
        back=gun.back,
        id=gun.id,
    )


def tow_counter(vehicle: Vehicle) -> TowCounter:
    """The figures of a vehicle of the catalogue."""
    return TowCounter(
        name=vehicle.name,
        nation=vehicle.nation,
        mp=vehicle.mp,
        tow=vehicle.tow or "",
        pp_capacity=vehicle.pp_capacity or "",
        id=vehicle.id,
    )


@lru_cache(maxsize=1)
def _guns() -> Catalogue:
    return Catalogue(counter for counter in catalogue() if isinstance(counter, Gun))


@lru_cache(maxsize=1)
def _vehicles() -> Catalogue:
    return Catalogue(counter for counter in catalogue() if isinstance(counter, Vehicle))


def gun_named(text: str, nation: str | None = None, year: int | None = None) -> GunCounter:
    """The one gun of this id or name; a clear refusal when there is none, or several.

    C2.1: what is printed on a half-inch counter is a SW, and is carried.
    """
    other = catalogue().known(text)
    if isinstance(other, SupportWeapon):
        raise Refusal("C2.1", "fieldguns.is_a_sw", weapon=other.name)
    gun = _guns().find(text, nation, year)
    assert isinstance(gun, Gun)
    return gun_counter(gun)


def tow_vehicle_named(text: str, nation: str | None = None, year: int | None = None) -> TowCounter:
    """The one vehicle of this id or name that has a T# or Passenger PP."""
    vehicle = _vehicles().find(text, nation, year)
    assert isinstance(vehicle, Vehicle)
    counter = tow_counter(vehicle)
    if not counter.tow and not counter.pp_capacity:
        raise BadInput("fieldguns.cannot_tow", vehicle=counter.name)
    return counter
