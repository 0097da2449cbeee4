"""What a gun's and a towing vehicle's counter print about being moved, read from the catalogue."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib import resources
from typing import TypeVar

import msgspec

from hexfire.rulebook import BadInput


class GunCounter(msgspec.Struct, frozen=True):
    """The figures of a gun counter that C10 asks for. `m` is the Manhandling Number (M#)."""

    name: str
    nation: str
    gun_class: str = msgspec.field(name="class")
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
    tow: str | None = None
    pp_capacity: str | None = None
    id: str = ""

    def t_number(self, year: int | None = None) -> int | None:
        """C10.1: the Towing Number; «T10 (4+)» exists from 1944 on."""
        if self.tow is None:
            return None
        found = re.fullmatch(r"T(-?\d+)(?: \((\d)\+\))?", self.tow)
        if found is None:
            raise ValueError(f"{self.id}: towing number {self.tow!r}")
        if found[2] and year is not None and year < 1940 + int(found[2]):
            return None
        return int(found[1])

    @property
    def pp(self) -> int:
        """The Passenger PP capacity; 0 where the counter prints none."""
        digits = re.sub(r"\D", "", self.pp_capacity or "")
        return int(digits) if digits else 0


class _Units(msgspec.Struct, frozen=True):
    gun: tuple[GunCounter, ...]
    vehicle: tuple[TowCounter, ...]


@lru_cache
def _units() -> _Units:
    source = resources.files("hexfire.asl.counters") / "units.toml"
    return msgspec.toml.decode(source.read_bytes(), type=_Units)


def guns() -> tuple[GunCounter, ...]:
    """Every gun of the catalogue."""
    return _units().gun


def tow_vehicles() -> tuple[TowCounter, ...]:
    """Every vehicle of the catalogue that has a T# or Passenger PP."""
    return tuple(v for v in _units().vehicle if v.tow or v.pp_capacity)


def gun_named(text: str) -> GunCounter:
    """The gun with this id or name, or the only one whose name holds the text."""
    return _one(text, guns(), "fieldguns.unknown_gun", "fieldguns.several_guns")


def tow_vehicle_named(text: str) -> TowCounter:
    """The towing vehicle with this id or name, or the only one whose name holds the text."""
    return _one(text, tow_vehicles(), "fieldguns.unknown_tow", "fieldguns.several_tows")


_Counter = TypeVar("_Counter", GunCounter, TowCounter)


def _plain(text: str) -> str:
    return re.sub(r"[^a-z0-9/]", "", text.lower())


def _one(text: str, counters: tuple[_Counter, ...], unknown: str, several: str) -> _Counter:
    wanted = _plain(text)
    exact = [c for c in counters if text == c.id or wanted == _plain(c.name)]
    hits = exact or [c for c in counters if wanted and wanted in _plain(c.name)]
    if not hits:
        raise BadInput(unknown, text=text)
    if len(hits) > 1:
        raise BadInput(several, text=text, names=tuple(f"{c.name} ({c.id})" for c in hits[:8]))
    return hits[0]
