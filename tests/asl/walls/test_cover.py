"""Wall, hedge and bocage TEM, height, Indirect Fire, Hull Down, vertices (B9.31-B9.36, B9.42)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hexfire.asl.walls import Fire, State, WallKind, cover, wall_on, walls_of
from hexfire.asl.walls import tem as rules
from hexfire.asl.walls.geometry import point
from hexfire.hexes import Side

Make = Callable[..., State]
A = {"id": "a", "hex": "H3"}  # in the open; hedges to I3 and I4, a wall to H2
B = {"id": "b", "side": "russian", "hex": "I4"}
BOCAGE = ("HedgesToBocage",)


def between(state: State, firer: str, target: str, fire: Fire = Fire.SMALL_ARMS, **more: bool):
    return cover(state, [state.scene.unit(firer)], state.scene.unit(target), fire, **more)


def options(found) -> list[tuple[str, int]]:
    return [(item.case, item.value) for item in found.options]


@pytest.mark.rule("B9.3-ref", "B9.5b", "B9.3-ref#1", "B9.5a#1", "B9.5b#1")
def test_the_tem_of_hexsides(state: Make) -> None:
    assert (WallKind.HEDGE.tem, WallKind.WALL.tem, WallKind.BOCAGE.tem) == (1, 2, 2)
    far = {"id": "f", "side": "russian", "hex": "L6"}
    assert options(between(state(A, far), "f", "a")) == [("tem.hedge", 1)]
    assert options(between(state(A, far, ssr=BOCAGE), "f", "a")) == [("tem.bocage", 2)]
    above = {"id": "f", "side": "russian", "hex": "H0"}
    assert options(between(state(A, above), "f", "a")) == [("tem.wall", 2)]
    behind = {"id": "f", "side": "russian", "hex": "H5"}
    assert options(between(state(A, behind), "f", "a")) == []


@pytest.mark.rule(
    "B9.31-ref", "B9.3-ref#1", "B9.31-ref#2", "B9.31-ref#3", "B9.31-ref#5", "B9.31-ref#6"
)
def test_who_may_use_which_tem(state: Make) -> None:
    """L4 is a stone house with a wall towards L5; C3 likewise towards C4."""
    house = {"id": "h", "hex": "L4"}
    enemy = {"id": "e", "side": "russian", "hex": "L7"}
    without = state(house, enemy)
    assert options(between(without, "e", "h")) == [("tem.building_stone", 3), ("tem.wall", 2)]
    with_wa = state(house, enemy, wall_advantage=("h",))
    assert options(between(with_wa, "e", "h")) == [("tem.wall", 2)]
    side = {"id": "e", "side": "russian", "hex": "N4"}
    assert options(between(state(house, side, wall_advantage=("h",)), "e", "h")) == []
    # The firer has WA across the hexside: only the house is left.
    near = {"id": "e", "side": "russian", "hex": "L5"}
    now = state(house, near)
    assert now.has_wa(now.scene.unit("e"))
    found = between(now, "e", "h")
    assert options(found) == [("tem.building_stone", 3)]
    assert [(m.rule, m.why.key) for m in found.rejected] == [
        ("B9.31-ref", "sight.wall.why.firer_has_wa")
    ]
    # In a Fire Group the hexside counts again (A.5).
    both = state(house, near, {"id": "f", "side": "russian", "hex": "L7"})
    group = [both.scene.unit("e"), both.scene.unit("f")]
    assert ("tem.wall", 2) in options(cover(both, group, both.scene.unit("h")))


@pytest.mark.rule("B9.33a", "B9.33b", "B9.33a#6", "B9.33b#1")
def test_height_over_a_wall(state: Make) -> None:
    def tem(level: float, hex: str) -> int:
        return between(
            state(A, {"id": "f", "side": "russian", "hex": hex, "level": level}), "f", "a"
        ).tem

    # The hedge of H3 seen from I4 (range 1) and J4 (range 2).
    assert [tem(level, "I4") for level in (0, 1, 2)] == [1, 1, 0]
    assert [tem(level, "J4") for level in (2, 3)] == [1, 0]
    # The wall of H3 towards H2: one less for each full level over the range.
    assert [tem(level, "H2") for level in (1, 2, 3, 4)] == [2, 1, 0, 0]
    high = state(A, {"id": "f", "side": "russian", "hex": "I4", "level": 2})
    assert between(high, "f", "a").rejected[0].rule == "B9.33a"
    assert rules.ffmo_applies(high, [high.scene.unit("f")], high.scene.unit("a"), Fire.SMALL_ARMS)
    # Aircraft are not concerned; HD status goes with the TEM.
    assert between(high, "f", "a", aerial=True).tem == 1
    tank = {"id": "t", "kind": "vehicle", "hex": "H3"}
    above = state(tank, {"id": "f", "side": "russian", "hex": "H2", "level": 3})
    assert not between(above, "f", "t", Fire.ORDNANCE).is_hull_down
    below = state(tank, {"id": "f", "side": "russian", "hex": "H2", "level": 1})
    assert between(below, "f", "t", Fire.ORDNANCE).is_hull_down


@pytest.mark.rule("B9.33d")
def test_entrenchments_lose_tem_to_height() -> None:
    assert rules.entrenchment_tem(2, 2, 0, 1) == 1
    assert [rules.entrenchment_tem(2, level, 0, 1) for level in (0, 1, 3, 4)] == [2, 2, 0, 0]


@pytest.mark.rule("B9.34a", "B9.34b", "B9.34d", "B9.34a#2", "B9.34b#1", "B9.34b#3", "B9.34d#1")
def test_indirect_fire(state: Make) -> None:
    assert (WallKind.HEDGE.tem_indirect, WallKind.WALL.tem_indirect) == (0, 1)
    mortar = {"id": "m", "side": "russian", "hex": "A8"}
    # From behind, through no wall at all, with or without WA: the wall's +1, once.
    now = state(A, mortar)
    assert options(between(now, "m", "a", Fire.INDIRECT)) == [("tem.wall", 1)]
    near = state(A, {"id": "m", "side": "russian", "hex": "H2"}, wall_advantage=("m",))
    assert options(between(near, "m", "a", Fire.INDIRECT)) == [("tem.wall", 1)]
    tank = state({"id": "a", "kind": "vehicle", "hex": "H3"}, mortar)
    assert not between(tank, "m", "a", Fire.INDIRECT).is_hull_down


@pytest.mark.rule("B9.34b", "C1.52")
def test_indirect_fire_has_figures_of_its_own_in_the_hex(state: Make) -> None:
    """H6 is woods with a wall towards H7; a unit without WA there has the wall's +1 only."""
    mortar = {"id": "m", "side": "russian", "hex": "H0"}
    woods = state({"id": "w", "hex": "H6"}, mortar)
    assert options(between(woods, "m", "w", Fire.INDIRECT)) == [("tem.wall", 1)]
    dug = state({"id": "d", "hex": "A4", "entrenched": "foxhole"}, mortar)
    assert options(between(dug, "m", "d", Fire.INDIRECT)) == [("tem.foxhole", 4)]


