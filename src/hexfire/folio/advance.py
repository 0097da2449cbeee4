"""F7.9: advance after combat."""

from __future__ import annotations

from hexfire.folio.board import Position
from hexfire.folio.stacking import room


def advances(at: Position, path: tuple[int, ...], unit: int) -> tuple[int, ...]:
    """F7.9c, F7.9f, F7.9g: the hexes of the path a unit may advance to (Q-ADV-1, 2, 4).

    It follows the path from the vacated hex on, as far as it may enter the hexes; EZOC does not
    matter (F7.9e, F6.2b). It may pass friends who advanced before it, but not end with them.
    """
    scenario, board = at.scenario, at.board
    ways = scenario.ways[scenario.units[unit].mobile]
    enemy = board.masks[1 - scenario.units[unit].side]
    here, hexes = at.places[unit], []
    for hex in path:
        if not ways[here] >> hex & 1 or enemy >> hex & 1:
            break
        if room(at, unit, hex):
            hexes.append(hex)
        here = hex
    return tuple(hexes)
