"""What may not be fired, where, when and at what."""

from __future__ import annotations

import pytest

from hexfire.asl.gunnery.declare import declare
from hexfire.asl.gunnery.firer_cases import needs_bog_check
from hexfire.asl.gunnery.place import check_place
from hexfire.asl.gunnery.to_hit import to_hit
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.shot import Ammo, FireCounter, Kind, Mount, TargetKind, TargetType, Turned
from hexfire.rulebook import BadInput, Refusal

INFANTRY = {"kind": TargetKind.INFANTRY, "size": None}
MOTORCYCLE = {"kind": TargetKind.MOTORCYCLE, "size": None}


def refused(rule, made):
    with pytest.raises(Refusal) as caught:
        to_hit(made)
    assert caught.value.rule == rule
    return caught.value.message.key


@pytest.mark.rule("C2.21")
def test_overlined_and_underlined_calibers(shot, tank):
    assert refused("C2.21", shot(tank(no_ap=True), ammo=Ammo.AP)) == "gunnery.no_ap"
    no_he = shot(tank(no_he=True), ammo=Ammo.HE, target=INFANTRY)
    assert refused("C2.21", no_he) == "gunnery.no_he"


@pytest.mark.rule("C2.26")
def test_special_ammunition_must_be_on_the_counter(shot, tank):
    for ammo in (Ammo.APCR, Ammo.APDS, Ammo.HEAT, Ammo.SMOKE, Ammo.WP):
        refused("C2.26", shot(tank(), ammo=ammo))
    to_hit(shot(tank(ammo=((Ammo.HEAT, 6),)), ammo=Ammo.HEAT))


@pytest.mark.rule("C2.25", "C3.52")
def test_printed_ranges(shot, gun):
    mortar = gun(kind=Kind.MTR, caliber=82, min_range=3, max_range=75, no_ap=True)
    refused("C3.52", shot(mortar, target=INFANTRY, range=76))
    refused("C2.25", shot(mortar, target=INFANTRY, range=2))
    to_hit(shot(mortar, target=INFANTRY, range=75))
    to_hit(shot(gun(), range=90))


@pytest.mark.rule("C2.6")
def test_elevation(shot, gun, tank):
    up = {"level": 3}
    refused("C2.6", shot(gun(), target=up, range=2))
    to_hit(shot(gun(), target=up, range=3))
    to_hit(shot(gun(kind=Kind.AA), target=up, range=2))
    to_hit(shot(tank(aa=True), target=up, range=2))
    to_hit(shot(gun(kind=Kind.MTR, caliber=82, no_ap=True), target=up, range=2))
    to_hit(shot(gun(), {"level": 3}, range=1))  # down is free
    inside = {"terrain": "building_stone", "level": 1}
    assert refused("C2.6", shot(gun(), inside, INFANTRY, range=0)).endswith("not_down_in_building")
    above = INFANTRY | {"level": 1}
    refused("C2.6", shot(gun(kind=Kind.AA, caliber=75), target=above, range=0))
    to_hit(shot(gun(kind=Kind.AA, caliber=40), target=above, range=0))
    piat = tank(kind=Kind.LATW, th_table="PIAT", sw=True, vehicular=False, armored=False)
    to_hit(shot(piat, target=up, range=2))
    refused("C2.6", shot(gun(kind=Kind.INF, sw=True), target=up, range=2))


@pytest.mark.rule("C2.8")
def test_a_gun_that_moved_does_not_fire(shot, gun, tank):
    moved = {"entered_new_hex": True}
    refused("C2.8", shot(gun(), moved, phase=Phase.AFPH))
    to_hit(shot(tank(), moved, phase=Phase.AFPH))


def test_only_vehicles_fire_in_their_movement_phase(shot, gun):
    refused("C5.3", shot(gun(), phase=Phase.MPH))


@pytest.mark.rule("C2.9")
def test_what_the_star_on_a_counter_forbids(shot, tank, drm):
    moved = {"entered_new_hex": True, "mp_target_in_los": 4}
    refused("C2.9", shot(tank(no_bounding_first_fire=True), moved, phase=Phase.MPH))
    to_hit(shot(tank(no_bounding_first_fire=True), moved, phase=Phase.AFPH))
    refused("C2.9", shot(tank(no_bounding_fire=True), moved, phase=Phase.AFPH))
    refused("C2.9", shot(tank(no_area=True), target_type=TargetType.AREA))
    assert drm(tank(nt_tca=True), {"hexspines_turned": 1}) == {"A": 3}


