"""C9.3, C9.31 on the table: a mortar behind a rise, and who looks for it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from battle_orders import Orders

from hexfire.asl.battle.table.pieces import Men, Spot, Spotting, Veil
from hexfire.asl.effects.breakdown import WeaponState
from hexfire.asl.gunnery.acquisition import Acquisition, Size
from hexfire.asl.shots.shot import FireCounter
from hexfire.play import Event
from hexfire.play.contract import check_secrets

MORTAR = {"id": "M", "counter": "ge-MTR81s", "hex": "A4", "facing": "3", "by": "C"}
CREW = {"id": "C", "counter": "ge-ge228C", "hex": "A4"}
SPOTTER = {"id": "S", "counter": "ge-ge247H", "hex": "A5"}
"""From A4 nothing is seen of F8; from A5 it is, through a Hindrance."""


class Section(Orders):
    """A mortar, its crew, somebody beside it, and a squad seven hexes off."""

    def __init__(self, *others: dict[str, Any], phase: str = "PFPh", **spotter: Any) -> None:
        sides = {
            "german": [MORTAR, CREW, {**SPOTTER, **spotter}, *others],
            "russian": [
                {"id": "R", "counter": "ru-ru447S", "hex": "F8"},
                {"id": "Q", "counter": "ru-ru447S", "hex": "G9"},
            ],
        }
        super().__init__(sides, phase=phase, of="german", turns=9)

    def cases(self, text: str, *faces: int) -> dict[str, int]:
        """The cases of a shot, by the log."""
        fired = next(e for e in self.do(text, *faces) if e.message.key == "battle.event.fired")
        return dict(fired.data["cases"])


@pytest.mark.rule("C9.3#1", "C9.3#10", "C9.3#11", "C9.31#1")
def test_a_mortar_fires_by_its_spotters_los() -> None:
    table = Section()
    assert table.refused("fire M at R") == "C3.4"
    assert table.refused("fire M at R spotted") == "C9.3"
    assert table.refused("spot C for M") == "C9.3"  # who works it fires by his own LOS
    table.do("spot S for M")
    assert any(action.weapon == "M" for action in _shots(table))
    cases = table.cases("fire M at R", 6, 6)
    assert cases["spotted"] == 2
    assert cases["R"] == 1  # the Spotter's one Hindrance


def _shots(table: Section) -> list[Any]:
    menu = table.game.menu(table.state, "german")
    return [action for action in menu if type(action).__name__ == "Fire"]


@pytest.mark.rule("C9.31#2", "C5.note#5")
@pytest.mark.parametrize(("colored", "kept"), [(2, True), (3, False)])
def test_spotted_fire_costs_a_rate(colored: int, kept: bool) -> None:
    table = Section()
    table.do("spot S for M")
    keys = [event.message.key for event in table.do("fire M at R", colored, 6)]
    assert ("battle.event.rof_kept" in keys) is kept


@pytest.mark.rule("C9.3#2", "C9.3#3", "C9.3#7")
def test_who_may_be_a_spotter() -> None:
    assert Section(broken=True).refused("spot S for M") == "C9.3"
    assert Section(hex="A6").refused("spot S for M") == "C9.3"
    assert Section(phase="AFPh").refused("spot S for M") == "C9.3"
    assert Section().refused("spot R for M") == "C9.3"
    gun = {"id": "G", "counter": "ge-INF75", "hex": "A5", "facing": "1", "by": "D"}
    crew = {"id": "D", "counter": "ge-ge228C", "hex": "A5"}
    assert Section(gun, crew).refused("spot S for G") == "C9.3"


@pytest.mark.rule("C9.3#6", "C9.3#8")
def test_spotting_is_the_use_of_a_support_weapon() -> None:
    table = Section()
    table.do("spot S for M")
    assert table.refused("fire S at R") == "C9.3"
    table.end_to("MPh", "german")
    assert table.refused("go S to A6") == "A3.2"
    table.end_to("MPh", "russian")
    table.end_to("MPh", "german")
    table.do("go S to A6")  # the Player Turn is over, and so is the use


@pytest.mark.rule("C9.31#6")
def test_a_squad_fires_and_spots_at_the_price_of_acquisition() -> None:
    table = Section(counter="ge-ge467S")
    table.do("spot S for M")
    aimed = Acquisition(drm=-1, size=Size.HEX, hex="F8", location="0", gun="M")
    mortar = table.state.piece("M")
    service = msgspec.structs.replace(mortar.service, acquired=(aimed,))
    table.state = table.state.change("M", service=service)
    table.do("fire S at R", 6, 6)
    assert table.state.piece("M").service.acquired == ()


@pytest.mark.rule("C9.3#5", "C9.31#7")
def test_the_mortars_of_one_spotter_fire_at_one_target() -> None:
    second = {**MORTAR, "id": "N", "by": "D"}
    table = Section(second, {**CREW, "id": "D"})
    table.do("spot S for M")
    table.do("spot S for N")
    table.do("fire M at R", 6, 5)
    assert table.refused("fire N at Q") == "C9.3"
    table.do("fire N at R", 6, 5)


@pytest.mark.rule("C9.3#4")
def test_the_mortars_of_one_spotter_stand_together() -> None:
    table = Section({**MORTAR, "id": "N", "by": "D", "hex": "B4"}, {**CREW, "id": "D", "hex": "B4"})
    table.do("spot S for M")
    assert table.refused("spot S for N") == "C9.3"


@pytest.mark.rule("C9.3#12")
def test_a_pinned_spotter_pins_the_operators() -> None:
    table = Section()
    table.do("spot S for M")
    table.state = table.state.change("S", pinned=True)
    assert table.cases("fire M at R", 1, 6)["D"] == 2
    assert table.state.piece("M").service.marker is FireCounter.PREP  # no multiple ROF


@pytest.mark.rule("C9.3#13", "C9.3#14")
def test_another_spotter_only_after_the_next_own_mph_has_begun() -> None:
    table = Section({**SPOTTER, "id": "Z", "hex": "A4"})
    table.do("spot S for M")
    assert table.refused("spot Z for M") == "C9.3"
    table.end_to("PFPh", "russian")
    table.state = table.state.change("S", broken=True)
    table.end_to("DFPh", "russian")
    assert table.refused("fire M at R spotted") == "C9.3"
    assert table.refused("spot Z for M") == "C9.3"
    table.end_to("PFPh", "german")
    assert table.refused("spot Z for M") == "C9.3"
    table.end_to("MPh", "german")
    table.end_to("DFPh", "russian")
    table.do("spot Z for M")


@pytest.mark.rule("C9.3#9")
def test_a_hidden_spotter_is_noted_at_set_up_and_known_to_nobody() -> None:
    table = Section(hidden=True)
    assert table.refused("spot S for M") == "C9.3"
    noted = table.state.change("M", spotter="S")
    for seat in ("russian", None):
        check_secrets(table.game, noted, table.state, seat)
        moved = noted.change("S", place=Spot("B4"))
        check_secrets(table.game, noted, moved, seat)
    assert noted.piece("S").veil is Veil.HIDDEN


def test_what_a_spotter_spots_for_is_not_told_while_the_mortar_is_hidden() -> None:
    table = Section()
    state = table.state.change("M", veil=Veil.HIDDEN).change("C", veil=Veil.HIDDEN)
    spotted = state.change("S", spotted=(Spotting("M"),))
    other = state.change("S", spotted=(Spotting("X", "B4"),))
    check_secrets(table.game, spotted, other, "russian")
    seen = table.game.seen(spotted, "german").piece("S")
    assert isinstance(seen, Men) and seen.spotted == (Spotting("M"),)


# Leaders, and who waits in vain

LIGHT = {"id": "K", "counter": "ge-geMTR", "hex": "A4", "by": "T"}
SQUAD = {"id": "T", "counter": "ge-ge467S", "hex": "A4"}
LEADER = {"id": "L", "counter": "ge-geL92", "hex": "A4"}


@pytest.mark.rule("C9.2#5")
@pytest.mark.parametrize(("by", "kept"), [("T", True), ("L", False)])
def test_a_lone_smc_has_no_rate_with_a_light_mortar(by: str, kept: bool) -> None:
    table = Section(SQUAD, LEADER, {**LIGHT, "by": by})
    table.do("spot S for K")
    keys = [event.message.key for event in table.do("fire K at R", 1, 6)]
    assert ("battle.event.rof_kept" in keys) is kept


@pytest.mark.rule("C9.31#4", "C9.31#5")
def test_who_directs_spotted_fire_stands_with_the_firer() -> None:
    table = Section(SQUAD, LIGHT, LEADER, {**LEADER, "id": "E", "hex": "A5"})
    table.do("spot S for K")
    assert table.refused("fire K at R leader E") == "C9.31"  # with the Spotter alone
    assert table.cases("fire K at R leader L", 6, 5)["leadership"] == -2


@pytest.mark.rule("C9.31#5")
def test_a_leader_directs_one_mortar_though_it_keeps_its_rate() -> None:
    second = ({**SQUAD, "id": "U"}, {**LIGHT, "id": "J", "by": "U"})
    table = Section(SQUAD, LIGHT, LEADER, *second)
    table.do("spot S for K")
    table.do("spot S for J")
    assert table.cases("fire K at R leader L", 1, 6)["leadership"] == -2
    assert table.refused("fire J at R leader L") == "A7.531"
    assert table.cases("fire K at R leader L", 6, 6)["leadership"] == -2  # the same again
    table.do("fire J at R", 6, 5)


def _idle(events: tuple[Event, ...]) -> list[Any]:
    return [e.data["state"] for e in events if e.message.key == "battle.event.idle_mortar"]


@pytest.mark.rule("C9.3#16", "C9.3#17")
@pytest.mark.parametrize(
    ("faces", "state"), [((6, 6), WeaponState.MALFUNCTIONED), ((6, 5), WeaponState.WORKING)]
)
def test_a_mortar_that_waits_in_vain_may_break_down(
    faces: tuple[int, int], state: WeaponState
) -> None:
    table = Section()
    table.do("opportunity M")
    table.end_to("AFPh", "german")
    assert table.refused("fire M at R") == "C9.3"
    assert _idle(table.do("end", *faces)) == [f"@battle.weapon.{state.name}"]
    assert table.state.piece("M").service.state is state


@pytest.mark.rule("C9.3#17")
def test_no_malfunction_dr_for_a_mortar_with_a_spotter_or_a_target() -> None:
    spotted = Section()
    spotted.do("spot S for M")
    spotted.do("opportunity M")
    sees = Section()
    sees.state = sees.state.change("R", place=Spot("A3"))
    sees.do("opportunity M")
    for table in (spotted, sees, Section()):
        table.end_to("AFPh", "german")
        assert _idle(table.do("end", 6, 6)) == []
