"""Cases J–R: what the target and the way to it add."""

from __future__ import annotations

import pytest

from hexfire.asl.gunnery.to_hit import to_hit
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.shot import Ammo, Kind, TargetKind, TargetType
from hexfire.rulebook import BadInput, Refusal

INFANTRY = {"kind": TargetKind.INFANTRY, "size": None}


@pytest.mark.rule("C.8", "Case J", "C6.1")
@pytest.mark.parametrize(
    "how", ["moving", "entered_new_hex", "vbm", "motion", "began_in_motion", "non_stopped"]
)
def test_moving_vehicles(drm, how):
    assert drm(target={how: True}) == {"J": 2}


@pytest.mark.rule("C.8")
def test_other_mp_do_not_make_a_moving_target(drm, shot):
    # MP spent on turning, unbogging or hooking up: the vehicle drew fire and does not move.
    assert drm(target={"mp_in_los": 4}, phase=Phase.DFF) == {}
    assert not shot(target={"mp_in_los": 4}).target.is_moving
    assert shot(target={"entered_new_hex": True}).target.is_moving


@pytest.mark.rule("Case J1", "Case J2", "C6.11", "C6.12", "C6.16")
def test_aim_time_in_first_fire(drm, shot):
    def aimed(mp, phase=Phase.DFF):
        return drm(target={"entered_new_hex": True, "mp_in_los": mp}, phase=phase)

    assert [aimed(mp) for mp in (0.5, 1)] == [{"J": 2, "J2": 2}] * 2
    assert [aimed(mp) for mp in (1.5, 3)] == [{"J": 2, "J1": 1}] * 2
    assert [aimed(mp) for mp in (3.5, 12)] == [{"J": 2}] * 2
    assert aimed(1, Phase.DFPH) == {"J": 2}
    with pytest.raises(BadInput, match="mp_in_los_needed"):
        to_hit(shot(target={"entered_new_hex": True}, phase=Phase.DFF))
    with pytest.raises(BadInput, match="bad_mp"):
        to_hit(shot(target={"entered_new_hex": True, "mp_in_los": 1.3}, phase=Phase.DFF))


@pytest.mark.rule("Case J3", "Case J4", "C6.13", "C6.14", "C6.16")
def test_moving_infantry(drm, why_not):
    moving = INFANTRY | {"ffnam": True, "ffmo": True}
    assert drm(target=moving, phase=Phase.DFF) == {"J3": -1, "J4": -1}
    assert drm(target=INFANTRY | {"ffmo": True}, phase=Phase.DFF) == {"J4": -1}
    assert drm(target=INFANTRY | {"ffnam": True}, phase=Phase.DFF) == {"J3": -1}
    assert drm(target=moving, phase=Phase.DFPH) == {}
    assert why_not(target=moving, phase=Phase.DFPH) == dict.fromkeys(
        ("J3", "J4"), "only_first_fire"
    )


@pytest.mark.rule("Case J", "C6.1", "C6.13", "C6.14")
def test_dashing_infantry(drm, why_not, shot, gun):
    dash = INFANTRY | {"dashing": True, "ffnam": True, "ffmo": True}
    assert drm(target=dash, phase=Phase.DFF) == {"J": 2}
    assert why_not(target=dash, phase=Phase.DFF) == dict.fromkeys(("J3", "J4"), "dashing")
    with pytest.raises(Refusal, match=r"C6\.1"):
        to_hit(shot(gun(), {"hexspines_turned": 1}, dash, phase=Phase.DFF))


@pytest.mark.rule("Case K", "C6.2")
def test_concealed_targets(drm, why_not):
    for state in ("concealed", "hidden"):
        assert drm(target={state: True}) == {"K": 2}
    inside = INFANTRY | {"concealed": True, "in_pillbox": True}
    assert drm(target=inside) == {}
    assert why_not(target=inside) == {"K": "in_pillbox"}


@pytest.mark.rule("Case K", "C6.2")
def test_smoke_takes_case_k_only_where_no_enemy_is_known(drm, tank):
    smoke = {"ammo": Ammo.SMOKE, "weapon": tank(ammo=((Ammo.SMOKE, 8),))}
    concealed, known = INFANTRY | {"concealed": True}, INFANTRY | {"name": "b"}
    assert drm(target=concealed, **smoke) == {"K": 2}
    assert drm(target=concealed, others=[known], **smoke) == {}
    assert drm(target={"kind": TargetKind.TERRAIN}, **smoke) == {}
    assert drm(target=INFANTRY | {"hidden": True}, **smoke) == {}


