"""Cases A–I: what the firer's own situation adds."""

from __future__ import annotations

import pytest

from hexfire.asl.gunnery.to_hit import to_hit
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.shot import (
    Ammo,
    Barrel,
    FireCounter,
    Kind,
    Mount,
    TargetKind,
    TargetType,
    Turned,
)
from hexfire.rulebook import BadInput, Refusal

WOODS = {"terrain": "woods"}
INFANTRY = {"kind": TargetKind.INFANTRY, "size": None}


@pytest.mark.rule("Case A", "C5.1", "C2.3")
@pytest.mark.parametrize(
    ("mount", "by_spines"),
    [
        (Mount.T, [1, 2, 3]),
        (Mount.ST, [2, 3, 4]),
        (Mount.RST, [2, 3, 4]),
        (Mount.ONE_MAN, [2, 3, 4]),
        (Mount.NT, [3, 4, 5]),
    ],
)
def test_case_a_by_mount(drm, tank, mount, by_spines):
    firer = {"bu": mount in (Mount.RST, Mount.ONE_MAN)}
    found = [drm(tank(mount=mount), firer | {"hexspines_turned": n})["A"] for n in (1, 2, 3)]
    assert found == by_spines


@pytest.mark.rule("C2.3")
def test_guns_turn_by_their_mount(drm, gun):
    assert drm(gun(mount=Mount.T), {"hexspines_turned": 1}) == {"A": 1}
    assert drm(gun(), {"hexspines_turned": 1}) == {"A": 3}


@pytest.mark.rule("C5.11", "Case A")
def test_case_a_vca_counts_as_no_turret_and_close_terrain_doubles(drm, tank):
    assert drm(tank(), {"hexspines_turned": 2, "turned": Turned.VCA}) == {"A": 4}
    for terrain in ("woods", "building_stone", "rubble_wooden"):
        assert drm(tank(), {"hexspines_turned": 2, "terrain": terrain}) == {"A": 4}
    on_road = WOODS | {"hexspines_turned": 2, "on_woods_road": True}
    assert drm(tank(), on_road) == {"A": 2}
    assert drm(tank(), WOODS | {"hexspines_turned": 2, "bypassing": True}) == {"A": 2}


@pytest.mark.rule("C5.11")
@pytest.mark.rule("C5.11#7")
def test_the_arc_is_locked_after_fire_from_close_terrain(shot, tank, gun):
    fired = {"hexspines_turned": 1, "fired_from_here": True}
    for weapon in (tank(), gun()):
        with pytest.raises(Refusal, match=r"C5\.11"):
            to_hit(shot(weapon, WOODS | fired))
    to_hit(shot(tank(), fired))
    to_hit(shot(tank(), WOODS | fired | {"on_woods_road": True}))
    mortar = gun(kind=Kind.MTR, caliber=82, no_ap=True)
    to_hit(shot(mortar, WOODS | fired))
    to_hit(shot(gun(), WOODS | {"hexspines_turned": 1}))  # another phase: free again


@pytest.mark.rule("C5.12", "Case A")
def test_case_a_only_with_the_shot_that_turns(drm, gun):
    assert drm(gun(), {"shots_this_phase": 1}) == {}


@pytest.mark.rule("C5.13")
def test_bounding_first_fire_keeps_its_arc(shot, tank):
    with pytest.raises(Refusal, match=r"C5\.13"):
        to_hit(shot(tank(), {"hexspines_turned": 1}, phase=Phase.MPH))


def test_pinned_men_do_not_turn_a_gun(shot, gun):
    with pytest.raises(Refusal, match=r"A7\.81"):
        to_hit(shot(gun(), {"hexspines_turned": 1, "pinned": True}))


def test_sw_have_no_arc(drm, why_not, gun):
    mortar = gun(kind=Kind.MTR, caliber=50, sw=True)
    assert drm(mortar, {"hexspines_turned": 1}) == {}
    assert why_not(mortar, {"hexspines_turned": 1})["A"] == "no_covered_arc"


