"""The Acquired Target counter, and Bore Sighting."""

from __future__ import annotations

import pytest

from hexfire.asl.gunnery.acquisition import (
    Acquisition,
    Loss,
    Size,
    after_shot,
    drm_after,
    drm_for,
    lose,
    target_moves,
)
from hexfire.asl.gunnery.bore_sight import (
    BoreSight,
    Disturbed,
    after,
    designate,
    ift_drm,
    may_use,
)
from hexfire.asl.gunnery.to_hit import to_hit
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.shot import Ammo, Kind, TargetKind, TargetType
from hexfire.rulebook import Refusal

INFANTRY = {"kind": TargetKind.INFANTRY, "size": None}
AREA = {"target_type": TargetType.AREA, "ammo": Ammo.HE}
AS_INFANTRY = {"target_type": TargetType.INFANTRY, "ammo": Ammo.HE}


@pytest.mark.rule("C6.5", "C6.53", "Case N")
def test_each_shot_gains_one_up_to_two(shot):
    assert [drm_after(shot(acquisition=a)) for a in (0, -1, -2)] == [-1, -2, -2]
    assert drm_after(shot(), malfunction=True) == 0


@pytest.mark.rule("C6.5")
@pytest.mark.rule("C9.2#6")
def test_who_acquires_what(shot, tank, gun):
    assert drm_after(shot(tank(caliber=20))) == -1
    assert drm_after(shot(tank(caliber=15))) == 0
    assert drm_after(shot(tank(caliber=8, kind=Kind.MG))) == 0
    assert drm_after(shot(tank(kind=Kind.LATW, th_table="PSK", sw=True))) == 0
    assert drm_after(shot(tank(no_acquisition=True))) == 0
    light_mortar = gun(kind=Kind.MTR, caliber=50, sw=True, no_ap=True)
    assert drm_after(shot(light_mortar, target=INFANTRY, **AREA)) == -1
    bridge = {"kind": TargetKind.BRIDGE, "size": None}
    assert drm_after(shot(target=bridge, **AS_INFANTRY)) == -1
    empty = {"kind": TargetKind.TERRAIN, "size": None}
    assert drm_after(shot(target=empty, **AS_INFANTRY)) == 0
    assert drm_after(shot(target=empty, **AREA)) == -1


@pytest.mark.rule("C6.54", "C6.56", "C2.29")
def test_ife_smoke_and_canister_lose_it(shot, tank):
    assert drm_after(shot(ife=True, acquisition=-2)) == 0
    gun = tank(ammo=((Ammo.SMOKE, 8), (Ammo.CANISTER, 5)))
    smoke = shot(gun, ammo=Ammo.SMOKE, target_type=TargetType.AREA, acquisition=-2)
    # Used for this very attempt, then lost.
    assert to_hit(smoke).aim.tally.value_of("N") == -2
    assert drm_after(smoke) == 0
    assert drm_after(shot(gun, ammo=Ammo.CANISTER, acquisition=-1)) == 0


@pytest.mark.rule("C6.55")
def test_only_gyrostabilized_guns_acquire_on_the_move(shot, tank):
    moved = {"entered_new_hex": True, "mp_target_in_los": 5}
    assert drm_after(shot(None, moved, phase=Phase.MPH, acquisition=-1)) == 0
    steady = moved | {"gyro_in_use": True}
    assert drm_after(shot(tank(gyro=True), steady, phase=Phase.MPH, acquisition=-1)) == -2


@pytest.mark.rule("C5.71", "Case G")
def test_deliberate_immobilization_gains_what_it_may_not_use(shot):
    made = shot(deliberate_immobilization=True, range=5, acquisition=-1)
    assert to_hit(made).aim.tally.value_of("N") == 0
    assert drm_after(made) == -2


@pytest.mark.rule("C6.57", "C6.51")
def test_concealed_targets(shot):
    concealed = INFANTRY | {"concealed": True}
    assert drm_after(shot(target=concealed, **AS_INFANTRY)) == 0
    assert drm_after(shot(target=concealed, **AS_INFANTRY), revealed=True) == -1
    # What it held elsewhere is lost by firing at what it may not use it on.
    assert drm_after(shot(target=concealed, acquisition=-2, **AS_INFANTRY), revealed=True) == -1
    assert drm_after(shot(target=concealed, acquisition=-1, **AREA)) == -2


