"""A forger who knows the code: one line changed or added, and every hash made whole again.

`verify` names the line if honest play could not have written it. What nobody could tell from a
journal alone it passes, and says that it could not be verified.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any

import duel
import msgspec
import pytest
from forging import GAMES, SECRET, Loaded, begin, forged, keys, play_out

from hexfire.dice import NeedChoice, NeedRoll, commit
from hexfire.lang import words
from hexfire.play import Table, Verdict, verify
from hexfire.play.lines import Resigned, Revealed
from hexfire.rulebook import BadInput, Refusal

Lines = list[dict[str, Any]]


def finished() -> tuple[bytes, str]:
    """An honest game and who won it."""
    table, journal = begin(secret=SECRET)
    play_out(table)
    table.reveal_secret()
    outcome = table.outcome()
    assert outcome is not None
    return bytes(journal), outcome.winners[0]


HONEST, WINNER = finished()
LOSER = {"red": "blue", "blue": "red"}[WINNER]
LAST = HONEST.count(b"\n")
"""The number of the secret's line."""
HEADER, MIDDLE = 1, 4


def with_header(**changes: Any) -> Callable[[Lines], Lines]:
    return lambda lines: [{**lines[0], **changes}, *lines[1:]]


def after(number: int, *more: dict[str, Any]) -> Callable[[Lines], Lines]:
    return lambda lines: [*lines[:number], *more, *lines[number:]]


def breaking_off(*more: dict[str, Any], **header: Any) -> Callable[[Lines], Lines]:
    """The first actions, before any die fell, then these lines and the secret."""
    return lambda lines: [{**lines[0], **header}, *lines[1:5], *more, lines[-1]]


def going_back(*said: dict[str, Any], agreed: list[str]) -> Callable[[Lines], Lines]:
    """Red goes back to the start after this was said, and says who agreed."""
    undone = {"kind": "undo", "to": 0, "seat": "red", "agreed": agreed}
    return lambda lines: [*lines[:5], *said, undone]


STRIKE = {
    "kind": "act",
    "n": 3,
    "after": 2,
    "seat": "red",
    "action": {"type": "strike"},
    "state": "",
}
"""Red's first action, without its dice."""

