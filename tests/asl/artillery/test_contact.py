"""C1.1, C1.2–C1.23, C1.6–C1.63: who speaks with the battery, and whether it hears."""

from __future__ import annotations

import pytest

from hexfire.asl.artillery.battery import (
    EnemyUnit,
    Link,
    ObserverStatus,
    contact_number,
    is_known,
    may_observe,
)
from hexfire.asl.artillery.engine import next_phase
from hexfire.asl.artillery.impact import security_area
from hexfire.asl.artillery.state import Counter, Device
from hexfire.hexes import Grid
from hexfire.rulebook import Refusal

from .conftest import Make, battery


@pytest.mark.rule("C1.2")
@pytest.mark.parametrize(("rolls", "made"), [("2 6", True), ("3 6", False)])
def test_contact_on_the_contact_value_or_less(game: Make, rolls: str, made: bool) -> None:
    play = game().own_phase()
    play.say("radio", rolls=rolls + (" black" if made else ""))
    assert play.state.contact is made
    assert play.node == ("place_ar" if made else "idle")


@pytest.mark.rule("C1.2")
@pytest.mark.parametrize(
    ("date", "value"),
    [("1942-06", 6), ("1942-07", 7), ("1943-06", 7), ("1943-07", 8)],
)
def test_contact_values_change_with_the_date(date: str, value: int) -> None:
    assert contact_number(battery(nation="russian", date=date)) == value


@pytest.mark.rule("C1.2")
def test_a_value_that_needs_a_date_is_asked_for() -> None:
    with pytest.raises(Refusal) as refused:
        contact_number(battery(nation="russian"))
    assert refused.value.rule == "C1.2"


@pytest.mark.rule("C1.2")
def test_failed_contact_is_tried_again_only_in_the_next_own_phase(game: Make) -> None:
    play = game().radio("6 5")
    assert play.node == "idle"
    with pytest.raises(Refusal):
        play.say("own_phase")
    play.next()
    assert play.node == "idle", "the MPh brings no attempt"
    assert play.own_phase().node == "attempt"
    assert play.table.clock.mover == 1
    assert play.table.clock.phase.value == "DFPh"


@pytest.mark.rule("C1.2", "C1.6")
@pytest.mark.parametrize(
    ("status", "rule"),
    [
        (ObserverStatus(), None),
        (ObserverStatus(leader=False), "C1.2"),
        (ObserverStatus(leader=False, op_tank=True, has_radio=False), None),
        (ObserverStatus(leader=False, offboard=True, has_radio=False), None),
        (ObserverStatus(rider=True), "C1.2"),
        (ObserverStatus(guards_more_than_himself=True), "C1.2"),
        (ObserverStatus(has_radio=False), "C1.22"),
        (ObserverStatus(good_order=False), "C1.61"),
        (ObserverStatus(in_afv=True, crew_exposed=False), "C1.6"),
        (ObserverStatus(in_afv=True, crew_exposed=True), None),
        (ObserverStatus(op_tank=True, in_afv=True, crew_exposed=False), None),
    ],
)
def test_who_may_observe(status: ObserverStatus, rule: str | None) -> None:
    refusal = may_observe(status)
    assert (refusal.rule if refusal else None) == rule


@pytest.mark.rule("C1.1")
def test_without_its_radio_a_battery_is_out_of_reach_for_good(game: Make) -> None:
    play = game(battery(name="B", observer="8-1")).with_sr()
    play.next().say("device_lost")
    assert not play.state.contact
    assert play.state.device is Device.LOST
    play.own_phase()
    assert play.node == "idle", "no attempt is offered, though another radio remains"
    assert play.counter is Counter.SR
    play.name = "B"
    assert play.node == "begin"


@pytest.mark.rule("C1.22")
@pytest.mark.parametrize(
    ("kind", "caliber", "highest"), [("guns", 70, 9), ("battalion_mortars", 80, 10)]
)
def test_maintenance_has_a_drm(game: Make, kind: str, caliber: int, highest: int) -> None:
    from hexfire.asl.artillery.battery import Kind

    for roll, kept in ((highest, True), (highest + 1, False)):
        play = game(kind=Kind(kind), caliber=caliber).with_sr().own_phase()
        play.say("radio", rolls=f"6 {roll - 6}")
        assert play.state.contact is kept, f"Original DR {roll}"
        assert play.state.access, "access outlives the contact"