@pytest.mark.rule("C2.241", "C2.24")
def test_marked_weapons(shot, gun):
    by_marker = {"FIRST": "C2.241", "FINAL": "C2.241", "INTENSIVE": "C5.6", "PREP": "C2.24"}
    for marker, rule in by_marker.items():
        refused(rule, shot(gun(), {"marker": FireCounter[marker]}, phase=Phase.DFPH))
    # A Gun that kept its rate is not marked and goes on in Final Fire.
    assert to_hit(shot(gun(), {"shots_this_phase": 2}, phase=Phase.DFPH)).rof.total == 3
    intensive = {"marker": FireCounter.FIRST, "intensive_fire": True}
    assert to_hit(shot(gun(), intensive, phase=Phase.DFPH)).rof.total == 0


@pytest.mark.rule("C3.31", "C3.32")
def test_vehicle_and_infantry_target_types(shot, tank):
    vehicle, infantry = (
        {"target_type": TargetType.VEHICLE},
        {"target_type": TargetType.INFANTRY, "ammo": Ammo.HE},
    )
    refused("C3.31", shot(target=INFANTRY, **vehicle))
    refused("C3.31", shot(target=MOTORCYCLE, **vehicle))
    refused("C3.31", shot(**infantry))
    truck = {"kind": TargetKind.VEHICLE, "concealed": True}
    to_hit(shot(target=truck, **vehicle))
    to_hit(shot(target=truck, **infantry))
    assert to_hit(shot(ammo=Ammo.HE)).shot.target_type is TargetType.VEHICLE


def test_heat_against_men_needs_hard_cover(shot, tank):
    gun = tank(ammo=((Ammo.HEAT, 7),))
    refused("C8.31", shot(gun, target=INFANTRY, ammo=Ammo.HEAT))
    to_hit(shot(gun, target=INFANTRY | {"terrain": "building_stone"}, ammo=Ammo.HEAT))
    to_hit(shot(gun, target={"kind": TargetKind.GUN}, ammo=Ammo.HEAT))


@pytest.mark.rule("C3.33", "C.1")
def test_area_target_type(shot, tank, gun):
    area = {"target_type": TargetType.AREA}
    refused("C3.33", shot(ammo=Ammo.AP, **area))
    refused("C3.33", shot(range=0, **area))
    moved = {"entered_new_hex": True, "mp_target_in_los": 5}
    refused("C3.33", shot(None, moved, phase=Phase.MPH, **area))
    refused("C3.33", shot(None, {"motion": True}, phase=Phase.DFPH, **area))
    refused("C3.33", shot(None, {"shots_this_phase": 1}, **area))
    mortar = gun(kind=Kind.MTR, caliber=82, no_ap=True, rof=3)
    to_hit(shot(mortar, {"shots_this_phase": 1}, INFANTRY))
    refused("C3.33", shot(mortar, target=INFANTRY, target_type=TargetType.INFANTRY))
    smoke = tank(ammo=((Ammo.SMOKE, 7),))
    assert to_hit(shot(smoke, ammo=Ammo.SMOKE)).shot.target_type is TargetType.AREA
    refused("C3.33", shot(smoke, ammo=Ammo.SMOKE, target_type=TargetType.VEHICLE))
    piat = tank(kind=Kind.LATW, th_table="PIAT", sw=True, vehicular=False, armored=False)
    refused("C13.1", shot(piat, range=2, **area))


@pytest.mark.rule("C3.33", "C3.331")
def test_area_target_type_forfeits_the_rate_of_fire_of_all_but_mortars(shot, gun):
    area = {"target_type": TargetType.AREA, "target": INFANTRY}
    assert to_hit(shot(gun(rof=3), **area)).rof.total == 0
    mortar = gun(kind=Kind.MTR, caliber=82, no_ap=True, rof=3)
    assert to_hit(shot(mortar, **area)).rof.total == 3


@pytest.mark.rule("C3.41")
def test_empty_hexes_bridges_and_guns_without_crew_may_be_fired_at(shot):
    for kind in (TargetKind.TERRAIN, TargetKind.BRIDGE):
        for target_type in (TargetType.INFANTRY, TargetType.AREA):
            made = shot(target={"kind": kind, "size": None}, target_type=target_type)
            assert to_hit(made).number >= 7
    gun = {"kind": TargetKind.GUN, "size": 1, "crewed": False}
    assert to_hit(shot(target=gun)).shot.target_type is TargetType.INFANTRY