@pytest.mark.rule("B9.34c", "B9.34c#1")
def test_a_hedge_still_negates_open_ground_for_mortars(state: Make) -> None:
    """E6 has a wall only to E5; I3 has only a hedge, so its TEM is 0 against a mortar."""
    target = {"id": "t", "hex": "I3"}
    through = state(target, {"id": "m", "side": "russian", "hex": "E5"})
    assert options(between(through, "m", "t", Fire.INDIRECT)) == []
    assert between(through, "m", "t", Fire.INDIRECT).ffmo_negated
    units = through.scene.unit
    assert not rules.ffmo_applies(through, [units("m")], units("t"), Fire.INDIRECT)
    other = state(target, {"id": "m", "side": "russian", "hex": "N3"})
    assert rules.ffmo_applies(other, [other.scene.unit("m")], other.scene.unit("t"), Fire.INDIRECT)


@pytest.mark.rule("B9.34e", "B9.34e#1", "B9.34e#2")
def test_air_bursts_despite_wa(state: Make) -> None:
    """H6 is woods with a wall towards H7."""
    now = state({"id": "w", "hex": "H6"}, wall_advantage=("w",))
    unit = now.scene.unit("w")
    burst = rules.air_burst(now, unit)
    assert burst is not None and (burst.value, burst.rule) == (-1, "B9.34e")
    mortar = state(
        {"id": "w", "hex": "H6"}, {"id": "m", "side": "russian", "hex": "H0"}, wall_advantage=("w",)
    )
    assert options(between(mortar, "m", "w", Fire.INDIRECT)) == [("tem.wall", 1)]
    assert rules.air_burst(state(A), state(A).scene.unit("a")) is None


