"""The worked situations of the battle, each played through the game's own actions.

Every number is that of `shared/examples/battle.yaml`, reckoned there by hand.
"""

from __future__ import annotations

from typing import Any

import pytest
from battle_cases import Tabletop, case, same

from hexfire.asl.battle.fire.aiming import shot
from hexfire.asl.battle.fire.firing import attack
from hexfire.asl.battle.fire.weapons import armed
from hexfire.asl.battle.moves.boarding import room_in
from hexfire.asl.battle.moves.costs import step_cost
from hexfire.asl.battle.moves.movers import left
from hexfire.asl.battle.orders import actions as act
from hexfire.asl.battle.table.cover import height_advantage, shelter
from hexfire.asl.battle.table.pieces import Aboard, Drive, Spot, Veil, Wrecked
from hexfire.asl.battle.table.sighting import sees, sees_hex
from hexfire.asl.effects.condition import Shock
from hexfire.asl.fieldguns.state import Emplacement
from hexfire.asl.gunnery.answer import answer
from hexfire.asl.gunnery.to_hit import ToHit, to_hit
from hexfire.asl.shots.shot import Ammo, FireCounter, TargetType
from hexfire.dice import Dice, NeedChoice
from hexfire.rulebook import Refusal


def check_shot(
    table: Tabletop, e: Any, wanted: dict[str, Any] | None = None, **fields: Any
) -> None:
    """An event's shot has the facts that the situation gives for it."""
    wanted = table.expected(f"e{e}") if wanted is None else wanted
    made = table.shot(e, **fields)
    same(table.facts(made), wanted)
    if "tk" in wanted:
        found = table.tk(made)
        assert {place: found[place] for place in wanted["tk"]} == wanted["tk"]


def acquired(table: Tabletop, weapon: str) -> dict[str, Any] | None:
    """What a weapon has acquired, as the situations say it."""
    held = table.service(weapon).acquired
    if not held:
        return None
    assert len(held) == 1
    one = held[0]
    return {"hex": one.hex, "units": one.units, "value": one.drm, "counter": one.size.value}


@pytest.mark.rule("B9.36a", "B9.323a", "C3.9", "C6.5", "C7.35", "C2.24")
def test_hull_down_behind_a_wall_and_the_second_shot() -> None:
    table = Tabletop(case("BT-001"))
    assert "T" in table.state.walls.holders
    check_shot(table, 2)
    table.fire(2)
    assert "battle.event.dud" in [event.message.key for event in table.log]
    assert acquired(table, "P") == {"hex": "K8", "units": ("T",), "value": -1, "counter": "1/2"}
    assert table.marker("P") is None
    check_shot(table, 3)
    table.fire(3)
    assert table.piece("T").wreck is Wrecked.NO
    assert acquired(table, "P") == {"hex": "K8", "units": ("T",), "value": -2, "counter": "1/2"}
    assert table.marker("P") == "Prep Fire"


@pytest.mark.rule("C3.32", "C3.33", "C3.331", "C1.52", "C9.1", "C2.6", "B10.31")
def test_a_squad_on_the_summit_by_three_ways_of_fire() -> None:
    table = Tabletop(case("BT-003"))
    for e in ("2a", "2b", "2c"):
        check_shot(table, e)

    for e, fp, drm in (("2a", 12, 0), ("2b", 6, 1), ("2c", 8, 0)):
        chance = next(c for c in answer(table.shot(e)).targets if c.name == "R")
        kill = next(k for k in chance.kills if not k.is_ch)
        assert (kill.payload.fp, kill.drm.total) == (fp, drm)


@pytest.mark.rule("B10.31")
@pytest.mark.parametrize(("hex", "tem"), [("K5", 0), ("N7", 1), ("P7", 1)])
def test_height_advantage_needs_one_whole_level(hex: str, tem: int) -> None:
    """K5 is level with the tank in J5, N7 one level above it, P7 two."""
    spec = case("BT-003")
    place = [{**one, "hex": hex} if one["id"] == "R" else one for one in spec["place"]]
    table = Tabletop({**spec, "place": place})
    item = height_advantage(table.at, table.piece("P"), table.piece("R"))
    assert (item.value if item else 0) == tem


