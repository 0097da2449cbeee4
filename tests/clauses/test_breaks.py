"""The lists of wrong versions (tests/breaks) still fit the sources and the ledger.

Whether a test notices each is asked by `python tests/break_rules.py`, not here.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from hexfire.rulebook import ledger

TESTS = Path(__file__).resolve().parent.parent
PACKAGE = TESTS.parent / "src" / "hexfire"
LISTS = sorted((TESTS / "breaks").glob("*.toml"))


@pytest.mark.parametrize("list_file", LISTS, ids=lambda file: file.stem)
def test_what_each_break_spoils_stands_exactly_once_in_its_file(list_file: Path) -> None:
    stale, twice, seen = [], [], set()
    for each in tomllib.loads(list_file.read_text("utf-8"))["break"]:
        file = PACKAGE / each["file"]
        text = file.read_text("utf-8") if file.is_file() else ""
        if text.count(each["old"]) != 1 or each["old"] == each["new"]:
            stale.append((each["clauses"], each["file"], each["old"]))
        if (break_ := (each["file"], each["old"], each["new"])) in seen:
            twice.append(break_)
        seen.add(break_)
        for path in each.get("tests", "").split():
            assert (TESTS.parent / path).exists(), path
    assert not stale, "the source was changed: spoil its new words, or strike the break"
    assert not twice


@pytest.mark.parametrize("list_file", LISTS, ids=lambda file: file.stem)
def test_each_break_names_clauses_of_the_ledger_where_their_rule_stands_there(
    list_file: Path,
) -> None:
    book = ledger()
    for each in tomllib.loads(list_file.read_text("utf-8"))["break"]:
        assert each["clauses"], each
        for clause in each["clauses"]:
            assert "#" not in clause or book.knows(clause), clause


@pytest.mark.parametrize("part", sorted(ledger().parts))
def test_every_row_is_broken_by_some_list(part: str) -> None:
    """`python tests/break_rules.py --rows` lists what nobody breaks."""
    broken = {
        clause.partition("#")[0]
        for list_file in LISTS
        for each in tomllib.loads(list_file.read_text("utf-8"))["break"]
        for clause in each["clauses"]
    }
    rows = [rule.id for rule in ledger().of(part) if rule.needs_test]
    assert not [row for row in rows if row not in broken]
