"""Who and what stands in the hexes under fire, taken from a board with units on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec
from msgspec.structs import replace

from hexfire.asl.artillery import units as listed
from hexfire.asl.artillery.bombardment import Structure
from hexfire.asl.artillery.cover import Cover
from hexfire.asl.artillery.devastation import Built, Place, Ruin, Victim
from hexfire.asl.artillery.ffe import Ground, Immune, Inside
from hexfire.asl.artillery.record import Record
from hexfire.asl.artillery.resolution import Barrage, Fire, ffe_of, observer_walked_in, wires
from hexfire.asl.artillery.smoke import SmokeHex
from hexfire.asl.counters import Vehicle
from hexfire.asl.shots.targets import Personnel, VehicleTarget, passengers_exposed
from hexfire.asl.situation import Entrenchment, Marker, MarkerKind, Scene, Situation, Unit, UnitKind
from hexfire.asl.tables import read
from hexfire.asl.walls import State
from hexfire.asl.walls.cover import chart_row
from hexfire.asl.walls.hexsides import walls_of
from hexfire.boards.terrain import Category
from hexfire.hexes import Grid, Hex
from hexfire.rulebook import BadInput

_FORTIFICATIONS = {
    MarkerKind.WIRE: Structure.WIRE,
    MarkerKind.MINES: Structure.MINEFIELD,
    MarkerKind.ROADBLOCK: Structure.ROADBLOCK,
    MarkerKind.BROWN_PILLBOX: Structure.BROWN_PILLBOX,
    MarkerKind.GREY_PILLBOX: Structure.GREY_PILLBOX,
}


def cover_of(state: State, unit: Unit) -> Cover:
    """C1.52, B9.34: what shelters a unit from Indirect Fire where it stands.

    A wall counts whoever has Wall Advantage; who has it has no TEM of his hex (B9.31). In bypass
    the hex's own terrain does not count. Shellholes (a counter) are those of the chart, in what
    would be open ground.
    """
    scene = state.scene
    hex = scene.hex(unit)
    row = chart_row(scene.board.centre_terrain(hex)) or "open_ground"
    cratered = MarkerKind.SHELLHOLES in _markers(scene, hex) and not unit.beside_shellholes
    if row == "open_ground" and cratered:
        row = "shellholes"
    if unit.bypass is not None:
        row = "open_ground"
    walls = [wall.kind for wall in walls_of(scene.board, hex) if wall.level == scene.level(unit)]
    best = max(walls, key=lambda kind: kind.tem_indirect, default=None)
    dug_in = unit.entrenched in (Entrenchment.FOXHOLE, Entrenchment.TRENCH)
    above = [
        place
        for place in scene.board.locations(hex)
        if place.kind == "building" and place.level > unit.level
    ]
    return Cover(
        terrain=row,
        hexside=str(best) if best is not None else "",
        entrenchment=str(unit.entrenched) if dug_in else "",
        levels_above=len(above),
        wall_advantage=bool(state.held(unit)),
    )


def _markers(scene: Scene, hex: Hex) -> list[MarkerKind]:
    grid = scene.board.grid
    return [marker.kind for marker in scene.situation.markers if grid.hex(marker.hex) == hex]


# -- an FFE (C1.5) --------------------------------------------------------------------------------


def fire_on_board(
    record: Record, battery: str, state: State, barrage: Barrage | None = None
) -> Fire:
    """C1.5: a battery's FFE on the units and the ground of a situation."""
    falling, grid, scene = ffe_of(record, battery, barrage), record.setup.grid, state.scene
    observer = "" if observer_walked_in(record, battery) else falling.state.observer
    stacks = dict(inside(state, falling.area, falling.battery.side, observer, grid))
    laid = wires(record)
    return Fire(
        battery=battery,
        counter=falling.counter,
        hex=record.setup.label(falling.hex),
        shelling=falling.shelling,
        area=tuple(smoke_hex(scene, hex, grid.label(hex)) for hex in falling.area),
        stacks=tuple((grid.label(hex), stacks.get(grid.label(hex), ())) for hex in falling.area),
        ground={grid.label(hex): ground_of(scene, hex, laid) for hex in falling.area},
        off_board=tuple(record.setup.label(hex) for hex in falling.off_board),
    )