@pytest.mark.rule("C1.22")
def test_without_contact_an_sr_just_stays_and_an_ffe_goes_on(game: Make) -> None:
    play = game().with_sr()
    play.radio("5 5")
    assert (play.node, play.counter, play.hex) == ("idle", Counter.SR, "U3")
    burning = game().with_ffe()
    assert burning.counter is Counter.FFE2
    burning.radio("5 5")
    assert burning.counter is Counter.FFEC
    assert burning.told[-1] == "resolve"
    burning.to("RPh").next()
    assert burning.counter is None, "cancelled when the RPh ended without contact"
    assert not burning.state.access


@pytest.mark.rule("C1.22")
def test_the_radio_malfunctions_on_12_or_its_own_number(game: Make) -> None:
    play = game().radio("6 6")
    assert play.state.device is Device.BROKEN
    assert play.own_phase().node == "idle", "a broken radio makes no contact"
    low = game(breakdown=11).radio("5 6")
    assert low.state.device is Device.BROKEN


@pytest.mark.rule("C1.22")
@pytest.mark.parametrize(
    ("roll", "device"),
    [(1, Device.WORKS), (2, Device.BROKEN), (5, Device.BROKEN), (6, Device.LOST)],
)
def test_a_radio_is_repaired_in_the_rally_phase(game: Make, roll: int, device: Device) -> None:
    play = game().radio("6 6")
    assert play.why("repair") == "C1.22", "not in the PFPh"
    play.to("RPh")
    play.say("repair", rolls=str(roll))
    assert play.state.device is device
    if device is Device.BROKEN:
        assert play.why("repair") == "C1.22", "once per RPh"


@pytest.mark.rule("C1.22")
@pytest.mark.parametrize("seen", [True, False])
def test_not_rolling_breaks_contact_by_choice_only_if_the_blast_height_is_unseen(
    game: Make, seen: bool
) -> None:
    play = game().with_sr().own_phase()
    play.facts["sees_blast_height"] = seen
    play.say("silent")
    assert not play.state.contact
    assert play.state.access is seen
    assert (play.counter is Counter.SR) is seen


@pytest.mark.rule("C1.22")
def test_with_nothing_on_the_board_silence_gives_access_up(game: Make) -> None:
    play = game().radio("3 4 black").say("stop")
    assert play.state.access
    play.own_phase().say("silent")
    assert not play.state.access
    assert "contact_broken" in play.told


@pytest.mark.rule("C1.22", "C1.6")
def test_routing_along_by_choice_loses_access_and_mission(game: Make) -> None:
    play = game().with_ffe().next()
    play.say("rout")
    assert not play.state.contact
    assert not play.state.access
    assert play.counter is None
    assert play.why("rout") == "C1.6"


@pytest.mark.rule("C1.23")
def test_a_field_phone_makes_contact_on_eleven(game: Make) -> None:
    play = game(link=Link.PHONE).radio("5 6 black")
    assert play.state.contact
    lost = game(link=Link.PHONE).radio("6 6")
    assert lost.state.device is Device.LOST
    kept = game(link=Link.PHONE).with_sr().radio("5 6")
    assert kept.state.contact
    cut = game(link=Link.PHONE).with_sr().radio("6 6")
    assert cut.state.device is Device.LOST, "12 is lost even when 11 would do with the -1"


@pytest.mark.rule("C1.23")
def test_a_field_phone_is_never_repaired(game: Make) -> None:
    play = game(link=Link.PHONE).own_phase().say("silent").to("RPh")
    play.say("device_lost")
    assert "repair" not in play.legal()


@pytest.mark.rule("C1.23")
@pytest.mark.parametrize(
    ("edge", "area"),
    [
        ("bottom", "E5 E6 E7 E8 E9 E10"),
        ("top", "E5 E4 E3 E2 E1"),
        ("left", "E5 D5 C5 B5 A5"),
    ],
)
def test_the_security_area_runs_to_the_board_edge(edge: str, area: str) -> None:
    grid = Grid.asl()
    found = [grid.label(hex) for hex in security_area(grid, grid.hex("E5"), edge)]
    assert found == area.split()


@pytest.mark.rule("C1.23")
@pytest.mark.rule("C1.23#7")
def test_wire_is_cut_by_an_original_kia_or_an_enemy_two() -> None:
    from hexfire.asl.artillery.battery import Mission
    from hexfire.asl.artillery.ffe import Shelling, cuts_wire, enemy_cuts_wire

    assert cuts_wire(Shelling(100), 3)
    assert not cuts_wire(Shelling(100), 4)
    assert not cuts_wire(Shelling(100, mission=Mission.SMOKE), 2), "only HE"
    assert enemy_cuts_wire(2)
    assert not enemy_cuts_wire(3)