@pytest.mark.rule("Case B", "C5.2")
def test_case_b(drm, why_not, tank):
    afph = {"phase": Phase.AFPH}
    assert drm(tank(), **afph) == {"B": 2}
    assert drm(tank(), WOODS, **afph) == {"B": 3}
    assert drm(tank(), {"hexspines_turned": 1}, **afph) == {"A": 1, "B": 2}
    assert drm(tank(), {"opportunity_fire": True}, **afph) == {}
    assert why_not(tank(), {"opportunity_fire": True}, **afph) == {"B": "opportunity_fire"}
    assert drm(tank(), phase=Phase.DFPH) == {}


@pytest.mark.rule("Case C", "C5.3")
@pytest.mark.parametrize(
    ("figures", "firer", "value"),
    [
        ({"gyro": True}, {"gyro_in_use": True}, 3),
        ({"mount": Mount.T}, {}, 4),
        ({"mount": Mount.ST}, {}, 4),
        ({"mount": Mount.NT}, {}, 5),
        ({"mount": Mount.T}, {"passenger": True}, 5),
        ({"aamg": True, "kind": Kind.MG, "caliber": 12}, {}, 2),
    ],
)
def test_example_c53_bounding_fire(drm, why_not, tank, figures, firer, value):
    moved = firer | {"entered_new_hex": True}
    assert drm(tank(**figures), moved, phase=Phase.AFPH) == {"C": value}
    assert why_not(tank(**figures), moved, phase=Phase.AFPH) == {"B": "part_of_c"}


@pytest.mark.rule("Case C1", "Case C2", "C5.31", "C5.32", "C5.33")
def test_the_clock_of_bounding_first_fire(drm, tank):
    def aimed(mp):
        return drm(tank(), {"entered_new_hex": True, "mp_target_in_los": mp}, phase=Phase.MPH)

    assert [aimed(mp) for mp in (0.5, 2)] == [{"C": 4, "C2": 2}] * 2
    assert [aimed(mp) for mp in (2.5, 3)] == [{"C": 4, "C1": 1}] * 2
    assert [aimed(mp) for mp in (3.5, 10)] == [{"C": 4}] * 2
    # The clock does not run in the AFPh.
    later = {"entered_new_hex": True, "mp_target_in_los": 1}
    assert drm(tank(), later, phase=Phase.AFPH) == {"C": 4}


@pytest.mark.rule("C5.33", "Case C")
def test_fire_before_moving_needs_no_delay(drm, shot, tank):
    assert drm(tank(), phase=Phase.MPH) == {"C": 4}
    with pytest.raises(BadInput, match="mp_target_in_los_needed"):
        to_hit(shot(tank(), {"entered_new_hex": True}, phase=Phase.MPH))


def latw(tank, **figures):
    own = {"kind": Kind.LATW, "th_table": "BAZ44", "sw": True, "vehicular": False, "armored": False}
    return tank(**(own | {"backblast": True, "rof": 0} | figures))


@pytest.mark.rule("Case C3", "C5.34")
def test_case_c3(drm, tank):
    baz = latw(tank)
    inside = {"terrain": "building_stone"}
    near = {"range": 2}
    assert drm(baz, phase=Phase.AFPH, **near) == {"C3": 2}
    assert drm(baz, inside, **near) == {"C3": 2}
    assert drm(baz, inside, phase=Phase.AFPH, **near) == {"C3": 4}
    assert drm(baz, inside | {"desperation": True}, phase=Phase.AFPH, **near) == {"C3": 2}
    assert drm(baz, inside | {"opportunity_fire": True}, phase=Phase.AFPH, **near) == {}
    assert drm(baz, {"terrain": "building_stone", "level": 1}, **near) == {}
    assert drm(baz, WOODS, **near) == {}
    assert drm(latw(tank, backblast=False), inside, **near) == {}
    assert drm(latw(tank, kind=Kind.ATR, th_table=None, caliber=8), phase=Phase.AFPH) == {"C3": 2}


