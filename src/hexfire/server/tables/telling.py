"""What the people at a table are told by themselves: new frames, and trouble with the database."""

from __future__ import annotations

import msgspec

from hexfire.lang import LANGUAGES, words
from hexfire.play import Seat
from hexfire.server.http.wire import Parcel
from hexfire.server.tables.frames import Moment, all_frames, frame, looking_through
from hexfire.server.tables.live import Listener, Live


def tell_position(live: Live) -> None:
    """Everybody gets the frame of the seat he looks through; equal frames are made once."""
    frames: dict[Seat | None, Parcel] = {}
    moment = Moment(live, _goes_on_from(live))
    live.told = live.table.now if live.table is not None else None
    apart = live.apart
    for listener in live.listeners:
        seat = looking_through(live, listener.seats)
        shown = frames.get(seat)
        if shown is None:
            shown = frames[seat] = Parcel(frame(live, seat, moment=moment))
        if apart:
            show(live, listener, shown)
        else:
            listener.hand_over(shown)


def show(live: Live, listener: Listener, shown: Parcel) -> None:
    """Send a frame.

    Where seats act apart it is left out if nothing has changed for any seat he holds: a push that
    tells nothing tells that something was done.
    """
    if live.apart:
        seen = all_frames(live, listener.seats)
        if seen == listener.seen:
            return
        listener.seen = seen
    listener.hand_over(shown)


def tell_storage(live: Live, trouble: str | None) -> None:
    """`{"type": "storage"}`: why nothing can be played (a message key, in words), or that it can.

    When it can again, a whole frame follows.
    """
    live.told = None
    texts = {language: words(language).say(trouble) for language in LANGUAGES} if trouble else {}
    message = {"key": trouble} if trouble else None
    told = {"type": "storage", "ok": trouble is None, "message": message, "texts": texts}
    live.tell(msgspec.json.encode(told))


def _goes_on_from(live: Live) -> int | None:
    """One action further: only its own events are sent along, not the whole log again."""
    table, told = live.table, live.told
    if table is None or told is None or live.apart or table.now <= told:
        return None
    return told if table.steps[table.now - 1].after == told else None
