"""Machine guns straight on the IFT: FP, range, Area Fire, cowering, the vehicle's own MG."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from hexfire.asl.counters import Vehicle, catalogue
from hexfire.asl.gunnery.answer import direct_answer
from hexfire.asl.gunnery.fire import fire, shot_odds
from hexfire.asl.gunnery.small_arms import area_fire, is_small_arms, small_arms
from hexfire.asl.gunnery.weapons import Armament, target_of, weapon_of
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.shot import Firer, Kind, Mount, Shot, Target, TargetKind, TargetType
from hexfire.asl.shots.targets import Effect
from hexfire.dice import Dice, play
from hexfire.rulebook import BadInput, Refusal

UNITS = catalogue()
HMG = weapon_of(UNITS.find("HMG", "German"))
MEN = Target(kind=TargetKind.INFANTRY, name="squad", morale=7)


def mg(weapon=HMG, target=MEN, firer=None, **more):
    given = {"range": 5, "date": "1943-07"} | more
    return Shot(weapon=weapon, target=target, firer=Firer(**(firer or {})), **given)


@pytest.mark.rule("A7.22", "A7.3")
@pytest.mark.parametrize(
    ("distance", "fp"), [(0, 14), (1, 14), (2, 7), (16, 7), (17, 3.5), (32, 3.5)]
)
def test_firepower_by_range(distance, fp):
    assert (HMG.fp, HMG.normal_range) == (7, 16)
    assert small_arms(mg(range=distance)).fp == (fp,)


@pytest.mark.rule("A7.22")
def test_no_farther_than_twice_the_normal_range():
    with pytest.raises(Refusal) as caught:
        small_arms(mg(range=33))
    assert caught.value.rule == "A7.22"


@pytest.mark.rule("A7.23")
@pytest.mark.parametrize(
    ("firer", "target", "phase", "times"),
    [
        ({}, {}, Phase.PFPH, 0),
        ({"pinned": True}, {}, Phase.PFPH, 1),
        ({}, {"concealed": True}, Phase.PFPH, 1),
        ({}, {"hidden": True}, Phase.PFPH, 1),
        ({}, {}, Phase.AFPH, 1),
        ({"opportunity_fire": True}, {}, Phase.AFPH, 0),
        ({"pinned": True}, {"concealed": True}, Phase.AFPH, 3),
    ],
)
def test_what_halves_it(firer, target, phase, times):
    made = mg(target=replace(MEN, **target), firer=firer, phase=phase)
    assert area_fire(made, made.target).total == times
    assert small_arms(made).fp[0] * 2**times == 7


@pytest.mark.rule("A7.23", "D1.8")
def test_a_vehicle_on_the_move_is_halved_twice():
    coax = weapon_of(UNITS.find("PzKpfw IVH"), armament=Armament.CMG)
    standing = mg(coax, phase=Phase.MPH)
    assert small_arms(standing).fp == (2.5,)
    moving = mg(coax, firer={"non_stopped": True}, phase=Phase.MPH)
    assert small_arms(moving).fp == (1.25,)
    assert small_arms(mg(coax, firer={"motion": True}, phase=Phase.DFF)).fp == (2.5,)


@pytest.mark.rule("A7.9", "C2.29")
@pytest.mark.rule("C2.29#8")
def test_who_cowers():
    """A 3,3 on the 6 column is a 1MC; one column to the left, on the 4 column, a NMC."""
    made = mg()
    assert small_arms(made).cowers
    assert not small_arms(mg(firer={"leadership": -1})).cowers
    assert not small_arms(mg(firer={"hero": True})).cowers
    assert not small_arms(mg(firer={"cowers": False})).cowers
    coax = weapon_of(UNITS.find("PzKpfw IVH"), armament=Armament.CMG)
    assert not small_arms(mg(coax)).cowers
    assert small_arms(mg(coax, firer={"cowers": True})).cowers
    flak = replace(HMG, ife=6, sw=False)
    assert not small_arms(mg(flak, ife=True)).cowers

    def check(firer):
        """What the men must roll: 6 passes a 1MC with nothing to spare, a NMC easily."""
        outcome = play(Dice((3, 3, 3, 3)), fire, mg(firer=firer))
        return outcome.effects[0].pinned, outcome.rof_kept

    assert check({}) == (False, False)
    assert check({"cowers": False}) == (True, True)


@pytest.mark.rule("C2.24", "C2.28", "A9.7")
def test_one_dr_decides_rate_and_breakdown():
    assert play(Dice((3, 6)), fire, mg()).rof_kept
    assert not play(Dice((4, 5)), fire, mg()).rof_kept
    assert play(Dice((6, 6)), fire, mg()).malfunction
    assert sum(shot_odds(mg()).values()) == 1


@pytest.mark.rule("C.2", "C3.32", "A7.308")
def test_what_a_machine_gun_aims_at_and_what_it_sprays():
    truck = target_of(UNITS.find("Opel 6700 (Blitz)"))
    tank = target_of(UNITS.find("T-34 M41"))
    assert is_small_arms(mg()) and is_small_arms(mg(target=truck))
    assert not is_small_arms(mg(target=tank))
    assert not is_small_arms(mg(target=truck, target_type=TargetType.VEHICLE))
    burned = shot_odds(mg(target=truck)).chance(lambda o: o.effects[0].effect is Effect.BURNING)
    assert burned > 0
    with pytest.raises(Refusal) as caught:
        fire(Dice(), mg(target_type=TargetType.INFANTRY))
    assert caught.value.rule == "C3.32"


@pytest.mark.rule("C5.1", "C2.29")
def test_modifiers_of_the_ift_dr():
    def drm(weapon=HMG, target=MEN, firer=None, **more):
        return small_arms(mg(weapon, target, firer, **more)).drm[0].as_dict()

    coax = weapon_of(UNITS.find("PzKpfw IVH"), armament=Armament.CMG)
    assert drm(coax, firer={"hexspines_turned": 1}) == {"A": 1}
    assert drm(firer={"hexspines_turned": 1}) == {}  # a SW has no arc
    assert drm(firer={"leadership": -2, "cx": True}) == {"leadership": -2, "CX": 1}
    running = replace(MEN, ffmo=True, ffnam=True, terrain="open_ground")
    assert drm(target=running, phase=Phase.DFF) == {"J3": -1, "J4": -1}
    assert drm(target=running, phase=Phase.DFPH) == {}
    assert drm(target=replace(MEN, terrain="woods"), hindrance=2) == {"Q": 1, "R": 2}


@pytest.mark.rule("D1.8")
def test_a_vehicles_machine_guns():
    panzer = UNITS.find("PzKpfw IVH")
    assert (panzer.mg.bow, panzer.mg.coax) == (3, 5)
    bow = weapon_of(panzer, armament=Armament.BMG)
    coax = weapon_of(panzer, armament=Armament.CMG)
    assert (bow.fp, bow.mount, bow.kind) == (3, Mount.NT, Kind.MG)
    assert (coax.fp, coax.mount, coax.rof, coax.b) == (5, Mount(panzer.turret), 0, 12)
    sherman = UNITS.find("am-M4")
    aamg = weapon_of(sherman, armament=Armament.AAMG)
    assert (aamg.fp, aamg.mount, aamg.aamg) == (sherman.mg.aa, Mount.T, True)
    with pytest.raises(BadInput):
        weapon_of(UNITS.find("T-34 M41"), armament=Armament.AAMG)


@pytest.mark.rule("D1.8")
def test_what_no_counter_prints_is_asked_for():
    coax = weapon_of(UNITS.find("PzKpfw IVH"), armament=Armament.CMG)
    assert small_arms(mg(coax, range=8)).fp == (5,)
    with pytest.raises(BadInput):
        small_arms(mg(coax, range=9))
    assert small_arms(mg(replace(coax, normal_range=12), range=13)).fp == (2.5,)
    with pytest.raises(BadInput):
        small_arms(mg(replace(coax, fp=None)))
    printed = [
        weapon_of(c).normal_range
        for c in UNITS
        if isinstance(c, Vehicle) and "Nml Rng:16" in c.back
    ]
    assert printed == [16]


def test_the_answer_of_a_machine_gun():
    found = direct_answer(mg())
    assert found.attack.columns == (6,)
    assert sum(found.effects[0][1].values()) == 1


@pytest.mark.rule("C2.29#9")
def test_ife_joins_no_fire_group():
    flak = replace(HMG, kind=Kind.AA, caliber=20, fp=None, ife=6)
    alone = mg(flak, ife=True)
    assert small_arms(alone).fp == (6,)
    for made in (replace(alone, group=(mg(),)), replace(mg(), group=(alone,))):
        with pytest.raises(Refusal) as caught:
            small_arms(made)
        assert caught.value.rule == "C2.29"


@pytest.mark.rule("C.7#8")
def test_a_fire_group_has_no_heavy_payload():
    strong = replace(HMG, fp=12)
    made = replace(mg(strong), group=(mg(strong), mg(strong), mg(strong)))
    found = small_arms(made)
    assert (found.fp, found.columns, found.drm[0].as_dict()) == ((48,), (36,), {})
