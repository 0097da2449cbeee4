"""Little boards drawn for one rule of sight, and lines looked along them both ways."""

from __future__ import annotations

from functools import cache

from hexfire.asl.sight import Judgement, Sight, Spot
from hexfire.boards import Board, read_text_board


def drawn(text: str) -> Board:
    """A board of 17 by 8 hexes; `;` parts the lines of its text."""
    return read_text_board("size 17 8\n" + text.replace(";", "\n"), "test")


@cache
def board(text: str) -> Sight:
    return Sight(drawn(text))


def look(text: str, source: str, target: str, m: float = 0, n: float = 0) -> Judgement:
    """From one hex to another, at levels above their bases; among many lines as alone."""
    sight = board(text)
    a, b = (
        sight.spot(sight.board.grid.hex(label), level, imagined=True)
        for label, level in ((source, m), (target, n))
    )
    there, back = both_ways(sight, a, b)
    many = sight.judge_many([a, b], [b, a])
    assert many.blocked.tolist() == [there.blocked] * 2
    assert many.reason.tolist() == [there.reason, back.reason]
    assert there.blocked or many.hindrance.tolist() == [there.hindrance] * 2
    return there


def both_ways(sight: Sight, a: Spot, b: Spot) -> tuple[Judgement, Judgement]:
    """The line there and the line back: LOS is the same from both ends."""
    there, back = sight.line(a, b), sight.line(b, a)
    assert (there.blocked, there.range) == (back.blocked, back.range)
    assert there.blocked or there.hindrance == back.hindrance
    return there, back
