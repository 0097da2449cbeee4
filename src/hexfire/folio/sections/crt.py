"""`[crt]`: the rows of differentials and the results of each roll."""

from __future__ import annotations

import re

from hexfire.folio.combat import RESULTS
from hexfire.folio.crt import Crt
from hexfire.folio.problems import Table

_DIE = re.compile(r"([1-9]?)d([1-9]\d?)")
_RANGE = re.compile(r"([+-]?\d{1,3})(?:\.\.([+-]?\d{1,3}))?")
_DOTS = {"•", "●", "-", "."}


def read_crt(table: Table, used: set[str]) -> Crt | None:
    """The table, in which every row that terrain and hexsides use must be found."""
    die = table.text("die", "d6")
    if not _DIE.fullmatch(die):
        table.wrong("die", "die", value=die)
        return None
    rows_table, results_table = table.table("rows", True), table.table("results", True)
    table.done()
    rows = {name: _row(rows_table, name) for name in rows_table.keys()}  # noqa: SIM118
    for row in sorted(used - set(rows)):
        table.notes.in_toml(("crt", "rows"), "no_row", row=row, known=tuple(rows))
    if not rows:
        return None
    width = len(next(iter(rows.values())))
    for name, ranges in rows.items():
        if len(ranges) != width:
            rows_table.wrong(name, "row_width", name=name, count=len(ranges), width=width)
    rolls = Crt(die, rows, {0: ("•",) * width}).rolls
    results = {roll: _results(results_table, str(roll), width) for roll in rolls}
    results_table.done()
    return Crt(die, rows, results)


def _row(table: Table, name: str) -> tuple[tuple[int, int], ...]:
    columns: list[tuple[int, int]] = []
    for i, text in enumerate(table.texts(name)):
        match = _RANGE.fullmatch(text)
        if match is None:
            table.wrong(name, "range", i, value=text)
            return ()
        low = int(match[1])
        high = int(match[2]) if match[2] else low
        if high < low or (columns and low != columns[-1][1] + 1):
            table.wrong(name, "range_gap", i, value=text)
        columns.append((low, high))
    return tuple(columns)


def _results(table: Table, roll: str, width: int) -> tuple[str, ...]:
    if roll not in table.keys():  # noqa: SIM118
        table.wrong("", "no_roll", roll=roll)
        return ("•",) * width
    results = ["•" if text in _DOTS else text for text in table.texts(roll)]
    for i, result in enumerate(results):
        if result not in RESULTS:
            table.wrong(roll, "result", i, value=result, known=RESULTS)
    if len(results) != width:
        table.wrong(roll, "results_width", roll=roll, count=len(results), width=width)
    return tuple(results)
