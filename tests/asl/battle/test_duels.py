"""C2.2401, C5.33 on the table: declared, asked for, both totals shown, fought."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from battle_cases import Tabletop, case

from hexfire.asl.battle.fire.duels import show_totals
from hexfire.asl.battle.orders import actions as act
from hexfire.asl.battle.orders.actions import Fire
from hexfire.asl.battle.questions.ask import prospect
from hexfire.asl.battle.table.facing import write_facing
from hexfire.asl.battle.table.pieces import Wrecked
from hexfire.asl.gunnery.duel import First
from hexfire.asl.shots.shot import Ammo, TargetType
from hexfire.assist.battle import duel_report
from hexfire.assist.battles.questions import duels
from hexfire.assist.duels import DuelOdds
from hexfire.cli.battle_screen import told_chances
from hexfire.lang import words
from hexfire.rulebook import Refusal

BACK = act.Duel("W", ammo=Ammo.HE, kind=TargetType.INFANTRY)


def street(**changes: Any) -> Tabletop:
    """BT-020: the armored car has come into J5 and sees the Gun in G8."""
    spec = case("BT-020")
    place = [{**one, **changes.get(one["id"], {})} for one in spec["place"]]
    table = Tabletop({**spec, "place": place})
    table.do(act.Start("W"))
    table.do(act.PASS)
    table.do(act.Go("W", "J5"))
    return table


def keys(table: Tabletop) -> list[str]:
    return [event.message.key.rpartition(".")[2] for event in table.log]


@pytest.mark.rule("C2.2401", "C5.1", "C6.12", "C5.32")
def test_the_gun_has_the_lower_total() -> None:
    table = street()
    table.do(Fire("G", "W", ammo=Ammo.AP))
    assert table.game.to_act(table.state) == ("german",)
    listed = list(table.game.menu(table.state, "german"))
    assert act.Duel("W") in listed and listed[-1] == act.STAND
    by = show_totals(table.game.seen(table.state, "german"), "german", BACK)
    wanted = table.expected("e5")
    assert (by.vehicle.total, by.defender.total) == (wanted["totals"]["W"], wanted["totals"]["G"])
    assert (by.first, by.ca_turns_first) == (wanted["first"], wanted["ca_turns_first"])
    table.do(BACK, 2, 1, 1, 3)
    assert table.piece("W").wreck is Wrecked.BURNING
    gun = table.piece("G")
    assert write_facing(table.at.grid, table.at.hex(gun), gun.ca) == "G7/H7"
    assert table.marker("G") is None
    assert keys(table).count("fired") == 1
    assert table.state.move is None and not table.state.declared


@pytest.mark.rule("C2.2401")
def test_the_second_fires_if_the_first_left_him_able_to() -> None:
    """The Gun misses with a 12; the car then fires, hits with a 2 and a dr of 1, and rolls 1,1."""
    table = street()
    table.do(Fire("G", "W", ammo=Ammo.AP))
    table.do(BACK, 6, 5, 1, 1, 1, 1, 1)
    assert keys(table).count("fired") == 2
    assert table.piece("W").wreck is Wrecked.NO
    assert table.marker("G") == "First Fire"
    assert not table.piece("C").on_board or table.piece("C").broken


@pytest.mark.rule("C2.2401")
def test_who_stands_takes_the_shot() -> None:
    table = street()
    table.do(Fire("G", "W", ammo=Ammo.AP))
    with pytest.raises(Refusal) as refusal:
        table.do(act.Go("W", "I6"))
    assert refusal.value.rule == "C2.2401"
    table.do(act.STAND, 6, 6)
    assert keys(table).count("fired") == 1
    assert table.game.to_act(table.state) == ("russian",)


@pytest.mark.rule("C2.2401")
def test_a_concealed_gun_is_not_asked_to_a_duel() -> None:
    table = street()
    table.do(Fire("K", "W", ammo=Ammo.AP), 6, 5)
    assert "declared" not in keys(table)
    assert not table.state.declared


@pytest.mark.rule("C2.2401")
def test_no_duel_where_the_vehicle_would_have_to_turn() -> None:
    table = street(W={"tca": "J6/J5"})
    table.do(Fire("G", "W", ammo=Ammo.AP), 6, 5)
    assert "declared" not in keys(table)


@pytest.mark.rule("C2.2401")
def test_only_who_is_aimed_at_fires_back() -> None:
    table = street()
    table.do(Fire("G", "W", ammo=Ammo.AP))
    with pytest.raises(Refusal):
        table.do(act.Duel("G"))
    table.do(act.Duel("W.CMG"), 6, 5)
    assert keys(table).count("duel") == 1


@pytest.mark.rule("C5.33")
def test_fire_before_the_first_mp_lets_the_defender_ask() -> None:
    """Stopped in J5: Case C +4 without C1 or C2; the Gun turns one hexspine: +3."""
    spec = case("BT-020")
    car = {"hex": "J5", "vca": "I6/I5", "tca": "J6/I6"}
    place = [{**one, **car} if one["id"] == "W" else one for one in spec["place"]]
    table = Tabletop({**spec, "place": place})
    table.do(Fire("W", "G", ammo=Ammo.HE, kind=TargetType.INFANTRY))
    assert table.game.to_act(table.state) == ("russian",)
    by = show_totals(table.game.seen(table.state, "russian"), "russian", act.Duel("G"))
    assert (by.vehicle.total, by.defender.total) == (4, 3)
    table.do(act.Duel("G"), 6, 5, 6, 5)
    assert keys(table).count("fired") == 2
    assert table.state.move is not None and table.state.move.unit == "W"
    assert table.marker("W") == "Prep Fire"
    table.do(act.PASS)
    table.do(act.Start("W"))


@pytest.mark.rule("C2.2401#20", "C5.33#3")
def test_once_mp_are_spent_only_the_phasing_side_may_ask() -> None:
    """The car fires from J5 after its move there: at once, and the Gun's owner is not asked."""
    table = street()
    table.do(act.PASS)
    table.do(Fire("W", "G", ammo=Ammo.HE, kind=TargetType.INFANTRY), 6, 5)
    assert keys(table).count("fired") == 1
    assert "declared" not in keys(table)
    with pytest.raises(Refusal):
        table.do(act.Duel("G"), seat="russian")