@pytest.mark.rule("Case C4", "C5.35")
def test_example_c535_motion_fire(shot, tank):
    firer = {"non_stopped": True, "mp_target_in_los": 3.5}
    th = to_hit(shot(tank(caliber=50, barrel=Barrel.LONG), firer, range=6, phase=Phase.MPH))
    assert th.number == 10
    assert th.aim.tally.as_dict() == {"C": 4, "C4": 0}
    assert th.doubled
    assert th.needed(th.aim) == 6
    hitting = {
        tuple(sorted((c, w)))
        for c in range(1, 7)
        for w in range(1, 7)
        if c + w + min(c, w) + th.aim.total <= th.number
    }
    assert hitting == {(1, 1), (1, 2), (1, 3), (1, 4), (2, 2)}


@pytest.mark.rule("Case C4", "C5.35")
def test_motion_fire_with_gyrostabilizer_and_in_other_phases(shot, drm, tank):
    firer = {"motion": True, "gyro_in_use": True, "mp_target_in_los": 1}
    assert drm(tank(gyro=True), firer, phase=Phase.MPH) == {"C": 3, "C2": 2, "C4": 1}
    assert not to_hit(shot(tank(gyro=True), firer, phase=Phase.MPH)).doubled
    assert drm(tank(), {"motion": True}, phase=Phase.DFPH) == {"C": 4, "C4": 0}
    with pytest.raises(Refusal, match=r"D11\.1"):
        to_hit(shot(tank(), firer, phase=Phase.MPH))
    portee = {"portee": True, "non_stopped": True, "mp_target_in_los": 4}
    with pytest.raises(Refusal, match=r"C5\.35"):
        to_hit(shot(tank(), portee, phase=Phase.MPH))


@pytest.mark.rule("Case D", "C5.4", "C.4")
def test_case_d(drm, shot, tank):
    assert drm(tank(), {"pinned": True}) == {"D": 2}
    baz = latw(tank)
    assert drm(baz, {"pinned": True, "area_fire_status": 1}, range=2) == {"D": 4}
    assert to_hit(shot(tank(rof=2), {"pinned": True})).rof.total == 0


@pytest.mark.rule("C.4", "Case B", "Case K")
def test_area_fire_is_drm_not_half_firepower(drm, tank):
    concealed = INFANTRY | {"concealed": True}
    assert drm(tank(), target=concealed, phase=Phase.AFPH) == {"B": 2, "K": 2}


@pytest.mark.rule("Case E", "C5.5")
def test_case_e(drm, why_not, tank):
    here = {"range": 0}
    assert drm(tank(), **here) == {"E": 2}
    assert drm(tank(), WOODS, **here) == {"E": 4}
    assert drm(tank(), WOODS | {"bypassing": True}, **here) == {"E": 2}
    moving = INFANTRY | {"ffnam": True, "ffmo": True}
    more = {"phase": Phase.DFF, "bore_sighted": True}
    assert drm(tank(), target=moving, **more, **here) == {"E": 2}
    assert why_not(tank(), target=moving, **more, **here) == dict.fromkeys(
        ("J3", "J4", "M"), "case_e"
    )
    assert drm(tank(), hindrance=1, **here) == {"E": 2, "R": 1}


@pytest.mark.rule("C5.51")
def test_the_arc_turns_in_the_own_hex_only_for_first_fire(drm, shot, gun):
    turned = {"hexspines_turned": 1}
    assert drm(gun(), turned, phase=Phase.DFF, range=0) == {"A": 3, "E": 2}
    with pytest.raises(Refusal, match=r"C5\.51"):
        to_hit(shot(gun(), turned, range=0))


@pytest.mark.rule("Case F", "C5.6", "C5.61", "C5.62")
def test_case_f(drm, shot, gun):
    firer = {"intensive_fire": True, "marker": FireCounter.FIRST}
    assert drm(gun(), firer, phase=Phase.DFF) == {"F": 2}
    th = to_hit(shot(gun(), firer, phase=Phase.DFF))
    assert th.breakdown.total == 10
    assert th.rof.total == 0


