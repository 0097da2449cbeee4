"""C1 on the table: the flow with facts from the board, and shells on everything that lies there."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from battle_cases import case, scenario
from battle_missions import BATTERY, OBSERVER, Mission, squads
from msgspec.structs import replace

from hexfire.asl.artillery.ffe import lowered
from hexfire.asl.artillery.state import Counter, Device
from hexfire.asl.battle.artillery.shelling import inside
from hexfire.asl.battle.game import Battle
from hexfire.asl.battle.orders import actions as act
from hexfire.asl.battle.table.known import known
from hexfire.asl.battle.table.pieces import GONE, Dummy, Veil
from hexfire.asl.battle.table.sighting import sees
from hexfire.asl.battle.table.state import State, Walls
from hexfire.asl.effects.condition import Shock
from hexfire.asl.shots.shot import FireCounter
from hexfire.asl.situation import Marker as GroundMarker
from hexfire.asl.situation import MarkerKind
from hexfire.dice import Dice, seeded
from hexfire.play import Event
from hexfire.play.contract import check_replay, check_secrets, random_table
from hexfire.rulebook import Refusal


def from_case(id: str, **battery: Any) -> Mission:
    """A situation of `shared/examples/battle.yaml` with its battery."""
    spec = case(id)
    table = Mission([])
    data = scenario(spec, "PFPh", "german")
    germans = data["side"][0]
    if not any(unit["id"] == "L" for unit in germans["unit"]):
        battery |= {"observer": "", "radio": ""}
    else:
        germans["unit"].append({"id": "radio", "counter": "ge-geradio", "by": "L"})
    germans["battery"] = [{**BATTERY, **battery}]
    table.state = table.game.setup({"data": data}, {})
    return table


# The worked situations


@pytest.mark.rule(
    "C1.2#5", "C1.21#1", "C1.21#4", "C1.21#5", "C1.3#1", "C1.3#4", "C1.6#2", "C1.6#4", "C1.6#6"
)
def test_what_the_observer_on_the_hill_knows() -> None:
    """BT-055: concealed in the open is Known for OBA, in grain it is not; I6 he does not see."""
    table = from_case("BT-055")
    assert table.listed() == ["oba A radio", "oba A silent"]
    assert table.refused("end") == "C1.2"
    assert table.do("oba A radio", 3, 5, 0) == [
        "marked_prep", "contact_established", "chit", "access_gained",
    ]  # fmt: skip
    assert (table.battery.contact, table.battery.access) == (True, True)
    before = table.state
    for hex, faces in (("J5", (2,)), ("H5", (2,)), ("G4", (0, 2))):
        table.state = before
        told = table.do(f"oba A place at {hex}", *faces)
        assert ("extra_chit" in told) is (hex == "G4")
        assert table.marker == (Counter.SR, hex)
        assert table.battery.node == "idle"
    table.state = before
    assert table.do("oba A place at I6") == ["ar_placed", "ar_unseen"]
    assert table.game.to_act(table.state) == ("russian",)
    assert table.listed("russian") == ["oba A cancel", "oba A allow"]
    table.do("oba A cancel")
    assert not table.battery.access
    table.state = before
    table.do("oba A place at J5", 2)
    assert table.state.piece("L").marker is FireCounter.PREP
    assert [table.state.piece(id).veil for id in ("R2", "R3")] == [Veil.CONCEALED] * 2
    table.roll("end")
    assert table.refused("go L to O8") == "A3.2"


@pytest.mark.rule(
    "C1.5#1", "C1.5#3", "C1.5#6", "C1.52", "C1.53", "C1.55", "C3.71", "B9.34a#1", "B9.31-ref#1"
)
def test_seven_hexes_of_the_village_under_100mm() -> None:
    """BT-057: every hex its own DR, every unit its own TEM; the tank's turret is hit."""
    table = from_case(
        "BT-057",
        caliber=100, link="offboard", offboard_hex="P8", counter="ffe1", hex="J5", mission="he",
        contact=True,
    )  # fmt: skip
    assert table.listed() == ["oba A radio", "oba A silent"]
    table.do("oba A radio")
    assert "oba A keep" in table.listed()
    table.roll("oba A keep")
    order = [event.data["hex"] for event in table.log if event.data["what"] == "ffe_hex"]
    spec = case("BT-057")
    dice = spec["events"][1]["dice"]
    assert sorted(order) == sorted(dice)
    expected = spec["expect"]["e2"]

    table = from_case(
        "BT-057",
        caliber=100, link="offboard", offboard_hex="P8", counter="ffe1", hex="J5", mission="he",
        contact=True,
    )  # fmt: skip
    table.do("oba A radio")
    table.state, table.log = _thrown(table, order, dice)
    found = table.figures()
    for id in ("R1", "R2", "R3", "R4", "R5", "T", "R7"):
        assert found[id]["drm"] == expected["drm"][id], id
        if id != "T":
            assert found[id]["result"] == expected["result"][id], id
    assert (found["R6"]["ch"], found["R6"]["column"]) == (True, 36)
    assert found["R6"]["result"] == "7KIA"
    assert table.state.piece("R6").place == GONE
    assert table.state.piece("T").shock is Shock.SHOCK
    assert table.marker == (Counter.FFE2, "J5")


