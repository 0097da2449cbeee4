"""C12.3–C12.4, C13.8, C13.81: the zone behind a recoilless rifle, and fire from inside."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexfire.asl.antitank.backblast import (
    Blasted,
    Bystander,
    How,
    Position,
    backblast_starts_fire,
    blast,
    in_backblast_zone,
    kindles,
    kindling_number,
    one_fp_attack,
    rcl_keeps_concealment,
    rear_hexes,
    refuse_piat_down,
    refuse_rcl_position,
    refuse_steep,
    ways_to_fire,
)
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.targets import Effect, Personnel, Rank, VehicleTarget
from hexfire.dice import Dice, odds, play
from hexfire.hexes import ORIGIN, Hex
from hexfire.rulebook import BadInput, Refusal

MAN = Personnel(rank=Rank.SQUAD, morale=7, broken_morale=7)


def refused(rule: str) -> Any:
    return pytest.raises(Refusal, match=rf"^{rule.replace('.', '[.]')}:")


@pytest.mark.rule("C12.3")
@pytest.mark.rule("C12.3#2", "C12.3#3")
def test_the_rear_hex() -> None:
    for direction in range(6):
        ahead = ORIGIN.neighbour(direction)
        assert rear_hexes(ORIGIN, ahead * 4) == (ORIGIN.neighbour(direction + 3),)
    # straight along a hexspine: both hexes beside it
    forward = ORIGIN.neighbour(0) + ORIGIN.neighbour(1)
    assert set(rear_hexes(ORIGIN, forward)) == {ORIGIN.neighbour(3), ORIGIN.neighbour(4)}
    # a little off the hexrow: still the hex behind
    assert rear_hexes(ORIGIN, Hex(1, -5)) == (ORIGIN.neighbour(3),)
    assert rear_hexes(ORIGIN, ORIGIN) == ()


@given(st.integers(-12, 12), st.integers(-12, 12), st.integers(0, 5))
@pytest.mark.rule("C12.3")
def test_the_rear_turns_with_the_shot_and_lies_behind(q: int, r: int, turns: int) -> None:
    target = Hex(q, r)
    if target == ORIGIN:
        return
    rear = rear_hexes(ORIGIN, target)
    assert {h.rotate(turns) for h in rear} == set(rear_hexes(ORIGIN, target.rotate(turns)))
    for hex in rear:
        assert hex.distance(ORIGIN) == 1
        assert hex.distance(target) == target.distance(ORIGIN) + 1
    assert len(rear) == (2 if ORIGIN.bearing_to(target) % 4 == 2 else 1)


@pytest.mark.rule("C12.3")
@pytest.mark.rule("C12.3#1")
def test_the_zone_has_a_level_limit_in_the_firing_hex() -> None:
    target, behind = Hex(0, -5), Hex(0, 1)
    levels = [n for n in range(5) if in_backblast_zone(ORIGIN, 2, target, ORIGIN, n)]
    assert levels == [1, 2, 3]
    assert in_backblast_zone(ORIGIN, 2, target, behind, 0)
    assert not in_backblast_zone(ORIGIN, 2, target, Hex(0, -1), 2)


@pytest.mark.rule("C12.31")
@pytest.mark.rule("C12.31#1", "C12.31#2")
def test_bystanders_are_ti_and_who_fired_or_moved_is_attacked() -> None:
    idle, busy = Bystander(MAN), Bystander(MAN, fired_or_moved=True)
    assert play(Dice([]), blast, 1, (idle,)) == Blasted((MAN,))
    # coloured 1 on the 1FP column is K/1: the busy squad is reduced and takes a 1MC
    after = play(Dice([1, 1]), blast, 1, (idle, busy))
    assert after.ti and after.units[0] == MAN
    assert after.units[1].rank is Rank.HS
    assert play(Dice([]), blast, 6, (busy,)) == Blasted((MAN,))  # 6: nothing on that column
    harmed = odds(one_fp_attack, 4, (MAN,)).chance(lambda units: units != (MAN,))
    assert harmed == Fraction(21, 36)  # NMC with morale 7: 8+ breaks, 7 pins


@pytest.mark.rule("C13.81", "C12.31")
@pytest.mark.rule("C12.31#3")
def test_the_attack_ignores_every_drm() -> None:
    covered = Personnel(rank=Rank.SQUAD, morale=7, broken_morale=7, drm=3)
    assert odds(one_fp_attack, 2, (covered,)) == odds(one_fp_attack, 2, (MAN,))


@pytest.mark.rule("C12.4")
def test_an_eleven_may_set_the_zone_on_fire() -> None:
    assert [n for n in range(2, 13) if backblast_starts_fire(n)] == [11]
    assert kindling_number("woods") == 9 and kindling_number("open_ground") is None
    assert odds(kindles, "woods")[True] == Fraction(10, 36)
    assert odds(kindles, "woods", 2)[True] == Fraction(21, 36)
    assert play(Dice([]), kindles, "open_ground") is False
    with pytest.raises(BadInput):
        kindling_number("swamp of sorrow")


@pytest.mark.rule("C13.8", "C13.81")
@pytest.mark.parametrize("position", list(Position))
@pytest.mark.rule("C13.8#3")
def test_ways_of_firing(position: Position) -> None:
    free = position not in (
        Position.BUILDING,
        Position.RUBBLE,
        Position.PILLBOX,
        Position.CAVE,
        Position.TUNNEL,
        Position.VEHICLE,
    )
    ways = ways_to_fire(position, phase=Phase.DFPH)
    if free:
        assert ways == (How.PLAIN,)
    elif position in (Position.BUILDING, Position.RUBBLE):
        assert ways == (How.CASE_C3, How.DESPERATION)
        assert ways_to_fire(position, 1, phase=Phase.DFPH) == (How.DESPERATION,)
        assert ways_to_fire(position, pinned=True, phase=Phase.DFPH) == (How.DESPERATION,)
        assert ways_to_fire(position, phase=Phase.PFPH)[0] is How.OPPORTUNITY_FIRE
        waited = ways_to_fire(position, phase=Phase.AFPH, opportunity_fire=True)
        assert waited == (How.OPPORTUNITY_FIRE,)
        assert ways_to_fire(position, phase=Phase.AFPH) == (How.CASE_C3, How.DESPERATION)
    else:
        assert ways == (How.DESPERATION,)


@pytest.mark.rule("C13.8", "C13.61")
def test_steep_shots() -> None:
    refuse_steep(1, 1)
    refuse_steep(2, 2)
    refuse_steep(-1, 0)
    for rise, range_ in ((2, 1), (1, 0)):
        with refused("C13.8"):
            refuse_steep(rise, range_)
    refuse_piat_down(0, 1)
    refuse_piat_down(-1, 2)
    for range_ in (0, 1):
        with refused("C13.61"):
            refuse_piat_down(-1, range_)


@pytest.mark.rule("C12.23")
def test_where_a_rcl_may_not_stand() -> None:
    closed = []
    for position in Position:
        try:
            refuse_rcl_position(position, small_us=False)
        except Refusal:
            closed.append(position.value)
        refuse_rcl_position(position, small_us=True)
    assert closed == [
        "building",
        "rubble",
        "factory",
        "pillbox",
        "cave",
        "tunnel",
        "vehicle",
        "entrenchment",
    ]


@pytest.mark.rule("C12.31")
@pytest.mark.rule("C12.31#1")
def test_trucks_in_the_zone() -> None:
    truck = VehicleTarget(name="truck", armored=False, crew=False)
    after = play(Dice([]), blast, 1, (Bystander(truck, fired_or_moved=True),))
    # 1 is half of the 1FP column's vehicle number 3 or less: it burns
    assert after.units[0].effect is Effect.BURNING
    with refused("C12.31"):
        play(Dice([]), blast, 1, (Bystander(VehicleTarget(name="tank"), True),))


@pytest.mark.rule("C12.22#3")
def test_a_rcl_that_fires_is_seen_by_good_order_enemies() -> None:
    assert not rcl_keeps_concealment(seen_by_good_order_enemy=True)
    assert rcl_keeps_concealment(seen_by_good_order_enemy=False)