def inside(
    state: State, area: Iterable[Hex], side: str, observer: str = "", labels: Grid | None = None
) -> tuple[tuple[str, tuple[Inside, ...]], ...]:
    """C1.5: everyone in a Blast Area, hex by hex; Dummies are nobody.

    `side` fires; its own units have their morale lowered (C1.54), but for the Observer. `labels`
    names the hexes, if not as the board does.
    """
    stacks, scene = [], state.scene
    for hex in area:
        there = [unit for unit in scene.by_hex.get(hex, ()) if not unit.is_dummy]
        others = {unit.manned_by for unit in there if unit.manned_by}
        others |= {unit.id for unit in there if _is_rider(unit)}
        stack = tuple(
            _with_riders(state, target_of(state, unit, side, observer), observer)
            for unit in there
            if unit.id not in others
        )
        if stack:
            stacks.append(((labels or scene.board.grid).label(hex), stack))
    return tuple(stacks)


def _is_rider(unit: Unit) -> bool:
    """Men in or on a vehicle, who are one target with it; not a Gun that it draws."""
    return bool(unit.aboard) and unit.kind is not UnitKind.GUN


def _with_riders(state: State, inside: Inside, observer: str) -> Inside:
    """C1.5, D6.9: a vehicle with those in and on it: exposed, or touched by its loss alone."""
    if not isinstance(inside.target, VehicleTarget):
        return inside
    scene = state.scene
    aboard = [u for u in scene.situation.units if u.aboard == inside.id and _is_rider(u)]
    if not aboard:
        return inside
    exposed = [unit for unit in aboard if _vulnerable(scene, unit)]
    sheltered = [unit for unit in aboard if unit not in exposed]
    known = (unit.id for unit in aboard if observer in (unit.id, unit.name))
    return replace(
        inside,
        target=replace(
            inside.target, exposed=tuple(map(_men, exposed)), sheltered=tuple(map(_men, sheltered))
        ),
        aboard=tuple(unit.id for unit in (*exposed, *sheltered)),
        observer_aboard=next(known, ""),
    )


def _men(unit: Unit) -> Personnel:
    if not unit.name:
        raise BadInput("artillery.nameless_unit", id=unit.id, hex=unit.hex)
    target = listed.target_of(_line(unit))
    if not isinstance(target, Personnel):
        raise BadInput("artillery.not_a_unit", name=unit.name)
    return target


def target_of(state: State, unit: Unit, side: str, observer: str = "") -> Inside:
    """A unit as an attack meets it; who mans a Gun is part of it."""
    scene = state.scene
    if not unit.name:
        raise BadInput("artillery.nameless_unit", id=unit.id, hex=unit.hex)
    crew = _line(scene.unit(unit.manned_by)) if unit.manned_by else None
    immune = Immune(unit.out_of_reach) if unit.out_of_reach else None
    if unit.aboard and not _vulnerable(scene, unit):
        immune = Immune.NOT_VULNERABLE_PRC
    cover = cover_of(state, unit)
    line = _line(unit)
    cover = replace(cover, emplaced=listed.is_emplaced(line, crew, cover.terrain))
    return Inside(
        target=listed.target_of(line, crew, cover),
        id=unit.id,
        cover=cover,
        location=f"{unit.level:g}",
        friendly=unit.side == side,
        own_observer=observer in (unit.id, unit.name) and unit.side == side,
        berserk=unit.berserk,
        immune=immune,
    )


