"""Exact odds of two stages (to hit, then to kill): ours, icepool, brute force."""

from __future__ import annotations

from collections import Counter
from itertools import product

import icepool

from bench.report import Row, rate
from hexfire.dice import Dice, Then, odds


def hit(dice: Dice, number: int) -> str | Then:
    roll = dice.DR("C3.1")
    if roll.total > number:
        return "miss"
    return Then(kill, (roll.colored < roll.white,))


def kill(dice: Dice, turret: bool) -> str:
    return "kill" if dice.total("C7.1") < (7 if turret else 9) else "nothing"


def with_icepool() -> object:
    def hits(colored: int, white: int) -> str:
        if colored + white > 8:
            return "miss"
        return "turret" if colored < white else "hull"

    def kills(where: str, total: int) -> str:
        if where == "miss":
            return "miss"
        return "kill" if total < (7 if where == "turret" else 9) else "nothing"

    return icepool.map(kills, icepool.map(hits, icepool.d6, icepool.d6), 2 @ icepool.d6)


def brute_force() -> object:
    found: Counter[str] = Counter()
    for c, w, a, b in product(range(1, 7), repeat=4):
        if c + w > 8:
            found["miss"] += 1
        else:
            found["kill" if a + b < (7 if c < w else 9) else "nothing"] += 1
    return found


def rows() -> list[Row]:
    ours = rate(lambda: odds(hit, 8))
    return [
        Row("exact two-stage odds", ours, "icepool", rate(with_icepool)),
        Row("exact two-stage odds", ours, "brute force 36×36", rate(brute_force)),
    ]
