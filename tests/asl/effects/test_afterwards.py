"""Shock, stun, breakdown and repair, SMOKE and WP, Heavy Payload."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hexfire.asl.effects.breakdown import Reliability, WeaponState, after_shot, repair
from hexfire.asl.effects.condition import (
    CrewState,
    Shock,
    recover,
    require_able,
    require_ce_allowed,
    shocked_again,
    under_shock,
    under_stun,
)
from hexfire.asl.effects.payload import payload
from hexfire.asl.effects.resolve import resolve
from hexfire.asl.effects.smoke import (
    Screen,
    place,
    require_smoke_time,
    smoke_result,
)
from hexfire.asl.effects.stack import Struck
from hexfire.asl.effects.vehicles import aftermath
from hexfire.asl.shots.shot import Ammo, TargetKind, TargetType
from hexfire.asl.shots.targets import CrewFate, Effect, Unknown, VehicleTarget
from hexfire.asl.tables.ift import Cell
from hexfire.dice import Dice, odds
from hexfire.rulebook import Refusal

from .conftest import gun, hit, leader, refused, squad, typed

# -- shock and stun ------------------------------------------------------------------------------


@pytest.mark.rule("C7.42")
@pytest.mark.parametrize(
    ("before", "dr", "after"),
    [
        (Shock.SHOCK, 2, Shock.NONE),
        (Shock.SHOCK, 3, Shock.UK),
        (Shock.UK, 3, Shock.NONE),
        (Shock.UK, 4, Shock.WRECK),
    ],
)
@pytest.mark.rule("C7.42#8", "C7.42#11")
def test_recovery(before: Shock, dr: int, after: Shock) -> None:
    assert typed(recover, before, dice=(dr,)) is after


@pytest.mark.rule("C7.42", "C7.4")
@pytest.mark.rule("C7.42#13")
def test_the_way_of_a_shocked_afv() -> None:
    def both(dice):
        first = recover(dice, Shock.SHOCK)
        return recover(dice, first)

    chances = odds(both)
    assert chances[Shock.WRECK] == Fraction(2, 3) * Fraction(1, 2)
    assert shocked_again(Shock.UK) is Shock.SHOCK
    assert shocked_again(Shock.SHOCK) is Shock.SHOCK
    assert typed(recover, Shock.NONE, dice=()) is Shock.NONE


@pytest.mark.rule("C7.42")
@pytest.mark.rule("C7.42#1", "C7.42#2", "C7.42#3", "C7.42#4", "C7.42#5", "C7.42#6", "C7.42#7")
def test_a_shocked_afv_buttons_up_stops_and_does_nothing() -> None:
    crew = under_shock(CrewState(ce=True, non_stopped=True, entered_hex=True))
    assert (crew.ce, crew.non_stopped, crew.entered_hex) == (False, False, True)
    for action in ("fire", "move", "change_vca", "change_tca", "interdict", "cc", "unload"):
        with refused("C7.42"):
            require_able(crew, action)
    require_able(crew, "unload", rider=True)
    with refused("D5.33"):
        require_ce_allowed(crew)
    for action in ("fire", "move", "cc"):
        require_able(CrewState(), action)


@pytest.mark.rule("D5.34", "D5.341", "D5.33")
def test_a_stunned_crew_is_buttoned_up_and_recalled_the_second_time() -> None:
    once = under_stun(CrewState(ce=True, non_stopped=True))
    assert (once.ce, once.non_stopped, once.recalled) == (False, False, False)
    assert under_stun(once).recalled
    with refused("D5.34"):
        require_able(once, "fire")
    with refused("D5.33"):
        require_ce_allowed(once)
    require_ce_allowed(CrewState())


@pytest.mark.rule("D5.4")
def test_nobody_fights_in_an_abandoned_vehicle() -> None:
    with refused("D5.4"):
        require_able(CrewState(abandoned=True), "fire")


# -- breakdown -----------------------------------------------------------------------------------


@pytest.mark.rule("A9.7")
def test_malfunction() -> None:
    assert after_shot(Reliability(b=11), 10) is WeaponState.WORKING
    assert after_shot(Reliability(b=11), 11) is WeaponState.MALFUNCTIONED
    assert after_shot(Reliability(x=10), 10) is WeaponState.DISABLED


@pytest.mark.rule("A.11")
def test_a_lowered_breakdown_number_makes_the_printed_one_final() -> None:
    pressed = Reliability(b=12, lowered=2)
    found = [after_shot(pressed, dr) for dr in (9, 10, 11, 12)]
    assert found == [
        WeaponState.WORKING,
        WeaponState.MALFUNCTIONED,
        WeaponState.MALFUNCTIONED,
        WeaponState.DISABLED,
    ]


@pytest.mark.rule("D3.71")
def test_low_ammo() -> None:
    fresh = Reliability(b=11, circled=True)
    assert [after_shot(fresh, dr) for dr in (10, 11, 12)] == [
        WeaponState.WORKING,
        WeaponState.LOW_AMMO,
        WeaponState.MALFUNCTIONED,
    ]
    low = Reliability(b=11, circled=True, low_ammo=True)
    assert [after_shot(low, dr) for dr in (9, 10, 11, 12)] == [
        WeaponState.LOW_AMMO,
        WeaponState.MALFUNCTIONED,
        WeaponState.DISABLED,
        WeaponState.DISABLED,
    ]


@pytest.mark.rule("A9.72")
@pytest.mark.parametrize(
    ("dr", "state"),
    [
        (1, WeaponState.WORKING),
        (2, WeaponState.MALFUNCTIONED),
        (5, WeaponState.MALFUNCTIONED),
        (6, WeaponState.DISABLED),
    ],
)
@pytest.mark.rule("C13.26#1")
@pytest.mark.rule("C2.2#1")
def test_repair(dr: int, state: WeaponState) -> None:
    assert typed(repair, dice=(dr,)) is state
    assert typed(repair, 3, dice=(3,)) is WeaponState.WORKING


# -- SMOKE ---------------------------------------------------------------------------------------


@pytest.mark.rule("C8.51", "C8.6")
@pytest.mark.parametrize("kind", list(Screen))
@pytest.mark.rule("C8.51#1", "C8.51#2", "C8.6#3")
def test_full_strength_only_before_all_prep_fire(kind: Screen) -> None:
    fresh = place(kind, phase="PFPh")
    assert not fresh.dispersed
    for late in (place(kind, phase="DFPh"), place(kind, phase="PFPh", before_other_fire=False)):
        assert late.dispersed and late.hindrance == fresh.hindrance - 1


def wp_check(dice, units, tem=0):
    """WP on units; after a CH on `tem`."""
    return smoke_result(tuple(Struck(unit, None) for unit in units), (tem,) * len(units))


@pytest.mark.rule("C8.5")
@pytest.mark.rule("C8.5#3")
def test_smoke_is_two_levels_high_and_only_hinders_below() -> None:
    smoke = place(Screen.SMOKE, phase="PFPh", ground_level=1)
    assert smoke.height == 2 and smoke.hindrance == 3


@pytest.mark.rule("C8.52")
@pytest.mark.rule("C8.52#1")
def test_smoke_lies_on_the_ground_and_never_in_the_own_hex() -> None:
    assert place(Screen.SMOKE, phase="PFPh", ground_level=2).level == 2
    with refused("C8.52"):
        require_smoke_time(Screen.SMOKE, phase="PFPh", own_hex=True)


@pytest.mark.rule("C8.5", "C8.6")
@pytest.mark.rule("C8.5#2")
def test_when_smoke_may_be_fired() -> None:
    require_smoke_time(Screen.SMOKE, phase="PFPh")
    require_smoke_time(Screen.SMOKE, phase="DFPh")
    require_smoke_time(Screen.WP, phase="AFPh")
    for kind, facts, rule in (
        (Screen.SMOKE, {"phase": "AFPh"}, "C8.5"),
        (Screen.SMOKE, {"phase": "PFPh", "fired_other": True}, "C8.5"),
        (Screen.WP, {"phase": "PFPh", "friends_fired_other": True}, "C8.6"),
    ):
        with pytest.raises(Refusal) as refused:
            require_smoke_time(kind, **facts)
        assert refused.value.rule == rule


@pytest.mark.rule("A24.31", "C3.76")
def test_white_phosphorus_is_a_morale_check() -> None:
    units = (squad(), leader(leadership=0))
    after = typed(wp_check, units, dice=(3, 3, 4, 4))
    assert [unit.broken for unit in after] == [True, False]
    (ce,) = typed(wp_check, (VehicleTarget(ce=True),), dice=(5, 5))
    assert ce.crew is CrewFate.STUNNED


@pytest.mark.rule("A24.31", "C3.76", "C8.6")
def test_wp_and_smoke_hits_come_through_the_same_door() -> None:
    facts = {
        "weapon": gun("81*"),
        "target_type": TargetType.AREA,
        "target": {"kind": TargetKind.INFANTRY, "morale": 7},
    }
    (after,) = typed(resolve, (hit(None, ammo=Ammo.WP, **facts),), dice=(3, 4))
    assert after.pinned
    (after,) = typed(resolve, (hit(None, ammo=Ammo.WP, is_ch=True, tem=-2, **facts),), dice=(3, 4))
    assert after.broken
    (after,) = typed(resolve, (hit(None, ammo=Ammo.SMOKE, **facts),), dice=())
    assert not (after.broken or after.pinned)


# -- Heavy Payload -------------------------------------------------------------------------------


@pytest.mark.rule("C.7")
@pytest.mark.parametrize(
    ("fp", "facts", "column", "drm"),
    [
        (24, {"ch": True}, 36, -1),  # 120 mm
        (30, {"ch": True}, 36, -3),  # 150 mm OBA
        (36, {"ch": True, "caliber": 250, "heavy": True}, 36, -5),
        (36, {"caliber": 250, "heavy": True}, 36, -1),
        (36, {"caliber": 380, "heavy": True}, 36, -3),
        (36, {"caliber": 380, "heavy": True, "halvings": 1}, 16, -1),
        (36, {"caliber": 250, "heavy": True, "halvings": 1}, 16, 0),
        (12, {"halvings": 1}, 6, 0),
        (12, {"halvings": 1, "ch": True}, 24, 0),
        (1, {"halvings": 1}, None, 0),
    ],
)
@pytest.mark.rule("C.7#1", "C.7#2", "C.7#3", "C.7#4", "C.7#6")
def test_heavy_payload_and_critical_hits(fp: int, facts: dict, column, drm: int) -> None:
    found = payload(fp, **facts)
    assert (found.column, found.total) == (column, drm)


@pytest.mark.rule("A24.31", "C8.5", "C8.6")
def test_smoke_and_wp_on_men_without_a_counter() -> None:
    """Of them only the check can be told: none in Smoke, a NMC in WP."""
    stack = (Struck(Unknown(name="men"), None), Struck(squad(), None))
    in_smoke = smoke_result(stack, ())
    assert [str(found) if isinstance(found, Cell) else found for found in in_smoke] == [
        "-",
        squad(),
    ]
    under_wp = typed(lambda dice: smoke_result(stack, (2, 0)), dice=(1, 1))
    assert str(under_wp[0]) == "2MC" and under_wp[1] == squad()


@pytest.mark.rule("A24.31")
def test_wp_is_a_normal_morale_check_unless_critical() -> None:
    """A 7 just passes a NMC (pinned); a TEM of 2 counts only against a Critical Hit."""
    (pinned,) = typed(wp_check, (squad(),), dice=(4, 3))
    assert pinned.pinned and not pinned.broken
    (critical,) = typed(lambda d: wp_check(d, (squad(),), tem=2), dice=(4, 3))
    assert critical.broken


@pytest.mark.rule("D5.34", "D5.341")
def test_a_stun_stuns_and_a_second_one_recalls() -> None:
    assert aftermath(Dice(), VehicleTarget(), Effect.STUN).crew is CrewFate.STUNNED
    again = aftermath(Dice(), VehicleTarget(stunned=True), Effect.STUN)
    assert again.crew is CrewFate.RECALLED
    require_able(CrewState(stunned=True), "unload")
    require_able(CrewState(stunned=True), "cc")