def _thrown(table: Mission, order: list[str], dice: dict[str, Any]) -> tuple[State, list[Event]]:
    """The FFE with the DR given for each hex; every morale check is a 3,3."""

    class Given:
        def __init__(self) -> None:
            self.left = [dice[hex] for hex in order]

        def faces(self, request: Any, at: int) -> tuple[int, ...]:
            if request.rule == "C1.5":
                return tuple(self.left.pop(0))
            return (3,) * len(request.sizes())

    seat = table.game.to_act(table.state)[0]
    action = act.Oba("A", "keep")
    state, events = table.game.apply(table.state, seat, action, Dice((), Given()))
    return state, list(events)


# Contact, and what it binds


@pytest.mark.rule("C1.61#1", "C1.61#2", "C1.22#8")
def test_a_broken_observer_loses_contact_at_once() -> None:
    table = Mission(squads("J5"))
    table.do("oba A radio", 3, 5, 0)
    table.do("oba A place at J5", 1)
    assert table.battery.contact
    assert "contact_lost" in table.do("set L broken: yes")
    assert not table.battery.contact
    assert table.battery.access  # against his will: access stays
    assert table.marker == (Counter.SR, "J5")


@pytest.mark.rule("C1.22#6")
def test_a_radio_breaks_on_an_original_12_and_is_repaired_in_the_rph() -> None:
    table = Mission(squads("J5"))
    table.do("oba A radio", 6, 6)
    assert table.battery.device is Device.BROKEN
    assert table.state.piece("radio").service.state.name == "MALFUNCTIONED"
    assert all("radio_broken" not in told for told in _heard(table, "russian"))
    table.end_to("RPh", "german")
    assert "oba A repair" in table.listed()
    table.do("oba A repair", 1)
    assert table.battery.device is Device.WORKS
    assert table.state.piece("radio").service.state.name == "WORKING"


@pytest.mark.rule("C1.1", "C1.22#5")
def test_only_through_the_batterys_own_radio() -> None:
    germans = [*OBSERVER, {"id": "L2", "counter": "ge-geL81", "hex": "P8"}]
    table = Mission(squads("J5"), germans, phase="RPh")
    table.do("oba A new_observer by L2", seat="german")
    table.end_to("PFPh", "german")
    assert table.battery.node == "idle"  # L2 has no radio: nothing to attempt
    assert table.battery.observer == "L2"


@pytest.mark.rule("C1.1")
def test_a_radio_that_is_taken_off_the_table_is_lost() -> None:
    table = Mission(squads("J5"))
    table.do("oba A silent")
    assert "radio_lost" in table.do("remove radio")
    assert table.battery.device is Device.LOST


@pytest.mark.rule("C1.22#6")
def test_a_radio_that_breaks_on_the_table_is_broken_for_its_battery() -> None:
    table = Mission(squads("J5"))
    table.do("oba A silent")
    table.do("set radio state: malfunctioned")
    assert table.battery.device is Device.BROKEN