@pytest.mark.rule("B9.36a", "B9.36c", "B9.36d", "B9.36a#1", "B9.36c#1", "B9.36d#1", "B9.5b#2")
def test_hull_down(state: Make) -> None:
    tank = {"id": "t", "kind": "vehicle", "hex": "H3"}
    over_wall = state(tank, {"id": "f", "side": "russian", "hex": "H0"})
    found = between(over_wall, "f", "t", Fire.ORDNANCE)
    assert found.hull_down == ("B9.36a",) and options(found) == []
    assert options(between(over_wall, "f", "t")) == [("tem.wall", 2)]  # non-ordnance: plain TEM
    over_hedge = state(tank, {"id": "f", "side": "russian", "hex": "L6"})
    found = between(over_hedge, "f", "t", Fire.ORDNANCE)
    assert not found.is_hull_down and options(found) == [("tem.hedge", 1)]
    over_bocage = state(tank, {"id": "f", "side": "russian", "hex": "L6"}, ssr=BOCAGE)
    assert between(over_bocage, "f", "t", Fire.ORDNANCE).is_hull_down


@pytest.mark.rule("B9.36b", "B9.36b#1")
def test_the_owner_may_prefer_the_house(state: Make) -> None:
    now = state(
        {"id": "t", "kind": "vehicle", "hex": "L4"}, {"id": "f", "side": "russian", "hex": "L7"}
    )
    found = between(now, "f", "t", Fire.ORDNANCE)
    assert found.is_hull_down and options(found) == [("tem.building_stone", 3)]


@pytest.mark.rule("B9.36e", "B9.36e#1", "B9.36e#3")
def test_moving_and_bow_machine_guns(state: Make) -> None:
    """The wall H4-I5 has a gap, H4-I4 has none."""
    tank = {"id": "t", "kind": "vehicle", "hex": "H4", "moving": True}
    gap = state(tank, {"id": "f", "side": "russian", "hex": "J5"})
    assert wall_on(
        gap.scene.board, Side.between(*(gap.scene.board.grid.hex(h) for h in ("H4", "I5")))
    ).gap
    found = between(gap, "f", "t", Fire.ORDNANCE)
    assert not found.is_hull_down and found.rejected[0].rule == "B9.36e"
    still = state({**tank, "moving": False}, {"id": "f", "side": "russian", "hex": "J5"})
    assert between(still, "f", "t", Fire.ORDNANCE).is_hull_down
    units = still.scene.unit
    assert not rules.may_fire_bmg(still, units("t"), units("f"))
    open_side = state({**tank, "moving": False}, {"id": "f", "side": "russian", "hex": "E4"})
    assert rules.may_fire_bmg(open_side, open_side.scene.unit("t"), open_side.scene.unit("f"))


@pytest.mark.rule("B9.42a", "B9.42b", "B9.42c")
def test_walls_at_a_vertex(state: Make) -> None:
    """The wall C3-C4; a target in C4 at its western end, and at a vertex away from it."""
    now = state()
    grid = now.scene.board.grid
    c3, c4 = grid.hex("C3"), grid.hex("C4")
    side = Side.between(c3, c4)
    wall = wall_on(now.scene.board, side)
    west, east = sorted(side.vertices, key=lambda v: v.q)
    along = grid.hex("D3")
    assert wall is not None

    def applies(firer: str, target, vertex) -> bool:
        return rules.applies_at_vertex(wall, point(grid.hex(firer)), target, vertex)

    # Along it, whichever hex the target is in; through the opposite hex; not from one's own side.
    assert along in (set(west.hexes) ^ set(east.hexes))
    hexspine = next(h for h in east.hexes if h not in (c3, c4))
    assert rules.along_to_vertex(wall, point(hexspine), west)
    assert applies(grid.label(hexspine), c4, west) and applies(grid.label(hexspine), c3, west)
    assert applies("C1", c4, west) and not applies("C1", c3, west)
    assert not applies("C7", c4, west) and applies("C7", c3, west)
    # A collinear firer beyond the vertex never gets to the wall.
    beyond = next(h for h in west.hexes if h not in (c3, c4))
    assert not rules.along_to_vertex(wall, point(beyond), west)
    # Other walls of the hex do not matter for a vertex they do not touch.
    far = next(v for v in c4.vertices() if v not in side.vertices)
    assert rules.walls_crossed(now, point(grid.hex("C1")), c4, far) == ()
    # A Snap Shot looks at both ends of the hexside crossed.
    assert rules.snap_shot_walls(now, point(grid.hex("C1")), c4, c3) == (wall,)
    assert rules.snap_shot_walls(now, point(grid.hex("C7")), c4, c3) == ()


