"""Lines of sight: a line judged with everything that decided it, as typed data in no language."""

from __future__ import annotations

import msgspec

from hexfire.asl.eyes.lookout import Lookout
from hexfire.asl.sight import Answer, Hindrance, Sight
from hexfire.asl.situation import Scene, Unit
from hexfire.hexes import BadLabel, Hex

MOST_LEVELS = 8
"""So many levels of a hex are paired with those of another."""


class OtherReading(msgspec.Struct, frozen=True, kw_only=True):
    """What another reading of the rules or of the drawing makes of a line; `key` says it."""

    reading: str
    key: str
    blocked: bool
    hindrance: int | None
    rule: str | None
    ruling: str


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """A line of sight: how far, blocked or not, and why.

    A blocked line has no `hindrance`; a clear one neither `reason` (whose words `key` finds in the
    catalogues) nor `rule`. `point` is where it is blocked on the drawing, `items` what hinders it.
    """

    range: int
    blocked: bool
    hindrance: int | None
    reason: str | None
    key: str
    rule: str | None
    point: tuple[int, int] | None
    hex: str | None
    terrain: str | None
    items: tuple[Hindrance, ...]
    disputed: tuple[OtherReading, ...]


class LevelPair(msgspec.Struct, frozen=True, rename={"source": "from", "target": "to"}):
    """The line between two levels of two hexes."""

    source: float
    target: float
    blocked: bool
    hindrance: int | None
    rule: str | None


def verdict(answer: Answer) -> Verdict:
    """A judged line as it is answered."""
    return Verdict(
        range=answer.range,
        blocked=answer.blocked,
        hindrance=None if answer.blocked else answer.hindrance,
        reason=answer.reason.name.lower() if answer.blocked else None,
        key=answer.reason.key,
        rule=answer.rule if answer.blocked else None,
        point=answer.point,
        hex=answer.hex,
        terrain=answer.terrain,
        items=answer.items,
        disputed=tuple(
            OtherReading(
                reading=other.reading.name.lower(),
                key=other.reading.key,
                blocked=other.blocked,
                hindrance=other.hindrance,
                rule=other.rule if other.blocked else None,
                ruling=other.ruling,
            )
            for other in answer.disputed
        ),
    )


def level_pairs(sight: Sight, eyes: Lookout | None, here: Hex, there: Hex) -> tuple[LevelPair, ...]:
    """Every pair of levels of two hexes, with what stands on the board if it is known."""
    found = []
    for own in sight.board.locations(here)[:MOST_LEVELS]:
        for other in sight.board.locations(there)[:MOST_LEVELS]:
            if eyes is None:
                seen = verdict(sight.check(here, there, own.level, other.level))
            else:
                seen = verdict(eyes.line(here, own.level, there, other.level))
            found.append(LevelPair(own.level, other.level, seen.blocked, seen.hindrance, seen.rule))
    return tuple(found)


def unit_or_none(scene: Scene, word: str) -> Unit | None:
    """The unit with this id; None if the word is a hex. Refused if it is neither."""
    found = next((unit for unit in scene.situation.units if unit.id == word), None)
    if found is None:
        try:
            scene.board.grid.hex(word)
        except BadLabel:
            scene.unit(word)  # neither a unit nor a hex: say so
    return found


def line_in_situation(
    scene: Scene, source: tuple[str, float], target: tuple[str, float]
) -> tuple[Answer, float, float]:
    """The line between two units or hexes of a situation, and the levels of its ends."""
    eyes = Lookout.of(scene)
    viewer = unit_or_none(scene, source[0])
    viewer = viewer or Unit(id="?", side="?", hex=source[0], level=source[1])
    other = unit_or_none(scene, target[0])
    if other is not None:
        return eyes.sees(viewer, other), viewer.level, other.level
    return eyes.sees_hex(viewer, *target), viewer.level, target[1]
