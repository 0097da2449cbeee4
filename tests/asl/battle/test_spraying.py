"""A9.5 on the table (R-A9.5): two adjacent hexes attacked with one DR. Figures worked by hand."""

from __future__ import annotations

from typing import Any

import pytest
from battle_orders import Orders

from hexfire.asl.shots.shot import FireCounter


class Street(Orders):
    """A German 4-6-7 with a MMG in H8; Russian squads in I6, J5 and K6, up to four hexes off."""

    def __init__(self, phase: str = "PFPh", of: str = "german", **changes: Any) -> None:
        german: list[dict[str, Any]] = [
            {"id": "S", "counter": "ge-ge467S", "hex": "G8"},
            {"id": "M", "counter": "ge-geMMG", "by": "S"},
            {"id": "X", "counter": "ge-ge247H", "hex": "G8"},
            {"id": "A", "counter": "ge-geATR", "by": "X"},
        ]
        russian: list[dict[str, Any]] = [
            {"id": "R", "counter": "ru-ru447S", "hex": "I6"},
            {"id": "Q", "counter": "ru-ru447S", "hex": "J5"},
            {"id": "P", "counter": "ru-ru447S", "hex": "G7"},
        ]
        sides = {"german": german, "russian": russian}
        board = changes.pop("board", "millbrook")
        super().__init__(sides, changes, phase=phase, of=of, board=board)

    def told(self) -> list[dict[str, Any]]:
        fired = "battle.event.fired_ift"
        return [dict(event.message.params) for event in self.log if event.message.key == fired]

    def piece(self, id: str) -> Any:
        return self.state.piece(id)


@pytest.mark.rule("A9.5")
def test_one_dr_attacks_both_hexes_with_half_the_fp() -> None:
    """5 FP of the MMG, halved at each: a 3 on the 2 column is a NMC of each squad; both fail it.

    The coloured 1 would have kept the rate: who sprays has none.
    """
    street = Street()
    street.do("fire M at R spraying Q", 1, 2, 6, 4, 6, 4)
    shots = street.told()
    assert [(one["target"], one["fp"], one["dr"]) for one in shots] == [
        ("R", "2.5", "1,2"),
        ("Q", "2.5", "1,2"),
    ]
    assert street.piece("R").broken and street.piece("Q").broken
    assert street.piece("M").service.marker is FireCounter.PREP


@pytest.mark.rule("A9.5")
@pytest.mark.parametrize(
    ("order", "why"),
    [
        ("fire M at R spraying P", "I6 and G7 are not adjacent"),
        ("fire M at R spraying R", "nor is a hex to itself"),
        ("fire A at R ift spraying Q", "the range of an ATR is not underlined"),
        ("fire X at R spraying Q", "nor is that of a half-squad"),
    ],
)
def test_what_cannot_be_sprayed(order: str, why: str) -> None:
    assert Street().refused(order) == "A9.5"


@pytest.mark.rule("A9.5")
def test_no_first_fire_and_nothing_beyond_normal_range() -> None:
    far = Street(board="steppe", S={"hex": "A1"}, R={"hex": "G1"}, Q={"hex": "H1"})
    assert far.refused("fire S at R spraying Q") == "A9.5"  # 6 and 7 hexes, Normal Range 6
    far.do("fire M at R spraying Q", 6, 5)
    moving = Street("MPh", "russian")
    moving.do("go R to H6")
    assert moving.refused("fire M at R spraying H5") == "A9.5"


@pytest.mark.rule("A9.5", "A7.5")
def test_a_fire_group_sprays_if_all_of_it_can() -> None:
    """4 and 5 FP: 9, halved, at each hex."""
    street = Street()
    street.do("fire S+M at R spraying Q", 6, 5)
    assert [one["fp"] for one in street.told()] == ["4.5", "4.5"]
    assert Street().refused("fire S+X at R spraying Q") == "A9.5"
