"""A4, D2, B9.4, B9.54 on the table: steps of every kind, with the facts that fire takes of them."""

from __future__ import annotations

from typing import Any

import pytest

from hexfire.asl.battle.fire.aiming import shot
from hexfire.asl.battle.game import Battle
from hexfire.asl.battle.moves.costs import allotment
from hexfire.asl.battle.orders import actions as act
from hexfire.asl.battle.table.pieces import Drive, Gait, Hull, Service, Spot
from hexfire.asl.battle.table.state import State
from hexfire.asl.sequence import Phase
from hexfire.asl.situation import MarkerKind
from hexfire.dice import Dice, seeded
from hexfire.rulebook import BadInput, Refusal


class Table:
    """Units of one side that move in its MPh, and a Gun of the other far off."""

    def __init__(self, *units: dict[str, Any], others: Any = (), **fields: Any) -> None:
        far = [{"id": "R", "counter": "ge-ge467S", "hex": "A1"}, *others]
        data = {
            "board": "millbrook",
            "date": "1944-08",
            "turns": 9,
            "first": "american",
            "start": {"phase": "MPh", "of": "american"},
            "side": [
                {"name": "american", "unit": list(units)},
                {"name": "german", "unit": far},
            ],
            **fields,
        }
        self.game = Battle()
        self.state: State = self.game.setup({"data": data}, {})

    def do(self, *texts: str, dice: tuple[int, ...] = ()) -> None:
        """Actions one after the other; the other side lets every step pass."""
        for text in texts:
            seat = self.game.to_act(self.state)[0]
            action = self.game.read(text, self.state, seat)
            self.state, _ = self.game.apply(self.state, seat, action, Dice(dice, seeded(1)))
            if self.state.move is not None and self.state.move.open:
                self.state, _ = self.game.apply(self.state, "german", act.PASS, Dice())

    def refused(self, text: str) -> str:
        with pytest.raises(Refusal) as refusal:
            self.game.menu(self.state, "american").check(
                self.game.read(text, self.state, "american")
            )
        return refusal.value.rule

    def piece(self, id: str) -> Any:
        return self.state.piece(id)


TANK = {"id": "T", "counter": "am-M4A1", "hex": "J5", "facing": "J6/I6"}
SQUAD = {"id": "S", "counter": "am-am666S", "hex": "J5"}


# Upper levels


@pytest.mark.rule("B23.4", "B23.25")
@pytest.mark.rule("C1.51#5")
def test_up_the_stairs_a_level_at_a_time_and_on_through_the_house() -> None:
    """J4 and K4 are one building of two upper levels; the stairway is in J4."""
    table = Table({**SQUAD, "hex": "J4"})
    assert table.refused("go S to J4 level 2") == "B23.4"
    table.do("go S to J4 level 1")
    assert table.piece("S").place == Spot("J4", 1)
    assert table.piece("S").mf == 1
    assert table.refused("go S to J5 level 1") == "B23.25"
    assert table.refused("go S to I5 level 1") == "B23.25"
    assert table.refused("go S to J5") == "B23.25"
    listed = [table.game.write(action) for action in table.game.menu(table.state, "american")]
    assert {"go S to J4 level 2", "go S to J4", "go S to K4 level 1"} <= set(listed)
    assert "go S to J5" not in listed
    table.do("go S to K4 level 1")
    assert table.piece("S").place == Spot("K4", 1)
    assert table.refused("go S to K4 level 2") == "B23.4"
    tank = Table({**TANK, "hex": "J4", "facing": "0", "drive": "non-stopped"})
    assert tank.refused("go T to J4 level 1") == "B23.4"


@pytest.mark.rule("A4.14")
def test_an_enemy_on_another_level_does_not_bar_the_way() -> None:
    above = {"id": "E", "counter": "ge-ge467S", "hex": "J4", "level": 1}
    table = Table(SQUAD, others=[above])
    table.do("go S to J4")
    assert table.piece("S").place == Spot("J4")
    assert table.refused("go S to J4 level 1") == "A4.14"


@pytest.mark.rule("C1.51#5")
@pytest.mark.parametrize(("start", "to", "attacked"), [(0, 1, True), (1, 0, False)])
def test_who_climbs_under_an_ffe_stands_barer(start: int, to: int, attacked: bool) -> None:
    """B23.32: a level less above one's head."""
    ffe = {
        "name": "A", "caliber": 60, "link": "offboard", "offboard_hex": "P8", "counter": "ffe2",
        "hex": "J4", "mission": "he", "contact": True,
    }  # fmt: skip
    table = Table({**SQUAD, "hex": "J4", "level": start})
    data = {
        "board": "millbrook", "date": "1944-08", "turns": 9, "first": "american",
        "start": {"phase": "MPh", "of": "american"},
        "side": [
            {"name": "american", "unit": [{**SQUAD, "hex": "J4", "level": start}]},
            {"name": "german", "battery": [ffe]},
        ],
    }  # fmt: skip
    table.state = table.game.setup({"data": data}, {})
    action = act.Go("S", "J4", level=to)
    dice = Dice((6, 6) if attacked else ())
    _, events = table.game.apply(table.state, "american", action, dice)
    told = [event.message.key for event in events]
    assert ("battle.event.ffe_entered" in told) is attacked


