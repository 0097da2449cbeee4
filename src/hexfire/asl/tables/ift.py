"""The Infantry Fire Table: which column, which result."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from hexfire.asl.tables import read

FP = int | Fraction


class Harm(StrEnum):
    """A7.3: the five things an IFT cell may say."""

    KIA = "KIA"
    K = "K"
    MC = "MC"
    PTC = "PTC"
    NONE = "-"


class Cell(NamedTuple):
    """One result of the IFT: what, and its number (NMC is a MC with 0)."""

    harm: Harm
    number: int = 0

    def __str__(self) -> str:
        match self.harm:
            case Harm.KIA:
                return f"{self.number}KIA"
            case Harm.K:
                return f"K/{self.number}"
            case Harm.MC:
                return f"{self.number}MC" if self.number else "NMC"
            case _:
                return str(self.harm)


NO_EFFECT = Cell(Harm.NONE)


def cell(text: str) -> Cell:
    """A cell as it is printed.

    >>> str(cell("K/3")), str(cell("NMC"))
    ('K/3', 'NMC')
    """
    if text.endswith("KIA"):
        return Cell(Harm.KIA, int(text[:-3]))
    if text.startswith("K/"):
        return Cell(Harm.K, int(text[2:]))
    if text.endswith("MC"):
        return Cell(Harm.MC, 0 if text == "NMC" else int(text[:-2]))
    return Cell(Harm(text))


@lru_cache
def columns() -> tuple[int, ...]:
    """The FP columns, from 1 to 36."""
    return tuple(read("ift")["columns"]["fp"])


@lru_cache
def _rows() -> tuple[tuple[Cell, ...], ...]:
    rows = read("ift")["rows"]
    return tuple(tuple(cell(text) for text in rows[str(dr)]) for dr in range(len(rows)))


@lru_cache
def column(fp: FP) -> int | None:
    """A7.3: the column used is the highest that the FP reaches; below 1 FP there is no attack."""
    reached = [printed for printed in columns() if printed <= fp]
    return reached[-1] if reached else None


def column_left(fp: FP, by: int = 1) -> int | None:
    """The column `by` places to the left; nothing is left of the first."""
    now = column(fp)
    if now is None:
        return None
    at = columns().index(now) - by
    return columns()[at] if at >= 0 else None


def result(column_fp: int, final_dr: int) -> Cell:
    """A7.3: the cell for a Final DR (0 and below share a row, as do 15 and above)."""
    rows = _rows()
    if final_dr >= len(rows):
        return NO_EFFECT
    return rows[max(0, final_dr)][columns().index(column_fp)]


def he_fp(caliber: float) -> int | None:
    """C.6: the FP of an HE shell is the column of the largest printed calibre not above its own."""
    table = read("ift")["columns"]
    fitting = [fp for fp, mm in zip(table["fp"], table["min_mm"], strict=True) if mm <= caliber]
    return fitting[-1] if fitting else None


@lru_cache
def k_number(column_fp: int) -> int:
    """The DR that gives a K result in this column."""
    return int(read("ift")["derived"]["k_number"][columns().index(column_fp)])


@lru_cache
def kia_number(column_fp: int) -> int:
    """The highest DR that gives a KIA in this column."""
    return int(read("ift")["derived"]["kia_number"][columns().index(column_fp)])


@lru_cache
def vehicle_number(column_fp: int) -> int:
    """A7.308: the ★Vehicle number of the column."""
    return int(read("ift")["columns"]["star_vehicle"][columns().index(column_fp)])


@lru_cache
def most_kia(column_fp: int) -> int:
    """The largest KIA number of the column: as many vehicles can one attack affect (A7.308)."""
    return _rows()[0][columns().index(column_fp)].number


def special_fp(weapon: str) -> int:
    """The FP printed for a special attack: `DC`, `PF`, `C75` …"""
    return int(read("ift")["columns"]["fp_of"][weapon])