@pytest.mark.rule("C5.33", "C5.3")
def test_fire_before_moving_begins_the_move() -> None:
    spec = case("BT-018")
    tank = {"hex": "I6", "vca": "H6/H5", "tca": "I7/H6"}
    place = [{**one, **tank} if one["id"] == "M" else one for one in spec["place"]]
    table = Tabletop({**spec, "place": place})
    table.do(Fire("M", "S"))
    assert act.Duel("S") in list(table.game.menu(table.state, "german"))
    table.do(act.STAND, 6, 5)
    assert table.state.move is not None and table.state.move.unit == "M"
    assert keys(table).count("fired") == 1


@pytest.mark.rule("C2.2401#18", "C2.2401#19")
def test_in_a_further_duel_each_side_subtracts_its_printed_rof() -> None:
    """Both miss and keep their rate; the Gun faces the car now, and its machine gun has no ROF."""
    table = street()
    table.do(Fire("G", "W", ammo=Ammo.AP))
    table.do(BACK, 1, 6, 1, 6)
    table.do(act.PASS)
    table.do(act.Go("W", "I6"))
    table.do(Fire("G", "W", ammo=Ammo.AP))
    by = show_totals(table.game.seen(table.state, "german"), "german", act.Duel("W.CMG"))
    assert {item.case: item.value for item in by.defender.items} == {"ROF": -3, "N": -1}
    assert {item.case: item.value for item in by.vehicle.items} == {"C": 4, "C2": 2}


@pytest.mark.rule("C2.2401")
def test_the_odds_of_a_duel_are_asked_before_it_is_fought() -> None:
    """The totals are those of BT-020; the Gun fires first, so the car's fate is its shot's alone.

    Out of action is more than killed (shock and stun too) and less than harmed (not who is only
    immobilized); who was put out of action first does not fire.
    """
    table = street()
    table.do(Fire("G", "W", ammo=Ammo.AP))
    asked = table.game.seen(table.state, "german")
    report = duel_report(asked, BACK, "german").report
    wanted = table.expected("e5")["totals"]
    assert (report.vehicle.duel_total, report.defender.duel_total) == (wanted["W"], wanted["G"])
    assert report.first is First.DEFENDER
    chances = report.odds
    assert isinstance(chances, DuelOdds)
    alone = street()
    first = prospect(alone.game.seen(alone.state, "russian"), Fire("G", "W", Ammo.AP), "russian")
    assert first.killed <= chances.vehicle_out <= first.hurt
    assert 0 < chances.defender_out < 1 - chances.vehicle_out
    with pytest.raises(Refusal):
        duel_report(alone.game.seen(alone.state, "german"), BACK, "german")


def test_the_terminal_tells_the_odds_of_a_duel() -> None:
    table = street()
    table.do(Fire("G", "W", ammo=Ammo.AP))
    chances = duel_report(table.game.seen(table.state, "german"), BACK, "german")
    told = words("en").say(told_chances(chances))
    assert "the defender fires first" in told and "W +" in told


@pytest.mark.rule("C2.2401")
def test_each_line_of_a_duel_can_be_shown() -> None:
    """BT-020: who has which DRM, and what each then rolls: both To Hit numbers with all DRM."""
    table = street()
    table.do(Fire("G", "W", ammo=Ammo.AP))
    told = duels(table.game.seen(table.state, "german"), "german")
    assert (told[0].order, told[0].vehicle, told[0].defender) == ("duel W", "W", "G")
    report = told[0].report
    assert [(item.case, item.value) for item in report.vehicle.tally] == [("C", 4), ("C2", 2)]
    assert [(item.case, item.value) for item in report.defender.tally] == [("A", 3)]
    gun = table.expected("e3")["may_react"]["G"]
    assert (report.defender.th, report.defender.drm) == (gun["th"], gun["drm"])
    assert (report.defender.check, report.defender.direct) == (None, False)
    by_mg = next(one for one in told if one.order == "duel W.CMG").report.vehicle
    assert by_mg.direct and by_mg.th is None
    assert by_mg.fp == Fraction(5, 4)  # 5 FP, halved for Bounding First Fire and as Non-Stopped
