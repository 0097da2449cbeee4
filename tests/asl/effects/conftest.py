"""Builders for targets and hits."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from itertools import product

import pytest

from hexfire.asl.counters import catalogue
from hexfire.asl.shots.hit import Hit
from hexfire.asl.shots.shot import Ammo, Target, TargetKind, TargetType, Weapon
from hexfire.asl.shots.targets import Personnel, Rank
from hexfire.dice import Dice, NeedAnswer, Then
from hexfire.rulebook import Refusal


def squad(**state) -> Personnel:
    return Personnel(**({"morale": 7, "broken_morale": 7, "name": "4-6-7"} | state))


def crew(**state) -> Personnel:
    return Personnel(
        **({"rank": Rank.CREW, "morale": 8, "broken_morale": 8, "name": "crew"} | state)
    )


def leader(**state) -> Personnel:
    given = {"rank": Rank.LEADER, "morale": 9, "broken_morale": 9, "leadership": -1, "name": "9-1"}
    return Personnel(**(given | state))


def hit(unit=None, weapon=None, target=None, **facts) -> Hit:
    """A 75L AP hit on a vehicle's hull front, ten hexes off, unless told otherwise."""
    if isinstance(unit, str):
        unit = catalogue().find(unit)
    given = {
        "weapon": weapon or gun("75L", nation="German"),
        "target": Target(**({"unit": unit, "kind": TargetKind.AFV} | (target or {}))),
        "ammo": Ammo.AP,
        "target_type": TargetType.VEHICLE,
        "range": 10,
    }
    return Hit(**(given | facts))


def gun(size: str, **figures) -> Weapon:
    caliber = size.rstrip("L*")
    return Weapon(**({"caliber": int(caliber), "barrel": size[len(caliber) :]} | figures))


def typed(stage, *args, dice):
    """Play a procedure with the faces that a player typed; all of them must be used."""
    tape = Dice(dice)
    result = stage(tape, *args)
    while isinstance(result, Then):
        result = result.stage(tape, *result.args)
    assert not tape.left_over
    return result


def brute(stage, *args) -> dict:
    """Every face of every die, one by one, without folding anything: slow and simple."""
    found: dict = {}
    todo = [((), Fraction(1))]
    while todo:
        faces, chance = todo.pop()
        try:
            result = typed(stage, *args, dice=faces)
        except NeedAnswer as need:
            sizes = need.request.sizes()
            ways = list(product(*(range(1, size + 1) for size in sizes)))
            todo += [(faces + way, chance / len(ways)) for way in ways]
            continue
        found[result] = found.get(result, 0) + chance
    return found


@contextmanager
def refused(rule_or_key: str) -> Iterator[None]:
    """The block is refused by exactly this rule, or with exactly this message."""
    with pytest.raises(Refusal) as found:
        yield
    assert rule_or_key in (found.value.rule, found.value.message.key)
