"""Seats that act apart: own rolls, own undo, own dice, own numbers. Proven on a secret purchase."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from hexfire.asl.purchase import DesignYourOwn
from hexfire.dice import NeedRoll, commit
from hexfire.play import Table, verify
from hexfire.play.lines import Claimed, Resigned, TakenBack, Undone
from hexfire.rulebook import Refusal

GAME = DesignYourOwn()
SIDES = [{"nation": "German", "points": 1000}, {"nation": "Soviet", "points": 1000}]
SECRET = "s" * 32


def purchase(
    agreed: tuple[str, ...] = ("german", "soviet"), **how: Any
) -> tuple[Table[Any, Any], bytearray]:
    """A secret purchase to which both have agreed."""
    journal = bytearray()
    scenario = {"date": "1944-09", "sides": SIDES, "secret": True}
    table = Table.new(
        GAME, scenario, commitment=commit(SECRET), secret=SECRET, keep=journal.extend, **how
    )
    do(table, *(f"{seat}: agree" for seat in agreed))
    return table, journal


def do(table: Table[Any, Any], *deeds: str) -> None:
    for deed in deeds:
        seat, _, text = deed.partition(": ")
        table.do(seat, GAME.read(text, table.state, seat))


def with_a_die_open() -> tuple[Table[Any, Any], bytearray]:
    """The German buyer has closed and rolled the first of two dice."""
    table, journal = purchase(typed=("german",))
    do(table, "german: close")
    with pytest.raises(NeedRoll):
        do(table, "german: roll")
    with pytest.raises(NeedRoll):
        table.answer("german", [3])
    return table, journal


def found_in(journal: bytearray) -> set[str]:
    """What `verify` says."""
    return {message.key for message in verify({GAME.name: GAME}, bytes(journal)).messages}


def types(table: Table[Any, Any], at: int) -> list[str]:
    return [line.type for line in table.state.sides[at].lines]


def reopened(journal: bytearray) -> Table[Any, Any]:
    return Table.open({GAME.name: GAME}, bytes(journal), secret=SECRET, keep=journal.extend)


def test_a_seat_takes_its_own_action_back_and_the_others_stand() -> None:
    table, journal = purchase()
    do(table, "german: squads 4-6-8 x2", "soviet: squads 4-4-7 x3", "soviet: close")
    table.undo("german")
    assert found_in(journal) == {"core.verify.ok"}
    assert types(table, 0) == [] and types(table, 1) == ["4-4-7"]
    assert table.state.sides[1].step == "ordnance"
    again = reopened(journal)
    assert msgspec.json.encode(again.state) == msgspec.json.encode(table.state)
    do(again, "german: squads 4-6-7", "soviet: roll")
    assert types(again, 0) == ["4-6-7"]
    assert reopened(journal).state == again.state
    seats = [step.seat for step in again.path()]
    assert seats == ["german", "soviet", "soviet", "soviet", "german", "soviet"]


def test_positions_can_be_reached_again_after_something_was_taken_back() -> None:
    table, journal = purchase()
    for n in range(40):
        squads = f"soviet: squads {('4-4-7', '6-2-8')[n % 2]}"
        do(table, "german: san 3" if n % 8 == 0 else squads)
        if n % 8 == 6:  # once there is a snapshot behind what is taken back
            table.undo("german")
    again = reopened(journal)
    for step in table.path():
        assert again.at(step.n) == table.at(step.n)
    assert table.state.sides[0].san == again.state.sides[0].san == 2
    assert sum(line.number for line in table.state.sides[1].lines) == 35


def test_what_others_heard_of_and_what_the_dice_said_stands() -> None:
    table, _ = purchase()
    for deeds in ((), ("german: close", "german: roll")):
        do(table, *deeds)
        with pytest.raises(Refusal) as refused:
            table.undo("german")
        assert refused.value.message.key == "core.play.undo_closed"


def test_nobody_takes_back_what_came_before_dice_that_lie_open() -> None:
    """Else he could have other dice for the same, as often as he liked."""
    table, journal = purchase()
    do(table, "german: close")
    assert table.undo_floor("german") < table.now
    table, journal = with_a_die_open()
    with pytest.raises(Refusal) as refused:
        table.undo("german")
    assert refused.value.message.key == "core.play.undo_closed"
    assert table.undo_floor("german") == table.now
    table._write(TakenBack(table.now, "german"))
    assert found_in(journal) == {"core.verify.no_consent"}


@pytest.mark.parametrize(
    ("deeds", "line"),
    [
        (("german: san 3",), TakenBack(3, "soviet")),
        (("german: san 3", "german: squads 4-6-8"), TakenBack(3, "german")),
        (("german: close", "german: roll"), TakenBack(4, "german")),
        ((), TakenBack(1, "german")),
        (("german: san 3",), TakenBack(0, "german")),
        (("german: san 3",), Undone(2, "german")),
    ],
    ids=["another's", "not the last", "dice fell", "others heard", "no roll", "all go back"],
)
def test_what_could_not_be_taken_back_is_found(deeds: tuple[str, ...], line: Any) -> None:
    table, journal = purchase()
    do(table, *deeds)
    table._write(line)
    assert "core.verify.no_consent" in found_in(journal)


def test_who_has_done_nothing_takes_nothing_back() -> None:
    table, journal = purchase(agreed=("german",))
    table._write(TakenBack(1, "soviet"))
    assert "core.verify.no_consent" in found_in(journal)


def test_dice_that_lie_open_are_not_given_up() -> None:
    table, journal = with_a_die_open()
    table._write(TakenBack(0, "german"))
    assert "core.verify.no_consent" in found_in(journal)


def test_each_seat_counts_what_it_noticed() -> None:
    table, journal = purchase()
    do(table, "german: squads 4-6-8", "german: san 3", "soviet: squads 4-4-7")
    for one in (table, reopened(journal)):
        assert [one.now_for(seat) for seat in ("german", "soviet", None)] == [4, 3, 2]
        assert one.path_for("soviet") == (0, 1, 2, 3) and one.path_for(None) == (0, 1, 2)
        assert one.position("soviet", 3) == 5 and one.position("soviet", 4) is None
    table.undo("german")
    assert [table.now_for(seat) for seat in ("german", "soviet", None)] == [3, 3, 2]
    with pytest.raises(Refusal):
        table.do("german", GAME.read("san 3", table.state, "german"), on=4)
    table.do("german", GAME.read("san 3", table.state, "german"), on=3)
    assert table.now_for("german") == 5  # a number that was used once is not used again


def test_nobody_claims_from_a_seat_of_which_he_knows_nothing() -> None:
    """Whoever acts in secret may have acted just now."""
    table, _ = purchase(claim_after=60)
    do(table, "german: close")
    with pytest.raises(Refusal) as refused:
        table.end(Claimed("soviet", 10**6))
    assert refused.value.message.key == "core.play.end.no_clock"


def test_an_open_roll_holds_up_nobody_else_and_survives_what_the_other_does() -> None:
    table, journal = with_a_die_open()
    do(table, "soviet: squads 4-4-7", "soviet: close", "soviet: roll")
    again = reopened(journal)
    assert again.request("soviet") is None and again.request("german") is not None
    with pytest.raises(Refusal):
        do(again, "german: close")
    again.answer("german", [4])
    assert again.steps[-1].faces == (3, 4) and again.request("german") is None


def test_the_dice_of_a_seat_follow_from_its_own_actions_alone_and_can_be_verified() -> None:
    def faces(*others: str) -> tuple[int, ...]:
        table, journal = purchase()
        do(table, *others, "soviet: close", "soviet: roll")
        rolled = table.steps[-1].faces
        table.end(Resigned("soviet"))
        table.reveal_secret()
        verdict = verify({GAME.name: GAME}, bytes(journal))
        assert verdict.ok and verdict.checked == sum(len(step.faces) for step in table.steps)
        return rolled

    alone = faces()
    assert len(alone) == 2
    assert faces("german: close", "german: roll", "german: close", "german: roll") == alone
    assert faces("soviet: squads 4-4-7") != alone or faces("soviet: san 3") != alone
