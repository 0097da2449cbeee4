"""Fair dice: committed before play, derivable by anyone afterwards, even in their spread."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest

from hexfire.dice import (
    Choice,
    Dice,
    Die,
    Draw,
    FairStream,
    Pick,
    TwoDice,
    commit,
    new_secret,
    opens,
)


def test_the_commitment_is_the_plain_sha256_of_the_secret() -> None:
    secret = "ab" * 32
    assert commit(secret, ["chris", "yuki"]).sha256 == hashlib.sha256(secret.encode()).hexdigest()
    assert opens(secret, commit(secret))
    assert not opens("ac" * 32, commit(secret))


def test_secrets_differ() -> None:
    assert new_secret() != new_secret()
    assert len(bytes.fromhex(new_secret())) == 32


def test_faces_follow_from_secret_words_action_and_place_alone() -> None:
    def faces(secret: str, words: list[str], action: int, at: int) -> tuple[int, ...]:
        stream = FairStream(secret, words, action)
        return tuple(stream.faces(Pick("x", 10**6), at + i)[0] for i in range(4))

    here = faces("s", ["ab", "c"], 1, 0)
    assert here == faces("s", ["ab", "c"], 1, 0)
    others = [
        faces("t", ["ab", "c"], 1, 0),
        faces("s", ["a", "bc"], 1, 0),
        faces("s", ["ab", "c"], 2, 0),
        faces("s", ["ab", "c"], 1, 1),
    ]
    assert here not in others


def test_a_known_roll_stays_what_it_was() -> None:
    """A change of the derivation would make every saved game fail its check."""
    dice = Dice((), FairStream("00" * 32, ["a", "b"], 1))
    rolled = [dice.dr("x") for _ in range(10)]
    assert rolled == [6, 4, 2, 5, 1, 4, 4, 1, 2, 4]


def test_two_dice_at_once_are_the_dice_one_by_one() -> None:
    both = FairStream("s", [], 7).faces(TwoDice("x"), 3)
    single = [FairStream("s", [], 7).faces(Die("x"), at)[0] for at in (3, 4)]
    assert list(both) == single


def test_faces_are_even() -> None:
    stream = FairStream("even", [], 1)
    seen = Counter(stream.faces(Die("x"), at)[0] for at in range(12_000))
    # Each face is expected 2,000 times; 5 standard deviations are about 204.
    assert set(seen) == {1, 2, 3, 4, 5, 6}
    assert all(abs(count - 2_000) < 204 for count in seen.values())


def test_draws_follow_the_pile() -> None:
    stream = FairStream("pile", [], 1)
    request = Draw("x", (("black", 8), ("red", 3), ("white", 1)))
    seen = Counter(stream.faces(request, at)[0] for at in range(12_000))
    for kind, (_, count) in enumerate(request.pile):
        assert abs(seen[kind] - 1_000 * count) < 300


def test_choices_are_never_rolled() -> None:
    with pytest.raises(TypeError):
        FairStream("s", [], 1).faces(Choice("x", "a", ("b", "c")), 0)
