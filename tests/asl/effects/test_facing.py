"""D3.2: Target Facing."""

from __future__ import annotations

import pytest

from hexfire.asl.counters import catalogue
from hexfire.asl.effects.facing import target_facing, target_facings
from hexfire.asl.shots.shot import Facing
from hexfire.hexes import Hex, covered_arc

HERE = Hex(2, 5)
F, S, R = Facing.FRONT, Facing.SIDE, Facing.REAR


@pytest.mark.rule("D3.2")
@pytest.mark.parametrize("spine", range(6))
def test_the_six_hexsides(spine: int) -> None:
    # Directions spine - 1 and spine are the front, then clockwise.
    found = [target_facings(HERE, spine, HERE.neighbour((spine + i) % 6)) for i in range(-1, 5)]
    assert found == [(F,), (F,), (S,), (R,), (R,), (S,)]


@pytest.mark.rule("D3.2")
@pytest.mark.parametrize("spine", range(6))
def test_the_covered_arc_is_front_and_its_opposite_rear(spine: int) -> None:
    for distance in (1, 2, 5, 8):
        assert {
            target_facings(HERE, spine, h) for h in covered_arc(HERE, spine).ring(distance)
        } == {(F,)}
        behind = covered_arc(HERE, (spine + 3) % 6)
        assert {target_facings(HERE, spine, h) for h in behind.ring(distance)} == {(R,)}


@pytest.mark.rule("D3.2")
def test_a_corner_between_two_facings_favours_the_target() -> None:
    # Two hexes along a hexspine that parts front from side.
    firer = next(h for h in HERE.ring(2) if set(target_facings(HERE, 1, h)) == {F, S})
    assert target_facing(HERE, 1, firer, catalogue().find("PzKpfw IVH")) is F
    # PzKpfw IIIF: turret front 2, sides 4.
    assert target_facing(HERE, 1, firer, catalogue().find("PzKpfw IIIF"), turret=True) is S
    rear = next(h for h in HERE.ring(2) if set(target_facings(HERE, 1, h)) == {S, R})
    assert target_facing(HERE, 1, rear, catalogue().find("KV-1E")) is S
