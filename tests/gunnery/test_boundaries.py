"""Limits and defaults that no worked example happens to touch."""

from __future__ import annotations

import pytest

from hexfire.asl.counters import catalogue
from hexfire.asl.effects.targets import Effect
from hexfire.asl.gunnery.arc import spines_to
from hexfire.asl.gunnery.fire import shot_odds
from hexfire.asl.gunnery.hit import Aspect
from hexfire.asl.gunnery.shot import Ammo, Kind, Phase, Shot, TargetKind, TargetType
from hexfire.asl.gunnery.throw import throw
from hexfire.asl.gunnery.to_hit import to_hit
from hexfire.asl.gunnery.weapons import target_of, weapon_of
from hexfire.dice import Dice
from hexfire.hexes import Hex

UNITS = catalogue()
HERE = Hex(0, 0)
INFANTRY = {"kind": TargetKind.INFANTRY, "size": None}


@pytest.mark.rule("C5.51", "C3.21")
@pytest.mark.parametrize(
    ("spine", "side", "turns"),
    [(0, 0, 0), (0, 5, 0), (0, 1, 1), (0, 4, 1), (0, 2, 2), (0, 3, 2), (5, 0, 1), (1, 5, 1),
     (5, 1, 2), (1, 4, 2), (3, 0, 2), (3, 5, 2), (4, 0, 2), (5, 5, 0)],
)  # fmt: skip
def test_turning_to_the_side_a_target_came_in_by(spine, side, turns):
    assert spines_to(HERE, spine, HERE, entered_by=side) == turns


@pytest.mark.rule("C2.28")
def test_what_prints_no_breakdown_number_breaks_down_on_a_12():
    for name in ("PzKpfw IVH", "57mm PTP obr. 43", "ge-geMTR"):
        counter = UNITS.find(name)
        assert counter.b is None and weapon_of(counter, "1943-07").b == 12


@pytest.mark.rule("C6.1", "Case J")
@pytest.mark.parametrize(("distance", "case_j"), [(6, 4), (7, 2)])
def test_a_rfnm_gun_near_by_doubles_case_j(drm, gun, distance, case_j):
    slow = gun(rfnm=True, kind=Kind.ART, caliber=105)
    moving = {"entered_new_hex": True}
    assert drm(slow, target=moving, range=distance)["J"] == case_j


@pytest.mark.rule("C3.4", "C3.33")
def test_area_fire_spares_what_flies_and_who_is_too_close(shot):
    others = (
        {"kind": TargetKind.AERIAL, "name": "plane"},
        INFANTRY | {"name": "near", "too_close": True},
        INFANTRY | {"name": "beside"},
        INFANTRY | {"name": "idle", "moved_to_draw_fire": False},
    )
    made = shot(target=INFANTRY, others=others, target_type=TargetType.AREA)
    assert [aim.target.name for aim in to_hit(made).aims] == ["target", "beside"]


@pytest.mark.rule("C3.332", "C1.55", "C7.7")
def test_the_place_of_an_area_hit_tells_shock_from_immobilization():
    """R-C3.332: the To Hit DR tells hull from turret; a K then immobilizes or shocks."""
    panzer = target_of(UNITS.find("PzKpfw IIIG"))
    made = Shot(
        weapon=weapon_of(UNITS.find("T-34 M41"), "1942-07"),
        target=panzer,
        range=9,
        date="1942-07",
        target_type=TargetType.AREA,
        ammo=Ammo.HE,
    )
    assert throw(Dice((1, 3)), to_hit(made)).hits[0].aspect is Aspect.TURRET
    found = shot_odds(made)

    def effects(aspect):
        return {o.effects[0].effect for o in found if o.hits and o.hits[0].aspect is aspect}

    assert Effect.SHOCK in effects(Aspect.TURRET) - effects(Aspect.HULL)
    assert Effect.IMMOBILIZED in effects(Aspect.HULL) - effects(Aspect.TURRET)


@pytest.mark.rule("C6.3", "C6.9")
def test_point_blank_and_hindrance_side_by_side(drm):
    assert drm(range=2, hindrance=3) == {"L": -1, "R": 3}
    assert drm(range=3, hindrance=3) == {"R": 3}
    own = {"hindrance": 0}
    assert drm(target=own, range=3, hindrance=3) == {}


@pytest.mark.rule("C5.33", "C5.31", "C5.32")
@pytest.mark.parametrize(("mp", "case"), [(2, "C2"), (2.5, "C1"), (3, "C1"), (3.5, None)])
def test_the_clock_of_bounding_first_fire(drm, mp, case):
    firer = {"entered_new_hex": True, "mp_target_in_los": mp}
    found = drm(firer=firer, phase=Phase.MPH)
    assert [c for c in ("C1", "C2") if c in found] == ([case] if case else [])


@pytest.mark.rule("C3.8")
@pytest.mark.parametrize(("caliber", "hits"), [(14, 1), (15, 2), (40, 2), (41, 1)])
def test_doubles_are_two_hits_of_small_guns_only(shot, tank, caliber, hits):
    made = shot(tank(caliber=caliber), target={"kind": TargetKind.VEHICLE}, ammo=Ammo.AP)
    assert throw(Dice((2, 2)), to_hit(made)).hits[0].rolls == hits
    assert throw(Dice((2, 3)), to_hit(made)).hits[0].rolls == 1
