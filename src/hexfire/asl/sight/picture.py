"""Draw what is seen: a whole field of view, or one line, over the board."""

from __future__ import annotations

from hexfire.asl.sight.judge import Judgement
from hexfire.asl.sight.sight import Field, Sight
from hexfire.boards import Drawing, draw
from hexfire.hexes import Hex

UNSEEN, HINDERED, VIEWER = "#1d232ba0", "#e8a33d70", "#b3261e"


def draw_field(sight: Sight, field: Field) -> Drawing:
    """The board with what the viewer cannot see in shade, and hindrances as numbers."""
    picture = draw(sight.board)
    for index, corners in enumerate(sight.board.geometry.vertices.tolist()):
        x, y = sight.board.geometry.real_centres[index].tolist()
        if field.blocked[index]:
            picture.area([[(a, b) for a, b in corners]], UNSEEN)
        elif field.hindrance[index]:
            picture.area([[(a, b) for a, b in corners]], HINDERED)
            picture.text(x, y + 2, f"+{field.hindrance[index]}", 13, "#5a2f00")
    _ring(picture, sight, field.viewer)
    return picture


def draw_line(sight: Sight, source: Hex, target: Hex, answer: Judgement) -> Drawing:
    """The board with one line; red from where it is blocked."""
    picture = draw(sight.board)
    start, end = (sight.board.geometry.centre(hex) for hex in (source, target))
    picture.line([start, end], "#ffffffc0", 5)
    picture.line([start, end], VIEWER if answer.blocked else "#2e6b34", 2.4)
    if answer.point is not None:
        picture.disc(*answer.point, 7, "#ffffffe0")
        picture.disc(*answer.point, 5, VIEWER)
    _ring(picture, sight, source)
    return picture


def _ring(picture: Drawing, sight: Sight, hex: Hex) -> None:
    x, y = sight.board.geometry.centre(hex)
    picture.disc(x, y, 11, "#ffffffe0")
    picture.disc(x, y, 8.5, VIEWER)
    picture.disc(x, y, 3, "#ffffff")
