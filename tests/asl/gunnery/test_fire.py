"""The whole chain: exact odds against an independent enumerator, properties, IFE, examples."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from hexfire.asl.counters import Gun, Vehicle, catalogue
from hexfire.asl.effects.breakdown import WeaponState
from hexfire.asl.gunnery.answer import answer, direct_answer, label_of
from hexfire.asl.gunnery.fire import fire, shot_odds
from hexfire.asl.gunnery.small_arms import is_small_arms, small_arms
from hexfire.asl.gunnery.throw import throw
from hexfire.asl.gunnery.to_hit import to_hit
from hexfire.asl.gunnery.weapons import target_of, weapon_of
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.hit import Aspect
from hexfire.asl.shots.shot import (
    Ammo,
    Facing,
    Firer,
    Kind,
    Mount,
    Shot,
    Target,
    TargetKind,
    TargetType,
)
from hexfire.asl.shots.targets import CrewFate, Effect, Personnel, VehicleAfter
from hexfire.dice import Dice, play
from hexfire.rulebook import Refusal

UNITS = catalogue()
MORALE_7 = {"kind": TargetKind.INFANTRY, "size": None, "morale": 7, "name": "squad"}


def tank_shot(weapon="PzKpfw IVH", target="T-34 M41", date="1943-07", **more):
    firer = more.pop("firer", {})
    aimed = replace(target_of(UNITS.find(target)), **more.pop("aim", {}))
    return Shot(
        weapon=weapon_of(UNITS.find(weapon), date),
        target=aimed,
        date=date,
        firer=Firer(**firer),
        **({"range": 8} | more),
    )


@pytest.mark.rule("C3.1")
def test_a_miss_has_no_effects(shot):
    outcome = play(Dice((6, 5)), fire, tank_shot())
    assert outcome.hits == () and outcome.effects == ()
    assert outcome.acquisition == -1


@pytest.mark.rule("C3.1", "C3.9")
def test_from_the_to_hit_dr_to_the_wreck():
    made = tank_shot(aim={"facing": Facing.SIDE})  # TK 17, AF 6, Final TK# 11
    outcome = play(Dice((4, 3, 2, 3)), fire, made)
    assert outcome.hits[0].aspect is Aspect.HULL
    assert outcome.effects[0].effect is Effect.BURNING
    dud = play(Dice((4, 3, 6, 6)), fire, made)
    assert dud.effects[0].effect is Effect.DUD


@pytest.mark.rule("C3.32", "C3.4")
def test_example_c332_one_effects_dr_for_all():
    truck = replace(target_of(UNITS.find("Opel 6700 (Blitz)")), terrain="shellholes")
    squad = Target(terrain="shellholes", **MORALE_7)
    gun = weapon_of(UNITS.find("57mm PTP obr. 43"), "1943-07")
    made = Shot(
        weapon=gun,
        target=truck,
        others=(squad,),
        range=6,
        target_type=TargetType.INFANTRY,
        ammo=Ammo.HE,
        date="1943-07",
    )
    found = answer(made)
    assert {c.name: c.needed for c in found.targets} == {truck.name: 8, "squad": 7}
    for chance in found.targets:
        assert {k.payload.column for k in chance.kills if not k.is_ch} == {6}
    outcome = play(Dice((3, 3, 3, 2, 6, 6, 6, 6, 6, 6)), fire, made)
    assert len(outcome.effects) == 2
    assert isinstance(outcome.effects[0], VehicleAfter)
    assert isinstance(outcome.effects[1], Personnel)


@pytest.mark.rule("C5.72", "C5.7", "Case G")
@pytest.mark.rule("C5.72#3")
def test_deliberate_immobilization_needs_no_to_kill_dr():
    made = tank_shot(range=3, deliberate_immobilization=True, aim={"facing": Facing.SIDE})
    hull = play(Dice((3, 2, 2, 2)), fire, made)
    assert hull.effects[0].effect is Effect.IMMOBILIZED
    turret = play(Dice((2, 3)), fire, made)
    assert turret.effects[0].effect is Effect.NONE
    original_2 = play(Dice((1, 1, 3, 3)), fire, made)
    assert not original_2.hits[0].is_ch
    assert original_2.effects[0].effect is Effect.IMMOBILIZED


@pytest.mark.rule("C5.71")
def test_deliberate_immobilization_needs_a_gun_that_beats_the_hull():
    made = tank_shot("PzKpfw IIA", "PzKpfw VIB", range=3, deliberate_immobilization=True)
    with pytest.raises(Refusal) as caught:
        fire(Dice(), made)
    assert caught.value.rule == "C5.71"


@pytest.mark.rule("C6.57")
def test_a_concealed_target_is_acquired_by_what_reveals_it(shot, tank):
    made = shot(target=MORALE_7 | {"concealed": True}, range=6, target_type=TargetType.INFANTRY)
    # Needs 6: a hit; IFT 12 FP: a DR of 7 is a 1MC, one of 12 nothing.
    revealed = play(Dice((3, 2, 4, 3, 1, 1)), fire, made)
    assert (revealed.revealed, revealed.acquisition) == (True, -1)
    nothing = play(Dice((3, 2, 6, 6)), fire, made)
    assert (nothing.revealed, nothing.acquisition) == (False, 0)


def test_the_ammunition_that_was_not_there_changes_nothing():
    made = tank_shot(ammo=Ammo.APCR, acquisition=-1)
    outcome = play(Dice((5, 5)), fire, made)
    assert not outcome.fired
    assert outcome.acquisition == -1 and not outcome.rof_kept


@pytest.mark.rule("C2.29", "C.2")
@pytest.mark.rule("C2.29#13")
def test_ife_is_no_ordnance_and_has_its_own_limits(shot, gun):
    flak = gun(caliber=20, kind=Kind.AA, ife=6, rof=3, mount=Mount.T)
    made = shot(flak, target=MORALE_7, ife=True)
    assert is_small_arms(made) and not is_small_arms(replace(made, ife=False))
    attack = small_arms(made)
    assert (attack.fp[0], attack.columns[0], attack.rof.total) == (6, 6, 2)
    assert small_arms(replace(made, range=16)).fp[0] == 6
    assert small_arms(replace(made, range=17)).fp[0] == 3
    assert small_arms(replace(made, range=32)).fp[0] == 3
    assert small_arms(replace(made, range=1)).fp[0] == 12
    turned = shot(flak, {"hexspines_turned": 2}, MORALE_7, ife=True)
    assert small_arms(turned).drm[0].as_dict() == {"A": 2}
    hidden = shot(flak, target=MORALE_7 | {"concealed": True}, ife=True)
    assert small_arms(hidden).fp[0] == 3

    def refused(made, rule="C2.29"):
        with pytest.raises(Refusal) as caught:
            small_arms(made)
        assert caught.value.rule == rule

    refused(replace(made, range=33))
    refused(shot(gun(), target=MORALE_7, ife=True))
    refused(shot(flak, ife=True))  # an AFV with nobody exposed
    refused(replace(made, deliberate_immobilization=True), "C5.71")
    refused(shot(flak, {"spraying": True}, MORALE_7, ife=True, bore_sighted=True))


@pytest.mark.rule("C2.29", "C6.44")
def test_ife_with_bore_sighting_and_sustained_fire(shot, gun):
    from hexfire.asl.shots.shot import FireCounter

    flak = gun(caliber=20, kind=Kind.AA, ife=6, rof=3, mount=Mount.T)
    laid = shot(flak, target=MORALE_7, ife=True, bore_sighted=True, phase=Phase.DFF)
    assert small_arms(laid).drm[0].as_dict() == {"M": -2}
    later = replace(laid, phase=Phase.DFPH)
    assert small_arms(later).drm[0].as_dict() == {}
    marked = shot(flak, {"marker": FireCounter.FIRST}, MORALE_7, ife=True, phase=Phase.DFF)
    attack = small_arms(marked)
    assert attack.drm[0].as_dict() == {}
    assert small_arms(replace(laid, bore_sighted=False)).fp[0] == 2 * attack.fp[0]
    assert (attack.breakdown.total, attack.rof.total) == (10, 0)


@pytest.mark.rule("C2.29", "C2.24")
def test_ife_rolls_once_for_everything(shot, gun):
    flak = gun(caliber=20, kind=Kind.AA, ife=6, rof=3, mount=Mount.T)
    made = shot(flak, target=MORALE_7, ife=True, acquisition=-2)
    kept = play(Dice((2, 6, 1, 1)), fire, made)  # 8 on the 6 column: a PTC
    assert kept.rof_kept and kept.acquisition == 0
    assert not play(Dice((3, 6)), fire, made).rof_kept
    assert play(Dice((6, 6)), fire, made).weapon is WeaponState.MALFUNCTIONED
    assert sum(shot_odds(made).values()) == 1


def test_every_weapon_of_the_catalogue_can_be_asked():
    men = Target(**MORALE_7)
    tank = target_of(UNITS.find("T-34 M41"))
    asked = 0
    for counter in UNITS:
        if not isinstance(counter, Vehicle | Gun):
            continue
        for target in (men, tank):
            try:
                weapon = weapon_of(counter, "1944-07")
                distance = max(6, weapon.min_range)
                made = Shot(weapon=weapon, target=target, range=distance, date="1944-07")
                total = sum(shot_odds(made).values())
            except Refusal:
                continue
            assert total == 1
            asked += 1
    assert asked > 500


def test_labels_are_stable():
    made = tank_shot(aim={"facing": Facing.SIDE})
    found = answer(made)
    assert set(found.main.effects) <= {
        "none", "dud", "possible_shock", "shock", "stun", "immobilized", "kill", "burn",
    }  # fmt: skip
    assert sum(found.main.effects.values()) == found.main.hit
    assert found.main.hull + found.main.turret == found.main.hit
    hit = throw(Dice((4, 3)), to_hit(made)).hits[0]
    assert label_of(VehicleAfter(effect=Effect.BURNING), hit) == "burn"
    assert label_of(VehicleAfter(crew=CrewFate.STUNNED), hit) == "stun"
    assert label_of(VehicleAfter(effect=Effect.SHOCK, crew=CrewFate.STUNNED), hit) == "shock"


def test_canister_is_swept_not_aimed(shot, tank):
    gun = tank(caliber=37, ammo=((Ammo.CANISTER, 5),), rof=2)
    made = shot(gun, target=MORALE_7, ammo=Ammo.CANISTER, range=2, acquisition=-1)
    found = direct_answer(made)
    assert (found.attack.columns, found.attack.drm[0].total) == ((12,), 0)
    assert found.none_left == Fraction(26, 36)  # any DR above 5
    assert found.depleted == Fraction(4, 36)
    assert sum(found.outcomes.values()) == 1
    swept = play(Dice((1, 1, 6, 6)), fire, made)
    assert swept.rof_kept and swept.acquisition == 0
    empty = play(Dice((3, 3)), fire, made)
    assert not empty.fired and empty.hits == () and empty.acquisition == -1
    assert direct_answer(replace(made, range=1)).attack.columns == (6,)
    for bad in (0, 4):
        with pytest.raises(Refusal) as caught:
            direct_answer(replace(made, range=bad))
        assert caught.value.rule == "C8.4"
    with pytest.raises(Refusal) as caught:
        direct_answer(replace(made, weapon=tank(caliber=37)))
    assert caught.value.rule == "C2.26"


@pytest.mark.rule("C2.21")
def test_example_c221_a_limbered_gun_kills_with_its_full_barrel(shot):
    flak = weapon_of(UNITS.find("2cm FlaK 30"), "1943-07")
    target = target_of(UNITS.find("T-34 M41"))
    made = Shot(
        weapon=flak,
        target=target,
        range=13,
        ammo=Ammo.AP,
        date="1943-07",
        firer=Firer(limbered=True),
    )
    found = answer(made)
    assert "L" not in found.th.modifications.as_dict()
    ready = answer(replace(made, firer=Firer()))
    assert ready.th.modifications.as_dict()["L"] == 1
    assert {k.number.basic for k in found.main.kills} == {k.number.basic for k in ready.main.kills}