@pytest.mark.rule("H1.461", "C1.6#6")
def test_an_op_tank_observes_buttoned_up_and_fires_no_more_in_that_phase() -> None:
    """P8 sees J5; the tank's MA has its Prep Fire counter after the call."""
    tank = {"id": "L", "counter": "ge-pziiig", "hex": "P8", "facing": "0", "ce": False}
    tables = {
        name: Mission(squads("J5"), [tank], radio="", op_tank=name)
        for name in ("", "Pzkpfw III OP")
    }
    plain, observing = tables.values()
    assert plain.battery.node == "idle"  # no leader: nobody to use the radio
    observing.do("oba A radio", 3, 5, 0)
    observing.do("oba A place at J5", 1)
    assert observing.marker == (Counter.SR, "J5")
    assert observing.state.piece("L").services[0].marker is FireCounter.PREP
    assert observing.refused("fire L at R1") != ""


# Shells


@pytest.mark.rule("C1.57#1", "C1.57#2")
def test_an_ffe_hinders_los_once() -> None:
    """From P8 to G8 the line goes over the Blast Area of L7: +1, however many hexes."""
    ffe = {"link": "offboard", "offboard_hex": "P8", "hex": "L7", "mission": "he"}
    germans = [{"id": "S", "counter": "ge-ge467S", "hex": "N6"}]
    clear = Mission(squads("J5"), germans, phase="RPh", **{**ffe, "mission": None, "hex": ""})
    under = Mission(squads("J5"), germans, phase="RPh", **ffe, counter="ffec")
    light = Mission(squads("J5"), germans, phase="RPh", **ffe, counter="ffec", caliber=60)

    def hindrance(table: Mission) -> int:
        at = table.game.at(table.state)
        found = sees(at, at.piece("S"), at.piece("R1"))
        assert not found.blocked
        return found.hindrance

    assert hindrance(under) - hindrance(clear) == 1
    assert hindrance(light) == hindrance(clear)
    seen = under.game.seen(under.state, "russian")
    assert sees(seen, seen.piece("S"), seen.piece("R1")).hindrance == hindrance(under)


FFE = {
    "link": "offboard", "offboard_hex": "P8", "counter": "ffe2", "hex": "J5", "mission": "he",
    "contact": True,
}  # fmt: skip


@pytest.mark.rule("C1.51#3", "C1.51#4", "C1.51#6")
@pytest.mark.parametrize(("assault", "drm"), [("", -2), (" assault", -1)])
def test_who_enters_is_attacked_each_time(assault: str, drm: int) -> None:
    """FFMO -1 in the open hex J5 of the street, FFNAM -1 unless it is Assault Movement."""
    table = Mission(squads("J4", "J5"), [], phase="MPh", of="russian", **FFE)
    before = table.state.piece("R2")
    told = table.do(f"go R1 to J5{assault}", 6, 6, 2, 2)  # DR 12, then a morale check of 4
    assert told[:3] == ["went", "ffe_entered", "ffe_hex"]
    assert table.figures()["R1"]["drm"] == drm
    assert table.state.piece("R2") == before  # who is there already is not touched
    assert table.game.to_act(table.state) == ("german",)
    assert table.marker == (Counter.FFE2, "J5")


@pytest.mark.rule("C1.51#1")
def test_who_breaks_under_the_shells_goes_no_further() -> None:
    table = Mission(squads("L5"), [], phase="MPh", of="russian", **FFE)
    table.do("go R1 to K5", 1, 2, 5, 4)
    assert table.state.piece("R1").broken
    assert table.game.to_act(table.state) == ("german",)  # who may still fire at it there
    table.do("pass")
    assert table.state.move is None
    assert table.refused("go R1 to K6") in ("A4.2", "A7.8")


@pytest.mark.rule("C1.51#2")
def test_smoke_attacks_nobody_who_enters() -> None:
    table = Mission(squads("J4"), [], phase="MPh", of="russian", **{**FFE, "mission": "smoke"})
    assert table.do("go R1 to J5") == ["went"]


@pytest.mark.rule("C1.51#1", "C1.51#4")
def test_by_hand_who_advances_into_it() -> None:
    table = Mission(squads("J5"), [], phase="APh", of="russian", **FFE)
    assert "ffe_entered" in table.do("strike R1", 6, 6)
    assert table.figures()["R1"]["drm"] == 0  # neither FFMO nor FFNAM outside the MPh
    prep = Mission(squads("J5"), [], phase="PFPh", of="russian", **FFE)
    assert prep.refused("strike R1") == "C1.51"


