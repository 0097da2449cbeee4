"""TEM and Hull Down of a piece against a weapon, as the board, walls and heights give them."""

from __future__ import annotations

import msgspec

from hexfire.asl.battle.table.pieces import AnyPiece
from hexfire.asl.battle.table.position import Position
from hexfire.asl.tables.terrain import indirect_tem
from hexfire.asl.walls import Fire
from hexfire.asl.walls.chart import chart
from hexfire.asl.walls.cover import chart_row
from hexfire.asl.walls.tem import air_burst, bare
from hexfire.boards import Terrain
from hexfire.rulebook import Modifier

_OPEN = "open_ground"


class Shelter(msgspec.Struct, frozen=True, kw_only=True):
    """What protects a target: the TEM it uses, its terrain's name, Hull Down, Air Bursts, FFMO."""

    tem: int
    terrain: str
    hull_down: bool = False
    air_burst: bool = False
    open: bool = False
    """Moving there is moving in the open (C6.14)."""
    items: tuple[Modifier, ...] = ()


def terrain_row(terrain: Terrain) -> str:
    """The terrain chart's row for a hex; bare ground is open ground."""
    return chart_row(terrain) or _OPEN


def chooses_cover(at: Position, firer: AnyPiece, target: AnyPiece) -> bool:
    """B9.36b: whether a vehicle is Hull Down to ordnance, or may have TEM of its hex instead."""
    cover = at.cover(firer, target, Fire.ORDNANCE)
    return cover.is_hull_down and cover.best is not None


def shelter(
    at: Position,
    firer: AnyPiece,
    target: AnyPiece,
    *,
    indirect: bool,
    in_hex: bool = False,
    bullets: bool = False,
) -> Shelter:
    """C6.8: the cover of a target; its owner is taken to choose what protects it most.

    B9.36b: behind a wall a vehicle is Hull Down, or (`in_hex`) has the TEM of its hex, never both.
    B9.36c: against what is no ordnance (`bullets`) it has the TEM of the wall.
    """
    unit = at.unit(target)
    direct = Fire.SMALL_ARMS if bullets else Fire.ORDNANCE
    cover = at.cover(firer, target, Fire.INDIRECT if indirect else direct)
    hull_down = cover.is_hull_down and not (in_hex and cover.best)
    best = None if hull_down else cover.best
    row = terrain_row(at.board.centre_terrain(at.scene.hex(unit)))
    high = None if indirect or best or hull_down else height_advantage(at, firer, target)
    item = best or high
    bursts = indirect and air_burst(at.walls, unit) is not None
    if hull_down and cover.hides_hull is not None:
        # B9.33c: height over the wall that hides the hull bears on where it is hit.
        terrain = cover.hides_hull.value
    else:
        terrain = best.case.removeprefix("tem.") if best else row
    return Shelter(
        tem=item.value if item else 0,
        terrain=terrain,
        hull_down=hull_down,
        air_burst=bursts,
        open=item is None and bare(at.walls, unit, cover),
        items=(item,) if item else (),
    )


def height_advantage(at: Position, firer: AnyPiece, target: AnyPiece) -> Modifier | None:
    """B10.31: +1 for who stands on a hill a full level or more above the firer (R-B10.31)."""
    spot = at.spot(target)
    if spot is None or spot.level or spot.entrenched or spot.bypass:
        return None
    ground = at.board.base_level(at.grid.hex(spot.hex))
    return (
        Modifier("tem.height", "B10.31", 1)
        if ground - at.scene.level(at.unit(firer)) >= 1
        else None
    )


def hex_tem(at: Position, hex: str, *, indirect: bool) -> int:
    """The TEM of a hex where nobody is known to be."""
    row = chart_row(at.board.centre_terrain(at.grid.hex(hex)))
    if row is None:
        return 0
    if indirect:
        return indirect_tem(row)
    tem = chart()[row]["tem"]
    return tem if isinstance(tem, int) else 0
