"""Hexes, hexsides, vertices; boards and their labels; lines, arcs, sets of hexes, movement costs.

Everything is exact integer arithmetic, except :class:`Layout`, which draws. Directions are
numbered 0..5 clockwise: N NE SE S SW NW with flat tops, NW NE E SE SW W with pointed ones.
Hexspine ``i`` lies between the directions ``i - 1`` and ``i``.
"""

from hexfire.hexes.arcs import (
    Arc,
    Place,
    covered_arc,
    covered_sides,
    direction_arc,
    hexspines_to_turn,
    hexspines_towards,
    in_covered_arc,
    spine_arc,
)
from hexfire.hexes.flood import Cost, CostTable, Reach, cost_table, flood
from hexfire.hexes.grid import Grid, OffGrid, Shift
from hexfire.hexes.hex import DIRECTIONS, ORIGIN, Hex, Side, Step, Vertex, turns_between
from hexfire.hexes.labels import (
    AslLabels,
    BadLabel,
    FolioLabels,
    JoinedLabels,
    LabelScheme,
    Panel,
)
from hexfire.hexes.layout import Layout, Orientation, Point
from hexfire.hexes.masks import iterate, mask_of, nth

__all__ = [
    "DIRECTIONS",
    "ORIGIN",
    "Arc",
    "AslLabels",
    "BadLabel",
    "Cost",
    "CostTable",
    "FolioLabels",
    "Grid",
    "Hex",
    "JoinedLabels",
    "LabelScheme",
    "Layout",
    "OffGrid",
    "Orientation",
    "Panel",
    "Place",
    "Point",
    "Reach",
    "Shift",
    "Side",
    "Step",
    "Vertex",
    "cost_table",
    "covered_arc",
    "covered_sides",
    "direction_arc",
    "flood",
    "hexspines_to_turn",
    "hexspines_towards",
    "in_covered_arc",
    "iterate",
    "mask_of",
    "nth",
    "spine_arc",
    "turns_between",
]