@pytest.mark.rule("C1.71#1", "C8.51")
@pytest.mark.parametrize(("phase", "of", "drm"), [("PFPh", "german", 3), ("DFPh", "russian", 2)])
def test_a_smoke_mission_lays_a_counter_in_each_hex(phase: str, of: str, drm: int) -> None:
    ffe = {**FFE, "counter": "ffe1", "mission": "smoke"}
    table = Mission(squads("J5"), [], phase=phase, of=of, **ffe)
    table.do("oba A radio")
    table.do("oba A keep")
    smoke = [m for m in table.state.ground if m.kind is MarkerKind.SMOKE]
    assert len(smoke) == 7
    assert {marker.drm for marker in smoke} == {drm}
    assert not table.state.piece("R1").broken


@pytest.mark.rule("C1.54#1", "C1.54#3")
def test_own_men_are_shaken_and_the_observer_is_not() -> None:
    """Morale 7, one lower under one's own shells: an NMC of 7 fails; the Observer's counts full."""
    germans = [
        {"id": "L", "counter": "ge-geL70", "hex": "J5"},
        {"id": "S", "counter": "ge-ge467S", "hex": "K6"},
    ]
    ffe = {"counter": "ffe1", "hex": "J5", "mission": "he", "contact": True, "radio": ""}
    table = Mission([], germans, phase="PFPh", of="german", **ffe)
    at = table.game.at(table.state)

    def morale(id: str) -> int:
        return lowered(inside(at, "A", at.piece(id))).morale  # type: ignore[union-attr, arg-type]

    assert (morale("L"), morale("S")) == (7, 6)


@pytest.mark.rule("C1.54#4", "C1.51#8")
def test_an_observer_who_walks_in_is_shaken_too() -> None:
    germans = [{"id": "L", "counter": "ge-geL70", "hex": "L5"}]
    ffe = {"counter": "ffe2", "hex": "J5", "mission": "he", "contact": True, "radio": ""}
    table = Mission([], germans, phase="MPh", of="german", **ffe)
    table.do("go L to K5", 6, 6)
    assert table.state.batteries[0].walked_in


@pytest.mark.rule("C1.51#5")
@pytest.mark.parametrize(("unit", "attacked"), [("R1", True), ("R2", False)])
def test_who_claims_a_wall_out_of_a_house_stands_barer(unit: str, attacked: bool) -> None:
    """K5: stone +3 and one level above, or the wall's +1; in a foxhole of K6 it is no worse."""
    russians = [
        {"id": "R1", "counter": "ru-ru447S", "hex": "K5"},
        {"id": "R2", "counter": "ru-ru447S", "hex": "K6"},
    ]
    table = Mission(russians, [], phase="APh", of="russian", **FFE)
    table.state = replace(table.state, walls=Walls())
    told = table.do(f"claim {unit}", *((6, 6) if attacked else ()), seat="russian")
    assert ("ffe_entered" in told) is attacked


@pytest.mark.rule("C1.71#5")
@pytest.mark.parametrize(
    ("weather", "left"), [("rain", []), ("heavy_winds", []), ("gusts", [("H5", 2)])]
)
def test_weather_blows_smoke_away(weather: str, left: list[tuple[str, int]]) -> None:
    table = Mission(squads("J5"), phase="RPh")
    table.do("mark smoke at H5", seat="german")
    table.do("mark smoke at H6 drm 2", seat="german")
    table.do(f"weather {weather}", seat="german")
    assert [(m.hex, m.drm) for m in table.state.ground] == left


@pytest.mark.rule("C1.71#4")
def test_no_smoke_is_fired_in_rain() -> None:
    ffe = {"counter": "sr", "hex": "J5", "contact": True}
    table = Mission(squads("J5"), phase="RPh", **ffe)
    table.do("weather rain", seat="german")
    table.end_to("PFPh", "german")
    table.do("oba A radio", 2, 3)
    table.do("oba A convert")
    assert table.refused("oba A smoke") == "C1.71"
    assert "oba A he" in table.listed()


@pytest.mark.rule("A24.4")
def test_smoke_thins_out_as_each_pfph_begins() -> None:
    table = Mission(squads("J5"), phase="RPh")
    table.do("mark wp at H5", seat="german")
    seen = []
    for side in ("german", "russian"):
        table.end_to("PFPh", side)
        seen.append([(m.hex, m.drm) for m in table.state.ground])
    assert seen == [[("H5", 1)], []]


# What the other side may know