@pytest.mark.rule("Case L", "C6.3")
def test_point_blank(drm, why_not, tank):
    assert [drm(range=r) for r in (1, 2, 3)] == [{"L": -2}, {"L": -1}, {}]
    assert why_not(target={"motion": True}, range=1) == {"L": "target_in_motion"}
    assert why_not(target={"non_stopped": True}, range=1) == {"L": "target_in_motion"}
    assert drm(target={"entered_new_hex": True}, range=1) == {"J": 2, "L": -2}
    assert why_not(firer={"motion": True}, range=1)["L"] == "firer_in_motion"
    bike = {"kind": TargetKind.MOTORCYCLE, "size": None}
    assert why_not(target=bike, range=1) == {"L": "motorcyclist"}
    own = tank(kind=Kind.LATW, th_table="PIAT", vehicular=False, sw=True, armored=False)
    assert why_not(own, range=1) == {"L": "not_latw"}
    atr = tank(kind=Kind.ATR, caliber=8, vehicular=False, sw=True, armored=False)
    assert drm(atr, range=1) == {"L": -2}
    assert drm(range=0) == {"E": 2}


@pytest.mark.rule("Case M", "C6.4", "C6.41", "C6.43")
def test_bore_sighted(drm, why_not, tank):
    laid = {"bore_sighted": True}
    assert drm(**laid) == {"M": -2}
    assert drm(acquisition=-1, **laid) == {"M": -2}
    assert why_not(acquisition=-1, **laid) == {"N": "m_or_n"}
    assert drm(acquisition=-1, prefer="N", **laid) == {"N": -1}
    piat = tank(kind=Kind.LATW, th_table="PIAT", vehicular=False, sw=True, armored=False)
    assert why_not(piat, range=2, **laid)["M"] == "not_latw"
    moved = {"entered_new_hex": True}
    assert why_not(firer=moved, phase=Phase.AFPH, **laid)["M"] == "left_setup_location"


@pytest.mark.rule("Case N", "C6.5", "C6.51", "C6.521", "C6.53")
def test_acquired_targets(drm, why_not, tank, gun):
    assert [drm(acquisition=a) for a in (-1, -2)] == [{"N": -1}, {"N": -2}]
    assert drm(firer={"shots_this_phase": 1}, acquisition=-2) == {"N": -2}
    concealed = INFANTRY | {"concealed": True}
    assert why_not(target=concealed, acquisition=-1) == {"N": "only_known"}
    area = {"target_type": TargetType.AREA, "acquisition": -1}
    assert drm(target=concealed, **area) == {"K": 2, "N": -1}
    assert why_not(tank(caliber=15), acquisition=-1) == {"N": "below_20mm"}
    assert why_not(tank(kind=Kind.MG, caliber=8), acquisition=-1) == {"N": "no_acquisition"}
    mortar = gun(kind=Kind.MTR, caliber=50, sw=True, no_ap=True)
    assert drm(mortar, target=INFANTRY, acquisition=-2) == {"N": -2}


@pytest.mark.rule("C6.55", "Case N")
def test_acquisition_on_the_move_needs_a_gyrostabilizer(drm, why_not, tank):
    moved = {"entered_new_hex": True, "mp_target_in_los": 4}
    more = {"phase": Phase.MPH, "acquisition": -2}
    assert why_not(firer=moved, **more) == {"N": "needs_gyro"}
    assert drm(tank(gyro=True), moved | {"gyro_in_use": True}, **more) == {"C": 3, "N": -2}


def test_acquisition_is_at_most_two(shot):
    with pytest.raises(BadInput, match="bad_acquisition"):
        to_hit(shot(acquisition=-3))


@pytest.mark.rule("Case O", "C6.6")
def test_hazardous_movement_replaces_every_case_j(drm, why_not):
    rider = {"hazardous": True, "entered_new_hex": True, "mp_in_los": 1}
    assert drm(target=rider, phase=Phase.DFF) == {"O": -2}
    assert why_not(target=rider, phase=Phase.DFF) == dict.fromkeys(("J", "J2"), "hazardous")
    pushed = INFANTRY | {"hazardous": True, "ffnam": True, "ffmo": True}
    assert drm(target=pushed, phase=Phase.DFF) == {"O": -2}


@pytest.mark.rule("Case P", "C6.7", "C2.271")
def test_target_size(drm, why_not):
    assert [drm(target={"size": s}) for s in (-2, -1, 1, 2)] == [{"P": s} for s in (-2, -1, 1, 2)]
    assert drm(target={"size": 0}) == {}
    gun = {"kind": TargetKind.GUN, "size": 1}
    assert drm(target=gun) == {"P": 1}
    assert drm(target=gun | {"in_pillbox": True, "tem": 3}) == {"Q": 3}
    assert why_not(target=gun | {"in_pillbox": True}) == {"P": "in_pillbox"}
    area = {"target_type": TargetType.AREA}
    assert drm(target=gun, **area) == {"P": 1}


