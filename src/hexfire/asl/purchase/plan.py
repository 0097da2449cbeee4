"""A wish list against the dice: is it affordable, and how likely do the DR allow it all?

The chance is exact: the very rolls of the purchase, run over every outcome.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
from hexfire.asl.purchase.rehearsal import Rehearsed, Wishes, rehearse
from hexfire.asl.purchase.state import spending
from hexfire.asl.purchase.vehicles import lend_lease, weapon_rf
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
    pfk: bool = False,
) -> Plan:
    """H1.13: a plan for the whole purchase. A wish `commander` asks for an Armor Leader DR.

    What the purchase would refuse whatever the dice is refused (`rehearsal`).
    """
    terms = Terms(facts, nation, points, night, pfk)
    commanders = sum(wish.strip().lower() == "commander" for wish in wishes)
    quotes = tuple(quote(terms, wish) for wish in wishes if wish.strip().lower() != "commander")
    batteries = _batteries(facts, nation, points, quotes)
    wished = Wishes(facts, nation, enemy, points, quotes, commanders, night, place, pfk)
    bought = rehearse(wished)
    rolls = [
        *_rarities(quotes, bool(bought.side.motorized)),
        *_fitting(facts, nation, bought),
        *_commanders(facts, nation, place, commanders),
        *batteries,
        *_aircraft(facts, nation, enemy, quotes),
    ]
    chance = Fraction(1)
    for roll in rolls:
        chance *= roll.chance
    spent = sum(spending(nation, bought.side).values())
    return Plan(quotes, points, spent, tuple(rolls), chance)


def _rarities(quotes: tuple[Quote, ...], motorized: bool) -> Iterator[Roll]:
    """H1.3, H1.4: one DR for all Guns, one for all vehicles: the rarest decides."""
    for kind, rule in (("gun", "H1.3"), ("vehicle", "H1.4")):
        rare = [tenths(each.rf) for each in quotes if each.kind == kind and each.rf]
        if rare:
            needed, bonus = max(rare), motorized and kind == "vehicle"
            chance = odds(_allows, rule, needed, bonus).chance(bool)
            yield Roll(kind, rule, rarity(needed), chance)


def _commanders(facts: Facts, nation: str, place: str, number: int) -> Iterator[Roll]:
    """H1.43: an Armor Leader DR each."""
    for _ in range(number):
        drm = armor_leader_drm(facts, nation, place).total
        yield Roll("commander", "H1.43", f"{drm:+d}", odds(_leads, drm).chance(bool))


def _aircraft(facts: Facts, nation: str, enemy: str, quotes: tuple[Quote, ...]) -> Iterator[Roll]:
    """H1.531, H1.532: an Air Support DR for aircraft, another for an Observation Plane."""
    for kind, rule in (("air", "H1.531"), ("plane", "H1.532")):
        if any(each.kind == kind for each in quotes):
            number = air_support_number(facts, nation, enemy).total
            yield Roll(kind, rule, str(number), odds(_flies, number, rule).chance(bool))


def _allows(dice: Dice, rule: str, needed: int, motorized: bool) -> bool:
    return available_rf(dice, rule, motorized)[1] >= needed


def _leads(dice: Dice, drm: int) -> bool:
    return armor_leader(dice, drm)[1] is not None


def _flies(dice: Dice, number: int, rule: str) -> bool:
    return air_support(dice, number, rule)[1]


def _fits(dice: Dice, date: Date, wanted: frozenset[str], lend_lease: bool) -> bool:
    return fitted(dice, date, wanted, lend_lease)[1] == wanted


def _fitting(facts: Facts, nation: str, bought: Rehearsed) -> Iterator[Roll]:
    """H1.41, H1.42: one roll for the weapons of each vehicle, one for its Sz or G."""
    for name, weapons in bought.armed:
        needed = max(weapon_rf(facts, nation, name, weapon) for weapon in weapons)
        chance = odds(_allows, "H1.41", needed, False).chance(bool)
        yield Roll("+".join(weapons), "H1.41", rarity(needed), chance)
    for name, features in bought.fitted:
        lend = "G" in features and lend_lease(facts, nation, name)
        chance = odds(_fits, facts.date, frozenset(features), lend).chance(bool)
        what = "+".join(sorted(features))
        yield Roll(what, "H1.42", what, chance)


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
    _, battery = offered(dice, facts, nation)
    left = list(wanted)
    if battery.size in left:
        left.remove(battery.size)
    return Then(_offers_all, (facts, nation, tuple(left), rolls - 1))