@pytest.mark.rule("C5.6", "C5.63")
@pytest.mark.parametrize(
    ("figures", "firer", "phase", "rule"),
    [
        ({"sw": True, "kind": Kind.MTR, "no_ap": True}, {}, Phase.DFF, r"C5\.6"),
        ({"no_intensive_fire": True}, {}, Phase.DFF, r"C5\.63"),
        ({}, {"pinned": True}, Phase.DFF, r"C5\.6"),
        ({}, {"stunned": True}, Phase.DFF, r"C5\.6"),
        ({}, {"marker": FireCounter.FINAL}, Phase.DFPH, r"C5\.6"),
        ({}, {"marker": FireCounter.INTENSIVE}, Phase.DFPH, r"C5\.6"),
        ({}, {"marker": FireCounter.NONE}, Phase.DFPH, r"C5\.6"),
        ({}, {"marker": FireCounter.PREP}, Phase.AFPH, r"C5\.6"),
    ],
)
def test_who_may_not_use_intensive_fire(shot, gun, figures, firer, phase, rule):
    firer = {"intensive_fire": True, "marker": FireCounter.FIRST} | firer
    with pytest.raises(Refusal, match=rule):
        to_hit(shot(gun(**figures), firer, phase=phase))


@pytest.mark.rule("C5.63")
def test_intensive_fire_takes_case_b_only_within_case_c(drm, gun, tank):
    firer = {"intensive_fire": True, "opportunity_fire": True, "marker": FireCounter.PREP}
    assert drm(gun(), firer, phase=Phase.AFPH) == {"F": 2}
    bounding = {
        "intensive_fire": True,
        "marker": FireCounter.PREP,
        "entered_new_hex": True,
        "mp_target_in_los": 9,
    }
    assert drm(tank(), bounding, phase=Phase.MPH) == {"C": 4, "F": 2}


@pytest.mark.rule("Case G", "C5.7", "C5.71")
@pytest.mark.rule("C5.7#1")
def test_case_g(drm, why_not, shot, tank):
    attempt = {"deliberate_immobilization": True, "range": 6}
    assert drm(tank(), **attempt) == {"G": 5}
    assert why_not(tank(), acquisition=-2, **attempt) == {"N": "case_g"}
    for target in ({"hd": True}, {"immobile": True}):
        with pytest.raises(Refusal, match=r"C5\.71"):
            to_hit(shot(tank(), target=target, **attempt))
    with pytest.raises(Refusal, match=r"C5\.71"):
        to_hit(shot(tank(), **(attempt | {"range": 7})))
    with pytest.raises(Refusal, match=r"C5\.71"):
        to_hit(shot(tank(kind=Kind.MG, caliber=8), **attempt))
    with pytest.raises(Refusal, match=r"C5\.71"):
        to_hit(shot(tank(), target_type=TargetType.AREA, **attempt))
    with pytest.raises(Refusal, match=r"C5\.7"):
        to_hit(shot(tank(), target=INFANTRY, **attempt))


@pytest.mark.rule("Case H", "C5.8")
def test_case_h(drm, shot, tank):
    assert drm(tank(), {"captured": True}) == {"H": 2}
    assert drm(tank(), {"non_qualified": True}) == {"H": 2}
    assert drm(tank(), {"captured": True, "non_qualified": True}) == {"H": 4}
    th = to_hit(shot(tank(), {"captured": True}))
    assert th.breakdown.total == 10
    assert th.basic == 8  # red at ten hexes


