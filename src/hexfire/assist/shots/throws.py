"""Dice for a question: seeded, secret, or as they fell on somebody's table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

import msgspec

from hexfire.dice import Dice, NeedAnswer, play, secure, seeded
from hexfire.rulebook import BadInput

T = TypeVar("T")
MOST_FACES = 100


class Throw(msgspec.Struct, frozen=True):
    """Which dice are thrown: `faces` that fell already, then (`roll`) the program's own.

    With a `seed` the program's dice are the same every time.
    """

    faces: tuple[int, ...] = ()
    roll: bool = False
    seed: int | None = None

    def __post_init__(self) -> None:
        if len(self.faces) > MOST_FACES:
            raise BadInput("gunnery.cli.too_many_dice", dice=tuple(map(str, self.faces)))

    def dice(self) -> Dice:
        if not self.roll and self.seed is None:
            return Dice(self.faces)
        return Dice(self.faces, secure() if self.seed is None else seeded(self.seed))


class Fallen(msgspec.Struct, Generic[T], frozen=True):
    """What dice did: all faces, and the outcome or what is wanted next."""

    faces: tuple[int, ...]
    outcome: T | None
    need: NeedAnswer | None = None


def begun_by_two(throw: Throw) -> Throw:
    """Dice of a shot that begins with a DR: one die alone is half a roll."""
    if len(throw.faces) == 1:
        raise BadInput("gunnery.cli.two_dice")
    return throw


def thrown(throw: Throw, procedure: Callable[..., Any], *args: Any) -> Fallen[Any]:
    """A procedure of the rules with these dice; dice that nobody asked for are refused."""
    dice = throw.dice()
    try:
        outcome = play(dice, procedure, *args)
    except NeedAnswer as need:
        return Fallen(throw.faces, None, need)
    if dice.left_over:
        raise BadInput("gunnery.cli.too_many_dice", dice=tuple(map(str, dice.left_over)))
    return Fallen(dice.faces, outcome)
