"""Every worked example of the chapter, through the public API."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
import yaml

from hexfire.asl.purchase.allotment import (
    allotted_sw,
    bonus,
    bonus_types,
    equivalents,
    exchanged,
    forced_reinforcements,
    leaders_due,
    promoted,
    reinforcement_leaders,
    reinforcement_sw,
    total_equivalents,
)
from hexfire.asl.purchase.availability import armor_leader_of, rf_of
from hexfire.asl.purchase.facts import tenths
from hexfire.asl.purchase.fortifications import fortification_price
from hexfire.asl.purchase.infantry import mpv_each, san_price, unit
from hexfire.asl.purchase.oba import battery_price, module, oba_rolls
from hexfire.asl.purchase.state import facts_of
from hexfire.asl.purchase.vehicles import gun_rf
from hexfire.dice import Dice

STANDARD = ("8-0", "8-1", "9-1", "9-2", "10-2")


def test_every_example_of_the_chapter_has_its_test(shared: Path) -> None:
    text = (shared / "examples" / "h-dyo.yaml").read_text("utf-8")
    examples = {example["id"] for example in yaml.safe_load(text)}
    assert examples == set(COVERED)


@pytest.mark.rule("H1.13", "H1.51")
def test_h1_13_no_trade_in(buyers):
    b = buyers(points=(1000, 1000))
    b.do("squads 4-6-7 x26").do("squads 4-6-8 x26").do("squads 4-3-6 x20")
    assert b.left == 158
    b.do("squads 4-3-6 x6")
    assert b.left == 116
    b.go("oba").do("roll", 3, 3)
    assert b.sheet().offer == ("150+", 158)
    assert b.refused("battery") == "H1.13"
    assert b.refused("squads 4-6-7") == "H1.1"
    b.do("decline")
    assert b.sheet().offer is None
    assert b.left == 116


@pytest.mark.rule("H1.14", "H1.5")
def test_h1_14_team_oba_dr(unagreed):
    b = unagreed(
        sides=[
            {"nation": "German", "points": 1, "team": [150, 150, 150, 150]},
            {"nation": "Soviet", "points": 1},
        ]
    )
    assert b.table.state.agreement.sides[0].points == 600
    b.agree().go("oba").do("roll", 4, 4).do("decline")
    assert b.refused("roll") == "H1.5"


@pytest.mark.rule("H1.22", "H1.23", "H1.24", "H1.25", "H1.26")
def test_h1_26_multiple_capabilities(facts):
    squad = unit(facts("1/42"), "German", "8-3-8")
    assert squad.bpv == 16
    assert mpv_each(squad, "AS").total == 48
    assert mpv_each(squad, "CS").total == 36
    assert mpv_each(squad, "ASC", "M").total == 73
    for pf in (1, 2, 3):
        assert mpv_each(squad._replace(pf=pf), "ASC", "M").total == 73 + pf


@pytest.mark.rule("H1.21", "H1.211", "H1.22", "H1.23", "H1.26")
def test_h1_26_german_infantry(buyers):
    b = buyers()
    b.do("squads 4-6-8 x3").do("squads 4-6-8 x4 sapper").do("squads 8-3-8 x3 engineer")
    b.do("squads 4-6-7 x12").do("squads 4-3-6 x10")
    elite, line, conscript = b.sheet().infantry
    rows = [*elite.rows, *line.rows, *conscript.rows]
    assert [row.each for row in rows] == [15, 22, 34, 12, 7]
    assert [row.mpv for row in rows] == [45, 88, 102, 144, 70]
    assert [row.ab for row in rows] == ["", "S", "A", "", ""]
    assert [row.ids for row in rows] == ["", "A–D", "", "", ""]
    assert b.sheet().first_mpv == 449
    assert b.left == 551


@pytest.mark.rule("H1.27")
def test_h1_27_partisan_rf(facts):
    figures = {"gun/Partisan/82mm MTR/rf": "0.9", "gun/Soviet/82mm MTR/rf": "0.9"}
    assert gun_rf(facts("1/43", figures), "Partisan", "82mm MTR") == 13
    assert gun_rf(facts("1/43", figures), "Soviet", "82mm MTR") == 9


@pytest.mark.rule("H1.29")
def test_h1_29_san():
    assert san_price(3).total == 10
    assert san_price(7).total == 50
    assert san_price(7, night=True).total == 100


@pytest.mark.rule("H1.4")
def test_h1_4_motorized_rf(buyers):
    b = buyers().go("vehicles").do("motorize").do("roll", 3, 3)
    assert b.sheet().vehicle_dr == (6, "1.4")


@pytest.mark.rule("H1.3T", "H1.4", "H1.41", "H1.42", "H1.43")
def test_h1_43_german_vehicles(buyers):
    b = buyers().go("vehicles").do("roll", 5, 5)
    assert b.sheet().vehicle_dr == (10, "0.9")
    assert rf_of(10) + tenths("0.2") == tenths("1.1")
    b.do("vehicle PzKpfw IVH x3")
    b.do("arm v1 AAMG", 2, 3).do("fit v1 Sz", 2)
    b.do("arm v2 AAMG", 4, 4).do("fit v2 Sz", 6)
    b.do("arm v3 AAMG", 6, 6).do("fit v3 Sz", 6)
    b.do("commander v1 v2 v3 in v1", 2, 3)
    a, second, third = b.sheet().vehicles
    assert (a.id, second.id, third.id) == ("A", "B", "C")
    assert (a.opt_bpv, a.opt_for) == ("2+3", "AAMG+Sz")
    assert (second.opt_for, third.opt_for) == ("", "")
    assert [v.leader for v in b.sheet().vehicles] == ["9-1", "", ""]
    assert armor_leader_of(5 - 1) == "9-1"
    assert [v.bpv for v in b.sheet().vehicles] == [78, 73, 73]
    assert 1000 - b.left == 224


@pytest.mark.rule("H1.5")
def test_h1_5_number_of_dr():
    assert [oba_rolls(points) for points in (1, 600, 601, 1200, 1201)] == [1, 1, 2, 2, 3]


@pytest.mark.rule("H1.5", "H1.51", "H1.51T-G", "H1.52")
def test_h1_53_german_oba(buyers):
    b = buyers(listing={"gun/German/Rest/bpv": "780", "gun/German/Rest/rf": "0.9"})
    b.go("ordnance").do("roll", 4, 5).do("gun Rest").go("oba")
    assert b.left == 220
    b.do("roll", 5, 5).do("battery")
    assert b.left == 157
    b.do("roll", 1, 1).do("battery plentiful phone")
    assert b.refused("roll") == "H1.5"
    first, second = b.sheet().batteries
    assert (first.size, first.bpv, first.rp, first.ps) == ("70+", 63, "R: A", "")
    assert (second.size, second.bpv, second.rp, second.ps) == ("80+M", 111, "P: B", "P")
    assert b.left == 46


@pytest.mark.rule("H1.51")
def test_h1_53_a_six_would_have_been_too_dear(buyers, facts):
    b = buyers(listing={"gun/German/Rest/bpv": "780", "gun/German/Rest/rf": "0.9"})
    b.go("ordnance").do("roll", 4, 5).do("gun Rest").go("oba")
    b.do("roll", 5, 5).do("battery").do("roll", 3, 3)
    assert module(facts(), "German", 6)[:2] == ("150+", 158)
    assert b.left == 157
    assert b.refused("battery") == "H1.13"


@pytest.mark.rule("H1.6T", "H1.6.12")
def test_h1_6_tetrahedron_wire(facts):
    date = facts().date
    both = fortification_price("tetrahedron", 1, date) + fortification_price("wire", 1, date)
    assert both.total == 8


@pytest.mark.rule("H1.7", "H1.211")
def test_h1_7_german_second_purchase(buyers):
    b = buyers(listing={"gun/German/Rest/bpv": "505", "gun/German/Rest/rf": "0.9"})
    b.do("squads 4-6-8 x3").do("squads 4-6-8 x4 sapper").do("squads 8-3-8 x3 engineer")
    b.do("squads 4-6-7 x12").do("squads 4-3-6 x10")
    b.go("ordnance").do("roll", 4, 5).do("gun Rest").go("second")
    assert b.left == 46
    b.do("squads 4-6-8 x3")
    row = b.sheet().infantry[0].rows[-1]
    assert (row.each, row.mpv, row.ab) == (15, 45, "2")
    assert b.left == 1
    assert b.refused("fortify foxhole-1") == "H1.1"
    assert forced_reinforcements(449, 45, 3) == 0


@pytest.mark.rule("H1.7")
def test_h1_7_soviet_reinforcements(buyers):
    b = buyers(nations=("Soviet", "German"))
    b.do("squads 4-4-7 x10").go("second").do("squads 6-2-8 x7")
    assert (b.sheet().first_mpv, b.sheet().second_mpv) == (70, 84)
    b.go("announce").go("announce", seat="german")
    b.do("announce").do("announce", seat="german").go("reinforcements")
    b.do("reinforce line2 x3")
    assert b.refused("close") == "H1.7"
    b.do("reinforce line2").do("close")
    assert b.sheet().infantry[0].rows[0].ab == "2 R4"


@pytest.mark.rule("H1.28T", "H1.71", "H1.71T", "H1.73")
def test_h1_73_german_bonus(buyers):
    b = _to_bonus(buyers())
    assert (b.sheet().elr, b.sheet("soviet").elr) == (3, 4)
    assert b.sheet().first_mpv + b.sheet().second_mpv == 494
    assert b.sheet().bonus_left == 5
    assert b.refused("bonus 4-6-8") == "H1.73"
    b.do("bonus 4-4-7").do("bonus 4-3-6").do("bonus 4-6-7 x3")
    rows = [row for section in b.sheet().infantry for row in section.rows if "B" in row.ab]
    assert [(row.each, row.mpv, row.ab) for row in rows] == [(None, None, "B")] * 3
    assert b.refused("bonus 4-6-7") == "H1.73"


def _to_bonus(b):
    b.do("squads 4-6-8 x3").do("squads 4-6-8 x4 sapper").do("squads 8-3-8 x3 engineer")
    b.do("squads 4-6-7 x12").do("squads 4-3-6 x10").go("second").do("squads 4-6-8 x3")
    b.do("squads 4-4-7", seat="soviet")
    b.go("announce").go("announce", seat="soviet")
    return b.do("announce").do("announce", seat="soviet")


@pytest.mark.rule("H1.73")
def test_h1_73_bonus_next_higher():
    prices = {"4-6-7": 10, "4-4-7": 10, "4-3-6": 5, "4-6-8": 13, "5-4-8": 13, "8-3-8": 16}
    five = Fraction(5)
    assert bonus_types(prices, 10, five) == (("4-3-6", "4-4-7", "4-6-7"), five)
    without = {name: price for name, price in prices.items() if name != "4-6-7"}
    assert bonus_types(without, 10, five) == (("4-3-6", "4-4-7"), five)
    dear = {name: price for name, price in prices.items() if price > 10}
    assert bonus_types(dear, 10, five) == (("4-6-8", "5-4-8"), Fraction(5, 2))
    assert bonus_types({"8-3-8": 16}, 10, five) == (("8-3-8",), Fraction(5, 2))


@pytest.mark.rule("H1.73")
def test_h1_73_a_half_is_a_half_squad(buyers):
    gone = {f"squad/German/{type_}/count": "0" for type_ in ("4-4-7", "4-3-6")}
    b = buyers(listing={**gone, "squad/German/4-6-7/count": "40"})
    b.do("squads 4-6-7 x40").do("squads 4-4-7", seat="soviet")
    b.go("announce").go("announce", seat="soviet")
    b.do("announce").do("announce", seat="soviet")
    assert b.sheet().bonus_left == 5  # 480 MPV, difference 1
    b.do("bonus 4-6-8 x2")
    assert b.sheet().bonus_left == 0.5
    assert b.refused("bonus 5-4-8") == "H1.73"
    b.do("bonus 5-4-8 hs")
    assert b.sheet().bonus_left == 0


@pytest.mark.rule("H1.74", "H1.74a", "H1.74b", "H1.74c")
def test_h1_74_equivalency():
    assert equivalents("Elite", 13) == 17
    assert equivalents("Line", 17) == 17
    assert equivalents("Conscript", 10) == 7
    assert total_equivalents({"Elite": 13, "Line": 17, "Conscript": 10}) == 41


@pytest.mark.rule("H1.8", "H1.81")
def test_h1_81_german_leaders():
    assert leaders_due(41, 4) == (10, True)
    before = {"8-0": 4, "8-1": 3, "9-1": 2, "9-2": 1}
    after = {"8-0": 3, "8-1": 3, "9-1": 2, "9-2": 1, "10-2": 1}
    assert promoted(STANDARD, before) == after


@pytest.mark.rule("H1.82", "H1.82T")
@pytest.mark.parametrize(
    ("dice", "change"),
    [
        ((1, 1), ("10-2", "10-3")),
        ((1, 2), None),
        ((3, 4), None),
        ((5, 6), None),
        ((6, 6), ("8-0", "6+1")),
    ],
)
def test_h1_82_leader_exchange(dice, change):
    leaders = {"7-0": 1, "8-0": 3, "8-1": 3, "9-1": 2, "9-2": 1, "10-2": 1}
    _, after, who = exchanged(Dice(dice), "german", "German", leaders)
    assert who == change
    if change:
        assert after.get(change[0], 0) == leaders[change[0]] - 1
        assert after[change[1]] == 1
    assert sum(after.values()) == 11


@pytest.mark.rule("H1.83", "H1.83T-GF", "H1.22")
def test_h1_83_german_sw(facts):
    assert equivalents("Elite", 3) == 4
    assert allotted_sw(facts(), "German", 41, 4) == {
        "LMG": 10,
        "MMG": 6,
        "HMG": 4,
        "ATR": 0,
        "LtMTR": 3,
        "PSK": 6,
        "FT": 2,
        "DC": 4,
    }


@pytest.mark.rule("H1.84", "H1.74a")
@pytest.mark.parametrize(
    ("section", "squads", "equiv", "leaders", "sw"),
    [
        ("Line", 5, 5, 1, {"LMG": 1}),
        ("Line", 3, 3, 0, {}),
        ("Elite", 5, 6, 1, {"LMG": 1, "MMG": 1, "PSK": 1}),
    ],
)
def test_h1_84_reinforcements(facts, section, squads, equiv, leaders, sw):
    have = {"LMG": 10, "MMG": 6, "HMG": 4, "LtMTR": 3, "PSK": 6, "FT": 2, "DC": 4}
    assert equivalents(section, squads) == equiv
    assert reinforcement_leaders(equiv, 4, 11) == leaders
    assert reinforcement_sw(facts(), "German", equiv, 0, have) == sw


@pytest.mark.rule("H1.84")
def test_h1_84_brackets_on_the_roster(buyers):
    b = buyers(points=(2000, 1000))
    b.do("squads 4-3-6").go("second").do("squads 4-6-7 x9").go("announce")
    b.go("announce", seat="soviet").do("announce").do("announce", seat="soviet")
    b.go("leaders").do("leaders 8-0x2").go("sw").do("sw").go("reinforcements")
    b.do("reinforce line2 x5")
    assert b.refused("close") == "H1.84"
    b.do("bring 8-0").do("close")
    assert b.sheet().sw["LMG"] == "1 + [1]"
    assert b.sheet().sw["MMG"] == "1"
    assert b.sheet().leaders["8-0"] == "1 + [1]"


@pytest.mark.rule("H1.1", "H1.3", "H1.6", "H1.71", "H1.8", "H1.81", "H1.82", "H1.83")
def test_h1_german_1944_09_end_to_end(buyers):
    # R-H-end: the 107 points the chapter does not account for are a Gun.
    b = buyers(listing={"gun/German/Rest/bpv": "107", "gun/German/Rest/rf": "0.9"})
    b.do("squads 4-6-8 x3").do("squads 4-6-8 x4 sapper").do("squads 8-3-8 x3 engineer")
    b.do("squads 4-6-7 x12").do("squads 4-3-6 x10")
    assert b.left == 551
    b.go("ordnance").do("roll", 4, 5).do("gun Rest")
    assert b.left == 444
    b.go("vehicles").do("roll", 5, 5).do("vehicle PzKpfw IVH x3")
    b.do("arm v1 AAMG", 2, 3).do("fit v1 Sz", 2).do("arm v2 AAMG", 6, 6).do("fit v2 Sz", 6)
    b.do("arm v3 AAMG", 6, 6).do("fit v3 Sz", 6).do("commander v1 v2 v3 in v1", 2, 3)
    assert b.left == 220
    b.go("oba").do("roll", 5, 5).do("battery")
    assert b.left == 157
    b.do("roll", 1, 1).do("battery plentiful phone")
    assert b.left == 46
    b.go("second").do("squads 4-6-8 x3")
    assert b.left == 1
    b.do("squads 4-4-7 x10", seat="soviet")
    b.go("announce").go("announce", seat="soviet")
    b.do("announce").do("announce", seat="soviet").do("bonus 4-6-7 x5").go("leaders")
    sheet = b.sheet()
    assert [section.equivalents for section in sheet.infantry] == [17, 17, 7]
    assert [section.number for section in sheet.infantry] == [13, 17, 10]
    assert (sheet.equivalents, sheet.engineers) == (41, 4)
    b.do("leaders 8-0x4 8-1x3 9-1x2 9-2x1 exchange").go("exchange").do("exchange", 3, 4)
    b.go("sw").do("sw").go("done")
    sheet = b.sheet()
    assert [line.spent for line in sheet.balance if line.spent] == [449, 107, 224, 174, 45]
    assert [line.left for line in sheet.balance if line.spent] == [551, 444, 220, 46, 1]
    assert sheet.leaders == {
        "7-0": "1",
        "8-0": "3",
        "8-1": "3",
        "9-1": "2",
        "9-2": "1",
        "10-2": "1",
    }
    assert sheet.sw == {
        "LMG": "10",
        "MMG": "6",
        "HMG": "4",
        "LtMTR": "3",
        "PSK": "6",
        "FT": "2",
        "DC": "4",
    }
    assert bonus(3, 4, 494, 70) == 5
    assert battery_price(module(facts_of(b.table.state), "German", 2), "P").total == 111


COVERED = (
    "H1.13-no-trade-in",
    "H1.14-team-oba-dr",
    "H1.26-multiple-capabilities",
    "H1.26-german-infantry",
    "H1.27-partisan-rf",
    "H1.29-san",
    "H1.4-motorized-rf",
    "H1.43-german-vehicles",
    "H1.5-number-of-dr",
    "H1.53-german-oba",
    "H1.6-tetrahedron-wire",
    "H1.7-german-second-purchase",
    "H1.7-soviet-reinforcements",
    "H1.73-german-bonus",
    "H1.73-bonus-next-higher",
    "H1.74-equivalency",
    "H1.81-german-leaders",
    "H1.82-leader-exchange",
    "H1.83-german-sw",
    "H1.84-reinforcements-467x5",
    "H1.84-reinforcements-467x3",
    "H1.84-reinforcements-468x5",
    "H1-german-1944-09-end-to-end",
)
