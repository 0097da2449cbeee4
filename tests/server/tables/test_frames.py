"""Frames, taken from tables without a server: what a seat is told, under its own numbers."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import duel
import msgspec
import pytest
from duel_box import DuelBox

from hexfire.asl.purchase import DesignYourOwn
from hexfire.dice import NeedRoll, commit, seeded
from hexfire.play import Table
from hexfire.play.lines import Left, Resigned
from hexfire.rulebook import Refusal
from hexfire.server.tables import frames
from hexfire.server.tables.live import Live, SeatRow

SECRET = "5" * 64
SIDES = [{"nation": "German", "points": 1000}, {"nation": "Soviet", "points": 1000}]
BUYING = {"date": "1944-09", "sides": SIDES, "secret": True}


def live_at(table: Table[Any, Any] | None, seats: tuple[str, ...] = duel.SEATS) -> Live:
    row: Any = SimpleNamespace(
        id="0123", game="duel", title="", scenario_name="", setup={}, updated=1_000, secret=SECRET
    )
    live = Live(DuelBox(), row, [SeatRow(seat, "person", seat) for seat in seats])
    live.table = table
    return live


def duelling(steps: int = 0, **how: Any) -> Table[Any, Any]:
    """Both have hidden, and some steps were made, in turn."""
    table = Table.new(duel.Duel(), {}, source=seeded(1), **how)
    for seat in duel.SEATS:
        table.do(seat, duel.Hide("low"))
    for _ in range(steps):
        table.do(table.to_act()[0], duel.Step(1))
    return table


def buying(*deeds: str, **how: Any) -> Table[Any, Any]:
    """A secret purchase: nobody sees what the other one does."""
    table = Table.new(DesignYourOwn(), BUYING, source=seeded(1), **how)
    for deed in ("german: agree", "soviet: agree", *deeds):
        seat, _, text = deed.partition(": ")
        table.do(seat, table.game.read(text, table.state, seat))
    return table


def told(table: Table[Any, Any] | None, seat: str | None, **how: Any) -> Any:
    return msgspec.json.decode(frames.frame(live_at(table), seat, **how))


def numbers(log: list[dict[str, Any]]) -> list[int]:
    return [entry["n"] for entry in log]


def test_who_holds_both_seats_looks_through_the_one_that_is_to_act() -> None:
    for steps, seat in ((0, "red"), (1, "blue")):
        live = live_at(duelling(steps))
        assert frames.looking_through(live, frozenset(duel.SEATS)) == seat
        assert frames.looking_through(live, frozenset({"blue"})) == "blue"
        assert frames.looking_through(live, frozenset()) is None
        all_of_it = frames.all_frames(live, frozenset(duel.SEATS)).split(b"\n")
        assert [msgspec.json.decode(one)["seat"] for one in all_of_it] == ["blue", "red"]


def test_of_a_long_log_the_latest_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "LOG_LENGTH", 3)
    table = duelling(5)
    assert numbers(told(table, None)["log"]) == [5, 6, 7]
    assert numbers(told(table, None, since=1)["log"]) == [5, 6, 7]
    table.ask_undo("red", 2)
    table.answer_undo("blue", True)
    assert numbers(told(table, None)["taken_back"]) == [5, 6, 7]


def test_an_earlier_position_is_told_as_it_was() -> None:
    table = duelling(3)
    then = told(table, "red", at=3)
    assert (then["now"], then["last"], then["path"]) == (3, 5, [1, 2, 3, 4, 5])
    assert then["view"]["places"] == [1, 0] and then["to_act"] == ["blue"]
    assert numbers(then["log"]) == [1, 2, 3]
    assert "legal" not in then, "nothing is done there any more"


def test_only_positions_on_the_way_are_told() -> None:
    table = duelling(1)
    table.undo("red")
    table.do("red", duel.Step(2))
    assert told(table, None, at=4)["now"] == 4
    live = live_at(table)
    for number in (3, -1, 99):
        for ask in (lambda n: told(table, None, at=n), lambda n: frames.position(live, None, n)):
            with pytest.raises(Refusal) as refusal:
                ask(number)
            assert refusal.value.message.key == "server.no_position"
    assert frames.position(live, None, 2).places == (0, 0)
    assert frames.position(live, None, None).places == (2, 0)


def test_who_comes_back_goes_on_from_where_he_was_if_he_can() -> None:
    table = duelling(2)
    assert frames.known_since(live_at(table), "red", 3) == 3
    assert frames.known_since(live_at(table), "red", 0) == 0
    assert frames.known_since(live_at(table), "red", None) is None
    assert frames.known_since(live_at(table), "red", 99) is None
    assert frames.known_since(live_at(None), "red", 0) is None
    table.end(Left("blue"))
    table.do("red", duel.Step(1))
    assert frames.known_since(live_at(table), "red", 4) is None, "a remark has no number"
    assert frames.known_since(live_at(table), "red", 5) == 5
    back = duelling(2)
    back.ask_undo("red", 2)
    back.answer_undo("blue", True)
    back.do("red", duel.Step(2))
    assert frames.known_since(live_at(back), "red", 4) is None, "it was taken back"


def test_only_who_is_to_act_is_told_what_he_may_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor is it worked out for anybody else."""
    table, asked = duelling(typed=["red"]), []
    legal = table.legal
    monkeypatch.setattr(table, "legal", lambda seat: (asked.append(seat), legal(seat))[1])
    assert [bool(told(table, seat)["legal"]) for seat in ("red", "blue", None)] == [
        True,
        False,
        False,
    ]
    assert asked == ["red"]
    with pytest.raises(NeedRoll):
        table.do("red", duel.Strike())
    waiting = told(table, "red")
    assert waiting["legal"] == [] and waiting["roll"] and waiting["rolling"] == "red"


