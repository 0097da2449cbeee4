"""Terrain changes that a scenario orders: what they do, and which are refused, with a reason."""

from __future__ import annotations

import pytest

from hexfire.boards import change, read_text_board
from hexfire.boards.terrain import by_name, changes
from hexfire.rulebook import BadInput

TEXT = """
size 9 6
woods: C3
brush: E3
orchard: G3
grain: C5
stone 1: E5
hedge: G5-G6
wall: C5-C6
"""


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("HedgesToBocage", "Hedge", "Bocage"),
        ("WallsToBocage", "Wall", "Bocage"),
        ("NoHedges", "Hedge", "Open Ground"),
        ("OrchardOutOfSeason", "Orchard", "Orchard, Out of Season"),
        ("DenseJungle", "Woods", "Dense Jungle"),
        ("Bamboo", "Brush", "Bamboo"),
        ("PalmTrees", "Orchard", "Palm Trees"),
        ("OrchardsToCrags", "Orchard", "Crags"),
        ("LightWoods", "Woods", "Light Woods"),
        ("StoneToGutted1", "Stone Building, 1 Level", "Gutted Stone Building, 1 Level"),
        ("NoGrain", "Grain", "Open Ground"),
    ],
)
def test_terrain_for_terrain(name: str, old: str, new: str) -> None:
    board = read_text_board(TEXT, "test")
    before, after = by_name()[old].code, by_name()[new].code
    there = board.terrain == before
    changed = change(board, (name,))
    assert there.any() and (changed.terrain[there] == after).all()
    assert (changed.terrain[~there] == board.terrain[~there]).all() and changed.ssr == (name,)


def test_levels() -> None:
    board = read_text_board("size 9 6\nlevel 2: C3 C4 D3", "test")
    high = board.elevation == 2
    assert (change(board, ("Level2ToLevel1",)).elevation[high] == 1).all()


def test_every_change_of_the_table_is_made_or_refused_with_a_reason() -> None:
    board = read_text_board(TEXT, "test")
    made, refused = 0, set()
    for name, one in changes().items():
        try:
            change(board, (name,))
            made += 1
        except BadInput as why:
            refused.add((one.type, why.message.key))
    assert made >= 60
    kinds = ("terrainToElevationMap", "elevationToTerrainMap", "terrainToSelectElevationMap")
    assert refused == {(kind, "sight.ssr.not_done") for kind in kinds}


@pytest.mark.parametrize("name", ["NoRoads", "NoBridge", "Winter", "SSO_41_118"])
def test_mere_pictures_are_refused(name: str) -> None:
    with pytest.raises(BadInput) as caught:
        change(read_text_board(TEXT, "test"), (name,))
    assert caught.value.message.key == "sight.ssr.picture_only"


def test_a_misspelt_name_gets_a_hint() -> None:
    with pytest.raises(BadInput) as caught:
        change(read_text_board(TEXT, "test"), ("HedgeToBocage",))
    assert "HedgesToBocage" in str(dict(caught.value.message.params)["like"])
