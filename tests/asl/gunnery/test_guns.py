"""What a Gun's counter tells, and what a Critical Hit does not do."""

from __future__ import annotations

import pytest

from hexfire.asl.counters import Gun, catalogue
from hexfire.asl.effects.breakdown import WeaponState, repair
from hexfire.asl.effects.payload import payload
from hexfire.asl.gunnery.fire import fire
from hexfire.asl.gunnery.throw import throw
from hexfire.asl.gunnery.to_hit import to_hit
from hexfire.asl.gunnery.weapons import Armament, target_of, weapon_of
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.shot import Ammo, Barrel, Kind, Mount, TargetKind, TargetType
from hexfire.asl.shots.targets import Personnel
from hexfire.dice import Dice, play
from hexfire.rulebook import BadInput

GUNS = [counter for counter in catalogue() if isinstance(counter, Gun)]
INFANTRY = {"kind": TargetKind.INFANTRY, "size": None, "morale": 7}


@pytest.mark.rule("C2.2", "C2.22", "C2.1")
def test_six_kinds_of_guns():
    kinds = {weapon_of(gun, "1944-06").kind for gun in GUNS}
    assert kinds == {Kind.MTR, Kind.AT, Kind.INF, Kind.ART, Kind.RCL, Kind.AA}
    for gun in GUNS:
        weapon = weapon_of(gun, "1944-06")
        assert not weapon.sw and not weapon.vehicular
        assert target_of(gun).kind is TargetKind.GUN
    # The reverse repairs on 1 and eliminates on 6; a Gun that can be limbered shows that side.
    assert repair(Dice((1,))) is WeaponState.WORKING
    assert repair(Dice((6,))) is WeaponState.DISABLED
    assert {gun.name for gun in GUNS if gun.limbered_fire} >= {"2cm FlaK 30"}


@pytest.mark.rule("C2.27", "C2.271")
def test_every_gun_has_a_manhandling_number_and_a_size():
    numbers = {gun.name: gun.m for gun in GUNS}
    assert numbers["2cm FlaK 30"] == 10
    assert numbers["5cm PaK 38"] == 10
    assert all(-10 < m < 20 for m in numbers.values())
    assert {gun.target_size for gun in GUNS} == {-1, 0, 1}
    pak = next(gun for gun in GUNS if gun.name == "5cm PaK 38")
    assert target_of(pak).size == pak.target_size


@pytest.mark.rule("C2.4")
def test_limits_of_movement_are_on_the_counter():
    by_mark = {mark: {g.id for g in GUNS if getattr(g, mark)} for mark in ("rfnm", "nm", "qsu")}
    assert all(by_mark.values())
    assert not by_mark["nm"] & by_mark["qsu"]
    assert not by_mark["nm"] & by_mark["rfnm"]


@pytest.mark.rule("C2.3", "C2.23")
def test_mounts_of_guns():
    mounts = {gun.name: weapon_of(gun, "1944-06").mount for gun in GUNS}
    assert mounts["2cm FlaK 30"] is Mount.T
    assert mounts["5cm PaK 38"] is Mount.NT


@pytest.mark.rule("C2.21", "C2.26")
def test_figures_of_a_counter():
    flak = weapon_of(catalogue().find("2cm FlaK 30"), "1943-07")
    assert (flak.caliber, flak.barrel, flak.limbered.barrel) == (20, Barrel.LONG, Barrel.NORMAL)
    assert (flak.rof, flak.b, flak.ife) == (3, 11, 4)
    panzer = weapon_of(catalogue().find("PzKpfw IVH"), "1943-07")
    assert dict(panzer.ammo) == {Ammo.SMOKE: 8, Ammo.APCR: 4}
    assert dict(weapon_of(catalogue().find("PzKpfw IVH"), "1944-07").ammo)[Ammo.APCR] == 3
    assert panzer.mount is Mount.T and panzer.armored
    lepak = weapon_of(catalogue().find("4.2cm lePaK 41"), "1943-07")
    assert lepak.lists(Ammo.APCR) and lepak.depletion(Ammo.APCR) is None
    mortar = next(weapon_of(g, "1944-06") for g in GUNS if g.gun_type == "MTR" and g.range_min)
    assert mortar.min_range > 0 and mortar.max_range > mortar.min_range


@pytest.mark.rule("C.6")
def test_example_c6_columns():
    from hexfire.asl.tables import ift

    assert [ift.he_fp(mm) for mm in (100, 105)] == [20, 20]
    assert ift.he_fp(90) == 16
    assert [ift.he_fp(mm) for mm in (57, 76, 120, 150)] == [6, 12, 24, 30]