@pytest.mark.rule("C6.58", "C6.521", "C6.52", "C6.5")
@pytest.mark.rule("C6.58#2")
def test_example_c658_panther_c(shot):
    squad = INFANTRY | {"name": "squad"}
    first = after_shot(None, shot(target=squad, **AREA), "M2", "", gun="C")
    assert (first.label, first.size) == ("-1C", Size.HEX)
    second_shot = shot(target=squad, **AREA)
    assert drm_for(first, second_shot, "M2", "") == -1
    second = after_shot(first, second_shot, "M2", "")
    assert (second.label, second.size) == ("-2C", Size.HEX)
    third_shot = shot(target=squad, **AS_INFANTRY)
    assert drm_for(second, third_shot, "M2", "") == -2
    third = after_shot(second, third_shot, "M2", "")
    assert (third.label, third.size) == ("-2C", Size.LOCATION)


@pytest.fixture
def area_on_m2():
    """C6.57's example after the Area fire at M2: a -1 on the whole hex."""
    return Acquisition(drm=-1, hex="M2", size=Size.HEX, gun="A")


KNOWN_2 = INFANTRY | {"name": "level 2", "location": "2"}
CONCEALED_1 = INFANTRY | {"name": "level 1", "location": "1", "concealed": True}
UNSEEN_0 = INFANTRY | {"name": "level 0", "location": "0", "in_los": False}


@pytest.mark.rule("C6.57", "C3.32", "C3.33", "C6.521")
@pytest.mark.rule("C6.521#2")
def test_example_c657_final_fire_at_m2(shot, gun):
    others = [CONCEALED_1, UNSEEN_0]
    at_2 = after_shot(None, shot(target=KNOWN_2, others=others, **AS_INFANTRY), "M2", "2")
    assert (at_2.drm, at_2.size, at_2.location) == (-1, Size.LOCATION, "2")
    at_1 = shot(target=CONCEALED_1, others=[KNOWN_2], **AS_INFANTRY)
    assert after_shot(None, at_1, "M2", "1") is None
    assert after_shot(None, at_1, "M2", "1", revealed=True).drm == -1
    area = shot(gun(rof=3), target=KNOWN_2, others=others, **AREA)
    th = to_hit(area)
    assert {a.target.name for a in th.aims} == {"level 2", "level 1"}
    assert th.rof.total == 0
    counter = after_shot(None, area, "M2", "")
    assert (counter.drm, counter.size) == (-1, Size.HEX)


@pytest.mark.rule("Case N", "C6.521", "C6.521#2", "C3.33")
def test_a_mortar_s_acquisition_does_not_count_against_whom_it_does_not_see(shot, gun):
    """It hits who is out of its LOS in the hex, but without the DRM of the acquired hex."""
    mortar = gun(kind=Kind.MTR, caliber=81, no_ap=True)
    aimed = to_hit(shot(mortar, target=KNOWN_2, others=[UNSEEN_0], acquisition=-2, **AREA))
    drm = {aim.target.name: aim.tally.as_dict().get("N", 0) for aim in aimed.aims}
    assert drm == {"level 2": -2, "level 0": 0}


@pytest.mark.rule("C6.52", "C6.57")
def test_example_c657_next_prep_fire(shot, area_on_m2):
    assert drm_for(area_on_m2, shot(target=KNOWN_2, **AREA), "M2", "") == -1
    at_2 = shot(target=KNOWN_2, **AS_INFANTRY)
    assert drm_for(area_on_m2, at_2, "M2", "2") == -1
    at_1 = shot(target=CONCEALED_1, **AS_INFANTRY)
    assert drm_for(area_on_m2, at_1, "M2", "1") == 0
    assert after_shot(area_on_m2, at_1, "M2", "1") is None


