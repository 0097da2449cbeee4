"""H1.5–H1.6: artillery, aircraft, fortifications."""

from __future__ import annotations

import pytest

from hexfire.asl.artillery.battery import Battery, Mission
from hexfire.asl.purchase import Date
from hexfire.asl.purchase.availability import air_support
from hexfire.asl.purchase.fortifications import fortification_price
from hexfire.asl.purchase.oba import (
    Module,
    air_support_price,
    battery_price,
    bombardment_price,
    may_have_plane,
    plane_price,
    preregistered_price,
    suits_plane,
)
from hexfire.dice import Dice
from hexfire.rulebook import BadInput, Refusal

SEPTEMBER = Date.read("9/44")


@pytest.mark.rule("H1.5", "H1.13")
def test_a_battery_is_taken_or_left_before_anything_else(buyers):
    b = buyers().go("oba").do("roll", 4, 4)
    for other in ("roll", "close", "air-roll", "bombard 4", "san 3"):
        assert b.refused(other) == "H1.5", other
    b.do("decline")
    assert b.refused("battery") == "H1.5"
    b.do("roll", 4, 4).do("battery")
    assert b.refused("roll") == "H1.5"
    assert b.sheet().batteries[0].id == "A"


@pytest.mark.rule("H1.5")
def test_three_dr_for_1201_points(buyers):
    b = buyers(points=(1201, 100)).go("oba")
    for _ in range(3):
        b.do("roll", 4, 4).do("decline")
    assert b.refused("roll") == "H1.5"


@pytest.mark.rule("H1.5", "H1.52")
@pytest.mark.parametrize(
    ("bpv", "ammo", "barrage", "paid"),
    [
        (92, "P", "", 111),
        (92, "S", "", 73),
        (105, "P", "", 126),
        (63, "", "CB", 63 + 32),
        (63, "", "CBc", 126),
        (106, "P", "CB", 181),
        (106, "S", "CBc", 190),
    ],
)
def test_battery_prices(bpv, ammo, barrage, paid):
    assert battery_price(Module("x", bpv), ammo, barrage).total == paid


@pytest.mark.rule("H1.5", "H1.52", "H1.51")
def test_the_battery_on_the_roster(buyers):
    b = buyers().go("oba").do("roll", 3, 4).do("battery scarce cbc phone")
    row = b.sheet().batteries[0]
    assert (row.size, row.rp, row.ps, row.bpv, row.ir) == ("100+", "P: A", "S CBc", 190, True)


@pytest.mark.rule("H1.51#5")
def test_a_battery_fires_smoke_and_wp_by_ssr_only():
    bought = Battery(name="A", side="German", nation="german", caliber=100, observer="9-1")
    assert Mission.SMOKE in bought.missions
    assert Mission.WP not in bought.missions


@pytest.mark.rule("H1.53", "H1.53a", "H1.53b")
def test_other_oba_costs(buyers):
    assert preregistered_price(3).total == 60
    assert bombardment_price().total == 150
    b = buyers().go("oba")
    assert b.refused("preregister A") == "purchase.unknown_ref"
    b.do("roll", 5, 5).do("battery").do("preregister A x2").do("bombard 4")
    assert b.left == 1000 - 63 - 40 - 150
    assert b.refused("bombard 4") == "H1.53b"
    assert b.refused("bombard 9") == "purchase.which_board"
    b.do("bombard 1")
    support = {row.name: (row.number, row.bpv) for row in b.sheet().support}
    assert support == {"preregistered": (2, 40), "bombardment": (2, 300)}


@pytest.mark.rule("H1.531")
def test_air_support_prices(facts):
    prices = {"6/39": 100, "6/41": 100, "6/42": 125, "6/43": 125, "6/44": 100, "6/45": 100}
    for date, price in prices.items():
        assert air_support_price(facts(date)).total == price
    with pytest.raises(Refusal, match="scenario/air_price"):
        air_support_price(facts("6/38"))
    assert air_support_price(facts("6/44", {"scenario/air_price": "150"})).total == 150


@pytest.mark.rule("H1.531")
def test_air_support_once_after_the_weather_and_a_good_dr(buyers):
    b = buyers().go("oba")
    assert b.refused("air-roll") == "H1.531"
    b.do("figure scenario/weather = clear").do("figure scenario/weather = clear", seat="soviet")
    assert b.refused("air") == "H1.531"
    b.do("air-roll", 2, 2)  # 4: the German number is 3, and one more against Soviets
    b.do("air")
    assert b.left == 900
    assert b.refused("air") == "H1.531"
    assert b.refused("air-roll") == "H1.13"
    unlucky = buyers(weather="clear").go("oba").do("air-roll", 2, 3)
    assert unlucky.refused("air") == "H1.531"
    assert unlucky.refused("air-roll") == "H1.13"
    assert air_support(Dice([2, 3]), 5) == (5, True)


@pytest.mark.rule("H1.532", "H1.531.6")
def test_who_may_have_an_observation_plane():
    assert plane_price().total == 25
    users = {
        "German": (1943, 1945),
        "U.S.": (1943, 1945),
        "British": (1943, 1945),
        "Commonwealth": (1943, 1945),
        "Japanese": (1937, 1943),
        "G.M.D.": (1944, 1945),
    }
    for nation, (first, last) in users.items():
        for year in range(1936, 1946):
            assert may_have_plane(nation, Date(year, 6)) == (first <= year <= last)
    assert not may_have_plane("Soviet", SEPTEMBER)
    assert not may_have_plane("Red Chinese", SEPTEMBER)
    assert suits_plane("German", Module("100+", 1))
    assert not suits_plane("German", Module("80+M", 1))
    assert not suits_plane("German", Module("150+R", 1))
    assert suits_plane("British", Module("80+", 1))
    assert not suits_plane("G.M.D.", Module("80+M", 1))


