"""The tables of situations beside this file, row by row (their form: tests/support/tables.py)."""

from __future__ import annotations

from pathlib import Path

import pytest
from folio_rows import Situation, carry_out_situation
from missions import Mission, carry_out_mission
from tables import Ask, Buy, Row, carry_out_ask, carry_out_buy, read_tables
from wall_rows import carry_out_walls

HERE = Path(__file__).parent
ROWS = [
    pytest.param(row, id=f"{file}: {row.name}", marks=pytest.mark.rule(*row.clauses))
    for file, row in read_tables(HERE)
]


@pytest.mark.parametrize("row", ROWS)
def test_a_situation_and_its_result(row: Row, tmp_path: Path) -> None:
    if isinstance(row, Ask):
        carry_out_ask(row, tmp_path)
    elif isinstance(row, Buy):
        carry_out_buy(row)
    elif isinstance(row, Mission):
        carry_out_mission(row)
    elif isinstance(row, Situation):
        carry_out_situation(row)
    else:
        carry_out_walls(row)
