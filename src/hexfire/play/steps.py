"""Played actions as the table remembers them, and who noticed them.

Usually everybody sees every action and its number. Where seats act apart (a secret purchase), an
action of which a seat notices nothing has no number for it either: a gap would tell of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from hexfire.play.game import Event, Game, Seat


class Step(msgspec.Struct, frozen=True, gc=False):
    """One played action."""

    n: int
    after: int
    seat: Seat
    action: Any
    faces: tuple[int, ...]
    events: tuple[Event, ...]
    fair: bool = False
    noticed: frozenset[Seat | None] | None = None
    """Who noticed anything of it (None among them: spectators); None: everybody."""

    @property
    def closes_undo(self) -> bool:
        """Whether a die fell or a secret came out."""
        if self.faces:
            return True
        for event in self.events:  # a loop: every frame asks this of some actions  # noqa: SIM110
            if event.reveals:
                return True
        return False

    def known_to(self, seat: Seat | None) -> bool:
        return self.noticed is None or seat in self.noticed

    def told_only_to(self, seat: Seat, seats: Sequence[Seat]) -> bool:
        """Whether nobody but the seat heard a word of it."""
        others = [*(one for one in seats if one != seat), None]
        return all(event.seen_by(other) is None for event in self.events for other in others)


def noticed_by(
    game: Game[Any, Any],
    seats: Sequence[Seat],
    actor: Seat,
    events: Sequence[Event],
    before: Any,
    after: Any,
) -> frozenset[Seat | None]:
    """The seats for whom an action changed anything at all: a word, the view, who is to act."""

    def shown(state: Any, seat: Seat | None) -> bytes:
        return msgspec.json.encode(
            (game.view(state, seat), game.to_act(state), game.outcome(state)), enc_hook=str
        )

    return frozenset(
        seat
        for seat in (*seats, None)
        if seat == actor
        or any(event.seen_by(seat) is not None for event in events)
        or shown(before, seat) != shown(after, seat)
    )
