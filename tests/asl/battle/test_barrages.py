"""C1.7, R-E12 on the table: Barrages fall where their owner says, with the FP he says."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from battle_missions import Mission, squads

from hexfire.asl.artillery.state import Counter
from hexfire.asl.situation import MarkerKind
from hexfire.rulebook import BadInput

MISSIONS = ["he", "smoke", "barrage", "smoke_barrage", "creeping_barrage", "ir"]


def called(mission: str, *hexes: str, phase: str = "PFPh", of: str = "german") -> Mission:
    """A 100mm battery turns its SR in J5 into the FFE:1 of a mission."""
    given: dict[str, Any] = {
        "missions": MISSIONS, "caliber": 100, "chits": [30, 1],
        "counter": "sr", "hex": "J5", "contact": True, "access": True,
    }  # fmt: skip
    table = Mission(squads(*hexes), phase=phase, of=of, **given)
    table.do("oba A radio", 1, 2)
    table.do("oba A convert")
    table.do(f"oba A {mission}")
    return table


@pytest.mark.rule("C1.7", "C1.5#2", "C1.5#3")
def test_a_barrage_falls_on_the_hexes_that_are_named_with_the_fp_that_is_said() -> None:
    table = called("barrage", "J5", "L5", "M7")
    assert table.marker == (Counter.FFE2, "J5")
    assert table.listed() == ["barrage A"]
    assert table.refused("end") == "C1.2"  # it falls before all else of the phase
    table.roll("barrage A area j5,L5 fp 8")
    figures = table.figures()
    assert set(figures) == {"R1", "R2"}  # M7 was not named
    assert figures["R1"]["column"] == 8
    dr = [event.data["hex"] for event in table.log if event.data["what"] == "ffe_hex"]
    assert dr == ["J5", "L5"]
    assert table.game.view(table.state, "russian").batteries[0].area == ("J5", "L5")
    assert table.refused("barrage A area J5 fp 8") == "C1.5"  # it has fallen


@pytest.mark.rule("C3.75")
def test_a_critical_hit_of_a_barrage_doubles_the_full_fp() -> None:
    """20 FP doubled, not the 4 of the Barrage."""
    table = called("barrage", "J5")
    table.do("barrage A area J5 fp 4", 1, 1)
    assert (table.figures()["R1"]["ch"], table.figures()["R1"]["column"]) == (True, 36)


@pytest.mark.rule("C1.71#1")
def test_a_smoke_barrage_lays_smoke_in_each_hex_and_attacks_nobody() -> None:
    table = called("smoke_barrage", "J5")
    assert table.refused("barrage A area J5,K6 fp 8") == "C1.71"
    table.do("barrage A area J5,K6")
    laid = {(marker.hex, marker.drm) for marker in table.state.ground}
    assert laid == {("J5", 3), ("K6", 3)}
    assert not table.figures()


@pytest.mark.rule("C1.51#1", "C1.57#3")
def test_who_enters_a_barrage_is_attacked_and_los_is_free() -> None:
    """The street hexes J4 and J5 lie in it; nobody looks through less for it (C1.57, E12.52)."""
    table = called("creeping_barrage", "J3")
    table.roll("barrage A area J4 fp 12")
    markers = table.game.at(table.state).scene.situation.markers
    assert MarkerKind.FFE not in [marker.kind for marker in markers]
    table.end_to("MPh", "russian")
    table.roll("go R1 to J4")
    assert "ffe_entered" in [event.data["what"] for event in table.log]
    assert table.figures()["R1"]["column"] == 12


@pytest.mark.rule("C1.7")
def test_where_it_lay_before_is_offered_again_and_a_creeping_one_goes_on() -> None:
    table = called("creeping_barrage", "M7")
    table.roll("barrage A area J4,J5 fp 8")
    for _ in range(40):
        if table.state.batteries[0].owed:
            break
        order = next((one for one in table.listed(table.game.to_act(table.state)[0])
                      if one in ("oba A radio", "oba A keep", "oba A allow")), "end")  # fmt: skip
        table.roll(order, seed=7)
    assert table.listed() == ["barrage A area J4,J5 fp 8", "barrage A"]
    table.roll("barrage A area J6,J7 fp 8")
    assert table.game.view(table.state, "german").batteries[0].area == ("J6", "J7")


@pytest.mark.rule("C1.7")
def test_without_hexes_the_players_resolve_it() -> None:
    table = called("barrage", "J5")
    assert table.do("barrage A") == ["barrage_by_hand"]
    assert "end" in table.listed()
    assert not table.game.view(table.state, "german").batteries[0].area


@pytest.mark.parametrize(
    ("order", "rule"),
    [
        ("barrage A area J5", "C1.5"),
        ("barrage A area J5 fp 0", "C1.5"),
        ("barrage A area J5 fp 21", "C1.5"),  # a Barrage's FP are fewer than the calibre's 20
        ("barrage A fp 8", "C1.71"),
    ],
)
def test_what_makes_no_barrage_is_refused(order: str, rule: str) -> None:
    assert called("barrage", "J5").refused(order) == rule


@pytest.mark.parametrize("area", ["Z99", "J5," * 61])
def test_a_barrage_lies_on_the_board_and_is_no_wider_than_any(area: str) -> None:
    table = called("barrage", "J5")
    action = table.game.read(f"barrage A area {area} fp 8", table.state, "german")
    with pytest.raises(BadInput):
        table.game.menu(table.state, "german").check(action)


def test_that_a_barrage_waits_for_its_hexes_is_the_owners_to_know() -> None:
    waiting = called("barrage", "J5")
    view = msgspec.json.encode(waiting.game.view(waiting.state, "russian"))
    assert b"owed" not in view
    assert waiting.listed("russian") == []


@pytest.mark.rule("C1.71#3")
@pytest.mark.parametrize("ground", ["mud", "deep_snow"])
def test_no_smoke_of_oba_lies_in_mud_or_deep_snow(ground: str) -> None:
    table = called("smoke_barrage", "J5")
    table.do(f"weather {ground}")
    table.do("barrage A area J5,K6")
    assert not table.state.ground
