"""The exact odds of a Bombardment: the fate of each unit and building of a hex that is struck."""

from __future__ import annotations

from msgspec.structs import replace

from hexfire.asl.artillery import bombardment as rules
from hexfire.asl.artillery.bombardment import Damage, Equipment
from hexfire.asl.artillery.devastation import (
    WEAPON,
    Built,
    Fate,
    Place,
    Victim,
    checking,
    crew_mc,
    falls_with,
    locations,
    men_said,
    wrecked,
)
from hexfire.asl.artillery.fates import fate_keys
from hexfire.asl.artillery.two_mc import check_men
from hexfire.asl.effects.vehicles import crew_survival
from hexfire.asl.shots.targets import CrewFate, Personnel, VehicleTarget
from hexfire.dice import Dice, Odds, Then, odds


def victim_odds(place: Place, id: str) -> Odds[Fate]:
    """The exact fate of one unit: what falls on it, its vehicle's NMC, its own 2MC."""
    victim = next(v for v in place.victims if v.id == id)
    fates: Odds[Fate | tuple[Personnel]] = odds(_victim_fate, place, id)

    def said(end: Fate | tuple[Personnel]) -> Fate:
        return men_said(victim, end[0]) if isinstance(end[0], Personnel) else end

    return fates.map(said)


def _victim_fate(dice: Dice, place: Place, id: str, built: int = 0) -> Fate | Then:
    victim = next(v for v in place.victims if v.id == id)
    while built < len(place.built) and not _concerns(victim, place.built[built]):
        built += 1
    if built < len(place.built):
        there = place.built[built]
        lost, _ = rules.structure(
            dice, there.what, there.levels, fortified=there.fortified, factory=there.factory
        )
        if falls_with(victim, there, lost):
            return ("eliminated",)
        return Then(_victim_fate, (place, id, built + 1))
    if isinstance(victim.inside.target, VehicleTarget):
        return Then(_vehicle_fate, (victim,))
    vehicle = next((v for v in place.victims if v.id == victim.aboard), None)
    if vehicle is not None:
        return Then(_passenger_fate, (place, vehicle, victim))
    return Then(_men_fate, (place, victim))


def _concerns(victim: Victim, built: Built) -> bool:
    return (
        (built.bridge and victim.on_bridge)
        or (built.is_pillbox and victim.in_pillbox)
        or (built.is_building and victim.in_building)
    )


def _vehicle_fate(dice: Dice, victim: Victim) -> Fate:
    target = victim.inside.target
    assert isinstance(target, VehicleTarget)
    damage, _ = rules.equipment(dice, rules.vehicle_class(target))
    after = wrecked(dice, target, damage)
    if not after.effect.destroyed and target.ce and target.crew:
        after = replace(after, crew=crew_mc(dice, victim))
    return fate_keys(victim.inside, after)


def _passenger_fate(dice: Dice, place: Place, vehicle: Victim, victim: Victim) -> Fate | Then:
    target = vehicle.inside.target
    assert isinstance(target, VehicleTarget)
    damage, _ = rules.equipment(dice, rules.vehicle_class(target))
    if damage is Damage.BURNING:
        return ("eliminated",)
    if damage is Damage.ELIMINATED:
        lives = crew_survival(dice, target) is CrewFate.SURVIVED
        return ("survived",) if lives else ("eliminated",)
    if victim.inside.immune is not None:
        return ("none",)
    return Then(_men_fate, (place, victim))


def _men_fate(dice: Dice, place: Place, victim: Victim) -> Fate | Then:
    """The 2MC of one unit among those of its Location."""
    if victim.inside.immune is not None or victim.men is None:
        return ("none",) if victim.men is not None else _bare_gun(dice)
    group = next(g for g in locations(place.victims) if victim in g)
    men = [v for v in group if v.men is not None and v.inside.immune is None]
    return Then(check_men, (tuple(map(checking, men)), (men.index(victim),)))


def _bare_gun(dice: Dice) -> Fate:
    damage, _ = rules.equipment(dice, Equipment.GUN_OR_SW)
    return (WEAPON[damage],)


def built_odds(built: Built) -> Odds[int]:
    """C1.822: how many levels a building loses; 1 for whatever is removed whole."""
    return odds(_levels_lost, built)


def _levels_lost(dice: Dice, built: Built) -> int:
    lost, _ = rules.structure(
        dice, built.what, built.levels, fortified=built.fortified, factory=built.factory
    )
    return lost
