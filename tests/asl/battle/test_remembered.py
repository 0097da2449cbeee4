"""What is remembered for speed is what would be worked out anew."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from hexfire.asl.battle.game import Battle
from hexfire.asl.battle.orders import actions as act
from hexfire.asl.battle.table.pieces import Spot
from hexfire.asl.battle.table.position import Memo
from hexfire.asl.battle.table.state import State
from hexfire.asl.sight import Sight
from hexfire.asl.walls.geometry import Meets, meets, on_hexspine, point
from hexfire.hexes import Hex
from hexfire.rulebook import Refusal


@pytest.fixture(name="memo", scope="module")
def _memo() -> Memo:
    return Battle().learn("lesson")


def test_a_remembered_board_answers_like_a_fresh_one(memo: Memo) -> None:
    rng, fresh, grid = random.Random(3), Sight(memo.board), memo.board.grid
    found = set()
    for _ in range(150):
        a, b = rng.sample(grid.hexes, 2)
        for level in (0, 2, 0):
            line = fresh.line(fresh.spot(a, level, imagined=True), fresh.spot(b))
            ends = Spot(grid.label(a), level), Spot(grid.label(b))
            assert memo.blocked(*ends) is line.blocked
            found.add(line.blocked)
    assert found == {True, False}


@pytest.mark.parametrize("broken", [False, True])
def test_every_shot_that_is_allowed_is_listed(
    game: Battle, street: Callable[..., State], broken: bool
) -> None:
    """Weapons that cannot fire are passed over; nothing else is."""
    menu = game.menu(
        street("DFPh", T={"hex": "J5", "facing": "I6/I5"}, C={"broken": broken}), "german"
    )
    listed = {(a.weapon, a.at) for a in menu if isinstance(a, act.Fire) and a.weapon == "G"}
    allowed = set()
    for target in ("T", "R"):
        try:
            menu.check(act.Fire("G", target))
        except Refusal:
            continue
        allowed.add(("G", target))
    assert listed == allowed
    assert bool(listed) is not broken


def test_a_line_along_a_hexspine_is_known_by_its_direction() -> None:
    target = Hex(0, 0)
    for q in range(-6, 7):
        for r in range(-6, 7):
            start = point(Hex(q, r))
            along = any(
                meets(start, point(target), target.hexspine(i)) is Meets.ALONG for i in range(6)
            )
            assert not along or on_hexspine(start, point(target))