def _heard(table: Mission, seat: str) -> list[str]:
    seen = (event.seen_by(seat) for event in table.log)
    return [event.message.key for event in seen if event is not None]


PHONE = {
    "link": "phone", "radio": "", "phone_hex": "P8", "friendly_edge": "right",
    "pre_registered": ["J5"],
}  # fmt: skip


def hidden_observer(hex: str = "P8", registered: str = "J5") -> Mission:
    leader = {"id": "L", "counter": "ge-geL91", "hex": hex, "hidden": True}
    phone = {**PHONE, "phone_hex": hex, "pre_registered": [registered]}
    return Mission(squads("J5", "K6"), [leader], **phone)


@pytest.mark.rule("C1.73#2", "C1.23#8")
def test_hidden_observers_phones_and_registered_hexes_are_the_owners() -> None:
    """Byte-equal for the enemy, wherever the Observer hides and whatever is registered."""
    one, other, third = hidden_observer(), hidden_observer("O8"), hidden_observer(registered="A1")
    for seat in ("russian", None):
        for twin in (other, third):
            assert _view(one, seat) == _view(twin, seat)
    assert _view(one, "german") != _view(other, "german")
    seen = known(one.state, "russian").batteries[0].state
    assert (seen.observer, seen.pile, seen.device) == ("", (0, 0), Device.WORKS)
    check_secrets(one.game, one.state, replace(one.state, batteries=_pile(one)), "russian")


def _view(table: Mission, seat: str | None) -> bytes:
    return msgspec.json.encode(replace(table.game.view(table.state, seat), scenario="", id=""))


def _pile(table: Mission) -> tuple[Any, ...]:
    one = table.state.batteries[0]
    pile = one.state.pile._replace(black=1)
    return (replace(one, state=replace(one.state, pile=pile, device=Device.BROKEN)),)


@pytest.mark.rule("C1.6#7")
def test_what_is_heard_of_a_mission_does_not_tell_who_observes() -> None:
    tables = [hidden_observer("P8"), hidden_observer("O8")]
    heard = []
    for table in tables:
        table.do("oba A radio", 2, 3, 0)
        table.do("oba A place at J5")
        assert "oba A skip" in table.listed()
        table.do("oba A with_sr", 5, 3, 2)
        assert table.state.piece("L").veil is Veil.HIDDEN
        lines = (event.seen_by("russian") for event in table.log)
        heard.append([msgspec.json.encode(event) for event in lines if event is not None])
        assert not any(b'"L"' in line for line in heard[-1])
        assert any(b"error" in line for line in heard[-1])
    assert heard[0] == heard[1]
    assert _view(tables[0], "russian") == _view(tables[1], "russian")


@pytest.mark.rule("C1.31#1", "C1.732")
def test_an_error_is_told_with_aim_and_fall() -> None:
    table = hidden_observer()
    table.do("oba A radio", 2, 3, 0)
    table.do("oba A place at J5")
    table.do("oba A with_sr", 5, 3, 2)  # not accurate; direction 3, two hexes, halved: one
    told = next(event for event in table.log if event.data["what"] == "error")
    assert (told.data["aim"], told.data["fall"]) == ("J5", "K6")
    assert table.marker == (Counter.SR, "K6")


@pytest.mark.rule("C1.21#5")
def test_an_extra_chit_does_not_tell_dummies_from_men() -> None:
    """R-battle-observer: a «?» counts as a unit, whatever is beneath it."""
    table = Mission([{**squads("G4")[0], "concealed": True}])
    squad = table.state.piece("R1")
    dummy = Dummy(id="R1", side="russian", place=squad.place, veil=Veil.CONCEALED)
    told = []
    for state in (table.state, table.state.put(dummy)):
        table.state = state
        table.do("oba A radio", 3, 5, 0)
        told.append(table.do("oba A place at G4", 0, 2))
    assert told[0] == told[1]
    assert "extra_chit" in told[0]