@pytest.mark.rule("C6.55", "C6.52")
@pytest.mark.rule("C6.521#2", "C6.55#3", "C6.57#4")
def test_example_c657_with_a_gyrostabilizer(shot, tank, area_on_m2):
    kept = lose(area_on_m2, Loss.GUN_LEFT_LOCATION, gyro=True, target_kept_in_los=True)
    assert kept is area_on_m2
    assert lose(area_on_m2, Loss.GUN_LEFT_LOCATION) is None
    assert lose(area_on_m2, Loss.GUN_LEFT_LOCATION, gyro=True) is None
    firer = {"entered_new_hex": True, "mp_target_in_los": 4, "gyro_in_use": True}
    bounding = {"phase": Phase.MPH, "weapon": tank(gyro=True), "firer": firer}
    with pytest.raises(Refusal):
        to_hit(shot(target=KNOWN_2, **AREA, **bounding))
    half = after_shot(kept, shot(target=KNOWN_2, **AS_INFANTRY, **bounding), "M2", "2")
    assert half.size is Size.LOCATION
    # Level 0 is now in LOS and unconcealed: the large counter covered its hex.
    seen_0 = UNSEEN_0 | {"in_los": True}
    assert drm_for(kept, shot(target=seen_0, **AS_INFANTRY, **bounding), "M2", "0") == -1
    assert drm_for(kept, shot(target=CONCEALED_1, **AS_INFANTRY, **bounding), "M2", "1") == 0


@pytest.mark.rule("C6.521", "C6.51")
@pytest.mark.rule("C6.521#1", "C6.521#5")
def test_example_c657_the_large_counter_stays(shot, area_on_m2):
    for level in ("1", "2"):
        mover = INFANTRY | {"name": "squad", "location": level}
        assert drm_for(area_on_m2, shot(target=mover, **AREA), "M2", level) == -1
    moved = target_moves(area_on_m2, ("squad",), "N2", "2", in_los=True)
    assert moved is area_on_m2
    in_n2 = INFANTRY | {"name": "squad", "location": "2"}
    assert drm_for(moved, shot(target=in_n2, **AS_INFANTRY), "N2", "2") == 0


@pytest.mark.rule("C6.5", "C6.51", "C6.15")
@pytest.mark.rule("C6.5#10", "C6.51#3", "C6.51#4", "C6.57#5")
def test_example_c657_the_small_counter_follows(shot):
    squad = INFANTRY | {"name": "4-6-7", "location": "2"}
    counter = after_shot(None, shot(target=squad, **AS_INFANTRY), "M2", "2")
    assert (counter.drm, counter.size, counter.units) == (-1, Size.LOCATION, ("4-6-7",))
    followed = target_moves(counter, ("4-6-7",), "N2", "2", in_los=True)
    assert (followed.hex, followed.location) == ("N2", "2")
    left = target_moves(followed, ("4-6-7",), "N1", "2", in_los=False)
    assert (left.hex, left.location, left.units) == ("N2", "2", ())
    # It serves against another Known unit that stands there.
    other = INFANTRY | {"name": "other", "location": "2"}
    assert drm_for(left, shot(target=other, **AS_INFANTRY), "N2", "2") == -1
    # And may be exchanged for the large one by Area fire at N2.
    area = after_shot(left, shot(target=other, **AREA), "N2", "")
    assert (area.drm, area.size) == (-2, Size.HEX)


@pytest.mark.rule("C6.51")
@pytest.mark.rule("C6.51#1")
def test_a_parting_stack_leaves_one_counter():
    stack = Acquisition(drm=-2, hex="M2", location="0", units=("a", "b", "c"))
    followed = target_moves(stack, ("a",), "M3", "0", in_los=True)
    assert (followed.hex, followed.units) == ("M3", ("a",))
    assert target_moves(stack, ("d",), "M3", "0", in_los=True) is stack


