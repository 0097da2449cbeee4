"""What lies in the way of a step besides the ground itself: the terrain chart's rows of counters.

Rubble, shellholes, wire, minefields, roadblocks, blazes, other vehicles and wrecks. What an enemy
has hidden nobody reckons with: it is found by entering.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import msgspec

from hexfire.asl.battle.table.cover import terrain_row
from hexfire.asl.battle.table.pieces import Moving, Vehicle, Veil
from hexfire.asl.battle.table.position import Position
from hexfire.asl.situation import Marker, MarkerKind
from hexfire.asl.walls.chart import chart
from hexfire.asl.walls.crossing import Mover
from hexfire.hexes import Hex, Side
from hexfire.rulebook import Refusal

_ROWS = {
    MarkerKind.SHELLHOLES: "shellholes",
    MarkerKind.WIRE: "wire",
    MarkerKind.MINES: "minefield",
    MarkerKind.BLAZE: "blaze",
}
_BESIDES = "COT"
"""«2+COT»: so much besides the cost of the hex; «COT»: nothing besides it."""


class Obstacle(msgspec.Struct, frozen=True):
    """What one counter adds to the cost of its hex, and whether it demands a Bog Check."""

    row: str
    rule: str
    extra: Fraction
    bog_check: bool = False


def row_of(at: Position, hex: Hex) -> str:
    """The terrain chart's row of a hex; a building that is rubble now is rubble (B24)."""
    row = terrain_row(at.board.centre_terrain(hex))
    label = at.grid.label(hex)
    if any(m.kind is MarkerKind.RUBBLE and m.hex == label for m in at.state.ground):
        return "rubble_wooden" if row == "building_wooden" else "rubble_stone"
    return row


def obstacles(
    at: Position, piece: Moving, to: Hex, mover: Mover, cot: Fraction, *, road: bool
) -> Iterator[Obstacle]:
    """B.0, D10: the counters of a hex, and of the hexside that it is entered by."""
    here = at.hex(piece)
    assert here is not None
    known = [m for m in at.state.ground if m.hidden in ("", piece.side)]
    for row in dict.fromkeys(_rows(at, known, Side.between(here, to), to)):
        yield _obstacle(piece, row, mover, cot)
    if isinstance(piece, Vehicle) and (count := _vehicles(at, piece, to)):
        figures = chart()["afv_or_wreck"]
        each = figures["per_vehicle_mp_via_road" if road else "per_vehicle_mp"]
        yield Obstacle("afv_or_wreck", str(figures["rule"]), Fraction(each) * count)


def _rows(at: Position, markers: list[Marker], side: Side, to: Hex) -> Iterator[str]:
    """The chart's rows of what lies in a hex; a roadblock only bars its hexside."""
    label = at.grid.label(to)
    ends = {at.grid.label(hex) for hex in side.hexes if hex in at.grid}
    open_ground = row_of(at, to) == "open_ground"
    for marker in markers:
        if marker.kind is MarkerKind.ROADBLOCK and {marker.hex, marker.to} == ends:
            yield "roadblock"
        elif marker.kind is MarkerKind.SHELLHOLES and not open_ground:
            continue  # B2: they are lain in where there is nothing better
        elif marker.kind in _ROWS and marker.hex == label:
            yield _ROWS[marker.kind]


def _obstacle(piece: Moving, row: str, mover: Mover, cot: Fraction) -> Obstacle:
    figures = chart()[row]
    text, _, flags = str(figures["cost"].get(mover, "NA")).partition(";")
    if text == "NA":
        raise Refusal("B.0", "battle.move.no_entry", id=piece.id, terrain=row)
    more, besides, _ = text.partition(_BESIDES)
    if besides:
        extra = Fraction(more.rstrip("+") or 0)
    else:
        # «1 or 2»: Infantry takes the cover of shellholes; who says 1 MF goes without it.
        extra = max(Fraction(0), Fraction(text.split(" or ")[-1]) - cot)
    return Obstacle(row, str(figures["rule"]), extra, bog_check="B" in flags.split(","))


def _vehicles(at: Position, piece: Vehicle, to: Hex) -> int:
    """D10: the vehicles and wrecks that another has to drive around."""
    return sum(
        isinstance(other, Vehicle)
        and other.id != piece.id
        and (other.veil is not Veil.HIDDEN or other.side == piece.side)
        for other in at.in_hex(at.grid.label(to))
    )