# Backwards, and by the side of a house


@pytest.mark.rule("D2.1", "D2.2")
def test_backwards_only_where_the_tail_points_and_at_a_cost_that_is_said() -> None:
    """The M4 on the street looks from J5 to I6 and J6: behind it are K5 and J4."""
    table = Table({**TANK, "hex": "I6", "facing": "H6/H5", "drive": "non-stopped"})
    assert table.refused("go T to H6 reverse cost 4") == "D2.1"
    assert table.refused("go T to J5 reverse") == "D2.2"
    assert table.refused("go T to J5") == "D2.1"
    table.do("go T to J5 reverse cost 4")
    assert table.piece("T").place == Spot("J5")
    assert table.piece("T").mp == 4
    assert table.piece("T").entered


@pytest.mark.rule("A4.3")
@pytest.mark.rule("C.5A", "C.5B")
def test_by_the_corner_of_a_house() -> None:
    """Into I5 along its hexside to H4, to the vertex with I4: VBM, aimed at by its vertex."""
    gun = {"id": "G", "counter": "ge-AT75L", "hex": "E6", "facing": "E5/F5", "by": "C"}
    crew = {"id": "C", "counter": "ge-ge228C", "hex": "E6"}
    tank = {**TANK, "hex": "I4", "facing": "0", "drive": "non-stopped"}
    table = Table(tank, others=[gun, crew])
    assert table.refused("go T to I5 along H4 vertex I4") == "A4.3"
    assert table.refused("go T to I5 along H4 vertex A1 cost 1") == "A4.3"
    typed = "go T to I5 along H4 vertex I4 facing H4/I4 cost 1"
    action = table.game.read(typed, table.state, "american")
    table.state, _ = table.game.apply(table.state, "american", action, Dice())
    moved = table.piece("T")
    assert moved.place == Spot("I5", 0, "H4", "I4")
    assert (moved.vbm, moved.entered) == (True, True)
    made = shot(table.game.at(table.state), act.Fire("G", "T"))
    assert (made.range, made.target.tem, made.target.vbm) == (4, 0, True)


# Double Time


@pytest.mark.rule("A4.5", "A4.61")
def test_double_time_is_two_mf_more_and_cx() -> None:
    table = Table(SQUAD)
    table.do("go S to I6 double-time")
    at = table.game.at(table.state)
    assert allotment(at, at.piece("S")) == 6
    assert table.piece("S").cx
    assert table.refused("go S to H5 double-time") == "A4.5"
    assert Table({**SQUAD, "cx": True}).refused("go S to I6 double-time") == "A4.5"
    assert Table(SQUAD).refused("go S to I6 double-time assault") == "A4.61"


# Bogs and bocage


@pytest.mark.rule("B9.4c")
def test_a_step_with_a_bog_check_is_reckoned_once_it_was_rolled() -> None:
    """Into the house J6 half of the M4's MP; failing it bogs in the hex it enters."""
    tank = {**TANK, "drive": "non-stopped"}
    table = Table(tank)
    assert table.refused("go T to J6") == "D8.2"
    assert table.refused("go T to I6 bog passed") == "D8.2"
    table.do("go T to J6 bog passed")
    mp = table.game.at(table.state).counter(table.piece("T")).mp
    assert (table.piece("T").place, table.piece("T").mp) == (Spot("J6"), mp / 2)
    failed = Table(tank)
    failed.do("go T to J6 bog failed")
    stuck = failed.piece("T")
    assert (stuck.place, stuck.hull, stuck.drive) == (Spot("J6"), Hull.BOGGED, Drive.STOPPED)
    assert failed.state.move is None


@pytest.mark.rule("B9.4c")
@pytest.mark.parametrize(("drm", "faces", "bogged"), [
    ("+1", (5, 6), True), ("+1", (5, 5), False), ("0", (6, 6), True), ("-1", (6, 6), False)
])  # fmt: skip
def test_the_table_rolls_a_bog_check_whose_drm_is_said(
    drm: str, faces: tuple[int, int], bogged: bool
) -> None:
    """R-D8.2: bogged by a Final DR of 12 or more."""
    table = Table({**TANK, "drive": "non-stopped"})
    table.do(f"go T to J6 bog {drm}", dice=faces)
    assert (table.piece("T").hull is Hull.BOGGED) is bogged
    again = Table({**TANK, "drive": "non-stopped"})
    with pytest.raises(BadInput):
        again.do("go T to J6 bog well")


