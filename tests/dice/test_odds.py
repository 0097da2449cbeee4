"""Exact odds: against icepool, against brute force, and for procedures of uneven length."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import lcm

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexfire.dice import (
    ANY,
    Choice,
    Dice,
    Selection,
    Then,
    in_turn,
    odds,
    odds_of_each,
    play,
    seeded,
    together,
)


def to_hit(dice: Dice, number: int, kill: int) -> object:
    roll = dice.DR("C3.1")
    if roll.total > number:
        return "miss"
    return Then(to_kill, (kill if roll.colored < roll.white else kill + 2,))


def to_kill(dice: Dice, number: int) -> str:
    return "kill" if dice.total("C7.1") < number else "no effect"


@given(st.integers(2, 12), st.integers(2, 12))
@settings(max_examples=40)
def test_two_stages_agree_with_icepool(number: int, kill: int) -> None:
    d6 = icepool.d6

    def hits(colored: int, white: int) -> str:
        if colored + white > number:
            return "miss"
        return "turret" if colored < white else "hull"

    def kills(where: str, roll: int) -> str:
        if where == "miss":
            return "miss"
        return "kill" if roll < (kill if where == "turret" else kill + 2) else "no effect"

    oracle = icepool.map(kills, icepool.map(hits, d6, d6), 2 @ d6)
    ours = odds(to_hit, number, kill)
    assert dict(ours) == {result: oracle.probability(result) for result in oracle}


def uneven(dice: Dice, stop: int) -> tuple[int, ...]:
    """Rolls until `stop` or four dice: branches of every length from one to four."""
    faces = []
    while len(faces) < 4:
        faces.append(dice.dr("x"))
        if faces[-1] == stop:
            break
    return tuple(sorted(faces))


def test_branches_of_different_length_carry_their_own_weight() -> None:
    counted: Counter[tuple[int, ...]] = Counter()
    for rolled in product(range(1, 7), repeat=4):
        cut = rolled[: rolled.index(3) + 1] if 3 in rolled else rolled
        counted[tuple(sorted(cut))] += 1
    ours = odds(uneven, 3)
    assert dict(ours) == {faces: Fraction(n, 6**4) for faces, n in counted.items()}
    assert ours[(3,)] == Fraction(1, 6)


@pytest.mark.parametrize("count", [2, 3, 4])
def test_random_selection_is_weighted_as_all_its_rolls(count: int) -> None:
    counted: Counter[tuple[int, ...]] = Counter()
    for rolled in product(range(1, 7), repeat=count):
        counted[tuple(i for i, face in enumerate(rolled) if face == max(rolled))] += 1
    ours = odds(lambda dice: dice.selection(count))
    assert dict(ours) == {chosen: Fraction(n, 6**count) for chosen, n in counted.items()}


def test_a_total_has_the_weights_of_two_dice() -> None:
    ours = odds(lambda dice: dice.total("x"))
    assert dict(ours) == {n: Fraction(6 - abs(7 - n), 36) for n in range(2, 13)}


def test_draws_without_putting_back() -> None:
    def two_chits(dice: Dice) -> tuple[str, str]:
        pile = {"black": 8, "red": 3}
        first = dice.draw(pile, "C1.21")
        return first, dice.draw(pile | {first: pile[first] - 1}, "C1.21")

    assert odds(two_chits)[("red", "red")] == Fraction(3 * 2, 11 * 10)


def test_pick_is_even() -> None:
    assert dict(odds(lambda dice: dice.pick("abc", "x"))) == dict.fromkeys("abc", Fraction(1, 3))


def hold_or_run(dice: Dice) -> object:
    if dice.choose("german", ("hold", "run"), "F7.8") == "hold":
        return dice.dr("x") <= 2
    return True


def test_a_choice_needs_a_policy() -> None:
    with pytest.raises(ValueError, match=r"F7\.8"):
        odds(hold_or_run)

    def always_hold(choice: Choice) -> int:
        return choice.options.index("hold")

    assert odds(hold_or_run, choose=always_hold)[True] == Fraction(1, 3)


def test_equal_stages_are_walked_once() -> None:
    walked: Counter[int] = Counter()

    def first(dice: Dice) -> Then:
        return Then(second, (min(dice.total("x"), 7),))

    def second(dice: Dice, number: int) -> bool:
        if not dice.left_over:  # the run that finds out which die is wanted
            walked[number] += 1
        return dice.dr("y") < number

    result = odds(first)
    assert sum(result.values()) == 1
    assert walked == dict.fromkeys(range(2, 8), 1)


@given(st.integers())
def test_play_and_odds_run_the_same_procedure(seed: int) -> None:
    assert play(Dice((), seeded(seed)), to_hit, 8, 7) in odds(to_hit, 8, 7)


def test_looking_at_odds() -> None:
    dice = odds(lambda dice: dice.dr("x"))
    assert dice.chance(lambda face: face >= 5) == Fraction(1, 3)
    assert dice.mean(lambda face: face) == Fraction(7, 2)
    assert dict(dice.map(lambda face: face % 2)) == {0: Fraction(1, 2), 1: Fraction(1, 2)}


@pytest.mark.parametrize("wanted", [1, 2, 3])
@pytest.mark.parametrize("alike", [(0, 1, 2, 3), (0, 1, 1, 1), (0, ANY, ANY, ANY), (0, 0, 1, ANY)])
def test_random_selection_of_several_counts_every_roll(alike: tuple, wanted: int) -> None:
    """A.9: the highest `wanted`, ties for the last place all; of like ones only how many."""

    def seen(selected: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(alike[i] for i in selected if alike[i] != ANY))

    whole: Counter[tuple[int, ...]] = Counter()
    for faces in product(range(1, 7), repeat=4):
        last = sorted(faces)[-wanted]
        whole[seen(tuple(i for i, face in enumerate(faces) if face >= last))] += 1
    ours = odds(lambda dice: seen(dice.selection(4, "A.9", wanted, alike)))
    assert dict(ours) == {key: Fraction(n, 6**4) for key, n in whole.items()}


def test_like_ones_are_not_told_apart() -> None:
    """Twelve dice have two billion rolls, and one who is looked at has two fates."""
    forks, rolls = Selection("A.9", 12, 1, (0, *(ANY,) * 11)).forks()
    assert len(forks) == 2
    assert sum(fork.weight for fork in forks) == rolls == 6**12


def test_a_procedure_within_another_is_walked_once() -> None:
    walked = []

    def inner(dice: Dice) -> int:
        walked.append(1)
        return dice.total("x")

    def outer(dice: Dice) -> Then:
        return Then(in_turn, (Then(inner), Then(end, (dice.dr("y"),))))

    def end(dice: Dice, total: int, face: int) -> int:
        return total + face

    assert odds(outer) == odds(lambda dice: dice.dr("y") + dice.total("x"))
    assert len(walked) == 1 + 11
    assert play(Dice([3, 1, 2]), outer) == 6


def test_stages_that_go_together_are_asked_for_their_ends_once() -> None:
    asked = []

    def coins(questions: list[list[tuple[int, int, int]]]) -> list:
        """Heads or tails, and what was rolled before."""
        asked.append(questions)
        return [coin(starts) for starts in questions]

    def coin(starts: list[tuple[int, int, int]]) -> object:
        whole = lcm(*(of for _, _, of in starts))
        ends = [((start, side), n * whole // of) for start, n, of in starts for side in "HT"]
        return tuple(ends), 2 * whole

    def toss(dice: Dice) -> Then:
        face = dice.dr("x")
        if face == 6:  # this one comes later, and is waited for
            return Then(again)
        return Then(in_turn, (Then(together, (coins, face)), Then(said, ("!",))))

    def again(dice: Dice) -> Then:
        return Then(in_turn, (Then(together, (coins, dice.dr("y"))), Then(said, ("!",))))

    def said(dice: Dice, end: tuple[int, str], word: str) -> str:
        return f"{end[0]}{end[1]}{word}"

    chances = odds(toss)
    assert len(asked) == 1
    assert chances["6H!"] == Fraction(1, 72)
    assert chances["1T!"] == Fraction(1, 12) + Fraction(1, 72)
    assert sum(chances.values()) == 1
    assert play(Dice([3, 1]), toss) == "3T!"
    asked.clear()
    assert odds_of_each([Then(toss), Then(again), Then(toss)]) == [chances, odds(again), chances]
    assert len(asked) == 2, "once for all procedures that were asked together"
