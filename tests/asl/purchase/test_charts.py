"""The chapter's charts, transcribed by hand from the ledger and compared cell by cell."""

from __future__ import annotations

import pytest

from hexfire.asl.purchase.allotment import allotted_sw, bonus_number, exchange_table, sw_chart
from hexfire.asl.purchase.availability import (
    air_support_number,
    aircraft,
    armor_leader_drm,
    armor_leader_of,
    bomb_exponent,
    features_of,
    rf_of,
)
from hexfire.asl.purchase.calendar import Date, column, span
from hexfire.asl.purchase.elr import announced_elr, side_elr, squad_elr
from hexfire.asl.purchase.oba import largest_bpv, module
from hexfire.rulebook import BadInput, Refusal

PERIODS = [
    "6/38",
    "3/39",
    "10/39",
    "3/41",
    "9/41",
    "3/42",
    "9/42",
    "3/43",
    "9/43",
    "3/44",
    "9/44",
    "3/45",
]
YEARS = ["37", "38", "39", "41", "42", "43", "44", "45"]


@pytest.mark.rule("H1.28", "H1.28T")
@pytest.mark.parametrize(
    ("nation", "row"),
    [
        ("German", "- - 3 3 4 4 4 4 4 3 3 2"),
        ("Soviet", "- - 2 2 2 2 3 3 3 3 4 4"),
        ("U.S.", "- - - 2 2 2 3 3 4 3 4 4"),
        ("British", "- - 3 3 3 3 4 4 4 4 4 3"),
        ("Italian", "- - 1 1 2 2 2 1 0 1 1 1"),
        ("Japanese", "3 3 3 4 4 4 4 4 4 4 4 4"),
        ("French", "- - 2 3 3 2 2 3 3 3 3 3"),
    ],
)
def test_elr_chart(facts, nation, row):
    for date, cell in zip(PERIODS, row.split(), strict=True):
        if cell == "-":
            with pytest.raises(Refusal, match="missing_figure"):
                side_elr(facts(date), nation, "U.S.")
        else:
            assert side_elr(facts(date), nation, "U.S.").total == int(cell), date


@pytest.mark.rule("H1.28")
def test_an_agreed_elr_comes_before_the_chart(facts):
    assert side_elr(facts("9/44", {"nation/German/elr": "5"}), "German", "Soviet").total == 5


@pytest.mark.rule("H1.28.*", "H1.28.***")
@pytest.mark.parametrize("nation", ["Commonwealth", "Canadian", "Free French", "British-sponsored"])
def test_who_reads_the_british_elr_row(facts, nation):
    assert side_elr(facts("3/45"), nation, "German").total == 3  # the French row has 3 as well …
    assert side_elr(facts("3/42"), nation, "German").total == 3  # … but 2 here
    assert side_elr(facts("3/42"), "French", "German").total == 2


@pytest.mark.rule("H1.28.**", "H1.43.2")
def test_red_chinese_use_neither_gmd_row(facts):
    with pytest.raises(Refusal, match="nation/Red Chinese/elr"):
        side_elr(facts("3/41", {"nation/G.M.D./elr": "2"}), "Red Chinese", "Japanese")
    with pytest.raises(Refusal, match=r"H1\.43\.2"):
        armor_leader_drm(facts("3/41"), "Red Chinese")
    assert armor_leader_drm(facts("3/41"), "G.M.D.").total == 3


@pytest.mark.rule("H1.28.1", "H1.28.2")
@pytest.mark.parametrize(
    ("date", "enemy", "elr"),
    [
        ("12/43", "G.M.D.", 4),
        ("3/44", "G.M.D.", 3),
        ("9/44", "Red Chinese", 3),
        ("9/44", "British", 4),
        ("3/45", "British", 3),
        ("3/45", "G.M.D.", 3),
        ("3/45", "Soviet", 2),
        ("3/45", "U.S.", 4),
    ],
)
def test_japanese_elr_by_enemy(facts, date, enemy, elr):
    assert side_elr(facts(date), "Japanese", enemy).total == elr


