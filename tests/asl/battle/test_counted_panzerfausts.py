"""C13.311 on the table: Panzerfausts that are counted, listed in secret, fired without a check."""

from __future__ import annotations

from typing import Any

import pytest
from battle_orders import Played

from hexfire.asl.battle.files.problems import BadScenario
from hexfire.asl.battle.fire.panzerfausts import left
from hexfire.asl.battle.orders import actions as act
from hexfire.rulebook import Refusal


class House(Played):
    """Two squads and a leader in August 1944 (3 PF), a Sherman beside them."""

    def __init__(self, date: str = "1944-08", *, set_up: bool = False, **changes: Any) -> None:
        german: list[dict[str, Any]] = [
            {"id": "S", "counter": "ge-ge467S", "hex": "G8", "pf": 2},
            {"id": "S2", "counter": "ge-ge467S", "hex": "G8", "pf": 1},
            {"id": "L", "counter": "ge-geL81", "hex": "G8"},
        ]
        tank = {"id": "M", "counter": "am-M4A1", "hex": "H8", "facing": "I8/I9"}
        for unit in german:
            unit.update(changes.get(str(unit["id"]), {}))
            if set_up:
                del unit["hex"]
                unit.pop("pf", None)
                unit["area"] = "here"
        self.data: dict[str, Any] = {
            "board": "millbrook",
            "date": date,
            "turns": 2,
            "first": "german",
            "side": [
                {
                    "name": "german",
                    "counted_pf": True,
                    "area": [{"name": "here", "hexes": ["G8"]}],
                    "unit": german,
                    **changes.get("german", {}),
                },
                {"name": "american", "unit": [tank]},
            ],
        }
        if not set_up:
            self.data["start"] = {"phase": changes.get("phase", "PFPh"), "of": "german"}
        super().__init__(self.data)

    def listed(self) -> list[str]:
        seat = self.game.to_act(self.state)[0]
        return [self.game.write(action) for action in self.game.menu(self.state, seat)]


@pytest.mark.rule("C13.311#1", "C13.311#4", "C13.31")
def test_a_held_panzerfaust_is_fired_without_a_check_and_is_gone() -> None:
    """The first dice are those of the To Hit DR; firing is the use of a SW all the same."""
    house = House()
    assert "fire S.PF at M" in house.listed() and "fire L.PF at M" not in house.listed()
    assert left(house.game.at(house.state), "german") == 3
    house.do("fire S.PF at M", 6, 5)
    keys = [event.message.key for event in house.log]
    assert "battle.event.fired" in keys and "battle.event.pf_check" not in keys
    assert (house.piece("S").pf, left(house.game.at(house.state), "german")) == (1, 2)
    house.do("fire S.PF at M", 6, 5)
    assert house.piece("S").pf == 0
    assert house.refused("fire S.PF at M") == "C13.311"
    assert house.refused("fire S at M") == "C13.31"
    assert house.refused("fire L.PF at M") == "C13.311"


@pytest.mark.rule("C13.311#1")
def test_the_list_is_the_owners_alone() -> None:
    one, other = House(), House(S={"pf": 0}, L={"pf": 1})
    views = [house.game.view(house.state, "american") for house in (one, other)]
    assert [view.pf_left for view in views] == [None, None]
    assert views[0].pieces == views[1].pieces
    own = one.game.view(one.state, "german")
    assert own.pf_left == 3
    assert {piece.id: piece.pf for piece in own.pieces if piece.id != "M"} == {
        "S": 2,
        "S2": 1,
        "L": 0,
    }
    one.do("set S pf: 1")
    told = one.log[-1]
    assert told.seats == ("german",)
    with pytest.raises(Refusal):
        one.game.menu(one.state, "american").check(act.Set("S", "pf", "0"))


@pytest.mark.parametrize(
    ("date", "changes", "key"),
    [
        ("1944-08", {"L": {"pf": 1}}, "fieldguns.pf_list"),  # 2 + 1 + 1 of 3
        ("1945-01", {"S2": {"pf": 0}, "L": {"pf": 2}}, "fieldguns.pf_too_many"),
        ("1945-01", {"S": {"pf": 4}, "S2": {"pf": 0}}, "fieldguns.pf_too_many"),
        ("1943-09", {}, "fieldguns.not_yet"),
        ("1944-08", {"german": {"counted_pf": False}}, "battle.pf.not_counted"),
    ],
)
@pytest.mark.rule("C13.311#1", "C13.311#2")
def test_a_list_that_gives_too_much_is_refused(
    date: str, changes: dict[str, Any], key: str
) -> None:
    """1.5 for each of two squads in 1944, 2 in 1945; a squad holds 3, a leader 1."""
    with pytest.raises(BadScenario) as wrong:
        House(date, **changes)
    assert [problem.message.key for problem in wrong.value.problems] == [key]


@pytest.mark.rule("C13.311#1")
def test_the_list_is_written_at_set_up() -> None:
    house = House(set_up=True)
    for unit in ("S", "S2", "L"):
        house.do(f"place {unit} at G8")
    assert house.listed() == ["allot S pf 1", "allot S2 pf 1", "allot L pf 1", "end"]
    house.do("allot S pf 2")
    house.do("allot L pf 1")
    assert house.log[-1].seats == ("german",)
    assert house.listed() == ["end"]
    assert house.refused("allot L pf 2") == "C13.311"
    house.do("allot S pf 1")
    assert "allot S2 pf 1" in house.listed()


@pytest.mark.rule("C13.311#4")
def test_panzerfausts_pass_from_hand_to_hand() -> None:
    house = House(phase="RPh")
    assert "give S to L pf 1" in house.listed()
    house.do("give S to L", seat="german")
    assert [house.piece(id).pf for id in ("S", "S2", "L")] == [1, 1, 1]
    assert house.log[-1].seats == ("german",)
    assert house.refused("give S to L") == "C13.311"  # a leader holds one
    house.do("shift S2 to F7", seat="german")
    assert house.refused("give S to S2") == "C13.311"
    shooting = House()
    assert shooting.refused("give S to L") == "C13.311"


@pytest.mark.rule("C13.311#4")
def test_a_squad_that_is_reduced_keeps_what_a_half_squad_may_hold() -> None:
    """12 FP of a tank's HE and a 3: K, a Casualty Reduction; 3 PF were more than a HS may have."""
    house = House("1945-01", S={"pf": 3}, S2={"pf": 0, "hex": "A1"}, L={"hex": "A1"}, phase="DFPh")
    house.do("fire M at S", 2, 2, 1, 2, 1, 1)
    assert house.game.at(house.state).counter(house.piece("S")).kind == "hs"
    assert house.piece("S").pf == 2
