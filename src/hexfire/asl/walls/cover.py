"""In-hex TEM: what a hex itself offers a unit, apart from its hexsides."""

from __future__ import annotations

from functools import cache

from hexfire.asl.situation import Entrenchment, MarkerKind, Scene, Unit
from hexfire.asl.tables.terrain import indirect_tem
from hexfire.asl.walls.chart import chart
from hexfire.boards import Terrain
from hexfire.rulebook import Modifier, Refusal

_ROWS = (
    ("Stone Rubble", "rubble_stone"),
    ("Wooden Rubble", "rubble_wooden"),
    ("Gutted Stone", "building_stone"),
    ("Stone", "building_stone"),
    ("Wooden", "building_wooden"),
    ("MultipleWooden", "building_wooden"),
    ("Pine Woods", "woods"),
    ("Light Woods", "woods"),
    ("Woods", "woods"),
    ("Forest", "woods"),
    ("Orchard", "orchard"),
    ("Olive Grove", "olive_grove"),
    ("Cactus Patch", "cactus_patch"),
    ("Brush", "brush"),
    ("Vineyard", "vineyard"),
    ("Grain", "grain"),
    ("Marsh", "marsh"),
    ("Crags", "crag"),
    ("Graveyard", "graveyard"),
    ("Shellholes", "shellholes"),
)

_BARE = {"OPEN", "ROAD", "WATER", "DEPRESSION"}


def chart_row(terrain: Terrain) -> str | None:
    """The row of the terrain chart for a terrain of the board; None for bare ground."""
    return _row_of(terrain.name)


@cache
def _row_of(name: str) -> str | None:
    return next((row for start, row in _ROWS if name.startswith(start)), None)


def terrain_tem(terrain: Terrain) -> int:
    """B9.31-ref: the in-hex TEM of a terrain against Direct Fire, by the terrain chart."""
    row = chart_row(terrain)
    if row is None:
        if terrain.category in _BARE:
            return 0
        raise Refusal("B9.31-ref", "sight.wall.no_tem", terrain=terrain.name)
    return _chart_tem(row)


def _chart_tem(row: str) -> int:
    tem = chart()[row]["tem"]
    if not isinstance(tem, int):
        raise Refusal("B9.31-ref", "sight.wall.no_tem", terrain=row)
    return tem


def _rows_here(scene: Scene, unit: Unit) -> list[str]:
    """The rows of the terrain chart that a unit's hex offers it, by its terrain and its counters.

    A building that is rubble now is rubble; shellholes are for those who can lie in them.
    """
    hex = scene.hex(unit)
    terrain = scene.board.centre_terrain(hex)
    terrain_tem(terrain)  # a terrain whose TEM is unknown is refused
    row = chart_row(terrain)
    counters = {
        marker.kind for marker in scene.situation.markers if scene.board.grid.hex(marker.hex) == hex
    }
    if MarkerKind.RUBBLE in counters:
        row = "rubble_wooden" if row == "building_wooden" else "rubble_stone"
    rows = [row] if row is not None else []
    lies_in_them = not (unit.is_vehicle or unit.beside_shellholes)
    if MarkerKind.SHELLHOLES in counters and lies_in_them:
        rows.append("shellholes")
    return rows


def is_concealment_terrain(terrain: Terrain) -> bool:
    """Whether the terrain chart calls it Concealment Terrain."""
    row = chart_row(terrain)
    return row is not None and bool(chart().get(row, {}).get("concealment", False))


def in_hex_tem(scene: Scene, unit: Unit, indirect: bool = False) -> tuple[Modifier, ...]:
    """B9.31-ref: the in-hex TEM a unit may use, best first; none while it moves in bypass.

    Against Indirect Fire (C1.52) the chart has figures of its own: woods give nothing (their Air
    Bursts are another rule), a foxhole more.
    """
    if unit.bypass is not None:
        return ()
    modifiers = []
    for row in _rows_here(scene, unit):
        tem = indirect_tem(row) if indirect else _chart_tem(row)
        if tem > 0:
            modifiers.append(Modifier(f"tem.{row}", "B9.31-ref", tem))
    if unit.entrenched in (Entrenchment.FOXHOLE, Entrenchment.TRENCH):
        dug = indirect_tem(unit.entrenched) if indirect else chart()[unit.entrenched]["tem"]
        modifiers.append(Modifier(f"tem.{unit.entrenched}", "B9.33d", dug))
    return tuple(sorted(modifiers, key=lambda item: -item.value))


def is_open_ground(scene: Scene, unit: Unit) -> bool:
    """B9.33b: whether a unit's hex would be Open Ground, were it not for walls and hedges."""
    return all(chart().get(row, {}).get("ffmo") for row in _rows_here(scene, unit))


def has_in_hex_tem(scene: Scene, unit: Unit) -> bool:
    """B9.323b: whether the hex offers at least +1.

    Emplacement, gunshield, height advantage and a friendly AFV's cover do not count, nor does a
    hindrance.
    """
    return any(item.value >= 1 for item in in_hex_tem(scene, unit))