@pytest.mark.rule("C1.6")
def test_one_observer_one_radio_and_one_battery(game: Make) -> None:
    play = game(battery(name="B", caliber=150)).own_phase()
    play.say("radio", rolls="6 6")
    play.name = "B"
    play.run()
    assert play.why("radio") == "C1.6", "a failed attempt counts as use"
    other = game(battery(name="B", caliber=150, observer="8-0")).own_phase()
    other.say("radio", rolls="6 6")
    other.name = "B"
    assert "radio" in other.run().legal()


@pytest.mark.rule("C1.6")
def test_contact_with_one_battery_bars_the_other(game: Make) -> None:
    play = game(battery(name="B")).with_sr()
    play.name = "B"
    play.run().say("silent")
    while play.table.clock.phase.value != "DFPh" or play.table.clock.mover == 0:
        play.next()
    assert play.run().why("radio") == "C1.6"


@pytest.mark.rule("C1.6")
@pytest.mark.parametrize(("phases", "marker"), [(1, "marked_prep"), (2, "marked_final")])
def test_the_observer_is_marked(game: Make, phases: int, marker: str) -> None:
    play = game()
    for _ in range(phases):
        play.radio("6 5")
    assert play.told.count(marker) == 1


@pytest.mark.rule("C1.6")
@pytest.mark.parametrize(
    ("unit", "night", "known"),
    [
        (EnemyUnit(), False, True),
        (EnemyUnit(in_los=False), False, False),
        (EnemyUnit(concealed=True), False, True),
        (EnemyUnit(concealed=True, concealment_terrain=True), False, False),
        (EnemyUnit(concealed=True), True, False),
        (EnemyUnit(concealed=True, winter_camouflage=True), False, False),
        (EnemyUnit(concealed=True, bocage_tem=True), False, False),
        (EnemyUnit(hidden=True), False, False),
    ],
)
def test_who_is_known_to_the_observer(unit: EnemyUnit, night: bool, known: bool) -> None:
    assert is_known(unit, night=night) is known


@pytest.mark.rule("C1.61")
def test_an_observer_not_in_good_order_loses_contact_not_access(game: Make) -> None:
    play = game().with_sr().next()
    play.say("not_good_order")
    assert not play.state.contact
    assert play.state.access
    assert play.counter is Counter.SR
    play.own_phase().say("radio", rolls="3 6")
    assert not play.state.contact, "established anew: no -1"


@pytest.mark.rule("C1.61")
def test_in_his_own_phase_an_unable_observer_loses_contact(game: Make) -> None:
    play = game().with_ffe()
    play.facts["observer_able"] = False
    play.own_phase()
    assert not play.state.contact
    assert play.counter is Counter.FFEC, "the FFE:2 is resolved all the same"


@pytest.mark.rule("C1.61")
def test_another_observer_starts_from_nothing(game: Make) -> None:
    play = game().with_sr().next()
    play.say("new_observer", "8-0")
    assert play.state.observer == "8-0"
    assert not play.state.contact
    assert play.state.access


@pytest.mark.rule("C1.63")
def test_an_offboard_observer_is_in_contact_of_himself(game: Make) -> None:
    play = game(link=Link.OFFBOARD)
    play.facts.pop("observer_able")
    play.own_phase().say("radio", rolls="black")
    assert play.state.contact
    play.say("place", "U3", "2 1 1")
    assert play.hex == "U2", "a dr of 2 is not accurate, German or not"
    play.own_phase().say("radio")
    assert play.node == "sr_options"
    assert play.say("hold").node == "idle"
    assert play.why("not_good_order") == "C1.63"
    assert play.why("device_lost") == "C1.63"


@pytest.mark.rule("C1.33")
def test_the_phase_waits_for_an_observer_in_contact(game: Make) -> None:
    play = game().with_sr().own_phase()
    with pytest.raises(Refusal) as refused:
        next_phase(play.setup, play.table)
    assert refused.value.rule == "C1.33"


@pytest.mark.rule("C1.22")
def test_a_radio_is_repaired_in_no_other_phase(game: Make) -> None:
    play = game().radio("6 6")
    for phase in ("MPh", "CCPh"):
        play.to(phase)
        assert play.why("repair") == "C1.22"
    play.to("RPh")
    assert "repair" in play.legal()
    play.say("repair", rolls="3")
    assert play.why("repair") == "C1.22", "once a phase"
