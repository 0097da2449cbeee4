"""What the log tells: events of actions, what was taken back, what was said about ending."""

from __future__ import annotations

import msgspec

from hexfire.play.game import Event, Seat
from hexfire.play.lines import (
    Claimed,
    DrawAgreed,
    DrawOffered,
    DrawRefused,
    EndLine,
    Left,
    Resigned,
    SeatTaken,
    Undone,
)
from hexfire.rulebook import Message


class Told(msgspec.Struct, frozen=True):
    """One entry: the position it led to, whose doing it was, what happened."""

    n: int
    seat: Seat
    event: Event

    def seen_by(self, seat: Seat | None) -> Told | None:
        """As a seat may know it; None if it may not."""
        event = self.event.seen_by(seat)
        return None if event is None else Told(self.n, self.seat, event)


def about_undo(line: Undone, count: int) -> Told:
    """The table went back by so many actions: nobody rolls again in silence."""
    agreed = tuple(f"@{seat}" for seat in line.agreed) or "—"
    about = {"count": count, "to": line.to, "agreed": agreed}
    told = Message.of("core.log.undone", seat=f"@{line.seat}", **about)
    return Told(line.to, line.seat, Event(told))


def about_ending(line: EndLine, n: int) -> Told:
    """Something said about ending the game, at position `n`."""
    name = line.name if isinstance(line, SeatTaken) else ""
    told = Message.of(f"core.log.{_SAID[type(line)]}", seat=f"@{line.seat}", name=name)
    return Told(n, line.seat, Event(told))


_SAID: dict[type[EndLine], str] = {
    Resigned: "resigned",
    DrawOffered: "draw_offered",
    DrawAgreed: "draw_agreed",
    DrawRefused: "draw_refused",
    Left: "left",
    SeatTaken: "taken",
    Claimed: "claimed",
}
