"""C8.5–C8.6 on the table: SMOKE and WP counters lie on their hexes."""

from __future__ import annotations

from msgspec.structs import replace

from hexfire.asl.battle.position import Position
from hexfire.asl.effects import smoke
from hexfire.asl.sequence import Phase
from hexfire.asl.situation import Marker, MarkerKind


def laid(at: Position, hex: str, *, wp: bool, dispersed: bool) -> Position:
    """C8.51, C8.6: a SMOKE or WP counter on a hex, on the side that is up."""
    kind = smoke.Screen.WP if wp else smoke.Screen.SMOKE
    counter = smoke.place(kind, phase=Phase.DFPH if dispersed else Phase.PFPH)
    marker = MarkerKind.WP if wp else MarkerKind.SMOKE
    screen = Marker(kind=marker, hex=hex, drm=counter.hindrance)
    return at.then(replace(at.state, ground=(*at.state.ground, screen)))
