"""C1.5–C1.56: what the shells do to those in the Blast Area."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from hexfire.asl.artillery.battery import Mission
from hexfire.asl.artillery.cover import Cover, more_vulnerable, reversed_tem, tem
from hexfire.asl.artillery.ffe import (
    Ground,
    Immune,
    Inside,
    Shelling,
    attack_drm,
    attack_hex,
    critical_fp,
    enter,
    fire_for_effect,
    firepower,
    hex_odds,
    lowered,
    needs_roll,
    payload_drm,
    prc_drm,
    reached,
)
from hexfire.asl.shots.targets import (
    CrewFate,
    Effect,
    GunState,
    GunTarget,
    Personnel,
    Rank,
    VehicleAfter,
    VehicleTarget,
)
from hexfire.dice import Dice, NeedRoll, odds, play, seeded
from hexfire.rulebook import BadInput, Refusal

SQUAD = Personnel(morale=7, broken_morale=7, name="4-4-7")
HE70, HE100 = Shelling(70), Shelling(100)
OPEN = Inside(target=SQUAD)
BOX = VehicleTarget(name="box", afs=(6, 6, 6, 6), crew=False)


def after(faces: str, shelling: Shelling, *units: Inside, phase: str = "") -> tuple[object, ...]:
    return tuple(play(Dice(map(int, faces.split())), attack_hex, shelling, units, phase))


@pytest.mark.rule("C1.5")
@pytest.mark.parametrize(
    ("mm", "fp"), [(70, 12), (80, 16), (90, 16), (100, 20), (120, 24), (150, 30)]
)
@pytest.mark.rule("C.6#3")
def test_fp_by_caliber(mm: int, fp: int) -> None:
    assert firepower(Shelling(mm)) == fp


@pytest.mark.rule("C1.5")
def test_one_dr_for_all_in_a_hex_and_one_for_each_hex() -> None:
    hexes = (("U4", (OPEN, OPEN)), ("V3", (OPEN,)))
    # 5+6 on the 12 column is no effect; 4+6 is a PTC, passed with 2 and failed with 12
    fates = fire_for_effect(Dice((5, 6, 4, 6, 6, 6)), HE70, hexes)
    assert fates["U4"] == (SQUAD, SQUAD)
    assert fates["V3"] == (SQUAD.changed(pinned=True),)
    with pytest.raises(NeedRoll):
        fire_for_effect(Dice((5, 6)), HE70, hexes)


@pytest.mark.rule("C1.5")
@pytest.mark.parametrize("immune", list(Immune))
def test_who_an_ffe_cannot_touch(immune: Immune) -> None:
    hidden = Inside(target=SQUAD, immune=immune)
    assert reached((hidden, OPEN)) == (OPEN,)
    assert not needs_roll((hidden,), Ground())


@pytest.mark.rule("C1.5")
@pytest.mark.parametrize(
    "what",
    [
        "could_burn",
        "could_rubble",
        "could_crater",
        "mines_or_fortification",
        "weapon",
        "hidden_units",
        "security_area",
    ],
)
def test_an_empty_hex_is_attacked_if_something_could_change(what: str) -> None:
    assert not needs_roll((), Ground())
    assert needs_roll((), Ground(**{what: True}))


@pytest.mark.rule("C1.51")
@pytest.mark.parametrize("phase", ["MPh", "RtPh", "APh", "CCPh"])
def test_entering_brings_one_dr_with_movement_drm_in_the_mph_only(phase: str) -> None:
    mover = Inside(target=SQUAD, moving_in_open=True, not_assault_moving=True)
    drm = attack_drm(HE70, mover, phase)
    assert drm.total == (-2 if phase == "MPh" else 0)
    # 6+6 in the 12 column: nothing; with -2 it is a PTC
    assert len(play(Dice((6, 6, 1, 1)), enter, HE70, (mover,), phase)) == 1


@pytest.mark.rule("C1.51")
def test_entry_attacks_are_for_he_and_wp_and_for_those_phases() -> None:
    with pytest.raises(Refusal) as refused:
        enter(Dice(), HE70, (OPEN,), "DFPh")
    assert refused.value.rule == "C1.51"
    assert enter(Dice(), Shelling(70, mission=Mission.SMOKE), (OPEN,), "MPh") == ()
    assert enter(Dice(), HE70, (Inside(target=SQUAD, immune=Immune.SEWER),), "MPh") == ()


@pytest.mark.rule("C1.51")
@pytest.mark.parametrize(
    ("before", "now", "barer"),
    [
        (None, Cover(), True),
        (Cover(entrenchment="foxhole"), Cover(), True),
        (Cover(terrain="building_stone"), Cover(terrain="open_ground", hexside="wall"), True),
        (
            Cover(terrain="building_stone", levels_above=1),
            Cover(terrain="building_stone", levels_above=0),
            True,
        ),
        (Cover(), Cover(entrenchment="trench"), False),
        (Cover(), Cover(), False),
    ],
)
def test_who_stands_barer_is_attacked(before: Cover | None, now: Cover, barer: bool) -> None:
    assert more_vulnerable(before, now) is barer


@pytest.mark.rule("C1.52")
@pytest.mark.parametrize(
    ("cover", "total"),
    [
        (Cover(), 0),
        (Cover(terrain="woods"), -1),
        (Cover(terrain="building_wooden"), 2),
        (Cover(terrain="building_stone", levels_above=2), 5),
        (Cover(hexside="wall"), 1),
        (Cover(hexside="hedge"), 0),
        (Cover(hexside="bocage"), 1),
        (Cover(terrain="woods", hexside="wall"), 0),
        (Cover(terrain="woods", entrenchment="foxhole"), 3),
        (Cover(terrain="building_stone", hexside="wall"), 3),
        (Cover(entrenchment="foxhole", hexside="wall"), 4),
        (Cover(ignored={"height_advantage": 1, "crest": 2, "depression": 1, "smoke": 3}), 0),
    ],
)
@pytest.mark.rule("C1.52#2", "C1.52#4", "C1.5#6")
def test_tem_against_indirect_fire(cover: Cover, total: int) -> None:
    assert tem(cover).total == total


@pytest.mark.rule("C1.52")
def test_what_does_not_count_is_named() -> None:
    found = tem(Cover(ignored={"height_advantage": 1, "hillock": 1, "dune_crest": 1}))
    assert [m.case for m in found.rejected] == ["height_advantage", "hillock", "dune_crest"]


@pytest.mark.rule("C1.53")
@pytest.mark.rule("C.7#7", "C3.7#11", "C3.7#12")
def test_an_original_two_is_a_critical_hit_resolved_with_that_two() -> None:
    assert critical_fp(Shelling(70)) == (24, 0)
    assert critical_fp(Shelling(120)) == (36, -1)
    assert critical_fp(Shelling(150)) == (36, -3)
    assert critical_fp(Shelling(250)) == (36, -5)
    walled = Inside(target=SQUAD, cover=Cover(terrain="building_stone"))
    assert reversed_tem(walled.cover).total == -3
    assert attack_drm(HE70, walled, ch=True).total == -3
    assert attack_drm(HE70, walled).total == 3
    # 2 - 3 in the 24 column kills; without the CH 2 + 3 on the 12 column would be a 2MC
    (fate,) = after("1 1", HE70, walled)
    assert fate == SQUAD.gone()


@pytest.mark.rule("C1.53")
def test_the_upper_levels_are_not_reversed_nor_air_bursts() -> None:
    assert reversed_tem(Cover(terrain="building_stone", levels_above=1)).total == -2
    assert reversed_tem(Cover(terrain="woods")).total == -1
    assert reversed_tem(Cover(terrain="woods", entrenchment="foxhole")).total == -5


@pytest.mark.rule("C1.53")
def test_the_critical_hit_strikes_one_by_random_selection() -> None:
    stone = Cover(terrain="building_stone")
    pair = (Inside(target=SQUAD, cover=stone), Inside(target=SQUAD, cover=stone))
    # the first is selected (6 against 1) and killed by the 24 column; the other meets 2+3 = 5 on
    # the 12 column: a 2MC, passed with a 2
    first, second = after("1 1 6 1 1 1", HE70, *pair)
    assert first == SQUAD.gone()
    assert second == SQUAD


@pytest.mark.rule("C1.53")
@pytest.mark.rule("C3.74#4")
def test_locations_are_selected_before_units() -> None:
    stone = Cover(terrain="building_stone")
    up = Inside(target=SQUAD, cover=stone, location="1")
    down = Inside(target=SQUAD, cover=stone, location="0")
    # Locations 0 and 1: the second is selected; the unit there is alone
    fates = after("1 1 1 6 1 1", HE70, up, down)
    assert fates[0] == SQUAD.gone()
    assert fates[1] == SQUAD


@pytest.mark.rule("C1.53", "C1.72")
@pytest.mark.rule("C3.75#1")
def test_a_harassing_critical_hit_doubles_the_full_fp() -> None:
    assert critical_fp(Shelling(100, mission=Mission.HARASSING)) == (36, 0)
    assert critical_fp(Shelling(80, mission=Mission.HARASSING)) == (30, 0)
    assert critical_fp(Shelling(150, mission=Mission.HARASSING)) == (36, -3)


@pytest.mark.rule("C1.5")
def test_heavy_payload() -> None:
    assert payload_drm(Shelling(200)) == 0
    assert payload_drm(Shelling(250)) == -1
    assert payload_drm(Shelling(305)) == -2


@pytest.mark.rule("C1.54")
@pytest.mark.rule("C1.54#2", "C1.54#6")
def test_friendly_units_have_one_morale_less() -> None:
    friend = Inside(target=SQUAD, friendly=True)
    assert lowered(friend) == replace(SQUAD, morale=6, broken_morale=6)
    assert lowered(OPEN) == SQUAD
    assert lowered(replace(friend, berserk=True)) == SQUAD
    assert lowered(replace(friend, own_observer=True)) == SQUAD
    hero = Personnel(rank=Rank.HERO, morale=9, broken_morale=9)
    assert lowered(Inside(target=hero, friendly=True)) == hero
    tank = replace(BOX, crew=True, crew_morale=8, exposed=(SQUAD,))
    lower = lowered(Inside(target=tank, friendly=True))
    assert isinstance(lower, VehicleTarget)
    assert lower.crew_morale == 7
    assert lower.exposed[0].morale == 6


@pytest.mark.rule("C1.54")
def test_the_lower_morale_shows_in_the_result() -> None:
    # 9 on the 12 column is an NMC; 7 is passed by morale 7 (pinned), failed by morale 6
    (enemy,) = after("4 5 3 4", HE70, OPEN)
    (friend,) = after("4 5 3 4", HE70, replace(OPEN, friendly=True))
    assert isinstance(enemy, Personnel) and enemy.pinned
    assert isinstance(friend, Personnel) and friend.broken


@pytest.mark.rule("C1.55")
@pytest.mark.parametrize(
    ("faces", "effect"),
    [
        ("1 3", Effect.SHOCK),  # 4 on the 20 column is K/4; coloured less than white: turret
        ("3 1", Effect.IMMOBILIZED),  # hull
        ("2 3", Effect.SHOCK),  # one more than K
        ("3 2", Effect.IMMOBILIZED),
        ("1 2", Effect.ELIMINATED),  # 3: KIA
        ("3 3", Effect.NONE),
    ],
)
@pytest.mark.rule("C1.55#4", "C1.55#5")
def test_an_afv_on_the_ift(faces: str, effect: Effect) -> None:
    (fate,) = after(faces, HE100, Inside(target=BOX))
    assert isinstance(fate, VehicleAfter)
    assert fate.final is effect


@pytest.mark.rule("C1.55")
def test_armour_and_open_tops_change_the_dr() -> None:
    thin = replace(BOX, afs=(4, 2, 2, 2))
    topless = replace(BOX, open_topped=True)
    thick = replace(BOX, afs=(8, 8, 11, 8))
    (a,) = after("3 3", HE100, Inside(target=thin))
    (b,) = after("3 3", HE100, Inside(target=topless))
    (c,) = after("3 2", HE100, Inside(target=thick))
    (both,) = after("3 3", HE100, Inside(target=replace(thin, open_topped=True)))
    assert isinstance(a, VehicleAfter) and a.final is Effect.IMMOBILIZED
    assert isinstance(b, VehicleAfter) and b.final is Effect.IMMOBILIZED
    assert isinstance(c, VehicleAfter) and c.final is Effect.NONE
    assert isinstance(both, VehicleAfter) and both.final is Effect.IMMOBILIZED


@pytest.mark.rule("C1.55", "C1.53")
def test_a_critical_hit_burns_an_afv_and_its_tem_does_not_count() -> None:
    safe = Inside(target=replace(BOX, crew=True, cs=5), cover=Cover(terrain="building_stone"))
    assert attack_drm(HE100, safe, ch=True).total == 0
    (fate,) = after("1 1", HE100, safe)
    assert isinstance(fate, VehicleAfter)
    assert fate.final is Effect.BURNING
    assert fate.crew is CrewFate.LOST


@pytest.mark.rule("C1.55")
@pytest.mark.rule("C1.55#1")
def test_unarmored_vehicles_use_the_star_line() -> None:
    truck = VehicleTarget(name="truck", armored=False, crew=False)
    # the 12 column's ★Vehicle number is 8
    for faces, effect in (
        ("4 4", Effect.IMMOBILIZED),
        ("3 4", Effect.ELIMINATED),
        ("4 5", Effect.NONE),
    ):
        (fate,) = after(faces, HE70, Inside(target=truck))
        assert isinstance(fate, VehicleAfter)
        assert fate.final is effect


@pytest.mark.rule("C1.55")
@pytest.mark.rule("C1.55#7")
def test_a_crew_exposed_suffers_collaterally() -> None:
    tank = replace(BOX, crew=True, crew_morale=8, ce=True, ce_drm=2)
    # 6 on the 20 column misses the AFV; 6+2 = 8 is a 2MC for the CE crew: 7+2 > 8
    (fate,) = after("3 3 3 4", HE100, Inside(target=tank))
    assert isinstance(fate, VehicleAfter)
    assert fate.final is Effect.NONE
    assert fate.crew is CrewFate.STUNNED


@pytest.mark.rule("C1.55")
def test_a_gun_and_its_crew_are_destroyed_by_a_critical_hit() -> None:
    crew = Personnel(rank=Rank.CREW, morale=8, broken_morale=8, name="crew")
    gun = GunTarget(name="gun", crew=crew)
    (fate,) = after("1 1", HE100, Inside(target=gun))
    assert isinstance(fate, GunTarget)
    assert fate.state is GunState.DESTROYED
    assert fate.crew is not None and fate.crew.eliminated
    lower = lowered(Inside(target=gun, friendly=True))
    assert isinstance(lower, GunTarget) and lower.crew is not None
    assert lower.crew.morale == 7


@pytest.mark.rule("C1.56")
def test_concealment_does_not_halve_the_fp() -> None:
    from hexfire.asl.artillery.units import read_units
    from hexfire.hexes import Grid

    line = {"hex": "U4", "name": "4-4-7", "nation": "russian"}
    seen = read_units([line], Grid.asl())["U4"]
    hidden = read_units([{**line, "concealed": True}], Grid.asl())["U4"]
    assert hex_odds(HE70, seen)[0] == hex_odds(HE70, hidden)[0]


@pytest.mark.rule("C1.71", "C1.53")
@pytest.mark.rule("C3.76#1")
def test_white_phosphorus_makes_everyone_check_morale() -> None:
    hexes = (("U4", (OPEN, replace(OPEN, friendly=True))),)
    # the hex's DR, then 7 for each: pinned at morale 7, broken at 6
    fates = fire_for_effect(Dice((3, 3, 3, 4, 3, 4)), Shelling(100, mission=Mission.WP), hexes)
    first, second = fates["U4"]
    assert isinstance(first, Personnel) and first.pinned
    assert isinstance(second, Personnel) and second.broken
    assert fire_for_effect(Dice(), Shelling(100, mission=Mission.SMOKE), hexes) == {}


@pytest.mark.rule("C1.53", "C1.71")
def test_a_critical_hit_of_white_phosphorus_turns_the_tem_around() -> None:
    sheltered = replace(OPEN, cover=Cover(terrain="building_stone"))
    wp = Shelling(100, mission=Mission.WP)
    (usual,) = fire_for_effect(Dice((1, 2, 2, 3)), wp, (("U4", (sheltered,)),))["U4"]
    (critical,) = fire_for_effect(Dice((1, 1, 2, 3)), wp, (("U4", (sheltered,)),))["U4"]
    assert usual == SQUAD, "5 passes"
    assert isinstance(critical, Personnel) and critical.broken, "5 + 3 does not"


def test_odds_of_each_unit_agree_with_throwing_many_times() -> None:
    units = (
        replace(OPEN, cover=Cover(terrain="woods")),
        Inside(target=SQUAD, cover=Cover(terrain="building_wooden")),
        Inside(target=Personnel(rank=Rank.LEADER, morale=9, broken_morale=9, leadership=-1)),
    )
    found = hex_odds(HE70, units)
    source = seeded("shells")
    times = 6000
    broken = [0, 0, 0]
    for _ in range(times):
        for i, fate in enumerate(play(Dice(source=source), attack_hex, HE70, units)):
            assert isinstance(fate, Personnel)
            broken[i] += fate.broken or fate.eliminated
    for i, one in enumerate(found):
        assert sum(one.values()) == 1
        exact = one.chance(lambda u: u.broken or u.eliminated)  # type: ignore[union-attr]
        assert abs(float(exact) - broken[i] / times) < 0.03


def test_odds_of_a_lone_squad_by_hand() -> None:
    """12 FP in the open: a PTC on 10 only, so a pin by that way needs 8 or more: 15/36."""
    found = odds(attack_hex, HE70, (OPEN,)).map(lambda fate: fate[0])
    unharmed_by_high_rolls = Fraction(3, 36)
    assert found[SQUAD] > unharmed_by_high_rolls
    no_effect_11_12 = Fraction(3, 36)
    ptc_passed = Fraction(3, 36) * Fraction(21, 36)
    nmc = Fraction(4, 36) * Fraction(15, 36)  # 9: passes below 7
    mc1 = (Fraction(6, 36) + Fraction(5, 36)) * Fraction(10, 36)  # 7, 8: 1MC passes below 6
    mc2 = (Fraction(5, 36) + Fraction(4, 36)) * Fraction(6, 36)  # 5, 6: 2MC
    mc3 = Fraction(3, 36) * Fraction(3, 36)  # 4: 3MC
    assert found[SQUAD] == no_effect_11_12 + ptc_passed + nmc + mc1 + mc2 + mc3


@pytest.mark.rule("C1.52")
def test_rubble_shelters_as_the_building_it_was() -> None:
    assert tem(Cover(terrain="rubble_stone")).total == 3
    assert tem(Cover(terrain="rubble_wooden")).total == 2
    assert tem(Cover(terrain="woods")).total == -1


# -- who sits in what -----------------------------------------------------------------------------

CLOSED = VehicleTarget(name="tank", afs=(8, 6, 8, 6), cs=5)


@pytest.mark.rule("D5.311", "C1.52")
def test_air_bursts_reach_into_an_open_top_only() -> None:
    woods = Cover(terrain="woods")
    open_ = replace(CLOSED, open_topped=True)
    assert attack_drm(Shelling(100), Inside(target=CLOSED, cover=woods)).total == 0
    assert attack_drm(Shelling(100), Inside(target=open_, cover=woods)).total == -1
    truck = VehicleTarget(name="truck", armored=False, crew=False)
    assert attack_drm(Shelling(100), Inside(target=truck, cover=woods)).total == -1
    assert attack_drm(Shelling(100), Inside(target=open_, cover=woods), ch=True).total < -1 + 1
    assert prc_drm(Shelling(100), Inside(target=CLOSED, cover=woods)) == -1, "its CE crew, too"


@pytest.mark.rule("D.8")
def test_a_wall_shelters_the_vehicle_not_its_exposed_crew() -> None:
    walled = Inside(target=CLOSED, cover=Cover(hexside="wall"))
    assert attack_drm(Shelling(100), walled).total == 1
    assert prc_drm(Shelling(100), walled) == 0
    assert prc_drm(Shelling(300), walled) == -2, "a Heavy Payload is felt by all (C.7)"


@pytest.mark.rule("C1.53", "C3.71", "C11.4")
def test_a_critical_hit_on_a_gun_takes_gun_and_crew() -> None:
    crew = Personnel(rank=Rank.CREW, morale=8, broken_morale=8)
    gun = Inside(target=GunTarget(name="AT", crew=crew))
    (after,) = play(Dice((1, 1)), attack_hex, Shelling(70), (gun,))
    assert isinstance(after, GunTarget)
    assert after.state is GunState.DESTROYED
    assert after.crew is not None and after.crew.eliminated


@pytest.mark.rule("D.8", "D5.311")
def test_an_exposed_crew_meets_the_dr_without_the_wall_and_with_the_air_burst() -> None:
    def safe(cover: Cover) -> Fraction:
        tank = Inside(target=replace(CLOSED, ce=True), cover=cover)
        (found,) = hex_odds(HE100, (tank,))
        return found.chance(lambda a: isinstance(a, VehicleAfter) and a.crew is CrewFate.SAFE)

    assert safe(Cover(terrain="woods")) < safe(Cover())
    # the wall spares the tank, and so its crew's lives, but not its crew from the same splinters
    behind = Inside(target=replace(CLOSED, ce=True), cover=Cover(hexside="wall"))
    in_the_open = Inside(target=replace(CLOSED, ce=True))
    for dr in ((3, 4), (4, 4), (4, 5)):
        faces = (*dr, 6, 6)
        sheltered, bare = (
            play(Dice(faces), attack_hex, HE100, (unit,)) for unit in (behind, in_the_open)
        )
        assert sheltered == bare, dr


@pytest.mark.rule("C3.71", "C3.74")
def test_a_gun_struck_by_the_critical_hit_is_gone_whoever_the_kia_selects() -> None:
    crew = Personnel(rank=Rank.CREW, morale=8, broken_morale=8)
    gun = Inside(target=GunTarget(name="AT", crew=crew))
    for seed in range(40):
        # 2: a CH; Random Selection (6 against 1) puts it on the Gun
        dice = Dice((1, 1, 6, 1), source=seeded(seed))
        struck, *_ = play(dice, attack_hex, Shelling(70), (gun, OPEN))
        assert isinstance(struck, GunTarget)
        assert struck.state is GunState.DESTROYED
        assert struck.crew is not None and struck.crew.eliminated


def test_a_crowd_under_an_ffe_costs_no_more_than_its_parts() -> None:
    """Twelve squads and their leader: each one's odds, exact, and equal for equal squads."""
    squads = tuple(Inside(target=Personnel(name=f"s{i}")) for i in range(12))
    leader = Inside(target=Personnel(rank=Rank.LEADER, morale=8, broken_morale=8, leadership=-1))
    for mission in (Mission.HE, Mission.WP):
        found = hex_odds(Shelling(100, mission=mission), (*squads, leader))
        assert [sum(one.values()) for one in found] == [1] * 13
        assert {after.name for after in found[3]} == {"s3"}
        nameless = [one.map(lambda after: (after.broken, after.eliminated)) for one in found]
        assert nameless[0] == nameless[11] != nameless[12]