@pytest.mark.rule("H1.532")
def test_the_plane_needs_battery_dr_and_points_in_order(buyers):
    b = buyers().go("oba")
    assert b.refused("plane") == "H1.532"
    assert b.refused("plane-roll") == "H1.532"
    b.do("roll", 5, 5).do("battery")  # 70+ is too small
    assert b.refused("plane-roll") == "H1.532"
    b.do("roll", 3, 4).do("battery")  # 100+
    left = b.left
    b.do("plane-roll", 1, 3).do("plane")
    assert left - b.left == 25
    assert b.refused("plane") == "H1.532"
    unlucky = buyers().go("oba").do("roll", 3, 4).do("battery").do("plane-roll", 2, 3)
    assert unlucky.refused("plane") == "H1.532"


# -- fortifications -------------------------------------------------------------------------------


@pytest.mark.rule(
    "H1.6",
    "H1.6T",
    "H1.6.1",
    "H1.6.3",
    "H1.6.5",
    "H1.6.6",
    "H1.6.8",
    "H1.6.9",
    "H1.6.10",
    "H1.6.12",
    "H1.6.14",
    "H1.6.15",
)
def test_fortification_prices():
    prices = {
        "foxhole-3": 3,
        "foxhole-2": 2,
        "foxhole-1": 1,
        "trench": 7,
        "at-ditch": 21,
        "minefield": 1,
        "at-mine": 3,
        "daisy-chain": 3,
        "roadblock": 12,
        "wire": 5,
        "pillbox 1-3-5": 27,
        "pillbox 2-5-7": 42,
        "fortified-building": 25,
        "tunnel": 25,
        "hip-squad": 4,
        "hip-hs": 3,
        "hip-smc": 2,
        "?": 2,
        "booby-traps-c": 10,
        "booby-traps-b": 20,
        "booby-traps-a": 30,
        "trip-flare": 1,
        "panji": 2,
        "cave": 10,
        "tetrahedron": 3,
        "udt": 3,
        "recon": 10,
        "ammo-dump": 25,
    }
    assert {name: fortification_price(name, 1, SEPTEMBER).total for name in prices} == prices
    for name, price in prices.items():
        assert fortification_price(name, 4, SEPTEMBER).total == 4 * price
    assert fortification_price("sangar", 4, SEPTEMBER).total == 2


@pytest.mark.rule("H1.6.9")
def test_an_odd_half_point_of_sangars_is_rounded_up_over_all(buyers):
    b = buyers().go("fortifications").do("fortify sangar")
    assert b.left == 999
    b.do("fortify sangar")
    assert b.left == 999
    b.do("fortify sangar x3")
    assert b.left == 997


@pytest.mark.rule("H1.6.2", "H1.6.4")
def test_limits_of_a_board(buyers):
    b = buyers().go("fortifications").do("fortify minefield x100 on 4")
    assert b.refused("fortify minefield x21 on 4") == "H1.6.2"
    b.do("fortify minefield x20 on 4").do("fortify minefield x120 on 1")
    assert b.refused("fortify minefield on 4") == "H1.6.2"
    b.do("fortify at-mine x50")  # not IFT factors
    b.do("fortify roadblock x3 on 1")
    assert b.refused("fortify roadblock on 1") == "H1.6.4"
    b.do("fortify roadblock on 4")
    assert b.refused("fortify roadblock") == "purchase.which_board"
    assert b.refused("fortify wire on 4") == "purchase.no_board"


@pytest.mark.rule("H1.6.7")
def test_hidden_squads(buyers):
    b = buyers().do("squads 4-6-7 x19").do("squads 2-4-8").go("fortifications")
    assert b.refused("fortify hip-squad x2") == "H1.6.7"
    b.do("fortify hip-hs")
    assert b.refused("fortify hip-squad") == "H1.6.7"
    b.do("fortify hip-hs").do("fortify hip-smc x9")
    assert b.refused("fortify hip-hs") == "H1.6.7"
    night = buyers(night=True).do("squads 4-6-7 x10").go("fortifications")
    night.do("fortify hip-squad x5")
    assert night.sheet().fortifications[0].bpv == 20


@pytest.mark.rule("H1.6.11")
def test_only_japanese_have_caves(buyers):
    assert buyers().go("fortifications").refused("fortify cave") == "H1.6.11"
    b = buyers(nations=("Japanese", "U.S."), date="12/43").go("fortifications").do("fortify cave")
    assert b.left == 980
    later = buyers(nations=("Japanese", "U.S."), date="1/44").go("fortifications")
    assert later.do("fortify cave x2").left == 980


@pytest.mark.rule("H1.6.13")
def test_udt(buyers):
    def b(nations=("U.S.", "Japanese"), date="6/44"):
        return buyers(nations=nations, date=date).go("fortifications")

    assert b().do("fortify udt x30").left == 910
    assert b(date="12/43").refused("fortify udt") == "H1.6.13"
    assert b(nations=("U.S.", "German")).refused("fortify udt") == "H1.6.13"
    assert b(nations=("British", "Japanese")).refused("fortify udt") == "H1.6.13"


@pytest.mark.rule("H1.6")
def test_no_return_to_fortifications(buyers):
    b = buyers().go("second")
    assert b.refused("fortify wire") == "H1.1"
    with pytest.raises(BadInput, match="unknown_fortification"):
        fortification_price("moat", 1, SEPTEMBER)