REFUSED = {
    "the winner resigns after he has won": (
        after(LAST - 1, {"kind": "resign", "seat": WINNER}),
        "core.journal.refused",
        LAST,
    ),
    "a draw is agreed after the game was won": (
        after(LAST - 1, {"kind": "draw?", "seat": WINNER}, {"kind": "draw", "seat": LOSER}),
        "core.journal.refused",
        LAST,
    ),
    "the other seat was never there, and the game is claimed": (
        lambda lines: [
            {**lines[0], "seats": {"red": "r"}},
            *lines[1:3],
            {"kind": "claim", "seat": "red"},
            lines[-1],
        ],
        "core.journal.seats",
        None,
    ),
    "a third seat that may resign": (
        with_header(seats={"red": "r", "blue": "b", "green": "g"}),
        "core.journal.seats",
        None,
    ),
    "a stranger types the dice": (with_header(typed=["green"]), "core.journal.seats", None),
    "a clock that is over before it begins": (
        breaking_off({"kind": "claim", "seat": "blue"}, claim_after=-1),
        "core.journal.line",
        HEADER,
    ),
    "a claim after less than no time": (
        breaking_off({"kind": "claim", "seat": "blue", "waited": -1}),
        "core.journal.line",
        6,
    ),
    "a seat is taken that nobody left": (
        after(MIDDLE, {"kind": "taken", "seat": "red", "name": "x"}),
        "core.journal.refused",
        MIDDLE + 1,
    ),
    "somebody asks to go back to where nobody was": (
        after(MIDDLE, {"kind": "undo?", "seat": "red", "to": 99}),
        "core.journal.position",
        MIDDLE + 1,
    ),
    "an action that is against the rules": (
        lambda lines: [*lines[:4], {**lines[4], "action": {"type": "step", "by": 9}}],
        "core.journal.refused",
        5,
    ),
    "an action under another number": (
        lambda lines: [*lines[:4], {**lines[4], "n": 3}],
        "core.journal.chain",
        5,
    ),
    "an action on another position": (
        lambda lines: [*lines[:4], {**lines[4], "after": 0}],
        "core.journal.chain",
        5,
    ),
    "dice that no rule asked for": (
        lambda lines: [*lines[:4], {**lines[4], "faces": [6]}],
        "core.journal.faces",
        5,
    ),
    "dice that are missing": (
        breaking_off({**STRIKE, "faces": [6]}),
        "core.journal.faces",
        6,
    ),
    "faces that no die has": (
        breaking_off({**STRIKE, "faces": [7, 7]}),
        "core.journal.faces",
        6,
    ),
    "an action out of turn": (
        lambda lines: [*lines[:4], {**lines[4], "seat": "red", "action": {"type": "strike"}}],
        "core.journal.refused",
        5,
    ),
    "a second beginning": (
        lambda lines: [*lines[:3], lines[0], *lines[3:]],
        "core.journal.line",
        4,
    ),
    "a journal without its beginning": (
        lambda lines: lines[1:],
        "core.journal.header",
        None,
    ),
    "a format that nobody knows": (with_header(format=99), "core.journal.format", None),
    "a commitment in letters that no hash has": (
        with_header(commitment={"sha256": "ß" * 64, "words": []}),
        "core.verify.wrong_secret",
        None,
    ),
    "two secrets, the first of them wrong": (
        after(LAST - 1, {"kind": "secret", "secret": "x"}),
        "core.verify.wrong_secret",
        None,
    ),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_what_could_not_have_been_played_is_refused_by_its_line(kind: str) -> None:
    change, key, line = REFUSED[kind]
    with pytest.raises(BadInput) as refusal:
        verify(GAMES, forged(HONEST, change))
    assert refusal.value.message.key == key
    assert dict(refusal.value.message.params).get("line") == line


ASKED = {"kind": "undo?", "to": 0, "seat": "red"}

NAMED = {
    "dice called fair without a commitment": (
        lambda lines: [
            {**lines[0], "commitment": None},
            *(line for line in lines if line["kind"] == "act"),
        ],
        {"core.verify.uncommitted"},
    ),
    "a word for fair dice without a commitment": (
        lambda lines: [{**lines[0], "commitment": None}, lines[1]],
        {"core.verify.uncommitted"},
    ),
    "a commitment that is none": (
        lambda lines: [{**lines[0], "commitment": {"sha256": "ß", "words": []}}, *lines[1:5]],
        {"core.verify.no_sha256"},
    ),
    "seats that are said to act apart": (
        lambda lines: [{**lines[0], "apart": True}, *lines[1:5]],
        {"core.verify.apart"},
    ),
    "the secret told twice": (
        lambda lines: [*lines, lines[-1]],
        {"core.verify.secret_again"},
    ),
    "the secret told before the game was over": (
        breaking_off(),
        {"core.verify.secret_early"},
    ),
    "consent of somebody who was never asked": (
        lambda lines: [*lines[:3], {"kind": "undo", "to": 0, "seat": "red", "agreed": ["blue"]}],
        {"core.verify.no_consent"},
    ),
    "consent to what another one asked for": (
        going_back({"kind": "undo?", "to": 0, "seat": "blue"}, agreed=["blue"]),
        {"core.verify.no_consent"},
    ),
    "consent to go somewhere else": (
        going_back({"kind": "undo?", "to": 1, "seat": "red"}, agreed=["blue"]),
        {"core.verify.no_consent"},
    ),
    "consent of who asked": (
        going_back(ASKED, agreed=["red"]),
        {"core.verify.no_consent"},
    ),
    "consent that was refused": (
        going_back(ASKED, {"kind": "undo-no", "seat": "blue"}, agreed=["blue"]),
        {"core.verify.no_consent"},
    ),
    "consent to what was asked before another action": (
        lambda lines: [
            *lines[:4],
            ASKED,
            lines[4],
            {"kind": "undo", "to": 0, "seat": "red", "agreed": ["blue"]},
        ],
        {"core.verify.no_consent"},
    ),
    "consent for the second time": (
        going_back(
            ASKED, {"kind": "undo", "to": 0, "seat": "red", "agreed": ["blue"]}, agreed=["blue"]
        ),
        {"core.verify.no_consent"},
    ),
    "an action of another one taken back": (
        lambda lines: [*lines[:5], {"kind": "undo", "to": 1, "seat": "red"}],
        {"core.verify.no_consent"},
    ),
    "nothing taken back": (
        lambda lines: [*lines[:5], {"kind": "undo", "to": 2, "seat": "red"}],
        {"core.verify.no_consent"},
    ),
    "an action after somebody had resigned": (
        lambda lines: [*lines[:4], {"kind": "resign", "seat": "blue"}, lines[4], lines[-1]],
        {"core.verify.after_the_end"},
    ),
    "a second word": (
        lambda lines: [*lines[:2], {**lines[1], "word": "better"}, *lines[2:5]],
        {"core.verify.word_late"},
    ),
    "a secret that was never committed to": (
        lambda lines: [{**lines[0], "commitment": None}, lines[2], lines[4], lines[-1]],
        {"core.verify.uncommitted"},
    ),
}


@pytest.mark.parametrize("kind", NAMED)
def test_what_honest_play_never_writes_is_named(kind: str) -> None:
    change, found = NAMED[kind]
    verdict = verify(GAMES, forged(HONEST, change))
    assert not verdict.ok and keys(verdict) == found


def unknown(verdict: Verdict) -> set[str]:
    return {message.key for message in verdict.unverified}


def seal(verdict: Verdict) -> Any:
    return next(told["hash"] for told in verdict.unverified if told.key == "core.verify.seal")


SAID = {
    "a resignation": (breaking_off({"kind": "resign", "seat": WINNER}), "core.verify.said"),
    "a draw": (
        breaking_off({"kind": "draw?", "seat": "red"}, {"kind": "draw", "seat": "blue"}),
        "core.verify.said",
    ),
    "a seat that was left": (
        breaking_off({"kind": "left", "seat": "red"}, {"kind": "claim", "seat": "blue"}),
        "core.verify.said",
    ),
    "a clock": (
        breaking_off({"kind": "claim", "seat": "blue", "waited": 60}, claim_after=60),
        "core.verify.claim",
    ),
    "dice whose secret is not told yet": (lambda lines: lines[:-2], "core.verify.no_secret"),
    "dice that nobody committed to": (
        lambda lines: [
            {**lines[0], "commitment": None},
            *({**line, "fair": False} for line in lines if line["kind"] == "act"),
        ],
        "core.verify.not_committed",
    ),
    "words that were there with the commitment": (
        lambda lines: [
            {**lines[0], "commitment": {**lines[0]["commitment"], "words": ["a", "b"]}},
            *(line for line in lines[1:] if line["kind"] != "word"),
        ],
        "core.verify.words_with_commitment",
    ),
    "names": (with_header(seats={"red": "Anybody", "blue": "Else"}), "core.verify.seal"),
    "older rules": (with_header(rules="1"), "core.verify.older_rules"),
}


@pytest.mark.parametrize("kind", SAID)
def test_what_nobody_can_tell_from_a_journal_is_said_to_be_unverified(kind: str) -> None:
    change, key = SAID[kind]
    honest, other = verify(GAMES, HONEST), verify(GAMES, forged(HONEST, change))
    assert other.ok and {key, "core.verify.seal"} <= unknown(other)
    assert ("core.verify.claim" in unknown(other)) is (kind == "a clock")
    assert seal(honest) != seal(other), "only copies of the same game end with the same hash"


def test_a_game_made_up_by_who_knows_the_secret_is_said_to_be_unverified() -> None:
    table, journal = begin(secret=SECRET)
    while table.outcome() is None:
        table.do(table.to_act()[0], duel.Step(1))
    table.reveal_secret()
    verdict = verify(GAMES, bytes(journal))
    assert verdict.ok and unknown(verdict) == {"core.verify.seal", "core.verify.compare"}


def test_dice_without_a_players_word_are_said_to_be_unverified() -> None:
    journal = bytearray()
    table = Table.new(
        GAMES["duel"], {}, commitment=commit(SECRET), secret=SECRET, keep=journal.extend
    )
    table.give_word("red", "a")
    verdict = verify(GAMES, bytes(journal))
    told = next(message for message in verdict.unverified if message.key == "core.verify.no_word")
    assert told["seats"] == ("@blue",)


@pytest.mark.parametrize("end", ["a resignation", "consent to go back", "the end of the file"])
def test_dice_of_an_action_that_never_came_to_its_end_are_checked_too(end: str) -> None:
    journal = bytearray()
    table = Table.new(GAMES["duel"], {}, commitment=commit(SECRET), keep=journal.extend)
    table.deal_with(source=Loaded())
    for seat in ("red", "blue"):
        table.do(seat, duel.Hide("low"))
    with pytest.raises(NeedChoice):
        table.do("red", duel.Strike())
    if end == "consent to go back":
        table.ask_undo("red", 1)
        table.answer_undo("blue", True)
    if end != "the end of the file":
        table.end(Resigned("blue"))
    text = bytes(journal) + table._chain.write(Revealed(SECRET))
    assert "core.verify.bad_roll" in keys(verify(GAMES, text))


def test_an_honest_action_that_never_came_to_its_end_is_passed() -> None:
    table, journal = begin(secret=SECRET)
    while table.rolling is None:
        try:
            table.do(table.to_act()[0], duel.Strike())
        except NeedChoice:
            break
    rolling = table.rolling
    assert rolling is not None
    table.end(Resigned(rolling.seat))
    table.reveal_secret()
    verdict = verify(GAMES, bytes(journal))
    fallen = sum(len(step.faces) for step in table.steps) + len(rolling.faces)
    assert verdict.ok and verdict.checked == fallen


def test_what_was_typed_of_an_action_that_was_given_up_is_counted() -> None:
    table, journal = begin(secret=SECRET, typed=["red"])
    with pytest.raises(NeedRoll):
        table.do("red", duel.Strike())
    with pytest.raises(NeedChoice):
        table.answer("red", [6, 6])
    assert verify(GAMES, bytes(journal)).typed == 2


def test_what_is_remarked_after_the_end_is_passed() -> None:
    """A word between players changes nothing."""
    table, journal = begin(secret=SECRET)
    table.end(Resigned("red"))
    table.note("blue", "Thank you")
    table.reveal_secret()
    table.note("red", "And you")
    assert verify(GAMES, bytes(journal)).ok


def test_every_byte_of_a_journal_counts() -> None:
    """What stands beside hash and line would otherwise be covered by no hash."""
    lines = HONEST.splitlines()
    for spoiled in (
        lines[1][:-1] + b',"by":"a cheater"}',
        lines[1].replace(b'"line":', b'"line":{},"line":', 1),
        b" " + lines[1],
    ):
        with pytest.raises(BadInput) as refusal:
            verify(GAMES, b"\n".join([lines[0], spoiled, *lines[2:]]) + b"\n")
        assert refusal.value.message.key == "core.journal.chain"
    assert verify(GAMES, HONEST.replace(b"\n", b"\r\n")).ok, "a mail program's ends of lines"


def also(number: int, **more: Any) -> Callable[[Lines], Lines]:
    """A field that no reader of ours knows, in one of the lines."""
    return lambda lines: [*lines[: number - 1], {**lines[number - 1], **more}, *lines[number:]]


UNREAD = {
    "in the first line": (also(HEADER, referee="red"), "referee", HEADER),
    "beside the commitment": (
        with_header(commitment={"sha256": commit(SECRET).sha256, "words": [], "salt": "x"}),
        "salt",
        HEADER,
    ),
    "beside an action": (also(5, by="a bot"), "by", 5),
    "inside an action": (
        lambda lines: (
            [*lines[:4], {**lines[4], "action": {**lines[4]["action"], "with": "luck"}}, *lines[5:]]
        ),
        "with",
        5,
    ),
    "beside the secret": (also(LAST, signed="Bo"), "signed", LAST),
}


@pytest.mark.parametrize("kind", UNREAD)
def test_fields_that_nobody_reads_are_told(kind: str) -> None:
    """Another version may write them, so the game opens; but nobody vouches for what they say."""
    change, name, line = UNREAD[kind]
    verdict = verify(GAMES, forged(HONEST, change))
    told = [message for message in verdict.unverified if message.key == "core.verify.unread"]
    assert verdict.ok and [(one["fields"], one["line"]) for one in told] == [((name,), line)]


def test_of_many_fields_that_nobody_reads_a_few_are_told_and_the_beginning_of_each() -> None:
    more = {f"{n:02}" * 50: n for n in range(99)}
    verdict = verify(GAMES, forged(HONEST, also(5, **more)))
    (told,) = (one for one in verdict.unverified if one.key == "core.verify.unread")
    assert told["fields"] == tuple(name[:40] for name in list(more)[:10])


class Volley(msgspec.Struct, frozen=True, tag="volley"):
    strikes: tuple[duel.Strike, ...]
    named: dict[str, duel.Strike]


class Volleys(duel.Duel):
    """A game with an action that holds others."""

    action_type = duel.Action | Volley  # type: ignore[assignment]

    def apply(self, state: Any, seat: str, action: Any, dice: Any) -> Any:
        return super().apply(state, seat, duel.Hide("low"), dice)


def test_fields_that_nobody_reads_are_told_however_deep_they_stand() -> None:
    games, journal = {"duel": Volleys()}, bytearray()
    table = Table.new(games["duel"], {}, keep=journal.extend)
    table.do("red", Volley((duel.Strike(), duel.Strike()), {"last": duel.Strike()}))
    plain, aimed, timed = ({"type": "strike", **more} for more in ({}, {"aim": 1}, {"at": 2}))
    volley = {"type": "volley", "strikes": [plain, aimed], "named": {"last": timed}}
    text = forged(bytes(journal), lambda lines: [lines[0], {**lines[1], "action": volley}])
    for one, fields in ((bytes(journal), []), (text, [("aim", "at")])):
        told = verify(games, one).unverified
        assert [m["fields"] for m in told if m.key == "core.verify.unread"] == fields


def test_an_honest_journal_holds_nothing_that_is_not_read() -> None:
    assert "core.verify.unread" not in unknown(verify(GAMES, HONEST))


def written_into(number: int, more: bytes) -> bytes:
    """The honest journal with raw bytes at the end of a line's body, the chain made whole."""
    bodies = [line.split(b'"line":', 1)[1][:-1] for line in HONEST.splitlines()]
    bodies[number - 1] = bodies[number - 1][:-1] + more + b"}"
    last, text = "", b""
    for body in bodies:
        last = hashlib.sha256(last.encode() + body).hexdigest()
        text += b'{"hash":"' + last.encode() + b'","line":' + body + b"}\n"
    return text


def test_a_line_that_says_something_twice_is_named() -> None:
    """One reader takes the first, another the last: no two need see the same game."""
    for more, field in ((b',"seat":"blue","seat":"red"', "seat"), (b',"x":{"y":1,"y":2}', "y")):
        verdict = verify(GAMES, written_into(4, more))
        told = next(message for message in verdict.messages if message.key == "core.verify.twice")
        assert not verdict.ok and (told["line"], told["field"]) == (4, field)


def test_however_deep_a_line_goes_it_is_read_or_refused_with_its_number() -> None:
    """Two readers give up at two depths: between them neither may break down."""
    told = set()
    for depth in range(900, 1_100, 3):
        try:
            verify(GAMES, written_into(4, b',"x":' + b"[" * depth + b"]" * depth))
        except BadInput as refusal:
            told.add((refusal.message.key, refusal.message["line"]))
    assert told == {("core.journal.line", 4)}


@pytest.mark.parametrize(
    "more", [b',"x":"\xff"', b',"x":' + b"[" * 9_000 + b"]" * 9_000], ids=["bytes", "depth"]
)
def test_what_nobody_reads_must_be_readable_all_the_same(more: bytes) -> None:
    with pytest.raises(BadInput) as refusal:
        verify(GAMES, written_into(4, more))
    assert refusal.value.message.key == "core.journal.line"
    assert refusal.value.message["line"] == 4


def test_bytes_that_are_no_text_are_refused_by_their_line() -> None:
    with pytest.raises(BadInput) as refusal:
        verify(GAMES, HONEST.replace(b'{"hash":"', b'{"hash":"\xff', 4).replace(b"\xff", b"", 3))
    assert (refusal.value.message.key, refusal.value.message["line"]) == ("core.journal.line", 4)


def test_a_number_without_end_that_nobody_reads_is_passed_over() -> None:
    assert verify(GAMES, written_into(4, b',"x":1' + b"0" * 9_000)).ok


def test_a_line_that_is_not_whole_is_said_to_be_unknown() -> None:
    verdict = verify(GAMES, HONEST + b'{"hash":"')
    told = next(message for message in verdict.unverified if message.key == "core.verify.cut")
    assert told["line"] == LAST + 1 and verdict.lines == LAST


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_line_that_could_not_be_played_tells_the_reason_with_its_values(language: str) -> None:
    text = forged(
        HONEST, breaking_off({"kind": "claim", "seat": "blue", "waited": 20}, claim_after=60)
    )
    with pytest.raises(Refusal) as refusal:
        verify(GAMES, text)
    said = words(language).say(refusal.value.message)
    assert "40" in said and "6" in said and "{" not in said and "core." not in said


def test_the_journal_shows_the_players_words_behind_the_commitment() -> None:
    kinds = [json.loads(line)["line"]["kind"] for line in HONEST.splitlines()]
    assert kinds.index("header") < kinds.index("word") < kinds.index("act")
    late = forged(HONEST, lambda lines: [lines[0], *lines[2:-1], lines[1], lines[-1]])
    assert "core.verify.word_late" in keys(verify(GAMES, late))
