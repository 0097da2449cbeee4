"""Dates of the war, and the date spans that head the columns of the chapter's tables."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from hexfire.rulebook import BadInput, read_whole

_MONTH_YEAR = re.compile(r"(\d{1,2})/(\d{2}|\d{4})")
_YEAR_MONTH = re.compile(r"(\d{4})-(\d{1,2})")
_YEAR = re.compile(r"\d{2}|\d{4}")


class Date(NamedTuple):
    """A month of the war."""

    year: int
    month: int

    def __str__(self) -> str:
        return f"{self.year}-{self.month:02}"

    @classmethod
    def read(cls, text: str) -> Date:
        """`1944-09` or `9/44`."""
        if matched := _YEAR_MONTH.fullmatch(text.strip()):
            year, month = int(matched[1]), int(matched[2])
        elif matched := _MONTH_YEAR.fullmatch(text.strip()):
            year, month = _year(matched[2]), int(matched[1])
        else:
            raise BadInput("purchase.bad_date", text=text)
        if not (1 <= month <= 12 and 1930 <= year <= 1945):
            raise BadInput("purchase.bad_date", text=text)
        return cls(year, month)


class Span(NamedTuple):
    """From one month to another, both included."""

    first: Date
    last: Date

    def __contains__(self, date: object) -> bool:
        return isinstance(date, Date) and self.first <= date <= self.last


def _year(text: str) -> int:
    return int(text) if len(text) == 4 else 1900 + int(text)


@lru_cache(maxsize=512)
def span(text: str) -> Span:
    """A column head: `thru 38`, `1/39-8/39`, `1-6/43`, `39-40`, `6/43-45`, `9/44`, `45`."""
    words = text.strip()
    if words.startswith("thru "):
        return Span(Date(1900, 1), _end(words.removeprefix("thru "), text))
    left, dash, right = words.partition("-")
    if not dash:
        return Span(_start(left, left, text), _end(left, text))
    return Span(_start(left, right, text), _end(right, text))


def _start(part: str, other: str, whole: str) -> Date:
    """The first month; in `1-6/43` the year stands only at the other end."""
    if matched := _MONTH_YEAR.fullmatch(part):
        return Date(_year(matched[2]), int(matched[1]))
    later = _MONTH_YEAR.fullmatch(other)
    month = read_whole(part)
    if later and part != other and month is not None and month <= 12:
        return Date(_year(later[2]), month)
    if _YEAR.fullmatch(part):
        return Date(_year(part), 1)
    raise BadInput("purchase.bad_span", text=whole)


def _end(part: str, whole: str) -> Date:
    if matched := _MONTH_YEAR.fullmatch(part):
        return Date(_year(matched[2]), int(matched[1]))
    if _YEAR.fullmatch(part):
        return Date(_year(part), 12)
    raise BadInput("purchase.bad_span", text=whole)


def column(heads: Sequence[str], date: Date) -> int | None:
    """Which column of a table a date falls into."""
    return next((at for at, head in enumerate(heads) if date in span(head)), None)
