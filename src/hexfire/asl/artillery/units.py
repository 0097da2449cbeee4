"""Units in a Blast Area as a file lists them: hex by hex, by the names of their counters."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from hexfire.asl.artillery.bombardment import Structure
from hexfire.asl.artillery.cover import Cover
from hexfire.asl.artillery.devastation import Built, Place, Victim
from hexfire.asl.artillery.ffe import Immune, Inside
from hexfire.asl.counters import Gun, Leader, Squad, Vehicle, catalogue
from hexfire.asl.shots.targets import (
    AnyTarget,
    GunTarget,
    Personnel,
    Rank,
    personnel,
    vehicle,
)
from hexfire.hexes import Grid
from hexfire.rulebook import BadInput


class Unit(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One line of the list. A counter is found by name and nation, or described by its figures.

    A line with `built` is no unit but a building, bridge or fortification (C1.822).
    """

    hex: str
    name: str
    nation: str | None = None
    rank: Rank | None = None
    morale: int | None = None
    leadership: int = 0
    broken: bool = False
    pinned: bool = False
    ce: bool = False
    immobile: bool = False
    manned_by: str = ""
    gunshield: int = 0
    location: str = ""
    friendly: bool = False
    own_observer: bool = False
    berserk: bool = False
    concealed: bool = False
    immune: Immune | None = None
    terrain: str = "open_ground"
    hexside: str = ""
    entrenchment: str = ""
    levels_above: int = 0
    other_tem: int = 0
    moving_in_open: bool = False
    not_assault_moving: bool = False
    built: Structure | None = None
    levels: int = 1
    fortified: bool = False
    factory: bool = False
    bridge: bool = False
    weapons: tuple[str, ...] = ()
    mounted: bool = False

    @property
    def cover(self) -> Cover:
        return Cover(
            terrain=self.terrain,
            hexside=self.hexside,
            entrenchment=self.entrenchment,
            levels_above=self.levels_above,
            other_tem=self.other_tem,
        )


def _counter(unit: Unit) -> Squad | Leader | Vehicle | Gun:
    found = [
        counter
        for counter in catalogue()
        if isinstance(counter, Squad | Leader)
        and counter.name == unit.name
        and (unit.nation is None or counter.nation.casefold().startswith(unit.nation.casefold()))
        and "armor" not in counter.id
    ]
    # Men of one strength have one morale; where they differ by nation, the nation must be told.
    if found and len({(c.morale, c.broken_morale) for c in found}) == 1:
        return found[0]
    counter = catalogue().find(unit.name, unit.nation)
    if not isinstance(counter, Squad | Leader | Vehicle | Gun):
        raise BadInput("artillery.not_a_unit", name=unit.name)
    return counter


def target_of(unit: Unit, crew: Unit | None = None) -> AnyTarget:
    """What an attack meets; a Gun with those who man it is one target with two fates (C11.4)."""
    if crew is None:
        return _alone(unit)
    gun, men = _alone(unit), _alone(crew)
    if not isinstance(gun, GunTarget) or not isinstance(men, Personnel):
        raise BadInput("artillery.no_such_crew", name=unit.name, crew=crew.name)
    return msgspec.structs.replace(gun, crew=men)


def _alone(unit: Unit) -> AnyTarget:
    if unit.rank is not None and unit.morale is not None:
        return Personnel(
            rank=unit.rank,
            morale=unit.morale,
            broken_morale=unit.morale,
            leadership=unit.leadership,
            name=unit.name,
            broken=unit.broken,
            pinned=unit.pinned,
        )
    counter = _counter(unit)
    if isinstance(counter, Squad | Leader):
        return msgspec.structs.replace(personnel(counter, broken=unit.broken), pinned=unit.pinned)
    if isinstance(counter, Vehicle):
        return vehicle(counter, ce=unit.ce, immobile=unit.immobile)
    return GunTarget(name=counter.name, gunshield=unit.gunshield)


def read_units(data: object, grid: Grid, path: str = "units") -> Mapping[str, tuple[Inside, ...]]:
    """A JSON list of units, as they stand in each hex."""
    by_hex = _by_hex(data, grid, path)
    return {hex: tuple(inside for _, inside in _inside(units)) for hex, units in by_hex.items()}


def read_places(data: object, grid: Grid, path: str = "units") -> tuple[Place, ...]:
    """C1.82: a JSON list of units and of what is built, as Bombardment finds it in each hex."""
    return tuple(
        Place(
            hex=hex,
            built=tuple(_built(unit) for unit in units if unit.built is not None),
            victims=tuple(_victim(unit, inside) for unit, inside in _inside(units)),
        )
        for hex, units in _by_hex(data, grid, path).items()
    )


def _by_hex(data: object, grid: Grid, path: str) -> dict[str, list[Unit]]:
    try:
        units = msgspec.convert(data, tuple[Unit, ...])
    except msgspec.ValidationError as error:
        raise BadInput("artillery.bad_units", path=path, why=str(error)) from None
    by_hex: dict[str, list[Unit]] = {}
    for unit in units:
        by_hex.setdefault(grid.label(grid.hex(unit.hex)), []).append(unit)
    return by_hex


def _built(unit: Unit) -> Built:
    assert unit.built is not None
    return Built(
        what=unit.built,
        levels=1 if unit.bridge else unit.levels,
        fortified=unit.fortified,
        factory=unit.factory,
        bridge=unit.bridge,
    )


def _victim(unit: Unit, inside: Inside) -> Victim:
    level = int(unit.location) if unit.location.removeprefix("-").isdecimal() else 0
    return Victim(
        id=unit.name,
        inside=inside,
        level=level,
        in_building=unit.terrain.startswith("building"),
        on_bridge=unit.terrain == "bridge",
        concealed=unit.concealed,
        mounted=unit.mounted,
        weapons=unit.weapons,
    )


def _inside(lines: list[Unit]) -> list[tuple[Unit, Inside]]:
    """The targets of a hex. Who mans a Gun is part of it: one target, two fates (C11.4)."""
    units = [unit for unit in lines if unit.built is None]
    manning = {unit.manned_by: unit for unit in units if unit.manned_by}
    crews = {unit.name: unit for unit in units if unit.name in manning}
    for name, gun in manning.items():
        if name not in crews:
            raise BadInput("artillery.no_such_crew", name=gun.name, crew=name)
    found = []
    for unit in units:
        unit.cover.check()
        if crews.get(unit.name) is unit:
            continue
        inside = Inside(
            target=target_of(unit, crews[unit.manned_by] if unit.manned_by else None),
            cover=unit.cover,
            location=unit.location,
            friendly=unit.friendly,
            own_observer=unit.own_observer,
            berserk=unit.berserk,
            immune=unit.immune,
            moving_in_open=unit.moving_in_open,
            not_assault_moving=unit.not_assault_moving,
        )
        found.append((unit, inside))
    return found
