"""Every rule of LOS on a little board drawn for it."""

from __future__ import annotations

import numpy as np
import pytest
from little_board import board, look

from hexfire.asl.sight import Reason, Sight
from hexfire.rulebook import BadInput, Refusal

R = Reason


@pytest.mark.rule("A6.1")
def test_open_ground_is_clear() -> None:
    answer = look("", "A4", "Q4")
    assert (answer.blocked, answer.hindrance, answer.range, answer.point) == (False, 0, 16, None)
    sight = board("")
    with pytest.raises(Refusal) as caught:
        sight.check(sight.board.grid.hex("A1"), sight.board.grid.hex("B1"), 1)
    assert caught.value.rule == "A6.1" and caught.value.message.key == "sight.no_level"


@pytest.mark.rule("A6.2")
def test_obstacles_block_between_the_ends_only() -> None:
    blocked = look("woods: E4", "A4", "I4")
    assert (blocked.reason, blocked.rule, blocked.hex, blocked.terrain) == (
        R.HIGHER_THAN_BOTH, "A6.2", "E4", "woods",
    )  # fmt: skip
    assert blocked.point is not None
    assert not look("woods: E4", "E4", "I4").blocked  # its own hex
    assert not look("woods: E4", "A4", "I4", 2, 2).blocked  # both look over it
    assert look("stone 2: E4", "A4", "I4", 2, 2).reason is R.HIGHER_THAN_BOTH  # 2½ levels high


@pytest.mark.rule("A6.2")
def test_higher_ground_blocks() -> None:
    assert look("level 1: E3 E4 E5 D4 F4 D3 F3", "A4", "I4").reason is R.GROUND


@pytest.mark.rule("A6.2")
def test_orchards_hinder_below_their_crowns_and_block_at_them() -> None:
    below = look("orchard: E4", "A4", "I4")
    assert (below.blocked, below.hindrance) == (False, 1)
    assert look("orchard: E4", "A4", "I4", 1, 0).reason is R.NO_HEIGHT_ADVANTAGE
    # Inherent: the whole hex counts, though its trees are only dots; a hexspine line touches both.
    assert look("orchard: D3", "A4", "I4").hindrance == 1


@pytest.mark.rule("A6.21")
def test_one_needs_a_height_advantage_over_what_is_as_high_as_oneself() -> None:
    assert look("woods: E4", "A4", "I4", 1, 0).reason is R.NO_HEIGHT_ADVANTAGE
    assert not look("woods: E4", "A4", "I4", 1, 1).blocked


@pytest.mark.rule("A6.4")
def test_blind_hexes_by_height_and_distance() -> None:
    """Behind a one-storey house: 2*1 + floor(range/5) - the viewer's height + 1, at least one.

    All along the hexrow A1 B1 C2 D2 E3 F3 G4 H4 I5 J5 K6 L6 M7 N7 O8.
    """
    near, far = "stone: E3", "stone: K6"  # four and ten hexes away
    assert [look(near, "A1", hex, 2).blocked for hex in ("E3", "F3", "G4", "H4")] == [
        False, True, False, False,
    ]  # fmt: skip
    assert look(near, "A1", "F3", 2).reason is R.BLIND_HEX
    assert look(near, "A1", "F3", 4).reason is R.BLIND_HEX  # never less than one
    # Ten hexes away it hides two more; from level 3 one fewer.
    assert [look(far, "A1", hex, 2).blocked for hex in ("L6", "M7", "N7", "O8")] == [
        True, True, True, False,
    ]  # fmt: skip
    assert [look(far, "A1", hex, 3).blocked for hex in ("L6", "M7", "N7")] == [True, True, False]


@pytest.mark.rule("B10.23")
def test_a_bare_crest_hides_one_hex_fewer() -> None:
    hill = "level 1: L3 L4 L5 L2"
    # 2*1 + floor(11/5) - 3 - 0 = 1: the hex next to the ridge, seen from level 3 far away.
    assert look(hill, "A4", "M4", 3).reason is R.BEHIND_CREST
    assert not look(hill, "A4", "N4", 3).blocked
    near = "level 1: D3 D4 D5 D2"
    assert not look(near, "A4", "E4", 3).blocked  # 2 + 0 - 3 - 0 < 1: none


