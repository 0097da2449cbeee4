"""The kernel, proven on a tiny game: legality, journal, undo, typed dice, fair dice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duel
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexfire.dice import BadFace, NeedChoice, NeedRoll, commit, new_secret, seeded
from hexfire.play import Table, append_to, fingerprint, open_journal, verify
from hexfire.play.contract import check_legality, check_replay, check_secrets, random_table
from hexfire.rulebook import BadInput, Refusal

GAME = duel.Duel()
GAMES = {"duel": GAME}


def started(**how: Any) -> tuple[Table[Any, Any], bytearray]:
    """A table after both have hidden a stance (red high, blue low)."""
    journal = bytearray()
    table = Table.new(GAME, {}, keep=journal.extend, **how)
    table.do("red", duel.Hide("high"))
    table.do("blue", duel.Hide("low"))
    return table, journal


def refused(call: Any, *args: Any) -> str:
    with pytest.raises(Refusal) as refusal:
        call(*args)
    return refusal.value.message.key


# -- the contract every game keeps ----------------------------------------------------------------


@pytest.mark.parametrize("seed", range(30))
def test_random_play_ends_and_replays_bit_for_bit(seed: int) -> None:
    strangers = [("red", duel.Hide("high")), ("blue", duel.Strike()), ("red", duel.Step(3))]
    table, journal = random_table(
        GAME, {}, seed, each=lambda table: check_legality(GAME, table, strangers)
    )
    check_replay(GAME, table, journal)


def test_views_that_differ_only_in_secrets_are_equal() -> None:
    mine = duel.State(stances=("high", "low"))
    other = duel.State(stances=("low", "low"))
    for seat in ("blue", None):
        check_secrets(GAME, mine, other, seat)
    with pytest.raises(AssertionError):
        check_secrets(GAME, mine, other, "red")


def test_the_log_keeps_the_secret() -> None:
    table, _ = started(source=seeded(1))
    said = [event.message.key for _, event in table.log("blue")]
    assert said == ["duel.hid_something", "duel.hid"]
    assert "high" not in str(table.log("blue")) and "high" not in str(table.log(None))
    assert "high" in str(table.log("red"))


# -- playing --------------------------------------------------------------------------------------


def test_only_a_legal_action_of_a_known_seat_on_the_present_position_is_played() -> None:
    table, journal = started(source=seeded(1))
    before = bytes(journal)
    assert refused(table.do, "green", duel.Strike()) == "core.play.not_seat"
    assert refused(table.do, "blue", duel.Strike()) == "core.play.not_legal"
    assert refused(table.do, "red", duel.Step(3)) == "core.play.not_legal"
    assert refused(table.do, "red", duel.Step(1), 1) == "core.play.moved_on"
    assert bytes(journal) == before
    table.do("red", duel.Step(1), 2)
    assert table.state.places == (1, 0)


def test_nothing_can_be_done_after_the_end() -> None:
    table, _ = random_table(GAME, {}, 3)
    assert refused(table.do, "red", duel.Step(1)) == "core.play.over"


def test_what_cannot_be_kept_did_not_happen() -> None:
    table, journal = started(source=seeded(1))

    def full_disk(line: bytes) -> None:
        raise OSError("no space left")

    table._keep = full_disk
    with pytest.raises(OSError, match="no space"):
        table.do("red", duel.Step(1))
    assert table.now == 2 and table.state.places == (0, 0)
    table._keep = journal.extend
    table.do("red", duel.Step(2))
    assert table.state.places == (2, 0)
    assert Table.open(GAMES, bytes(journal)).state.places == (2, 0), "the chain has no gap"


def test_any_position_can_be_reached_again() -> None:
    table, _ = started(options={"limit": 200}, source=seeded(1))
    seen = {table.now: table.state}
    for n in range(150):
        table.do(("red", "blue")[n % 2], duel.Step(1))
        seen[table.now] = table.state
    for n, state in seen.items():
        assert table.at(n) == state


# -- typed dice -----------------------------------------------------------------------------------


def test_typed_dice_are_asked_for_and_survive_a_restart() -> None:
    table, journal = started(typed=("red",), source=seeded(1))
    with pytest.raises(NeedRoll) as need:
        table.do("red", duel.Strike())
    assert need.value.request.rule == "X3"
    assert refused(table.do, "red", duel.Step(1)) == "core.play.roll_open"
    with pytest.raises(NeedRoll):
        table.answer("red", [6])
    table = Table.open(GAMES, bytes(journal), keep=journal.extend)
    with pytest.raises(NeedChoice) as choice:
        table.answer("red", [5])
    assert choice.value.request.rule == "X4"
    assert refused(table.answer, "red", [1]) == "core.play.not_your_roll"
    with pytest.raises(NeedRoll):
        table.answer("blue", [1])
    table = Table.open(GAMES, bytes(journal), keep=journal.extend)
    assert refused(table.answer, "blue", [4]) == "core.play.not_your_roll"
    table.answer("red", [4])
    assert table.state.hits == (0, 1) and table.state.places == (0, -4)
    assert table.steps[-1].faces == (6, 5, 1, 4)


def test_a_wrong_face_leaves_the_roll_open() -> None:
    table, _ = started(typed=("red",))
    with pytest.raises(NeedRoll):
        table.do("red", duel.Strike())
    with pytest.raises(BadFace):
        table.answer("red", [7, 1])
    assert refused(table.answer, "red", [1, 2, 3]) == "core.play.too_many_faces"
    table.answer("red", [1, 2])
    assert table.state.turn == 1


def test_an_action_can_be_given_up_before_its_first_die() -> None:
    table, _ = started(typed=("red",))
    with pytest.raises(NeedRoll):
        table.do("red", duel.Strike())
    assert refused(table.cancel_roll, "blue") == "core.play.no_roll_open"
    table.cancel_roll("red")
    with pytest.raises(NeedRoll):
        table.do("red", duel.Strike())
    with pytest.raises(NeedRoll):
        table.answer("red", [3])
    assert refused(table.cancel_roll, "red") == "core.play.no_roll_open"


# -- taking back ----------------------------------------------------------------------------------


def test_undo_is_free_until_a_die_or_another_seat() -> None:
    table, journal = started(source=seeded(1))
    table.do("red", duel.Step(1))
    assert refused(table.undo, "blue") == "core.play.undo_other"
    table.undo("red")
    assert table.state.places == (0, 0) and table.now == 2
    assert [step.action for step in table.branches()] == [duel.Step(1)]
    table.do("red", duel.Step(2))
    again = Table.open(GAMES, bytes(journal))
    assert again.state == table.state and again.branches() == table.branches()


def test_a_die_closes_the_undo() -> None:
    table, _ = started(typed=("red",))
    with pytest.raises(NeedRoll):
        table.do("red", duel.Strike())
    table.answer("red", [1, 1])
    assert refused(table.undo, "red") == "core.play.undo_closed"
    assert table.undo_floor("red") == 3


def test_nobody_takes_back_what_came_before_dice_that_lie_open() -> None:
    """Red has seen that he is hit: to take back his step would take back the dice."""
    table, journal = started(typed=("blue",))
    table.do("red", duel.Step(1))
    with pytest.raises(NeedRoll):
        table.do("blue", duel.Strike())
    assert table.undo_floor("red") == 2, "no die has fallen yet"
    with pytest.raises(NeedChoice):
        table.answer("blue", [6, 6])
    assert refused(table.undo, "red") == "core.play.undo_closed"
    assert table.undo_floor("red") == table.now == 3
    table.answer("red", [0])
    assert verify(GAMES, bytes(journal)).ok


def test_how_far_a_seat_may_go_back_alone() -> None:
    table = Table.new(GAME, {})
    table.do("red", duel.Hide("low"))
    assert table.undo_floor("red") == 0
    table.do("blue", duel.Hide("low"))
    assert table.undo_floor("red") == 2 and table.undo_floor("blue") == 1


def test_beyond_a_die_only_with_consent() -> None:
    table, journal = started(typed=("red",))
    with pytest.raises(NeedRoll):
        table.do("red", duel.Strike())
    table.answer("red", [1, 1])
    assert refused(table.answer_undo, "blue", True) == "core.play.no_undo_asked"
    assert refused(table.ask_undo, "red", 99) == "core.play.no_undo"
    table.ask_undo("red", 2)
    assert refused(table.answer_undo, "red", True) == "core.play.own_consent"
    assert not table.answer_undo("blue", False)
    assert table.now == 3
    table.ask_undo("red", 2)
    table = Table.open(GAMES, bytes(journal), keep=journal.extend)
    assert table.answer_undo("blue", True)
    assert table.now == 2 and table.state.turn == 0
    assert Table.open(GAMES, bytes(journal)).now == 2


def test_nothing_to_take_back() -> None:
    assert refused(Table.new(GAME, {}).undo, "red") == "core.play.no_undo"


# -- the journal ----------------------------------------------------------------------------------


@given(st.data())
@settings(max_examples=60)
def test_a_journal_cut_anywhere_opens_up_to_its_last_whole_line(data: st.DataObject) -> None:
    _, journal = random_table(GAME, {}, 5)
    cut = data.draw(st.integers(0, len(journal)))
    text = journal[:cut]
    whole = text.count(b"\n")
    if whole == 0:
        assert refused(Table.open, GAMES, text).startswith("core.journal.")
        return
    table = Table.open(GAMES, text)
    acted = sum(b'"kind":"act"' in line for line in text.split(b"\n")[:whole])
    assert len(table.steps) == acted
    assert (table.cut_line is not None) == (not text.endswith(b"\n"))


@given(st.data())
@settings(max_examples=100)
def test_an_edited_journal_is_refused(data: st.DataObject) -> None:
    _, journal = random_table(GAME, {}, 5)
    at = data.draw(st.integers(0, len(journal) - 2))
    new = data.draw(st.integers(32, 126).filter(lambda b: b != journal[at]))
    edited = journal[:at] + bytes([new]) + journal[at + 1 :]
    if journal[at : at + 1] == b"\n":
        return  # two lines become one: covered by the line that no longer parses
    assert refused(Table.open, GAMES, edited).startswith("core.journal.")


def test_a_missing_line_is_noticed() -> None:
    _, journal = random_table(GAME, {}, 5)
    lines = journal.splitlines(keepends=True)
    assert refused(Table.open, GAMES, b"".join(lines[:2] + lines[3:])) == "core.journal.chain"


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (b"", "core.journal.empty"),
        (b"\xff\xfe\x00garbage", "core.journal.header"),
        (b"\xff\xfe\x00garbage\n", "core.journal.line"),
        (b"[1,2,3]\n", "core.journal.line"),
        (b"{}\n", "core.journal.line"),
        (b"\n\n", "core.journal.line"),
    ],
)
def test_garbage_is_no_journal(text: bytes, key: str) -> None:
    assert refused(Table.open, GAMES, text) == key


def test_an_older_version_opens_if_the_game_reads_it() -> None:
    class Older(duel.Duel):
        version = "1"

    class Newer(duel.Duel):
        version = "3"
        reads = frozenset({"2"})

    _, old = random_table(Older(), {}, 5)
    assert Table.open(GAMES, old).outcome() is not None
    assert refused(Table.open, {"duel": Newer()}, old) == "core.journal.version"
    assert refused(Table.open, {}, old) == "core.journal.game"


def test_a_rule_that_now_gives_another_position_is_noticed() -> None:
    class Changed(duel.Duel):
        def setup(self, scenario: Any, options: Any) -> Any:
            return msgspec.structs.replace(super().setup(scenario, options), places=(1, 1))

    _, journal = random_table(GAME, {}, 5)
    assert refused(Table.open, {"duel": Changed()}, journal) == "core.journal.state"


def test_a_journal_on_disk_goes_on_after_a_crash(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    table = Table.new(GAME, {}, keep=append_to(path), source=seeded(1))
    table.do("red", duel.Hide("high"))
    with path.open("ab") as file:
        file.write(b'{"hash":"half a li')
    table = open_journal(GAMES, path, source=seeded(2))
    assert table.cut_line == 3
    table.do("blue", duel.Hide("low"))
    assert open_journal(GAMES, path).state == table.state
    assert open_journal(GAMES, path).cut_line is None


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert refused(open_journal, GAMES, tmp_path / "none.jsonl") == "core.no_file"
    assert refused(open_journal, GAMES, tmp_path) == "core.not_a_file"


def test_a_position_has_one_fingerprint() -> None:
    assert fingerprint(duel.State()) == fingerprint(duel.State())
    assert fingerprint(duel.State()) != fingerprint(duel.State(turn=1))
    assert fingerprint({"b": 1, "a": 2}) == fingerprint({"a": 2, "b": 1})


# -- fair dice ------------------------------------------------------------------------------------


def fair_game(seed: int = 1) -> tuple[Table[Any, Any], bytearray]:
    """A game to the end on committed dice; blue always stands when struck."""
    secret = new_secret()
    table, journal = started(commitment=commit(secret, ["red's word", "blue's"]), secret=secret)
    while table.outcome() is None:
        seat = GAME.to_act(table.state)[0]
        try:
            table.do(seat, duel.Strike())
        except NeedChoice as need:
            table.answer(need.request.seat, [1])  # type: ignore[union-attr]
    return table, journal


def test_fair_dice_can_be_checked_after_the_game() -> None:
    table, journal = fair_game()
    before = verify(GAMES, bytes(journal))
    assert [m.key for m in before.messages] == ["core.verify.secret_missing"]
    table.reveal_secret()
    verdict = verify(GAMES, bytes(journal))
    assert verdict.ok and verdict.typed == 0
    rolled = sum(sum(f > 0 for f in step.faces) for step in table.steps)
    assert verdict.checked >= rolled - len(table.steps) and verdict.checked > 0


def test_the_secret_stays_secret_while_the_game_goes_on() -> None:
    secret = new_secret()
    table, journal = started(commitment=commit(secret), secret=secret)
    assert refused(table.reveal_secret) == "core.play.secret_early"
    assert secret.encode() not in bytes(journal)


def test_another_secret_is_noticed() -> None:
    with pytest.raises(BadInput):
        Table.new(GAME, {}, commitment=commit("one"), secret="two")


def test_a_swapped_roll_is_found() -> None:
    """Someone writes another face and makes all hashes fit again: the secret gives him away."""
    table, _ = fair_game()
    secret = table.reveal_secret()
    forged = bytearray()
    twin = Table.new(
        GAME, {}, commitment=table.header.commitment, secret=secret, keep=forged.extend
    )
    twin.do("red", duel.Hide("high"))
    twin.do("blue", duel.Hide("low"))
    honest = twin._faces_for

    written: list[int] = []

    class Loaded(type(honest("red"))):  # type: ignore[misc]
        def faces(self, request: Any, at: int) -> tuple[int, ...]:
            rolled = super().faces(request, at)
            if len(rolled) != 2:
                return rolled
            written[:] = (1, 1) if rolled != (1, 1) else (1, 2)  # a miss, never the honest one
            return tuple(written)

    twin._faces_for = lambda seat: Loaded(secret, table.header.commitment.words, 3)  # type: ignore[union-attr, method-assign]
    twin.do("red", duel.Strike())
    twin._faces_for = honest  # type: ignore[method-assign]
    while twin.outcome() is None:
        twin.do(GAME.to_act(twin.state)[0], duel.Step(1))
    twin.reveal_secret()
    verdict = verify(GAMES, bytes(forged))
    assert not verdict.ok
    assert verdict.messages[0].key == "core.verify.bad_roll"
    assert verdict.messages[0]["action"] == 3
    assert verdict.messages[0]["faces"] == f"{written[0]} {written[1]}"


def test_faces_are_not_repeated_after_an_undo() -> None:
    secret = new_secret()
    table, _ = started(commitment=commit(secret), secret=secret, options={"limit": 400})
    rolls = []
    for _ in range(40):
        try:
            table.do("red", duel.Strike())
        except NeedChoice:
            table.answer("blue", [0])
        rolls.append(table.steps[-1].faces[:2])
        table.ask_undo("red", 2)
        table.answer_undo("blue", True)
    assert len(set(rolls)) > 10


def test_typed_faces_are_counted_not_checked() -> None:
    secret = new_secret()
    table, journal = started(commitment=commit(secret), secret=secret, typed=("red", "blue"))
    while table.outcome() is None:
        seat = GAME.to_act(table.state)[0]
        with pytest.raises(NeedRoll):
            table.do(seat, duel.Strike())
        table.answer(seat, [1, 2])
    table.reveal_secret()
    verdict = verify(GAMES, bytes(journal))
    assert verdict.ok and verdict.checked == 0 and verdict.typed == 40
