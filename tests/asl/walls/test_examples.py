"""The worked examples of B9.33-B9.55, on the boards they name (ids of the cases in brackets)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from hexfire.asl.sequence import Phase
from hexfire.asl.walls import (
    Fire,
    State,
    concealment,
    cover,
    happen,
    sees,
    sees_hex,
    tem,
    wall_on,
    walls_of,
)
from hexfire.asl.walls import advantage as wa
from hexfire.asl.walls.concealment import Doing, Fate
from hexfire.asl.walls.crossing import Mover, crossing
from hexfire.asl.walls.geometry import point
from hexfire.hexes import Side, Vertex
from hexfire.rulebook import Refusal

Make = Callable[..., State]
BOCAGE = ("HedgesToBocage",)


def options(state: State, firers: str, target: str, fire: Fire = Fire.SMALL_ARMS) -> list:
    units = [state.scene.unit(id) for id in firers.split()]
    return [(m.case, m.value) for m in cover(state, units, state.scene.unit(target), fire).options]


def has(state: State, id: str) -> bool:
    return state.has_wa(state.scene.unit(id))


def may_claim(state: State, id: str) -> str | None:
    try:
        return wa.may_claim(state, state.scene.unit(id))
    except Refusal:
        return None


# 9.33: board 12 is not here; the same heights and ranges


@pytest.mark.rule("B9.33a", "B9.33d")
def test_height_of_the_example() -> None:
    """The bare figures of the examples of 9.33 (played out in test_example_moves)."""
    from hexfire.asl.walls import Wall, WallKind
    from hexfire.hexes import Hex

    hedge = Wall(Side.between(Hex(0, 0), Hex(0, 1)), WallKind.HEDGE, 0, False)
    assert WallKind.HEDGE.tem - tem.height_reduction(2, hedge, 1) == 0
    assert WallKind.HEDGE.tem - tem.height_reduction(2, hedge, 2) == 1
    assert WallKind.HEDGE.tem - tem.height_reduction(1, hedge, 1) == 1
    assert tem.entrenchment_tem(2, 2, 0, 1) == 1


# 9.35, board 41 (and 3)


@pytest.mark.rule("B9.35a", "B9.35a#1")
def test_levels_of_walls(on_board: Make) -> None:
    """[B9.35-ex-3U4-V4] The wall stands on the lower level; so do the hedges of 41Q5."""
    board = on_board("03").scene.board
    u4, v4 = board.grid.hex("U4"), board.grid.hex("V4")
    wall = wall_on(board, Side.between(u4, v4))
    assert wall is not None and wall.level == 0
    assert (board.base_level(u4), board.base_level(v4)) == (0, 1)
    forty_one = on_board("41").scene.board
    q5, r4 = forty_one.grid.hex("Q5"), forty_one.grid.hex("R4")
    hedge = wall_on(forty_one, Side.between(q5, r4))
    assert hedge is not None and hedge.level == 0 and forty_one.base_level(r4) == 1


@pytest.mark.rule("B9.35a#2")
def test_a_hillside_wall_stands_between_the_levels() -> None:
    """B9.35a: no lower ground between the wall and the crest line: half-way."""
    from dataclasses import replace

    from hexfire.boards import read_text_board

    board = read_text_board("size 9 6\nlevel 1: A1..A6 B0..B6 C1..C6\nwall: C3-D3 C3-D2", "t")
    grid = board.grid
    side = Side.between(grid.hex("C3"), grid.hex("D3"))
    raised = board.elevation.copy()
    raised[board.terrain == 72] = 1
    hillside = wall_on(replace(board, elevation=raised), side)
    assert hillside is not None and hillside.level == 0.5
    lowered = board.elevation.copy()
    lowered[board.terrain == 72] = 0
    below = wall_on(replace(board, elevation=lowered), side)
    assert below is not None and below.level == 0


@pytest.mark.rule("B9.35b", "B9.35b#1", "B9.35b#2", "B9.35b#5")
def test_r4_and_p4(on_board: Make) -> None:
    """[B9.35-ex-R4-unaffected] [B9.35-ex-P4-gets-hexspine-tem] [B9.35-ex-R5-cannot-claim]"""
    now = on_board(
        "41",
        {"id": "r4", "hex": "R4"},
        {"id": "q5", "side": "russian", "hex": "Q5"},
        {"id": "p4", "side": "russian", "hex": "P4"},
        {"id": "r5", "hex": "R5"},
        settle=False,
    )
    assert options(now, "q5", "r4") == [] and options(now, "p4", "r4") == []
    assert options(now, "r4", "p4") == [("tem.hedge", 1)]
    refusal = wa.cannot_have(now.scene, now.scene.unit("r5"))
    assert refusal is not None and refusal.rule == "B9.35b"


@pytest.mark.rule("B9.321-ref", "B9.321-ref#1")
def test_whom_q5_denies(on_board: Make) -> None:
    """[B9.32-ex-Q5-cannot-deny-P4] [B9.32-ex-Q5-cannot-deny-R4-R5] [B9.32-ex-Q5-denies-Q6]"""
    now = on_board(
        "41",
        {"id": "467", "hex": "Q5"},
        {"id": "527", "side": "russian", "hex": "P4"},
        {"id": "r4", "side": "russian", "hex": "R4"},
        {"id": "447", "side": "russian", "hex": "Q6"},
        wall_advantage=("467",),
    )
    denied = {
        id: [other.id for other, _ in wa.deniers(now, now.scene.unit(id))]
        for id in ("527", "r4", "447")
    }
    assert denied == {"527": [], "r4": [], "447": ["467"]}
    assert has(now, "527")  # over O4-P4, by Mandatory WA
    assert may_claim(now, "447") is None


@pytest.mark.rule(
    "B9.31-ref",
    "B9.322c",
    "B9.322g",
    "B9.31-ref#2",
    "B9.31-ref#3",
    "B9.31-ref#5",
    "B9.322c#1",
    "B9.322c#2",
    "B9.322g#1",
    "B9.322g#3",
)
def test_q5_under_fire(on_board: Make) -> None:
    """[B9.31-ex-wa-unit-tem] [B9.322-ex-pfph-no-switch] [B9.31-ex-after-forfeit-choice]
    [B9.31-ex-after-forfeit-vs-wa] [B9.322-ex-immediate-claim] [B9.322-ex-reclaim-same-turn]
    """
    now = on_board(
        "41",
        {"id": "467", "hex": "Q5"},
        {"id": "527", "side": "russian", "hex": "P4"},
        {"id": "447", "side": "russian", "hex": "Q6"},
        {"id": "p6", "side": "russian", "hex": "P6"},
        {"id": "r6", "side": "russian", "hex": "R6"},
        wall_advantage=("467",),
        phase=Phase.PFPH,
        phasing="russian",
    )
    assert options(now, "447", "467") == [("tem.hedge", 1)]
    assert options(now, "527", "467") == []  # no hedge there, and never in-hex TEM with WA
    declared = happen(now, wa.Declares(side="russian")).state
    with pytest.raises(Refusal) as caught:
        happen(declared, wa.Forfeits(unit="467"))
    assert caught.value.rule == "B9.322c"
    resolved = happen(declared, wa.Completes()).state
    step = happen(resolved, wa.Forfeits(unit="467"))
    assert ("447", "B9.322g") in [(offer.unit, offer.rule) for offer in step.offers]
    given_up = step.state
    for firer in ("p6", "r6"):
        assert options(given_up, firer, "467") == [("tem.building_stone", 3), ("tem.hedge", 1)]
    claimed = happen(given_up, wa.Claims(unit="447")).state
    assert options(claimed, "447", "467") == [("tem.building_stone", 3)]
    for gone in (wa.Breaks(unit="447"), wa.Enters(unit="447", hex="Q7")):
        after = happen(claimed, gone)
        assert ("467", "B9.322g") in [(offer.unit, offer.rule) for offer in after.offers]


@pytest.mark.rule("B9.31-ref", "B9.31-ref#4", "B9.31-ref#6")
def test_the_move_to_p5(on_board: Make) -> None:
    """[B9.31-ex-P5-ffmo] [B9.31-ex-P5-fire-group]"""
    now = on_board(
        "41",
        {"id": "467", "hex": "Q5"},
        {"id": "468", "hex": "R5"},
        {"id": "447", "side": "russian", "hex": "O5"},
        wall_advantage=("467",),
        phase=Phase.MPH,
        phasing="russian",
    )
    now = happen(now, wa.Enters(unit="447", hex="P5")).state
    assert not has(now, "447") and may_claim(now, "447") is None
    target, firer, other = (now.scene.unit(id) for id in ("447", "467", "468"))
    assert options(now, "467", "447") == []
    assert tem.ffmo_applies(now, [firer], target, Fire.SMALL_ARMS)
    assert options(now, "467 468", "447") == [("tem.hedge", 1)]
    assert not tem.ffmo_applies(now, [firer, other], target, Fire.SMALL_ARMS)


@pytest.mark.rule(
    "B9.322d",
    "B9.323a",
    "B9.321-ref#3",
    "B9.322d#1",
    "B9.322d#3",
    "B9.322d#5",
    "B9.322e#1",
    "B9.322e#3",
    "B9.323a#5",
)
def test_the_move_to_q6(on_board: Make) -> None:
    """[B9.322-ex-Q6-claim-on-entry] [B9.322-ex-Q6-no-wa-yet] [B9.322-ex-Q6-claims-later]
    [B9.323-ex-P5-mandatory-first]
    """
    now = on_board(
        "41",
        {"id": "467", "hex": "Q5"},
        {"id": "468", "hex": "R5"},
        {"id": "447", "side": "russian", "hex": "P5"},
        {"id": "628", "side": "russian", "hex": "Q7"},
        wall_advantage=("467",),
        phase=Phase.MPH,
        phasing="german",
    )
    r5, q6 = (now.scene.board.grid.hex(h) for h in ("R5", "Q6"))
    paid = crossing(now.scene, now.scene.unit("468"), Mover.INFANTRY, Side.between(r5, q6), 2)
    assert paid.cost == 3
    step = happen(now, wa.Enters(unit="468", hex="Q6"))
    assert ("468", "B9.322d") in [(offer.unit, offer.rule) for offer in step.offers]
    assert ("tem.building_stone", 3) in options(step.state, "447", "468")
    assert options(step.state, "628", "468") == [("tem.building_stone", 3)]
    later = happen(step.state, wa.Claims(unit="468")).state
    assert options(later, "447", "468") == [("tem.hedge", 1)]
    assert options(later, "628", "468") == []
    unit = later.scene.unit
    assert tem.ffmo_applies(later, [unit("628")], unit("468"), Fire.SMALL_ARMS)
    assert not tem.ffmo_applies(later, [unit("447")], unit("468"), Fire.SMALL_ARMS)
    # If the 4-6-7 breaks first, the 4-4-7 must claim, and then the 4-6-8 may not.
    for gone in (wa.Breaks(unit="467"), wa.Leaves(unit="467")):
        waits = happen(happen(step.state, wa.EndsMove()).state, gone).state
        assert has(waits, "447")
        aph = happen(waits, wa.PhaseBegins(phase=Phase.APH, phasing="german")).state
        assert may_claim(aph, "468") is None
    # Else it may claim in the APh, when the 4-6-7 keeps the 4-4-7 from it.
    waits = happen(happen(step.state, wa.EndsMove()).state, wa.PhaseBegins(Phase.APH, "german"))
    assert may_claim(waits.state, "468") == "B9.322e"


# 9.4


@pytest.mark.rule("B9.4d", "B9.4a", "B9.4d#1")
def test_q5_to_r4_costs_three(on_board: Make) -> None:
    """[B9.4-ex-crest]"""
    scene = on_board("41", {"id": "u", "hex": "Q5"}).scene
    side = Side.between(scene.board.grid.hex("Q5"), scene.board.grid.hex("R4"))
    assert crossing(scene, scene.unit("u"), Mover.INFANTRY, side, 1, levels_up=1).cost == Fraction(
        3
    )


# 9.42, board 41


@pytest.mark.rule(
    "B9.42b",
    "B9.42c",
    "B9.42a#2",
    "B9.42b#1",
    "B9.42b#2",
    "B9.42b#3",
    "B9.42c#2",
    "B9.42c#3",
    "B9.42c#4",
)
def test_vertices_of_the_example(on_board: Make) -> None:
    """[B9.42-ex-Q4-bypass] [B9.42-ex-Q5-bypass-first-vertex] [B9.42-ex-Q5-bypass-second-vertex]
    [B9.42-ex-snap-O4-P4] [B9.42-ex-snap-P3-P4]
    """
    now = on_board("41")
    grid = now.scene.board.grid
    hex = grid.hex
    hedge = wall_on(now.scene.board, Side.between(hex("Q4"), hex("Q5")))
    assert hedge is not None
    first = Vertex.among(hex("Q4"), hex("Q5"), hex("R4"))
    second = Vertex.among(hex("Q5"), hex("P4"), hex("Q4"))

    def at(target: str, vertex: Vertex, firers: str) -> list[bool]:
        return [
            tem.applies_at_vertex(hedge, point(hex(firer)), hex(target), vertex)
            for firer in firers.split()
        ]

    assert at("Q4", first, "P4 O5 Q5 O4 R4") == [True, True, True, False, False]
    assert at("Q5", first, "P4 O4 O5 Q5") == [True, True, False, False]
    assert at("Q5", second, "R4 P3 O3 O4 O5") == [True, True, False, False, False]

    def snap(entered: str, left: str, firer: str) -> bool:
        walls = tem.snap_shot_walls(now, point(hex(firer)), hex(entered), hex(left))
        return Side.between(hex("O4"), hex("P4")) in [wall.side for wall in walls]

    affected = ["O5", "P3", "P5", "Q3", "Q4", "Q5"]
    assert [snap("O4", "P4", f) for f in affected] == [True] * 6
    assert [snap("O4", "P4", f) for f in ["N3", "N4", "O3", "P2"]] == [False] * 4
    assert snap("P3", "P4", "O5")
    assert [snap("P3", "P4", f) for f in ["P5", "Q4", "O4", "N4", "N3"]] == [False] * 5


@pytest.mark.rule("B9.42b", "B9.42c", "B9.31-ref", "B9.42a#1", "B9.42c#1")
def test_the_467_in_bypass(on_board: Make) -> None:
    """The same, as a player asks: which TEM has the 4-6-7 against whom."""
    firers = ("P4", "O5", "Q5", "O4", "R4", "P3", "O3")
    others = [{"id": hex, "side": "russian", "hex": hex} for hex in firers]

    def hedge(**mover: str) -> dict[str, bool]:
        now = on_board("41", {"id": "467", **mover}, *others, settle=False)
        return {firer: ("tem.hedge", 1) in options(now, firer, "467") for firer in firers}

    first = hedge(hex="Q4", bypass="R4", vertex="Q5")
    assert {f: first[f] for f in ("P4", "O5", "Q5", "O4", "R4")} == {
        "P4": True, "O5": True, "Q5": True, "O4": False, "R4": False,
    }  # fmt: skip
    second = hedge(hex="Q5", bypass="Q4", vertex="R4")
    assert {f: second[f] for f in ("P4", "O4", "O5")} == {"P4": True, "O4": True, "O5": False}
    third = hedge(hex="Q5", bypass="Q4", vertex="P4")
    assert {f: third[f] for f in ("R4", "P3", "O3", "O4", "O5")} == {
        "R4": True, "P3": True, "O3": False, "O4": False, "O5": False,
    }  # fmt: skip
    # Somewhere along Q4-Q5 the firer picks the vertex that leaves it less (A4.34).
    either = hedge(hex="Q5", bypass="Q4")
    assert not any(either[f] for f in ("P4", "O4", "O3", "O5"))
    # Against a firer with WA over the hedge it does not count.
    now = on_board(
        "41", {"id": "467", "hex": "Q4", "bypass": "R4", "vertex": "Q5"}, others[2],
        wall_advantage=("Q5",), settle=False,
    )  # fmt: skip
    assert options(now, "Q5", "467") == []


# 9.521, boards 44 and 54


def look(state: State, hexes: str) -> list[bool]:
    viewer, grid = state.scene.unit("v"), state.scene.board.grid
    return [not sees_hex(state, viewer, grid.hex(h)).blocked for h in hexes.split()]


@pytest.mark.rule(
    "B9.521d",
    "B9.52d",
    "B9.52b",
    "B9.52c",
    "B9.531b",
    "B9.52b#1",
    "B9.52c#1",
    "B9.52c#2",
    "B9.52c#3",
    "B9.52d#2",
    "B9.521d#5",
    "B9.531b#1",
)
def test_44bb8(on_board: Make) -> None:
    """[B9.521-ex1-BB8-sees] [B9.521-ex1-BB8-rooftop] [B9.521-ex1-BB8-level3]"""
    ground = on_board("44", {"id": "v", "hex": "BB8"}, ssr=BOCAGE)
    assert look(ground, "Z6 Z7 Z8") == [True] * 3
    assert look(ground, "Z5 Y6 Y7 Y8 X7") == [False] * 5
    roof = on_board("44", {"id": "v", "hex": "BB8", "level": 1.5}, ssr=BOCAGE)
    # X9 lies behind another hedge, that of Y9-Z9.
    assert look(roof, "X5 X6 X7 X8 X10") == [True] * 5
    assert look(roof, "Y7 Y8 Y9 Z5") == [False] * 4
    grid = roof.scene.board.grid
    snap = Side.between(grid.hex("Y5"), grid.hex("Z4"))
    spot = roof.scene.spots(roof.scene.unit("v"))[0]
    ends = [roof.scene.sight.spot_at(grid.hex("Y5"), vertex) for vertex in snap.vertices]
    assert all(not roof.scene.sight.line(spot, end).blocked for end in ends)
    third = on_board("44", {"id": "v", "hex": "BB8", "level": 3}, ssr=BOCAGE)
    assert look(third, "Y6 Y7 Y8 Y9") == [True] * 4
    assert look(third, "Z5") == [False]
    for level in (0, 3):
        others = [{"id": f"u{n}", "side": "us", "hex": f"Z{n}"} for n in (6, 7, 8)]
        none = on_board(
            "44", {"id": "v", "hex": "BB8", "level": level}, *others, ssr=BOCAGE, settle=False
        )
        for n in (6, 7, 8):
            found = sees(none, none.scene.unit("v"), none.scene.unit(f"u{n}"))
            assert not found.hex.blocked and found.unit.rule == "B9.521d"


@pytest.mark.rule("B9.521b", "B9.521c", "B9.521b#1", "B9.521c#1")
def test_44aa8(on_board: Make) -> None:
    """[B9.521-ex1-AA8]"""
    viewer = {"id": "v", "hex": "AA8"}
    without = on_board("44", viewer, ssr=BOCAGE, settle=False)
    with_wa = on_board("44", viewer, ssr=BOCAGE, wall_advantage=("v",))
    for state in (without, with_wa):
        assert look(state, "Z7 Z8") == [True, True] and look(state, "Z6 Z9") == [False, False]
    assert look(without, "Y6 Y7 Y8 Y9") == [False] * 4
    assert look(with_wa, "Y6 Y7 Y8 Y9") == [True] * 4
    grid = without.scene.board.grid
    assert sees_hex(without, without.scene.unit("v"), grid.hex("Y7")).rule == "B9.521c"
    # A Snap Shot at Z9-AA9 would look along the bocage of AA8-AA9, or of Z8-Z9.
    sight, (eye,) = without.scene.sight, without.scene.spots(without.scene.unit("v"))
    z9 = grid.hex("Z9")
    ends = Side.between(z9, grid.hex("AA9")).vertices
    assert any(sight.line(eye, sight.spot_at(z9, vertex)).blocked for vertex in ends)


GERMANS = [
    {"id": "468", "hex": "I5"},
    {"id": "467", "hex": "J5", "entrenched": "foxhole"},
    {"id": "237", "hex": "H4", "kind": "half_squad", "broken": True},
    {"id": "658", "hex": "J4", "broken": True},
]
AMERICANS = [
    {"id": "667f", "side": "us", "hex": "H3", "entrenched": "foxhole"},
    {"id": "667", "side": "us", "hex": "J3"},
    {"id": "747", "side": "us", "hex": "K4"},
    {"id": "9-1", "side": "us", "hex": "K4", "kind": "leader"},
    {"id": "337", "side": "us", "hex": "L4"},
]


@pytest.fixture
def board_54(on_board: Make) -> State:
    """[B9.521-ex2-setup]"""
    return on_board("54", *GERMANS, *AMERICANS, ssr=BOCAGE, wall_advantage=("667", "747"))


@pytest.mark.rule(
    "B9.521a",
    "B9.521b",
    "B9.521c",
    "B9.521d",
    "B27.2",
    "B9.32-ref#3",
    "B9.32-ref#11",
    "B9.521c#2",
    "B9.521d#1",
    "B9.521d#2",
    "B9.521d#4",
)
def test_54i5_and_the_others(board_54: State) -> None:
    """[B9.521-ex2-I5] [B9.521-ex2-J5] [B9.521-ex2-H4] [B9.521-ex2-J4] [B9.521-ex2-H3]
    [B9.521-ex2-wa-squads] [B9.521-ex2-leader] [B9.521-ex2-L4] [B9.521-ex2-mortar]
    """
    unit = board_54.scene.unit

    def seen(viewer: str) -> set[str]:
        v = unit(viewer)
        enemies = [u for u in board_54.scene.situation.units if u.side != v.side]
        return {u.id for u in enemies if not sees(board_54, v, u).unit.blocked}

    def locations(viewer: str) -> set[str]:
        v = unit(viewer)
        enemies = [u for u in board_54.scene.situation.units if u.side != v.side]
        return {u.hex for u in enemies if not sees(board_54, v, u).hex.blocked}

    assert locations("468") == {"H3", "J3", "K4", "L4"} and seen("468") == {"667", "747", "337"}
    grid = board_54.scene.board.grid
    assert all(sees_hex(board_54, unit("468"), grid.hex(h)).blocked for h in ("K3", "L3"))
    assert locations("467") == set() and seen("467") == set()
    assert {"667f", "667", "747"} <= seen("237") and "9-1" not in seen("237")
    assert {"667", "747", "9-1"} <= seen("658")
    assert seen("667f") == {"237"}
    for squad in ("667", "747"):
        assert locations(squad) == {"I5", "J5", "H4", "J4"}
        assert seen(squad) == {"468", "237", "658"}
    assert seen("9-1") == {"658"}
    assert seen("337") == {"468"} and "J5" in locations("337")


# 9.55, boards 55 and 54


@pytest.mark.rule("B9.55a", "B9.55c", "B9.55d", "B9.55a#1", "B9.55c#3")
def test_hidden_behind_bocage(on_board: Make) -> None:
    """[B9.55-ex1-setup] [B9.55-ex1-S1] [B9.55-ex1-Q3]"""
    germans = [
        {"id": "r1", "hex": "R1", "hidden": True},
        {"id": "q1", "hex": "Q1", "kind": "half_squad", "hidden": True},
        {"id": "q2", "hex": "Q2", "kind": "half_squad", "hidden": True},
        {"id": "r2", "hex": "R2", "kind": "dummy", "concealed": True},
    ]
    alone = on_board("55", *germans, ssr=BOCAGE)
    assert all(concealment.may_set_up_hidden(alone.scene, u) for u in alone.scene.situation.units)
    british = {"id": "457", "side": "british", "hex": "S1"}
    now = on_board("55", *germans, british, ssr=BOCAGE)
    fate = {
        u.id: concealment.before_play(now, u)
        for u in now.scene.situation.units
        if u.side == "german"
    }
    assert fate == {
        "r1": Fate.KEPT,
        "q1": Fate.PLACED_UNCONCEALED,
        "q2": Fate.KEPT,
        "r2": Fate.REMOVED,
    }
    mover = on_board("55", germans[2], {"id": "628", "side": "british", "hex": "Q3"}, ssr=BOCAGE)
    assert concealment.during_play(mover, mover.scene.unit("q2")) is Fate.PLACED_CONCEALED
    still = on_board("55", germans[2], ssr=BOCAGE)
    assert concealment.during_play(still, still.scene.unit("q2")) is Fate.KEPT


@pytest.mark.rule(
    "B9.55a",
    "B9.55b",
    "B9.323a",
    "B9.521d",
    "B9.32-ref#1",
    "B9.5b#3",
    "B9.521d#3",
    "B9.323a#3",
    "B9.55a#6",
    "B9.55a#7",
    "B9.55b#1",
    "B9.55b#2",
    "B9.55b#4",
    "B9.55b#5",
)
def test_54l4(on_board: Make) -> None:
    """[B9.55-ex2-K4] [B9.55-ex2-L4] [B9.55-ex2-L4-actions] [B9.55-ex2-L4-dc]
    [B9.55-ex2-L5-denies] [B9.55-ex2-first-fire]
    """
    british = {"id": "338", "side": "british", "hex": "K4", "concealed": True}
    german = {"id": "447", "hex": "K6"}
    in_woods = on_board("54", british, german, ssr=BOCAGE)
    assert not wa.is_mandatory(in_woods.scene, in_woods.scene.unit("338"))
    assert sees(in_woods, in_woods.scene.unit("447"), in_woods.scene.unit("338")).unit.blocked
    moving = on_board("54", british, german, ssr=BOCAGE, phase=Phase.MPH, phasing="british")
    now = happen(moving, wa.Enters(unit="338", hex="L4")).state
    unit = now.scene.unit("338")
    assert wa.is_mandatory(now.scene, unit) and has(now, "338")
    assert not sees(now, now.scene.unit("447"), unit).unit.blocked
    for doing in (Doing.MOVE, Doing.CHANGE_FOXHOLE, Doing.CHANGE_CREST):
        assert not concealment.loses_concealment(now, unit, doing)
    assert concealment.loses_concealment(now, unit, Doing.PLACE_DC)
    assert not concealment.loses_concealment_in_rally_phase(now, unit)
    assert concealment.may_gain_concealment(now, unit)
    with pytest.raises(Refusal) as caught:
        happen(now, wa.Forfeits(unit="338"))
    assert caught.value.rule == "B9.323a"
    # First Fire: TEM +2 for bocage, and the orchard of L5 hinders.
    answer = sees(now, now.scene.unit("447"), unit).unit
    assert options(now, "447", "338") == [("tem.bocage", 2)] and answer.hindrance == 1
    # A German half-squad with WA in L5 denies it every hexside of L4.
    hs = {"id": "237", "hex": "L5", "kind": "half_squad"}
    denied = on_board(
        "54", {**british, "hex": "L4"}, german, hs, ssr=BOCAGE, wall_advantage=("237",)
    )
    target = denied.scene.unit("338")
    assert not has(denied, "338") and may_claim(denied, "338") is None
    assert sees(denied, denied.scene.unit("447"), target).unit.blocked
    assert concealment.loses_concealment(denied, target, Doing.MOVE)
    assert tem.ffmo_applies(denied, [denied.scene.unit("237")], target, Fire.SMALL_ARMS)


@pytest.mark.rule(
    "B9.323a",
    "B9.322f",
    "B9.322e",
    "B9.31-ref#7",
    "B9.32-ref#4",
    "B9.32-ref#5",
    "B9.322e#2",
    "B9.322f#2",
    "B9.322f#3",
    "B9.322f#4",
    "B9.322g#5",
    "B9.323a#4",
)
def test_54j5_breaks_and_rallies(on_board: Make) -> None:
    """[B9.55-ex2-break] [B9.55-ex2-dfph] [B9.55-ex2-aph] [B9.55-ex2-ccph] [B9.55-ex2-rally]
    [B9.55-ex2-K5-move]
    """
    units = [
        {"id": "467", "hex": "J5"},
        {"id": "648", "side": "british", "hex": "K4"},
        {"id": "338", "side": "british", "hex": "L4"},
        {"id": "447", "hex": "K6"},
    ]
    now = on_board(
        "54", *units, ssr=BOCAGE, phase=Phase.PFPH, phasing="british", wall_advantage=("648",)
    )
    assert has(now, "467") and has(now, "648")
    broken = happen(now, wa.Breaks(unit="467")).state
    assert not has(broken, "467")
    for viewer in ("648", "338"):
        assert sees(broken, broken.scene.unit(viewer), broken.scene.unit("467")).unit.blocked
    dfph = happen(broken, wa.PhaseBegins(phase=Phase.DFPH, phasing="british")).state
    assert not sees(dfph, dfph.scene.unit("447"), dfph.scene.unit("648")).unit.blocked
    gone = happen(dfph, wa.Forfeits(unit="648")).state
    assert sees(gone, gone.scene.unit("447"), gone.scene.unit("648")).unit.blocked
    assert not has(gone, "648") and may_claim(gone, "648") is None
    with pytest.raises(Refusal):
        happen(gone, wa.Forfeits(unit="338"))
    aph = happen(gone, wa.PhaseBegins(phase=Phase.APH, phasing="british")).state
    assert may_claim(aph, "648") == "B9.322e"
    regained = happen(aph, wa.Claims(unit="648")).state
    ccph = happen(regained, wa.PhaseBegins(phase=Phase.CCPH, phasing="british")).state
    for id in ("648", "338"):
        assert concealment.may_gain_concealment(ccph, ccph.scene.unit(id))
    again = happen(ccph, wa.PhaseBegins(phase=Phase.RPH, phasing="german")).state
    assert wa.may_forfeit(again, again.scene.unit("648")) == "B9.322f"
    rally = happen(aph, wa.PhaseBegins(phase=Phase.RPH, phasing="german")).state
    rallied = happen(rally, wa.Rallies(unit="467"))
    assert [(c.unit, c.rule) for c in rallied.changes] == [("467", "B9.323a")]
    mph = happen(rallied.state, wa.PhaseBegins(phase=Phase.MPH, phasing="german")).state
    moved = happen(mph, wa.Enters(unit="467", hex="K5")).state
    assert not has(moved, "467") and may_claim(moved, "467") is None
    assert may_claim(moved, "648") is None
    assert options(moved, "648", "467") == [("tem.bocage", 2)]
    unit = moved.scene.unit
    assert tem.ffmo_applies(moved, [unit("338")], unit("467"), Fire.SMALL_ARMS)
    assert options(moved, "338 648", "467") == [("tem.bocage", 2)]
    assert not tem.ffmo_applies(moved, [unit("338"), unit("648")], unit("467"), Fire.SMALL_ARMS)


DELUXE = """
size 17 8
bocage: M3-L2 M3-L3 M3-M2 M3-N2 L3-M4 L3-L2 L3-K3
"""


def deluxe(*units: dict) -> State:
    import msgspec

    from hexfire.asl.sight import Sight
    from hexfire.asl.situation import Scene, Situation, Unit
    from hexfire.asl.walls import start
    from hexfire.boards import read_text_board

    found = tuple(msgspec.convert(unit, Unit) for unit in units)
    situation = Situation(board="x", units=found, deluxe=True, phase=Phase.MPH, phasing="british")
    return start(Scene(situation, Sight(read_text_board(DELUXE, "deluxe"))))


@pytest.mark.rule(
    "B9.32-ref",
    "B9.521c",
    "B9.323a",
    "B9.322g",
    "B9.32-ref#2",
    "B9.32-ref#6",
    "B9.321-ref#5",
    "B9.322a#1",
    "B9.322g#4",
    "B9.322h#2",
    "B9.521b#3",
)
def test_the_deluxe_example() -> None:
    """[B9.55-dx-start] [B9.55-dx-L3-enters] [B9.55-dx-carrier] [B9.55-dx-carrier-destroyed]
    [B9.55-dx-dfph] on a drawn board.
    """
    german = {"id": "658", "side": "german", "hex": "M3"}
    british = {"id": "447", "side": "british", "hex": "K4"}
    carrier = {"id": "carrier", "side": "british", "hex": "K2", "kind": "vehicle"}
    now = deluxe(german, british, carrier)
    grid = now.scene.board.grid

    def held(state: State, id: str) -> set[str]:
        unit = state.scene.unit(id)
        return {grid.label(side.other(grid.hex(unit.hex))) for side in state.held(unit)}

    assert held(now, "658") == {"L2", "L3", "M2", "N2"}
    entered = happen(now, wa.Enters(unit="447", hex="L3")).state
    assert held(entered, "447") == {"M4", "L2", "K3"} and "L3" in held(entered, "658")
    for target in ("M2", "N2", "N3"):
        assert sees_hex(entered, entered.scene.unit("447"), grid.hex(target)).blocked, target
    driven = happen(entered, wa.Enters(unit="carrier", hex="M3")).state
    assert held(driven, "658") == set() and "M3" in held(driven, "447")
    wrecked = happen(driven, wa.Leaves(unit="carrier")).state
    assert held(wrecked, "658") == {"L2", "M2", "N2"} and "M3" in held(wrecked, "447")
    dfph = happen(wrecked, wa.PhaseBegins(phase=Phase.DFPH, phasing="british")).state
    final = happen(dfph, wa.Breaks(unit="447")).state
    assert held(final, "447") == set() and held(final, "658") == {"L2", "L3", "M2", "N2"}
    assert walls_of(final.scene.board, grid.hex("M3"))
