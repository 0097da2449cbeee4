"""One To Hit DR: hits and misses, Critical Hits, improbable and multiple hits, their place."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hexfire.asl.effects.ammunition import Supply
from hexfire.asl.effects.breakdown import WeaponState
from hexfire.asl.gunnery.throw import Crew, strikes, throw
from hexfire.asl.gunnery.to_hit import to_hit
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.hit import Aspect
from hexfire.asl.shots.shot import Ammo, Barrel, Facing, FireCounter, Kind, TargetKind, TargetType
from hexfire.dice import DR, BadFace, Dice, NeedRoll, odds

INFANTRY = {"kind": TargetKind.INFANTRY, "size": None}


def rolled(made, *faces):
    dice = Dice(faces)
    result = throw(dice, to_hit(made))
    assert not dice.left_over
    return result


def only(made, *faces):
    hits = rolled(made, *faces).hits
    assert len(hits) == 1
    return hits[0]


@pytest.mark.rule("C3.1", "C3.3")
def test_a_final_dr_of_the_number_hits(shot):
    made = shot(range=10)  # needs 9
    assert rolled(made, 4, 5).hits
    assert not rolled(made, 4, 6).hits


@pytest.mark.rule("C3.9")
def test_hit_location(shot):
    made = shot(target={"facing": Facing.SIDE, "turret_facing": Facing.REAR})
    turret, hull, even = only(made, 2, 3), only(made, 3, 2), only(made, 3, 3)
    assert (turret.aspect, turret.facing) == (Aspect.TURRET, Facing.REAR)
    assert (hull.aspect, hull.facing) == (Aspect.HULL, Facing.SIDE)
    assert even.aspect is Aspect.HULL
    assert only(shot(target={"facing": Facing.SIDE}), 2, 3).facing is Facing.SIDE


@pytest.mark.rule("C3.9", "C3.7")
def test_hull_down(shot):
    made = shot(target={"hd": True, "terrain": "wall"})
    assert not rolled(made, 3, 2).hits
    assert only(made, 2, 3).aspect is Aspect.TURRET
    critical = only(made, 1, 1)
    assert critical.is_ch and critical.aspect is Aspect.TURRET


@pytest.mark.rule("C3.9")
def test_in_one_hex_the_coloured_dr_tells_the_facing(shot):
    made = shot(target={"front_dr": 6}, range=0)
    by_dr = [only(made, c, 1).facing for c in range(2, 7)]
    assert by_dr == [Facing.SIDE, Facing.REAR, Facing.REAR, Facing.SIDE, Facing.FRONT]
    bypassing = shot(target={"vbm": True, "facing": Facing.REAR}, range=0)
    assert only(bypassing, 2, 1).facing is Facing.REAR


@pytest.mark.rule("C3.7")
def test_an_original_2_is_critical_for_vehicle_and_area_types(shot):
    assert only(shot(), 1, 1).is_ch
    assert not only(shot(), 1, 2).is_ch
    area = shot(target=INFANTRY, target_type=TargetType.AREA)
    assert only(area, 1, 1).is_ch
    assert not only(area, 2, 1).is_ch


@pytest.mark.rule("C3.7")
def test_the_only_dr_that_hits_needs_a_dr_of_1(shot):
    made = shot(range=10, hindrance=7)  # only an Original 2 hits
    assert only(made, 1, 1, 1).is_ch
    normal = only(made, 1, 1, 2)
    assert not normal.is_ch and normal.aspect is Aspect.HULL
    assert only(made, 1, 1, 6).aspect is Aspect.HULL
    hidden = shot(range=10, hindrance=7, target={"hd": True})
    assert only(hidden, 1, 1, 6).aspect is Aspect.TURRET
    with pytest.raises(NeedRoll):
        throw(Dice((1, 1)), to_hit(made))


@pytest.mark.rule("C3.6")
@pytest.mark.rule("C3.6#2")
def test_improbable_hits(shot):
    made = shot(range=10, hindrance=8)  # no DR hits
    for face, aspect, is_ch in ((1, Aspect.HULL, True), (2, Aspect.TURRET, False)):
        hit = only(made, 1, 1, face)
        assert (hit.aspect, hit.is_ch, hit.improbable) == (aspect, is_ch, True)
    assert only(made, 1, 1, 3).aspect is Aspect.HULL
    assert not rolled(made, 1, 1, 4).hits
    assert not rolled(made, 1, 2).hits
    hidden = shot(range=10, hindrance=8, target={"hd": True})
    assert only(hidden, 1, 1, 1).aspect is Aspect.TURRET
    assert not rolled(hidden, 1, 1, 3).hits
    barely = shot(range=10, hindrance=7)  # an Original 2 hits, whatever the further dr
    assert all(rolled(barely, 1, 1, face).hits for face in range(1, 7))


@pytest.mark.rule("C3.3", "C3.6", "C3.9")
def test_what_a_dr_means_by_itself(shot):
    """An Original 2 that could not hit waits for its further dr; a hidden hull is not hit."""
    never = to_hit(shot(range=10, hindrance=8))
    assert (strikes(never, DR(1, 1)), strikes(never, DR(1, 2))) == (None, False)
    hidden = to_hit(shot(target={"hd": True, "terrain": "wall"}))
    assert (strikes(hidden, DR(3, 2)), strikes(hidden, DR(2, 3))) == (False, True)


@pytest.mark.rule("C3.6", "C3.3")
def test_example_c36_long_barrel_at_37_hexes(shot, tank):
    target = INFANTRY | {"tem": 2}
    made = shot(tank(barrel=Barrel.LONG), target=target, range=37)
    th = to_hit(made)
    assert (th.number, th.aim.total, th.needed(th.aim)) == (3, 2, 1)
    assert not th.can_hit(th.aim)
    for face in (1, 2, 3):
        assert rolled(made, 1, 1, face).hits
    for face in (4, 5, 6):
        assert not rolled(made, 1, 1, face).hits
    assert odds(throw, th).chance(lambda t: bool(t.hits)) == Fraction(1, 72)


@pytest.mark.rule("C3.7", "Case L", "Case N", "Case Q", "C6.5")
@pytest.mark.parametrize(
    ("acquisition", "total", "highest_ch"), [(0, 1, 2), (-1, 0, 3), (-2, -1, 4)]
)
def test_example_c37_infantry_target_type(shot, acquisition, total, highest_ch):
    target = INFANTRY | {"terrain": "building_wooden"}
    made = shot(target=target, range=2, acquisition=acquisition)
    th = to_hit(made)
    assert th.number == 8
    assert th.aim.total == total
    expected = {"L": -1, "Q": 2} | ({"N": acquisition} if acquisition else {})
    assert th.aim.tally.as_dict() == expected
    # Final 3 or less is below half of 8.
    for original, is_ch in ((highest_ch, True), (highest_ch + 1, False)):
        hit = only(made, 1, original - 1)
        assert hit.is_ch is is_ch


@pytest.mark.rule("C3.7")
def test_an_original_2_may_still_be_critical_against_infantry(shot):
    made = shot(target=INFANTRY | {"tem": 3}, range=10)  # Modified 7, Final 5: no CH by itself
    for face in (1, 2, 3):
        assert only(made, 1, 1, face).is_ch
    for face in (4, 5, 6):
        assert not only(made, 1, 1, face).is_ch


@pytest.mark.rule("C3.7", "C5.72")
def test_no_critical_hits_for_mg_and_deliberate_immobilization(shot, tank):
    assert not only(shot(tank(kind=Kind.MG, caliber=12)), 1, 1).is_ch
    attempt = only(shot(deliberate_immobilization=True, range=6), 1, 1)
    assert not attempt.is_ch and attempt.deliberate_immobilization


@pytest.mark.rule("C3.8")
@pytest.mark.rule("C3.8#3", "C3.8#4", "C3.8#5", "C3.8#6", "C3.8#9")
def test_multiple_hits(shot, tank):
    def rolls(made, *faces):
        return only(made, *faces).rolls

    small = tank(caliber=37)
    assert rolls(shot(small), 2, 2) == 2
    assert rolls(shot(small), 2, 3) == 1
    assert rolls(shot(small, target=INFANTRY), 3, 3) == 2
    assert rolls(shot(small), 1, 1) == 1  # a Critical Hit
    assert rolls(shot(small, hindrance=7), 1, 1, 5) == 2
    assert rolls(shot(small, hindrance=9), 1, 1, 3) == 1  # improbable
    assert rolls(shot(tank(caliber=45)), 2, 2) == 1
    assert rolls(shot(tank(caliber=40)), 2, 2) == 2
    assert rolls(shot(tank(caliber=15)), 2, 2) == 2
    assert rolls(shot(tank(caliber=12, kind=Kind.MG)), 2, 2) == 1
    assert rolls(shot(tank(caliber=20, kind=Kind.ATR, vehicular=False, sw=True)), 2, 2) == 1
    assert rolls(shot(tank(caliber=20, tk_rolls=4)), 2, 2) == 1
    area = shot(small, target=INFANTRY, target_type=TargetType.AREA)
    assert rolls(area, 2, 2) == 1
    # The gun that breaks down with that DR has made its two hits.
    breaking = rolled(shot(tank(caliber=37, b=8)), 4, 4)
    assert breaking.hits[0].rolls == 2 and breaking.wear is WeaponState.MALFUNCTIONED


@pytest.mark.rule("C3.32", "C3.4", "C3.3", "C6.7", "C6.8")
@pytest.mark.rule("C3.32#3", "C3.3#9", "C6.7#2", "C3.3#1")
def test_example_c332_one_dr_for_everything_in_the_location(shot, gun):
    at = gun(caliber=57, barrel=Barrel.EXTRA_LONG, nation="Russian")
    holes = {"terrain": "shellholes"}
    truck = {"kind": TargetKind.VEHICLE, "name": "Opel Blitz", "size": 0} | holes
    others = [
        {"kind": TargetKind.VEHICLE, "name": "Kubelwagen", "size": 2} | holes,
        INFANTRY | {"name": "squad"} | holes,
        {"kind": TargetKind.AFV, "name": "tank", "size": 0} | holes,
        INFANTRY | {"name": "upstairs", "location": "1"} | holes,
    ]
    made = shot(
        at, target=truck, others=others, range=6, target_type=TargetType.INFANTRY, ammo=Ammo.HE
    )
    th = to_hit(made)
    needed = {aim.target.name: th.needed(aim) for aim in th.aims}
    assert needed == {"Opel Blitz": 8, "squad": 7, "Kubelwagen": 6}

    def names(*faces):
        return {hit.target.name for hit in rolled(made, *faces).hits}

    assert names(2, 4) == {"Opel Blitz", "squad", "Kubelwagen"}
    assert names(3, 4) == {"Opel Blitz", "squad"}
    assert names(4, 4) == {"Opel Blitz"}
    assert names(4, 5) == set()


@pytest.mark.rule("C3.31")
def test_the_vehicle_target_type_hits_only_what_was_aimed_at(shot):
    made = shot(others=[INFANTRY | {"name": "squad"}, {"name": "second tank"}])
    assert [h.target.name for h in rolled(made, 2, 3).hits] == ["target"]


@pytest.mark.rule("C3.33", "C3.331", "C3.4")
@pytest.mark.rule("C3.331#5", "C3.331#6")
def test_example_c3331_mortar_and_the_gully(shot, gun):
    mortar = gun(kind=Kind.MTR, caliber=50, barrel=Barrel.NORMAL, sw=True, no_ap=True, rof=3)
    crest = INFANTRY | {"name": "concealed", "concealed": True, "tem": 0, "air_burst": True}
    others = [
        INFANTRY | {"name": "known", "tem": 0, "air_burst": True},
        INFANTRY | {"name": "gully", "in_los": False, "tem": 0, "air_burst": True},
    ]
    made = shot(mortar, target=crest, others=others, range=10)
    th = to_hit(made)
    assert th.shot.target_type is TargetType.AREA
    assert {a.target.name: a.total for a in th.aims if a.target.in_los} == {
        "concealed": 2,
        "known": 0,
    }

    def names(*faces):
        return [hit.target.name for hit in rolled(made, *faces).hits]

    assert names(2, 3) == ["concealed", "known", "gully"]
    assert names(3, 3) == ["known"]
    for hit in rolled(made, 2, 3).hits:
        assert (hit.half_fp, hit.tem, hit.air_burst, hit.is_ch) == (1, 0, True, False)


@pytest.mark.rule("C3.33", "C3.331", "C3.4", "C6.9")
@pytest.mark.rule("C3.331#6", "C3.331#7")
def test_example_c3331_mortar_and_the_building(shot, gun):
    mortar = gun(kind=Kind.MTR, caliber=50, barrel=Barrel.NORMAL, sw=True, no_ap=True, rof=3)
    ground = INFANTRY | {"name": "ground", "hindrance": 1, "terrain": "building_stone"}
    others = [
        INFANTRY | {"name": "upper", "location": "1", "terrain": "building_stone"},
        {"name": "own AFV", "in_los": False, "friendly": True, "tem": 0, "location": "bypass"},
    ]
    made = shot(mortar, target=ground, others=others, range=10)

    def hits(*faces):
        return {hit.target.name: hit for hit in rolled(made, *faces).hits}

    assert set(hits(2, 4)) == {"ground", "upper", "own AFV"}
    assert set(hits(3, 4)) == {"upper"}
    assert hits(2, 4)["ground"].tem == 3
    assert rolled(made, 3, 3).rof_kept


@pytest.mark.rule("C3.33")
def test_other_guns_never_hit_out_of_los(shot):
    made = shot(
        target=INFANTRY,
        others=[INFANTRY | {"name": "unseen", "in_los": False}],
        target_type=TargetType.AREA,
    )
    assert [h.target.name for h in rolled(made, 1, 2).hits] == ["target"]


@pytest.mark.rule("C3.4")
def test_first_fire_spares_who_did_not_move(shot):
    others = [INFANTRY | {"name": "still", "moved_to_draw_fire": False}]
    made = shot(target=INFANTRY, others=others, phase=Phase.DFF)
    assert [h.target.name for h in rolled(made, 2, 2).hits] == ["target"]


@pytest.mark.rule("C3.332")
def test_example_c3332_area_fire_at_a_hull_down_tank(shot, tank):
    gun = tank(caliber=76, nation="Russian")
    behind = {"terrain": "wall", "hd": True}
    made = shot(gun, target=behind, target_type=TargetType.AREA)
    turret = only(made, 1, 2)
    assert (turret.aspect, turret.tem, turret.half_fp) == (Aspect.TURRET, 0, 1)
    assert not rolled(made, 2, 1).hits
    hedge = shot(gun, target={"terrain": "hedge"}, target_type=TargetType.AREA)
    assert only(hedge, 2, 1).tem == 1


def test_hull_down_does_not_help_against_mortars(shot, gun):
    mortar = gun(kind=Kind.MTR, caliber=81, no_ap=True)
    assert only(shot(mortar, target={"hd": True, "tem": 0}), 3, 2).aspect is Aspect.HULL


@pytest.mark.rule("C.3", "C3.71")
def test_tem_modifies_one_dr_and_a_critical_hit_reverses_it(shot):
    house = INFANTRY | {"terrain": "building_stone"}
    assert only(shot(target=house), 2, 2).tem == 0
    assert only(shot(target=house, target_type=TargetType.AREA), 2, 2).tem == 3
    near = shot(target=house, range=1, acquisition=-2)  # Final 1 on an Original 2
    assert only(near, 1, 1).is_ch and only(near, 1, 1).tem == -3
    upstairs = shot(target=house | {"tem": 4, "tem_kept": 1}, range=1, acquisition=-2)
    assert only(upstairs, 1, 1).tem == -3
    assert only(shot(target=house, target_type=TargetType.AREA), 1, 1).tem == -3
    runway = shot(target=INFANTRY | {"tem": -1}, range=1)
    assert only(runway, 1, 1).tem == -1


@pytest.mark.rule("C3.71")
def test_example_c371_mortar_critical_hit_in_woods(shot, gun):
    mortar = gun(kind=Kind.MTR, caliber=50, sw=True, no_ap=True)
    woods = INFANTRY | {"ffnam": True, "tem": 0, "air_burst": True}
    hit = only(shot(mortar, target=woods, phase=Phase.DFF), 1, 1)
    assert (hit.is_ch, hit.half_fp, hit.move_drm, hit.air_burst) == (True, 0, -1, True)
    normal = only(shot(mortar, target=woods, phase=Phase.DFF), 1, 2)
    assert (normal.is_ch, normal.half_fp, normal.move_drm) == (False, 1, 0)


@pytest.mark.rule("C3.72")
def test_area_critical_hit_on_an_afv_takes_no_tem(shot):
    hit = only(shot(target={"terrain": "woods"}, target_type=TargetType.AREA), 1, 1)
    assert (hit.is_ch, hit.tem, hit.half_fp) == (True, 0, 0)


@pytest.mark.rule("C3.53", "C3.5", "C3.51")
def test_firepower_is_halved_by_marsh_and_area_only(shot):
    marsh = INFANTRY | {"in_marsh": True}
    assert only(shot(target=marsh), 2, 2).half_fp == 1
    assert only(shot(target=marsh, target_type=TargetType.AREA), 2, 2).half_fp == 2
    soft = shot(None, {"pinned": True}, INFANTRY | {"concealed": True}, phase=Phase.AFPH)
    assert only(soft, 1, 1, 1).half_fp == 0
    assert only(shot(target=INFANTRY, range=1), 3, 3).half_fp == 0  # no PBF either


@pytest.mark.rule("C3.74")
@pytest.mark.rule("C3.74#1", "C3.74#2")
def test_a_critical_hit_finds_one_victim_by_random_selection(shot):
    others = [INFANTRY | {"name": "second"}]
    made = shot(target=INFANTRY, others=others, target_type=TargetType.AREA)

    def critical(*faces):
        return [h.is_ch for h in rolled(made, 1, 1, *faces).hits]

    assert critical(5, 2) == [True, False]
    assert critical(2, 5) == [False, True]
    assert critical(4, 4) == [True, True]
    assert [h.half_fp for h in rolled(made, 1, 1, 5, 2).hits] == [0, 1]


@pytest.mark.rule("C3.74")
@pytest.mark.rule("C3.74#4")
def test_area_critical_hit_chooses_the_location_first(shot):
    others = [
        INFANTRY | {"name": "up", "location": "1"},
        INFANTRY | {"name": "up2", "location": "1"},
    ]
    made = shot(target=INFANTRY, others=others, target_type=TargetType.AREA)
    assert [h.is_ch for h in rolled(made, 1, 1, 6, 1).hits] == [True, False, False]
    assert [h.is_ch for h in rolled(made, 1, 1, 1, 6, 3, 4).hits] == [False, False, True]


@pytest.mark.rule("C2.28", "C5.62", "C5.8")
def test_breakdown(shot, gun):
    def wear(weapon, *faces, **firer):
        return rolled(shot(weapon, firer, hindrance=20), *faces).wear

    assert wear(gun(), 6, 6) is WeaponState.MALFUNCTIONED
    assert wear(gun(), 5, 6) is WeaponState.WORKING
    assert wear(gun(b=11), 5, 6) is WeaponState.MALFUNCTIONED
    assert wear(gun(), 5, 5, captured=True) is WeaponState.MALFUNCTIONED
    assert wear(gun(), 4, 5, captured=True) is WeaponState.WORKING
    intensive = {"intensive_fire": True, "marker": FireCounter.FIRST}
    made = shot(gun(), intensive, phase=Phase.DFF, hindrance=20)
    assert rolled(made, 5, 5).wear is WeaponState.MALFUNCTIONED
    assert rolled(made, 4, 5).wear is WeaponState.WORKING
    assert wear(gun(x=11), 5, 6) is WeaponState.DISABLED
    # A lowered B# makes the printed one final (A.11).
    assert wear(gun(), 6, 6, captured=True) is WeaponState.DISABLED
    assert wear(gun(b=11, circled_b=True), 5, 6) is WeaponState.LOW_AMMO


@pytest.mark.rule("C2.24")
def test_rate_of_fire_is_kept_by_the_coloured_dr(shot, gun):
    made = shot(gun(rof=2))
    assert rolled(made, 2, 6).rof_kept
    assert not rolled(made, 3, 1).rof_kept
    assert not rolled(shot(gun(rof=0)), 1, 2).rof_kept
    broken = rolled(shot(gun(rof=6)), 6, 6)
    assert not broken.rof_kept and broken.wear is WeaponState.MALFUNCTIONED


def test_depletion(shot, tank):
    gun = tank(ammo=((Ammo.APCR, 5),))
    made = shot(gun, ammo=Ammo.APCR)
    assert rolled(made, 2, 2).supply is Supply.HAD
    last = rolled(made, 2, 3)
    assert last.supply is Supply.LAST and last.hits
    none = rolled(made, 3, 3)
    assert none.supply is Supply.NEVER and not none.hits and not none.fired
    assert rolled(shot(gun, ammo=Ammo.APCR, elite=True), 2, 4).supply is Supply.LAST
    assert rolled(made, 6, 6).wear is WeaponState.MALFUNCTIONED


@pytest.mark.rule("C5.64")
@pytest.mark.rule("C5.64#3")
def test_ovr_prevention_dr_is_the_crews_morale_check(shot, gun):
    firer = {"ovr_prevention": True, "morale": 7}
    target = {"entered_new_hex": True, "mp_in_los": 4}
    made = shot(gun(), firer, target, phase=Phase.DFF, range=0)  # needs 6
    assert rolled(made, 3, 2).hits
    pinned = rolled(made, 3, 4)
    assert (pinned.crew, pinned.hits) == (Crew.PINNED, ())
    broken = rolled(made, 6, 6)
    assert (broken.crew, broken.wear) == (Crew.BROKEN, WeaponState.MALFUNCTIONED)


def test_odds_are_exact(shot):
    result = odds(throw, to_hit(shot()))
    assert sum(result.values()) == 1
    assert result.chance(lambda t: bool(t.hits)) == Fraction(30, 36)
    assert result.chance(lambda t: any(h.is_ch for h in t.hits)) == Fraction(1, 36)
    turret = result.chance(lambda t: any(h.aspect is Aspect.TURRET for h in t.hits))
    assert turret == Fraction(13, 36)


def test_impossible_dice_are_refused(shot):
    with pytest.raises(BadFace):
        throw(Dice((7, 1)), to_hit(shot()))
