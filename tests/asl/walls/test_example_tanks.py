"""The worked example of B9.36: tanks at the walls of 43O10 (R-B9.36-ex)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hexfire.asl.sequence import Phase
from hexfire.asl.situation import Scene
from hexfire.asl.walls import Fire, State, cover, happen, tem
from hexfire.asl.walls import advantage as wa
from hexfire.rulebook import BadInput, Refusal

Make = Callable[..., State]
TANK = {"kind": "vehicle", "armored": True, "fully_tracked": True}
PZ3 = {**TANK, "id": "pz3", "hex": "O10", "bypass": "O9", "vertex": "N9"}
PZ4 = {**TANK, "id": "pz4", "hex": "O10", "bypass": "O9", "vertex": "P9"}
KV = {**TANK, "id": "kv", "side": "russian", "hex": "O9"}
T34 = {**TANK, "id": "t34", "side": "russian", "hex": "N9"}
IS2 = {**TANK, "id": "is2", "side": "russian", "hex": "O8"}
RUSSIANS = ("kv", "t34", "is2")


def held(state: State, id: str) -> set[str]:
    unit, grid = state.scene.unit(id), state.scene.board.grid
    return {grid.label(side.other(state.scene.hex(unit))) for side in state.held(unit)}


def against(state: State, firer: str, target: str) -> tuple[list[str], bool]:
    """The TEM to choose from, and whether Hull Down is (one more) choice."""
    unit = state.scene.unit
    found = cover(state, [unit(firer)], unit(target), Fire.ORDNANCE)
    return [m.case for m in found.options], found.is_hull_down


def bow_mg(state: State, firer: str, target: str) -> bool:
    return tem.may_fire_bmg(state, state.scene.unit(firer), state.scene.unit(target))


def refusal(state: State, id: str) -> str:
    with pytest.raises(Refusal) as caught:
        wa.may_claim(state, state.scene.unit(id))
    return caught.value.rule


@pytest.fixture
def at_o10(on_board: Make) -> State:
    return on_board("43", PZ3, PZ4, KV, T34, IS2, wall_advantage=("pz3", "pz4"))


@pytest.mark.rule(
    "B9.32-ref", "B9.36a", "B9.36b", "B9.36e", "B9.32-ref#7", "B9.36a#2", "B9.36b#2", "B9.36e#3"
)
def test_in_bypass_along_o9(at_o10: State) -> None:
    """[B9.36-ex-wa] [B9.36-ex-kv-unprotected] [B9.36-ex-pziv-bmg] [B9.36-ex-t34-is2-vs-pziii]"""
    assert held(at_o10, "pz3") == {"O9", "N9"} and held(at_o10, "pz4") == {"O9"}
    assert [held(at_o10, id) for id in RUSSIANS] == [set()] * 3
    assert refusal(at_o10, "kv") == "B9.321-ref"  # denied by both
    assert refusal(at_o10, "t34") == refusal(at_o10, "is2") == "B9.32-ref"  # in houses
    for firer in ("pz3", "pz4"):
        assert against(at_o10, firer, "kv") == ([], False)
    assert not bow_mg(at_o10, "pz4", "kv")
    for target in ("t34", "is2"):
        assert against(at_o10, "pz3", target) == (["tem.building_stone"], False)
    assert [against(at_o10, id, "pz3")[1] for id in RUSSIANS] == [True] * 3


@pytest.mark.rule("B9.36b", "B9.36e")
def test_the_t34_against_the_pziv(at_o10: State) -> None:
    """[B9.36-ex-t34-is2-vs-pziv] The PzIV has no WA over N9-O10. (Of the IS-2 see R-B9.36-ex.)"""
    assert against(at_o10, "pz4", "t34") == (["tem.building_stone"], True)
    assert not bow_mg(at_o10, "t34", "pz4") and not bow_mg(at_o10, "pz4", "t34")


@pytest.mark.rule("B9.32-ref", "B9.31-ref", "B9.32-ref#10", "B9.36a#3")
def test_in_bypass_along_n10(on_board: Make) -> None:
    """[B9.36-ex-bypass-O10-N10]"""
    moved = {**PZ3, "bypass": "N10"}
    now = on_board("43", moved, PZ4, KV, T34, IS2, wall_advantage=("pz3", "pz4"))
    assert held(now, "pz3") == {"N9"}  # against the T-34, not against the KV-1S
    assert [against(now, id, "pz3")[1] for id in RUSSIANS] == [True] * 3
    assert against(now, "pz3", "kv")[1]


@pytest.mark.rule("B9.36e", "B9.32-ref", "B9.36e#1")
def test_the_pziii_enters_p9(on_board: Make) -> None:
    """[B9.36-ex-pziii-in-P9] O9-P9 is a wall with a gap: no HD there for a moving tank."""
    start = {**PZ3, "moving": True}
    now = on_board(
        "43", start, PZ4, KV, T34, IS2,
        wall_advantage=("pz3", "pz4"), phase=Phase.MPH, phasing="german",
    )  # fmt: skip
    now = happen(now, wa.Enters(unit="pz3", hex="P9")).state
    assert refusal(now, "t34") == "B9.32-ref"
    assert held(now, "pz3") == {"O9"} and held(now, "pz4") == {"O9"} and held(now, "kv") == set()
    assert against(now, "kv", "pz3") == ([], False)
    still = on_board("43", {**TANK, "id": "pz3", "hex": "P9"}, KV, wall_advantage=("pz3",))
    assert against(still, "kv", "pz3")[1]


@pytest.mark.rule("B9.36a", "B9.32-ref", "B9.321-ref#4")
def test_the_pziii_enters_p8(on_board: Make) -> None:
    """[B9.36-ex-pziii-in-P8]"""
    now = on_board(
        "43", {**TANK, "id": "pz3", "hex": "P9"}, PZ4, KV, T34, IS2,
        wall_advantage=("pz4",), phase=Phase.MPH, phasing="german",
    )  # fmt: skip
    now = happen(now, wa.Enters(unit="pz3", hex="P8")).state
    assert held(now, "pz3") == {"O9", "O8"}
    assert [against(now, id, "pz3")[1] for id in RUSSIANS] == [True] * 3
    assert refusal(now, "kv") == "B9.321-ref" and refusal(now, "is2") == "B9.32-ref"


@pytest.mark.rule("B9.36a", "B9.36e", "B9.32-ref#9", "B9.36a#3", "B9.36e#4")
@pytest.mark.parametrize(("along", "at"), [("O9", "P8"), ("P8", "O9"), ("P8", None)])
def test_the_is2_in_bypass(on_board: Make, along: str, at: str | None) -> None:
    """[B9.36-ex-is2-in-bypass] Without WA on either side both are Hull Down."""
    is2 = {**IS2, "bypass": along, "vertex": at}
    pz3 = {**TANK, "id": "pz3", "hex": "P8"}
    now = on_board("43", pz3, PZ4, KV, is2, wall_advantage=("pz4", "is2"))
    assert "P8" in held(now, "is2") and held(now, "pz3") == set() == held(now, "kv")
    assert against(now, "pz3", "is2")[1]
    assert against(now, "pz3", "kv")[1] and against(now, "kv", "pz3")[1]
    assert not bow_mg(now, "kv", "pz3") and not bow_mg(now, "pz3", "kv")


@pytest.mark.rule("B9.32-ref")
def test_a_vertex_is_one_of_the_bypass_hexside(scene: Callable[..., Scene]) -> None:
    """On the drawn board: H3-H2 is a wall, H3-I3 and H3-I4 are hedges."""

    def walls(**more: Any) -> set[str]:
        there = scene({**TANK, "id": "t", "hex": "H3", **more})
        grid, unit = there.board.grid, there.unit("t")
        return {grid.label(w.side.other(grid.hex("H3"))) for w in wa.occupied(there, unit)}

    assert walls(bypass="I3") == {"H2", "I3", "I4"}
    assert walls(bypass="I3", vertex="H2") == {"H2", "I3"}
    assert walls(bypass="I3", vertex="I4") == {"I3", "I4"}
    assert walls(bypass="H2", vertex="G3") == {"H2"}
    assert walls(bypass="G3", vertex="G4") == set()
    away = scene({**TANK, "id": "t", "hex": "H3", "bypass": "G3", "vertex": "G4"})
    refused = wa.cannot_have(away, away.unit("t"))
    assert refused is not None and refused.rule == "B9.32-ref"  # no wall there, on any level
    for wrong in (
        {"vertex": "H2"},
        {"bypass": "I3", "vertex": "I3"},
        {"bypass": "I3", "vertex": "G3"},
    ):
        with pytest.raises(BadInput) as caught:
            walls(**wrong)
        assert caught.value.message.key == "sight.situation.vertex"