@pytest.mark.rule("H1.28.3", "H1.28.4")
def test_gmd_elr_is_agreed_and_raised_once(facts):
    with pytest.raises(Refusal, match=r"nation/G\.M\.D\./elr"):
        side_elr(facts("3/38"), "G.M.D.", "Japanese")

    def elr(note: str, elite: bool, place: str) -> int:
        figures = {"nation/G.M.D./elr": "2", "nation/G.M.D./elr_note": note}
        return side_elr(facts("3/42", figures), "G.M.D.", "Japanese", place, elite).total

    assert elr("3", True, "") == 3
    assert elr("3", False, "Burma") == 2
    assert elr("4", False, "Burma") == 3
    assert elr("4", True, "") == 3
    assert elr("4", True, "Burma") == 3
    assert elr("none", True, "Burma") == 2


@pytest.mark.rule("H1.28.5")
def test_french_in_norway(facts):
    assert side_elr(facts("4/40"), "French", "German", "Norway").total == 4
    assert side_elr(facts("4/40"), "French", "German").total == 2
    assert side_elr(facts("3/41"), "French", "German", "Norway").total == 3


@pytest.mark.rule("H1.28.6")
def test_minor_nations_elr(facts):
    assert side_elr(facts("3/42"), "Romanian", "Soviet").total == 2
    assert side_elr(facts("3/42"), "Finnish", "Soviet").total == 4
    assert side_elr(facts("10/39"), "Polish", "German").total == 3
    assert side_elr(facts("3/42"), "Italian", "Soviet").total == 2


@pytest.mark.rule("H1.71", "H1.72", "H1.24", "H1.27")
def test_announced_elr():
    assert announced_elr([(3, 10), (5, 4)]) == 3
    assert announced_elr([(3, 4), (5, 4), (2, 3)]) == 5
    assert announced_elr([(3, 4), (5, 3), (3, 0), (5, 2)]) == 5
    assert announced_elr([]) is None
    assert squad_elr(3, ("C",), "German") == 5
    assert squad_elr(3, (), "German") == 3
    assert squad_elr(3, (), "German", 4) == 4
    assert squad_elr(5, ("C",), "Partisan") == 2


@pytest.mark.rule("H1.27")
def test_partisans_have_elr_5_in_play(facts):
    assert side_elr(facts("3/43"), "Partisan", "German").total == 5


@pytest.mark.rule("H1.3T", "H1.43")
def test_availability_table():
    row = {2: 16, 3: 15, 4: 14, 5: 13, 6: 12, 7: 11, 8: 10, 9: 9, 10: 9, 11: 10, 12: 9}
    assert {dr: rf_of(dr) for dr in range(2, 13)} == row
    leaders = ["10-2", "9-2", "9-1", "8-1"] + [None] * 7
    assert [armor_leader_of(dr) for dr in range(2, 13)] == leaders
    assert armor_leader_of(1) == "10-2"
    assert armor_leader_of(15) is None


@pytest.mark.rule("H1.43T")
@pytest.mark.parametrize(
    ("nation", "row"),
    [
        ("German", "- 2 1 0 -1 -1 -1 0"),
        ("Soviet", "- 3 3 2 1 0 0 -1"),
        ("British", "- - 2 1 0 -1 -1 -1"),
        ("U.S.", "- - - 3 3 1 -1 -1"),
        ("Italian", "- 3 3 2 1 1 0 0"),
        ("Vichy French", "- - 2 2 2 - - -"),
        ("Romanian", "- - - 2 1 1 0 0"),
        ("Japanese", "2 2 2 2 1 1 0 0"),
        ("G.M.D.", "3 3 3 3 3 3 2 1"),
    ],
)
def test_armor_leader_chart(facts, nation, row):
    for year, cell in zip(
        ["38", "39", "40", "41", "42", "43", "44", "45"], row.split(), strict=True
    ):
        if cell == "-":
            with pytest.raises(Refusal, match=r"H1\.43T"):
                armor_leader_drm(facts(f"6/{year}"), nation)
        else:
            assert armor_leader_drm(facts(f"6/{year}"), nation).total == int(cell), year