@pytest.mark.rule("C3.33", "C3.331", "C3.332", "C1.55", "C6.2", "C6.521", "C7.42", "B9.323a")
def test_area_shot_at_a_walled_farmyard() -> None:

    table = Tabletop(case("BT-006"))
    made = table.shot(2)
    th = to_hit(made)
    assert (made.range, th.number) == (3, 7)
    totals = {aim.target.name: aim.total for aim in th.aims}
    assert {name: totals[name] for name in ("P", "S1", "S2")} == {"P": 0, "S1": 0, "S2": 2}
    table.fire(2)
    assert table.piece("P").shock is Shock.SHOCK
    assert not table.piece("P").ce
    assert table.piece("S2").veil is Veil.CONCEALED
    assert acquired(table, "R") == {"hex": "K8", "units": (), "value": -1, "counter": "5/8"}
    assert table.marker("R") == "Prep Fire"
    check_shot(table, 3)


@pytest.mark.rule("C.5A", "C.5B", "C.5C", "C5.1", "C6.1")
def test_round_the_corner_of_a_house() -> None:
    spec = case("BT-010")
    place = next(one for one in spec["place"] if one["id"] == "T")
    table = Tabletop(
        {**spec, "place": [_bypassing(one) if one is place else one for one in spec["place"]]}
    )
    made = table.shot("2a")
    same(table.facts(made), table.expected("e2a"))
    assert table.ca_after(made, "G1") == "F5/F6"
    assert made.target.tem == 0
    assert table.refused("2b") == "C3.4"


def _bypassing(place: dict[str, Any]) -> dict[str, Any]:
    return {**place, "bypass": "H4", "vertex": "I4", "vca": "H4/I4"}


@pytest.mark.rule(
    "C6.1", "C6.11", "C6.12", "C6.15", "C6.17", "C5.1", "C5.6", "C2.24", "C6.5", "A8.1"
)
def test_past_three_guns_on_the_village_street() -> None:
    table = Tabletop(case("BT-015"))
    table.do(act.Start("T"))
    for gun in ("A", "B", "D"):
        assert table.refused(4, shot=gun) == "C3.4"
    table.do(act.PASS)
    table.do(act.Go("T", "J5"))
    assert table.piece("T").mp == 2
    may = table.expected("e3")["may_react"]
    for gun in ("A", "B"):
        check_shot(table, 4, may[gun], shot=gun)
    assert table.refused(4, shot="D") == "A7.81"
    table.fire(4)
    assert table.marker("A") == "First Fire"
    assert acquired(table, "A")["value"] == -1
    table.do(act.PASS)
    table.do(act.Go("T", "I6"))
    may = table.expected("e5")["may_react"]
    assert table.refused(4, shot="A") == "C2.241"
    check_shot(table, 4, may["A"], intensive=True)
    check_shot(table, 6, may["B"])
    assert table.shot(6).target.turret_facing == "side"
    assert table.tk(table.shot(6))["turret"] == 7
    table.fire(6)
    assert table.piece("T").wreck is Wrecked.NO
    assert table.refused(7) == "C6.17"
    table.do(act.PASS)
    table.do(act.Stop("T"))
    check_shot(table, 9, table.expected("e8")["may_react"]["B"])
    assert table.tk(table.shot(9))["hull"] == 7
    table.fire(9)
    assert table.piece("T").wreck is Wrecked.WRECK
    assert table.piece("T").spot.hex == "I6"
    assert table.marker("B") is None
    assert table.state.move is None


@pytest.mark.rule("C5.3", "C5.31", "C5.32", "C5.35", "C5.13", "C6.55", "C2.24", "C3.33")
def test_gyrostabilized_bounding_first_fire() -> None:
    table = Tabletop(case("BT-018"))
    for action in (act.Start("M"), act.Go("M", "J5"), act.Go("M", "I6")):
        table.do(action)
        table.do(act.PASS)
    assert table.piece("M").mp == 2
    check_shot(table, 5)
    assert table.refused("5y") == "C3.33"
    table.fire(5)
    assert acquired(table, "M")["value"] == -1
    assert table.refused(6) == "C5.3"
    table.do(act.Stop("M"))
    table.do(act.PASS)
    check_shot(table, 8)
    table.fire(8)
    assert acquired(table, "M")["value"] == -2
    assert table.refused(6) == "C2.24"