@pytest.mark.rule("C6.52")
@pytest.mark.rule("C6.52#1", "C6.52#2", "C6.52#3", "C6.52#4", "C6.52#5")
def test_bracketing(shot):
    small = Acquisition(drm=-2, hex="M2", location="1", units=("a",))
    assert after_shot(small, shot(target=INFANTRY, **AREA), "M2", "1").size is Size.HEX
    mortar = Acquisition(drm=-2, hex="M2", size=Size.HEX, mortar=True)
    assert drm_for(mortar, shot(target=INFANTRY, **AS_INFANTRY), "M2", "") == 0
    large = Acquisition(drm=-1, hex="M2", size=Size.HEX)
    hidden = INFANTRY | {"concealed": True}
    assert drm_for(large, shot(target=hidden, **AS_INFANTRY), "M2", "1") == 0
    # Another target of the same Location, and no other place.
    vehicle = {"name": "truck", "location": "1", "kind": TargetKind.VEHICLE}
    as_vehicle = {"target_type": TargetType.VEHICLE}
    assert drm_for(small, shot(target=vehicle, **as_vehicle), "M2", "1") == -2
    assert drm_for(small, shot(target=vehicle, **as_vehicle), "M2", "2") == 0
    assert drm_for(small, shot(target=vehicle, **as_vehicle), "M3", "1") == 0


@pytest.mark.rule("C6.5")
@pytest.mark.parametrize("event", list(Loss))
@pytest.mark.rule("C6.5#5", "C6.5#6", "C6.5#9", "C9.2#7")
def test_every_way_of_losing_it(event):
    counter = Acquisition(drm=-2, hex="M2", units=("a",))
    assert lose(counter, event) is None


@pytest.mark.rule("C6.5")
@pytest.mark.rule("C6.5#6")
def test_a_cmg_outside_the_turret_does_not_matter():
    counter = Acquisition(drm=-2, hex="M2", units=("a",))
    assert lose(counter, Loss.CMG_ATTACKED_OTHER, same_turret=False) is counter


NOTE = BoreSight(weapon="PaK", crew="crew 1", setup="4E6", location="4E9")


@pytest.mark.rule("C6.41", "C6.42")
@pytest.mark.parametrize(
    ("figures", "changed", "rule"),
    [
        ({}, {}, None),
        ({}, {"scenario_defender": False}, "C6.41"),
        ({"kind": Kind.LATW, "sw": True}, {}, "C6.41"),
        ({"kind": Kind.MG, "sw": True}, {"sw_kind": "LMG"}, "C6.41"),
        ({"kind": Kind.MG, "sw": True}, {"sw_kind": "HMG"}, None),
        ({"kind": Kind.MTR, "sw": True}, {}, None),
        ({"vehicular": True}, {"main_or_secondary": False}, "C6.41"),
        ({}, {"range_": 17}, "C6.42"),
        ({}, {"range_": 16}, None),
        ({}, {"range_": 9, "normal_range": 8}, "C6.42"),
        ({}, {"in_los": False}, "C6.42"),
        ({}, {"upper_building_level": True}, "C6.42"),
        ({}, {"note": BoreSight(weapon="P", crew="c", setup="4E6", location="4E6")}, "C6.42"),
    ],
)
@pytest.mark.rule("C6.41#1", "C6.42#2", "C6.42#5")
def test_designating_a_bore_sighted_location(gun, figures, changed, rule):
    given = {"note": NOTE, "scenario_defender": True, "range_": 3, "in_los": True} | changed
    if rule is None:
        assert designate(gun(**figures), **given) == NOTE
        return
    with pytest.raises(Refusal) as caught:
        designate(gun(**figures), **given)
    assert caught.value.rule == rule


@pytest.mark.rule("C6.43")
@pytest.mark.rule("C6.43#1", "C6.43#2", "C6.43#3")
def test_losing_bore_sighting():
    assert may_use(NOTE, "crew 1", "4E9")
    assert not may_use(NOTE, "crew 2", "4E9")
    assert not may_use(NOTE, "crew 1", "4E8")
    for event in Disturbed:
        assert after(NOTE, event) == (NOTE if event is Disturbed.CA_CHANGED else None)


@pytest.mark.rule("C6.44")
@pytest.mark.rule("C6.44#2", "C6.44#3", "C6.44#5")
def test_bore_sighting_on_the_ift():
    assert ift_drm(Phase.DFF, target_is_infantry=True).value == -2
    assert ift_drm(Phase.PFPH, target_is_infantry=True) is None
    assert ift_drm(Phase.PFPH, target_is_infantry=False).value == -2
    for case in ("spraying", "snap_shot", "residual"):
        assert ift_drm(Phase.DFF, target_is_infantry=True, **{case: True}) is None
    assert ift_drm(Phase.DFF, target_is_infantry=True, whole_group=False) is None