@pytest.mark.rule("H1.43.1", "H1.43T")
def test_allied_minors_and_free_french_after_1941(facts):
    assert armor_leader_drm(facts("6/41"), "Polish").total == 3
    assert armor_leader_drm(facts("6/44"), "Polish").total == -1
    assert armor_leader_drm(facts("6/41"), "Free French").total == 2
    assert armor_leader_drm(facts("6/42"), "Free French").total == 0
    assert armor_leader_drm(facts("6/42"), "Vichy French").total == 2


@pytest.mark.rule("H1.43.3")
def test_gmd_armor_leaders_in_burma(facts):
    assert armor_leader_drm(facts("6/44"), "G.M.D.", "Burma").total == 1
    assert armor_leader_drm(facts("6/44"), "G.M.D.").total == 2
    assert armor_leader_drm(facts("6/45"), "G.M.D.", "Burma").total == 1


@pytest.mark.rule("H1.42T")
def test_schuerzen_and_gyro_table():
    dates = ["6/42", "3/43", "8/43", "11/43", "2/44", "5/44", "9/44", "3/45"]
    rows = {
        0: "G|G|Sz G|Sz G|Sz G|Sz G|Sz G|Sz G",
        1: "G|G|Sz G|Sz G|Sz G|Sz G|Sz G|Sz G",
        2: "-|G|G|Sz G|Sz G|Sz G|Sz G|Sz G",
        3: "-|-|-|-|Sz G|Sz|Sz G|Sz G",
        4: "-|-|-|-|-|-|Sz|Sz G",
        5: "-|-|-|-|-|-|Sz|Sz",
        6: "-|-|-|-|-|-|-|-",
        7: "-|-|-|-|-|-|-|-",
    }
    for dr, row in rows.items():
        for date, cell in zip(dates, row.split("|"), strict=True):
            expected = frozenset() if cell == "-" else frozenset(cell.split())
            assert features_of(Date.read(date), dr) == expected, (dr, date)
    assert features_of(Date(1941, 6), 1) == frozenset()


GERMAN_OBA = {
    2: "80+M 80+M 120+ 200+R 80+M",
    3: "80+M 80+M 80+M 120+ 80+M",
    4: "150+ 150+ 150+ 150+ 200+R",
    5: "150+ 150+ 150+ 150+ 120+",
    6: "100+ 100+ 100+ 100+ 150+",
    7: "80+M 80+M 80+M 80+M 100+",
    8: "80+M 80+M 80+M 80+M 80+M",
    9: "100+ 100+ 100+ 100+ 150+R",
    10: "70+ 70+ 70+ 150+R 70+",
    11: "70+ 70+ 150+R 70+ 80+M",
    12: "70+ 150+R 70+ 70+ 70+",
}
FINNISH_OBA = {
    2: "150+ 150+ 150+",
    3: "150+ 150+ 150+",
    4: "100+ 120+ 120+",
    5: "80+M 100+ 100+",
    6: "80+M 80+M 80+M",
    7: "80+M 80+M 80+M",
    8: "80+M 80+M 70+",
    9: "70+ 70+ 70+",
    10: "70+ 70+ 80+M",
    11: "70+ 70+ 120+",
    12: "70+ 150+ 150+",
}
SOVIET_OBA = {
    2: "120+:59 100+:49 150+:82 100+:65 150+:105",
    3: "100+:49 150+:74 80+M:48 150+:98 150+:105",
    4: "150+:74 70+:29 200+R:74 200+R:88 200+R:95",
    5: "70+:29 70+:29 80+M:48 80+M:57 80+M:62",
    6: "120+:59 120+:59 120+:66 120+:78 120+:84",
    7: "80+M:43 80+M:43 80+M:48 80+M:57 80+M:62",
    8: "80+M:43 80+M:43 70+:33 70+:39 70+:42",
    9: "80+M:43 80+M:43 120+R:49 120+R:59 120+R:63",
    10: "70+:29 80+R:29 80+R:33 80+R:39 80+R:42",
    11: "70+:29 120+R:44 70+:33 80+M:57 80+M:62",
    12: "100+:49 70+:29 100+:55 70+:39 70+:42",
}


