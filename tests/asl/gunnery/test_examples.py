"""Worked examples that run from the shot through to its IFT column and DRM."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from hexfire.asl.counters import Gun, Vehicle, catalogue
from hexfire.asl.effects.struck import effects_drm, hit_payload
from hexfire.asl.effects.struck import vehicle_hit as as_vehicle
from hexfire.asl.effects.vehicles import armor_drm
from hexfire.asl.gunnery.throw import throw
from hexfire.asl.gunnery.to_hit import to_hit
from hexfire.asl.gunnery.weapons import target_of, weapon_of
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.shot import Ammo, Kind, Shot, Target, TargetKind, TargetType
from hexfire.asl.shots.targets import VehicleTarget
from hexfire.dice import Dice

DATE = "1942-07"
UNITS = catalogue()
INFANTRY = {"kind": TargetKind.INFANTRY, "size": None}


def hit_by(made, *faces):
    return throw(Dice(faces), to_hit(made)).hits[0]


@pytest.fixture
def mortar():
    return weapon_of(UNITS.find("50* MTR", "German"), DATE)


def russian_76():
    return weapon_of(UNITS.find("T-34 M41"), DATE)


@pytest.mark.rule("C3.33", "C3.331")
@pytest.mark.rule("C3.331#5")
def test_c3331_area_fire_of_a_50mm_mortar(mortar):
    """C3.331-a: half of 6 FP is the 2 column; the air burst counts, the crest does not."""
    squad = Target(name="squad", tem=0, air_burst=True, **INFANTRY)
    hit = hit_by(Shot(weapon=mortar, target=squad, range=9, date=DATE), 2, 3)
    assert hit_payload(hit).column == 2
    assert effects_drm(hit).as_dict() == {"air_burst": -1}


@pytest.mark.rule("C3.71")
def test_c371_mortar_critical_hit(mortar):
    squad = Target(name="squad", tem=0, air_burst=True, ffnam=True, **INFANTRY)
    hit = hit_by(Shot(weapon=mortar, target=squad, range=9, date=DATE, phase=Phase.DFF), 1, 1)
    assert hit_payload(hit).column == 12
    assert effects_drm(hit).total == -2


def panzer_hit(target, *faces):
    made = Shot(
        weapon=russian_76(),
        target=target,
        range=9,
        date=DATE,
        target_type=TargetType.AREA,
        ammo=Ammo.HE,
    )
    return hit_by(made, *faces)


@pytest.mark.rule("C3.332", "C3.331")
def test_c3332_area_fire_at_a_tank():
    """C3.332-a, b: 12 FP halved is the 6 column; -1 for armour of 4 or less; a hedge gives +1."""
    panzer = target_of(UNITS.find("PzKpfw IIIG"))
    behind_wall = panzer_hit(replace(panzer, terrain="wall", hd=True), 1, 2)
    assert hit_payload(behind_wall).column == 6
    vehicle = as_vehicle(behind_wall)
    assert isinstance(vehicle, VehicleTarget)
    assert armor_drm(vehicle).total + effects_drm(behind_wall).total == -1
    behind_hedge = panzer_hit(replace(panzer, terrain="hedge"), 1, 2)
    assert armor_drm(vehicle).total + effects_drm(behind_hedge).total == 0


@pytest.mark.rule("C3.332")
def test_c3332_area_fire_at_a_truck():
    truck = target_of(UNITS.find("Opel 6700 (Blitz)"))
    wall = panzer_hit(replace(truck, terrain="wall", hd=True), 1, 2)
    hedge = panzer_hit(replace(truck, terrain="hedge"), 1, 2)
    assert [hit_payload(h).column for h in (wall, hedge)] == [6, 6]
    assert [effects_drm(h).total for h in (wall, hedge)] == [0, 1]


@pytest.mark.rule("C2.26")
def test_c226_the_letter_h_on_a_counter_is_heat():
    with_h = [c for c in UNITS if isinstance(c, Vehicle | Gun) and any(a == "H" for a, _ in c.ammo)]
    assert len(with_h) > 10
    for counter in with_h:
        there = [weapon_of(counter, "1944-06", theatre).lists(Ammo.HEAT) for theatre in "EP"]
        assert any(there)


@pytest.mark.rule("C3.53", "C.4")
def test_c4_concealed_targets_meet_full_firepower():
    squad = Target(name="squad", concealed=True, **INFANTRY)
    made = Shot(weapon=russian_76(), target=squad, range=5, date=DATE, phase=Phase.AFPH)
    th = to_hit(made)
    assert {k: v for k, v in th.aim.tally.as_dict().items() if k in "BK"} == {"B": 2, "K": 2}
    assert hit_payload(throw(Dice((1, 1, 6)), th).hits[0]).column == 12


@pytest.mark.rule("C2.1")
def test_every_kind_of_gun_is_known_to_the_to_hit_process():
    assert {Kind(c.gun_type) for c in UNITS if isinstance(c, Gun)} <= set(Kind)
