"""In-hex TEM: what a hex itself offers a unit, apart from its hexsides."""

from __future__ import annotations

from hexfire.asl.situation import Entrenchment, Scene, Unit
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
    for start, row in _ROWS:
        if terrain.name.startswith(start):
            return row
    return None


def terrain_tem(terrain: Terrain) -> int:
    """B9.31-ref: the in-hex TEM of a terrain against Direct Fire, by the terrain chart."""
    row = chart_row(terrain)
    if row is None:
        if terrain.category in _BARE:
            return 0
        raise Refusal("B9.31-ref", "sight.wall.no_tem", terrain=terrain.name)
    tem = chart()[row]["tem"]
    if not isinstance(tem, int):
        raise Refusal("B9.31-ref", "sight.wall.no_tem", terrain=terrain.name)
    return tem


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
    found = []
    terrain = scene.board.centre_terrain(scene.hex(unit))
    row, tem = chart_row(terrain), terrain_tem(terrain)
    if indirect and row is not None:
        tem = indirect_tem(row)
    if tem > 0:
        found.append(Modifier(f"tem.{row}", "B9.31-ref", tem))
    if unit.entrenched in (Entrenchment.FOXHOLE, Entrenchment.TRENCH):
        dug = indirect_tem(unit.entrenched) if indirect else chart()[unit.entrenched]["tem"]
        found.append(Modifier(f"tem.{unit.entrenched}", "B9.33d", dug))
    return tuple(sorted(found, key=lambda item: -item.value))


def has_in_hex_tem(scene: Scene, unit: Unit) -> bool:
    """B9.323b: whether the hex offers at least +1.

    Emplacement, gunshield, height advantage and a friendly AFV's cover do not count, nor does a
    hindrance.
    """
    return any(item.value >= 1 for item in in_hex_tem(scene, unit))