@pytest.mark.rule("H1.51T-G", "H1.51")
def test_german_oba_chart(facts):
    bpv = {
        "70+": 63,
        "80+M": 92,
        "100+": 106,
        "120+": 126,
        "150+": 158,
        "150+R": 79,
        "200+R": 95,
    }
    for at, date in enumerate(["4/40", "4/41", "4/42", "4/43", "4/45"]):
        for dr, row in GERMAN_OBA.items():
            found = module(facts(date), "German", dr)
            size = row.split()[at]
            assert (found.size, found.bpv) == (size, bpv[size]), (dr, date)
            assert found.ir == (size in ("80+M", "100+"))
        assert largest_bpv(facts(date), "German") == 158
    with pytest.raises(Refusal, match="oba/German/7/battery"):
        module(facts("4/38"), "German", 7)


@pytest.mark.rule("H1.51T-F")
def test_finnish_oba_chart(facts):
    bpv = {"70+": 42, "80+M": 62, "100+": 70, "120+": 84, "150+": 105}
    for at, date in enumerate(["12/40", "6/41", "4/44"]):
        for dr, row in FINNISH_OBA.items():
            found = module(facts(date), "Finnish", dr)
            size = row.split()[at]
            assert (found.size, found.bpv) == (size, bpv[size]), (dr, date)
            assert found.ir == (size == "80+M")
    with pytest.raises(Refusal, match="oba/Finnish"):
        module(facts("3/45"), "Finnish", 7)


@pytest.mark.rule("H1.51T-S")
def test_soviet_oba_chart(facts):
    for at, date in enumerate(["4/40", "4/41", "4/42", "4/43", "4/45"]):
        for dr, row in SOVIET_OBA.items():
            found = module(facts(date), "Soviet", dr)
            assert f"{found.size}:{found.bpv}" == row.split()[at], (dr, date)
        assert largest_bpv(facts(date), "Soviet") == (74, 74, 82, 98, 105)[at]


@pytest.mark.rule("H1.51")
def test_another_nations_chart_is_user_data(facts):
    with pytest.raises(Refusal, match=r"oba/U\.S\./7/battery"):
        module(facts(), "U.S.", 7)
    given = facts("9/44", {"oba/U.S./7/battery": "42-43=100+:90 44-45=100+:99"})
    assert module(given, "U.S.", 7)[:2] == ("100+", 99)


@pytest.mark.rule("H1.531T")
@pytest.mark.parametrize(
    ("nation", "row"),
    [
        ("German", "- - 7:5 6:5 5:4 4:3 3:3 2:3"),
        ("Soviet", "- - 4:3 3:3 4:3 5:4 6:5 7:5"),
        ("U.S.", "- - - 2:1 4:2 5:3 6:4 7:5"),
        ("British", "- - 4:1 4:1 5:2 5:3 6:4 7:5"),
        ("Italian", "- - 4:1 4:2 4:2 3:2 - -"),
        ("G.M.D.", "5:2 4:2 3:1 2:1 3:1 3:1 4:2 5:3"),
    ],
)
def test_air_support_table(facts, nation, row):
    for year, cell in zip(YEARS, row.split(), strict=True):
        found = facts(f"6/{year}")
        if cell == "-":
            with pytest.raises(Refusal, match=r"H1\.531T"):
                air_support_number(found, nation, "Japanese")
            continue
        number, exponent = map(int, cell.split(":"))
        assert air_support_number(found, nation, "Japanese").total == number, year
        assert bomb_exponent(found, nation) == exponent, year


@pytest.mark.rule("H1.531T")
def test_lost_air_support_cells_are_agreed(facts):
    with pytest.raises(Refusal, match="nation/Japanese/air"):
        air_support_number(facts("6/42"), "Japanese", "U.S.")
    assert (
        air_support_number(facts("6/42", {"nation/Japanese/air": "3"}), "Japanese", "U.S.").total
        == 3
    )
    assert air_support_number(facts("6/41"), "Vichy French", "British").total == 4
    with pytest.raises(Refusal, match="nation/Vichy French/bombs"):
        bomb_exponent(facts("6/41"), "Vichy French")


