"""C8.4: canister."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hexfire.asl.effects.ammunition import Supply
from hexfire.asl.effects.breakdown import Reliability, WeaponState
from hexfire.asl.effects.canister import (
    CanisterShot,
    SweptUnit,
    aiming_vertices,
    base_fp,
    building_levels,
    canister_fp,
    canister_result,
    halvings,
    nearest,
    swept,
)
from hexfire.asl.shots.targets import GunState, GunTarget, VehicleTarget
from hexfire.dice import odds
from hexfire.hexes import Hex, covered_arc

from .conftest import crew, refused, squad, typed

HERE = Hex(3, -2)


def canister(dice, shot, units):
    """The one DR, and what follows from it."""
    return canister_result(shot, units, dice.DR("C8.4"))


SHOT = CanisterShot(caliber=75)


@pytest.mark.rule("C8.4")
@pytest.mark.parametrize("spine", range(6))
@pytest.mark.rule("C8.4#11")
def test_five_vertices_in_every_arc(spine: int) -> None:
    vertices = aiming_vertices(HERE, spine)
    assert len(vertices) == 5
    for vertex in vertices:
        assert {HERE.distance(hex) for hex in vertex.hexes} == {2, 3}
        assert all(hex in covered_arc(HERE, spine) for hex in vertex.hexes)
        assert all(HERE.distance(hex) == 2 for hex in nearest(HERE, vertex))
    # One of three at range 2 three times, two of three twice.
    assert sorted(len(nearest(HERE, v)) for v in vertices) == [1, 1, 1, 2, 2]


@pytest.mark.rule("C8.4")
@pytest.mark.rule("C8.4#11")
def test_no_other_vertex_may_be_aimed_at() -> None:
    assert HERE.vertex(1) not in aiming_vertices(HERE, 1)


@pytest.mark.rule("C8.4-T", "C8.4")
def test_fp_by_calibre() -> None:
    assert [base_fp(mm) for mm in (37, 75, 105)] == [12, 20, 24]
    with refused("effects.canister.caliber"):
        base_fp(88)


@pytest.mark.rule("C8.4")
@pytest.mark.parametrize(
    ("facts", "unit", "fp"),
    [
        ({}, {}, 20),
        ({"bounding": True}, {}, 10),
        ({"motion": True}, {}, 10),
        ({"bounding": True, "motion": True}, {}, 5),
        ({"infantry_moved": True}, {}, 10),
        ({"intensive_fire": True}, {}, 10),
        ({}, {"at_concealed": True}, 10),
        ({}, {"out_of_sight": True}, 10),
        ({}, {"at_concealed": True, "out_of_sight": True}, 5),
    ],
)
def test_what_halves_it(facts: dict, unit: dict, fp: int) -> None:
    shot = CanisterShot(caliber=75, **facts)
    assert canister_fp(shot, **unit) == fp
    assert 20 // 2 ** halvings(shot, **unit).total == fp


@pytest.mark.rule("C8.41")
@pytest.mark.rule("C8.41#1", "C8.41#5")
def test_hexes_on_the_way_are_swept_too() -> None:
    shares = [
        sorted(s.share for s in swept(HERE, vertex) if HERE.is_adjacent(s.hex))
        for vertex in aiming_vertices(HERE, 1)
    ]
    half, quarter = Fraction(1, 2), Fraction(1, 4)
    assert sorted(shares) == sorted([[half]] * 4 + [[quarter, quarter]])
    vertex = aiming_vertices(HERE, 1)[0]
    assert HERE not in [s.hex for s in swept(HERE, vertex)]
    assert len(swept(HERE, vertex, same_level=False)) == 3


@pytest.mark.rule("C8.4", "C8.9")
def test_one_dr_is_effect_depletion_malfunction_and_rate_of_fire() -> None:
    shot = CanisterShot(caliber=75, depletion=7, rof=2, weapon=Reliability(b=11))
    units = (SweptUnit(target=squad()), SweptUnit(target=squad(), drm=6))
    # DR 4 in the 20 column: K/4 for the first (then its 4MC), 1MC at 10 for the second.
    found = typed(canister, shot, units, dice=(2, 2, 1, 1, 2, 2))
    assert (found.supply, found.weapon, found.rof_kept) == (
        Supply.HAD,
        WeaponState.WORKING,
        True,
    )
    assert [unit.rank.value for unit in found.results] == ["hs", "squad"]
    spent = typed(canister, shot, (), dice=(3, 1))
    assert not spent.rof_kept  # the coloured die is above the ROF
    never = typed(canister, shot, units, dice=(5, 6))
    assert (never.supply, never.weapon, never.results) == (
        Supply.NEVER,
        WeaponState.MALFUNCTIONED,
        (),
    )
    broken = typed(canister, CanisterShot(caliber=75, rof=6), (), dice=(6, 6))
    assert (broken.weapon, broken.rof_kept) == (WeaponState.MALFUNCTIONED, False)
    empty = typed(canister, CanisterShot(caliber=75, rof=3, depletion=3), (), dice=(2, 2))
    assert (empty.supply, empty.rof_kept) == (Supply.NEVER, False)
    last = typed(canister, CanisterShot(caliber=75, depletion=12), (), dice=(6, 6))
    assert (last.supply, last.weapon) == (Supply.LAST, WeaponState.MALFUNCTIONED)


@pytest.mark.rule("C8.4")
@pytest.mark.rule("C8.4#1")
def test_armor_is_safe_but_a_ce_crew_is_not() -> None:
    tank = VehicleTarget(afs=(0, 0), ce=True)
    chances = odds(canister, SHOT, (SweptUnit(target=tank),))
    assert chances.chance(lambda found: found.results[0].effect.destroyed) == 0
    assert chances.chance(lambda found: found.results[0].crew.value == "stunned") > 0


@pytest.mark.rule("C8.42", "A9.74")
@pytest.mark.rule("C8.42#2")
def test_a_kia_may_destroy_a_gun_but_never_directly() -> None:
    at = GunTarget(crew=crew(), gunshield=2)
    found = typed(canister, SHOT, (SweptUnit(target=at),), dice=(1, 2, 1, 1, 1))
    assert found.results[0].state is GunState.DESTROYED


@pytest.mark.rule("C8.4")
def test_three_levels_of_a_building_two_hexes_away() -> None:
    assert building_levels(range(3), 1, 2) == (0, 1, 2)
    for levels, aimed_at, distance in ((range(3), 2, 2), (range(3), 1, 3), (range(2), 1, 2)):
        with refused("effects.canister.levels"):
            building_levels(levels, aimed_at, distance)
