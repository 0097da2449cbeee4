"""The Infantry Fire Table itself."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hexfire.asl.tables import ift
from hexfire.asl.tables.ift import Harm, cell, column, column_left, he_fp, result


@pytest.mark.rule("A7.3")
@pytest.mark.parametrize(
    ("fp", "dr", "printed"),
    [
        (12, 6, "2MC"),
        (12, 3, "K/3"),
        (24, 4, "1KIA"),
        (1, 5, "PTC"),
        (1, 6, "-"),
        (36, 15, "PTC"),
        (36, 0, "7KIA"),
        (6, 7, "NMC"),
        (2, 1, "1KIA"),
    ],
)
def test_cells(fp: int, dr: int, printed: str) -> None:
    assert str(result(fp, dr)) == printed
    assert cell(printed) == result(fp, dr)


@pytest.mark.rule("A7.3")
def test_the_edges_of_the_table() -> None:
    assert result(12, -4) == result(12, 0)
    assert result(36, 16).harm is Harm.NONE
    assert [column(fp) for fp in (0, Fraction(1, 2), 1, 7, 12, 13, 36, 60)] == [
        None,
        None,
        1,
        6,
        12,
        12,
        36,
        36,
    ]
    assert column(Fraction(3, 2)) == 1
    assert (column_left(12), column_left(1), column_left(30, 2)) == (8, None, 20)


@pytest.mark.rule("A7.3")
def test_more_fp_and_a_lower_dr_never_help_the_target() -> None:
    order = [Harm.NONE, Harm.PTC, Harm.MC, Harm.K, Harm.KIA]

    def severity(found: ift.Cell) -> tuple[int, int]:
        return order.index(found.harm), found.number

    columns = ift.columns()
    for at, fp in enumerate(columns):
        for dr in range(16):
            here = severity(result(fp, dr))
            assert here >= severity(result(fp, dr + 1))
            if at:
                assert here >= severity(result(columns[at - 1], dr))


@pytest.mark.rule("C1.55", "A7.308")
def test_the_numbers_derived_from_the_rows() -> None:
    for fp in ift.columns():
        k = ift.k_number(fp)
        assert result(fp, k).harm is Harm.K and result(fp, k + 1).harm is not Harm.K
        assert result(fp, ift.kia_number(fp)).harm is Harm.KIA
        assert ift.kia_number(fp) == k - 1
    assert [ift.vehicle_number(fp) for fp in (1, 12, 36)] == [3, 8, 13]
    assert [ift.most_kia(fp) for fp in (1, 12, 36)] == [1, 3, 7]


@pytest.mark.rule("C.6")
@pytest.mark.parametrize(
    ("caliber", "fp"), [(100, 20), (105, 20), (90, 16), (80, 16), (19, None), (75, 12), (37, 4)]
)
def test_he_uses_the_largest_calibre_not_above_its_own(caliber: int, fp: int | None) -> None:
    assert he_fp(caliber) == fp