def ground_of(scene: Scene, hex: Hex, wires: frozenset[Hex] = frozenset()) -> Ground:
    """C1.5: what of a hex, apart from units, an FFE could change.

    What may burn has a Kindling Number on the terrain chart; when shellholes come is not in our
    books, so they are thought possible wherever there is neither building, bridge nor water.
    """
    terrain, markers = scene.board.centre_terrain(hex), set(_markers(scene, hex))
    chart = read("terrain")["terrain"].get(chart_row(terrain) or "", {})
    no_crater = terrain.is_building or terrain.category in (Category.BRIDGE, Category.WATER)
    forts = {*_FORTIFICATIONS, MarkerKind.SANGAR}
    return Ground(
        could_burn="kindling" in chart,
        could_rubble=terrain.is_building,
        could_crater=not no_crater and MarkerKind.SHELLHOLES not in markers,
        mines_or_fortification=bool(markers & forts),
        weapon=MarkerKind.WEAPON in markers,
        security_area=hex in wires,
    )


def smoke_hex(scene: Scene, hex: Hex, label: str) -> SmokeHex:
    """C1.71: a hex as far as SMOKE cares."""
    terrain, weather = scene.board.centre_terrain(hex), set(scene.situation.weather)
    return SmokeHex(
        hex=label,
        mud="mud" in weather,
        deep_snow="deep_snow" in weather,
        marsh=chart_row(terrain) == "marsh",
        water=terrain.category is Category.WATER,
        bridge=_bridge(scene, hex) is not None,
    )


def _vulnerable(scene: Scene, unit: Unit) -> bool:
    """C1.5, D.8: Riders are exposed, and so are those in a vehicle that is no closed AFV."""
    vehicle = scene.unit(unit.aboard)
    if unit.rider or not vehicle.armored:
        return True
    counter = listed.counter_of(_line(vehicle)) if vehicle.name else None
    return isinstance(counter, Vehicle) and passengers_exposed(counter, ce=vehicle.ce)


def _line(unit: Unit) -> listed.UnitShelled:
    return listed.UnitShelled(
        hex=unit.hex,
        name=unit.name,
        nation=unit.side,
        broken=unit.broken,
        pinned=unit.pinned,
        ce=unit.ce,
        emplaced=unit.emplaced,
    )


# -- Bombardment (C1.8) ---------------------------------------------------------------------------


def places(
    state: State, hexes: Iterable[Hex], side: str, labels: Grid | None = None
) -> tuple[Place, ...]:
    """C1.82–C1.822: the hexes where Bombardment finds something, with all that is in them."""
    grid = labels or state.scene.board.grid
    bombarded = (_place(state, hex, side, grid.label(hex)) for hex in hexes)
    return tuple(place for place in bombarded if not place.empty)


def _place(state: State, hex: Hex, side: str, label: str) -> Place:
    scene = state.scene
    grid = scene.board.grid
    there = scene.by_hex.get(hex, ())
    manning = {unit.manned_by for unit in there if unit.manned_by}
    markers = [marker for marker in scene.situation.markers if grid.hex(marker.hex) == hex]
    return Place(
        hex=label,
        built=tuple(built_in(scene, hex)),
        victims=tuple(
            _victim(state, unit, side)
            for unit in there
            if not unit.is_dummy and unit.id not in manning
        ),
        dummies=tuple(unit.id for unit in there if unit.is_dummy),
        unpossessed=tuple(marker.id for marker in markers if marker.kind is MarkerKind.WEAPON),
        sangar=any(marker.kind is MarkerKind.SANGAR for marker in markers),
        shellhole=any(marker.kind is MarkerKind.SHELLHOLES for marker in markers),
        flame=any(marker.kind in (MarkerKind.FLAME, MarkerKind.BLAZE) for marker in markers),
    )


