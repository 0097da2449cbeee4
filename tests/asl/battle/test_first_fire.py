"""A8.2–A8.4 on the table: Residual FP, Subsequent First Fire, Final Protective Fire.

Rules of general knowledge (R-A8.2, R-A8.3); every figure worked by hand.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from battle_orders import Orders

from hexfire.asl.battle.fire.aiming import shot
from hexfire.asl.battle.orders import actions as act
from hexfire.asl.battle.orders.text import read
from hexfire.asl.battle.table.pieces import Spot, Support
from hexfire.asl.battle.table.state import Residual
from hexfire.asl.gunnery.small_arms import SmallArms, small_arms
from hexfire.asl.shots.shot import FireCounter
from hexfire.dice import Dice


class Street(Orders):
    """A German 4-6-7 with a MMG in H8; Russians come along the street, J5 four hexes off."""

    def __init__(self, phase: str = "MPh", **changes: Any) -> None:
        german = [
            {"id": "S", "counter": "ge-ge467S", "hex": "H8"},
            {"id": "M", "counter": "ge-geMMG", "by": "S"},
            {"id": "H", "counter": "ge-ge247H", "hex": "H8"},
        ]
        russian = [
            {"id": "R", "counter": "ru-ru447S", "hex": "K5"},
            {"id": "Q", "counter": "ru-ru447S", "hex": "K5"},
            {"id": "T", "counter": "ru-T34M43", "hex": "K6", "facing": "J6/J5", "ce": False},
        ]
        sides = {"german": german, "russian": russian}
        super().__init__(sides, changes, phase=phase, of="russian")

    def do(self, text: str, *faces: int) -> None:
        """Only what the latest order led to is kept."""
        self.log.clear()
        super().do(text, *faces)

    def attack(self, order: str) -> SmallArms:
        action = read(order)
        assert isinstance(action, act.Fire)
        return small_arms(shot(self.game.seen(self.state, "german"), action, "german"))

    def told(self, what: str) -> list[dict[str, Any]]:
        return [event.data for event in self.log if event.data["what"] == what]

    def marker(self, id: str) -> FireCounter:
        piece: Any = self.state.piece(id)
        return piece.service.marker if isinstance(piece, Support) else piece.marker


# Residual FP


@pytest.mark.rule("A8.2")
@pytest.mark.parametrize(
    ("order", "faces", "left"),
    [
        pytest.param("fire S at R", (6, 5), 2, id="half of 4 FP"),
        pytest.param("fire S+M at R", (6, 5), 4, id="half of 9 FP"),
        pytest.param("fire S+M at R", (1, 5), 2, id="the MG keeps its rate: half of the 4 FP"),
        pytest.param("fire M at R", (1, 5), None, id="the rate is kept instead"),
        pytest.param("fire M at R once", (1, 5), 2, id="it forgoes the rate: half of 5"),
        pytest.param("fire S+M at R once", (1, 5), 4, id="so do both: half of 9"),
        pytest.param("fire S at R", (5, 5), 1, id="who cowers leaves half of the 2 column"),
    ],
)
def test_first_fire_leaves_half_its_fp(order: str, faces: tuple[int, int], left: Any) -> None:
    street = Street()
    street.do("go R to J5")
    street.do(order, *faces)
    expected = () if left is None else (Residual("J5", left),)
    assert street.state.residual == expected
    if "once" in order:
        assert street.marker("M") is FireCounter.FIRST


@pytest.mark.rule("A8.2")
def test_only_first_fire_has_a_rate_to_forgo() -> None:
    assert Street("DFPh").refused("fire M at R once") == "A8.2"


@pytest.mark.rule("A8.2")
def test_residual_fp_strikes_who_comes_later_with_ffnam_and_ffmo() -> None:
    """2 FP, −2 in the open: a DR of 5 is a 3, a NMC on the 2 column."""
    street = Street()
    street.do("go R to J5")
    street.do("fire S at R", 6, 5)
    assert not street.told("residual_strikes")
    street.do("letgo")
    street.do("finish R")
    street.do("go Q to J5", 3, 2, 6, 5)
    (told,) = street.told("residual_strikes")
    assert (told["fp"], told["drm"], told["dr"]) == (2, "-2", "3,2")
    assert street.state.piece("Q").broken  # type: ignore[union-attr]
    assert not street.state.piece("R").broken  # type: ignore[union-attr]


@pytest.mark.rule("A8.2")
def test_cover_and_smoke_of_the_place_count_and_armor_is_not_struck() -> None:
    """J4 is a stone house: TEM +3, FFNAM −1 and no FFMO; SMOKE there adds its +3."""
    street = Street(R={"hex": "J5"}, Q={"hex": "J5"}, T={"hex": "J5", "facing": "J6/I6"})
    from msgspec.structs import replace

    street.state = replace(street.state, residual=(Residual("J4", 8), Residual("I6", 8)))
    street.do("go R to J4", 6, 5)
    (told,) = street.told("residual_strikes")
    assert told["drm"] == "+2"
    street.do("letgo")
    street.do("finish R")
    state, _ = street.game.apply(street.state, "russian", read("mark smoke at J4 drm 3"), Dice())
    street.state = state
    street.do("go Q to J4", 6, 5)
    assert street.told("residual_strikes")[0]["drm"] == "+5"
    street.do("letgo")
    street.do("finish Q")
    street.do("start T")
    street.do("letgo")
    street.do("go T to I6 cost 1")
    assert not street.told("residual_strikes")


@pytest.mark.rule("A8.2")
def test_the_strongest_stays_and_all_go_with_the_phase() -> None:
    street = Street()
    street.do("go R to J5")
    street.do("fire S+M at R", 6, 5)
    street.do("fire H at R", 6, 5)
    assert street.state.residual == (Residual("J5", 4),)
    street.do("letgo")
    street.do("finish R")
    street.do("end")
    assert street.state.residual == ()
    assert street.game.view(street.state, "russian").residual == ()


@pytest.mark.rule("A8.2", "C8.31")
def test_a_shell_leaves_half_of_its_fp() -> None:
    """75mm HE is 12 FP; as a hit in First Fire it leaves 6, on a hex (Area) 3, which is 2."""
    gun = {"counter": "ge-AT75L", "by": "C", "hex": "H8", "facing": "H7/I8"}
    for order, faces, left in (
        ("fire M at R with HE", (3, 1, 6, 5), 6),
        ("fire M at R with HE as Area", (3, 1, 6, 5), 2),
        ("fire M at R with HE", (6, 6), None),
    ):
        street = Street(M=gun, H={"id": "C", "counter": "ge-ge228C"})
        street.do("go R to J5")
        street.do(order, *faces, *(1,) * 20)
        assert street.state.residual == (() if left is None else (Residual("J5", left),))


# Subsequent First Fire


@pytest.mark.rule("A8.3", "A9.3")
def test_who_has_fired_fires_again_with_half_his_fp_and_is_spent() -> None:
    """S under First Fire: 4 FP become 2; then S and its MMG are both under Final Fire."""
    street = Street(S={"marker": "First Fire"})
    street.do("go R to J5")
    assert street.attack("fire S at R").fp[0] == Fraction(2)
    street.do("fire S at R", 6, 5)
    assert (street.marker("S"), street.marker("M")) == (FireCounter.FINAL, FireCounter.FINAL)
    assert street.state.residual == (Residual("J5", 1),)
    assert street.refused("fire M at R") == "A8.31"


@pytest.mark.rule("A8.3")
def test_not_beyond_normal_range_nor_past_a_nearer_enemy() -> None:
    """The half-squad's range is 7, J5 four hexes off; a crew's is 2; Q in I7 is two hexes off."""
    street = Street(S={"counter": "ge-ge228C", "marker": "First Fire"}, H={"marker": "First Fire"})
    street.do("go R to J5")
    assert street.refused("fire S at R") == "A8.3"
    street.game.menu(street.state, "german").check(read("fire H at R"))
    near = Street(S={"marker": "First Fire"}, Q={"hex": "I7"})
    near.do("go R to J5")
    assert near.refused("fire S at R") == "A8.3"
    unseen = Street(S={"marker": "First Fire"}, Q={"hex": "I7", "concealed": True})
    unseen.do("go R to J5")
    unseen.game.menu(unseen.state, "german").check(read("fire S at R"))


@pytest.mark.rule("A8.3")
def test_a_half_squad_has_its_own_arms_again() -> None:
    """H has fired its MMG, which is one use of its hands; firing again it has its own FP."""
    street = Street(M={"by": "H", "marker": "First Fire"}, H={"marker": "First Fire"})
    street.do("go R to J5")
    street.game.menu(street.state, "german").check(read("fire H at R"))
    assert street.refused("fire H+M at R") == "A7.351"


# Final Protective Fire


@pytest.mark.rule("A8.31")
@pytest.mark.parametrize(
    ("faces", "broken", "pinned", "counter"),
    [
        pytest.param((4, 4), True, False, "ge-ge467S", id="8 is above morale 7"),
        pytest.param((4, 3), False, True, "ge-ge467S", id="7 is its morale: pinned"),
        pytest.param((3, 3), False, False, "ge-ge467S", id="6 is passed"),
        pytest.param((6, 6), True, False, "ge-ge247H", id="an Original 12 reduces as well"),
    ],
)
def test_final_protective_fire_is_a_nmc_of_who_fires(
    faces: tuple[int, int], broken: bool, pinned: bool, counter: str
) -> None:
    """S under Final Fire; R comes into H7, next to it: 4 FP halved and doubled."""
    street = Street(S={"marker": "Final Fire"}, R={"hex": "I7"})
    street.do("go R to H7")
    assert street.attack("fire S at R").fp[0] == Fraction(4)
    street.do("fire S at R", *faces, *(1,) * 12)
    men: Any = street.state.piece("S")
    assert (men.broken, men.pinned, men.counter) == (broken, pinned, counter)
    assert men.marker is FireCounter.FINAL


@pytest.mark.rule("A8.31", "A8.4")
def test_protective_fire_is_at_arms_length_and_in_the_mph_alone() -> None:
    street = Street(S={"marker": "Final Fire"})
    street.do("go R to J5")
    assert street.refused("fire S at R") == "A8.31"
    final = Street("DFPh", S={"marker": "Final Fire"}, H={"marker": "First Fire"}, R={"hex": "H7"})
    assert final.refused("fire S at R") == "A9.3"
    assert final.attack("fire H at R").fp[0] == Fraction(2)
    final.do("fire H at R", 6, 5)
    assert final.marker("H") is FireCounter.FINAL
    assert Spot("H8") == final.state.piece("H").place


@pytest.mark.rule("C2.29")
def test_who_has_no_ife_is_refused_it_when_he_fires_again() -> None:
    street = Street(S={"marker": "First Fire"})
    street.do("go R to J5")
    assert street.refused("fire S at R ife") == "C2.29"