def claim_from(table: Table[Any, Any], seat: str | None) -> Any:
    return told(table, seat)["ending"]["claim_from"]


def test_who_waits_is_told_from_when_on_he_may_claim_the_game() -> None:
    table = duelling(claim_after=60)
    assert [claim_from(table, seat) for seat in ("red", "blue", None)] == [None, 1_060, None]
    assert claim_from(duelling(), "blue") is None, "no time was agreed on"
    apart = duelling(claim_after=60)
    apart.header = msgspec.structs.replace(apart.header, apart=True)
    assert claim_from(apart, "blue") is None, "nobody knows who waits for whom"
    table.end(Left("red"))
    assert claim_from(table, "blue") == 0
    table.end(Resigned("blue"))
    assert claim_from(table, "blue") is None


def test_what_one_does_in_secret_leaves_no_gap_in_the_others_numbers() -> None:
    table = buying("german: san 3", "german: squads 4-6-8", "soviet: squads 4-4-7")
    assert table.now == 5
    for at in (None, 3):
        frame = told(table, "soviet", at=at)
        assert (frame["now"], frame["last"], frame["path"]) == (3, 3, [1, 2, 3])
        assert numbers(frame["log"]) == [1, 2, 3]
    assert (told(table, "soviet", since=2)["path"], told(table, None)["path"]) == ([3], [1, 2])
    assert numbers(told(table, "soviet", since=2)["log"]) == [3]
    more = buying("german: san 3", "soviet: squads 4-4-7", "soviet: san 3")
    assert (
        numbers(told(more, "soviet", since=3)["log"])
        == [4]
        == told(more, "soviet", since=3)["path"]
    )
    assert frames.position(live_at(table), "soviet", 2).sides[0].lines == ()
    assert live_at(table).public() == ("playing", 2)
    table.undo("german")
    assert told(table, "german")["taken_back"] == [] == told(table, "soviet")["taken_back"]
    assert told(table, "soviet")["undo"]["floor"] == 2


def test_going_back_is_asked_for_by_each_ones_own_numbers() -> None:
    table = buying("german: san 3", "soviet: squads 4-4-7", "soviet: san 3")
    table.ask_undo("soviet", 4)
    for seat, number in (("soviet", 3), ("german", 3), (None, 2)):
        assert told(table, seat)["undo"]["asked"]["to"] == number


def test_dice_that_one_waits_for_apart_are_not_told_to_the_other() -> None:
    table = buying("german: close", typed=["german"])
    with pytest.raises(NeedRoll):
        table.do("german", table.game.read("roll", table.state, "german"))
    assert told(table, "german")["rolling"] == "german"
    other = told(table, "soviet")
    assert other["roll"] is None and other["rolling"] is None and other["legal"] != []


def test_words_and_the_hash_before_them() -> None:
    waiting = told(None, "red")
    assert waiting["commitment"] == {"sha256": commit(SECRET).sha256, "words": []}
    table = duelling(commitment=commit(SECRET), secret=SECRET)
    assert [told(table, seat)["word_wanted"] for seat in ("red", None)] == [True, False]
    table.give_word("red", "a")
    after = told(table, "red")
    assert not after["word_wanted"] and after["commitment"]["words"] == ["a"]
