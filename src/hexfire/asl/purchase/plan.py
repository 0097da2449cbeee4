"""A wish list against the dice: is it affordable, and how likely do the DR allow it all?

The chance is exact: the very rolls of the purchase, run over every outcome.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from hexfire.asl.purchase.availability import (
    air_support,
    air_support_number,
    armor_leader,
    armor_leader_drm,
    available_rf,
    fitted,
)
from hexfire.asl.purchase.calendar import Date
from hexfire.asl.purchase.facts import Facts, rarity, tenths
from hexfire.asl.purchase.oba import oba_rolls, offered
from hexfire.asl.purchase.quote import Quote, Terms, quote
from hexfire.asl.purchase.vehicles import weapon_rf
from hexfire.dice import Dice, Then, odds
from hexfire.rulebook import BadInput


class Roll(NamedTuple):
    """A roll the plan depends on: what for, its rule, and how likely it is enough."""

    what: str
    rule: str
    needs: str
    chance: Fraction


class Plan(NamedTuple):
    """The wishes with their prices, the points, and the chance that every roll allows them."""

    quotes: tuple[Quote, ...]
    points: int
    spent: int
    rolls: tuple[Roll, ...]
    chance: Fraction

    @property
    def left(self) -> int:
        return self.points - self.spent

    @property
    def affordable(self) -> bool:
        return self.left >= 0


def plan(
    facts: Facts,
    nation: str,
    enemy: str,
    points: int,
    wishes: Sequence[str],
    *,
    night: bool = False,
    place: str = "",
) -> Plan:
    """H1.13: a plan for the whole purchase. A wish `commander` asks for an Armor Leader DR."""
    terms = Terms(facts, nation, points, night)
    commanders = sum(wish.strip().lower() == "commander" for wish in wishes)
    quotes = tuple(quote(terms, wish) for wish in wishes if wish.strip().lower() != "commander")
    motorized = any(each.kind == "motorized" for each in quotes)
    rolls: list[Roll] = []
    for kind, rule in (("gun", "H1.3"), ("vehicle", "H1.4")):
        rare = [tenths(each.rf) for each in quotes if each.kind == kind and each.rf]
        if rare:
            needed, bonus = max(rare), motorized and kind == "vehicle"
            chance = odds(_allows, rule, needed, bonus).chance(bool)
            rolls.append(Roll(kind, rule, rarity(needed), chance))
    rolls.extend(_fitting(facts, nation, quotes))
    for _ in range(commanders):
        drm = armor_leader_drm(facts, nation, place).total
        got = odds(_leads, drm).chance(bool)
        rolls.append(Roll("commander", "H1.43", f"{drm:+d}", got))
    rolls.extend(_batteries(facts, nation, points, quotes))
    for kind, rule in (("air", "H1.531"), ("plane", "H1.532")):
        if any(each.kind == kind for each in quotes):
            number = air_support_number(facts, nation, enemy).total
            rolls.append(Roll(kind, rule, str(number), odds(_flies, number, rule).chance(bool)))
    chance = Fraction(1)
    for roll in rolls:
        chance *= roll.chance
    return Plan(quotes, points, sum(each.total for each in quotes), tuple(rolls), chance)


def _allows(dice: Dice, rule: str, needed: int, motorized: bool) -> bool:
    return available_rf(dice, rule, motorized)[1] >= needed


def _leads(dice: Dice, drm: int) -> bool:
    return armor_leader(dice, drm)[1] is not None


def _flies(dice: Dice, number: int, rule: str) -> bool:
    return air_support(dice, number, rule)[1]


def _fits(dice: Dice, date: Date, wanted: frozenset[str], lend_lease: bool) -> bool:
    return fitted(dice, date, wanted, lend_lease)[1] == wanted


def _fitting(facts: Facts, nation: str, quotes: tuple[Quote, ...]) -> list[Roll]:
    """H1.41, H1.42: one roll for the weapons of each vehicle, one for its Sz or G."""
    rolls = []
    for each in quotes:
        if each.kind != "vehicle":
            continue
        weapons = [extra for extra in each.extras if extra not in ("Sz", "G")]
        features = frozenset(each.extras) - frozenset(weapons)
        for _ in range(each.number):
            if weapons:
                needed = max(weapon_rf(facts, nation, each.name, weapon) for weapon in weapons)
                chance = odds(_allows, "H1.41", needed, False).chance(bool)
                what = "+".join(weapons)
                rolls.append(Roll(what, "H1.41", rarity(needed), chance))
            if features:
                lend = facts.says_yes("vehicle", nation, each.name, "lend_lease")
                chance = odds(_fits, facts.date, features, lend).chance(bool)
                what = "+".join(sorted(features))
                rolls.append(Roll(what, "H1.42", what, chance))
    return rolls


def _batteries(facts: Facts, nation: str, points: int, quotes: tuple[Quote, ...]) -> list[Roll]:
    """H1.5: the chance that the side's OBA DR offer all the batteries wished for."""
    wanted = tuple(
        sorted(each.name for each in quotes if each.kind == "battery" for _ in range(each.number))
    )
    if not wanted:
        return []
    rolls = oba_rolls(points)
    if len(wanted) > rolls:
        raise BadInput("purchase.plan_oba", wanted=len(wanted), rolls=rolls)
    chance = odds(_offers_all, facts, nation, wanted, rolls).chance(bool)
    return [Roll("+".join(wanted), "H1.5", str(rolls), chance)]


def _offers_all(
    dice: Dice, facts: Facts, nation: str, wanted: tuple[str, ...], rolls: int
) -> bool | Then:
    if not wanted:
        return True
    if rolls < len(wanted):
        return False
    _, found = offered(dice, facts, nation)
    left = list(wanted)
    if found.size in left:
        left.remove(found.size)
    return Then(_offers_all, (facts, nation, tuple(left), rolls - 1))
