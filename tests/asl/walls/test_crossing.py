"""Crossing walls, hedges and bocage; breaches; Guns behind bocage (B9.4, B9.53-B9.541)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from msgspec.structs import replace

from hexfire.asl.situation import Marker, MarkerKind, Scene
from hexfire.asl.walls import start
from hexfire.asl.walls.crossing import (
    Mover,
    breach,
    crossing,
    is_breached,
    may_breach,
    may_turn_and_fire,
    try_breach,
)
from hexfire.hexes import Side
from hexfire.rulebook import BadInput, Refusal

Make = Callable[..., Scene]
BOCAGE = ("HedgesToBocage", "WallsToBocage")
TANK = {"id": "t", "kind": "vehicle", "hex": "H3", "armored": True, "fully_tracked": True}


def side(scene: Scene, a: str, b: str) -> Side:
    return Side.between(scene.board.grid.hex(a), scene.board.grid.hex(b))


def rule_of(call: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as caught:
        call()
    return caught.value.rule


@pytest.mark.rule("B9.4a", "B9.4d", "B9.4a#1", "B9.4a#2", "B9.4d#1", "B9.4d#2")
def test_infantry(scene: Make) -> None:
    there = scene({"id": "a", "hex": "H3"})
    unit = there.unit("a")

    def cross(to: str, cot: Fraction | int, **more: int) -> Fraction | None:
        return crossing(there, unit, Mover.INFANTRY, side(there, "H3", to), cot, **more).cost

    assert cross("I4", 1) == 2 and cross("H2", 2) == 3 and cross("G3", 1) == 1
    assert cross("I4", Fraction(3, 2)) == Fraction(5, 2)
    # Uphill the terrain is doubled, the hexside is not.
    assert cross("I4", 1, levels_up=1) == 3 and cross("I4", 2, levels_up=1) == 5
    rider = crossing(there, unit, Mover.CAVALRY, side(there, "H3", "I4"), 1)
    assert (rider.cost, rider.rule) == (2, "B9.4a")


@pytest.mark.rule("B9.4b", "B9.4c")
def test_vehicles_by_the_chart(scene: Make) -> None:
    there = scene(TANK)
    unit = there.unit("t")
    hedge, wall = side(there, "H3", "I4"), side(there, "H3", "H2")
    assert crossing(there, unit, Mover.TRACKED, hedge, 1).cost == 2
    halftrack = crossing(there, unit, Mover.HALFTRACK, hedge, 1)
    assert (halftrack.cost, halftrack.bog_check) == (3, True)
    assert crossing(there, unit, Mover.ARMORED_CAR, hedge, 3).cost == 6
    for mover, where in ((Mover.TRUCK, hedge), (Mover.HALFTRACK, wall), (Mover.MOTORCYCLE, wall)):
        assert rule_of(lambda m=mover, w=where: crossing(there, unit, m, w, 1)) == "B9.4b"


@pytest.mark.rule("B9.4e", "B9.4e#1", "B9.4e#2")
def test_a_gap_is_crossed_by_the_road(scene: Make) -> None:
    there = scene({"id": "a", "hex": "H4"})
    unit, gap = there.unit("a"), side(there, "H4", "I5")
    by_road = crossing(there, unit, Mover.INFANTRY, gap, 1, by_road=True)
    assert (by_road.cost, by_road.rule) == (1, "B9.4e")
    assert crossing(there, unit, Mover.INFANTRY, gap, 1).cost == 2
    whole = side(there, "H4", "I4")
    assert crossing(there, unit, Mover.INFANTRY, whole, 1, by_road=True).cost == 2


@pytest.mark.rule(
    "B9.54a",
    "B9.54b",
    "B9.54c",
    "B9.5a#1",
    "B9.54a#1",
    "B9.54b#1",
    "B9.54c#2",
    "B9.54c#3",
    "B9.54c#4",
    "B9.54c#5",
)
def test_bocage(scene: Make) -> None:
    there = scene(
        {"id": "a", "hex": "H3"}, TANK, {**TANK, "id": "c", "fully_tracked": False}, ssr=BOCAGE
    )
    hedge = side(there, "H3", "I4")
    on_foot = crossing(there, there.unit("a"), Mover.INFANTRY, hedge, 1)
    assert (on_foot.cost, on_foot.rule) == (3, "B9.54a")
    tank = crossing(there, there.unit("t"), Mover.TRACKED, hedge, 1)
    assert (tank.rule, tank.underbelly, tank.loses_schuerzen, tank.bog_check) == (
        "B9.54c", True, True, True,
    )  # fmt: skip
    for id, mover in (("c", Mover.HALFTRACK), ("a", Mover.CAVALRY)):
        unit = there.unit(id)
        assert rule_of(lambda u=unit, m=mover: crossing(there, u, m, hedge, 1)) == "B9.54b"
    for bad in ({"reverse": True}, {"riders": True}):
        other = scene({**TANK, **bad}, ssr=BOCAGE)
        assert (
            rule_of(lambda s=other: crossing(s, s.unit("t"), Mover.TRACKED, hedge, 1)) == "B9.54c"
        )


@pytest.mark.rule("B9.54d", "B9.541e", "B9.54d#1", "B9.541e#2")
def test_gaps_and_breaches_are_open(scene: Make) -> None:
    there = scene({"id": "a", "hex": "H4"}, ssr=BOCAGE)
    gap = crossing(there, there.unit("a"), Mover.INFANTRY, side(there, "H4", "I5"), 1, by_road=True)
    assert (gap.cost, gap.rule) == (1, "B9.54d")
    hole = Marker(kind=MarkerKind.BREACH, hex="H3", to="I4")
    breached = scene(
        {"id": "a", "hex": "H3"}, {**TANK, "id": "c", "riders": True}, ssr=BOCAGE, markers=(hole,)
    )
    for id, mover in (("a", Mover.INFANTRY), ("c", Mover.TRUCK)):
        found = crossing(breached, breached.unit(id), mover, side(breached, "H3", "I4"), 1)
        assert (found.cost, found.rule) == (1, "B9.541e")
    # Nothing else changes: LOS and TEM are those of bocage.
    assert breached.board.hexside_terrain(side(breached, "H3", "I4")).name == "Bocage"


@pytest.mark.rule("B9.541a", "B9.541a#1")
def test_who_can_breach(scene: Make) -> None:
    there = scene(
        {**TANK, "dozer": True},
        {**TANK, "id": "cutter", "hedge_cutter": True},
        {**TANK, "id": "plain"},
        {"id": "bulldozer", "kind": "vehicle", "hex": "H3", "dozer": True},
    )
    may = {unit.id: may_breach(unit, "1944-08-01") for unit in there.situation.units}
    assert may == {"t": True, "cutter": True, "plain": False, "bulldozer": True}
    assert not may_breach(there.unit("cutter"), "1944-07-24")
    assert may_breach(there.unit("cutter"), "1944-07-25")


@pytest.mark.rule("B9.541b", "B9.541d", "B9.541d#2")
def test_breaching(scene: Make) -> None:
    there = scene({**TANK, "dozer": True}, ssr=BOCAGE)
    hedge = side(there, "H3", "I4")
    attempt = try_breach(there, there.unit("t"), hedge, 14)
    assert (attempt.mp, attempt.underbelly) == (13, False)
    backwards = scene({**TANK, "dozer": True, "reverse": True}, ssr=BOCAGE)
    assert rule_of(lambda: try_breach(backwards, backwards.unit("t"), hedge, 14)) == "B9.541d"
    plain = scene(TANK, ssr=BOCAGE)
    assert rule_of(lambda: try_breach(plain, plain.unit("t"), hedge, 14)) == "B9.541a"
    assert (
        rule_of(lambda: try_breach(there, there.unit("t"), side(there, "H3", "G3"), 14))
        == "B9.541b"
    )


@pytest.mark.rule("B9.541b")
def test_a_breach_counter_lies_on_bocage(scene: Make) -> None:
    hole = Marker(kind=MarkerKind.BREACH, hex="H3", to="I4")
    start(scene(TANK, ssr=BOCAGE, markers=(hole,)))
    assert rule_of(lambda: start(scene(TANK, markers=(hole,)))) == "B9.541b"  # a plain hedge
    with pytest.raises(BadInput) as caught:
        scene(TANK, ssr=BOCAGE, markers=(replace(hole, to="K3"),))
    assert caught.value.message.key == "sight.situation.hexside"


@pytest.mark.rule("B9.541c", "B9.541e", "B9.4c", "B9.541b#2", "B9.541c#1")
def test_what_an_attempt_leaves_behind(scene: Make) -> None:
    rider = {"id": "p", "hex": "H3", "aboard": "t"}
    there = scene({**TANK, "dozer": True, "moving": True}, rider, ssr=BOCAGE)
    hedge = side(there, "H3", "I4")
    passed = there.with_situation(breach(there, there.unit("t"), hedge, passed=True))
    assert [(u.id, u.hex, u.bogged) for u in passed.situation.units] == [
        ("t", "I4", False),
        ("p", "I4", False),
    ]
    hole = (Marker(kind=MarkerKind.BREACH, hex="H3", to="I4"),)
    assert passed.situation.markers == hole and is_breached(passed, hedge)
    assert crossing(passed, passed.unit("t"), Mover.TRUCK, hedge, 1).rule == "B9.541e"
    assert rule_of(lambda: try_breach(passed, passed.unit("t"), hedge, 14)) == "B9.541e"
    failed = there.with_situation(breach(there, there.unit("t"), hedge, passed=False))
    assert [(u.id, u.hex, u.bogged) for u in failed.situation.units] == [
        ("t", "H3", True),
        ("p", "H3", False),
    ]
    assert not failed.unit("t").moving
    assert failed.situation.markers == () and not is_breached(failed, hedge)
    # Bogged, it neither crosses nor tries again; nor does anyone breach a hexside elsewhere.
    for call in (
        lambda: crossing(failed, failed.unit("t"), Mover.TRACKED, side(failed, "H3", "G3"), 1),
        lambda: try_breach(failed, failed.unit("t"), hedge, 14),
    ):
        assert rule_of(call) == "B9.4c"
    far = scene({**TANK, "dozer": True, "hex": "A1"}, ssr=BOCAGE)
    assert rule_of(lambda: breach(far, far.unit("t"), hedge, passed=True)) == "B9.541b"


@pytest.mark.rule("B9.53", "B9.53#1", "B9.53#3", "B9.53#4")
def test_a_gun_does_not_turn_and_fire_through_bocage(scene: Make) -> None:
    there = scene({"id": "g", "kind": "gun", "hex": "H3"}, TANK)
    gun, tank = there.unit("g"), there.unit("t")
    assert not may_turn_and_fire(True, True, gun, direct=True)
    assert may_turn_and_fire(False, True, gun, direct=True)
    assert may_turn_and_fire(True, False, gun, direct=True)
    assert may_turn_and_fire(True, True, gun, direct=False)
    assert may_turn_and_fire(True, True, tank, direct=True)
