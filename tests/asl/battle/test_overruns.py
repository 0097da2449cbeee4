"""C5.64, C5.641 on the table: a tank runs at a Gun, and the Gun fires first."""

from __future__ import annotations

from typing import Any

import pytest
from battle_orders import Orders

from hexfire.asl.battle.table.pieces import Hull, Spot, Vehicle
from hexfire.asl.shots.shot import FireCounter
from hexfire.play import Event


class Charge(Orders):
    """A T-34 in L5 runs at a 5cm PaK in K6, whose barrel points along `facing`."""

    def __init__(self, facing: str = "1", gun: str = "ge-AT50L", **tank: Any) -> None:
        sides = {
            "german": [
                {"id": "G", "counter": gun, "hex": "K6", "facing": facing, "by": "C"},
                {"id": "C", "counter": "ge-ge228C", "hex": "K6"},
                {"id": "P", "counter": "ge-pzivh", "hex": "K6", "facing": "1"},
            ],
            "russian": [
                {"id": "T", "counter": "ru-T34M43", "hex": "L5", "facing": "4", **tank},
                {"id": "U", "counter": "ru-T34M43", "hex": "L5", "facing": "4"},
            ],
        }
        super().__init__(sides, phase="MPh", of="russian", turns=3)
        self.state = self.state.without(["P"])

    def charge(self, unit: str = "T") -> None:
        self.do(f"start {unit}")
        self.do("pass")
        self.do(f"overrun {unit} to K6 cost 4")

    def marked(self, marker: FireCounter) -> None:
        service = self.state.piece("G").service
        self.state = self.state.change("G", service=_with(service, marker))


def _with(service: Any, marker: FireCounter) -> Any:
    return type(service)(marker=marker)


def fired(events: tuple[Event, ...]) -> dict[str, int]:
    shot = next(e for e in events if e.message.key == "battle.event.fired")
    return dict(shot.data["cases"])


def test_a_vehicle_enters_a_hex_of_enemies_only_to_overrun() -> None:
    table = Charge()
    table.do("start T")
    table.do("pass")
    assert table.refused("go T to K6") == "A4.14"
    assert table.refused("overrun T to L6 cost 4") == "D7.1"
    assert table.refused("overrun T to K6 cost 99") == "A4.1"
    table.do("overrun T to K6 cost 4")
    assert table.state.piece("T").spot.hex == "K6"
    assert table.game.to_act(table.state) == ("german",)  # before the OVR is resolved (C5.64#3)


@pytest.mark.rule("C5.641#1", "C5.641#2", "C5.641#3", "C5.64#6")
def test_an_unmarked_gun_fires_without_intensive_penalties_and_may_fire_on() -> None:
    table = Charge()
    table.charge()
    cases = fired(table.do("fire G at T", 3, 3))
    assert cases["E"] == 2
    assert "F" not in cases
    assert table.state.piece("G").service.marker is FireCounter.NONE  # coloured 3: its ROF is kept


@pytest.mark.rule("C5.64#1", "C5.64#5", "C5.64#9")
@pytest.mark.parametrize("marker", [FireCounter.FIRST, FireCounter.INTENSIVE, FireCounter.FINAL])
def test_a_marked_gun_has_one_more_intensive_shot(marker: FireCounter) -> None:
    table = Charge()
    table.marked(marker)
    crew = table.state.piece("C")
    table.charge()
    cases = fired(table.do("fire G at T", 1, 6))
    assert (cases["E"], cases["F"]) == (2, 2)
    assert table.state.piece("G").service.marker is FireCounter.NO_FIRE
    if table.state.move is not None:
        table.do("letgo", 6, 6, 6, 6)
        table.do("finish T")
    table.state = table.state.put(crew).change("G", by="C", place=Spot("K6"))  # whatever befell it
    table.charge("U")
    assert table.refused("fire G at U") == "C5.64"