def hedgerow(**fields: Any) -> Table:
    """A tank in B2 of the hedgerows that looks across the bocage to C3."""
    tank = {**TANK, "hex": "B2", "facing": "C2/C3", **fields}
    return Table(tank, board="hedgerows")


@pytest.mark.rule("B9.54c", "B9.4c")
def test_across_bocage_for_half_its_mp_and_a_bog_check() -> None:
    table = hedgerow()
    table.do("start T")
    mp = table.game.at(table.state).counter(table.piece("T")).mp
    assert table.refused("go T to C3") == "B9.54c"
    before = table.state
    table.do("go T to C3 bog passed")
    assert (table.piece("T").place, table.piece("T").mp) == (Spot("C3"), 1 + mp / 2 + 1)
    table.state = before
    table.do("go T to C3 bog failed")
    assert (table.piece("T").place, table.piece("T").hull) == (Spot("B2"), Hull.BOGGED)
    back = hedgerow(facing="A2/A3")
    back.do("start T")
    assert back.refused("go T to C3 reverse cost 8") in ("B9.54c", "D2.1")
    truck = hedgerow(counter="am-M3A1sc")
    truck.do("start T")
    assert truck.refused("go T to C3 bog passed") == "B9.54b"


@pytest.mark.rule("B9.541a", "B9.541b", "B9.541c", "B9.541e")
def test_a_hedge_cutter_breaks_through_from_july_1944_on() -> None:
    table = hedgerow(hedge_cutter=True)
    table.do("start T")
    before, mp = table.state, table.game.at(table.state).counter(table.piece("T")).mp
    table.do("breach T to C3 bog passed")
    assert (table.piece("T").place, table.piece("T").mp) == (Spot("C3"), mp)
    gap = [(m.hex, m.to) for m in table.state.ground if m.kind is MarkerKind.BREACH]
    assert gap == [("B2", "C3")]
    table.state = before
    table.do("breach T to C3 bog failed")
    assert (table.piece("T").place, table.piece("T").hull) == (Spot("B2"), Hull.BOGGED)
    assert not table.state.ground
    plain = hedgerow()
    plain.do("start T")
    assert plain.refused("breach T to C3 bog passed") == "B9.541a"
    early = Table({**TANK, "hex": "B2", "facing": "C2/C3", "hedge_cutter": True},
                  board="hedgerows", date="1944-06")  # fmt: skip
    early.do("start T")
    assert early.refused("breach T to C3 bog passed") == "B9.541a"
    table.state = before
    table.do("delay T")
    assert table.refused("breach T to C3 bog passed") == "B9.541b"


@pytest.mark.rule("B9.541e")
def test_through_a_breach_it_is_open_ground() -> None:
    table = hedgerow()
    table.do("start T", "mark breach at B2 across C3")
    table.do("go T to C3")
    assert table.piece("T").mp == 2


# What may not be done

SQUAD = {"id": "S", "counter": "am-am666S", "hex": "J5"}
WOUNDED = {"id": "L", "counter": "am-amL81", "hex": "J5", "wounded": True}
AWAY = {**TANK, "hex": "B2", "facing": "B1/A2"}


@pytest.mark.parametrize(
    ("unit", "board", "before", "order", "rule"),
    [
        pytest.param(
            *row, marks=pytest.mark.rule(row[-1]) if row[-1] else (), id=f"{row[-1]} {row[-2]}"
        )
        for row in (
            (SQUAD, "millbrook", (), "go S to I6 cost 5", "A4.1"),  # it has four MF
            (SQUAD, "millbrook", (), "go S to I6 cost 4", ""),
            (WOUNDED, "millbrook", (), "go L to I6 cost 4", "A4.1"),  # a wounded SMC has three
            (WOUNDED, "millbrook", (), "go L to I6 cost 3", ""),
            (TANK, "millbrook", (), "delay T", "D2.12"),
            (TANK, "millbrook", ("start T",), "delay T", ""),
            (WOUNDED, "millbrook", (), "go L to I6 double-time", "A4.5"),
            ({**WOUNDED, "wounded": False}, "millbrook", (), "go L to I6 double-time", ""),
            (SQUAD, "millbrook", ("go S to I6 assault",), "go S to I7", "A4.61"),
            (SQUAD, "millbrook", ("go S to I6",), "go S to I7", ""),
            (SQUAD, "millbrook", (), "go S to I6 assault cost 4", "A4.61"),  # all its MF
            (SQUAD, "millbrook", (), "go S to I6 assault cost 3", ""),
            (TANK, "millbrook", ("start T",), "overrun T to I6", "D7.1"),  # nobody is there
            (AWAY, "hedgerows", ("start T",), "breach T to C3 bog passed", "D2.1"),
        )
    ],
)
def test_a_step_is_refused_for_one_reason(
    unit: dict[str, Any], board: str, before: tuple[str, ...], order: str, rule: str
) -> None:
    table = Table(unit, board=board)
    table.do(*before)
    if rule:
        assert table.refused(order) == rule
    else:
        table.do(order)


