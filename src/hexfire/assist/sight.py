"""Lines of sight: a line judged with everything that decided it, a field of view."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from hexfire.asl.eyes.lookout import Lookout as Lookout
from hexfire.asl.sight import Hindrance, Judgement
from hexfire.asl.sight import Sight as Sight
from hexfire.asl.sight.picture import draw_field, draw_line
from hexfire.asl.sight.rules import Reason
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


class LineOfSight(Verdict, frozen=True, kw_only=True, rename={"source": "from", "target": "to"}):
    """A line with its ends on the drawing, and the lines between the other levels of both hexes."""

    source: tuple[int, int]
    target: tuple[int, int]
    pairs: tuple[LevelPair, ...]


class SeenHex(msgspec.Struct, frozen=True):
    """A hex of a field of view; a blocked one has a `reason` and no hindrance."""

    hex: str
    blocked: bool
    hindrance: int | None
    reason: str | None


class FieldOfView(msgspec.Struct, frozen=True, kw_only=True):
    """What is seen of every hex, in the order of the board: 1 blocked, else the hindrance."""

    source: str
    blocked: tuple[int, ...]
    hindrance: tuple[int | None, ...]


class End(msgspec.Struct, frozen=True):
    """An end of a line: a hex and a level above its base, or a unit that stands there."""

    hex: str
    level: float = 0
    unit: str = ""


def verdict(answer: Judgement) -> Verdict:
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
    pairs = []
    for own in sight.board.locations(here)[:MOST_LEVELS]:
        for other in sight.board.locations(there)[:MOST_LEVELS]:
            if eyes is None:
                seen = verdict(sight.check(here, there, own.level, other.level))
            else:
                seen = verdict(eyes.line(here, own.level, there, other.level))
            pairs.append(LevelPair(own.level, other.level, seen.blocked, seen.hindrance, seen.rule))
    return tuple(pairs)


def line_of_sight(sight: Sight, eyes: Lookout | None, source: End, target: End) -> LineOfSight:
    """The line between two ends, with what stands on the board if it is known (`eyes`).

    Of a unit the line is taken from the place it looks from, Wall Advantage included.
    """
    grid = sight.board.grid
    here, there = grid.hex(source.hex), grid.hex(target.hex)
    start, aim = sight.spot(here, source.level), sight.spot(there, target.level)
    if eyes is None:
        answer = sight.line(start, aim)
    elif not source.unit:
        answer = eyes.line(here, source.level, there, target.level)
    else:
        scene = eyes.scene
        viewer = scene.unit(source.unit)
        seen = scene.unit(target.unit) if target.unit else None
        if seen is None:
            answer = eyes.sees_hex(viewer, target.hex, target.level)
        else:
            answer = eyes.sees(viewer, seen)
        aims = (aim,) if seen is None else scene.spots(seen)
        start, aim, _ = scene.best_line(scene.spots(viewer), aims)
    return LineOfSight(
        source=start.pixel,
        target=aim.pixel,
        pairs=level_pairs(sight, eyes, here, there),
        **msgspec.structs.asdict(verdict(answer)),
    )


def field_of_view(sight: Sight, eyes: Lookout | None, source: End) -> FieldOfView:
    """What is seen from a place of every hex, or by a unit that stands there."""
    grid = sight.board.grid
    here = grid.hex(source.hex)
    if eyes is not None and source.unit:
        viewer = eyes.scene.unit(source.unit)
        lines = [eyes.sees_hex(viewer, grid.label(hex)) for hex in grid.hexes]
    elif eyes is not None and eyes.scene.situation.markers:
        lines = [eyes.line(here, source.level, hex, 0) for hex in grid.hexes]
    else:
        field = sight.field(here, source.level)
        pairs = zip(field.blocked, field.hindrance, strict=True)
        seen = [(bool(blocked), int(hindrance)) for blocked, hindrance in pairs]
        return _field(source.hex, seen)
    return _field(source.hex, [(line.blocked, line.hindrance) for line in lines])


def _field(source: str, seen: list[tuple[bool, int]]) -> FieldOfView:
    return FieldOfView(
        source=source,
        blocked=tuple(int(blocked) for blocked, _ in seen),
        hindrance=tuple(None if blocked else hindrance for blocked, hindrance in seen),
    )


def unit_or_none(scene: Scene, word: str) -> Unit | None:
    """The unit with this id; None if the word is a hex. Refused if it is neither."""
    of_that_id = next((unit for unit in scene.situation.units if unit.id == word), None)
    if of_that_id is None:
        try:
            scene.board.grid.hex(word)
        except BadLabel:
            scene.unit(word)  # neither a unit nor a hex: say so
    return of_that_id


def line_between(sight: Sight, source: End, target: End) -> Verdict:
    """The line between two places of the bare board."""
    grid = sight.board.grid
    here, there = grid.hex(source.hex), grid.hex(target.hex)
    return verdict(sight.check(here, there, source.level, target.level))


def line_picture(sight: Sight, source: End, target: End) -> bytes:
    """The line between two places, drawn on the board (PNG)."""
    grid = sight.board.grid
    here, there = grid.hex(source.hex), grid.hex(target.hex)
    answer = sight.check(here, there, source.level, target.level)
    return draw_line(sight, here, there, answer).png()


def lines_between(sight: Sight, ends: Iterable[tuple[End, End]]) -> Iterator[Verdict]:
    """Many lines at once, in their order (without the items of hindrances)."""
    places = (((one.hex, one.level), (other.hex, other.level)) for one, other in ends)
    return map(verdict, sight.pairs(places))


def field_by_hex(sight: Sight, source: End) -> tuple[SeenHex, ...]:
    """What is seen of every hex of the bare board, and if not, why."""
    grid = sight.board.grid
    here = grid.hex(source.hex)
    field, reasons = sight.field(here, source.level), sight.reasons(here, source.level)
    return tuple(
        SeenHex(grid.label(hex), True, None, Reason(int(reason)).name.lower())
        if blocked
        else SeenHex(grid.label(hex), False, int(hindrance), None)
        for hex, blocked, hindrance, reason in zip(
            grid.hexes, field.blocked, field.hindrance, reasons, strict=True
        )
    )


def field_picture(sight: Sight, source: End) -> bytes:
    """A field of view, drawn on the board (PNG)."""
    field = sight.field(sight.board.grid.hex(source.hex), source.level)
    return draw_field(sight, field).png()


def line_in_situation(scene: Scene, source: End, target: End) -> tuple[Verdict, End, End]:
    """The line between two units or hexes of a situation, and its ends with their levels."""
    eyes = Lookout.of(scene)
    viewer = unit_or_none(scene, source.hex)
    viewer = viewer or Unit(id="?", side="?", hex=source.hex, level=source.level)
    other = unit_or_none(scene, target.hex)
    if other is not None:
        answer, level = eyes.sees(viewer, other), other.level
    else:
        answer, level = eyes.sees_hex(viewer, target.hex, target.level), target.level
    return verdict(answer), End(source.hex, viewer.level), End(target.hex, level)
