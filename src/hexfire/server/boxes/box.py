"""Game boxes: what the server knows of a game beyond the kernel's contract."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from hexfire.assist.scenarios import ScenarioCard
from hexfire.play import Game, Seat
from hexfire.server.files.uploads import NO_FILES, Files


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

    async def written(self, data: Mapping[str, Any], boards: Files = NO_FILES) -> tuple[str, Any]:
        """Name and plain data of a scenario that the players wrote themselves; may be refused.

        `boards` are the board files that it names.
        """

    def forget(self, states: Iterable[Any], wanted_before: float) -> None:
        """Only what tables at these positions need is kept of scenarios wanted before then."""

    def board(self, state: Any) -> Any:
        """What never changes during play (the map): sent once."""

    def ask(self, state: Any, seat: Seat | None, question: Mapping[str, Any]) -> Any:
        """A question about the position (reach, odds): answered from what the seat may know."""


Boxes = Mapping[str, Box]
