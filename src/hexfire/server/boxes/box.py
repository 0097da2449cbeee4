"""Game boxes: what the server knows of a game beyond the kernel's contract."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import msgspec

from hexfire.play import Game, Seat


class OptionalCard(msgspec.Struct, frozen=True):
    """A rule that the players agree on when they begin: the option's name, its own, the default."""

    option: str
    rule: str
    name: dict[str, str]
    by_default: bool


class ScenarioCard(msgspec.Struct, frozen=True):
    """A scenario as it is offered for choice; names in both languages."""

    name: str
    title: dict[str, str]
    summary: dict[str, str]
    seats: dict[Seat, dict[str, str]]
    turns: int = 0
    units: int = 0
    optional: tuple[OptionalCard, ...] = ()


class Box(Protocol):
    """One game on the shelf."""

    game: Game[Any, Any]
    heavy: frozenset[str]
    """Questions (by their key) that may take long: asked in a worker, which makes a box of its own
    without arguments (`tables.questions`)."""

    def cards(self) -> tuple[ScenarioCard, ...]:
        """The scenarios in the box."""

    def scenario(self, name: str) -> Any:
        """A scenario as the plain data that `game.setup` takes; refused if there is none."""

    async def written(self, data: Mapping[str, Any]) -> tuple[str, Any]:
        """Name and plain data of a scenario that the players wrote themselves; may be refused."""

    def board(self, state: Any) -> Any:
        """What never changes during play (the map): sent once."""

    def ask(self, state: Any, seat: Seat | None, question: Mapping[str, Any]) -> Any:
        """A question about the position (reach, odds): answered from what the seat may know."""


Boxes = Mapping[str, Box]