@pytest.mark.rule("B10.2")
def test_a_crest_drawn_in_the_lower_hex_is_looked_over() -> None:
    sight = board("level 1: A3 A4 A5 B4 B3 B5 C4 C3 C5")
    ground = sight.board.elevation.copy()
    # Lower the middle of C4 only: its rim towards B stays high, as crest lines are often drawn.
    c4 = sight.board.grid.hex("C4")
    x, y = sight.board.geometry.centre(c4)
    ground[y - 60 : y + 60, x - 12 :] = 0
    from dataclasses import replace

    cut = Sight(replace(sight.board, elevation=ground))
    b4, g4 = cut.board.grid.hex("B4"), cut.board.grid.hex("G4")
    assert cut.board.base_level(c4) == 0 and cut.board.base_level(b4) == 1
    assert not cut.check(b4, g4).blocked
    # From farther back the same rim is a crest like any other.
    assert cut.check(cut.board.grid.hex("A4"), g4).reason is R.NO_HEIGHT_ADVANTAGE


@pytest.mark.rule("A6.3")
def test_depressions() -> None:
    brook = "stream: H0 H1 H2 H3 H4 H5 H6 H7"
    assert not look(brook, "H1", "H6").blocked  # along the brook
    assert not look(brook, "H3", "I4").blocked  # up one level, one hex away
    assert look(brook, "H3", "J3").blocked  # up one level, two hexes away
    assert look(brook, "H3", "J3").reason in (R.EXITS_DEPRESSION, R.ENTERS_DEPRESSION)
    assert not look(brook, "H3", "J3", 0, 1).blocked  # up two levels, two hexes away
    assert look(brook, "H3", "M3", 0, 2).reason is R.EXITS_DEPRESSION
    assert look(brook, "M3", "H3", 2, 0).reason is R.ENTERS_DEPRESSION
    assert not look(brook, "G4", "I4").blocked  # across it


@pytest.mark.rule("A6.3")
def test_a_gully_that_opens_onto_lower_ground_has_no_rim_there() -> None:
    """Its bed in the hill lies on level 0, as the ground does on which it comes out."""
    hill = "level 1: G1..G4 H0..H4 I1..I4"
    gully = hill + ";gully: H1 H2 H3 H4 H5"
    sight = board(gully)
    assert sight.board.base_level(sight.board.grid.hex("H2")) == 0
    assert not look(gully, "H2", "H7").blocked
    assert look(gully, "H2", "K7").blocked  # but over the hill beside it
    assert look(hill, "H2", "H7").reason is R.NO_HEIGHT_ADVANTAGE  # from the top without a gully


@pytest.mark.rule("A6.3")
@pytest.mark.parametrize("column", ["H", "A"])
def test_between_two_hexes_of_one_depression_its_bends_do_not_matter(column: str) -> None:
    """A bank painted across the bed, but not at the hexside: the gully goes on below it."""
    from dataclasses import replace

    sight = board("gully: " + " ".join(f"{column}{row}" for row in range(1, 8)))
    grid = sight.board.grid
    first, second, third = (grid.hex(f"{column}{row}") for row in (1, 2, 3))
    x, y = sight.board.geometry.centre(second)

    def banked(*rows: slice) -> Sight:
        terrain, ground = sight.board.terrain.copy(), sight.board.elevation.copy()
        for part in rows:
            terrain[part, max(x - 30, 0) : x + 30] = ground[part, max(x - 30, 0) : x + 30] = 0
        return Sight(replace(sight.board, terrain=terrain, elevation=ground))

    bank = slice(y - 12, y - 6)
    bent = banked(bank)
    assert not bent.check(first, second).blocked and not bent.check(second, first).blocked
    assert bent.check(first, third).blocked and bent.check(third, first).blocked  # farther on
    # Where the bed stops at the hexside the two hexes are two depressions.
    parted = banked(bank, slice(y - 38, y - 26))
    assert parted.check(first, second).blocked and parted.check(second, first).blocked


@pytest.mark.rule("B9.2-ref")
@pytest.mark.parametrize("across", ["E3", "F3", "F4", "E5", "D4", "D3"])
def test_all_paint_of_a_wall_belongs_to_its_hexside(across: str) -> None:
    """Also what spills round its two ends into the next hexes."""
    sight = board(f"wall: E4-{across}")
    grid = sight.board.grid
    first, second = sight.ground.walls
    painted = first >= 0
    assert painted.sum() > 4 and (sight.ground.stray & painted).any()
    wanted = sorted(grid.index(grid.hex(label)) for label in ("E4", across))
    pairs = np.sort(np.stack([first[painted], second[painted]]), axis=0)
    assert np.unique(pairs, axis=1).T.tolist() == [wanted]


