"""By clauses: nothing becomes untested or out of reach that is not owed already."""

from __future__ import annotations

import tomllib
from importlib import resources
from pathlib import Path

import pytest

import hexfire
from hexfire.rulebook import ledger
from hexfire.rulebook.coverage import coverage
from hexfire.rulebook.reach import reach_of
from hexfire.rulebook.standing import Debt, Owed, debt, standing

TESTS = Path(__file__).resolve().parent.parent
PACKAGE = Path(hexfire.__file__).parent


@pytest.fixture(scope="module")
def found() -> Debt:
    book, reach = ledger(), reach_of(PACKAGE)
    places = coverage(book, PACKAGE, TESTS)
    parts = [standing(places, reach, part, book.to_prove(part)) for part in book.parts]
    return debt(Owed.read(TESTS / "clauses" / "owed.toml"), parts)


def test_no_more_clauses_are_untested_than_are_owed(found: Debt) -> None:
    assert not found.untested, "part, untested, owed: write the tests; never raise the number"


def test_every_rule_out_of_reach_is_listed_with_its_reason(found: Debt) -> None:
    assert not found.out_of_reach, "call it from a command, the server or a game, or list it"


def test_the_list_of_rules_out_of_reach_holds_no_rule_that_is_in_reach(found: Debt) -> None:
    assert not found.settled, "strike these from tests/clauses/owed.toml"


def test_what_is_owed_names_rules_and_parts_of_the_ledger() -> None:
    owed = Owed.read(TESTS / "clauses" / "owed.toml")
    listed = [rule for each in owed.out_of_reach for rule in each.rules]
    assert sorted(listed) == sorted(set(listed)), "a rule stands in the list twice"
    assert all(rule in ledger() for rule in listed)
    assert set(owed.untested) <= set(ledger().parts)
    assert all(each.reason for each in owed.out_of_reach)


def test_what_lies_outside_names_its_ruling_and_has_no_test() -> None:
    book = ledger()
    clauses = [clause for rule in book for clause in book.clauses_of(rule) if clause.outside]
    written = "".join(
        file.read_text("utf-8") for file in (TESTS.parent / "docs" / "rulings").glob("*.md")
    )
    tested = coverage(book, PACKAGE, TESTS).tests
    for clause in clauses:
        assert f"| {clause.outside} |" in written
        assert clause.id not in tested
    text = resources.files("hexfire.rulebook.ledger").joinpath("outside.toml").read_text("utf-8")
    assert set(tomllib.loads(text)) == {clause.id for clause in clauses}
