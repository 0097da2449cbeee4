"""Limits and defaults that no worked example happens to touch."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from hexfire.asl.counters import catalogue
from hexfire.asl.gunnery.answer import answer, harm_to_men
from hexfire.asl.gunnery.arc import spines_to
from hexfire.asl.gunnery.clock import Clock
from hexfire.asl.gunnery.duel import facing_vehicle
from hexfire.asl.gunnery.fire import shot_odds
from hexfire.asl.gunnery.rof import breakdown_number
from hexfire.asl.gunnery.tables import color_of
from hexfire.asl.gunnery.target_cases import tem_of
from hexfire.asl.gunnery.throw import throw
from hexfire.asl.gunnery.to_hit import to_hit
from hexfire.asl.gunnery.weapons import target_of, weapon_of
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.hit import Aspect
from hexfire.asl.shots.shot import Ammo, Barrel, Kind, Shot, Target, TargetKind, TargetType, Turned
from hexfire.asl.shots.targets import Effect, Personnel, Rank
from hexfire.dice import Dice
from hexfire.hexes import Hex
from hexfire.rulebook import BadInput

UNITS = catalogue()
HERE = Hex(0, 0)
INFANTRY = {"kind": TargetKind.INFANTRY, "size": None}


@pytest.mark.rule("C5.51", "C3.21")
@pytest.mark.parametrize(
    ("spine", "side", "turns"),
    [(0, 0, 0), (0, 5, 0), (0, 1, 1), (0, 4, 1), (0, 2, 2), (0, 3, 2), (5, 0, 1), (1, 5, 1),
     (5, 1, 2), (1, 4, 2), (3, 0, 2), (3, 5, 2), (4, 0, 2), (5, 5, 0)],
)  # fmt: skip
@pytest.mark.rule("C5.51#3")
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
@pytest.mark.rule("C3.33#6")
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


@pytest.mark.rule("C4.5")
def test_a_modification_of_nothing_is_not_listed(shot, tank):
    long_gun = tank(barrel=Barrel.LONG, caliber=57)
    assert to_hit(shot(long_gun, range=12)).modifications.items == ()
    assert to_hit(shot(long_gun, range=13)).modifications.as_dict() == {"L": 1, "57mm": -1}


@pytest.mark.rule("C6.17")
@pytest.mark.rule("C6.17#1", "C6.17#2")
def test_no_more_shots_than_full_mp_even_with_an_mp_between():
    clock, seen = Clock().enters(1.5, in_los=True).shoots(at=0.5)
    assert seen == 0.5 and clock.shots_left == 0
    with pytest.raises(BadInput):
        clock.shoots(at=1.5)
    longer, _ = Clock().enters(2, in_los=True).shoots(at=1)
    again, seen = longer.shoots()
    assert (again.shots, seen) == (2, 2)
    with pytest.raises(BadInput):
        Clock().enters(2, in_los=True).shoots(at=2.5)


def test_what_became_of_men_in_words():
    fresh = Personnel(morale=7, broken_morale=7)
    broken, pinned = fresh.changed(broken=True), fresh.changed(pinned=True)
    assert harm_to_men(fresh, fresh) == "none"
    assert harm_to_men(broken, fresh) == "broken" and harm_to_men(broken, broken) == "none"
    assert harm_to_men(pinned, fresh) == "pinned" and harm_to_men(pinned, pinned) == "none"
    assert harm_to_men(fresh.gone(), fresh) == "eliminated"
    half = fresh.changed(rank=Rank.HS, broken=True)
    assert harm_to_men(half, fresh) == "reduced+broken"
    hurt = Personnel(rank=Rank.LEADER, wounded=True)
    assert harm_to_men(hurt, hurt.changed(wounded=False)) == "wounded"
    assert harm_to_men(hurt, hurt) == "none"


def test_smoke_has_no_results_of_the_ift():
    smoke = Shot(
        weapon=weapon_of(UNITS.find("PzKpfw IVH"), "1943-07"),
        target=Target(kind=TargetKind.INFANTRY, name="men"),
        range=8,
        ammo=Ammo.SMOKE,
        date="1943-07",
    )
    found = answer(smoke).main
    assert found.ift == {} and set(found.effects) == {"none"}
    men = answer(replace(smoke, ammo=Ammo.HE)).main
    assert sum(men.ift.values()) == men.hit


@pytest.mark.parametrize(
    ("weapon", "firer", "target", "fine"),
    [
        ({"caliber": 500}, {}, {}, True), ({"caliber": 501}, {}, {}, False),
        ({"rof": 6}, {}, {}, True), ({"rof": 7}, {}, {}, False), ({"rof": -1}, {}, {}, False),
        ({"b": 2}, {}, {}, True), ({"b": 1}, {}, {}, False), ({"b": 14}, {}, {}, False),
        ({}, {"morale": 1}, {}, True), ({}, {"morale": 0}, {}, False),
        ({}, {}, {"morale": 12}, True), ({}, {}, {"morale": 13}, False),
        ({}, {}, {"front_dr": 1}, True), ({}, {}, {"front_dr": 0}, False),
        ({}, {}, {"size": -3}, True), ({}, {}, {"size": 4}, False),
        ({}, {}, {"mp_in_los": 100}, True), ({}, {}, {"mp_in_los": 100.5}, False),
        ({}, {}, {"mp_in_los": 1.25}, False), ({}, {}, {"mp_in_los": -0.5}, False),
    ],
)  # fmt: skip
def test_figures_that_cannot_be(shot, tank, weapon, firer, target, fine):
    made = shot(tank(**weapon), firer, target)
    if fine:
        assert to_hit(made).aims
    else:
        with pytest.raises(BadInput):
            to_hit(made)


@pytest.mark.rule("C11.2")
@pytest.mark.parametrize(
    ("terrain", "kind", "tem"),
    [
        ("open_ground", Kind.AT, 2),
        ("building_stone", Kind.AT, 3),
        ("woods", Kind.AT, 2),
        ("woods", Kind.MTR, 1),  # the −1 of an Air Burst counts with the +2
    ],
)
def test_emplacement_and_other_terrain(shot, gun, terrain, kind, tem):
    target = {"kind": TargetKind.GUN, "emplaced": True, "terrain": terrain}
    made = shot(gun(kind=kind, caliber=81, barrel=Barrel.NORMAL), target=target, ammo=Ammo.HE)
    assert tem_of(made, made.target) == tem


@pytest.mark.rule("C6.8")
def test_terrain_whose_tem_depends_on_other_terrain_has_none_of_its_own(shot):
    made = shot(target={"terrain": "road"})
    assert tem_of(made, made.target) == 0


@pytest.mark.rule("C2.25")
@pytest.mark.parametrize(
    ("printed", "limits"), [("[50]", (0, 50)), ("[3-76]", (3, 76)), ("", (0, None))]
)
def test_printed_ranges_of_a_vehicle(printed, limits):
    vehicle = replace(UNITS.find("PzKpfw IVH"), range=printed)
    found = weapon_of(vehicle, "1943-07")
    assert (found.min_range, found.max_range) == limits


@pytest.mark.rule("C2.28")
@pytest.mark.parametrize(
    ("kind", "firer", "number"),
    [
        (Kind.AT, {}, 12),
        (Kind.AT, {"captured": True}, 10),
        (Kind.AT, {"non_qualified": True}, 12),
        (Kind.RCL, {"non_qualified": True}, 10),
        (Kind.LATW, {"non_qualified": True}, 10),
        (Kind.AT, {"inexperienced": True}, 11),
        (Kind.RCL, {"captured": True, "non_qualified": True, "inexperienced": True}, 7),
    ],
)
def test_what_lowers_a_breakdown_number(shot, gun, kind, firer, number):
    assert breakdown_number(shot(gun(kind=kind), firer)).total == number


@pytest.mark.parametrize(("figure", "most"), [("fp", 36), ("ife", 36)])
def test_the_most_firepower(shot, tank, figure, most):
    assert to_hit(shot(tank(**{figure: most}))).aims
    with pytest.raises(BadInput):
        to_hit(shot(tank(**{figure: most + 1})))


@pytest.mark.rule("C3.21", "C11.5")
@pytest.mark.parametrize("turned", [None, *Turned])
def test_a_gun_that_turns_has_the_vehicle_before_its_shield(turned):
    gun = replace(target_of(UNITS.find("57mm PTP obr. 43")), in_gun_ca=False)
    assert facing_vehicle(gun, turned) == replace(gun, in_gun_ca=True)


@pytest.mark.rule("C5.34")
def test_only_the_us_57mm_rcl_fires_on_the_move():
    light, heavy = (weapon_of(UNITS.find(n)) for n in ("57 RCL (M18)", "75 RCL (M20)"))
    assert light.backblast and not heavy.backblast


@pytest.mark.rule("C3.7")
@pytest.mark.parametrize(("hindrance", "needed", "only"), [(6, 3, False), (7, 2, True)])
def test_when_an_original_2_is_the_only_hit(shot, hindrance, needed, only):
    th = to_hit(shot(hindrance=hindrance))
    assert th.needed(th.aim) == needed and th.only_lowest_hits(th.aim) is only


@pytest.mark.rule("C3.3")
def test_a_nation_of_one_colour_needs_no_date():
    assert color_of("german", "") == "black"
    with pytest.raises(BadInput):
        color_of("american", "")


@pytest.mark.rule("C2.25")
def test_a_machine_gun_has_no_least_range():
    assert weapon_of(UNITS.find("HMG", "German")).min_range == 0