@pytest.mark.rule("C.7", "C3.71")
def test_example_c7_heavy_payload():
    gun = payload(24, ch=True)
    assert (gun.column, gun.total) == (36, -1)
    oba = payload(30, ch=True, caliber=150, heavy=True)
    assert (oba.column, oba.total) == (36, -3)
    bomb = payload(36, ch=True, caliber=250, heavy=True)
    assert (bomb.column, bomb.total) == (36, -5)
    assert payload(36, caliber=300, heavy=True).total == -2
    halved = payload(36, halvings=1, caliber=300, heavy=True)
    assert (halved.column, halved.total) == (16, -1)


@pytest.mark.rule("C3.75")
def test_a_critical_hit_doubles_the_fp_before_it_was_reduced():
    assert payload(20, ch=True, halvings=1) == payload(20, ch=True)
    assert payload(20, ch=True, halvings=1).column == 36


@pytest.mark.rule("C3.73")
def test_a_critical_hit_does_nothing_special_to_terrain(shot):
    ground = {"kind": TargetKind.TERRAIN, "size": None}
    made = shot(target=ground, target_type=TargetType.AREA)
    hit = throw(Dice((1, 1)), to_hit(made)).hits[0]
    assert not hit.is_ch and hit.half_fp == 1
    mixed = shot(target=ground, others=[INFANTRY | {"name": "men"}], target_type=TargetType.AREA)
    assert [h.is_ch for h in throw(Dice((1, 1)), to_hit(mixed)).hits] == [False, True]


@pytest.mark.rule("C3.76")
def test_wp_may_be_critical_and_asks_for_a_morale_check(shot, tank):
    gun = tank(ammo=((Ammo.WP, 9),))
    made = shot(gun, target=INFANTRY | {"terrain": "building_stone"}, ammo=Ammo.WP)
    assert throw(Dice((1, 1)), to_hit(made)).hits[0].is_ch
    # NMC of morale 7: a 7 pins; after a CH the +3 TEM is added to the check, and it breaks.
    usual = play(Dice((2, 1, 3, 4)), fire, made)
    assert isinstance(usual.effects[0], Personnel) and usual.effects[0].pinned
    critical = play(Dice((1, 1, 3, 4)), fire, made)
    assert critical.effects[0].broken


@pytest.mark.rule("C.1")
def test_guns_on_the_board_always_make_a_to_hit_dr(shot, gun):
    mortar = gun(kind=Kind.MTR, caliber=82, no_ap=True)
    assert to_hit(shot(mortar, target=INFANTRY, phase=Phase.PFPH)).basic == 7
    howitzer = gun(kind=Kind.ART, caliber=105, barrel=Barrel.NORMAL)
    assert to_hit(shot(howitzer, target=INFANTRY)).basic == 7


@pytest.mark.rule("C2.21", "C2.9")
def test_secondary_armament_and_ammunition_of_one_gun():
    grant = catalogue().find("Grant(a)")
    main, bow = weapon_of(grant, "1944-06"), weapon_of(grant, "1944-06", armament=Armament.SA)
    assert (main.caliber, main.mount, main.rof) == (37, Mount.T, 1)
    assert (bow.caliber, bow.barrel, bow.mount, bow.rof) == (75, Barrel.NORMAL, Mount.NT, 0)
    assert dict(main.ammo) == {Ammo.CANISTER: 5}
    assert dict(bow.ammo) == {Ammo.SMOKE: 8}
    assert bow.gyro and main.gyro
    # HE for the 37 from 1944 on, as the back says.
    assert not main.no_he and weapon_of(grant, "1943-12").no_he
    churchill = weapon_of(catalogue().find("Churchill I"), "1942-06", armament=Armament.SA)
    assert churchill.no_ap and churchill.mount is Mount.NT
    with pytest.raises(BadInput):
        weapon_of(catalogue().find("PzKpfw IVH"), "1943-07", armament=Armament.SA)


@pytest.mark.rule("C2.21")
def test_an_underlined_caliber_with_limited_he_may_fire_it(shot, tank):
    limited = tank(no_he=True, ammo=((Ammo.HE, 7),))
    th = to_hit(shot(limited, target=INFANTRY, ammo=Ammo.HE))
    assert th.depletion == 7
    # Not unless the player says so: it is limited.
    assert to_hit(shot(limited, target=INFANTRY)).shot.ammo is Ammo.AP