@pytest.mark.rule("A6.8")
def test_who_stands_on_a_roof_is_half_a_level_above_the_topmost_storey() -> None:
    sight = board("stone 1: H3+H4;level 1: A1 A2")
    h3 = sight.board.grid.hex("H3")
    assert [place.level for place in sight.board.locations(h3)] == [-1, 0, 1, 2]
    levels = [sight.spot(h3, level).level for level in (-1, 0, 1, 1.5, 2)]
    assert levels == [-2, 0, 2, 3, 3]  # both names of the roof
    assert sight.spot(sight.board.grid.hex("A1"), 2.5, imagined=True).level == 7
    for wrong in (0.5, 2.5, 3):
        with pytest.raises(Refusal):
            sight.spot(h3, wrong)
    with pytest.raises(Refusal):
        sight.spot(h3, 20.5, imagined=True)


@pytest.mark.rule("B6.2")
def test_bridges() -> None:
    text = "stream: H0 H1 H2 H3 H4 H5 H6 H7;road dirt: F4 G4 H4 I4 J4;bridge G4 I4: H4"
    sight = board(text)
    h4 = sight.board.grid.hex("H4")
    assert [place.kind for place in sight.board.locations(h4)] == ["ground", "bridge"]
    assert sight.check(h4, h4, 0, 1).reason is R.UNDER_BRIDGE
    assert not look(text, "H2", "H6").blocked  # along the brook, below the bridge
    assert not look(text, "F4", "J4").blocked


@pytest.mark.rule("A6.7")
def test_hindrances_count_once_for_each_range_step() -> None:
    grain = "grain: C3 C4 C5 D3 D4 D5 E3 E4 E5"
    answer = look(grain, "A4", "G4")
    assert (answer.blocked, answer.hindrance) == (False, 3)
    assert [(item.kind, item.drm, item.rule) for item in answer.items] == [("grain", 1, "A6.7")] * 3
    assert [item.range for item in answer.items] == sorted({item.range for item in answer.items})
    assert look(grain, "C4", "E4").hindrance == 1  # not in the ends' own hexes
    assert look(grain, "A4", "G4", 1, 1).hindrance == 0  # half a level high: looked over


@pytest.mark.rule("B.10")
def test_hindrances_of_six_block() -> None:
    five, six = "grain: " + " ".join(f"{c}{r}" for c in "CDEFG" for r in (2, 3, 4, 5)), "H"
    assert look(five, "A4", "I4").hindrance == 5
    more = five + " ".join(f" {c}{r}" for c in six for r in (2, 3, 4, 5))
    answer = look(more, "A4", "J4")
    assert (answer.reason, answer.rule, answer.hindrance) == (R.HINDRANCES, "B.10", 6)
    assert answer.point is not None


@pytest.mark.rule("A6.8", "A6.82")
def test_buildings() -> None:
    joined = "stone 2: H3+H4+H5"
    # Within the building to another level: blocked; on the same level: clear.
    assert look(joined, "H3", "H5", 1, 0).reason is R.INSIDE_BUILDING
    sight = board(joined)
    h3, h4 = sight.board.grid.hex("H3"), sight.board.grid.hex("H4")
    assert not sight.check(h3, h4, 1, 1).blocked
    assert not sight.check(h3, h3, 0, 1).blocked and not sight.check(h3, h3, 1, 2).blocked
    assert sight.check(h3, h3, 0, 2).reason is R.OTHER_STOREY
    assert sight.check(h4, h4, 0, 1).reason is R.OTHER_STOREY  # no stairway here
    assert not look(joined, "H3", "M3", 2, 0).blocked  # out of the window


@pytest.mark.rule("B23.71")
def test_rowhouse_bars_block_between_adjacent_hexes() -> None:
    from dataclasses import replace

    sight = board("stone 1: H3+H4")
    terrain = sight.board.terrain.copy()
    h3 = sight.board.grid.hex("H3")
    x, y = sight.board.geometry.centre(h3)
    bar = y + 32
    terrain[bar - 2 : bar + 3, x - 40 : x + 41] = 77
    rows = Sight(replace(sight.board, terrain=terrain))
    h4 = rows.board.grid.hex("H4")
    assert not sight.check(h3, h4).blocked
    assert rows.check(h3, h4).reason is R.PARTY_WALL
    assert (
        rows.line(rows.spot(h3, 2, imagined=True), rows.spot(h4, 2, imagined=True)).blocked is False
    )


