"""Every terrain of the boards' code table does to a line what its kind says; none is overlooked."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from hexfire.asl.sight import Judgement, Reason, Sight
from hexfire.boards import read_text_board, terrains
from hexfire.boards.terrain import by_name

BLOCK = {
    *("Lumberyard", "Woods", "Forest", "Pine Woods", "Stone Rubble", "Wooden Rubble"),
    *(f"{kind} Building{level}" for kind in ("Stone", "Wooden", "Gutted Stone")
      for level in ("", ", 1 Level", ", 2 Level", ", 3 Level", ", 4 Level")),
    *(f"{kind} Factory Wall, {level} Level" for kind in ("Stone", "Wooden")
      for level in ("1.5", "2.5")),
    *("Wooden Factory Wall, 1 Level", "Hillock", "Hillock Summit", "Mausoleum"),
    *("Building Cluster", "Cactus Patch"),
    *("Temple", "Light Jungle", "Dense Jungle", "Bamboo", "Swamp", "Tower Obstacle"),
    *("Tower, 2 Level Obstacle", "Tower, 3 Level Obstacle", "Storage Tank", "Cellar"),
    *("Storage Tank, 2 Level", "MultipleWooden"),
    *(f"{kind} Rubble {level}" for kind in ("Stone", "Wooden")
      for level in ("Ground Level", "Level 1", "Level 2", "Level 3")),
    *("Rowhouse Wall", "Rowhouse Wall, 1 Level", "Rowhouse Wall, 2 Level"),
    *("Rowhouse Wall, 3 Level", "Rowhouse Wall, 4 Level"),
    *("Interior Factory Wall, 1 Level", "Interior Factory Wall, 2 Level"),
}  # fmt: skip
HINDER = {
    *("Marsh", "Grain", "Brush", "Crags", "Debris", "Graveyard", "Orchard", "Vineyard", "Kunai"),
    *("Orchard, Out of Season", "Olive Grove", "Palm Trees", "Huts", "Collapsed Huts", "Monument"),
    *(f"{kind} Factory, {level} Level" for kind in
      ("Stone", "Wooden", "Roofless Stone", "Gutted Stone") for level in ("1.5", "2.5")),
    *("Wooden Factory, 1 Level", "Bedouin Camp", "Tower Hindrance", "Tower, 2 Level Hindrance"),
    *("Tower, 3 Level Hindrance", "BFP Tower, 1 Level", "BFP Tower, 2 Level", "Light Woods"),
    *("Single Hex Stone Bridge", "Single Hex Wooden Bridge", "Stone Bridge", "Wooden Bridge"),
    "PartialOrchard",
}  # fmt: skip
WALLS = {
    *("Wall", "Hedge", "Road Block", "Cactus Hedge", "Dune, Crest Low", "Dune, Crest High"),
    *("Railway Embankment", "Rrembankment"),
}


@cache
def flat() -> Sight:
    return Sight(read_text_board("size 9 6", "flat"))


def through(name: str, levels: tuple[int, int] = (0, 0)) -> Judgement:
    """From A3 to I3 through E3, all of which is that terrain."""
    board = flat().board
    terrain = board.terrain.copy()
    terrain[board.geometry.pixel_hexes == board.grid.index(board.grid.hex("E3"))] = by_name()[
        name
    ].code
    sight = Sight(replace(board, terrain=terrain))
    ends = [
        sight.spot(board.grid.hex(label), level, imagined=True)
        for label, level in zip(("A3", "I3"), levels, strict=True)
    ]
    return sight.line(*ends)


def across(name: str) -> Judgement:
    """From E2 to E5 across the hexside E3-E4, painted with that terrain."""
    board = flat().board
    terrain = board.terrain.copy()
    e3 = board.grid.hex("E3")
    (ax, ay), (bx, _) = board.geometry.vertices[board.grid.index(e3)][[4, 3]]
    terrain[int(ay) - 4 : int(ay) + 5, int(ax) : int(bx) + 1] = by_name()[name].code
    sight = Sight(replace(board, terrain=terrain))
    return sight.check(board.grid.hex("E2"), board.grid.hex("E5"))


@pytest.mark.rule("A6.2", "A6.7")
@pytest.mark.parametrize("code", sorted(terrains()))
def test_on_level_ground(code: int) -> None:
    name = terrains()[code].name
    if name in WALLS:
        assert across(name).reason is Reason.WALL
        return
    if name == "Bocage":
        assert across(name).reason is Reason.BOCAGE
        return
    answer = through(name)
    assert answer.blocked == (name in BLOCK), name
    if not answer.blocked:
        expected = 2 if name == "Light Woods" else int(name in HINDER)
        assert answer.hindrance == expected, name


@pytest.mark.rule("A6.21")
@pytest.mark.parametrize(
    "name", ["Orchard, Out of Season", "Huts", "Light Woods", "Tower Hindrance"]
)
def test_what_only_hinders_does_not_block_a_viewer_as_high(name: str) -> None:
    answer = through(name, (1, 0))
    assert not answer.blocked and answer.hindrance >= 1
    assert through("Woods", (1, 0)).reason is Reason.NO_HEIGHT_ADVANTAGE


@pytest.mark.rule("A6.21")
def test_grain_on_a_hill_hinders_and_the_hill_blocks() -> None:
    hill = "level 1: A1..A6 B1..B5 C1..C6 D1..D5 E1..E6"
    for crop in ("", ";grain: C1..C6 D1..D5 E1..E6"):
        sight = Sight(read_text_board("size 13 6\n" + (hill + crop).replace(";", "\n"), "hill"))
        grid = sight.board.grid
        assert sight.check(grid.hex("A3"), grid.hex("J3")).reason is Reason.NO_HEIGHT_ADVANTAGE


@pytest.mark.rule("B10.23")
def test_a_cliff_hides_as_an_obstacle_does() -> None:
    text = "size 17 8\nlevel 1: L2 L3 L4 L5"
    bare = read_text_board(text, "crest")
    terrain = bare.terrain.copy()
    grid = bare.grid
    for label, direction in (("L3", 1), ("L3", 2), ("L4", 1), ("L4", 2), ("L5", 1), ("L2", 2)):
        index = grid.index(grid.hex(label))
        (ax, ay), (bx, by) = bare.geometry.vertices[index][[direction, (direction + 1) % 6]]
        for step in range(60):
            x, y = ax + (bx - ax) * step / 59, ay + (by - ay) * step / 59
            terrain[int(y) - 3 : int(y) + 4, int(x) - 3 : int(x) + 4] = by_name()["Cliff"].code
    seen = {}
    for name, board in (("crest", bare), ("cliff", replace(bare, terrain=terrain))):
        sight = Sight(board)
        viewer = sight.spot(grid.hex("A4"), 3, imagined=True)
        seen[name] = {
            label: sight.line(viewer, sight.spot(grid.hex(label))).blocked
            for label in ("M4", "N4", "N3", "O4")
        }
    assert sum(seen["cliff"].values()) > sum(seen["crest"].values())
    assert all(seen["cliff"][label] for label in seen["crest"] if seen["crest"][label])


@pytest.mark.rule("B10.2")
def test_the_bank_of_a_pond_is_looked_over_into_it() -> None:
    sight = Sight(read_text_board("size 13 8\nwater: E4 F4 G4 G5 H4 F3", "pond"))
    grid, base = sight.board.grid, sight.board.base_level
    assert base(grid.hex("G4")) == -1 and base(grid.hex("D4")) == 0
    assert not sight.check(grid.hex("D3"), grid.hex("F4")).blocked
    assert sight.check(grid.hex("B3"), grid.hex("G5")).reason is Reason.NO_HEIGHT_ADVANTAGE
