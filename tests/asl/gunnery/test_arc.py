"""The Covered Arc, vertices, and the clock of a moving target."""

from __future__ import annotations

import pytest

from hexfire.asl.gunnery.arc import (
    aim_at_vertex,
    check_turn_without_fire,
    is_in_arc,
    may_move_after_turn,
    new_spine,
    spines_to,
)
from hexfire.asl.gunnery.clock import Clock
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.shot import FireCounter
from hexfire.hexes import Grid
from hexfire.rulebook import BadInput, Refusal

GRID = Grid.asl()


def at(label):
    return GRID.hex(label)


def spine_between(gun, a, b):
    """The hexspine of `gun` whose arc begins with the neighbours a and b."""
    return next(s for s in range(6) if is_in_arc(gun, s, a) and is_in_arc(gun, s, b))


@pytest.mark.rule("C3.2", "C2.23")
@pytest.mark.rule("C3.2#1", "C3.2#3")
def test_example_c32_the_arc_of_4e6():
    gun = at("E6")
    spine = spine_between(gun, at("D6"), at("E7"))
    rim = [hex for hex in gun.ring(4) if is_in_arc(gun, spine, hex)]
    assert {GRID.label(hex) for hex in rim} == {"A8", "B8", "C9", "D9", "E10"}
    side = next(d for d in range(6) if gun.neighbour(d) == at("E7"))
    assert is_in_arc(gun, spine, gun, entered_by=side)
    assert not is_in_arc(gun, spine, gun)
    assert not is_in_arc(gun, spine, gun, entered_by=(side + 3) % 6)


@pytest.mark.rule("C3.21")
@pytest.mark.rule("C3.2#2")
def test_turning_takes_in_the_target():
    gun = at("E6")
    spine = spine_between(gun, at("D6"), at("E7"))
    for hex in gun.disc(5):
        if hex == gun:
            continue
        turns = spines_to(gun, spine, hex)
        assert 0 <= turns <= 3
        assert (turns == 0) is is_in_arc(gun, spine, hex)
        assert is_in_arc(gun, new_spine(gun, spine, hex), hex)


@pytest.mark.rule("C5.51")
def test_turning_to_the_side_by_which_the_target_came():
    gun = at("E6")
    for spine in range(6):
        for side in range(6):
            turns = spines_to(gun, spine, gun, entered_by=side)
            assert (turns == 0) is is_in_arc(gun, spine, gun, entered_by=side)
            assert turns <= 2
        assert spines_to(gun, spine, gun) == 0


@pytest.mark.rule("C.5", "C.5A", "C.5C")
@pytest.mark.rule("C.5A#1", "C.5C#1")
def test_example_c5_range_to_a_vertex():
    aim = aim_at_vertex(at("T6"), at("V4"))
    assert (aim.hex, aim.range, aim.in_arc) == (at("V4"), 3, True)
    assert at("T6").distance(at("U5")) == 2


@pytest.mark.rule("C.5B")
@pytest.mark.rule("C.5B#1")
def test_example_c5_the_whole_hex_must_be_in_the_arc():
    gun = at("T4")
    spine = spine_between(gun, at("T3"), at("U4"))
    aim = aim_at_vertex(gun, at("V4"), spine)
    assert not aim.in_arc
    assert spines_to(gun, spine, at("V4")) == 1


@pytest.mark.rule("C3.22", "C3.22#1", "C3.22#2", "C3.22#3", "C3.22#4")
def test_turning_without_fire():
    check_turn_without_fire(Phase.PFPH, end_of_phase=True)
    check_turn_without_fire(Phase.MPH, end_of_phase=False, limbering=True)
    check_turn_without_fire(
        Phase.DFPH, end_of_phase=True, marker=FireCounter.FINAL, manhandling=True
    )
    for phase, end, marker in (
        (Phase.MPH, True, FireCounter.NONE),
        (Phase.DFF, True, FireCounter.NONE),
        (Phase.PFPH, False, FireCounter.NONE),
        (Phase.DFPH, True, FireCounter.FIRST),
    ):
        with pytest.raises(Refusal) as caught:
            check_turn_without_fire(phase, end_of_phase=end, marker=marker)
        assert caught.value.rule == "C3.22"
    assert not may_move_after_turn(Phase.PFPH)
    assert may_move_after_turn(Phase.DFPH)


@pytest.mark.rule("C6.15")
@pytest.mark.rule("C6.15#1", "C6.15#2", "C6.15#4")
def test_the_clock_runs_while_the_target_is_seen():
    seen = Clock().enters(2, in_los=True).enters(1.5, in_los=True)
    assert (seen.in_los, seen.here) == (3.5, 1.5)
    hidden = seen.enters(1, in_los=False)
    assert hidden.in_los == 0
    assert hidden.enters(2, in_los=True).in_los == 2
    with pytest.raises(BadInput):
        seen.enters(0.3, in_los=True)
    assert Clock().enters(4, in_los=True).enters(1, in_los=True).in_los == 5


@pytest.mark.rule("C6.17", "C6.11", "C6.12", "C6.1")
@pytest.mark.rule("C6.17#1", "C6.17#5")
def test_example_c617_one_long_look():
    w6 = Clock().enters(5, in_los=True)
    after, seen = w6.shoots(3.5)
    assert seen == 3.5
    assert after.may_shoot() and not after.may_shoot(4)
    again, seen = after.shoots(5)
    assert seen == 5
    assert not again.may_shoot()


@pytest.mark.rule("C6.17", "C6.11", "C6.12")
@pytest.mark.rule("C6.17#1", "C6.17#6")
def test_example_c617_a_shot_for_each_mp(drm):
    clock, drms = Clock().enters(5, in_los=True), []
    for mp in (1, 2, 3, 4, 5):
        clock, seen = clock.shoots(mp)
        target = {"entered_new_hex": True, "mp_in_los": seen}
        drms.append(drm(target=target, phase=Phase.DFF))
    assert [sum(d.values()) for d in drms] == [4, 3, 3, 2, 2]
    assert [list(d)[-1] for d in drms] == ["J2", "J1", "J1", "J", "J"]
    with pytest.raises(BadInput):
        clock.shoots(5)


@pytest.mark.rule("C6.17")
@pytest.mark.rule("C6.17#2", "C6.17#3", "C6.17#4")
def test_at_least_one_shot_in_each_hex_and_a_new_count_for_a_new_facing():
    road = Clock().enters(0.5, in_los=True)
    assert road.shots_left == 1
    fired, _ = road.shoots()
    assert fired.shots_left == 0
    assert fired.turns(1).shots_left == 1
    assert fired.spends(2).shots_left == 1
    assert Clock().enters(2.5, in_los=True).shots_left == 2
    assert Clock().enters(1, in_los=True).spends(2).shots_left == 3
    assert Clock().enters(3, in_los=True).turns(1).shots_left == 1


@pytest.mark.rule("C.fn9")
def test_the_house_rule_is_left_to_the_players(drm):
    # Footnote 9 lets players count only 1 of the 5 MP: they say so in `mp_in_los`.
    assert drm(target={"entered_new_hex": True, "mp_in_los": 1}, phase=Phase.DFF)["J2"] == 2
    assert "J2" not in drm(target={"entered_new_hex": True, "mp_in_los": 5}, phase=Phase.DFF)
