"""How much a judge cares for each thing, in victory points of the scenario."""

from __future__ import annotations

from typing import NamedTuple


class Weights(NamedTuple):
    """What a judge multiplies things with; levels and tempers differ in it."""

    objective: float = 1.0
    """The points of an objective."""
    pull: float = 0.6
    """Units that are near an objective they do not hold."""
    danger: float = 0.5
    """What the enemy may do next turn."""
    ground: float = 0.1
    """Standing in terrain that helps the defender."""
    force: float = 0.15
    """What a point of strength is worth by itself, beside the points its loss would give."""
    disruption: float = 0.12
    """What being driven back costs, as a part of a unit's worth."""
    garrison: float = 0.5
    """Standing on an objective one holds already, as a part of its points."""
    guard: float = 0.5
    """Being near an objective one holds, compared with one to be taken."""
    marker: float = 0.12
    """What a point of support fire is worth elsewhere, when a barrage would spend it."""
    stingy: float = 0.07
    """What a point of support fire must gain at least in a combat."""
    friendly: float = 0.3
    """What it costs when a barrage hits one's own."""
    least: float = 0.05
    """What a combat must promise."""


TEMPERS = (
    Weights(danger=0.15),
    Weights(danger=0.0),
    Weights(danger=0.45),
    Weights(danger=0.3, pull=1.2),
)
"""How a quick hand may weigh things, from bold to careful; the first is the greedy bot's."""