@pytest.mark.rule("Case Q", "C6.8")
@pytest.mark.parametrize(
    ("terrain", "tem"),
    [("open_ground", 0), ("woods", 1), ("building_wooden", 2), ("building_stone", 3), ("wall", 2)],
)
def test_tem(drm, terrain, tem):
    assert drm(target={"terrain": terrain}).get("Q", 0) == tem
    assert drm(target=INFANTRY | {"terrain": terrain}).get("Q", 0) == tem


@pytest.mark.rule("Case Q", "C6.8", "C3.332")
def test_hull_down_vehicles_get_no_tem_of_their_wall(drm):
    assert drm(target={"terrain": "wall", "hd": True}) == {}
    assert drm(target={"terrain": "woods", "hd": True}) == {"Q": 1}


def test_shellholes_hide_men_only(drm):
    assert drm(target=INFANTRY | {"terrain": "shellholes"}) == {"Q": 1}
    assert drm(target={"terrain": "shellholes"}) == {}


@pytest.mark.rule("C6.8")
def test_unknown_terrain_and_missing_tem_are_asked_for(drm):
    with pytest.raises(BadInput, match="unknown_terrain"):
        drm(target={"terrain": "lava"})
    with pytest.raises(BadInput, match="tem_needed"):
        drm(target=INFANTRY | {"terrain": "building"})


def test_emplaced_guns(drm):
    placed = {"kind": TargetKind.GUN, "size": 1, "emplaced": True}
    assert drm(target=placed) == {"P": 1, "Q": 2}
    assert drm(target=placed | {"terrain": "building_stone"}) == {"P": 1, "Q": 3}
    assert drm(target=placed | {"terrain": "woods"}) == {"P": 1, "Q": 2}


@pytest.mark.rule("Case R", "C6.9")
def test_hindrance(drm):
    assert drm(hindrance=2) == {"R": 2}
    assert drm(hindrance=2, target={"hindrance": 0}) == {}
    assert drm(hindrance=1, target_type=TargetType.AREA) == {"R": 1}


@pytest.mark.rule("C6.note")
def test_target_drm_of_other_chapters(drm):
    assert drm(target=INFANTRY | {"overstacked": 2}) == {"overstacked-target": -2}
    assert drm(target={"kind": TargetKind.CAVALRY, "size": None}) == {"vs-cavalry": -2}
    assert drm(target={"kind": TargetKind.MOTORCYCLE, "size": None}) == {"vs-motorcyclist": -1}
    assert drm(target={"wading": True}) == {"vs-wading-vehicle": 2}
    trail = INFANTRY | {"trail_break": True}
    assert drm(target=trail, phase=Phase.DFF) == {"vs-tb": -1}
    assert drm(target=trail) == {}


@pytest.mark.rule("C6.1", "C6.11", "C6.12", "C.8", "Case J", "Case J1", "Case J2")
@pytest.mark.parametrize(
    ("state", "phase", "cases"),
    [
        ({}, Phase.DFF, {}),
        ({"entered_new_hex": True, "mp_in_los": 4}, Phase.DFF, {"J": 2}),
        ({"entered_new_hex": True, "mp_in_los": 3}, Phase.DFF, {"J": 2, "J1": 1}),
        ({"non_stopped": True, "mp_in_los": 1}, Phase.DFF, {"J": 2, "J2": 2}),
        ({"motion": True}, Phase.DFPH, {"J": 2}),
        ({"vbm": True}, Phase.DFPH, {"J": 2}),
        ({"ffnam": True, "ffmo": True}, Phase.DFF, {}),  # they are for Infantry alone
    ],
)
def test_motorcycles_are_vehicular_when_they_move(drm, state, phase, cases):
    bike = {"kind": TargetKind.MOTORCYCLE, "size": None} | state
    assert drm(target=bike, phase=phase) == cases | {"vs-motorcyclist": -1}


@pytest.mark.rule("C6.1", "C6.13", "C6.14")
def test_cavalry_is_neither_vehicle_nor_infantry(drm):
    riders = {"kind": TargetKind.CAVALRY, "size": None, "moving": True, "ffnam": True, "ffmo": True}
    assert drm(target=riders, phase=Phase.DFF) == {"vs-cavalry": -2}


def test_a_moving_motorcycles_mp_are_asked_for(shot):
    bike = {"kind": TargetKind.MOTORCYCLE, "size": None, "entered_new_hex": True}
    with pytest.raises(BadInput):
        to_hit(shot(target=bike, phase=Phase.DFF))