@pytest.mark.rule("C.9")
def test_forgotten_target_type(shot, tank, gun):
    assert declare(shot()).target_type is TargetType.VEHICLE
    assert declare(shot(target={"kind": TargetKind.VEHICLE})).target_type is TargetType.VEHICLE
    assert declare(shot(target=INFANTRY)).target_type is TargetType.INFANTRY
    assert declare(shot(target=MOTORCYCLE)).target_type is TargetType.INFANTRY
    mortar = gun(kind=Kind.MTR, caliber=82, no_ap=True)
    assert declare(shot(mortar, target=INFANTRY)).target_type is TargetType.AREA


@pytest.mark.rule("C3.4")
def test_nothing_in_los_cannot_be_fired_at(shot):
    refused("C3.4", shot(target={"in_los": False}))
    refused("C3.4", shot(target={"too_close": True}))


@pytest.mark.rule("C2.22", "C2.1")
def test_the_type_of_a_gun_limits_nothing(shot, gun):
    for kind in (Kind.AT, Kind.INF, Kind.ART, Kind.AA):
        assert to_hit(shot(gun(kind=kind))).number == 9
        assert to_hit(shot(gun(kind=kind), target=INFANTRY)).number == 7
    # A Gun wants its crew; who else mans it is not qualified.
    assert to_hit(shot(gun(), {"non_qualified": True})).aim.total == 2


@pytest.mark.rule("C2.7")
@pytest.mark.parametrize(
    ("figures", "terrain", "more", "allowed"),
    [
        ({}, "building_stone", {}, True),
        ({"size": -1}, "building_stone", {}, False),
        ({"kind": Kind.ART}, "rubble_stone", {}, False),
        ({"kind": Kind.ART, "size": 1}, "rubble_stone", {}, True),
        ({"kind": Kind.ART}, "building_stone", {"fortified": True}, True),
        ({}, "building_stone", {"upper_level": True}, False),
        ({}, "building_stone", {"upper_level": True, "fortified": True}, True),
        ({"kind": Kind.MTR}, "building_stone", {"upper_level": True, "rooftop": True}, True),
        ({}, "marsh", {}, False),
        ({}, "marsh", {"aboard": True}, True),
        ({}, "water_obstacle", {"dismantled": True}, True),
        ({}, "crag", {}, False),
        ({"kind": Kind.MTR}, "crag", {}, True),
        ({}, "open_ground", {"irrigated_paddy": True}, False),
        ({}, "woods", {}, True),
    ],
)
@pytest.mark.rule("C2.7#1", "C2.7#2", "C2.7#3", "C2.7#4", "C2.7#5", "C2.7#6")
def test_prohibited_hexes(gun, figures, terrain, more, allowed):
    if allowed:
        check_place(gun(**figures), terrain, **more)
        return
    with pytest.raises(Refusal) as caught:
        check_place(gun(**figures), terrain, **more)
    assert caught.value.rule == "C2.7"


def test_bad_figures_are_named(shot):
    for bad, key in (
        ({"range": -1}, "bad_range"),
        ({"hindrance": -1}, "bad_hindrance"),
        ({"firer": {"hexspines_turned": 4}}, "bad_hexspines"),
    ):
        with pytest.raises(BadInput, match=key):
            to_hit(shot(**bad))


def test_shocked_crews_do_not_fire(shot):
    refused("C7.42", shot(None, {"shocked": True}))


def test_restricted_turrets_fire_buttoned_up(shot, tank):
    refused("C5.9", shot(tank(mount=Mount.RST), {"bu": False}))


@pytest.mark.rule("C5.2", "C5.3", "C2.24")
def test_further_shots_in_one_phase(shot, tank):
    again = {"shots_this_phase": 1}
    refused("C5.2", shot(tank(), again, phase=Phase.AFPH))
    to_hit(shot(tank(), again | {"opportunity_fire": True}, phase=Phase.AFPH))
    moved = again | {"entered_new_hex": True, "mp_target_in_los": 4}
    refused("C5.3", shot(tank(), moved | {"mp_since_shot": 0.5}, phase=Phase.MPH))
    to_hit(shot(tank(), moved | {"mp_since_shot": 1}, phase=Phase.MPH))


@pytest.mark.rule("C5.11")
def test_turning_a_vehicle_in_the_woods_needs_a_bog_check(shot, tank, gun):
    turned = {"hexspines_turned": 1, "terrain": "woods"}
    vca = turned | {"turned": Turned.VCA}
    assert needs_bog_check(shot(tank(), vca))
    assert needs_bog_check(shot(tank(mount=Mount.NT), turned))
    assert not needs_bog_check(shot(tank(), turned))
    assert not needs_bog_check(shot(tank(), vca | {"on_woods_road": True}))
    assert not needs_bog_check(shot(tank(), vca | {"terrain": "open_ground"}))
    assert not needs_bog_check(shot(gun(), turned))