def test_men_who_meet_an_ffe_alike_keep_their_own_fates() -> None:
    """Whom else it strikes is told once for all of them; each one's odds are his share of what
    every roll gives. One of them is not there any more, one meets the DR in his own way."""
    men = (
        Personnel(name="a", eliminated=True),
        Personnel(name="b"),
        Personnel(name="c", rank=Rank.HS, morale=6, broken_morale=5, broken=True),
        Personnel(name="d", drm=2),
        Personnel(name="e"),
        Personnel(name="f", rank=Rank.CREW, morale=8, broken_morale=8),
    )
    units = tuple(Inside(target=man, friendly=True) for man in men)
    joint = odds(attack_hex, HE70, units)
    found = hex_odds(HE70, units)
    for i, own in enumerate(found):
        assert own == joint.map(lambda after, i=i: after[i])
    assert len({tuple(sorted(own.values())) for own in found}) == len(men) - 1


def test_more_leaders_than_can_be_followed_are_refused() -> None:
    leaders = tuple(Inside(target=Personnel(rank=Rank.LEADER)) for _ in range(5))
    with pytest.raises(BadInput) as refused:
        hex_odds(Shelling(100), leaders)
    assert refused.value.message.key == "effects.too_many_leaders"


@pytest.mark.rule("A10.2")
def test_two_leaders_who_are_alike_do_not_fare_alike() -> None:
    """Each one's odds are his share of what every roll gives: the second checks after the first."""
    pair = tuple(
        Inside(target=Personnel(rank=Rank.LEADER, morale=8, broken_morale=8, leadership=-1, name=n))
        for n in ("a", "b")
    )
    joint = odds(attack_hex, HE100, pair)
    alone = hex_odds(HE100, pair)
    for i in (0, 1):
        assert alone[i] == joint.map(lambda after, i=i: after[i])
    assert alone[0].chance(lambda a: a.broken) < alone[1].chance(lambda a: a.broken)