@pytest.mark.rule("B9.42d", "B9.42d#1")
def test_an_underbelly_target_gets_nothing_from_its_vertex(state: Make) -> None:
    tank = {"id": "t", "kind": "vehicle", "hex": "C4", "bypass": "C3"}
    now = state(tank, {"id": "f", "side": "russian", "hex": "C1"})
    assert between(now, "f", "t").tem == 2
    found = between(now, "f", "t", underbelly=True)
    assert found.tem == 0 and {m.rule for m in found.rejected} == {"B9.42d"}


@pytest.mark.rule("B9.5a", "B9.531a", "B9.531a#1", "B9.51#2")
def test_bocage_is_a_wall_with_a_difference(state: Make) -> None:
    now = state(A, ssr=BOCAGE)
    hexside = {wall.kind for wall in walls_of(now.scene.board, now.scene.hex(now.scene.unit("a")))}
    assert hexside == {WallKind.BOCAGE, WallKind.WALL}
    high = state(A, {"id": "f", "side": "russian", "hex": "I4", "level": 4}, ssr=BOCAGE)
    assert between(high, "f", "a").tem == 2  # height never reduces it


@pytest.mark.rule("B9.35b", "B9.35b#3")
def test_another_level_gets_nothing(state: Make) -> None:
    upstairs = state(
        {"id": "h", "hex": "L4", "level": 1}, {"id": "f", "side": "russian", "hex": "L7"}
    )
    found = between(upstairs, "f", "h")
    assert options(found) == [("tem.building_stone", 3)]
    assert found.rejected[0].rule == "B9.35b"


@pytest.mark.rule("B9.42a", "B9.31-ref")
def test_from_a_vertex_one_is_past_the_walls_that_end_there(state: Make) -> None:
    """H3-I4 is a hedge: whoever stands at its end, in I4, has it beside him."""

    def hedge(**firer: str) -> bool:
        now = state(A, {"id": "f", "side": "russian", **firer}, wall_advantage=("a",))
        found = cover(now, [now.scene.unit("f")], now.scene.unit("a"))
        return "tem.hedge" in [item.case for item in found.options]

    assert hedge(hex="I4", bypass="I5", vertex="H4")  # past the hedge's end, which counts
    assert hedge(hex="I4", bypass="J4", vertex="J3")  # right through the hedge
    assert not hedge(hex="I4", bypass="H4", vertex="H3")  # at the hedge's own end
    assert not hedge(hex="I4", bypass="H4")  # the firer picks that end (A4.34)


@pytest.mark.rule("B9.33a", "B9.33d")
def test_height_is_counted_from_the_ground_of_the_target() -> None:
    """From level 4 into a foxhole on a hill of level 1: 3 levels over 1 hex are 2 too many."""
    found = [rules.entrenchment_tem(4, 4, ground, 1) for ground in (0, 1, 2, 3)]
    assert found == [1, 2, 3, 4]
    assert [rules.entrenchment_tem(4, 4, 1, far) for far in (1, 2, 3, 4)] == [2, 3, 4, 4]
    assert rules.entrenchment_tem(2, 3.5, 0, 1) == 0 and rules.entrenchment_tem(2, 1.5, 0, 1) == 2


@pytest.mark.rule("B9.42d")
def test_an_underbelly_hit_out_of_bypass_meets_the_wall_all_the_same(state: Make) -> None:
    now = state({**A, "kind": "vehicle"}, {"id": "f", "side": "russian", "hex": "L6"})
    assert options(between(now, "f", "a", underbelly=True)) == [("tem.hedge", 1)]
