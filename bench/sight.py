"""Lines of sight: one at a time, a field of view, many at once, every pair of a board.

On a VASL board where there is one (`HEXFIRE_VASL_BOARDS`), else on one of our own.
"""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np

from bench.report import Row, rate
from hexfire.asl.sight import Place, Sight
from hexfire.boards import open_board
from hexfire.rulebook import BadInput

VASL = 9_000
"""VASL's Java engine on one core, checks a second, range 1-16 (measured once, not in this run)."""


def board() -> Sight:
    beside = Path(__file__).resolve().parents[2] / "shared" / "boards" / "bd41"
    for name in ("41", str(beside), "millbrook"):
        try:
            return Sight(open_board(name))
        except BadInput:
            continue
    raise AssertionError("there are always boards of our own")


def pairs(sight: Sight, count: int) -> list[tuple[Place, Place]]:
    """Random pairs at range 1-16, some on upper levels."""
    random, grid = np.random.default_rng(1), sight.board.grid
    near = np.argwhere((sight.ground.distance > 0) & (sight.ground.distance <= 16))
    places = sight.board.facts.locations
    found = []
    for a, b in near[random.integers(0, len(near), count)].tolist():
        levels = [places[i][random.integers(len(places[i]))].level for i in (a, b)]
        labels = [grid.label(grid.hexes[i]) for i in (a, b)]
        found.append(((labels[0], levels[0]), (labels[1], levels[1])))
    return found


def rows() -> list[Row]:
    sight = board()
    start = time.perf_counter()
    sight.field(sight.board.grid.hexes[0])
    prepared = time.perf_counter() - start
    grid, asked = sight.board.grid, pairs(sight, 20_000)
    spots = [
        (sight.spot(grid.hex(a), m), sight.spot(grid.hex(b), k)) for (a, m), (b, k) in asked[:500]
    ]
    where = f"board {sight.board.name}"
    sources, targets = [list(side) for side in zip(*spots * 20, strict=True)]
    viewer, count = grid.hexes[len(grid) // 2], len(grid)
    lines = count * (count - 1) // 2
    single = rate(lambda: [sight.line(a, b) for a, b in spots]) * len(spots)
    many = rate(lambda: sight.judge_many(sources, targets)) * len(sources)
    peer = "VASL (Java, recorded)"
    return [
        Row(f"LOS, one at a time, with reasons ({where})", single, peer, VASL),
        Row(
            "LOS, --pairs (labels in, answers out)",
            rate(lambda: sight.pairs(asked)) * len(asked),
            peer,
            VASL,
        ),
        Row("LOS, many at once, with reason and point", many, peer, VASL),
        Row(
            "LOS, field of view, lines", rate(lambda: sight.field(viewer)) * (count - 1), peer, VASL
        ),
        Row(
            f"LOS, every pair of the board ({lines:,} lines)",
            rate(sight.matrix, 3) * lines,
            peer,
            VASL,
        ),
        Row("LOS, a board made ready (once, before the first question)", 1 / prepared),
    ]