@pytest.mark.rule("C5.35", "C5.32", "C6.55")
def test_the_same_tank_without_gyrostabilizer() -> None:
    spec = case("BT-018")
    table = Tabletop({**spec, "place": [{**one, "gyro": ""} for one in spec["place"]]})
    for action in (act.Start("M"), act.Go("M", "J5"), act.Go("M", "I6")):
        table.do(action)
        table.do(act.PASS)
    check_shot(table, "5x")

    assert to_hit(table.shot("5x")).doubled
    table.fire(5)
    assert acquired(table, "M") is None


@pytest.mark.rule("C2.2401", "C5.1", "C6.12")
def test_who_may_fire_at_the_car_in_the_street() -> None:
    """The shots of BT-020; its Gun Duel is in `test_duels`."""
    table = Tabletop(case("BT-020"))
    table.do(act.Start("W"))
    table.do(act.PASS)
    table.do(act.Go("W", "J5"))
    may = table.expected("e3")["may_react"]
    for gun in ("G", "K"):
        check_shot(table, 4, may[gun], shot=gun)


@pytest.mark.rule("C6.5", "C6.51", "C6.53", "C6.15", "C6.16", "C5.6")
@pytest.mark.rule("C6.53#2", "C6.5#10", "C6.51#3")
def test_acquisition_round_the_corner_and_left_behind() -> None:
    table = Tabletop(case("BT-023"))
    check_shot(table, 2)
    table.fire(2)
    assert acquired(table, "G")["value"] == -1
    check_shot(table, 3)
    table.fire(3)
    assert acquired(table, "G")["value"] == -2
    assert table.marker("G") == "Prep Fire"
    table.to_phase("MPh", "russian")
    assert table.marker("G") is None
    table.do(act.Start("T"))
    table.do(act.PASS)
    table.do(act.Go("T", "I6"))
    assert acquired(table, "G") == {"hex": "I6", "units": ("T",), "value": -2, "counter": "1/2"}
    check_shot(table, 7)
    table.fire(7)
    assert table.marker("G") == "First Fire"
    table.do(act.PASS)
    table.do(act.Pivot("T", "H6/H5"))
    assert table.piece("T").mp == 3
    table.do(act.PASS)
    table.do(act.Go("T", "H5"))
    assert acquired(table, "G") == {"hex": "I6", "units": (), "value": -2, "counter": "1/2"}
    table.do(act.LET_GO)
    table.do(act.Finish("T"))
    table.do(act.Go("R", "I6"))
    assert table.piece("R").mf == 1
    table.to_phase("DFPh", "russian")
    assert table.refused(11) == "C2.241"
    check_shot(table, 11, intensive=True)
    assert table.refused(12) == "C3.4"


@pytest.mark.rule("C6.52", "C6.521", "C6.57", "C6.2", "C3.33")
def test_bracketing_and_the_concealed_squad() -> None:
    table = Tabletop(case("BT-025"))
    table.fire(2)
    assert acquired(table, "P") == {"hex": "I8", "units": (), "value": -1, "counter": "5/8"}
    assert table.marker("P") == "Prep Fire"
    assert table.refused(3) == table.expected("e3")["refused"]
    assert to_hit(table.shot(3, intensive=True)).shot.firer.intensive_fire
    table.to_phase("DFPh", "russian")
    check_shot(table, "5a")

    made = table.shot("5b")
    assert made.target.name == "R2"
    same(table.facts(made), table.expected("e5b"))
    th = to_hit(table.shot("5c"))
    assert th.number == 7
    assert {a.target.name: a.total for a in th.aims if a.target.name != "I8"} == {"R1": -1, "R2": 1}

    before = table.state
    after = {}
    for e in ("5a", "5b", "5c"):  # each as if it were fired alone, and missed
        table.state = before
        table.do(table.order(table.event(e)), 5, 6)
        after[e] = acquired(table, "P")
    assert after["5a"] and after["5a"]["counter"] == table.expected("e5a")["counter_becomes"]
    assert after["5b"] is None
    kept = table.expected("e5c")["counter_after"]
    assert after["5c"] == {"hex": "I8", "units": (), **kept}


