"""H1.3–H1.49: guns, vehicles, what is fitted to them, transport, OP tanks."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hexfire.asl.artillery.op_tanks import Observing, may_observe, recalled
from hexfire.asl.purchase import Date
from hexfire.asl.purchase.availability import armor_leader, at_crew_morale, available_rf, fitted
from hexfire.asl.purchase.oba import Module
from hexfire.asl.purchase.op_tanks import (
    Armament,
    accuracy_drm,
    check_op_tank,
    directs,
    observer,
    op_tank,
    op_tanks,
    phone_works,
    spare_radio,
)
from hexfire.asl.purchase.vehicles import (
    afv_share,
    check_item,
    foreign_glider,
    item_price,
    motorized_price,
)
from hexfire.dice import Dice, odds
from hexfire.rulebook import BadInput, Refusal


@pytest.mark.rule("H1.3", "H1.13")
def test_one_dr_for_guns_and_only_what_it_allows(buyers):
    b = buyers().go("ordnance")
    assert b.refused("gun PaK") == "H1.3"
    b.do("roll", 4, 4)
    assert b.sheet().ordnance_dr == (8, "1.0")
    assert b.refused("roll") == "H1.13"
    assert b.refused("gun Howitzer") == "H1.3"
    b.do("gun PaK x3")
    assert b.left == 1000 - 120
    assert b.refused("gun PaK x2") == "H1.11"
    b.do("gun PaK")
    assert b.sheet().infantry[0].rows == ()  # its crew is not Infantry
    assert [gun.ids for gun in b.sheet().guns] == ["A B C D"]


@pytest.mark.rule("H1.3")
def test_the_rf_is_that_of_the_date(buyers):
    b = buyers(date="6/42").go("ordnance").do("roll", 3, 3)
    assert b.refused("gun Howitzer") == "H1.3"
    b = buyers(date="6/43").go("ordnance").do("roll", 3, 3).do("gun Howitzer")
    assert b.left == 970


@pytest.mark.rule("H1.3")
def test_a_gun_without_its_figures_is_asked_for(buyers):
    b = buyers(listing={"gun/German/Mystery/class": "AT"}).go("ordnance").do("roll", 1, 1)
    assert b.refused("gun Mystery") == "H1.3"
    for key, value in (("bpv", "33"), ("rf", "1.0")):
        b.do(f"figure gun/German/Mystery/{key} = {value}")
        b.do(f"figure gun/German/Mystery/{key} = {value}", seat="soviet")
    b.do("gun Mystery")
    assert b.left == 967


@pytest.mark.rule("H1.4")
def test_the_motorized_unit(buyers):
    assert motorized_price(1000).total == 100
    assert motorized_price(1001).total == 101
    b = buyers().go("vehicles").do("motorize")
    assert b.left == 900
    assert b.refused("motorize") == "H1.4"
    b.do("roll", 4, 5)
    assert b.sheet().vehicle_dr == (9, "1.1")
    late = buyers().go("vehicles").do("roll", 4, 5)
    assert late.refused("motorize") == "H1.4"
    assert late.refused("vehicle Tank") == "H1.4"
    b.do("vehicle Tank")


@pytest.mark.rule("H1.4")
def test_ten_percent_of_the_original_points(buyers):
    b = buyers().do("squads 4-6-7 x12").go("vehicles").do("motorize")
    assert b.left == 1000 - 144 - 100


@pytest.mark.rule("H1.4", "H1.11")
def test_vehicles(buyers):
    b = buyers().go("vehicles")
    assert b.refused("vehicle Carrier") == "H1.4"
    b.do("roll", 4, 4).do("vehicle Carrier x2")
    assert b.refused("vehicle Tank") == "H1.4"
    assert b.left == 960
    again = buyers().go("vehicles").do("roll", 3, 4)
    assert again.refused("vehicle Tank x4") == "H1.11"
    again.do("vehicle Tank x2")
    assert again.refused("vehicle Tank x2") == "H1.11"


@pytest.mark.rule("H1.41")
def test_one_dr_decides_all_optional_weapons_of_a_vehicle(buyers):
    b = buyers().go("vehicles").do("roll", 3, 4).do("vehicle Tank x2")
    b.do("arm v1 AAMG FT", 3, 3)  # 1.2: both
    assert b.sheet().vehicles[0].opt_for == "AAMG+FT"
    assert b.sheet().vehicles[0].bpv == 50 + 4 + 24
    b.do("arm v2 AAMG FT", 3, 4)  # 1.1: only the AAMG
    assert b.sheet().vehicles[1].opt_for == "AAMG"
    assert b.refused("arm v2 FT") == "H1.13"
    assert b.refused("arm v1 Cannon") == "H1.13"
    assert b.refused("arm v9 AAMG") == "purchase.unknown_ref"


@pytest.mark.rule("H1.41", "H1.12")
def test_no_optional_weapon_before_its_first_date(buyers):
    b = buyers().go("vehicles").do("roll", 3, 4).do("vehicle Tank")
    assert b.refused("arm v1 ATR") == "H1.41"
    later = buyers(date="2/45").go("vehicles").do("roll", 3, 4).do("vehicle Tank")
    later.do("arm v1 ATR", 1, 1)
    assert later.sheet().vehicles[0].bpv == 51


@pytest.mark.rule("H1.41", "H1.13")
def test_no_roll_for_what_could_not_be_paid(buyers):
    b = buyers(points=(57, 100)).go("vehicles").do("roll", 3, 4).do("vehicle Tank")
    assert b.refused("arm v1 FT") == "H1.13"
    assert b.refused("fit v1 Sz G") == "H1.13"
    b.do("arm v1 AAMG", 3, 3)
    assert b.left == 3


@pytest.mark.rule("H1.12")
def test_all_counters_of_a_type_mount_everything(buyers):
    b = buyers().go("vehicles").do("roll", 3, 4).do("vehicle Tank x2")
    assert b.left == 900
    b.do("vehicle Tank")
    assert [v.opt_for for v in b.sheet().vehicles] == ["AAMG"] * 3  # no FT, and no ATR yet
    assert b.left == 850 - 12
    poor = buyers(points=(155, 100)).go("vehicles").do("roll", 3, 4)
    assert poor.refused("vehicle Tank x3") == "H1.13"
    late = buyers(date="2/45").go("vehicles").do("roll", 3, 4).do("vehicle Tank x3")
    assert [v.opt_for for v in late.sheet().vehicles] == ["AAMG+ATR"] * 3


@pytest.mark.rule("H1.11", "H1.12")
def test_two_copies_of_the_game_if_both_agree(buyers):
    b = buyers().go("vehicles").do("roll", 3, 4).do("vehicle Tank x3")
    assert b.refused("vehicle Tank") == "H1.11"
    b.do("figure scenario/copies = 2").do("figure scenario/copies = 2", seat="soviet")
    b.do("vehicle Tank x2")
    assert [v.opt_for for v in b.sheet().vehicles] == ["AAMG"] * 3 + ["", ""]
    b.do("vehicle Tank")  # twice the whole number: all are armed
    assert [v.opt_for for v in b.sheet().vehicles] == ["AAMG"] * 6
    assert b.refused("vehicle Tank") == "H1.11"


@pytest.mark.rule("H1.12")
def test_no_more_optional_weapons_than_counters_show(buyers):
    b = buyers(listing={"option/German/Tank:AAMG/count": "1"}).go("vehicles").do("roll", 3, 4)
    b.do("vehicle Tank x2").do("arm v1 AAMG", 1, 1)
    assert b.refused("arm v2 AAMG") == "H1.12"
    b.do("vehicle Tank")
    assert [v.opt_for for v in b.sheet().vehicles] == ["AAMG", "", ""]


@pytest.mark.rule("H1.41")
def test_winter_camouflage_of_vehicles_is_for_all(buyers):
    b = buyers(listing={"vehicle/German/Carrier/winter": "no"})
    b.go("vehicles").do("roll", 3, 4).do("vehicle Tank").do("vehicle Carrier").do("camouflage")
    assert [v.opt_for for v in b.sheet().vehicles] == ["W", ""]
    assert b.left == 1000 - 71
    b.do("vehicle Tank")
    assert b.sheet().vehicles[2].opt_for == "W"
    assert b.refused("camouflage") == "H1.41"


@pytest.mark.rule("H1.42")
def test_schuerzen_and_gyro(buyers):
    b = buyers(date="2/44").go("vehicles").do("roll", 3, 4).do("vehicle Tank x2")
    b.do("vehicle Carrier")
    b.do("fit v1 Sz G", 3)
    assert (b.sheet().vehicles[0].opt_bpv, b.sheet().vehicles[0].opt_for) == ("3+5", "Sz+G")
    assert b.refused("fit v1 Sz") == "H1.13"
    b.do("fit v2 Sz", 4)
    assert b.sheet().vehicles[1].opt_for == ""
    assert b.refused("fit v3 Sz") == "H1.42"


@pytest.mark.rule("H1.42")
def test_the_lend_lease_drm_is_for_the_gyro_alone():
    both = frozenset(("Sz", "G"))
    may = Date.read("5/44")
    assert fitted(Dice([2]), may, both, False) == (2, both)
    assert fitted(Dice([2]), may, both, True) == (2, frozenset(("Sz",)))
    assert fitted(Dice([1]), may, both, True) == (1, both)
    assert fitted(Dice([1]), Date.read("8/43"), both, True) == (1, both)


@pytest.mark.rule("H1.42")
def test_a_us_crew_has_no_lend_lease_drm(buyers):
    figures = {
        "bpv": "60",
        "rf": "0.9",
        "afv": "full",
        "back": "G",
        "lend_lease": "yes",
    }
    for nation, fitted_with in (("U.S.", "G"), ("British", "")):
        listing = {f"vehicle/{nation}/Sherman X/{field}": v for field, v in figures.items()}
        b = buyers(nations=(nation, "German"), listing=listing, date="2/44").go("vehicles")
        b.do("roll", 4, 4).do("vehicle Sherman X").do("fit v1 G", 3)
        assert b.sheet().vehicles[0].opt_for == fitted_with


@pytest.mark.rule("H1.43")
def test_armor_leaders_need_three_afv(buyers):
    b = buyers(listing={"vehicle/German/Tank/count": "9"}).go("vehicles").do("roll", 3, 4)
    b.do("vehicle Tank x4").do("vehicle Carrier x2")
    assert b.refused("commander v1 v2 in v1") == "H1.43"
    assert b.refused("commander v1 v2 v3 v4 in v1") == "H1.43"
    assert b.refused("commander v1 v2 v3 in v4") == "H1.43"
    assert b.refused("commander v1 v2 v5 in v1") == "H1.43"
    b.do("commander v1 v2 v5 v6 in v2", 3, 3)  # two tanks, two halves; 6 − 1 = 5
    assert [v.leader for v in b.sheet().vehicles[:2]] == ["", "8-1"]
    assert b.refused("commander v1 v3 v4 in v3") == "H1.43"
    assert b.refused("arm v1 AAMG") == "H1.43"
    assert b.refused("fit v2 Sz") == "H1.43"


@pytest.mark.rule("H1.43")
def test_an_armor_leader_takes_the_lowest_crews_morale(buyers):
    b = buyers(listing={"vehicle/German/Tank/count": "9"}).go("vehicles").do("roll", 3, 4)
    b.do("vehicle Tank x3").do("commander v1 v2 v3 in v1", 3, 3)
    assert b.sheet().vehicles[0].leader == "9-1"
    assert at_crew_morale("8-1", 8) == "8-1"
    assert at_crew_morale("10-2", 9) == "10-2"
    assert at_crew_morale("8-1", None) == "8-1"


@pytest.mark.rule("H1.43")
def test_what_counts_as_an_afv():
    assert afv_share("full") == 1
    assert afv_share("half") == Fraction(1, 2)
    assert afv_share("no") == afv_share(None) == 0
    assert afv_share("full", op=True) == 0
    assert armor_leader(Dice([1, 1]), -1) == (2, "10-2")


@pytest.mark.rule("H1.44")
def test_horses_and_wagons(buyers):
    b = buyers().go("vehicles").do("item wagon x2").do("item sledge").do("item horses")
    assert b.left == 980
    assert b.refused("item horses-hs") == "purchase.unknown_transport"


@pytest.mark.rule("H1.441")
def test_towing_vehicles_for_bought_guns(buyers):
    def bought(**terms):
        b = buyers(**terms).go("ordnance").do("roll", 1, 1).do("gun PaK").do("gun Howitzer")
        b.go("vehicles")
        return b

    b = bought().do("roll", 4, 5)
    assert b.refused("vehicle Lorry") == "H1.4"
    assert b.refused("tow g1 Tractor") == "H1.441"  # it could, but the Lorry has the higher T#
    b.do("tow g1 Lorry")
    assert b.sheet().vehicles[0].tows == "g1"
    assert b.refused("tow g1 Lorry") == "H1.441"
    assert b.refused("tow g2 Lorry") == "H1.441"  # no AT Gun: animals only
    b.do("item wagon")
    motorized = bought().do("motorize").do("roll", 4, 5).do("tow g2 Lorry")
    assert motorized.sheet().vehicles[0].tows == "g2"
    desert = bought(place="North Africa").do("roll", 4, 5).do("tow g2 Lorry")
    assert desert.sheet().vehicles[0].tows == "g2"
    heavy = bought(listing={"gun/German/PaK/m": "5"}).do("roll", 4, 5)
    assert heavy.refused("tow g1 Lorry") == "H1.441"
    heavy.do("tow g1 Tractor")
    apart = bought(listing={"gun/German/PaK/dm": "yes"}).do("roll", 4, 5)
    assert apart.refused("tow g1 Lorry") == "H1.441"


@pytest.mark.rule("H1.441")
@pytest.mark.parametrize(
    ("nation", "allowed"), [("U.S.", True), ("Canadian", True), ("Italian", False)]
)
def test_whose_guns_always_have_motor_transport(buyers, nation, allowed):
    listing = {
        f"gun/{nation}/How/{field}": value
        for field, value in {"bpv": "9", "rf": "0.9", "m": "5", "class": "ART"}.items()
    } | {
        f"vehicle/{nation}/Truck/{field}": value
        for field, value in {"bpv": "5", "rf": "1.6", "t": "5", "truck": "yes"}.items()
    }
    b = buyers(nations=(nation, "German"), listing=listing).go("ordnance").do("roll", 4, 4)
    b.do("gun How").go("vehicles").do("roll", 4, 4)
    if allowed:
        b.do("tow g1 Truck")
        assert b.left == 1000 - 14
    else:
        assert b.refused("tow g1 Truck") == "H1.441"


@pytest.mark.rule("H1.45", "H1.47", "H1.48")
def test_transport_prices():
    prices = {
        "motorcycle-squad": 8,
        "motorcycle-hs": 4,
        "motorcycle-smc": 2,
        "sidecar-squad": 10,
        "sidecar-hs": 5,
        "sidecar-smc": 3,
        "bicycle-squad": 4,
        "bicycle-hs": 2,
        "bicycle-smc": 1,
        "large-raft": 5,
        "assault-boat": 3,
        "assault-boat-motorized": 4,
        "small-raft-3": 3,
        "small-raft-2": 2,
        "small-raft-1": 1,
        "glider-german": 3,
        "glider-us": 4,
        "glider-british": 6,
    }
    assert {name: item_price(name).total for name in prices} == prices
    assert item_price("bicycle-hs", 5).total == 10


@pytest.mark.rule("H1.45", "H1.47")
def test_transport_needs_no_dr_but_its_step(buyers):
    b = buyers()
    assert b.refused("item bicycle-squad") == "H1.44"
    b.go("vehicles").do("item bicycle-squad x2").do("item large-raft")
    assert b.left == 1000 - 13


@pytest.mark.rule("H1.48")
def test_gliders():
    may = Date.read("5/40")
    check_item("glider-german", "German", may)
    for name, nation, date in (
        ("glider-german", "German", "4/40"),
        ("glider-german", "U.S.", "7/44"),
        ("glider-us", "U.S.", "6/43"),
        ("glider-british", "German", "7/44"),
    ):
        with pytest.raises(Refusal, match=r"H1\.48"):
            check_item(name, nation, Date.read(date))
    check_item("glider-british", "U.S.", Date.read("7/43"))
    check_item("glider-us", "British", Date.read("7/43"))
    assert foreign_glider("glider-us", "British")
    assert not foreign_glider("glider-us", "U.S.")


@pytest.mark.rule("H1.49")
def test_ammo_vehicles_cost_twice(buyers):
    b = buyers().go("vehicles").do("roll", 1, 1).do("vehicle Lorry ammo")
    assert b.left == 990
    assert b.sheet().vehicles[0].ammo


# -- OP tanks -------------------------------------------------------------------------------------


def with_battery(buyers, *dice, motorize=True, **terms):
    b = buyers(**terms).go("vehicles")
    if motorize:
        b.do("motorize")
    return b.go("oba").do("roll", *dice).do("battery")


@pytest.mark.rule("H1.46", "H1.461", "H1.462", "H1.462a")
def test_an_op_tank_is_written_under_vehicles_and_replaces_the_radio(buyers):
    b = with_battery(buyers, 3, 4)  # 100+
    before = b.left
    b.do("optank PzKpfw IIIJ for A")
    assert before - b.left == 36
    tank = b.sheet().vehicles[-1]
    assert (tank.name, tank.leader) == ("PzKpfw IIIJ", "OP")
    assert b.sheet().batteries[0].rp == "OP"
    vehicles = next(line for line in b.sheet().balance if line.name == "vehicles")
    assert (vehicles.spent, vehicles.left) == (36, 1000 - 100 - 36)
    assert b.refused("optank PzKpfw IIIL for A") == "H1.46"
    assert b.refused("arm v1 AAMG") == "H1.1"  # never optional armament


@pytest.mark.rule("H1.46")
def test_no_op_tank_without_the_ten_percent(buyers):
    b = with_battery(buyers, 3, 4, motorize=False)
    assert b.refused("optank PzKpfw IIIJ for A") == "H1.46"


@pytest.mark.rule("H1.46", "H1.462b")
def test_no_op_tank_for_a_battery_it_cannot_direct(buyers):
    b = with_battery(buyers, 3, 4)
    assert b.refused("optank PzKpfw IVJ for A") == "H1.462b"
    assert b.refused("optank M4 for A") == "purchase.unknown_op_tank"
    heavy = with_battery(buyers, 3, 3)  # 150+
    assert heavy.refused("optank PzKpfw IIIJ for A") == "H1.462a"
    heavy.do("optank PzKpfw IVJ for A")


@pytest.mark.rule("H1.462a", "H1.462b", "H1.463", "H1.464", "H1.4641", "H1.465")
def test_op_tank_prices_and_sizes():
    found = {tank.counter: (tank.bpv, tank.rule) for tank in op_tanks()}
    assert found == {
        "PzKpfw IIIJ": (36, "H1.462a"),
        "PzKpfw IIIL": (37, "H1.462a"),
        "PzKpfw IVJ": (88, "H1.462b"),
        "M4": (74, "H1.463"),
        "M4A1": (75, "H1.463"),
        "Sherman I": (42, "H1.464"),
        "Sherman III": (43, "H1.464"),
        "Cromwell IV": (43, "H1.4641"),
        "Sherman II": (37, "H1.465"),
    }
    sizes = ["70+", "80+M", "80+", "100+", "120+", "150+", "150+R", "200+R"]

    def directed(counter: str, nation: str) -> list[str]:
        tank = op_tank(nation, counter)
        return [size for size in sizes if directs(tank, Module(size, 1))]

    assert directed("PzKpfw IIIJ", "German") == ["100+"]
    assert directed("PzKpfw IVJ", "German") == ["150+"]
    assert directed("M4A1", "U.S.") == ["100+", "150+"]
    for counter in ("Sherman I", "Sherman III", "Cromwell IV", "Sherman II"):
        assert directed(counter, "Canadian") == ["80+M", "80+", "100+", "120+", "150+"]


@pytest.mark.rule("H1.462a", "H1.462b", "H1.463", "H1.464", "H1.4641", "H1.465")
@pytest.mark.parametrize(
    ("nation", "counter", "size", "first", "before"),
    [
        ("German", "PzKpfw IIIL", "100+", "6/43", "5/43"),
        ("German", "PzKpfw IVJ", "150+", "9/44", "8/44"),
        ("U.S.", "M4", "150+", "1/44", "12/43"),
        ("British", "Sherman I", "80+", "1/44", "12/43"),
        ("British", "Cromwell IV", "80+", "1/44", "12/43"),
        ("British", "Sherman II", "80+", "1/44", "12/43"),
    ],
)
def test_op_tank_dates(nation, counter, size, first, before):
    tank, battery = op_tank(nation, counter), Module(size, 100)
    check_op_tank(tank, Date.read(first), True, battery)
    with pytest.raises(Refusal) as caught:
        check_op_tank(tank, Date.read(before), True, battery)
    assert caught.value.rule == tank.rule
    with pytest.raises(BadInput):
        op_tank("Soviet", counter)


@pytest.mark.rule("H1.461")
def test_the_op_tanks_observer():
    assert may_observe(Observing())
    assert not may_observe(Observing(aboard=False))
    assert observer(8) == ("8-0", False)
    assert observer(8, stunned=True) == ("8-0", True)
    tank = op_tank("German", "PzKpfw IVJ")
    assert accuracy_drm(tank, Observing(stunned=True)).total == 1
    assert not recalled(Observing(armament_disabled=True))
    assert recalled(Observing(missions_possible=False))


@pytest.mark.rule("H1.462", "H1.463", "H1.464", "H1.4641", "H1.465")
def test_accuracy_while_buttoned_up():
    def drm(nation: str, counter: str, **now: bool) -> int:
        return accuracy_drm(op_tank(nation, counter), Observing(**now)).total

    assert drm("German", "PzKpfw IIIJ", buttoned_up=True) == 0
    for nation, counter in (("U.S.", "M4"), ("British", "Sherman I"), ("British", "Cromwell IV")):
        assert drm(nation, counter, buttoned_up=True) == 1
        assert drm(nation, counter) == 0
    assert drm("British", "Sherman II", buttoned_up=True) == 0
    assert drm("British", "Sherman II", buttoned_up=True, los_in_vca=False) == 1
    assert drm("British", "Sherman II", los_in_vca=False) == 0


@pytest.mark.rule("H1.464", "H1.4641", "H1.465", "H1.462a")
def test_how_an_op_tank_differs_from_its_counter():
    sherman, cromwell, ram, three = (
        op_tank(nation, counter)
        for nation, counter in (
            ("British", "Sherman III"),
            ("British", "Cromwell IV"),
            ("British", "Sherman II"),
            ("German", "PzKpfw IIIJ"),
        )
    )
    assert sherman.armament == Armament("cmg", 4, 1, "T", bmg=2, aamg=4) == cromwell.armament
    assert ram.armament == Armament("bmg", 2, 1, "NT", aamg=2, smoke="sM9")
    assert three.armament == Armament("bmg", 2, 1, "NT", fires_hd=True)
    for tank in (sherman, cromwell):
        assert phone_works(tank, Observing())
        assert not phone_works(tank, Observing(phone_hex_left=True))
        assert spare_radio(tank, Observing(aboard=False))
        assert not spare_radio(tank, Observing())
    assert not phone_works(ram, Observing())
    assert not spare_radio(three, Observing(aboard=False))


@pytest.mark.rule("H1.3T")
def test_the_odds_are_the_rule():
    chance = odds(available_rf, "H1.3").chance(lambda result: result[1] >= 13)
    assert chance == Fraction(10, 36)


@pytest.mark.rule("H1.12")
def test_optional_weapons_only_in_the_combinations_of_the_counters(buyers):
    b = buyers(listing={"vehicle/German/Tank/mixes": "AAMG FT"}).go("vehicles").do("roll", 3, 4)
    b.do("vehicle Tank x2")
    assert b.refused("arm v1 AAMG FT") == "H1.12"
    b.do("arm v1 AAMG", 1, 1).do("arm v2 FT", 1, 1)
    agreed = "figure vehicle/German/Tank/mixes = AAMG+FT"
    c = buyers(listing={"vehicle/German/Tank/mixes": "AAMG FT"}).go("vehicles").do("roll", 3, 4)
    c.do(agreed).do(agreed, seat="soviet").do("vehicle Tank").do("arm v1 AAMG FT", 1, 1)
    assert c.sheet().vehicles[0].opt_for == "AAMG+FT"


@pytest.mark.rule("H1.441")
def test_no_privilege_where_the_dr_allows_a_towing_vehicle(buyers):
    b = buyers().go("ordnance").do("roll", 1, 1).do("gun PaK").go("vehicles").do("roll", 1, 1)
    assert b.refused("tow g1 Lorry") == "H1.441"
    b.do("vehicle Lorry")
