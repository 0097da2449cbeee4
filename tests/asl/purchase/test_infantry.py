"""H1.2–H1.29: infantry, its capabilities, SAN."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexfire.asl.purchase import Date
from hexfire.asl.purchase.infantry import (
    InfantryType,
    also_equipped,
    check_capabilities,
    mpv_each,
    pf_range,
    san_price,
    section,
    small_parachutes,
    smoke_exponent,
    traits,
)
from hexfire.asl.purchase.nations import special_rules
from hexfire.rulebook import Refusal

ELITE = InfantryType("German", "4-6-8", 13, "Elite")
LINE = InfantryType("German", "4-6-7", 10, "Line")


def rule_of(*args) -> str:
    with pytest.raises(Refusal) as caught:
        check_capabilities(*args)
    return caught.value.rule


@pytest.mark.rule("H1.2", "H1.212")
def test_squads_mix_freely_but_heroes_and_leaders_cannot_be_bought(buyers):
    b = buyers()
    b.do("squads 4-6-8").do("squads 4-3-6").do("squads 4-6-7").do("squads 2-2-8 x3")
    assert [section.number for section in b.sheet().infantry] == [1, 1, 1]
    assert b.refused("squads hero") == "purchase.unknown_item"
    assert b.refused("squads 9-2") == "purchase.unknown_item"
    assert b.refused("squads 4-6-8 x0") == "purchase.bad_number"
    assert b.refused("squads 4-6-8 x999999999") == "purchase.bad_number"


@pytest.mark.rule("H1.11")
def test_twenty_six_squads_of_a_type_unless_both_agree(buyers):
    b = buyers(points=(5000, 1000))
    b.do("squads 4-6-8 x20").do("squads 4-6-8 x6 sapper")
    assert b.refused("squads 4-6-8") == "H1.11"
    b.do("figure squad/German/4-6-8/count = 30", seat="german")
    assert b.refused("squads 4-6-8") == "H1.11"
    b.do("figure squad/German/4-6-8/count = 30", seat="soviet")
    b.do("squads 4-6-8 x4")
    assert b.refused("squads 4-6-8") == "H1.11"


@pytest.mark.rule("H1.212")
def test_one_half_squad_of_each_type_and_none_of_them_counts(buyers):
    b = buyers().do("squads 2-4-8").do("squads 2-2-8 x2").do("squads 4-6-8 x3")
    assert b.refused("squads 2-4-8") == "H1.212"
    assert b.sheet().squads == 3
    assert b.sheet().equivalents == 4
    b.go("second")
    assert b.refused("squads 2-4-8") == "H1.212"


@pytest.mark.rule("H1.21")
def test_subsections():
    assert [section(name) for name in ("Elite", "Line", "Green", "Conscript")] == [
        "Elite",
        "Line",
        "Line",
        "Conscript",
    ]


@pytest.mark.rule("H1.21")
def test_id_letters_only_where_squads_could_be_confused(buyers):
    b = buyers().do("squads 4-6-8 x2 sapper").do("squads 8-3-8 engineer")
    assert [row.ids for row in b.sheet().infantry[0].rows] == ["", ""]
    b.do("squads 4-6-8").do("squads 4-6-8 x3 commando")
    assert [row.ids for row in b.sheet().infantry[0].rows] == ["A–B", "", "", "C–E"]


@pytest.mark.rule("H1.211")
@pytest.mark.parametrize(
    ("date", "pfk", "hexes"),
    [
        ("7/43", True, 0),
        ("8/43", True, 1),
        ("9/43", False, 0),
        ("10/43", False, 1),
        ("5/44", False, 1),
        ("6/44", False, 2),
        ("12/44", True, 2),
        ("1/45", False, 3),
    ],
)
def test_pf_range_by_date(date, pfk, hexes):
    assert pf_range("German", Date.read(date), pfk) == hexes
    assert pf_range("Soviet", Date.read(date), pfk) == 0


@pytest.mark.rule("H1.211", "H1.26")
@given(
    bpv=st.integers(1, 40),
    codes=st.sets(st.sampled_from("ASC")),
    equipment=st.sets(st.sampled_from(["M", "SK", "W"])),
    pf=st.integers(0, 3),
)
def test_multiplications_come_first_and_are_rounded_up_once(bpv, codes, equipment, pf):
    factor = Fraction(1)
    for code in codes:
        factor *= {"A": 2, "S": Fraction(3, 2), "C": Fraction(3, 2)}[code]
    added = ("M" in equipment) + 2 * ("SK" in equipment) + pf
    added += "W" in equipment and "SK" not in equipment
    found = mpv_each(InfantryType("German", "x", bpv, "Elite", pf=pf), codes, equipment)
    assert found.total == ceil(bpv * factor) + added


@pytest.mark.rule("H1.202")
def test_skis():
    assert mpv_each(ELITE, "S", ("SK",)).total == 20 + 2
    assert mpv_each(LINE, (), ("SK",)).total == 10
    assert mpv_each(ELITE._replace(sissi=True), (), ("SK",)).total == 13
    assert also_equipped("SK") == ("smc", "gun crews", "elite vehicle hs")


@pytest.mark.rule("H1.203")
def test_winter_camouflage():
    assert mpv_each(LINE, (), ("W",)).total == 11
    assert mpv_each(ELITE, (), ("W",)).total == 14
    assert mpv_each(ELITE, (), ("W", "SK")).total == 15
    assert mpv_each(LINE, (), ("W", "SK")).total == 11


@pytest.mark.rule("H1.202", "H1.203", "H1.25")
@pytest.mark.parametrize(("what", "points", "mark"), [("mol", 3, "M"), ("winter", 3, "W")])
def test_equipment_is_for_all_or_none(buyers, what, points, mark):
    b = buyers().do("squads 4-6-8").do("squads 4-6-7")
    before = b.left
    b.do(f"equip {what}")
    assert before - b.left == 2
    b.do("squads 4-3-6")
    assert before - b.left == points + 7
    assert {row.ab for part in b.sheet().infantry for row in part.rows} == {mark}
    b.go("ordnance")
    assert b.refused("equip ski") == "H1.1"
    b.go("second").do("squads 4-6-8")
    assert b.sheet().infantry[0].rows[-1].ab == f"{mark} 2"
    assert b.refused("equip ski") == "H1.202"


@pytest.mark.rule("H1.202")
def test_skis_are_charged_to_every_elite_mmc(buyers):
    b = buyers().do("squads 4-6-8 x4").do("squads 4-6-7").do("squads 2-4-8")
    before = b.left
    b.do("equip ski")
    assert before - b.left == 10
    assert [row.ab for row in b.sheet().infantry[0].rows] == ["SK", "SK"]
    assert b.sheet().infantry[1].rows[0].ab == ""
    assert b.refused("equip ski") == "H1.202"


@pytest.mark.rule("H1.25")
def test_mol_also_equips_whoever_comes_free():
    assert mpv_each(LINE, "S", ("M",)).total == 16
    assert also_equipped("M") == ("smc", "gun crews", "vehicle crews", "vehicle hs")


@pytest.mark.rule("H1.204")
def test_parachutes():
    assert mpv_each(ELITE, "SP").total == 20 + 2
    assert rule_of(LINE, ("P",)) == "H1.204"
    check_capabilities(ELITE._replace(kind="hs"), ("P",))
    assert small_parachutes(7) == (7, 0)


@pytest.mark.rule("H1.22")
def test_assault_engineers():
    check_capabilities(ELITE, ("A",))
    assert rule_of(LINE, ("A",)) == "H1.22"
    assert rule_of(ELITE._replace(kind="hs"), ("A",)) == "H1.22"
    assert rule_of(ELITE._replace(ss=True), ("A",)) == "H1.22"
    check_capabilities(ELITE._replace(ss=True), ("A",), True)
    assert smoke_exponent(0, "A") == 2
    assert smoke_exponent(3, "A") == 5
    assert smoke_exponent(3, "S") == 3
    assert traits("A") == {"smoke_exponent_bonus": 2}


@pytest.mark.rule("H1.22")
def test_ss_engineers_need_a_majority_of_other_ss(buyers):
    ss = {"squad/German/SS 6-5-8/ss": "yes", "squad/German/SS 6-5-8/bpv": "15"}
    line = {"squad/German/SS 4-4-7/ss": "yes", "squad/German/SS 4-4-7/bpv": "8"}
    b = buyers(
        listing={
            **ss,
            **line,
            "squad/German/SS 6-5-8/class": "Elite",
            "squad/German/SS 4-4-7/class": "Line",
        }
    )
    assert b.refused("squads SS 6-5-8 engineer") == "H1.22"
    b.do("squads SS 4-4-7 x2").do("squads SS 6-5-8 engineer")
    assert b.refused("squads SS 6-5-8 engineer") == "H1.22"


@pytest.mark.rule("H1.23")
def test_sappers():
    for part, bpv in (("Elite", 13), ("Line", 10), ("Conscript", 5)):
        check_capabilities(InfantryType("German", "x", bpv, part), ("S",))
    assert mpv_each(InfantryType("German", "x", 5, "Conscript"), "S").total == 8
    assert rule_of(LINE._replace(kind="hs"), ("S",)) == "H1.23"
    assert rule_of(LINE._replace(kind="crew"), ("S",)) == "H1.23"


@pytest.mark.rule("H1.24")
def test_commandos():
    assert mpv_each(ELITE, "C").total == 20
    assert rule_of(LINE, ("C",)) == "H1.24"
    assert traits("C") == {"stealthy": True, "climbing": True, "elr": 5}
    gurkha = InfantryType("British", "4-5-8", 12, "Elite", gurkha=True)
    assert rule_of(gurkha, ()) == "H1.24"
    check_capabilities(gurkha, ("C",))


@pytest.mark.rule("H1.27")
def test_partisans_may_be_commandos_but_no_engineers():
    partisan = InfantryType("Partisan", "3-3-7", 6, "Line")
    assert rule_of(partisan, ("A",)) == "H1.27"
    assert rule_of(partisan, ("S",)) == "H1.27"
    check_capabilities(partisan, ("C",))
    assert mpv_each(partisan, "C", "M").total == 10


@pytest.mark.rule("H1.27", "H1.3", "H1.4", "H1.5")
def test_partisan_purchases(buyers):
    listing = {
        "squad/Partisan/3-3-7/bpv": "6",
        "squad/Partisan/3-3-7/class": "Line",
        "gun/Partisan/MTR 82/class": "MTR",
        "gun/Partisan/MTR 82/caliber": "82",
        "gun/Partisan/MTR 82/bpv": "20",
        "gun/Partisan/MTR 82/rf": "0.9",
        "gun/Partisan/ART 76/class": "ART",
        "gun/Partisan/ART 76/caliber": "76",
        "gun/Partisan/ART 76/bpv": "20",
        "gun/Partisan/ART 76/rf": "0.9",
        "gun/Partisan/AT 76/class": "AT",
        "gun/Partisan/AT 76/caliber": "76",
        "gun/Partisan/AT 76/bpv": "20",
        "gun/Partisan/AT 76/rf": "0.9",
        "vehicle/Partisan/GAZ/bpv": "5",
        "vehicle/Partisan/GAZ/rf": "0.9",
        "vehicle/Partisan/GAZ/truck": "yes",
        "vehicle/Partisan/T-34/bpv": "60",
        "vehicle/Partisan/T-34/rf": "0.9",
    }
    b = buyers(nations=("Partisan", "German"), listing=listing)
    b.do("squads 3-3-7 x10").go("ordnance").do("roll", 3, 3)
    assert b.refused("gun MTR 82") == "H1.3"  # 0.9 + 0.4 = 1.3 > 1.2
    assert b.refused("gun ART 76") == "H1.27"
    assert b.refused("gun AT 76") == "H1.27"
    b.go("vehicles")
    assert b.refused("motorize") == "H1.27"
    b.do("roll", 3, 3).do("vehicle GAZ").do("item wagon")
    assert b.refused("vehicle T-34") == "H1.27"
    assert b.refused("item sledge") == "H1.27"
    b.go("oba")
    assert b.refused("roll") == "H1.27"
    b.go("announce").go("announce", seat="german").do("announce")
    assert b.sheet().elr == 2
    again = buyers(nations=("Partisan", "German"), listing=listing).go("ordnance")
    again.do("roll", 2, 3).do("gun MTR 82")
    assert again.sheet().guns[0].bpv == 20


@pytest.mark.rule("H1.29")
def test_san_is_paid_at_any_time_until_the_second_purchase_closes(buyers):
    b = buyers().do("san 3")
    assert b.left == 990
    assert b.refused("san 3") == "H1.29"
    b.go("fortifications").do("san 5").go("second").do("san 6")
    assert (b.sheet().san, b.left) == (6, 960)
    b.go("announce")
    assert b.refused("san 7") == "H1.1"
    night = buyers(night=True).do("san 4")
    assert night.left == 960


@pytest.mark.rule("H1.29")
def test_san_starts_at_two():
    with pytest.raises(Refusal, match=r"H1\.29"):
        san_price(2)
    assert san_price(5, now=3).total == 20


@pytest.mark.rule("H1.201")
def test_where_else_to_look_before_buying():
    assert special_rules("Japanese") == ("G1.66–G1.664",)
    assert special_rules("U.S.M.C.") == ("G17.15–G17.152",)
    assert "G18.8–G18.81" in special_rules("G.M.D.")
    assert "F.6" in special_rules("German", "North Africa")
    assert "F.6" not in special_rules("British", "North Africa")
    assert special_rules("German") == ()
