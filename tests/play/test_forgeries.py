"""`verify` and forged journals: each was passed once, or could be."""

from __future__ import annotations

import json
from typing import Any

import duel
import msgspec
import pytest
from forging import GAMES, SECRET, Loaded, begin, forged, keys, play_out, strike

from hexfire.dice import Dice, NeedChoice, NeedRoll, commit
from hexfire.play import Listed, Table, verify
from hexfire.play.lines import (
    Acted,
    Resigned,
    Revealed,
    Rolling,
    TakenBack,
    Undone,
    Worded,
    fingerprint,
)
from hexfire.play.rolls import given_up
from hexfire.rulebook import BadInput, Refusal


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


def test_no_word_is_taken_while_dice_lie_open() -> None:
    """Whoever has seen them could choose a word for those to come."""
    journal = bytearray()
    table = Table.new(
        GAMES["duel"], {}, commitment=commit(SECRET), source=Loaded(), keep=journal.extend
    )
    for seat in ("red", "blue"):
        table.do(seat, duel.Hide("low"))
    with pytest.raises(NeedChoice):
        table.do("red", duel.Strike())
    with pytest.raises(Refusal) as refusal:
        table.give_word("blue", "z")
    assert refusal.value.message.key == "core.play.word_late"
    table._write(Worded("blue", "z"))
    assert "core.verify.word_late" in keys(verify(GAMES, bytes(journal)))


def test_nothing_is_taken_back_once_the_secret_is_told() -> None:
    """Not even what was asked for before."""
    table, _ = begin(secret=SECRET)
    play_out(table)
    table.ask_undo("red", 2)
    table.reveal_secret()
    for call in (lambda: table.answer_undo("blue", True), lambda: table.ask_undo("red", 2)):
        with pytest.raises(Refusal) as refusal:
            call()
        assert refusal.value.message.key == "core.play.over"


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
    """Both may strike or feint at any time."""

    action_type = duel.Action | Feint  # type: ignore[assignment]

    def to_act(self, state: Any) -> Any:
        return duel.SEATS

    def apply(self, state: Any, seat: str, action: Any, dice: Any) -> Any:
        return super().apply(
            state, seat, duel.Strike() if isinstance(action, Feint) else action, dice
        )


FEINTING = {"duel": Feinting()}
FALLEN = (6, 6)
OTHERS = {
    "the same": ("red", duel.Strike(), FALLEN, True),
    "of another one": ("blue", duel.Strike(), FALLEN, False),
    "for another action": ("red", Feint(), FALLEN, False),
    "that show something else": ("red", duel.Strike(), (5, 6), False),
    "that are not there any more": ("red", duel.Strike(), (), False),
}


@pytest.mark.parametrize("ended", [False, True], ids=["it waits", "it is played"])
@pytest.mark.parametrize("dice", OTHERS)
def test_dice_that_fell_for_one_action_are_no_others(dice: str, ended: bool) -> None:
    """Else one could see them first, and then say what they were for."""
    seat, action, faces, good = OTHERS[dice]
    journal = bytearray()
    table = Table.new(FEINTING["duel"], {}, typed=["red", "blue"], keep=journal.extend)
    for one in ("red", "blue"):
        table.do(one, duel.Hide("low"))
    with pytest.raises(NeedRoll):
        table.do("red", duel.Strike())
    with pytest.raises(NeedChoice):
        table.answer("red", FALLEN)
    assert verify(FEINTING, bytes(journal)).ok
    if ended:
        played = (*(faces or (1, 1)), *([0] if faces else ()))
        state, _ = FEINTING["duel"].apply(table.state, seat, action, Dice(played))
        raw = msgspec.Raw(msgspec.json.encode(action))
        table._write(Acted(3, 2, seat, raw, fingerprint(state), played))
    else:
        table._write(Rolling(2, seat, msgspec.Raw(msgspec.json.encode(action)), faces))
    verdict = verify(FEINTING, bytes(journal))
    assert keys(verdict) == ({"core.verify.ok"} if good else {"core.verify.roll_dropped"})


class Truce(Feinting):
    """Apart, and nobody strikes any more once somebody has stepped back."""

    def apart(self, state: Any) -> bool:
        return True

    def legal(self, state: Any, seat: str) -> Any:
        if any(state.places):
            return Listed((duel.Step(1),), "X2", seat=seat)
        return super().legal(state, seat)


