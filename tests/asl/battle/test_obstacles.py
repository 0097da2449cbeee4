"""B.0, D10 on the table: what counters on the ground add to the cost of a step, or forbid."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from hexfire.asl.artillery.on_ground import cover_of
from hexfire.asl.battle.game import Battle
from hexfire.asl.battle.table.cover import shelter
from hexfire.asl.battle.table.pieces import Men, Vehicle
from hexfire.asl.battle.table.state import State
from hexfire.asl.situation import Marker, MarkerKind
from hexfire.dice import Dice, seeded
from hexfire.rulebook import Refusal

OPEN, NEXT = "D5", "D6"
"""Two hexes of the open steppe."""


def steppe(counter: str, *ground: Marker, others: tuple[dict[str, Any], ...] = ()) -> Any:
    game = Battle()
    unit = {"id": "U", "counter": counter, "hex": OPEN, "facing": "3"}
    data = {
        "board": "steppe", "date": "1943-02", "turns": 2, "first": "russian",
        "start": {"phase": "MPh", "of": "russian"},
        "side": [{"name": "russian", "unit": [unit, *others]},
                 {"name": "german", "unit": [{"id": "R", "counter": "ge-ge467S", "hex": "P8"}]}],
    }  # fmt: skip
    state = replace(game.setup({"data": data}, {}), ground=ground)
    if isinstance(state.piece("U"), Vehicle):
        for order in ("start U", "letgo"):
            state = do(game, state, order)
    return game, state


def do(game: Battle, state: State, order: str) -> State:
    seat = game.to_act(state)[0]
    action = game.read(order, state, seat)
    after, _ = game.apply(state, seat, action, Dice((), seeded(1)))
    return after


def cost(game: Battle, state: State, order: str) -> float | str:
    """MF or MP of a step, or the rule that refuses it."""
    try:
        after = do(game, state, order)
    except Refusal as refusal:
        return refusal.rule
    before, piece = state.piece("U"), after.piece("U")
    if isinstance(piece, Vehicle) and isinstance(before, Vehicle):
        return piece.mp - before.mp
    assert isinstance(piece, Men)
    return piece.mf


SQUAD, TANK, TRUCK = "ru-ru447S", "ru-T34M43", "ru-ZIS5"


@pytest.mark.rule("B.0")
@pytest.mark.parametrize(
    ("said", "mf", "there"), [("", 2, True), (" cost 2", 2, True), (" cost 1", 1, False)]
)
def test_who_pays_one_mf_is_beside_the_shellholes_and_not_in_them(
    said: str, mf: float, there: bool
) -> None:
    """The chart's «1 or 2» MF."""
    game, state = steppe(SQUAD, Marker(kind=MarkerKind.SHELLHOLES, hex=NEXT))
    after = do(game, state, f"go U to {NEXT}{said}")
    squad = after.piece("U")
    assert isinstance(squad, Men) and squad.mf == mf
    at = game.seen(after, "german")
    cover = [shelter(at, at.piece("R"), at.piece("U"), indirect=by) for by in (False, True)]
    assert [one.terrain == "shellholes" for one in cover] == [there, there]
    assert (cover_of(at.walls, at.unit(at.piece("U"))).terrain == "shellholes") is there
    on = do(game, do(game, after, "letgo"), "go U to D7").piece("U")
    assert isinstance(on, Men) and not on.beside_shellholes


@pytest.mark.rule("B.0")
@pytest.mark.parametrize(
    ("kind", "squad", "tank", "truck"),
    [
        (None, 1, 1, 4),
        (MarkerKind.SHELLHOLES, 2, 1, 8),
        (MarkerKind.WIRE, 1, "D8.2", "D8.2"),
        (MarkerKind.MINES, 1, 1, 4),
        (MarkerKind.BLAZE, "B.0", "B.0", "B.0"),
        (MarkerKind.RUBBLE, 3, "D8.2", "B.0"),
        (MarkerKind.FLAME, 1, 1, 4),
    ],
)
def test_the_chart_s_figures_of_what_lies_in_a_hex(
    kind: MarkerKind | None, squad: float | str, tank: float | str, truck: float | str
) -> None:
    ground = (Marker(kind=kind, hex=NEXT),) if kind else ()
    costs = [cost(*steppe(counter, *ground), f"go U to {NEXT}") for counter in (SQUAD, TANK, TRUCK)]
    assert costs == [squad, tank, truck]


@pytest.mark.rule("B.0")
def test_wire_costs_a_tank_two_mp_and_a_bog_check() -> None:
    wire = Marker(kind=MarkerKind.WIRE, hex=NEXT)
    assert cost(*steppe(TANK, wire), f"go U to {NEXT} bog passed") == 3


@pytest.mark.rule("B.0")
def test_a_roadblock_bars_its_hexside_alone() -> None:
    block = Marker(kind=MarkerKind.ROADBLOCK, hex=OPEN, to=NEXT)
    beside = Marker(kind=MarkerKind.ROADBLOCK, hex=NEXT, to="D7")
    assert [cost(*steppe(TANK, one), f"go U to {NEXT}") for one in (block, beside)] == ["B.0", 1]
    assert cost(*steppe(SQUAD, block), f"go U to {NEXT}") == 2
    # No cost that is said opens it.
    assert cost(*steppe(TANK, block), f"go U to {NEXT} cost 1") == "B.0"


@pytest.mark.rule("B.0")
def test_what_the_enemy_has_hidden_is_not_reckoned_with() -> None:
    hidden = Marker(kind=MarkerKind.WIRE, hex=NEXT, hidden="german")
    own = Marker(kind=MarkerKind.WIRE, hex=NEXT, hidden="russian")
    assert cost(*steppe(TANK, hidden), f"go U to {NEXT}") == 1
    assert cost(*steppe(TANK, own), f"go U to {NEXT}") == "D8.2"


@pytest.mark.rule("B.0")
def test_a_vehicle_pays_for_each_vehicle_that_it_drives_around() -> None:
    others = tuple({"id": f"V{i}", "counter": TANK, "hex": NEXT, "facing": "0"} for i in (1, 2))
    game, state = steppe(TANK, others=others)
    assert cost(game, state, f"go U to {NEXT}") == 3
    wrecked = state.change("V1", wreck="wreck")
    assert cost(game, wrecked, f"go U to {NEXT}") == 3
    foot, table = steppe(SQUAD, others=others)
    assert cost(foot, table, f"go U to {NEXT}") == 1
