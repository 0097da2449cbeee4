"""D6.72, C5.3, C2.2401 on the table: fire of Passengers and at who is aboard (R-D6.72).

A squad in a halftrack; every figure worked by hand.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from battle_orders import Orders

from hexfire.asl.battle.fire.aiming import shot
from hexfire.asl.battle.fire.duels import duel_of, show_totals
from hexfire.asl.battle.orders import actions as act
from hexfire.asl.battle.orders.text import read
from hexfire.asl.battle.table.pieces import Aboard, Veil, Wrecked
from hexfire.asl.effects.condition import Shock
from hexfire.asl.gunnery.duel import Foe, duel_odds, shaken
from hexfire.asl.gunnery.small_arms import small_arms


class Column(Orders):
    """A German 4-6-7 with a MMG and an ATR in a halftrack; a Russian squad and an ATR team."""

    def __init__(self, phase: str = "PFPh", of: str = "german", **changes: Any) -> None:
        german: list[dict[str, Any]] = [
            {"id": "H", "counter": "ge-spw2511", "hex": "I6", "facing": "H6/H5"},
            {"id": "S", "counter": "ge-ge467S", "aboard": "H"},
            {"id": "M", "counter": "ge-geMMG", "by": "S"},
            {"id": "A", "counter": "ge-geATR", "by": "S"},
            {"id": "F", "counter": "ge-ge467S", "hex": "I6"},
        ]
        russian: list[dict[str, Any]] = [
            {"id": "R", "counter": "ru-ru447S", "hex": "G8"},
            {"id": "B", "counter": "ru-ruATR", "by": "R"},
        ]
        sides = {"german": german, "russian": russian}
        super().__init__(sides, changes, phase=phase, of=of, first="german")

    def fp(self, order: str) -> Fraction:
        action = read(order)
        assert isinstance(action, act.Fire)
        return small_arms(shot(self.game.seen(self.state, "german"), action, "german")).fp[0]


@pytest.mark.rule("D6.72")
def test_passengers_fire_with_half_their_fp() -> None:
    """4 FP of the squad and 5 of the MMG, each as Area Fire; on foot they are whole."""
    column = Column()
    assert (column.fp("fire S at R"), column.fp("fire M at R")) == (2, Fraction(5, 2))
    assert column.fp("fire S+M at R") == Fraction(9, 2)
    assert column.fp("fire F at R") == 4
    column.do("fire S at R", 6, 5)
    assert column.piece("S").marker.value == "Prep Fire"


@pytest.mark.rule("C5.3", "D6.72")
def test_on_the_move_they_fire_as_bounding_fire() -> None:
    """A quarter for Mounted and Bounding Fire, half of that again in a vehicle that does not stop.

    The ATR is ordnance at a tank; here it fires its 1 FP like the rest.
    """
    column = Column("MPh", H={"hex": "J5", "facing": "I6/I5"})
    column.do("start H")
    column.do("pass")
    column.do("go H to I6")
    column.do("pass")
    assert column.fp("fire S at R") == Fraction(4, 8)
    column.do("fire S at R", 6, 5)
    assert column.state.move is not None and column.state.move.unit == "H"


@pytest.mark.rule("C5.33", "D6.72")
def test_fire_of_a_passenger_begins_the_move_of_his_vehicle() -> None:
    column = Column("MPh", R={"concealed": True})
    assert column.fp("fire S at ?G8") == Fraction(4, 8)  # concealed: half again
    column.do("fire S at ?G8", 6, 5)
    assert column.state.move is not None and column.state.move.unit == "H"
    assert column.refused("fire F at ?G8") == "C5.3"


@pytest.mark.rule("D6.72", "D6.2")
@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"S": {"rider": True}}, "D6.2"),
        ({"H": {"ce": False}}, "D6.72"),
        ({"H": {"counter": "ge-opel"}}, ""),
        ({"S": {"broken": True}}, "A10.4"),
    ],
)
def test_who_may_not_fire_from_a_vehicle(changes: dict[str, Any], rule: str) -> None:
    column = Column(**changes)
    if rule:
        assert column.refused("fire S at R") == column.refused("fire M at R") == rule
    else:
        assert column.fp("fire S at R") == 2


@pytest.mark.rule("C7.42")
def test_nobody_fires_from_a_shocked_afv() -> None:
    column = Column()
    column.state = column.state.change("H", shock=Shock.SHOCK)
    assert column.refused("fire S at R") == "C7.42"


@pytest.mark.rule("D6.72")
def test_passengers_and_infantry_beside_them_form_no_fire_group() -> None:
    column = Column(F={"counter": "ge-geL81"})
    assert column.refused("fire S at R leader F") == "A7.531"
    inside = Column(F={"counter": "ge-geL81", "hex": "", "aboard": "H"})
    inside.do("fire S at R leader F", 6, 5)
    assert Column().refused("fire S+F at R") == "D6.72"


@pytest.mark.rule("C10.1")
def test_who_is_aboard_is_aimed_at_with_his_vehicle() -> None:
    """D.8: the shot is one at the halftrack. C10.1: a Gun in tow is no target of its own."""
    column = Column("DFPh", F={"counter": "ge-AT50L", "hex": "", "aboard": "H"})
    seen = column.game.seen(column.state, "russian")
    order = read("fire B at S")
    assert isinstance(order, act.Fire)
    assert shot(seen, order, "russian").target.name == "H"
    assert column.refused("fire B at F", "russian") == "C10.1"


@pytest.mark.rule("C2.2401")
def test_a_passenger_answers_in_a_gun_duel() -> None:
    """C2.2401 names the Passengers' FP. NT: Case C +5, half a MP in LOS: C2 +2; the ATR has none.

    The ATR misses with a 12, and then the squad fires its eighth of 4 FP.
    """
    column = Column("MPh", H={"hex": "J5", "facing": "I6/I5"}, F={"hex": "A1"})
    column.do("start H")
    column.do("pass")
    column.do("go H to I6")
    column.do("fire B at H")
    assert act.Duel("S") in list(column.game.menu(column.state, "german"))
    by = show_totals(column.game.seen(column.state, "german"), "german", act.Duel("S"))
    assert (by.vehicle.total, by.defender.total) == (7, 0)
    column.do("duel S", 6, 5, 6, 5)
    keys = [event.message.key.rpartition(".")[2] for event in column.log]
    assert keys.count("fired") == 1 and keys.count("fired_ift") == 1


@pytest.mark.rule("C2.2401")
@pytest.mark.parametrize(
    ("check", "pinned", "fires"),
    [((2, 2), False, True), ((3, 4), True, True), ((6, 5), None, False)],
)
def test_what_strikes_his_vehicle_first_may_silence_or_pin_a_passenger_who_duels(
    check: tuple[int, int], pinned: bool | None, fires: bool
) -> None:
    """The Gun has the lower total. HE, TK DR 9: nothing to the halftrack, a NMC for its squad."""
    gun = {"counter": "ru-AA76LL", "facing": "G7/H7", "by": "B"}
    crew = {"counter": "ru-ru228C", "hex": "G8", "by": ""}
    halftrack = {"hex": "J5", "facing": "I6/I5"}
    column = Column("MPh", H=halftrack, F={"hex": "A2"}, R=gun, B=crew)
    for order in ("start H", "pass", "go H to I6", "fire R at H with HE as Vehicle"):
        column.do(order)
    at = column.game.seen(column.state, "german")
    laid, *_ = duel_of(at, "german", act.Duel("S"))
    pins = {
        shaken(laid.vehicle, outcome.defender, Foe("H", "S")).firer.pinned
        for outcome, _ in duel_odds(laid).items()
        if outcome.defender is not None and outcome.vehicle is not None
    }
    assert pins == {True, False}
    column.do("duel S", 2, 1, 4, 5, *check, 6, 5)
    squad = column.piece("S")
    assert squad.broken if pinned is None else squad.pinned is pinned
    assert any(event.message.key.endswith("fired_ift") for event in column.log) is fires


@pytest.mark.rule("A12.141")
def test_the_vehicle_of_who_fires_is_seen() -> None:
    column = Column(H={"concealed": True}, S={"concealed": True})
    column.do("fire S at R", 6, 5)
    assert column.piece("H").veil is Veil.KNOWN and column.piece("S").veil is Veil.KNOWN


@pytest.mark.rule("D.8", "D6.9")
@pytest.mark.parametrize(
    ("ce", "kill", "broken", "aboard"),
    [
        (True, (4, 5, 6, 5), True, True),  # 12 FP of HE, a 9: a NMC that an 11 fails
        (False, (4, 5, 6, 5), False, True),  # behind the armour nobody is attacked
        (False, (2, 2, 6, 6, 3, 3), False, False),  # a wreck: a 6 is more than its CS# of 5
        (False, (2, 2, 6, 6, 3, 2), False, False),  # a 5 is not: the squad stands beside it
    ],
)
def test_passengers_of_a_closed_halftrack_meet_only_its_loss(
    ce: bool, kill: tuple[int, ...], broken: bool, aboard: bool
) -> None:
    tank = {"counter": "ru-T34M43", "facing": "G7/H7"}
    idle = {"counter": "ru-ru447S", "hex": "A1", "by": ""}
    column = Column("DFPh", H={"ce": ce}, F={"hex": "A2"}, R=tank, B=idle)
    column.do("fire R at H with HE as Vehicle", 2, 1, *kill)
    squad = column.piece("S")
    assert squad.broken is broken and isinstance(squad.place, Aboard) is aboard
    assert aboard or squad.on_board is (kill[-1] == 2)


@pytest.mark.rule("C13.72", "D6.9")
@pytest.mark.parametrize(("survival", "lives"), [((3, 3), False), ((3, 2), True)])
def test_passengers_of_a_mined_halftrack_roll_for_their_lives(
    survival: tuple[int, int], lives: bool
) -> None:
    """The check of 1 lays the mine, a 6 less 3 is below the CCV of 5; the crew rolls first."""
    sides: dict[str, list[dict[str, Any]]] = {
        "german": [{"id": "S", "counter": "ge-ge467S", "hex": "I6"}],
        "russian": [
            {"id": "H", "counter": "ge-spw2511", "hex": "I6", "facing": "H6/H5", "ce": False},
            {"id": "R", "counter": "ru-ru447S", "aboard": "H"},
        ],
    }
    table = Orders(sides, {}, phase="CCPh", of="german", date="1944-08")
    table.do("assault S.ATMM at H", 1, 3, 3, 6, 6, *survival)
    assert table.piece("H").wreck is Wrecked.WRECK
    assert table.piece("R").on_board is lives