@pytest.mark.rule("C6.51", "C6.5", "A8.1")
@pytest.mark.rule("C6.51#1")
def test_the_stack_parts() -> None:
    spec = case("BT-029")
    place = spec["place"][0]
    held = {**place, "acquired": {"drm": -2, "hex": "H9", "units": ["A1", "A2"]}}
    table = Tabletop({**spec, "place": [held, *spec["place"][1:]]})
    table.do(act.Go("A1", "H8"))
    check_shot(table, "4a")
    assert table.refused("4b") == "A8.1"
    table.fire(6)
    assert acquired(table, "P") == {"hex": "H8", "units": ("A1",), "value": -2, "counter": "1/2"}
    assert table.marker("P") == "First Fire"
    table.to_phase("DFPh", "russian")
    check_shot(table, 8, intensive=True)


@pytest.mark.rule("C6.51")
@pytest.mark.rule("C6.51#2")
def test_the_owner_is_asked_once_the_move_is_over() -> None:

    spec = case("BT-029")
    place = spec["place"][0]
    held = {**place, "acquired": {"drm": -2, "hex": "H9", "units": ["A1", "A2"]}}
    table = Tabletop({**spec, "place": [held, *spec["place"][1:]]})
    table.do(act.Go("A1", "H8"))
    table.do(act.PASS)
    with pytest.raises(NeedChoice) as need:
        table.game.apply(table.state, "russian", act.Finish("A1"), Dice())
    assert need.value.request.seat == "german"
    assert set(need.value.request.options) == {"A1", "A2"}
    at = need.value.request.options.index("A2")
    table.do(act.Finish("A1"), at)
    assert acquired(table, "P")["units"] == ("A2",)


@pytest.mark.rule("C2.5", "C2.24", "C5.6", "C5.61", "C5.62", "C2.241", "C5.12")
def test_conditional_rof_then_the_fixed_order_of_a_turn() -> None:
    table = Tabletop(case("BT-031"))
    check_shot(table, 2)
    table.fire(2)
    check_shot(table, 3)
    table.fire(3)
    assert table.refused(4) == "C5.6"
    check_shot(table, 5)
    table.fire(5)
    assert table.marker("G") == "Prep Fire"
    check_shot(table, 6)
    table.fire(6)
    assert table.service("G").marker is FireCounter.INTENSIVE
    assert not table.service("G").works
    assert acquired(table, "G") is None
    assert table.refused(7) == table.expected("e7")["refused"]


@pytest.mark.rule("C5.2", "C5.6", "C2.24", "C3.22", "C3.22#4", "C5.12", "A7.25")
def test_prep_fire_opportunity_fire_and_the_afph() -> None:
    table = Tabletop(case("BT-034"))
    table.fire(2)
    assert table.marker("A") == "Prep Fire"
    table.do(act.Turn("B", "F6/F7"))
    table.to_phase("MPh", "german")
    assert not table.expected("after e3")["B_and_crew_may_move_this_turn"]
    for move in (act.Push("B", "E8"), act.Leave("CB1")):
        with pytest.raises(Refusal) as refusal:
            table.do(move)
        assert refusal.value.rule == "C3.22"
    table.to_phase("AFPh", "german")
    assert table.refused(5) == table.expected("e5")["refused"]
    check_shot(table, 6)
    table.fire(6)
    assert table.refused(7) == table.expected("e7")["refused"]
    check_shot(table, 8)
    table.fire(8)
    check_shot(table, 9)


@pytest.mark.rule("B9.321-ref", "B9.322g", "B9.322f", "B9.323a", "B9.31-ref", "B9.41a")
def test_house_against_lane_with_a_wall_between() -> None:
    table = Tabletop(case("BT-047"))
    assert set(table.state.walls.holders) == {"S", "R"}
    table.do(act.Go("R", "I7"))
    assert table.state.walls.holders == ("S",)
    assert _tems(table) == table.expected("e2")["tem"]
    assert shelter(table.at, table.piece("S"), table.piece("R"), indirect=False).open
    table.to_phase("DFPh", "american")
    table.do(act.Forfeit("S"), seat="german")
    assert table.state.walls.holders == ("R",)
    assert _tems(table) == table.expected("after e6")["tem"]
    table.do(act.Set("R", "broken", "yes"), seat="german")
    assert table.state.walls.holders == ()
    table.do(act.Claim("S"), seat="german")
    assert table.state.walls.holders == ("S",)