@pytest.mark.rule("C1.5#7")
def test_a_hidden_squad_under_the_shells_costs_no_further_hex_dr() -> None:
    """Every hex has its DR, so that a DR tells of nobody; nothing else could happen in J5."""
    ffe = {**FFE, "counter": "ffe1", "caliber": 60}
    crater = GroundMarker(kind=MarkerKind.SHELLHOLES, hex="J5")
    told = []
    for hex in ("J5", "A1"):
        table = Mission(squads(hex, hidden=True), [], **ffe)
        table.state = replace(table.state, ground=(crater,))
        table.do("oba A radio")
        table.do("oba A keep", *(6, 6) * 7)
        seen = (event.seen_by("german") for event in table.log)
        told.append([msgspec.json.encode(event) for event in seen if event is not None])
        assert table.state.piece("R1").veil is Veil.HIDDEN
    assert told[0] == told[1]


@pytest.mark.rule("A12.14")
@pytest.mark.rule("C1.56")
@pytest.mark.parametrize(("dr", "shown"), [((3, 4), True), ((6, 6), False)])
def test_who_meets_a_result_is_seen_and_a_dummy_goes(dr: tuple[int, int], shown: bool) -> None:
    """8FP, FP not halved: 7 is a MC, passed or not; 12 is nothing."""
    ffe = {**FFE, "counter": "ffe1", "caliber": 60}
    dummy = {"id": "D", "counter": "?", "hex": "J5"}
    table = Mission([*squads("J5", concealed=True), dummy], [], **ffe)
    table.do("oba A radio")
    table.state, table.log = _thrown_in_j5(table, dr, *((2, 2) if shown else ()))
    assert (table.state.piece("R1").veil is Veil.KNOWN) is shown
    assert (table.state.piece("D").place == GONE) is shown
    assert not table.state.piece("R1").broken


@pytest.mark.rule("C1.23#5")
def test_a_kia_in_the_security_area_cuts_the_wire_and_only_the_owner_hears_it() -> None:
    ffe = {**FFE, "counter": "ffe1", "hex": "J5"}
    table = Mission(squads("A1"), [], **ffe)
    phone = {
        "name": "B", "caliber": 80, "observer": "R1", "link": "phone",
        "security_area": ["J5"], "chits": [5, 3],
    }  # fmt: skip
    table.state = table.game.setup({"data": _with_battery(phone)}, {})
    table.do("oba A radio")
    table.state, table.log = _thrown_in_j5(table, (1, 1))
    assert table.state.batteries[1].state.device is Device.LOST
    assert any(key.endswith("phone_lost") for key in _heard(table, "russian"))
    assert not any(key.endswith("phone_lost") for key in _heard(table, "german"))
    assert table.state.batteries[0].state.device is Device.WORKS


def _with_battery(battery: dict[str, Any]) -> dict[str, Any]:
    leader = {"id": "R1", "counter": "ru-ruL81", "hex": "A1"}
    german = {
        "name": "german",
        "battery": [{**BATTERY, **FFE, "counter": "ffe1", "observer": "", "radio": ""}],
    }
    return {
        "board": "millbrook", "date": "1943-07", "turns": 9, "first": "german",
        "start": {"phase": "PFPh", "of": "german"},
        "side": [german, {"name": "russian", "unit": [leader], "battery": [battery]}],
    }  # fmt: skip


def _thrown_in_j5(table: Mission, dr: tuple[int, int], *check: int) -> tuple[State, list[Event]]:
    """The DR of J5, and the morale check it leads to; all other hexes have a 12."""
    probe = Dice((), seeded(1))
    _, events = table.game.apply(table.state, "german", act.Oba("A", "keep"), probe)
    hexes = [event.data["hex"] for event in events if event.data["what"] == "ffe_hex"]
    faces = [face for hex in hexes for face in ((*dr, *check) if hex == "J5" else (6, 6))]
    state, told = table.game.apply(table.state, "german", act.Oba("A", "keep"), Dice(faces))
    return state, list(told)


@pytest.mark.rule("C1.23#7")
@pytest.mark.parametrize(("dr", "lost"), [((1, 1), True), ((1, 2), False)])
def test_an_enemy_who_fires_a_two_in_the_security_area_cuts_the_wire(
    dr: tuple[int, int], lost: bool
) -> None:
    leader = {"id": "L", "counter": "ge-geL91", "hex": "P8", "hidden": True}
    tank = {"id": "T", "counter": "ru-T34M43", "hex": "J5", "facing": "J6/I6"}
    target = {"id": "S", "counter": "ge-ge467S", "hex": "I6"}
    phone = {**PHONE, "phone_hex": "", "friendly_edge": "", "security_area": ["J5"]}
    table = Mission([tank], [leader, target], phase="PFPh", of="russian", **phone)
    seat, action = "russian", act.Fire("T", "S")
    table.state, events = table.game.apply(table.state, seat, action, Dice(dr, seeded(1)))
    table.log += events
    assert (table.battery.device is Device.LOST) is lost
    assert any(key.endswith("phone_lost") for key in _heard(table, "german")) is lost
    assert not any(key.endswith("phone_lost") for key in _heard(table, "russian"))