@pytest.mark.rule("H1.531.1", "H1.531.5")
@pytest.mark.parametrize(
    ("date", "nation", "plane"),
    [
        ("6/42", "German", "stuka stuka stuka fighter-bomber fighter fighter"),
        ("6/44", "German", "fighter-bomber fighter-bomber fighter-bomber fighter fighter fighter"),
        ("6/42", "Italian", "stuka fighter-bomber fighter fighter fighter fighter"),
        ("6/41", "Italian", "fighter-bomber fighter-bomber fighter fighter fighter fighter"),
        ("6/43", "Romanian", "stuka fighter-bomber fighter-bomber fighter fighter fighter"),
        ("6/42", "Finnish", "stuka fighter-bomber fighter-bomber fighter-bomber fighter fighter"),
        ("6/42", "Soviet", "fighter-bomber fighter-bomber fighter-bomber fighter fighter fighter"),
    ],
)
def test_which_aircraft(facts, date, nation, plane):
    found = [aircraft(facts(date), nation, dr) for dr in range(1, 7)]
    assert found == plane.split()


@pytest.mark.rule("H1.531.1", "H1.531.2", "H1.531.3", "H1.531.4", "H1.531.6")
def test_air_support_notes(facts):
    assert air_support_number(facts("6/42"), "Romanian", "U.S.").total == 3
    assert air_support_number(facts("6/42"), "German", "Soviet").total == 6
    assert air_support_number(facts("6/42"), "German", "U.S.").total == 5
    assert air_support_number(facts("6/45"), "Soviet", "Soviet").total == 7
    for nation in ("Commonwealth", "Free French", "British-sponsored"):
        assert air_support_number(facts("6/42"), nation, "German").total == 5
    assert air_support_number(facts("6/40"), "French", "German").total == 4
    with pytest.raises(Refusal, match=r"H1\.531T"):
        air_support_number(facts("7/40"), "French", "German")
    assert air_support_number(facts("4/41"), "Greek", "Italian").total == 4
    with pytest.raises(Refusal, match=r"H1\.531\.6"):
        air_support_number(facts("6/45"), "Red Chinese", "Japanese")


@pytest.mark.rule("H1.71T")
def test_bonus_table():
    bounds = [0, 1, 51, 101, 151, 201, 251, 301, 351, 401, 451]
    for difference in (1, 2, 3, 4):
        for n, low in enumerate(bounds):
            assert bonus_number(difference, low) * 2 == difference * n
            assert bonus_number(difference, n * 50) * 2 == difference * n
    assert bonus_number(1, 501) * 2 == 11
    assert bonus_number(2, 1000) == 20


@pytest.mark.rule("H1.82T")
def test_leader_exchange_table():
    def by_dr(leaders: str) -> dict[int, str]:
        return dict(zip(range(2, 13), leaders.split(), strict=True))

    standard = "10-3 10-2 9-2 9-1 8-1 8-1 8-0 8-0 - - 6+1"
    assert exchange_table("German") == exchange_table("U.S.") == by_dr(standard)
    finnish = "10-1 10-0 9-1 9-0 8-0 8-0 - - - - -"
    assert exchange_table("Finnish") == by_dr(finnish)
    japanese = "10-2 10-2 10-1 10-1 10-0 9-1 9-1 9-1 9-0 - 8+1"
    assert exchange_table("Japanese") == by_dr(japanese)


def _per(facts, nation):
    return [per for per, _, _ in sw_chart(facts, nation).values()]


