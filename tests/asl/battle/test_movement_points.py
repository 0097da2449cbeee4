"""A4.1, A3.2, A7.8, B3.4, B10.4 on the table: who may move, and how far."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from hexfire.asl.battle.game import Battle
from hexfire.asl.battle.moves import costs
from hexfire.asl.battle.moves.costs import step_cost
from hexfire.asl.battle.orders.text import read
from hexfire.asl.battle.table.pieces import Aboard, Hull, Wrecked
from hexfire.asl.battle.table.state import State
from hexfire.asl.shots.shot import FireCounter
from hexfire.asl.walls.chart import chart
from hexfire.dice import Dice, seeded
from hexfire.rulebook import Refusal

SQUAD = {"id": "S", "counter": "am-am666S", "hex": "J5"}
TANK = {"id": "T", "counter": "am-M4A1", "hex": "J5", "facing": "J6/I6", "drive": "non-stopped"}


class Table:
    """Americans in their MPh, and a German squad far off."""

    def __init__(self, *units: dict[str, Any]) -> None:
        data = {
            "board": "millbrook",
            "date": "1944-08",
            "turns": 9,
            "first": "american",
            "start": {"phase": "MPh", "of": "american"},
            "side": [
                {"name": "american", "unit": list(units)},
                {"name": "german", "unit": [{"id": "R", "counter": "ge-ge467S", "hex": "A1"}]},
            ],
        }
        self.game = Battle()
        self.state: State = self.game.setup({"data": data}, {})

    def change(self, id: str, **fields: Any) -> Table:
        self.state = self.state.put(replace(self.state.piece(id), **fields))
        return self

    def step(self, *texts: str) -> None:
        """Expenditures that the other side lets pass."""
        for text in texts:
            for seat, order in (("american", text), ("german", "pass")):
                action = self.game.read(order, self.state, seat)
                dice = Dice((), seeded(1))
                self.state, _ = self.game.apply(self.state, seat, action, dice)

    def refused(self, text: str, seat: str = "american") -> str:
        with pytest.raises(Refusal) as refusal:
            self.game.menu(self.state, seat).check(read(text))
        return refusal.value.rule

    def cost(self, id: str, to: str, **how: bool) -> float:
        at = self.game.at(self.state)
        piece = at.piece(id)
        return step_cost(at, piece, at.grid.hex(to), **how).total  # type: ignore[arg-type]


@pytest.mark.rule("A4.1")
def test_the_last_mf_may_be_spent_and_no_more() -> None:
    """Two building hexes of 2 MF each are all that a squad has."""
    table = Table(SQUAD)
    table.step("go S to J4", "go S to K4")
    assert table.state.piece("S").mf == 4
    assert table.refused("go S to J4") == "A4.1"
    assert table.refused("go S to J5") == "A4.1"  # one MF, and none is left


@pytest.mark.rule("A7.8", "A3.2", "A7.352")
@pytest.mark.parametrize(
    ("fields", "rule"),
    [
        ({"pinned": True}, "A7.8"),
        ({"broken": True}, "A7.8"),
        ({"marker": FireCounter.PREP}, "A3.2"),
        ({"opportunity": True}, "A3.2"),
        ({"ti": True}, "A7.352"),
    ],
)
def test_who_does_not_move(fields: dict[str, Any], rule: str) -> None:
    assert Table(SQUAD).change("S", **fields).refused("go S to J4") == rule


@pytest.mark.rule("A3.2")
def test_who_fired_his_weapon_in_the_prep_fire_phase_does_not_move() -> None:
    table = Table(SQUAD, {"id": "M", "counter": "am-amHMG", "by": "S"})
    service = replace(table.state.piece("M").service, marker=FireCounter.PREP)  # type: ignore[union-attr]
    assert table.change("M", service=service).refused("go S to J4") == "A3.2"


@pytest.mark.rule("B3.4")
def test_a_vehicle_keeps_to_the_road_or_leaves_it() -> None:
    """Along the street ½ MP; beside it the tank pays for open ground. Buttoned up: 1 MP."""
    table = Table({**TANK, "ce": True})
    assert (table.cost("T", "I6"), table.cost("T", "I6", off_road=True)) == (0.5, 1)
    table.change("T", ce=False)
    assert table.cost("T", "I6") == 1
    truck = Table({**TANK, "counter": "am-ton212"})
    assert truck.cost("T", "I6") == 0.5  # no AFV has nobody to button up


@pytest.mark.rule("B10.4")
def test_a_vehicle_pays_for_each_level_up_and_for_none_down() -> None:
    """P8 is a level above P7, both open: 1 MP, and 4 more uphill."""
    table = Table({**TANK, "hex": "P7", "facing": "0"})
    assert table.cost("T", "P8", off_road=True) == 5
    table = Table({**TANK, "hex": "P8", "facing": "0"})
    assert table.cost("T", "P7", off_road=True) == 1
    by_road = Table({**TANK, "hex": "N9", "facing": "0", "ce": True})
    assert by_road.cost("T", "O9") == 2.5  # ½ MP, and 2 more for the level


@pytest.mark.rule("D2.12", "D2.11")
def test_a_vehicle_starts_before_it_goes_and_turns_the_shorter_way() -> None:
    assert Table({**TANK, "drive": "stopped"}).refused("go T to I6") == "D2.12"
    for way in (1, -1):
        table = Table(TANK)
        table.step(f"pivot T to {(table.state.piece('T').vca + way) % 6}")  # type: ignore[union-attr]
        assert table.state.piece("T").mp == 1  # type: ignore[union-attr]


@pytest.mark.rule("D8.2")
def test_inside_a_building_the_cost_of_a_pivot_is_said() -> None:
    table = Table({**TANK, "hex": "J4", "facing": "0"})
    assert table.refused("pivot T to 1") == "D8.2"
    table.step("pivot T to 1 cost 3")
    assert table.state.piece("T").mp == 3  # type: ignore[union-attr]


@pytest.mark.rule("A3.3")
def test_the_other_side_reacts_and_does_not_move() -> None:
    table = Table(SQUAD)
    action = table.game.read("go S to J4", table.state, "american")
    table.state, _ = table.game.apply(table.state, "american", action, Dice())
    assert table.refused("go R to A2", "german") == "A3.3"


@pytest.mark.rule("D2.13", "D2.17")
def test_a_vehicle_spends_mp_to_stop_or_where_it_stands() -> None:
    table = Table(TANK)
    table.step("delay T", "stop T")
    assert table.state.piece("T").mp == 2  # type: ignore[union-attr]
    assert table.refused("stop T") == "D2.13"


@pytest.mark.rule("D8.1", "D10.1", "A4.4")
@pytest.mark.parametrize(
    ("fields", "order", "rule"),
    [
        ({"hull": Hull.IMMOBILE}, "go T to I6", "D8.1"),
        ({"hull": Hull.BOGGED}, "delay T", "D8.1"),
        ({"wreck": Wrecked.WRECK}, "start T", "D8.1"),
        ({"wreck": Wrecked.WRECK}, "fire T at R", "D10.1"),
        ({}, "fire G at R", "A4.4"),
    ],
)
def test_what_cannot_move_or_fire(fields: dict[str, Any], order: str, rule: str) -> None:
    """A wreck does neither, and a Gun wants hands."""
    gun = {"id": "G", "counter": "am-AT57L", "hex": "J4", "facing": "0"}
    assert Table(TANK, gun).change("T", **fields).refused(order) == rule


@pytest.mark.rule("D6.1")
def test_a_truck_is_full() -> None:
    """Two squads are all that a 2½-ton truck of 20 PP takes."""
    squads = [{**SQUAD, "id": f"S{n}"} for n in range(3)]
    table = Table(*squads, {**TANK, "counter": "am-ton212", "drive": "stopped"})
    for squad in squads[:2]:
        table.change(squad["id"], place=Aboard("T"))
    assert table.refused("board S2 to T cost 1") == "D6.1"


@pytest.mark.rule("B.0")
def test_a_truck_drives_into_no_house() -> None:
    """G7 holds a wooden building."""
    truck = {**TANK, "counter": "am-ton212", "hex": "F7", "facing": "1"}
    assert Table(truck).refused("go T to G7") == "B.0"


@pytest.mark.rule("A4.2", "A4.12")
def test_where_a_hex_takes_all_mf_everybody_of_a_stack_spends_his_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As in a marsh, of which our boards have none: the leader's 6, of the squad with its HMG (5PP)
    4 and 2 less 2."""
    like_marsh = {**chart(), "brush": chart()["marsh"]}
    monkeypatch.setattr(costs, "chart", lambda: like_marsh)
    hmg = {"id": "M", "counter": "am-amHMG", "by": "S"}
    leader = {"id": "L", "counter": "am-amL91", "hex": "E4"}
    table = Table({**SQUAD, "hex": "E4"}, leader, hmg)
    action = table.game.read("stack L+S", table.state, "american")
    table.state, _ = table.game.apply(table.state, "american", action, Dice())
    table.step("go L to E3")
    spent = [table.state.piece(id).mf for id in ("L", "S")]  # type: ignore[union-attr]
    assert spent == [6, 4]
