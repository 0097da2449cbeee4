"""What the log tells besides the actions: what was taken back, and what players said about ending.

What was taken back stays readable: nobody rolls again in silence.
"""

from __future__ import annotations

from typing import Any

import msgspec

from hexfire.play.game import Event, Seat
from hexfire.play.lines import EndLine, Left, SeatTaken, Undone
from hexfire.play.steps import Step
from hexfire.rulebook import Message

LONGEST = 40
"""So many events of what was taken back are kept readable."""


class Remark(msgspec.Struct, frozen=True):
    """An event of the log that no action brought about."""

    after: int
    """It was made when so many actions had been played, counting those taken back."""
    n: int
    """The position that the table was at then."""
    event: Event
    undone: tuple[Event, ...] = ()

    def seen_by(self, seat: Seat | None) -> Event | None:
        """As a seat may know it; events that were taken back keep their seals."""
        event = self.event.seen_by(seat)
        if event is None or not self.undone:
            return event
        known = [seen for one in self.undone if (seen := one.seen_by(seat)) is not None]
        data: dict[str, Any] = {
            "undone": [{"rule": one.rule, "message": one.message} for one in known[-LONGEST:]]
        }
        return msgspec.structs.replace(event, data=data)


def taken_back(line: Undone, undone: tuple[Step, ...], after: int) -> Remark:
    """The table went back: who wanted it, who agreed, and what had happened meanwhile."""
    agreed = ", ".join(line.agreed) or "—"
    told = Message.of(
        "core.log.undone", seat=line.seat, count=len(undone), to=line.to, agreed=agreed
    )
    events = tuple(event for step in undone for event in step.events)
    return Remark(after, line.to, Event(told), events)


def said(line: EndLine, after: int, n: int) -> Remark:
    """Something said about ending the game."""
    kind = str(type(line).__struct_config__.tag)
    name = line.name if isinstance(line, SeatTaken) else ""
    told = Message.of(f"core.log.{_KEYS.get(kind, kind)}", seat=line.seat, name=name)
    return Remark(after, n, Event(told))


_KEYS = {
    "draw?": "draw_offered",
    "draw": "draw_agreed",
    "draw-no": "draw_refused",
    "resign": "resigned",
    "claim": "claimed",
    str(Left.__struct_config__.tag): "left",
    str(SeatTaken.__struct_config__.tag): "taken",
}
