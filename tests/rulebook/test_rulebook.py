"""Tallies, refusals, the ledger, and the count of what is implemented and tested."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import hexfire
from hexfire.rulebook import BadInput, Message, Modifier, Refusal, Tally, ledger
from hexfire.rulebook.coverage import coverage, unknown_marks

PACKAGE = Path(hexfire.__file__).parent


def test_a_tally_sums_what_applies_and_keeps_what_does_not() -> None:
    tally = Tally.of(
        [
            Modifier("J", "C6.1", 2),
            Modifier("J1", "C6.11", 1),
            Modifier("K", "C6.2", 2, applies=False, why=Message.of("x")),
        ]
    ) + Tally.of([Modifier("Q", "C6.8", -1)])
    assert tally.total == 2
    assert tally.as_dict() == {"J": 2, "J1": 1, "Q": -1}
    assert [item.case for item in tally] == ["J", "J1", "Q"]
    assert [item.case for item in tally.rejected] == ["K"]
    assert tally.value_of("K") == 0 and tally.value_of("J") == 2
    assert Tally().total == 0


def test_a_refusal_carries_rule_and_reason() -> None:
    refusal = Refusal("F5.3a", "folio.stacking", unit="4/47", hex="0812")
    assert refusal.rule == "F5.3a"
    assert refusal.message == Message.of("folio.stacking", hex="0812", unit="4/47")
    assert refusal.message["unit"] == "4/47"
    assert BadInput("core.no_file", path="x").rule == ""


def test_the_ledger_has_every_row_of_the_rule_documents(shared: Path) -> None:
    """Needs ../shared: the workshop's lists, one row per numbered rule."""
    for file in sorted((shared / "rules").glob("*.tsv")):
        for line in file.read_text("utf-8").splitlines()[1:]:
            rule_id, title_en = line.split("\t")[:2]
            assert ledger()[rule_id].title_en == title_en or rule_id in ledger()


def test_every_row_is_whole() -> None:
    kinds = {
        "definition", "procedure", "restriction", "modifier",
        "table", "state", "optional", "commentary",
    }  # fmt: skip
    for rule in ledger().values():
        assert rule.kind in kinds, rule.id
        texts = (rule.title_en, rule.title_ja, rule.summary_en, rule.summary_ja, rule.requirement)
        assert all(texts), rule.id


def test_rules_are_found_as_people_write_them() -> None:
    book = ledger()
    for text in ("C6.11", "c6.11", " C 6.11 "):
        rule = book.find(text)
        assert rule is not None and rule.id == "C6.11"
    assert book.find("C99") is None
    assert book.search("F5.3")[0].id.startswith("F5.3")
    assert "C3.2" in {rule.id for rule in book.search("射界")}
    assert "C3.2" in {rule.id for rule in book.search("covered arc")}
    assert book.search("  ") == ()


def test_a_finer_citation_falls_back_to_its_row() -> None:
    rule = ledger().like("C6.11b")
    assert rule is not None and rule.id == "C6.11"
    assert ledger().like("Q1") is None


CODE = '''
def moving_target(shot):
    """C6.1: a vehicle that moves is hard to hit; see C6.11 too."""
    return Modifier("K", "C6.2", 2)
'''
TESTS = """
import pytest

import hexfire

@pytest.mark.rule("C6.1", "C6.2")
def test_moving(): ...

@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("C6.11"))])
def test_more(x): ...

@pytest.mark.rule("C6.99")
def test_slip(): ...
"""


def test_coverage_reads_docstrings_citations_and_marks(tmp_path: Path) -> None:
    code, tests = tmp_path / "code", tmp_path / "tests"
    for folder, text in ((code, CODE), (tests, TESTS)):
        folder.mkdir()
        (folder / "test_it.py").write_text(text, "utf-8")
    found = coverage(ledger(), code, tests)
    assert set(found.code) == {"C6.1", "C6.11", "C6.2"}
    assert found.code["C6.1"][0].name == "moving_target"
    assert {"C6.1", "C6.2", "C6.11"} <= set(found.tests)
    gaps = found.gaps(ledger(), "gunnery")
    assert "C6.1" not in gaps and "C6.3" in gaps
    commentary = [rule.id for rule in ledger().of("gunnery") if rule.kind == "commentary"]
    assert commentary and not set(commentary) & set(gaps)
    assert [rule for rule, _ in unknown_marks(ledger(), tests)] == ["C6.99"]


def test_without_tests_nothing_is_claimed(tmp_path: Path) -> None:
    found = coverage(ledger(), tmp_path, tmp_path / "none")
    assert not found.tests_found and not found.tests


def test_all_marks_of_our_own_tests_name_known_rules() -> None:
    here = Path(__file__).resolve().parent.parent
    assert unknown_marks(ledger(), here) == () or pytest.fail(str(unknown_marks(ledger(), here)))


def test_whatever_a_refusal_or_the_log_names_can_be_opened() -> None:
    """A rule that is named to a player stands in the ledger, supporting ones too."""
    book, unknown = ledger(), []
    for file in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            match node:
                case ast.Call(
                    func=ast.Name(id="Refusal") | ast.Attribute(attr="say"),
                    args=[ast.Constant(value=str(rule)), *_],
                ) if re.match(r"[A-Z]\.?\d", rule) and not book.knows(rule):
                    unknown.append(f"{file.relative_to(PACKAGE)}:{node.lineno} {rule}")
    assert unknown == []