def _victim(state: State, unit: Unit, side: str) -> Victim:
    scene = state.scene
    hex = scene.hex(unit)
    levels = scene.board.locations(hex)
    bridge = any(place.kind == "bridge" and place.level == unit.level for place in levels)
    terrain = scene.board.centre_terrain(hex)
    if terrain.category is Category.BRIDGE and unit.level == 0:
        bridge = True
    pillbox = unit.entrenched is Entrenchment.PILLBOX
    return Victim(
        id=unit.id,
        inside=target_of(state, unit, side),
        level=int(unit.level),
        in_building=terrain.is_building and unit.bypass is None and not pillbox,
        on_bridge=bridge,
        in_pillbox=pillbox,
        concealed=unit.concealed or unit.hidden,
        mounted=unit.kind is UnitKind.CAVALRY,
        weapons=unit.weapons,
        aboard=unit.aboard,
    )


def built_in(scene: Scene, hex: Hex) -> Iterator[Built]:
    """C1.822: the building or bridge of a hex, then what was laid or dug there."""
    terrain, markers = scene.board.centre_terrain(hex), _markers(scene, hex)
    row = chart_row(terrain) or ""
    if terrain.is_building and row.startswith("building"):
        upper = [p for p in scene.board.locations(hex) if p.kind == "building"]
        yield Built(
            what=Structure.STONE if row == "building_stone" else Structure.WOODEN,
            levels=1 + len(upper),
            fortified=MarkerKind.FORTIFIED in markers,
            factory=terrain.category is Category.FACTORY,
        )
    if bridge := _bridge(scene, hex):
        yield Built(what=bridge, bridge=True)
    for kind in markers:
        if kind in _FORTIFICATIONS:
            yield Built(what=_FORTIFICATIONS[kind])


def _bridge(scene: Scene, hex: Hex) -> Structure | None:
    """C1.822: wooden bridges, pontoons among them, or stone ones."""
    terrain = scene.board.centre_terrain(hex)
    over = any(place.kind == "bridge" for place in scene.board.locations(hex))
    if terrain.category is not Category.BRIDGE and "Bridge" not in terrain.name and not over:
        return None
    return Structure.STONE if "Stone" in terrain.name else Structure.WOODEN


def after_bombardment(situation: Situation, ruins: Iterable[Ruin]) -> Situation:
    """The situation once the shells have fallen: who is gone, broken, pinned or shown; what burns.

    What a situation has no place for (immobilized, reduced, malfunctioned) stays in the report.
    """
    ruins = tuple(ruins)
    fates: dict[str, set[str]] = {}
    for one in (one for ruin in ruins for one in ruin.suffered):
        fates.setdefault(one.who, set()).update(one.fate)
    shown = {one.who for ruin in ruins for one in ruin.suffered if one.shown}
    units, wrecks = [], []
    for unit in situation.units:
        fate = fates.get(unit.id, set())
        if fate & {"eliminated", "burning", "dummy_removed"}:
            if unit.is_vehicle:
                burning = "burning" in fate
                wrecks.append(Marker(kind=MarkerKind.WRECK, hex=unit.hex, burning=burning))
            continue
        units.append(
            msgspec.structs.replace(
                unit,
                broken=unit.broken or "broken" in fate,
                pinned=unit.pinned or "pinned" in fate,
                concealed=unit.concealed and unit.id not in shown,
                hidden=unit.hidden and unit.id not in shown,
            )
        )
    marks = [
        Marker(kind=kind, hex=ruin.hex)
        for ruin in ruins
        for kind, there in (
            (MarkerKind.SHELLHOLES, ruin.shellhole),
            (MarkerKind.FLAME, ruin.flame),
            (MarkerKind.RUBBLE, any("rubble" in one.fate for one in ruin.suffered)),
        )
        if there
    ]
    gone = {
        (ruin.hex, one.who.rpartition(".")[2])
        for ruin in ruins
        for one in ruin.suffered
        if "removed" in one.fate
    }
    kept = [m for m in situation.markers if (m.hex, _built_name(m.kind)) not in gone]
    new = [m for m in (*marks, *wrecks) if m not in kept]
    return msgspec.structs.replace(
        situation, units=tuple(units), markers=(*kept, *dict.fromkeys(new))
    )


def _built_name(kind: MarkerKind) -> str:
    what = _FORTIFICATIONS.get(kind)
    return what.value if what is not None else kind.value
