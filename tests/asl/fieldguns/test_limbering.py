"""C10.2–C10.26: limbering and guns that do without."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from hexfire.asl.fieldguns import (
    Done,
    Entry,
    Gun,
    GunCounter,
    Hand,
    HandKind,
    Place,
    Situation,
    Vehicle,
    fire,
    gun_named,
    hook_up,
    limber,
    may_fire,
    next_phase,
    push,
    unhook,
    unlimber,
)
from hexfire.asl.sequence import Phase
from hexfire.dice import Dice
from hexfire.rulebook import Refusal

PAK40, FLAK88, HOWITZER = (gun_named(i) for i in ("ge-AT75L", "ge-AA88L", "ge-AR105"))
NM, RFNM = gun_named("ge-AR150"), gun_named("ge-AR150L")
CREW = Hand(HandKind.CREW)
TRUCK = Vehicle("tractor", 17, -4, 19)


def refused(rule: str) -> Any:
    return pytest.raises(Refusal, match=rf"^{rule.replace('.', '[.]')}:")


@pytest.mark.rule("C10.21", "C10.22")
def test_limbering_replaces_fire_and_may_turn_the_gun() -> None:
    now = Situation(Gun(HOWITZER, ca=0), (CREW,))
    done = limber(now, ca=2)
    assert (done.gun.limbered, done.gun.ca, done.gun.ti, done.hands[0].ti) == (
        True,
        2,
        False,
        False,
    )
    with refused("C10.21"):
        unlimber(done)  # it has used its fire
    with refused("C10.21"):
        limber(fire(now))
    with refused("C10.21"):
        limber(replace(now, hands=(replace(CREW, fired=True),)))
    back = unlimber(replace(now, gun=Gun(HOWITZER, limbered=True)), ca=5)
    assert (back.gun.limbered, back.gun.ca, back.gun.ti, back.hands[0].ti) == (
        False,
        5,
        True,
        True,
    )


@pytest.mark.rule("C10.21")
@pytest.mark.parametrize(
    ("phase", "own", "allowed"),
    [
        (Phase.PFPH, True, True),
        (Phase.AFPH, True, True),
        (Phase.DFPH, False, True),
        (Phase.MPH, True, False),
        (Phase.DFPH, True, False),
        (Phase.PFPH, False, False),
        (Phase.RPH, True, False),
    ],
)
def test_limbering_only_in_a_fire_phase(phase: Phase, own: bool, allowed: bool) -> None:
    now = Situation(Gun(HOWITZER), (CREW,), None, phase, own)
    if allowed:
        assert limber(now).gun.limbered
    else:
        with refused("C10.21"):
            limber(now)


@pytest.mark.rule("C10.21", "C10.22")
def test_five_leaders_who_unlimber_do_not_fire_either() -> None:
    five = (Hand(HandKind.LEADER),) * 5
    ready = unlimber(Situation(Gun(HOWITZER, limbered=True), five))
    assert all(hand.worked and not hand.ti for hand in ready.hands)


@pytest.mark.rule("C10.21")
def test_a_malfunctioned_gun_is_limbered_all_the_same() -> None:
    broken = Situation(Gun(HOWITZER, malfunctioned=True), (CREW,))
    assert not may_fire(broken)
    assert limber(broken).gun.malfunctioned
    assert unlimber(replace(broken, gun=replace(broken.gun, limbered=True))).gun.malfunctioned


@pytest.mark.rule("C10.21", "C10.24")
def test_a_limbered_gun_fires_only_with_lf_and_never_towed() -> None:
    assert not may_fire(Situation(Gun(HOWITZER, limbered=True), (CREW,)))
    assert may_fire(Situation(Gun(FLAK88, limbered=True), (CREW,)))
    towed = Situation(Gun(FLAK88, Place.HOOKED, limbered=True, vehicle="t"), (CREW,), TRUCK)
    assert not may_fire(towed)
    with refused("C10.21"):
        unlimber(towed)
    with refused("C10.1"):
        fire(towed)


@pytest.mark.rule("C10.2", "C10.23")
def test_qsu_guns_need_no_limbering_and_others_must_be() -> None:
    with refused("C10.23"):
        limber(Situation(Gun(PAK40), (CREW,)))
    mph = Situation(Gun(HOWITZER), (CREW,), TRUCK, Phase.MPH)
    with refused("C10.2"):
        hook_up(mph)
    with refused("C10.2"):
        push(Dice([1, 1]), mph, Entry())
    limbered = replace(mph, gun=Gun(HOWITZER, limbered=True))
    assert hook_up(limbered).gun.place is Place.HOOKED
    assert push(Dice([1, 1]), limbered, Entry())[0].enters
    quick = replace(mph, gun=Gun(PAK40), vehicle=replace(TRUCK, t=8))
    assert hook_up(quick).gun.place is Place.HOOKED
    with pytest.raises(ValueError, match=r"C10\.23"):
        Gun(PAK40, limbered=True)
    with pytest.raises(ValueError, match=r"C10\.2\b"):
        Gun(HOWITZER, Place.HOOKED, vehicle="t")


@pytest.mark.rule("C10.2", "C10.25", "C10.26")
@pytest.mark.parametrize(("counter", "rule"), [(NM, "C10.26"), (RFNM, "C10.25")])
def test_nm_and_rfnm_guns_stay_as_they_began(counter: GunCounter, rule: str) -> None:
    firing = Situation(Gun(counter), (CREW,))
    with refused(rule):
        limber(firing)
    assert may_fire(firing)
    mph = replace(firing, phase=Phase.MPH, vehicle=TRUCK)
    with refused(rule):
        push(Dice([1, 1]), mph, Entry())
    with refused(rule):
        hook_up(mph)
    # begun towed: it can be unhooked, but never made ready
    towed = Gun(counter, Place.HOOKED, limbered=True, vehicle="t")
    after = unhook(replace(mph, gun=towed))
    while not after.in_fire_phase or after.gun.done is not Done.NOTHING:
        after = next_phase(after)
    with refused(rule):
        unlimber(after)