@pytest.mark.rule("B9.2-ref", "B9.3-ref")
def test_walls_and_hedges() -> None:
    hedge = "hedge: H3-I3 H3-I4 H4-I4 H4-I5 H2-I3 H2-I2 H5-I5 H5-I6"
    assert (look(hedge, "E4", "L4").reason, look(hedge, "E4", "L4").rule) == (R.WALL, "B9.2-ref")
    assert not look(hedge, "H4", "L4").blocked  # its own hexside
    assert not look(hedge, "E4", "I4").blocked
    assert not look(hedge, "E4", "L4", 1, 0).blocked  # a half-level obstacle, looked over
    # Along a hexspine of an end's own hex a wall does not block ...
    assert not look("wall: H3-H4", "I4", "G4").blocked
    # ... nor at its far end if it goes on to one side only; to both sides it does.
    assert not look("wall: H3-H4 G4-H4", "I4", "E4").blocked
    assert look("wall: H3-H4 G4-H4 G4-H3", "I4", "E4").reason is R.WALL
    # Where the hexspine itself has no wall, one that leaves its far end to one side blocks.
    assert look("wall: G4-H4", "I4", "E4").reason is R.WALL
    assert look("wall: G4-H3", "I4", "E4").reason is R.WALL
    # Away from both ends it blocks.
    assert look("wall: H3-H4", "K4", "E4").reason is R.WALL


BOCAGE = "rule HedgesToBocage;hedge: H2-I2 H2-I3 H3-I3 H3-I4 H4-I4 H4-I5 H5-I5 H5-I6 H6-I6 H6-I7"


@pytest.mark.rule("B9.52a", "B9.521a")
def test_bocage_is_a_one_level_obstacle() -> None:
    assert look(BOCAGE, "E4", "L4").reason is R.BOCAGE
    assert look(BOCAGE, "E4", "L4", 1, 0).reason is R.BOCAGE  # a hedge would be looked over
    assert not look(BOCAGE, "E4", "I4").blocked  # into the hex it borders


@pytest.mark.rule("B9.52b", "B9.52c", "B9.531b")
def test_bocage_from_above() -> None:
    # Seen from level 2: the hex behind is seen, the next one is blind, the one after it is seen.
    seen = {h: not look(BOCAGE, "E4", f"{h}4", 2).blocked for h in "IJK"}
    assert seen == {"I": True, "J": False, "K": True}
    assert look(BOCAGE, "E4", "J4", 2).reason is R.BOCAGE_BLIND
    # From level 3 height has done away with the blind hex; woods would still hide one.
    assert not look(BOCAGE, "E4", "J4", 3).blocked
    assert look("woods: I3 I4 I5", "E4", "J4", 3).reason is R.BLIND_HEX


@pytest.mark.rule("B9.52d")
def test_no_sight_along_a_bocage_hexspine() -> None:
    one = "rule WallsToBocage;wall: H3-H4"
    assert look(one, "I4", "G4").reason is R.BOCAGE_ALONG
    assert look(one, "I4", "G4", 3).reason is R.BOCAGE_BLIND  # an ordinary obstacle in all respects
    assert not look(one, "H3", "H4").blocked


def test_unknown_terrain_is_an_error() -> None:
    from dataclasses import replace

    sight = board("")
    terrain = sight.board.terrain.copy()
    terrain[100, 100] = 255
    with pytest.raises(BadInput) as caught:
        replace(sight.board, terrain=terrain)
    assert caught.value.message.key == "sight.board.unknown_terrain"


def test_vertices_as_aiming_points() -> None:
    sight = board("woods: H4")
    grid = sight.board.grid
    e4, h3 = grid.hex("E4"), grid.hex("H3")
    spots = [sight.spot_at(h3, vertex) for vertex in h3.vertices()]
    clear = [not sight.line(sight.spot(e4), spot).blocked for spot in spots]
    assert any(clear)
    assert all(s.pixel != sight.board.geometry.centre(h3) for s in spots)
    with pytest.raises(Refusal):
        sight.spot_at(e4, h3.vertex(0))


def test_a_field_of_view_is_what_single_lines_say() -> None:
    sight = board("woods: E4 L6;hedge: H3-I3 H3-I4;grain: J2 J3 K3;level 1: N4 N5 O5")
    grid = sight.board.grid
    viewer = grid.hex("F5")
    field, why = sight.field(viewer), sight.reasons(viewer)
    for i, hex in enumerate(grid.hexes):
        answer = sight.check(viewer, hex)
        assert (field.blocked[i], why[i]) == (answer.blocked, answer.reason), grid.label(hex)
        if not answer.blocked:
            assert field.hindrance[i] == answer.hindrance
    matrix = sight.matrix()
    i = grid.index(viewer)
    assert np.array_equal(matrix.blocked[i], field.blocked)
    assert np.array_equal(matrix.blocked, matrix.blocked.T)
