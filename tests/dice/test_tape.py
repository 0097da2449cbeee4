"""The tape: rolled, typed, recorded — one rule, run again with a longer tape."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexfire.dice import (
    DR,
    BadFace,
    Choice,
    Dice,
    Die,
    Draw,
    NeedChoice,
    NeedRoll,
    TwoDice,
    seeded,
)


def two_stage(dice: Dice) -> tuple[int, ...]:
    """Rolls a different number of dice on different branches."""
    roll = dice.DR("C3.1")
    if roll.doubles:
        return (roll.total, dice.dr("C3.7"))
    return (roll.total,)


def test_an_empty_tape_asks_for_the_roll_and_names_its_rule() -> None:
    with pytest.raises(NeedRoll) as need:
        two_stage(Dice())
    assert need.value.request == TwoDice("C3.1")
    assert need.value.have == ()


def test_a_longer_tape_goes_further() -> None:
    with pytest.raises(NeedRoll) as need:
        two_stage(Dice([3]))
    assert need.value.have == (3,)
    assert two_stage(Dice([3, 5])) == (8,)
    with pytest.raises(NeedRoll) as need:
        two_stage(Dice([4, 4]))
    assert need.value.request == Die("C3.7")
    assert two_stage(Dice([4, 4, 6])) == (8, 6)


def test_faces_nobody_asked_for_are_left_over() -> None:
    dice = Dice([1, 2, 3])
    assert dice.DR("x") == DR(1, 2)
    assert dice.faces == (1, 2)
    assert dice.left_over == (3,)


@pytest.mark.parametrize("face", [0, 7, -1, True, 2.0, "3"])
def test_an_impossible_face_is_refused(face: object) -> None:
    with pytest.raises(BadFace) as error:
        Dice([face]).dr("C3.1")  # type: ignore[list-item]
    assert (error.value.low, error.value.high, error.value.face) == (1, 6, face)


def test_a_bigger_die() -> None:
    assert Dice([10]).dr("x", sides=10) == 10
    with pytest.raises(BadFace):
        Dice([11]).dr("x", sides=10)


def test_selection_takes_all_that_rolled_highest() -> None:
    assert Dice([2, 5, 5]).selection(3) == (1, 2)
    assert Dice([6, 5, 5]).selection(3) == (0,)
    assert Dice().selection(1) == (0,)  # nobody rolls for a single unit


def test_a_draw_names_the_chit_and_skips_empty_kinds() -> None:
    pile = {"black": 0, "red": 3, "white": 1}
    assert Dice([0]).draw(pile, "C1.21") == "red"
    assert Dice([1]).draw(pile, "C1.21") == "white"
    with pytest.raises(NeedRoll) as need:
        Dice().draw(pile, "C1.21")
    assert need.value.request == Draw("C1.21", (("red", 3), ("white", 1)))
    with pytest.raises(ValueError, match="empty"):
        Dice([0]).draw({"black": 0}, "C1.21")


def test_a_choice_is_a_persons_even_when_dice_roll_by_themselves() -> None:
    with pytest.raises(NeedChoice) as need:
        Dice((), seeded(1)).choose("german", ("hold", "retreat"), "F7.8")
    assert need.value.request == Choice("F7.8", "german", ("hold", "retreat"))
    assert Dice([1]).choose("german", ("hold", "retreat"), "F7.8") == "retreat"
    assert Dice().choose("german", ("hold",), "F7.8") == "hold"


def test_pick_is_one_of_the_items() -> None:
    assert Dice([2]).pick("abc", "x") == "c"
    assert Dice().pick(["only"], "x") == "only"
    with pytest.raises(BadFace):
        Dice([3]).pick("abc", "x")


@given(st.integers())
def test_a_recording_gives_what_was_rolled(seed: int) -> None:
    def rule(dice: Dice) -> tuple[object, ...]:
        return two_stage(dice), dice.selection(4), dice.draw({"a": 2, "b": 5}, "x"), dice.dr("y")

    rolled = Dice((), seeded(seed))
    result = rule(rolled)
    assert rule(Dice(rolled.faces)) == result
    assert [faces for _, faces in rolled.log] == [faces for _, faces in _relog(rule, rolled.faces)]


def _relog(rule: object, faces: tuple[int, ...]) -> tuple[object, ...]:
    dice = Dice(faces)
    rule(dice)  # type: ignore[operator]
    return dice.log


def test_the_same_seed_gives_the_same_faces_on_any_machine() -> None:
    dice = Dice((), seeded(1941))
    assert [dice.dr("x") for _ in range(12)] == [1, 6, 5, 6, 3, 5, 2, 6, 4, 2, 3, 3]


@given(st.integers(0, 10**6), st.lists(st.integers(1, 20), min_size=1, max_size=30))
def test_seeded_faces_are_those_of_pythons_own_generator(seed: int, sides: list[int]) -> None:
    """Journals and figures of old games keep their meaning."""
    rng = random.Random(f"hexfire:{seed}")
    dice = Dice((), seeded(seed))
    assert [dice.dr("A.9", n) for n in sides] == [rng.randrange(1, n + 1) for n in sides]
