"""The To Kill tables, cell by cell, as they are printed: sizes grouped by their number."""

from __future__ import annotations

import pytest

from hexfire.asl.tables import to_kill

AP = {
    5: "12.7 15", 6: "20L", 7: "20LL 25LL 37*", 8: "37 47* 57* 70*", 9: "37L 40 57 65* 76*",
    10: "40L 45L 47 75*", 11: "37LL 45LL 47L 50 88*", 12: "76 84*", 13: "50L 88 120*",
    14: "75 105", 15: "57L 57LL", 17: "75L 76L 80L 81L 82L 83L 85L 150* 152*", 19: "77L 200L",
    20: "88L", 21: "90L 105L 150 152 155", 23: "75LL 76LL", 25: "122L", 27: "88LL 100L 120L",
    28: "150L 155L", 32: "140L", 33: "128L 170L",
}  # fmt: skip
APCR = {
    10: "37L", 12: "28LL 45L", 13: "45LL 47L", 14: "40LL 50", 17: "50L", 18: "57LL", 19: "85L",
    20: "75L 76L", 23: "88L", 27: "90L",
}  # fmt: skip
HEAT = {
    11: "57 65 94", 12: "70", 13: "75 76 BAZ43", 14: "100", 15: "105 PIAT", 16: "95 BAZ44 BAZ45",
    17: "122", 21: "150", 22: "PFk", 26: "37 40 47 PSK", 31: "PF",
}  # fmt: skip


def cells(table: dict[int, str]) -> list[tuple[str, int]]:
    return [(size, number) for number, sizes in table.items() for size in sizes.split()]


@pytest.mark.rule("C7.31-T#1", "C7.31-T#2")
def test_armor_piercing() -> None:
    assert {size: to_kill.ap_basic(size) for size, _ in cells(AP)} == dict(cells(AP))
    coloured = [("76L", "Russian", 13), ("76LL", "Japanese", 16), ("90L", "Italian", 20)]
    for size, nation, number in coloured:
        assert to_kill.ap_basic(size, nation) == number
    assert to_kill.ap_basic("76L", "German", made_by="Russian") == 13
    assert to_kill.atr_basic("Russian") == 6
    assert (to_kill.atr_basic("Finnish", "20L"), to_kill.atr_basic("Finnish", "14.5")) == (6, 5)
    assert to_kill.mg_basic() == 4


@pytest.mark.rule("C7.32-T#1")
def test_hard_cores() -> None:
    assert {size: to_kill.apcr_basic(size) for size, _ in cells(APCR)} == dict(cells(APCR))
    assert [to_kill.apcr_basic("76L", of) for of in ("Russian", "American", "German")] == [
        14, 22, 20
    ]  # fmt: skip
    assert to_kill.apcr_basic("76LL", "Russian") == 18
    assert [to_kill.apds_basic(size) for size in ("57L", "76LL", "75L")] == [18, 25, None]


@pytest.mark.rule("C7.33-T#1", "C7.331")
def test_hollow_charges() -> None:
    assert {size: to_kill.heat_basic(size) for size, _ in cells(HEAT)} == dict(cells(HEAT))
    assert to_kill.heat_unarmored() == 11


@pytest.mark.rule("C7.34-T#1", "C7.34-T#2", "C7.342")
def test_high_explosive() -> None:
    """At the least calibre of each class, and just below the next."""
    smallest = [20, 30, 40, 50, 70, 80, 100, 120, 150]
    just_below = [29, 39, 49, 69, 79, 99, 119, 149, 305]
    for calibers in (smallest, just_below):
        assert [to_kill.he_basic(mm) for mm in calibers] == [3, 4, 5, 6, 7, 8, 10, 12, 16]
        assert [to_kill.he_unarmored(mm) for mm in calibers] == [6, 8, 9, 10, 12, 14, 16, 18, 20]
    assert to_kill.he_basic(19) is None
    assert [to_kill.flame(of) for of in ("dc", "ft", "mol", "mol_projector")] == [16, 8, 6, 6]


@pytest.mark.rule("C7.24-T", "C7.311")
def test_what_range_does() -> None:
    """At the nearest hex of each band."""
    bands = [0, 2, 3, 7, 19, 25, 31, 37, 43, 49, 55, 61, 67, 79]
    ap = {
        25: [2, 1, 1, 0, -1, -2, -3, -4, -5, None, None, None, None, None],
        57: [1, 1, 0, 0, -1, -2, -2, -3, -4, -4, -5, None, None, None],
        65: [1, 0, 0, 0, -1, -1, -2, -2, -3, -3, -4, -4, -5, None],
    }
    for caliber, printed in ap.items():
        assert [to_kill.case_d_ap(caliber, hexes) for hexes in bands] == printed
        last = [to_kill.case_d_ap(caliber, hexes - 1) for hexes in bands[1:]]
        assert last == printed[:-1]
    bands = [0, 2, 3, 7, 13, 19, 25, 31, 37, 43, 49]
    hard = {
        (57, False): [3, 2, 1, 0, -2, -4, -6, None, None, None, None],
        (65, False): [3, 2, 1, 0, -1, -3, -4, -5, -6, -7, None],
        (57, True): [1, 0, 0, 0, 0, 0, -1, -2, -3, -4, None],
    }
    for (caliber, apds), printed in hard.items():
        assert [to_kill.case_d_apcr(caliber, hexes, apds) for hexes in bands] == printed
        last = [to_kill.case_d_apcr(caliber, hexes - 1, apds) for hexes in bands[1:]]
        assert last == printed[:-1]
    solid = [to_kill.ap_unarmored(mm) for mm in (15, 20, 28, 37, 57, 65, 83, 85, 95, 100)]
    assert solid == [None, 7, 7, 8, 8, 9, 9, 10, 10, 11]


@pytest.mark.rule("C7.7-T#3", "C7.7-T#6", "C7.7-T#7", "C7.7-T#9", "C7.7-T#11", "C7.7-T#12")
def test_the_afv_destruction_table() -> None:
    columns = ("direct_fire_or_bomb", "dc", "ft_mol", "mg", "indirect_fire", "ap_mines")
    columns += ("at_mines", "cc")
    location = "Im(H)/Sh(T)"
    printed = {
        "le_half": "Burn Burn Burn Burn Burn Im Burn Burn",
        "less": "Elim Elim Burn Elim Elim Im Elim Elim",
        "equal": f"{location} {location} Elim Stun {location} Im Elim Im",
        "he_one_more": f"{location} {location} - - {location} - - -",
        "non_he_one_more": "P.Sh - - - - - - -",
        "at_mine_more": "- - - - - - Im -",
    }
    for row, results in printed.items():
        assert [to_kill.afv_destruction(row, one) for one in columns] == results.split()