@pytest.mark.rule("H1.83T-GF", "H1.83.4", "H1.83.5", "H1.11")
def test_german_finnish_sw_chart(facts):
    assert _per(facts("6/42"), "German") == [6, 10, 15, 6, 6, None, 2, 1]
    assert _per(facts("8/43"), "German") == [5, 9, 13, 6, 9, None, 2, 1]
    assert _per(facts("9/43"), "German") == [5, 9, 13, 6, 9, 12, 2, 1]
    assert _per(facts("9/44"), "German") == [4, 6, 10, None, 12, 6, 2, 1]
    assert _per(facts("9/44"), "Finnish") == [4, 6, 10, 6, 12, 6, 2, 1]
    german = [count for _, _, count in sw_chart(facts(), "German").values()]
    finnish = [count for _, _, count in sw_chart(facts(), "Finnish").values()]
    assert german == [18, 10, 9, 7, 5, 10, 9, 15]
    assert finnish == [8, 4, 4, 2, 4, 4, 2, 6]
    many = allotted_sw(facts(), "Finnish", 400, 400)
    assert list(many.values()) == finnish
    twice = allotted_sw(facts("9/44", {"scenario/copies": "2"}), "Finnish", 400, 400)
    assert list(twice.values()) == [2 * count for count in finnish]


@pytest.mark.rule("H1.83T-S", "H1.83.3")
def test_soviet_sw_chart(facts):
    names = ["LMG", "MMG", "HMG", ".50-cal", "ATR", "LtMTR", "FT", "DC"]
    assert list(sw_chart(facts(), "Soviet")) == names
    rows = {
        "6/40": [8, 14, 18, 23, None, 6, 4, 3],
        "6/41": [9, 15, 22, 25, 13, 9, 3, 2],
        "6/42": [10, 18, 24, 26, 10, 12, 3, 2],
        "6/43": [8, 13, 19, 24, 8, 7, 3, 2],
        "6/44": [7, 10, 15, 22, 6, 8, 2, 1],
        "6/45": [6, 9, 14, 20, 7, 11, 2, 1],
    }
    for date, row in rows.items():
        assert _per(facts(date), "Soviet") == row
        assert _per(facts(date), "Partisan") == rows["6/42"]
    counts = [count for _, _, count in sw_chart(facts(), "Soviet").values()]
    assert counts == [17, 12, 8, 6, 10, 5, 4, 10]


@pytest.mark.rule("H1.83", "H1.83.1", "H1.83.2")
def test_sw_by_equivalents_and_engineers(facts):
    found = allotted_sw(facts("6/44"), "Soviet", 21, 3)
    assert found == {
        "LMG": 3,
        "MMG": 2,
        "HMG": 1,
        ".50-cal": 0,
        "ATR": 3,
        "LtMTR": 2,
        "FT": 1,
        "DC": 3,
    }
    assert allotted_sw(facts("6/44"), "Soviet", 21, 0)["DC"] == 0
    with pytest.raises(Refusal, match=r"sw/U\.S\."):
        allotted_sw(facts("6/44"), "U.S.", 21, 0)
    own = {"sw/U.S./MMG/per": "42=9 44=7", "sw/U.S./FT/per": "2", "sw/U.S./FT/engineers": "yes"}
    assert allotted_sw(facts("6/44", own), "U.S.", 21, 5) == {"MMG": 3, "FT": 2}


@pytest.mark.parametrize(
    ("text", "inside", "outside"),
    [
        ("thru 38", "12/38", "1/39"),
        ("1/39-8/39", "8/39", "9/39"),
        ("1-6/43", "6/43", "7/43"),
        ("39-40", "1/39", "1/41"),
        ("1939-40", "12/40", "12/38"),
        ("6/43-45", "12/45", "5/43"),
        ("9/44", "9/44", "10/44"),
        ("45", "1/45", "12/44"),
    ],
)
def test_column_heads(text, inside, outside):
    assert Date.read(inside) in span(text)
    assert Date.read(outside) not in span(text)
    assert column(["37", text], Date.read(inside)) == 1


@pytest.mark.parametrize("text", ["44", "13/44", "9/1950", "1944-9x", "", "Sept 44"])
def test_bad_dates_are_refused(text):
    with pytest.raises(BadInput, match="bad_date"):
        Date.read(text)


@pytest.mark.parametrize("text", ["44-x", "x", "thru", "1/2/3"])
def test_bad_spans_are_refused(text):
    with pytest.raises(BadInput, match="bad_span"):
        span(text)