def _tems(table: Tabletop) -> dict[str, int]:
    """What covers each of the two against the other."""
    pairs = (("R", "S"), ("S", "R"))
    return {
        f"{one} from {other}": shelter(
            table.at, table.piece(other), table.piece(one), indirect=False
        ).tem
        for one, other in pairs
    }


@pytest.mark.rule("B9.521a", "B9.521c", "B9.521d", "B9.323a", "B9.36a")
def test_what_bocage_shows_to_whom() -> None:

    table = Tabletop(case("BT-049"))
    assert "P" in table.state.walls.holders
    for e, viewer in ((2, "M"), (3, "A")):
        for name, wanted in table.expected(f"e{e}").items():
            at, eye = table.at, table.piece(viewer)
            hex = name.removeprefix("hex ")
            found = sees_hex(at, eye, hex) if hex != name else sees(at, eye, table.piece(name))
            assert (not found.blocked) is wanted, (viewer, name)
    check_shot(table, 4)
    table.to_phase("DFPh", "american")
    check_shot(table, 5)
    assert table.piece("M").drive is Drive.STOPPED


@pytest.mark.rule("C10.11", "C10.1", "C10.13", "C11.3", "C.8", "C6.1")
def test_hooking_up_under_fire() -> None:
    table = Tabletop(case("BT-036"))
    hook = act.Hook("G", "O")
    table.do(act.Start("O"))
    table.do(act.PASS)
    table.do(act.Go("O", "G8"))
    assert table.piece("O").mp == 5
    table.do(act.PASS)
    with pytest.raises(Refusal) as refusal:
        table.do(hook)
    assert refusal.value.rule == "C10.11"
    table.do(act.Stop("O"))
    table.do(act.PASS)
    table.do(hook)
    assert table.piece("O").mp == 20
    wanted = table.expected("e6")["may_react"]["R"]
    made = to_hit(shot(table.at, act.Fire("R", "O", kind=TargetType.VEHICLE, ammo=Ammo.HE))).shot
    same(table.facts(made), wanted)
    kills = [kill for kill in answer(made).main.kills if kill.number and not kill.is_ch]
    assert {kill.number.final for kill in kills} == {wanted["tk"]["HE unarmored"]}
    assert table.piece("G").place == Aboard("O", hooked=True)
    assert table.piece("C").place == Aboard("O")
    assert table.piece("G").emplaced is Emplacement.LOST
    assert table.piece("C").ti and table.piece("O").ti
    assert room_in(table.at, table.piece("O")) == table.expected("after e6")["pp_left"]["O"]
    table.do(act.PASS)
    with pytest.raises(Refusal) as refusal:
        table.do(act.Start("O"))
    assert refusal.value.rule == table.expected("e7")["refused"]
    assert left(table.at, table.piece("O")) == table.expected("e7")["mp_left"]
    table.do(act.Finish("O"))
    table.do(act.LET_GO)
    table.to_phase("CCPh", "german")
    table.to_phase("MPh", "german")
    table.do(act.Start("O"))
    table.do(act.LET_GO)
    at, truck = table.at, table.piece("O")
    assert step_cost(at, truck, at.grid.hex("H8")).total == 5
    on_road = at.then(at.state.change("O", place=Spot("H8")))
    assert step_cost(on_road, on_road.piece("O"), at.grid.hex("H9")).total == 1.5


@pytest.mark.rule("C10.11", "C.8")
def test_hooking_up_alone_is_no_movement() -> None:
    spec = case("BT-036")
    there = [{**p, "hex": "G8"} if p["id"] == "O" else p for p in spec["place"]]
    there = [{**p, "vca": "F8/F7"} if p["id"] == "O" else p for p in there]
    table = Tabletop({**spec, "place": there})
    table.do(act.Hook("G", "O"))
    assert table.piece("O").mp == 14
    made = to_hit(shot(table.at, act.Fire("R", "O", kind=TargetType.VEHICLE, ammo=Ammo.HE))).shot
    same(table.facts(made), table.expected("e6x")["may_react"]["R"])


