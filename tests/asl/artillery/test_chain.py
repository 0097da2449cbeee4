"""The solver of loops: small chains whose answers are known, and many against brute iteration."""

from __future__ import annotations

import random
from fractions import Fraction

from hexfire.asl.artillery.chain import Ways, ever, explore


def test_a_loop_is_summed_to_its_limit() -> None:
    assert ever({"try": Ways(Fraction(1, 6), {"try": Fraction(1, 2)})}) == {"try": Fraction(1, 3)}


def test_gamblers_ruin() -> None:
    """A fair walk from 1 … 9 ends at 10 before 0 with a tenth for every step up."""
    half = Fraction(1, 2)
    ways = {
        n: Ways(half if n == 9 else Fraction(0), {m: half for m in (n - 1, n + 1) if 1 <= m <= 9})
        for n in range(1, 10)
    }
    assert ever(ways) == {n: Fraction(n, 10) for n in range(1, 10)}


def test_a_loop_without_a_way_out_is_no_success() -> None:
    found = ever(
        {
            "start": Ways(Fraction(1, 4), {"round": Fraction(3, 4)}),
            "round": Ways(Fraction(0), {"about": Fraction(1)}),
            "about": Ways(Fraction(0), {"round": Fraction(1)}),
        }
    )
    assert found == {"start": Fraction(1, 4), "round": 0, "about": 0}


def test_only_what_can_be_reached_is_explored() -> None:
    found = explore([3], lambda n: Ways(Fraction(1, 2), {n - 1: Fraction(1, 2)} if n else {}))
    assert set(found) == {0, 1, 2, 3}


def test_random_chains_against_iteration() -> None:
    rng = random.Random(6)
    for _ in range(60):
        size = rng.randint(1, 12)
        ways = {}
        for n in range(size):
            shares = [rng.randint(0, 4) * (rng.random() < 0.4) for _ in range(size)]
            success, failure = rng.randint(0, 2), rng.randint(1, 2)
            whole = sum(shares) + success + failure
            on = {to: Fraction(share, whole) for to, share in enumerate(shares) if share}
            ways[n] = Ways(Fraction(success, whole), on)
        exact = ever(ways)
        guess = dict.fromkeys(ways, 0.0)
        for _ in range(600):
            guess = {
                n: float(w.success) + sum(float(p) * guess[to] for to, p in w.on.items())
                for n, w in ways.items()
            }
        for n in ways:
            assert abs(float(exact[n]) - guess[n]) < 1e-9
            # and it solves the equation exactly
            on = sum((p * exact[to] for to, p in ways[n].on.items()), Fraction(0))
            assert exact[n] == ways[n].success + on