@pytest.mark.rule("A4.2")
@pytest.mark.parametrize("begun", [{"mf": 1}, {"gait": Gait.NON_ASSAULT}, {}])
def test_who_has_spent_mf_joins_no_stack(begun: dict[str, Any]) -> None:
    table = Table(SQUAD, {**SQUAD, "id": "S2"})
    table.state = table.state.change("S2", **begun)
    if begun:
        assert table.refused("stack S+S2") == "A4.2"
    else:
        table.do("stack S+S2")


@pytest.mark.rule("C3.22")
def test_who_turned_its_gun_in_the_pfph_does_not_move() -> None:
    table = Table(TANK)
    table.state = table.state.change("T", services=(Service(turned=Phase.PFPH),))
    assert table.refused("start T") == "C3.22"
    table.state = table.state.change("T", services=(Service(turned=Phase.MPH),))
    table.do("start T")


@pytest.mark.rule("B3.4")
@pytest.mark.parametrize(
    ("counter", "ce", "mp"),
    [("am-M4A1", False, 1), ("am-M4A1", True, 0.5), ("am-ton212", False, 0.5)],
)
def test_a_buttoned_up_afv_has_no_road_rate(counter: str, ce: bool, mp: float) -> None:
    """From J5 to I6 along the paved street; a lorry has no hatches to close."""
    table = Table({**TANK, "counter": counter, "ce": ce})
    table.do("start T")
    before = table.piece("T").mp
    table.do("go T to I6")
    assert table.piece("T").mp - before == mp


# Trailers


@pytest.mark.rule("C10.4#1", "C10.4#2")
def test_what_a_trailer_keeps_a_vehicle_from() -> None:
    """E4 and F4 are parted by a hedge, J4 is a house; D4 lies behind the tank in E4."""
    for trailer in (False, True):
        table = Table({**TANK, "hex": "E4", "facing": "F3/F4", "trailer": trailer})
        table.do("start T")
        if not trailer:
            table.game.menu(table.state, "american").check(act.Go("T", "F4"))
            table.game.menu(table.state, "american").check(act.Go("T", "D4", reverse=True, cost=4))
            continue
        assert table.refused("go T to F4") == "C10.4"
        assert table.refused("go T to F4 cost 2") == "C10.4"
        assert table.refused("go T to D4 reverse cost 4") == "C10.4"
        table.do("mark breach at E4 across F4")
        table.game.menu(table.state, "american").check(act.Go("T", "F4"))
    house = Table({**TANK, "facing": "J4/K5", "trailer": True})
    house.do("start T")
    assert house.refused("go T to J4 bog passed") == "C10.4"


@pytest.mark.rule("C10.1", "C10.4#1", "B9.4e")
def test_a_trailer_follows_by_road_through_a_gap() -> None:
    """The lane from C5 to C6 leads through a gap in the bocage; beside the lane there is none."""
    towing = {**TANK, "hex": "C5", "facing": "C6/B5", "trailer": True}
    table = Table(towing, board="hedgerows")
    table.do("start T")
    assert table.refused("go T to C6 off-road") == "C10.4"
    table.do("go T to C6")
    assert table.piece("T").place == Spot("C6")


@pytest.mark.rule("C10.1", "C10.4")
def test_a_trailer_costs_no_mp_and_a_gun_one_for_each_hex() -> None:
    """Open Ground costs a lorry 1 MP more with a Gun on its hook, nothing for a trailer."""
    lorry = {"id": "T", "counter": "am-ton212", "hex": "J5", "facing": "J6/I6"}
    gun = {"id": "G", "counter": "am-AT57L", "aboard": "T", "by": "C"}
    crew = {"id": "C", "counter": "am-am228C", "aboard": "T"}
    spent = []
    for units in ((lorry,), ({**lorry, "trailer": True},), (lorry, gun, crew)):
        table = Table(*units)
        table.do("start T")
        before = table.piece("T").mp
        table.do("go T to I6")
        spent.append(table.piece("T").mp - before)
    assert spent[1] == spent[0]
    assert spent[2] == spent[0] + 1
