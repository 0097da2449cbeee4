"""What C10.25, C12 and C13 change in the To Hit process."""

from __future__ import annotations

from typing import Any

import pytest

from hexfire.asl.antitank.backblast import rcl_keeps_concealment
from hexfire.asl.effects.breakdown import WeaponState
from hexfire.asl.gunnery.acquisition import drm_after
from hexfire.asl.gunnery.rof import breakdown_number, wear
from hexfire.asl.gunnery.throw import throw, thrown
from hexfire.asl.gunnery.to_hit import to_hit
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.shot import (
    Ammo,
    Firer,
    Kind,
    Mount,
    Shot,
    Target,
    TargetKind,
    TargetType,
    Weapon,
)
from hexfire.dice import DR, Dice
from hexfire.rulebook import Refusal

SIEGE = Weapon(caliber=150, kind=Kind.ART, mount=Mount.NT, nation="German", rfnm=True)
PLAIN = Weapon(caliber=150, kind=Kind.ART, mount=Mount.NT, nation="German")
RCL57 = Weapon(caliber=57, kind=Kind.RCL, nation="American", sw=True, no_ap=True, backblast=True)
RCL75 = Weapon(caliber=75, kind=Kind.RCL, nation="American", sw=True, no_ap=True)
GERMAN_RCL = Weapon(caliber=75, kind=Kind.RCL, nation="German", mount=Mount.T, no_ap=True)
MEN = Target(kind=TargetKind.INFANTRY)


def shot(weapon: Weapon, target: Target = MEN, **what: Any) -> Shot:
    firer = Firer(**what.pop("firer", {}))
    given = {"range": 6, "date": "1944-08"} | what
    return Shot(weapon=weapon, target=target, firer=firer, **given)


def drm(a_shot: Shot) -> dict[str, int]:
    return dict(to_hit(a_shot).aim.tally.as_dict())


def refused(rule: str) -> Any:
    return pytest.raises(Refusal, match=rf"^{rule.replace('.', '[.]')}:")


@pytest.mark.rule("C10.25")
def test_rfnm_guns_keep_their_ca_and_leave_their_own_hex_alone() -> None:
    with refused("C10.25"):
        to_hit(shot(SIEGE, firer={"hexspines_turned": 1}))
    assert drm(shot(PLAIN, firer={"hexspines_turned": 1}))["A"] == 3
    with refused("C10.25"):
        to_hit(shot(SIEGE, range=0, target_type=TargetType.INFANTRY))


@pytest.mark.rule("C10.25")
def test_rfnm_guns_double_case_j_close_by_and_have_neither_j4_nor_l() -> None:
    tank = Target(kind=TargetKind.AFV, moving=True, mp_in_los=1)
    near = shot(SIEGE, tank, phase=Phase.DFF)
    assert drm(near) == {"J": 4, "J2": 4}
    assert drm(shot(PLAIN, tank, phase=Phase.DFF)) == {"J": 2, "J2": 2}
    assert drm(shot(SIEGE, tank, phase=Phase.DFF, range=7)) == {"J": 2, "J2": 2}
    runner = Target(kind=TargetKind.INFANTRY, ffnam=True, ffmo=True)
    assert drm(shot(SIEGE, runner, phase=Phase.DFF, range=1)) == {"J3": -2}
    assert drm(shot(PLAIN, runner, phase=Phase.DFF, range=1)) == {"J3": -1, "J4": -1, "L": -2}
    left_out = to_hit(shot(SIEGE, range=1)).aim.tally.rejected
    assert [(m.case, m.rule) for m in left_out] == [("L", "C10.25")]


@pytest.mark.rule("C12.22", "C12.1")
def test_rcl_fire_on_the_to_hit_table_and_only_german_ones_have_case_a() -> None:
    assert to_hit(shot(RCL57)).basic == 8
    assert to_hit(shot(GERMAN_RCL)).basic == 8
    assert drm(shot(GERMAN_RCL, firer={"hexspines_turned": 1}))["A"] == 1
    assert "A" not in drm(shot(RCL57, firer={"hexspines_turned": 1}))


@pytest.mark.rule("C12.22")
def test_only_the_us_57mm_rcl_fires_after_moving() -> None:
    moved = {"entered_new_hex": True}
    assert drm(shot(RCL57, phase=Phase.AFPH, firer=moved)) == {"C3": 2}
    assert drm(shot(RCL57, phase=Phase.AFPH)) == {"B": 2}
    with refused("C12.22"):
        to_hit(shot(RCL75, phase=Phase.AFPH, firer=moved))
    with refused("C2.8"):
        to_hit(shot(GERMAN_RCL, phase=Phase.AFPH, firer=moved))


@pytest.mark.rule("C12.24")
def test_a_rcl_gains_no_acquisition_on_a_moving_target() -> None:
    still, moving = Target(kind=TargetKind.AFV), Target(kind=TargetKind.AFV, moving=True)
    assert drm_after(to_hit(shot(GERMAN_RCL, still, ammo=Ammo.HE)).shot) == -1
    assert drm_after(to_hit(shot(GERMAN_RCL, moving, ammo=Ammo.HE)).shot) == 0


@pytest.mark.rule("C12.22")
def test_a_rcl_that_fires_in_sight_is_seen() -> None:
    assert [rcl_keeps_concealment(seen) for seen in (True, False)] == [False, True]


@pytest.mark.rule("C12.24")
def test_rcl_acquire_no_moving_target_and_only_german_ones_bore_sight() -> None:
    still, moving = Target(kind=TargetKind.AFV), Target(kind=TargetKind.AFV, moving=True)
    aimed: dict[str, Any] = {"ammo": Ammo.HE, "acquisition": -2}
    assert drm(shot(GERMAN_RCL, still, **aimed))["N"] == -2
    assert "N" not in drm(shot(GERMAN_RCL, moving, **aimed))
    assert drm(shot(GERMAN_RCL, bore_sighted=True))["M"] == -2
    assert "M" not in drm(shot(RCL75, bore_sighted=True))


def test_a_known_dr_reads_as_a_thrown_one() -> None:
    th = to_hit(shot(PLAIN))
    for white in range(1, 7):
        assert throw(Dice([3, white]), th) == thrown(Dice(), th, DR(3, white))


@pytest.mark.rule("C13.47")
def test_what_lowers_the_breakdown_number_lowers_an_x_number_too() -> None:
    baz = Weapon(caliber=0, kind=Kind.LATW, sw=True, x=11, b=13, th_table="BAZ44")
    tank = Target(kind=TargetKind.AFV)
    own = shot(baz, tank, range=1)
    taken = shot(baz, tank, range=1, firer={"captured": True})
    for a_shot, first in ((own, 11), (taken, 9)):
        number = breakdown_number(a_shot).total
        gone = [dr for dr in range(2, 13) if wear(a_shot, number, dr) is WeaponState.DISABLED]
        assert gone == list(range(first, 13))
