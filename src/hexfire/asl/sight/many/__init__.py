"""Many lines of sight at once: the same rules as for one, asked of arrays.

The modules are named after those for one line; what is compiled judges line by line instead.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from hexfire.asl.sight.ends import Ends, Other, Verdicts
from hexfire.asl.sight.ground import Ground
from hexfire.asl.sight.many import sure
from hexfire.asl.sight.many.batch import ASK, NO_READING, Batch, Bools, Ints, along_hexsides
from hexfire.asl.sight.many.verdicts import verdicts
from hexfire.asl.sight.rules import Reading
from hexfire.asl.sight.verdict import THIN

CHUNK = 4096
"""Lines judged together: enough to keep arrays long, few enough to stay in the cache."""


class Bare(NamedTuple):
    """Blocked or clear, as arrays by line, with no reason."""

    blocked: Bools
    hindrance: npt.NDArray[np.int16]
    """0 for blocked lines."""


def sees(ground: Ground, source: Ends, target: Ends) -> Bare:
    """Which of many lines are clear, and their hindrance."""
    blocked = sure.blocks(ground, source, target, along_hexsides(ground, source, target)) >= 0
    hindrance = np.zeros(len(blocked), np.int16)
    rest = np.flatnonzero(~blocked)
    whole = np.full(len(rest), -1)
    verdicts = _judge(ground, source.part(rest), target.part(rest), whole, NO_READING)
    blocked[rest] = verdicts.blocked
    hindrance[rest] = np.where(verdicts.blocked, 0, verdicts.hindrance)
    return Bare(blocked, hindrance)


def judge(ground: Ground, source: Ends, target: Ends) -> tuple[Verdicts, list[Other]]:
    """The LOS of many pairs of ends in different hexes, and what other readings make of them."""
    stop = sure.blocks(ground, source, target, along_hexsides(ground, source, target))
    # What a line meets beyond a sure block matters only to one rule that looks back from its far
    # end, perhaps from before the block: A6.3.
    stop = np.where(target.in_depression | (stop < 0), -1, stop + THIN)
    verdicts = _judge(ground, source, target, stop)
    others = []
    for reading in Reading:
        at = np.flatnonzero(verdicts.touched & reading)
        if not len(at):
            continue
        again = _judge(ground, source.part(at), target.part(at), np.full(len(at), -1), reading)
        differs = again.blocked != verdicts.blocked[at]
        differs |= ~again.blocked & (again.hindrance != verdicts.hindrance[at])
        for i in np.flatnonzero(differs).tolist():
            others.append(Other(int(at[i]), reading, int(again.reason[i]), int(again.hindrance[i])))
    return verdicts, others


def _judge(ground: Ground, source: Ends, target: Ends, stop: Ints, reading: int = ASK) -> Verdicts:
    parts = [
        verdicts(Batch(ground, source.part(at), target.part(at), stop[at], reading))
        for start in range(0, len(source.hex), CHUNK)
        for at in (slice(start, start + CHUNK),)
    ]
    if not parts:
        return Verdicts.blank(0)
    return Verdicts(*(np.concatenate(column) for column in zip(*parts, strict=True)))