@pytest.mark.rule("C10.3", "C6.6", "C11.3", "C11.5", "C6.7")
def test_pushed_into_the_open() -> None:
    table = Tabletop(case("BT-039"))
    table.do(act.Push("G", "H7", "G8/G7"), 5, 5)
    assert table.piece("G").place == Spot("H7")
    assert table.piece("C").place == Spot("H7")
    assert table.piece("C").mf == 2
    assert table.piece("G").emplaced is Emplacement.LOST
    assert table.piece("C").ti and table.piece("C").hazardous
    check_shot(table, 3)
    chance = answer(table.shot(3)).main
    kill = next(k for k in chance.kills if not k.is_ch)
    assert (kill.payload.fp, kill.drm.total) == (12, 0)
    table.fire(3)
    assert table.piece("G").on_board
    assert table.piece("G").service.works
    table.do(act.PASS)
    if table.state.move is not None:
        table.do(act.Finish("C"))
    with pytest.raises(Refusal) as refusal:
        table.do(act.Push("G", "G8"), 5, 5)
    assert refusal.value.rule in ("C10.3", "C10.111")


@pytest.mark.rule("C10.3")
def test_a_push_that_fails() -> None:
    table = Tabletop(case("BT-039"))
    table.do(act.Push("G", "H7"), 5, 6)
    assert table.piece("G").place == Spot("H8")
    assert table.piece("G").emplaced is Emplacement.EMPLACED
    assert table.piece("C").labor == 1
    assert table.state.move is None


@pytest.mark.rule("C12.3", "C12.31", "C12.24", "C11.3", "C12.23")
def test_behind_the_recoilless_gun() -> None:
    """BT-046; the morale checks of the squad behind are thrown here (3 and 3, then 6 and 5)."""
    table = Tabletop(case("BT-046"))
    assert table.piece("G").emplaced is Emplacement.NEVER
    check_shot(table, 2)
    table.do(table.order(table.event(2)), 1, 5, 3, 3, 6, 5)
    assert [table.piece(id).ti for id in ("L", "S1", "C", "S2")] == [True, True, False, False]
    assert table.piece("S1").counter != "ge-ge467S"  # K/1: reduced, then a 1MC
    assert not table.piece("S1").broken
    assert table.marker("G") is None
    check_shot(table, 3)
    table.do(table.order(table.event(3)), 4, 4, 6, 5, 6, 5)
    assert table.piece("S2").ti
    assert table.piece("S1").broken
    assert acquired(table, "G")["units"] == ("R2",)
    assert acquired(table, "G")["value"] == -1


@pytest.mark.rule("C13.8", "C13.81", "C5.34")
def test_a_panzerschreck_from_a_house() -> None:
    """Stepping out costs Case C3; Desperation strikes everybody in the house with 1FP."""
    spec = {
        "board": "millbrook",
        "date": "1944-08",
        "sides": ["german", "american"],
        "events": [{"e": 1, "phase": "PFPh", "of": "german"}],
        "place": [
            {"id": "S", "side": "german", "unit": "ge-ge467S", "hex": "J6"},
            {"id": "S2", "side": "german", "unit": "ge-ge467S", "hex": "J6"},
            {"id": "B", "side": "german", "unit": PSK, "hex": "J6", "manned_by": "S"},
            {"id": "M", "side": "american", "unit": "am-M4A1", "hex": "I6", "vca": "I5/J5"},
        ],
    }
    table = Tabletop(spec)
    ways = {}
    for how in ("case_c3", "desperation"):
        order = act.Fire("B", "M", how=how)
        arm = armed(table.at, "B")
        th, light = attack(table.at, arm, order, shot(table.at, order))
        assert light is not None and isinstance(th, ToHit)
        ways[how] = th.aim.tally.value_of("C3")
    assert ways == {"case_c3": 2, "desperation": 0}
    # DR 1 on the 1FP column is K/1: the first squad is selected (6, 1); both pass their checks.
    table.do(act.Fire("B", "M", how="desperation"), 1, 6, 6, 1, 3, 3, 3, 3)
    reduced = [m.message["id"] for m in table.log if m.message.key == "battle.event.reduced"]
    assert reduced == ["S"]
    assert table.piece("S2").counter == "ge-ge467S"
    assert table.marker("B") == "Prep Fire"


PSK = "ge-gePSK"
