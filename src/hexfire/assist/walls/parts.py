"""What the answers about walls are built from."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from hexfire.asl.situation import Unit
from hexfire.asl.walls import Cover, State
from hexfire.assist.wording import Said
from hexfire.hexes import Side
from hexfire.rulebook import Modifier, Refusal


class Allowed(msgspec.Struct, frozen=True):
    """Whether something may be done, by which rule, and if not, why."""

    rule: str
    why_not: Said | None


def allowed(answer: str | Refusal) -> Allowed:
    """The rule that allows it, or the refusal."""
    if isinstance(answer, Refusal):
        return Allowed(answer.rule, Said(answer))
    return Allowed(answer, None)


def tried(question: Callable[[State, Unit], str], state: State, unit: Unit) -> Allowed:
    """A question that is answered by its rule or by a refusal."""
    try:
        return allowed(question(state, unit))
    except Refusal as refusal:
        return allowed(refusal)


class CoverItem(msgspec.Struct, frozen=True, kw_only=True):
    """A TEM that a target may have, or why it has not."""

    case: str
    rule: str
    value: int
    name: Said
    applies: bool
    why: Said | None


def cover_item(item: Modifier) -> CoverItem:
    return CoverItem(
        case=item.case,
        rule=item.rule,
        value=item.value,
        name=Said(item),
        applies=item.applies,
        why=None if item.why is None else Said(item.why),
    )


def cover_items(cover: Cover) -> tuple[CoverItem, ...]:
    """What the target's owner may choose from (B9.31), then what was left out."""
    return tuple(map(cover_item, (*cover.options, *cover.rejected)))


def hexside(state: State, side: Side) -> str:
    """A hexside by its two hexes, as far as they are on the board: `H5-I5`."""
    grid = state.scene.board.grid
    return "-".join(grid.label(hex) for hex in side.hexes if hex in grid)