@pytest.mark.parametrize("honest", [True, False])
def test_who_acts_after_another_has_closed_his_roll_drops_no_dice(honest: bool) -> None:
    """Apart, nobody waits for the other's dice: what both agree to may make an end of them. That
    they were fair is looked at all the same."""
    games, journal = {"duel": Truce()}, bytearray()
    table = Table.new(games["duel"], {}, commitment=commit(SECRET), keep=journal.extend)
    if honest:
        table.deal_with(secret=SECRET)
    else:
        table.deal_with(source=Loaded())
    for seat in ("red", "blue"):
        table.do(seat, duel.Hide("low"))
    with pytest.raises(NeedChoice):
        table.do("red", duel.Strike())
    for seat in ("blue", "red"):
        table.do(seat, duel.Step(1))
    table.end(Resigned("red"))
    text = bytes(journal) + table._chain.write(Revealed(SECRET))
    assert keys(verify(games, text)) == (
        {"core.verify.ok", "core.verify.fair"} if honest else {"core.verify.bad_roll"}
    )


@pytest.mark.parametrize(("action", "goes_on"), [(duel.Strike(), True), (Feint(), False)])
def test_dice_are_looked_at_though_those_of_another_action_show_the_same(
    action: Any, goes_on: bool
) -> None:
    table = Table.new(Truce(), {})
    first, second = (msgspec.Raw(msgspec.json.encode(one)) for one in (duel.Strike(), action))
    lines = [Rolling(0, "red", first, (6, 6)), Acted(1, 0, "red", second, "", (6, 6, 0))]
    assert [step.action for step in given_up(table, lines)] == ([] if goes_on else [duel.Strike()])


def test_dice_that_are_given_up_apart_must_have_been_fair_too() -> None:
    games, journal = {"duel": Truce()}, bytearray()
    table = Table.new(games["duel"], {}, commitment=commit(SECRET), keep=journal.extend)
    table.deal_with(source=Loaded())
    for seat in ("red", "blue"):
        table.do(seat, duel.Hide("low"))
    with pytest.raises(NeedChoice):
        table.do("red", duel.Strike())
    table._write(TakenBack(0, "red"))
    table.end(Resigned("red"))
    text = bytes(journal) + table._chain.write(Revealed(SECRET))
    assert keys(verify(games, text)) == {"core.verify.no_consent", "core.verify.bad_roll"}


STRIKE = {"type": "strike"}
HOSTILE = [
    ("position", {"kind": "undo", "to": 10**9, "seat": "red"}),
    ("position", {"kind": "undo", "to": -1, "seat": "red"}),
    ("position", {"kind": "taken-back", "n": -1, "seat": "red"}),
    ("position", {"kind": "taken-back", "n": 10**9, "seat": "red"}),
    ("seat", {"kind": "undo", "to": 0, "seat": "nobody"}),
    ("seat", {"kind": "undo?", "to": 0, "seat": "nobody"}),
    ("position", {"kind": "undo?", "to": 2, "seat": "red"}),
    ("faces", {"kind": "rolling", "after": 2, "seat": "red", "action": {"type": "step", "by": 1}}),
    ("faces", {"kind": "rolling", "after": 2, "seat": "red", "action": {"type": "step", "by": 9}}),
    ("line", {"kind": "rolling", "after": 2, "seat": "red", "action": 5}),
    ("faces", {"kind": "rolling", "after": 2, "seat": "red", "action": STRIKE, "faces": [9, 9]}),
    ("chain", {"kind": "rolling", "after": 1, "seat": "red", "action": STRIKE}),
    ("refused", {"kind": "draw", "seat": "red"}),
    ("refused", {"kind": "claim", "seat": "red", "waited": 10**30}),
    ("refused", {"kind": "claim", "seat": "red", "waited": 10**9}),
]


@pytest.mark.parametrize(("key", "line"), HOSTILE, ids=lambda part: json.dumps(part)[:60])
def test_a_hostile_line_is_refused_with_a_sentence(key: str, line: dict[str, Any]) -> None:
    _, journal = begin(secret=SECRET)
    with pytest.raises(BadInput) as refusal:
        verify(GAMES, forged(bytes(journal), lambda lines: [*lines, line]))
    assert refusal.value.message.key == f"core.journal.{key}"
    assert dict(refusal.value.message.params)["line"] == 6
