"""C1 on the table: what binds an Observer, what comes first, and what an FFE does and does not."""

from __future__ import annotations

import pytest
from battle_missions import OBSERVER, Mission, squads

from hexfire.asl.artillery.state import Counter
from hexfire.asl.battle.files.problems import BadScenario
from hexfire.asl.battle.table.pieces import Hull, Wrecked
from hexfire.asl.shots.shot import FireCounter
from hexfire.asl.situation import MarkerKind

STACK = [
    *OBSERVER,
    {"id": "S", "counter": "ge-ge467S", "hex": "P8"},
    {"id": "H", "counter": "ge-ge247H", "hex": "P8"},
    {"id": "MG", "counter": "ge-geHMG", "by": "H"},
    {"id": "LMG", "counter": "ge-geLMG", "by": "L"},
]
FFE = {
    "link": "offboard", "offboard_hex": "P8", "counter": "ffe2", "hex": "J5", "mission": "he",
    "contact": True,
}  # fmt: skip


@pytest.mark.rule("C1.2#6", "C1.22#4")
@pytest.mark.parametrize(
    ("held", "dice"),
    [
        pytest.param({}, (6, 5), id="contact is not made"),
        pytest.param({"counter": "sr", "hex": "J5", "contact": True}, (3, 4), id="and is kept"),
    ],
)
def test_who_used_a_radio_does_nothing_else(held: dict[str, object], dice: tuple[int, int]) -> None:
    """Neither fires nor directs; not even a weapon that has kept its rate without him."""
    table = Mission(squads("O7"), STACK, **held)
    free = Mission(squads("O7"), STACK, **held)
    free.do("oba A silent")
    free.game.menu(free.state, "german").check(
        free.game.read("fire S at R1 leader L", free.state, "german")
    )
    table.do("oba A radio", *dice)
    if held:
        table.do("oba A hold")
    assert table.refused("fire S at R1 leader L") == "C1.2"
    assert table.refused("fire LMG at R1") == "C1.2"
    table.roll("fire MG at R1", seed=next(seed for seed in range(99) if _keeps_rate(table, seed)))
    assert table.refused("fire MG at R1 leader L") == "C1.2"
    table.game.menu(table.state, "german").check(
        table.game.read("fire MG at R1", table.state, "german")
    )


def _keeps_rate(table: Mission, seed: int) -> bool:
    before, log = table.state, list(table.log)
    table.roll("fire MG at R1", seed)
    gun = table.state.piece("MG")
    table.state, table.log = before, log
    return gun.service.marker is FireCounter.NONE and bool(gun.service.shots)


@pytest.mark.rule("C1.5#2")
def test_an_ffe_falls_before_all_other_fire() -> None:
    squad = {"id": "S", "counter": "ge-ge467S", "hex": "O8"}
    table = Mission(squads("O7"), [squad], **FFE)
    assert table.refused("fire S at R1") == "C1.2"
    table.do("oba A radio")
    assert table.refused("fire S at R1") == "C1.2"
    table.roll("oba A keep")
    assert table.marker == (Counter.FFEC, "J5")
    table.roll("fire S at R1")


@pytest.mark.rule("C1.51#9")
def test_an_ffe_does_not_interdict() -> None:
    """A broken unit in the open hex J5: the DR of the FFE is all that is rolled."""
    table = Mission(squads("J5", broken=True), [], phase="RtPh", of="russian", **FFE)
    told = table.do("strike R1", 6, 6)
    assert told == ["ffe_entered", "ffe_hex"]
    assert table.figures()["R1"]["drm"] == 0


@pytest.mark.rule("C1.55#11")
def test_the_armour_of_a_halftrack_does_not_spare_its_passengers() -> None:
    """12 FP, Original 8: 6 does nothing to the halftrack, its Passengers meet an 8 (1MC)."""
    russians = [
        {"id": "T", "counter": "ge-spw2511", "hex": "J5", "facing": "0", "ce": True},
        {"id": "R1", "counter": "ru-ru447S", "aboard": "T"},
    ]
    table = Mission(russians, [], caliber=70, **FFE)
    table.do("oba A radio")
    table.keep({"J5": (4, 4)}, check=4)
    assert table.figures()["T"] == {"drm": -2, "column": 12, "final": 6, "result": "", "ch": False}
    assert table.state.piece("T").wreck is Wrecked.NO
    assert table.state.piece("T").hull is Hull.MOBILE
    assert table.state.piece("R1").broken  # a check of 8 against morale 7, less one, fails
    sheltered = Mission(russians, [], caliber=70, **FFE)
    sheltered.do("oba A radio")
    sheltered.keep({"J5": (5, 5)}, check=4)
    assert not sheltered.state.piece("R1").broken  # a 10 breaks nobody; with -2 it would be a 1MC


@pytest.mark.rule("D.8", "D6.9")
@pytest.mark.parametrize(("dr", "check", "there"), [((4, 4), 4, True), ((1, 3), 3, False)])
def test_passengers_of_a_closed_halftrack_meet_only_its_loss_in_an_ffe(
    dr: tuple[int, int], check: int, there: bool
) -> None:
    """12 FP: an 8 does nothing to them; a 4 with -2 wrecks it, their 6 is above CS 5."""
    russians = [
        {"id": "T", "counter": "ge-spw2511", "hex": "J5", "facing": "0", "ce": False},
        {"id": "R1", "counter": "ru-ru447S", "aboard": "T"},
    ]
    table = Mission(russians, [], caliber=70, **FFE)
    table.do("oba A radio")
    table.keep({"J5": dr}, check=check)
    assert not table.state.piece("R1").broken
    assert table.state.piece("R1").on_board is there


@pytest.mark.rule("C1.73#1")
def test_only_an_observer_who_begins_on_the_board_has_pre_registered_hexes() -> None:
    later = [{"id": "L", "counter": "ge-geL91", "turn": 2}, OBSERVER[1]]
    with pytest.raises(BadScenario) as refused:
        Mission(squads("J5"), later, pre_registered=["J5"])
    assert "registers_on_board" in str(refused.value.problems[0].message.key)
    on_board = Mission(squads("J5"), chits=None, pre_registered=["J5"])
    plain = Mission(squads("J5"), chits=None)
    assert on_board.battery.pile.black == plain.battery.pile.black + 1
    offboard = {"link": "offboard", "offboard_hex": "P8", "chits": None}
    assert Mission(squads("J5"), [], **offboard, pre_registered=["J5"]).battery.pile.black == 9


@pytest.mark.rule("C1.71#6")
def test_smoke_off_the_board_is_told_and_does_nothing() -> None:
    """A1 is a corner: four hexes of its seven lie on the board."""
    table = Mission(squads("J5"), [], **{**FFE, "hex": "A1", "mission": "smoke"})
    table.do("oba A radio")
    told = table.do("oba A keep")
    laid = {marker.hex for marker in table.state.ground if marker.kind is MarkerKind.SMOKE}
    assert laid == {"A1", "A2", "B0", "B1"}
    (off,) = [event for event in table.log if event.data["what"] == "smoke_off_board"]
    assert len(off.data["hexes"]) == 3
    assert told.count("smoke") == 4
