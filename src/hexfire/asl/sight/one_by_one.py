"""Many lines of sight one after the other, as fast as machine code goes.

Where the engine is compiled this takes the place of `many`, which asks arrays. What both say is
the same.
"""

from __future__ import annotations

from typing import Any

from hexfire.asl.sight.hexspines import Line
from hexfire.asl.sight.rules import Reading
from hexfire.asl.sight.tables import Tables
from hexfire.asl.sight.verdict import Verdict, judge, still_blocked
from hexfire.asl.sight.walk import Runs, Walk, Walker
from hexfire.hexes.arrays import append, i64, vec

READINGS = [int(reading) for reading in Reading]


class Spots:
    """Ends of lines, by number."""

    def __init__(
        self, hex: vec[i64], x: vec[i64], y: vec[i64], level: vec[i64], in_depression: vec[i64]
    ) -> None:
        self.hex, self.x, self.y, self.level = hex, x, y, level
        self.in_depression = in_depression


class Judged:
    """The verdicts on many lines."""

    def __init__(self) -> None:
        self.reason: vec[i64] = vec[i64]()
        self.hindrance: vec[i64] = vec[i64]()
        self.pixel: vec[i64] = vec[i64]()
        self.others: list[tuple[int, int, int, int]] = []
        """Lines that another reading judges otherwise: line, reading, reason, hindrance."""


def judge_all(t: Tables, walker: Walker, source: Spots, target: Spots, disputed: bool) -> Judged:
    """Judge the lines from each source to the target of the same number."""
    done, runs = Judged(), Walk(walker)
    reasons, hindrances, pixels = vec[i64](), vec[i64](), vec[i64]()
    for i in range(len(source.hex)):
        line = Line(t, source.hex[i], target.hex[i], source.level[i], target.level[i])
        line.from_below = source.in_depression[i] != 0
        line.to_below = target.in_depression[i] != 0
        line.lay_between_centres(t)
        runs.start(source.x[i], source.y[i], target.x[i], target.y[i])
        verdict = judge(t, line, runs)
        reasons = append(reasons, verdict.reason)
        hindrances = append(hindrances, verdict.drm)
        pixels = append(pixels, runs.pixel[verdict.at] if verdict.at >= 0 else -1)
        if disputed and verdict.touched:
            for reading, again in other_readings(t, line, runs, verdict):
                done.others.append((i, reading, int(again.reason), again.drm))
    done.reason, done.hindrance, done.pixel = reasons, hindrances, pixels
    return done


def other_readings(
    t: Tables, line: Line, runs: Runs, verdict: Verdict, rises: Any = None
) -> list[tuple[int, Verdict]]:
    """The readings that bring another verdict on a line, and that verdict.

    `rises`: the judge of a board with slopes or hillocks (`rises.Rises`).
    """
    differ = []
    for reading in READINGS:
        if not verdict.touched & reading:
            continue
        line.readings = reading
        if verdict.at >= 0 and still_blocked(t, line, runs, verdict.at):
            continue
        again = judge(t, line, runs) if rises is None else rises.judge(t, line, runs)
        # To a player a line is blocked, or clear with its hindrance.
        if (verdict.at >= 0) != (again.at >= 0) or (verdict.at < 0 and verdict.drm != again.drm):
            differ.append((reading, again))
    line.readings = 0
    return differ
