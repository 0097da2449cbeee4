"""Endings that players bring about: resigning, draws, leaving, claiming."""

from __future__ import annotations

from typing import Any

import duel
import pytest

from hexfire.dice import NeedRoll
from hexfire.play import Table
from hexfire.play.ending import Ending, Situation
from hexfire.play.lines import (
    Claimed,
    DrawAgreed,
    DrawOffered,
    DrawRefused,
    Left,
    Resigned,
    SeatTaken,
)
from hexfire.rulebook import Refusal

GAME = duel.Duel()


def started(**how: Any) -> tuple[Table[Any, Any], bytearray]:
    journal = bytearray()
    table = Table.new(GAME, {}, keep=journal.extend, **how)
    table.do("red", duel.Hide("high"))
    table.do("blue", duel.Hide("low"))
    return table, journal


def refused(call: Any, *args: Any) -> str:
    with pytest.raises(Refusal) as refusal:
        call(*args)
    return refusal.value.message.key


def reopened(table: Table[Any, Any], journal: bytearray) -> Table[Any, Any]:
    again = Table.open({"duel": GAME}, bytes(journal))
    assert again.ending == table.ending and again.outcome() == table.outcome()
    assert again.log(None) == table.log(None) and again.to_act() == table.to_act()
    assert not again.doubts
    return again


def test_who_resigns_loses_at_any_time() -> None:
    table, journal = started()
    table.end(Resigned("blue"))  # although red is to act
    outcome = table.outcome()
    assert outcome is not None and outcome.winners == ("red",)
    assert table.to_act() == ()
    for call in (
        lambda: table.do("red", duel.Step(1)),
        lambda: table.end(Resigned("red")),
        lambda: table.undo("blue"),
        lambda: table.ask_undo("red", 0),
    ):
        assert refused(call) == "core.play.over"
    reopened(table, journal)


def test_what_was_open_is_closed_by_the_end() -> None:
    """Neither dice nor an answer are asked for any more."""
    table, journal = started(typed=["red"])
    with pytest.raises(NeedRoll):
        table.do("red", duel.Strike())
    table.ask_undo("red", 1)
    table.end(Resigned("blue"))
    for one in (table, reopened(table, journal)):
        assert one.rolling is None and one.undo_asked is None
        assert refused(one.answer, "red", [1, 1]) == "core.play.no_roll_open"


def test_a_draw_needs_both() -> None:
    table, journal = started()
    for line in (DrawAgreed("blue"), DrawRefused("blue")):
        assert refused(table.end, line) == "core.play.end.no_draw"
    table.end(DrawOffered("red"))
    assert refused(table.end, DrawAgreed("red")) == "core.play.own_consent"
    assert refused(table.end, DrawOffered("blue")) == "core.play.end.draw_open"
    reopened(table, journal)
    table.end(DrawRefused("blue"))
    assert table.outcome() is None and table.ending.draw_offered is None
    table.end(DrawOffered("blue"))
    table.end(DrawAgreed("red"))
    outcome = table.outcome()
    assert outcome is not None and outcome.winners == ()
    reopened(table, journal)


def test_an_offer_is_for_the_position_it_was_made_on() -> None:
    table, journal = started()
    table.end(DrawOffered("blue"))
    table.do("red", duel.Step(1))
    assert refused(table.end, DrawAgreed("red")) == "core.play.end.no_draw"
    reopened(table, journal)


def test_an_offer_lapses_when_the_table_goes_back() -> None:
    table, journal = started()
    table.end(DrawOffered("red"))
    table.undo("blue")
    assert refused(table.end, DrawAgreed("blue")) == "core.play.end.no_draw"
    reopened(table, journal)


def test_an_offer_lapses_when_somebody_leaves() -> None:
    table, journal = started()
    table.end(DrawOffered("red"))
    table.end(Left("red"))
    assert refused(table.end, DrawAgreed("blue")) == "core.play.end.no_draw"
    reopened(table, journal)


def test_nothing_is_claimed_where_nobody_lets_anybody_wait() -> None:
    now = Situation(("red", "blue"), to_act=(), claim_after=60)
    assert refused(Ending().after, Claimed("red", 100), now) == "core.play.end.own_turn"


def test_a_game_is_claimed_after_the_agreed_time_by_who_waits() -> None:
    table, journal = started(claim_after=100)
    assert refused(table.end, Claimed("red", 500)) == "core.play.end.own_turn"
    assert refused(table.end, Claimed("blue", 99)) == "core.play.end.early"
    table.end(Claimed("blue", 100))
    outcome = table.outcome()
    assert outcome is not None and outcome.winners == ("blue",)
    reopened(table, journal)


def test_without_an_agreed_time_only_a_left_seat_is_claimed() -> None:
    table, journal = started()
    assert refused(table.end, Claimed("blue", 10**9)) == "core.play.end.no_clock"
    table.end(Left("red"))
    reopened(table, journal)
    table.end(Claimed("blue"))
    outcome = table.outcome()
    assert outcome is not None and outcome.winners == ("blue",)
    reopened(table, journal)


def test_a_left_seat_can_be_taken_by_somebody_else() -> None:
    table, journal = started()
    table.end(Left("red"))
    table.end(SeatTaken("red", "Mori"))
    assert refused(table.end, Claimed("blue")) == "core.play.end.no_clock"
    table.do("red", duel.Step(1))
    assert [event.message.key for _, event in table.log(None)][-3:-1] == [
        "core.log.left",
        "core.log.taken",
    ]
    reopened(table, journal)


def test_nobody_ends_for_a_seat_that_is_not_there() -> None:
    table, _ = started()
    assert refused(table.end, Resigned("green")) == "core.play.not_seat"
