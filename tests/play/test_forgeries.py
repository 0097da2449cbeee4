"""`verify` and forged journals: each was passed once, or could be."""

from __future__ import annotations

import json
from typing import Any

import duel
import msgspec
import pytest
from forging import GAMES, SECRET, Loaded, begin, forged, keys, play_out, strike

from hexfire.dice import NeedChoice, NeedRoll, commit
from hexfire.play import Table, verify
from hexfire.play.lines import Revealed, Rolling, TakenBack, Undone, Worded
from hexfire.rulebook import BadInput


def test_an_honest_game_is_passed_and_says_what_stays_unknown() -> None:
    table, journal = begin(secret=SECRET)
    play_out(table)
    table.reveal_secret()
    verdict = verify(GAMES, bytes(journal))
    assert verdict.ok and verdict.checked > 0 and verdict.typed == 0
    unknown = {message.key: message for message in verdict.unverified}
    assert list(unknown) == ["core.verify.seal", "core.verify.compare"]
    assert unknown["core.verify.seal"]["hash"] == json.loads(journal.splitlines()[-1])["hash"]


def test_words_come_after_the_commitment_and_change_the_dice() -> None:
    one, journal = begin(secret=SECRET)
    kinds = [json.loads(line)["line"]["kind"] for line in bytes(journal).splitlines()]
    assert kinds == ["header", "word", "act", "word", "act"]
    assert one.words == ("a", "b") and one.header.commitment == commit(SECRET)
    other, _ = begin(secret=SECRET)
    other._words["blue"] = "another"
    strike(one)
    strike(other)
    assert one.steps[-1].faces[:2] != other.steps[-1].faces[:2]


def test_dice_that_had_to_be_fair_and_do_not_claim_to_be_are_found() -> None:
    table, journal = begin(source=Loaded())
    play_out(table)
    text = bytes(journal) + table._chain.write(Revealed(SECRET))
    verdict = verify(GAMES, text)
    assert not verdict.ok and keys(verdict) == {"core.verify.not_fair"}


def test_typed_dice_are_passed_for_seats_that_type_them() -> None:
    table, journal = begin(secret=SECRET, typed=["red"], source=None)
    with pytest.raises(NeedRoll):
        table.do("red", duel.Strike())
    table.answer("red", [1, 1])
    play_on = Table.open(GAMES, bytes(journal), secret=SECRET)
    assert play_on.now == 3
    verdict = verify(GAMES, bytes(journal))
    assert verdict.ok and verdict.typed == 2
    assert "core.verify.typed" in {message.key for message in verdict.unverified}
    blue = forged(bytes(journal), lambda lines: [{**lines[0], "typed": ["blue"]}, *lines[1:]])
    assert keys(verify(GAMES, blue)) == {"core.verify.not_fair"}


def test_a_finished_game_without_its_secret_is_not_passed() -> None:
    table, journal = begin(secret=SECRET)
    play_out(table)
    table.reveal_secret()
    cut = bytes(journal)[: bytes(journal)[:-1].rfind(b"\n") + 1]
    assert keys(verify(GAMES, cut)) == {"core.verify.secret_missing"}


def test_rolls_taken_back_without_consent_are_found() -> None:
    table, journal = begin(secret=SECRET)
    strike(table)
    table._undo(Undone(2, "red"))
    play_out(table)
    table.reveal_secret()
    assert keys(verify(GAMES, bytes(journal))) == {"core.verify.no_consent"}


def test_consent_that_nobody_was_asked_for_is_no_consent() -> None:
    table, journal = begin(secret=SECRET)
    strike(table)
    table._undo(Undone(2, "red", ("blue",)))
    assert keys(verify(GAMES, bytes(journal))) == {"core.verify.no_consent"}


def test_rolls_taken_back_with_consent_are_passed_and_told_in_the_log() -> None:
    table, journal = begin(secret=SECRET)
    strike(table)
    table.ask_undo("red", 2)
    assert table.answer_undo("blue", True)
    play_out(table)
    table.reveal_secret()
    verdict = verify(GAMES, bytes(journal))
    assert verdict.ok
    told = [event for _, event in table.log("blue") if event.message.key == "core.log.undone"]
    assert len(told) == 1
    params = dict(told[0].message.params)
    assert (params["seat"], params["count"], params["to"], params["agreed"]) == (
        "@red",
        1,
        2,
        ("@blue",),
    )
    again = Table.open(GAMES, bytes(journal))
    assert again.log(None) == table.log(None)


def test_a_die_that_fell_and_was_dropped_is_found() -> None:
    table, journal = begin(secret=SECRET, typed=["red"])
    with pytest.raises(NeedRoll):
        table.do("red", duel.Strike())
    with pytest.raises(NeedChoice):
        table.answer("red", [6, 6])
    lines = bytes(journal)
    rolling = table.rolling
    assert rolling is not None and rolling.faces == (6, 6)
    again = Rolling(rolling.after, "red", rolling.action, (5, 6))
    assert keys(verify(GAMES, lines + table._chain.write(again))) == {"core.verify.roll_dropped"}
    given_up = table._chain
    given_up.last = json.loads(lines.splitlines()[-1])["hash"]
    text = lines + given_up.write(Undone(table.now, "red"))
    assert keys(verify(GAMES, text)) == {"core.verify.no_consent"}


