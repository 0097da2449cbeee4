"""Units in a Blast Area as a file lists them: hex by hex, by the names of their counters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import msgspec
from msgspec.structs import replace

from hexfire.asl.artillery.bombardment import Structure
from hexfire.asl.artillery.cover import Cover, tem
from hexfire.asl.artillery.devastation import Built, Place, Victim
from hexfire.asl.artillery.ffe import Immune, Inside
from hexfire.asl.counters import Gun, Leader, Squad, Vehicle, catalogue
from hexfire.asl.effects import guns
from hexfire.asl.shots.targets import (
    AnyTarget,
    GunTarget,
    Personnel,
    Rank,
    personnel,
    vehicle,
)
from hexfire.hexes import Hex
from hexfire.rulebook import BadInput, Modifier, Refusal, read_whole


class UnitShelled(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
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
    gunshield: int | None = None
    """The DRM of a Gun's shield against Indirect Fire; by the catalogue if nothing is said."""
    emplaced: bool = False
    """A Gun that was crewed at setup and has not moved since (C11.2)."""
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
    wall_advantage: bool = False
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
            wall_advantage=self.wall_advantage,
            emplaced=self.emplaced,
        )


def counter_of(unit: UnitShelled) -> Squad | Leader | Vehicle | Gun:
    counters = [
        counter
        for counter in catalogue()
        if isinstance(counter, Squad | Leader)
        and counter.name == unit.name
        and (unit.nation is None or counter.nation.casefold().startswith(unit.nation.casefold()))
        and "armor" not in counter.id
    ]
    # Men of one strength have one morale; where they differ by nation, the nation must be told.
    if counters and len({(c.morale, c.broken_morale) for c in counters}) == 1:
        return counters[0]
    counter = catalogue().find(unit.name, unit.nation)
    if not isinstance(counter, Squad | Leader | Vehicle | Gun):
        raise BadInput("artillery.not_a_unit", name=unit.name)
    return counter


def target_of(
    unit: UnitShelled, crew: UnitShelled | None = None, cover: Cover | None = None
) -> AnyTarget:
    """What an attack meets; a Gun with those who man it is one target with two fates (C11.4).

    `cover` is where the Gun stands, if not where its line says: its shield or its TEM protects the
    crew against a Near Miss, not both (C11.5).
    """
    target = _alone(unit)
    men = _alone(crew) if crew is not None else None
    if crew is not None and not (isinstance(target, GunTarget) and isinstance(men, Personnel)):
        raise BadInput("artillery.no_such_crew", name=unit.name, crew=crew.name)
    if not isinstance(target, GunTarget) or not isinstance(men, Personnel):
        return target
    counter = counter_of(unit)
    shielded = isinstance(counter, Gun) and guns.has_gunshield(counter)
    shield = guns.gunshield(men, shielded=shielded, indirect=True)
    if unit.gunshield is not None:
        shield = Modifier(shield.case, shield.rule, unit.gunshield)
    drm = guns.near_miss_drm(shield, tem(cover or unit.cover).total)
    return replace(target, crew=men, gunshield=drm)


def _alone(unit: UnitShelled) -> AnyTarget:
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
    counter = counter_of(unit)
    if isinstance(counter, Squad | Leader):
        return replace(personnel(counter, broken=unit.broken), pinned=unit.pinned)
    if isinstance(counter, Vehicle):
        return vehicle(counter, ce=unit.ce, immobile=unit.immobile)
    return GunTarget(name=counter.name)


def is_emplaced(unit: UnitShelled, crew: UnitShelled | None, terrain: str) -> bool:
    """C11.2, C11.3: whether the Emplacement TEM counts for a Gun of which it is said.

    Never a RCL, never on a bridge or a paved road; not while a squad mans the Gun.
    """
    if not unit.emplaced:
        return False
    counter = counter_of(unit)
    if not isinstance(counter, Gun):
        raise BadInput("artillery.only_guns_emplaced", name=unit.name)
    rcl = counter.gun_type == "RCL"
    why = guns.why_not_emplaced(guns.Emplacement(rcl=rcl, terrain=terrain))
    if why is not None:
        raise Refusal("C11.3" if rcl else "C11.2", why)
    men = _alone(crew) if crew is not None else None
    return not (isinstance(men, Personnel) and men.rank in (Rank.SQUAD, Rank.HS))


class Map(Protocol):
    """Finds hexes by their labels: a grid, or a setup whose one board need not be named."""

    def hex(self, label: str) -> Hex: ...

    def label(self, hex: Hex) -> str: ...


def read_units(data: object, map: Map, path: str = "units") -> Mapping[str, tuple[Inside, ...]]:
    """A JSON list of units, as they stand in each hex."""
    by_hex = _by_hex(data, map, path)
    return {hex: tuple(inside for _, inside in _inside(units)) for hex, units in by_hex.items()}


def read_places(data: object, map: Map, path: str = "units") -> tuple[Place, ...]:
    """C1.82: a JSON list of units and of what is built, as Bombardment finds it in each hex."""
    return tuple(
        Place(
            hex=hex,
            built=tuple(_built(unit) for unit in units if unit.built is not None),
            victims=tuple(_victim(unit, inside) for unit, inside in _inside(units)),
        )
        for hex, units in _by_hex(data, map, path).items()
    )


def _by_hex(data: object, map: Map, path: str) -> dict[str, list[UnitShelled]]:
    try:
        units = msgspec.convert(data, tuple[UnitShelled, ...])
    except msgspec.ValidationError as error:
        raise BadInput("artillery.bad_units", path=path, why=str(error)) from None
    by_hex: dict[str, list[UnitShelled]] = {}
    for unit in units:
        by_hex.setdefault(map.label(map.hex(unit.hex)), []).append(unit)
    return by_hex


def _built(unit: UnitShelled) -> Built:
    assert unit.built is not None
    return Built(
        what=unit.built,
        levels=1 if unit.bridge else unit.levels,
        fortified=unit.fortified,
        factory=unit.factory,
        bridge=unit.bridge,
    )


def _victim(unit: UnitShelled, inside: Inside) -> Victim:
    below = unit.location.startswith("-")
    storey = read_whole(unit.location.removeprefix("-")) or 0
    level = -storey if below else storey
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


def _inside(lines: list[UnitShelled]) -> list[tuple[UnitShelled, Inside]]:
    """The targets of a hex. Who mans a Gun is part of it: one target, two fates (C11.4)."""
    units = [unit for unit in lines if unit.built is None]
    manning = {unit.manned_by: unit for unit in units if unit.manned_by}
    crews = {unit.name: unit for unit in units if unit.name in manning}
    for name, gun in manning.items():
        if name not in crews:
            raise BadInput("artillery.no_such_crew", name=gun.name, crew=name)
    targets = []
    for unit in units:
        unit.cover.check()
        if crews.get(unit.name) is unit:
            continue
        crew = crews[unit.manned_by] if unit.manned_by else None
        cover = replace(unit.cover, emplaced=is_emplaced(unit, crew, unit.terrain))
        inside = Inside(
            target=target_of(unit, crew, cover),
            cover=cover,
            location=unit.location,
            friendly=unit.friendly,
            own_observer=unit.own_observer,
            berserk=unit.berserk,
            immune=unit.immune,
            moving_in_open=unit.moving_in_open,
            not_assault_moving=unit.not_assault_moving,
        )
        targets.append((unit, inside))
    return targets
