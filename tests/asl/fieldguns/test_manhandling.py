"""C10.3, C10.31: the Manhandling DR, its DRM, its three results, Labor, pushing then hooking."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from hexfire.asl.fieldguns import (
    Done,
    Emplacement,
    Entry,
    Gun,
    Hand,
    HandKind,
    Place,
    Push,
    Situation,
    Tries,
    Vehicle,
    could_still_push,
    finish_pushing,
    gun_named,
    hook_up,
    manhandling_drm,
    may_fire,
    next_phase,
    push,
    push_result,
    push_until,
    roll_push,
)
from hexfire.asl.sequence import Phase
from hexfire.dice import Dice, odds
from hexfire.rulebook import Refusal

PAK36 = gun_named("ge-AT37L")  # QSU, M12
PAK40 = gun_named("ge-AT75L")  # QSU, M8
CREW, SQUAD, HS = (Hand(kind) for kind in (HandKind.CREW, HandKind.SQUAD, HandKind.HALF_SQUAD))
LEADER = Hand(HandKind.LEADER, mf=6)
OPEN = Entry()
STONE = Entry(mf=2, hex_tem=3, terrain="building_stone")


def refused(rule: str) -> Any:
    return pytest.raises(Refusal, match=rf"^{rule.replace('.', '[.]')}:")


def mph(gun: Gun | None = None, *hands: Hand) -> Situation:
    return Situation(gun or Gun(PAK36), hands or (CREW,), None, Phase.MPH)


@pytest.mark.rule("C10.3", "C10.3-T")
def test_example_c10_3_a_37l_pushed_into_a_stone_building() -> None:
    drm = manhandling_drm(STONE, (CREW,))
    assert drm.as_dict() == {"tem": 3, "mf": 4}
    assert drm.total == 7
    results = {total: push_result(total + drm.total, PAK36.m) for total in range(2, 13)}
    assert max(total for total, result in results.items() if result.enters) == 5
    assert results[4] is Push.ENTERS_AND_MAY_GO_ON
    assert results[5] is Push.ENTERS_AND_STOPS
    assert results[6] is Push.FAILS
    assert odds(roll_push, 12, 7)[Push.FAILS] == Fraction(26, 36)


@pytest.mark.rule("C10.3-T")
def test_every_drm() -> None:
    def case(name: str, entry: Entry = OPEN, *hands: Hand, low_ammo: bool = False) -> int:
        return manhandling_drm(entry, hands or (CREW,), low_ammo).value_of(name)

    assert case("tem", Entry(hex_tem=1, hexside_tem=2)) == 3
    assert case("tem", Entry(hex_tem=-1, hexside_tem=1)) == 1  # only positive TEM
    assert case("mf", Entry(mf=2)) == 4
    assert case("mud") == 0
    muddy = Entry(mud_or_deep_snow=True, road=True)
    assert case("mud", muddy) == 3
    assert case("road", Entry(road=True)) == -2
    assert case("road", muddy) == 0
    assert case("road", replace(muddy, cleared_road=True)) == -2
    assert case("low_ammo", low_ammo=True) == -2
    assert case("labor", OPEN, replace(CREW, labor=2)) == -2
    assert case("labor", OPEN, replace(CREW, labor=1), replace(HS, labor=1)) == -1


@pytest.mark.rule("C10.3-T", "C10.111")
@pytest.mark.parametrize(
    ("hands", "drm"),
    [
        ((CREW,), 0),
        ((HS,), 0),
        ((SQUAD,), -1),
        ((CREW, CREW), -1),
        ((CREW, HS, HS), -2),
        ((CREW, SQUAD), -2),
        ((SQUAD, SQUAD), -3),
        ((CREW, SQUAD, SQUAD), -4),
        ((SQUAD, SQUAD, SQUAD), -4),
        ((CREW, LEADER), 0),
        ((CREW, replace(SQUAD, pinned=True)), 0),
    ],
)
def test_further_pushers_help_up_to_four(hands: tuple[Hand, ...], drm: int) -> None:
    assert manhandling_drm(OPEN, hands).value_of("pushers") == drm


@pytest.mark.rule("C10.3")
def test_the_three_results_at_the_table() -> None:
    now = mph(Gun(PAK40, emplacement=Emplacement.EMPLACED), CREW)  # M8, open ground: DRM +2
    result, after = push(Dice([3, 4]), now, OPEN, ca=3)  # 9 > 8
    assert (result, after.gun.done) == (Push.FAILS, Done.PUSH_FAILED)
    assert (after.hands[0].labor, after.hands[0].ti, after.hands[0].mf_spent) == (1, True, 0)
    assert (after.gun.emplacement, after.gun.ca) == (Emplacement.EMPLACED, 0)
    result, after = push(Dice([2, 4]), now, OPEN, ca=3)  # 8 = 8
    assert (result, after.gun.done) == (Push.ENTERS_AND_STOPS, Done.PUSHED_AND_STOPPED)
    assert (after.hands[0].labor, after.hands[0].ti, after.hands[0].mf_spent) == (0, True, 2)
    assert (after.gun.emplacement, after.gun.ca) == (Emplacement.LOST, 3)
    with refused("C10.3"):
        push(Dice([1, 1]), after, OPEN)
    result, after = push(Dice([1, 4]), now, OPEN)  # 7 < 8
    assert (result, after.gun.done) == (Push.ENTERS_AND_MAY_GO_ON, Done.PUSHING)
    assert not after.hands[0].ti and after.hands[0].hazardous
    result, after = push(Dice([1, 4]), after, OPEN)
    assert result.enters and after.hands[0].mf_left == 0
    with refused("C10.3"):
        push(Dice([1, 1]), after, OPEN)  # no MF left, and no Minimum Move
    stopped = finish_pushing(after)
    assert stopped.hands[0].ti and stopped.gun.done is Done.PUSHED_AND_STOPPED
    assert not may_fire(replace(next_phase(stopped), phase=Phase.AFPH))  # C2.8
    assert all(hand.ti for hand in next_phase(after).hands)


@pytest.mark.rule("C10.3")
def test_labor_grows_to_two_and_is_used_up() -> None:
    hand = CREW
    labors = []
    for faces in ([6, 6], [6, 6], [6, 6], [1, 1]):
        _, after = push(Dice(faces), mph(Gun(PAK40), hand), OPEN)
        labors.append(after.hands[0].labor)
        hand = replace(after.hands[0], ti=False, mf_spent=0)
    assert labors == [1, 2, 2, 0]


@pytest.mark.rule("C10.3")
@pytest.mark.parametrize(
    "hand",
    [
        {"portaged_pp": 1},
        {"under_wire": True},
        {"assault_moving": True},
        {"mf_spent": 3},
        {"fired": True},
    ],
)
def test_who_cannot_push(hand: dict[str, Any]) -> None:
    with refused("C10.3"):
        push(Dice([1, 1]), mph(None, replace(CREW, **hand)), OPEN)


@pytest.mark.rule("C10.3")
def test_double_time_gives_the_mf_for_a_third_hex() -> None:
    double = replace(CREW, mf=6, cx=True)
    now = mph(Gun(PAK36), double)
    for _ in range(3):
        result, now = push(Dice([1, 1]), now, OPEN)
        assert result.enters
    assert now.hands[0].mf_left == 0


@pytest.mark.rule("C10.3")
@pytest.mark.parametrize(
    "entry",
    [Entry(deep_stream=True), Entry(bamboo=True), Entry(bypass=True)],
)
def test_hexes_that_a_gun_cannot_be_pushed_into(entry: Entry) -> None:
    with refused("C10.3"):
        push(Dice([1, 1]), mph(), entry)


@pytest.mark.rule("C10.3")
def test_bamboo_along_a_trail_break_and_the_phase() -> None:
    assert push(Dice([1, 1]), mph(), Entry(bamboo=True, trail_break=True))[0].enters
    for wrong in ({"phase": Phase.APH}, {"own": False}):
        with refused("C10.3"):
            push(Dice([1, 1]), replace(mph(), **wrong), OPEN)  # type: ignore[arg-type]
    with refused("C10.3"):  # not in the Player Turn of its unhooking
        push(Dice([1, 1]), mph(Gun(PAK36, done=Done.UNHOOKED)), OPEN)


def test_c2_7_only_guns_of_fit_size_go_indoors() -> None:
    assert push(Dice([1, 1]), mph(), STONE)[0].enters
    with refused("C2.7"):
        push(Dice([1, 1]), mph(Gun(gun_named("ru-AR76"))), STONE)
    with refused("C2.7"):
        push(Dice([1, 1]), mph(), replace(STONE, upper_level=True))


@pytest.mark.rule("C10.31")
def test_pushed_then_hooked_up_in_one_mph() -> None:
    truck = Vehicle("Opel Blitz", 28, 7, 21)
    _, going = push(Dice([1, 1]), mph(), OPEN)
    assert could_still_push(going)
    spent = tuple(replace(hand, mf_spent=hand.mf) for hand in going.hands)
    assert not could_still_push(replace(going, hands=spent))
    hooked = hook_up(replace(going, vehicle=truck))
    assert (hooked.gun.place, hooked.hands[0].ti) == (Place.HOOKED, True)
    _, ended = push(Dice([4, 6]), mph(), OPEN)  # 12 = M12: in, and no further
    assert ended.gun.done is Done.PUSHED_AND_STOPPED and not could_still_push(ended)
    with refused("C10.31"):
        hook_up(replace(ended, vehicle=truck, hands=(CREW,)))
    with refused("C10.11"):  # the vehicle lacks the MP
        hook_up(replace(going, vehicle=replace(truck, mp_spent=15)))
    _, far = push(Dice([1, 1]), going, OPEN)
    with refused("C10.11"):  # pushing took more than half the crew's MF
        hook_up(replace(far, vehicle=truck))


@pytest.mark.rule("C10.3")
def test_odds_over_several_tries_with_labor() -> None:
    # M8, DRM +2: needs 6 (15/36); then with Labor -1 7 (21/36), then -2 8 (26/36)
    found = odds(push_until, 8, 2, 0, 3)
    first, second, third = Fraction(15, 36), Fraction(21, 36), Fraction(26, 36)
    assert found[Tries(0)] == (1 - first) * (1 - second) * (1 - third)
    assert found.chance(lambda t: t.entered_at == 2) == (1 - first) * second
    assert sum(found.values()) == 1


@given(
    m=st.integers(-4, 12),
    drm=st.integers(-6, 14),
    labor=st.integers(0, 2),
    tries=st.integers(1, 6),
)
@pytest.mark.rule("C10.3")
def test_more_tries_and_more_labor_never_hurt(m: int, drm: int, labor: int, tries: int) -> None:
    def enters(labor: int, tries: int) -> Fraction:
        return odds(push_until, m, drm, labor, tries).chance(lambda t: t.entered_at > 0)

    assert enters(labor, tries) <= enters(labor, tries + 1)
    assert enters(labor, tries) <= enters(min(2, labor + 1), tries)