@pytest.mark.rule("C5.64#7", "C5.64#8")
@pytest.mark.parametrize(
    ("dr", "broken", "pinned"),
    [((4, 5), True, False), ((4, 4), False, True), ((1, 2), False, False)],
)
def test_the_dr_is_the_crews_morale_check_first(
    dr: tuple[int, int], broken: bool, pinned: bool
) -> None:
    table = Charge()
    table.marked(FireCounter.FIRST)
    table.charge()
    events = table.do("fire G at T", *dr)
    crew = table.state.piece("C")
    assert (crew.broken, crew.pinned) == (broken, pinned)
    told = [e.message.key for e in events]
    assert ("battle.event.effect_dr" in told) is not (broken or pinned)


@pytest.mark.rule("C5.64#4")
def test_the_arc_must_take_in_the_hexside_of_entry() -> None:
    table = Charge(facing="4")
    table.charge()
    cases = fired(table.do("fire G at T", 6, 6))
    assert cases["A"] > 0  # turned towards L5
    assert table.state.piece("G").ca in (1, 2)


@pytest.mark.rule("C2.2401")
def test_who_overruns_fights_no_gun_duel() -> None:
    table = Charge()
    table.charge()
    table.do("fire G at T", 6, 6)
    assert not table.state.declared


# The attack itself (R-D7)


def struck(events: tuple[Event, ...]) -> dict[str, Any]:
    (told,) = (e.data for e in events if e.data["what"] == "overrun_strikes")
    return told


@pytest.mark.rule("D7.1", "D7.11")
def test_the_tank_strikes_once_the_guns_have_had_their_say() -> None:
    """A T-34 M43 (16 MP): 4 FP with its gun, bow and coaxial MG 2 and 4: 6 × 3/2 = 9, in all 13.

    K6 is Open Ground, 1 MP, and a quarter of its MP is 4. A 2 on the 12 column kills the crew.
    """
    table = Charge()
    table.do("start T")
    table.do("pass")
    table.do("overrun T to K6")
    assert table.state.piece("T").mp == 1 + 1 + 4  # type: ignore[union-attr]
    told = struck(table.do("pass", 1, 1, *(6,) * 8))
    assert (told["fp"], told["drm"], told["dr"]) == (13, "+0", "1,1")
    assert not table.state.piece("C").on_board
    services = table.state.piece("T").services  # type: ignore[union-attr]
    assert {service.marker for service in services} == {FireCounter.PREP}


@pytest.mark.rule("D7.11")
def test_a_tank_that_was_stopped_strikes_with_half() -> None:
    """Immobilized in the hex by the Gun's shot: half of the FP."""
    whole, stopped = Charge(), Charge()
    for table in (whole, stopped):
        table.charge()
    stopped.state = stopped.state.change("T", hull=Hull.IMMOBILE)
    assert struck(whole.do("pass", 6, 6, 6, 6))["fp"] == 13
    assert struck(stopped.do("pass", 6, 6, 6, 6))["fp"] == 6


@pytest.mark.rule("D7.12")
def test_armor_is_not_overrun() -> None:
    """Beside the Gun a closed Pz IV: it is no target; alone there is nobody to strike."""
    table = Charge()
    table.charge()
    tank = {"id": "P", "side": "german", "counter": "ge-pzivh"}
    table.state = table.state.put(Vehicle(**tank, place=Spot("K6"), ce=False))
    told = table.do("pass", 6, 6, 6, 6)
    assert struck(told)
    assert not [e for e in told if e.data.get("id") == "P"]


@pytest.mark.rule("D7.1")
def test_a_stunned_crew_overruns_nobody() -> None:
    table = Charge()
    table.charge()
    table.state = table.state.change("T", stunned=True)
    told = table.do("pass")
    assert not [e for e in told if e.data["what"] == "overrun_strikes"]


@pytest.mark.rule("D7.1")
def test_overruns_are_listed_where_enemies_are_ahead() -> None:
    table = Charge()
    table.do("start T")
    table.do("pass")
    listed = {table.game.write(action) for action in table.game.menu(table.state, "russian")}
    assert {text for text in listed if text.startswith("overrun")} == {"overrun T to K6"}
