"""A table in memory: who is let go, who still looks through which seat, what is told anew."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from duel_box import DuelBox

from hexfire.rulebook import Refusal
from hexfire.server.http.wire import Parcel
from hexfire.server.storage.trouble import StorageAway
from hexfire.server.tables.live import LONGEST_OUTBOX, Listener, Live, SeatRow


def row(**more: Any) -> Any:
    plain = {"id": "0123", "game": "duel", "title": "Dawn", "scenario_name": "", "setup": {}}
    return SimpleNamespace(**{**plain, "updated": 1_000, **more})


def waiting(*seats: SeatRow, **more: Any) -> Live:
    return Live(DuelBox(), row(**more), seats or (RED, BLUE))


RED, BLUE = (SeatRow(seat, "person", seat, token=f"{seat}'s") for seat in ("red", "blue"))


def test_who_does_not_read_is_let_go_and_nothing_is_kept_for_him() -> None:
    listener = Listener(frozenset())
    for n in range(LONGEST_OUTBOX):
        listener.hand_over(Parcel(b"%d" % n))
    assert listener.outbox.qsize() == LONGEST_OUTBOX
    listener.hand_over(Parcel(b"one more"))
    assert listener.outbox.qsize() == 1 and listener.outbox.get_nowait() is None


def test_nothing_is_played_where_nothing_can_be_kept_or_nothing_has_begun() -> None:
    live = waiting()
    with pytest.raises(Refusal) as refusal:
        _ = live.playing
    assert refusal.value.message.key == "server.not_begun"
    live.table, live.lost = object(), True  # type: ignore[assignment]
    with pytest.raises(StorageAway):
        _ = live.playing


def test_who_has_lost_his_seat_no_longer_looks_through_it() -> None:
    live = waiting()
    both, mine = Listener(frozenset({"red", "blue"})), Listener(frozenset({"red"}))
    live.listeners |= {both, mine}
    live.seat([msgspec.structs.replace(RED, name="Another name"), BLUE])
    assert mine.seats == {"red"} and both.seats == {"red", "blue"}
    live.seat([SeatRow("red", "person", "Somebody else", token="another's")])
    assert mine.seats == set() and both.seats == {"blue"}


def test_what_is_told_of_the_table_is_told_as_it_is_now() -> None:
    live = waiting()

    def told() -> Any:
        return msgspec.json.decode(live.around + b"}")

    assert (told()["title"], told()["status"]) == ("Dawn", "waiting")
    live.row = row(title="Dusk")
    assert told()["title"] == "Dusk"
    live.seat([SeatRow("red", "bot", "Bot", level="hard")])
    assert told()["seats"]["red"]["kind"] == "bot"
    live.table = SimpleNamespace(outcome=lambda: None)  # type: ignore[assignment]
    assert told()["status"] == "playing"


def test_hints_are_for_who_plays_alone_unless_it_was_agreed_otherwise() -> None:
    bot = SeatRow("blue", "bot", "Bot")
    assert waiting(RED, bot).hints and not waiting(RED, BLUE).hints
    assert not waiting(RED, bot, setup={"hints": False}).hints
    assert waiting(RED, BLUE, setup={"hints": True}).hints