@pytest.mark.rule("C1.23#2")
def test_of_a_phone_that_a_hidden_observer_lost_nothing_is_seen() -> None:
    leader = {"id": "L", "counter": "ge-geL91", "hex": "P8", "hidden": True}
    phone = {"id": "phone", "counter": "ge-gephone", "by": "L"}
    table = Mission(squads("J5"), [leader, phone], link="phone", phone_hex="P8",
                    friendly_edge="right", radio="phone")  # fmt: skip
    table.do("oba A radio", 6, 6)
    assert table.battery.device is Device.LOST
    assert table.state.piece("phone").place == GONE
    assert b"phone" not in _view(table, "russian")


# The set-up


@pytest.mark.rule("C1.73#2", "C1.211#2")
def test_a_registered_hex_is_written_down_at_set_up_and_adds_a_black_chit() -> None:
    data = {
        "board": "millbrook", "date": "1943-07", "turns": 2, "setup": ["german", "russian"],
        "first": "german",
        "side": [
            {"name": "german", "pre_registered": 1, "unit": OBSERVER,
             "battery": [{**BATTERY, "chits": [7, 3]}]},
            {"name": "russian", "unit": squads("J5")},
        ],
    }  # fmt: skip
    game = Battle()
    state = game.setup({"data": data}, {})
    plain = state
    for typed in ("preregister J5", "end"):
        state, _ = game.apply(state, "german", game.read(typed, state, "german"), Dice())
    state, events = game.apply(state, "russian", act.END, Dice())
    assert state.batteries[0].state.pile == (8, 3)
    assert [event.seats for event in events if event.message.key.endswith("pile")] == [("german",)]
    for seat in ("german", "russian"):
        plain, _ = game.apply(plain, seat, act.END, Dice())
    assert plain.batteries[0].state.pile == (7, 3)
    wrong, first = act.PreRegister("J5", battery="Z"), game.setup({"data": data}, {})
    with pytest.raises(Refusal):
        game.menu(first, "german").check(wrong)


@pytest.mark.rule("C1.9#1", "C1.9#3", "C1.9#6")
def test_rockets_fall_at_once_on_nineteen_hexes() -> None:
    table = Mission(squads("J5"), kind="rockets", caliber=150, missions=["he"])
    table.do("oba A radio", 3, 5, 0)
    table.roll("oba A place at J5")
    assert table.marker is not None
    assert table.marker[0] is Counter.FFE2
    hexes = [event for event in table.log if event.data["what"] == "ffe_hex"]
    assert 12 <= len(hexes) <= 19


@pytest.mark.parametrize("seed", [0, 1])
def test_random_play_with_batteries_of_both_sides_keeps_the_contract(seed: int) -> None:
    german = {
        "name": "german",
        "unit": [*OBSERVER, {"id": "S", "counter": "ge-ge467S", "hex": "O8"}],
        "battery": [{**BATTERY, "missions": ["he", "smoke", "wp", "harassing"]}],
    }
    leader = {"id": "K", "counter": "ru-ruL81", "hex": "J5", "concealed": True}
    phone = {
        "name": "B",
        "caliber": 120,
        "observer": "K",
        "link": "phone",
        "phone_hex": "J5",
        "friendly_edge": "left",
        "pre_registered": ["O8"],
        "supply": "plentiful",
    }
    russian = {"name": "russian", "unit": [*squads("J5", "H5"), leader], "battery": [phone]}
    data = {
        "board": "millbrook",
        "date": "1943-07",
        "turns": 4,
        "first": "german",
        "start": {"phase": "RPh", "of": "german"},
        "side": [german, russian],
    }
    game = Battle()
    table, journal = random_table(game, {"data": data}, seed, limit=2000)
    check_replay(game, table, journal)
    assert game.outcome(table.state) is not None
    raw = msgspec.json.encode(table.state)
    assert msgspec.json.decode(raw, type=State) == table.state