def test_nothing_is_played_once_the_dice_are_known() -> None:
    table, journal = begin(secret=SECRET)
    strike(table)
    text = bytes(journal) + table._chain.write(Revealed(SECRET))
    table._keep = None
    table._revealed = None
    before = len(text)
    more = bytearray()
    table._keep = more.extend
    strike(table)
    early = "core.verify.secret_early"
    assert keys(verify(GAMES, text + bytes(more))) == {early, "core.verify.after_the_end"}
    assert keys(verify(GAMES, text[:before])) == {early}


def test_a_word_given_after_the_first_die_is_found() -> None:
    table, journal = begin(secret=SECRET)
    strike(table)
    late = forged(
        bytes(journal), lambda lines: [*lines, {"kind": "word", "seat": "red", "word": "z"}]
    )
    assert "core.verify.word_late" in keys(verify(GAMES, late))


@pytest.mark.parametrize("taken_back", [False, True])
def test_a_first_word_given_after_a_die_is_found(taken_back: bool) -> None:
    """Nor is a die unseen because all agreed to go back behind it."""
    journal = bytearray()
    table = Table.new(
        GAMES["duel"], {}, commitment=commit(SECRET), secret=SECRET, keep=journal.extend
    )
    for seat in ("red", "blue"):
        table.do(seat, duel.Hide("low"))
    strike(table)
    if taken_back:
        table.ask_undo("red", 2)
        table.answer_undo("blue", True)
    table._write(Worded("blue", "z"))
    assert keys(verify(GAMES, bytes(journal))) == {"core.verify.word_late"}


@pytest.mark.parametrize("fallen", [False, True])
def test_who_gives_up_a_roll_of_another_is_found(fallen: bool) -> None:
    """Whether its dice have fallen or not, and with an action of one's own before it."""
    table, journal = begin(secret=SECRET, typed=["blue"])
    table.do("red", duel.Step(1))
    with pytest.raises(NeedRoll):
        table.do("blue", duel.Strike())
    if fallen:
        with pytest.raises(NeedChoice):
            table.answer("blue", [6, 6])
    table._undo(Undone(2 if fallen else table.now, "red"))
    assert keys(verify(GAMES, bytes(journal))) == {"core.verify.no_consent"}


def test_who_gives_up_his_roll_alone_where_seats_do_not_act_apart_is_found() -> None:
    """There all go back together."""
    table, journal = begin(secret=SECRET, typed=["red"])
    with pytest.raises(NeedRoll):
        table.do("red", duel.Strike())
    table._write(TakenBack(0, "red"))
    assert keys(verify(GAMES, bytes(journal))) == {"core.verify.no_consent"}


class Feint(msgspec.Struct, frozen=True, tag="feint"):
    """As a strike, and the same dice."""


class Feinting(duel.Duel):
    action_type = duel.Action | Feint  # type: ignore[assignment]

    def apply(self, state: Any, seat: str, action: Any, dice: Any) -> Any:
        return super().apply(
            state, seat, duel.Strike() if isinstance(action, Feint) else action, dice
        )


def test_dice_that_fell_for_one_action_are_not_another_ones() -> None:
    """Else one could see them first, and then say what they were for."""
    games, journal = {"duel": Feinting()}, bytearray()
    table = Table.new(games["duel"], {}, typed=["red"], keep=journal.extend)
    for seat in ("red", "blue"):
        table.do(seat, duel.Hide("low"))
    with pytest.raises(NeedRoll):
        table.do("red", duel.Strike())
    with pytest.raises(NeedChoice):
        table.answer("red", [6, 6])
    assert verify(games, bytes(journal)).ok
    table._rolls = {}
    with pytest.raises(NeedRoll):
        table.do("red", Feint())
    with pytest.raises(NeedChoice):
        table.answer("red", [6, 6])
    assert keys(verify(games, bytes(journal))) == {"core.verify.roll_dropped"}


HOSTILE = [
    {"kind": "undo", "to": 10**9, "seat": "red"},
    {"kind": "undo", "to": -1, "seat": "red"},
    {"kind": "taken-back", "n": -1, "seat": "red"},
    {"kind": "taken-back", "n": 10**9, "seat": "red"},
    {"kind": "undo", "to": 0, "seat": "nobody"},
    {"kind": "undo?", "to": 0, "seat": "nobody"},
    {"kind": "rolling", "after": 0, "seat": "red", "action": {"type": "step", "by": 1}},
    {"kind": "rolling", "after": 0, "seat": "red", "action": 5},
    {"kind": "rolling", "after": 0, "seat": "red", "action": {"type": "strike"}, "faces": [9, 9]},
    {"kind": "draw", "seat": "red"},
    {"kind": "claim", "seat": "red", "waited": 10**30},
    {"kind": "claim", "seat": "red", "waited": 10**9},
]


@pytest.mark.parametrize("line", HOSTILE, ids=lambda line: json.dumps(line)[:60])
def test_a_hostile_line_is_refused_with_a_sentence(line: dict[str, Any]) -> None:
    _, journal = begin(secret=SECRET)
    with pytest.raises(BadInput) as refusal:
        verify(GAMES, forged(bytes(journal), lambda lines: [*lines, line]))
    assert dict(refusal.value.message.params)["line"] == 6
