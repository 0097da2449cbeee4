"""Lines that leave a depression or a building too late."""

from __future__ import annotations

from hexfire.asl.sight.hexspines import Line
from hexfire.asl.sight.rules import Reading, Reason, leaves_depression_too_early
from hexfire.asl.sight.tables import BUILDING, DECK, DEPRESSION, Tables
from hexfire.asl.sight.walk import Runs
from hexfire.hexes.arrays import i64


def depression(t: Tables, line: Line, runs: Runs) -> tuple[i64, i64, i64]:
    """A6.3: a line out of (into) a gully, stream or sunken road: reason, run, readings."""
    if not (line.from_below or line.to_below) or _in_one_depression(t, line):
        return 0, -1, 0
    touched: i64 = 0
    for forth in (True, False):
        if not (line.from_below if forth else line.to_below):
            continue
        level, gain, other = line.from_level, line.to_level - line.from_level, line.target
        if not forth:
            level, gain, other = line.to_level, -gain, line.source
        at, touch = _rim(t, line, runs, level, forth)
        if at >= 0 and leaves_depression_too_early(gain, t.far(t.hex[runs.patch[at]], other)):
            return Reason.EXITS_DEPRESSION if forth else Reason.ENTERS_DEPRESSION, at, 0
        touched |= touch
    return 0, -1, touched


def _rim(t: Tables, line: Line, runs: Runs, level: i64, forth: bool) -> tuple[i64, i64]:
    """The first run outside the depression of an end, -1 for none; and the readings on the way."""
    runs.finish()
    count = runs.count
    touched: i64 = 0
    for step in range(count):
        at = step if forth else count - 1 - step
        patch = runs.patch[at]
        if t.kind[t.code[patch]] & DEPRESSION or t.ground[patch] <= level:
            continue
        if t.trait[patch] & DECK and not line.readings & Reading.BRIDGE:
            touched = Reading.BRIDGE
            continue
        return at, touched
    return -1, touched


def _in_one_depression(t: Tables, line: Line) -> bool:
    """Whether the depression goes on across the hexside between two adjacent ends."""
    if line.range != 1 or not (line.from_below and line.to_below):
        return False
    return t.channel[6 * line.source + t.direction(line.source, line.target)] != 0


def building(t: Tables, line: Line, runs: Runs) -> i64:
    """A6.8: from one storey to another level a line must leave the building first.

    The run at which it leaves an end's hex still inside its building; -1 if it does not.
    """
    if line.high == line.low:
        return -1
    at = _stuck(t, line.source, runs, True)
    return at if at >= 0 else _stuck(t, line.target, runs, False)


def _stuck(t: Tables, end: i64, runs: Runs, forth: bool) -> i64:
    if not t.kind[t.centre[end]] & BUILDING:
        return -1
    runs.finish()
    count = runs.count
    for step in range(count):
        at = step if forth else count - 1 - step
        patch = runs.patch[at]
        hex = t.hex[patch]
        if hex != end and not borders(t, patch, hex, end):
            return at
        if not t.kind[t.code[patch]] & BUILDING:
            return -1
    return -1


def borders(t: Tables, patch: i64, hex: i64, end: i64) -> bool:
    """Whether the patch of a hex lies within a pixel of an end's hex."""
    border = t.border[patch]
    if border == 0:
        return False
    for d in range(6):  # noqa: SIM110 (a loop compiles to machine code, any() does not)
        if border >> d & 1 and t.near[6 * hex + d] == end:
            return True
    return False