@pytest.mark.rule("Case I", "C5.9")
@pytest.mark.rule("C5.9#4")
def test_case_i(drm, why_not, shot, tank):
    assert drm(tank(), {"bu": True}) == {"I": 1}
    assert drm(tank(open_topped=True), {"bu": True}) == {}
    assert why_not(tank(open_topped=True), {"bu": True}) == {"I": "not_ct_afv"}
    for mount in (Mount.RST, Mount.ONE_MAN):
        assert drm(tank(mount=mount), {"bu": True}) == {"I": 1}
        with pytest.raises(Refusal, match=r"C5\.9"):
            to_hit(shot(tank(mount=mount), {"bu": False}))
        assert drm(tank(mount=mount)) == {"I": 1}


@pytest.mark.rule("C5.note")
def test_firer_drm_of_other_chapters(drm, why_not, gun, tank):
    mortar = gun(kind=Kind.MTR, caliber=50, sw=True, no_ap=True)
    state = {
        "cx": True,
        "overstacked": 2,
        "leadership": -1,
        "encircled": True,
        "hero": True,
        "on_wire": True,
        "spotted": True,
    }
    assert drm(mortar, state) == {
        "CX": 1,
        "overstacked-firer": 2,
        "leadership": -1,
        "encircled": 1,
        "hero": -1,
        "on-wire": 1,
        "spotted": 2,
    }
    assert drm(tank(), {"leadership": -1, "stunned": True}) == {"leadership": -1, "stun": 1}
    assert drm(tank(), {"bypass_tca_through_side": True}) == {"bypass-tca-change": 1}
    assert why_not(gun(), {"leadership": -1, "hero": True}) == {
        "leadership": "not_for_guns",
        "hero": "not_for_guns",
    }


@pytest.mark.rule("C5", "C6", "C3.3")
def test_firer_and_target_drm_are_cumulative(drm, tank):
    firer = {"bu": True, "hexspines_turned": 1}
    target = {"size": -1, "tem": 1, "entered_new_hex": True}
    found = drm(tank(), firer, target, hindrance=2, acquisition=-1)
    assert found == {"A": 1, "I": 1, "J": 2, "N": -1, "P": -1, "Q": 1, "R": 2}


@pytest.mark.rule("C5.64", "C5.641")
@pytest.mark.rule("C5.64#1", "C5.641#4")
def test_ovr_prevention(shot, drm, gun):
    ovr = {"ovr_prevention": True, "morale": 8}
    marked = ovr | {"intensive_fire": True, "marker": FireCounter.INTENSIVE}
    place = {"phase": Phase.DFF, "range": 0}
    vehicle = {"entered_new_hex": True, "mp_in_los": 4}
    assert drm(gun(), marked, vehicle, **place) == {"E": 2, "F": 2, "J": 2}
    assert drm(gun(), ovr, vehicle, **place) == {"E": 2, "J": 2}
    with pytest.raises(Refusal, match=r"C5\.641"):
        to_hit(shot(gun(), ovr | {"intensive_fire": True}, vehicle, **place))
    with pytest.raises(Refusal, match=r"C5\.64"):
        to_hit(shot(gun(), ovr | {"marker": FireCounter.NO_FIRE}, vehicle, **place))
    with pytest.raises(Refusal, match=r"C5\.63"):
        to_hit(shot(gun(no_intensive_fire=True), marked, vehicle, **place))
    assert drm(gun(no_intensive_fire=True), ovr, vehicle, **place) == {"E": 2, "J": 2}
    with pytest.raises(Refusal, match=r"C5\.64"):
        to_hit(shot(gun(), ovr, vehicle, phase=Phase.DFF, range=1))


@pytest.mark.rule("C3.331")
@pytest.mark.rule("C5#1")
def test_area_target_type_leaves_cases_out(drm, why_not, tank):
    area = {"target_type": TargetType.AREA, "ammo": Ammo.HE}
    target = INFANTRY | {"terrain": "woods", "ffnam": True}
    assert drm(tank(), target=target, range=1, phase=Phase.DFF, **area) == {"J3": -1}
    assert why_not(tank(), target=target, range=1, **area)["L"] == "not_area"
    assert why_not(tank(), target=target, range=1, **area)["Q"] == "tem_on_effects"
