"""Where one row of a table ends and the next begins: both sides of every limit."""

from __future__ import annotations

import pytest

from hexfire.asl.effects.struck import hit_payload
from hexfire.asl.shots.shot import Ammo, Kind, TargetKind, TargetType
from hexfire.asl.tables import to_kill as table

from .conftest import gun, hit


@pytest.mark.rule("C7.24", "C7.24-T")
@pytest.mark.parametrize(
    ("caliber", "at_2", "at_25", "at_49"),
    [
        (20, 1, -2, None), (25, 1, -2, None), (28, 1, -2, None),
        (37, 1, -2, -4), (57, 1, -2, -4),
        (65, 0, -1, -3), (88, 0, -1, -3),
    ],
)  # fmt: skip
def test_range_and_ap(caliber: int, at_2: int, at_25: int, at_49: int | None) -> None:
    assert [table.case_d_ap(caliber, r) for r in (2, 25, 49)] == [at_2, at_25, at_49]


@pytest.mark.rule("C7.24", "C7.24-T")
@pytest.mark.parametrize(
    ("caliber", "by_range"),
    [
        (37, {1: 3, 12: 0, 13: -2, 18: -2, 19: -4, 30: -6, 31: None}),
        (57, {1: 3, 12: 0, 13: -2, 18: -2, 19: -4, 30: -6, 31: None}),
        (65, {1: 3, 12: 0, 13: -1, 18: -1, 19: -3, 30: -4, 31: -5, 48: -7, 49: None}),
        (75, {1: 3, 12: 0, 13: -1, 18: -1, 19: -3, 30: -4, 31: -5, 48: -7, 49: None}),
    ],
)
@pytest.mark.rule("C7.24-T#2")
def test_range_and_apcr(caliber: int, by_range: dict[int, int | None]) -> None:
    assert {r: table.case_d_apcr(caliber, r, apds=False) for r in by_range} == by_range


@pytest.mark.rule("C7.24", "C7.24-T")
def test_range_and_apds() -> None:
    found = [table.case_d_apcr(57, r, apds=True) for r in (1, 2, 24, 25, 31, 48, 49)]
    assert found == [1, 0, 0, -1, -2, -4, None]


@pytest.mark.rule("C7.311")
@pytest.mark.parametrize(
    ("caliber", "number"),
    [(15, None), (20, 7), (28, 7), (37, 8), (57, 8), (65, 9), (83, 9), (85, 10), (95, 10),
     (100, 11), (152, 11)],
)  # fmt: skip
def test_solid_shot_at_what_is_not_armored(caliber: int, number: int | None) -> None:
    assert table.ap_unarmored(caliber) == number


@pytest.mark.rule("C7.34", "C7.342")
@pytest.mark.parametrize(
    ("caliber", "armored", "unarmored"),
    [(19, None, None), (20, 3, 6), (29, 3, 6), (30, 4, 8), (49, 5, 9), (50, 6, 10), (69, 6, 10),
     (70, 7, 12), (76, 7, 12), (99, 8, 14), (100, 10, 16), (149, 12, 18), (150, 16, 20)],
)  # fmt: skip
def test_he_by_calibre(caliber: int, armored: int | None, unarmored: int | None) -> None:
    assert (table.he_basic(caliber), table.he_unarmored(caliber)) == (armored, unarmored)


def atr(caliber: str = "14"):
    return gun(caliber, kind=Kind.ATR, nation="German", sw=True)


@pytest.mark.rule("C11.52", "C8.31-T")
@pytest.mark.parametrize(("caliber", "on_men"), [("8", None), ("14", None), ("20", 1)])
def test_an_atr_of_any_bore_strikes_a_gun(caliber: str, on_men: int | None) -> None:
    """As solid shot below 37mm: 1 FP; against men only the 20mm ones have that."""
    rifle = atr(caliber)
    men = {"kind": TargetKind.INFANTRY, "unit": None}
    at_gun = {"kind": TargetKind.GUN, "unit": None}
    facts = {"weapon": rifle, "target_type": TargetType.INFANTRY, "ammo": Ammo.AP}
    assert hit_payload(hit(target=at_gun, **facts)).column == 1
    assert hit_payload(hit(target=men, **facts)).column == on_men
    assert hit_payload(hit(target=at_gun, is_ch=True, **facts)).column == 2
    assert hit_payload(hit(target=at_gun, half_fp=1, **facts)).column is None


@pytest.mark.rule("C11.52", "C8.31-T")
@pytest.mark.parametrize(("size", "column"), [("20", 1), ("28", 1), ("37", 2), ("75", 2)])
def test_solid_shot_at_men_and_guns(size: str, column: int) -> None:
    for kind in (TargetKind.INFANTRY, TargetKind.GUN):
        found = hit(
            weapon=gun(size, nation="German"),
            target={"kind": kind, "unit": None},
            target_type=TargetType.INFANTRY,
        )
        assert hit_payload(found).column == column
