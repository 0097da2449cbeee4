"""Which code implements a rule, and which tests prove it: read from the sources themselves.

Code implements a rule when a docstring cites it, or when a string that is exactly its id stands in
the code (a modifier's, a request's or a refusal's rule). A test proves a rule when it is marked
`@pytest.mark.rule("C6.11")`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from hexfire.rulebook.ledger import Ledger

_SPEAK_OF_RULES = frozenset({"rulebook", "lang", "cli", "server"})
"""Packages that speak of rules without implementing any."""

_WORD = re.compile(r"Case [A-R]\d?|[A-Z][A-Za-z]*[-.]?\d*[\w.\-]*")


class Place(msgspec.Struct, frozen=True, order=True):
    """Where in the sources: a file (relative to the folder looked through), a line, a name."""

    file: str
    line: int
    name: str


class Coverage(msgspec.Struct, frozen=True):
    """For each rule id: the places that implement it and the tests that prove it."""

    code: Mapping[str, tuple[Place, ...]]
    tests: Mapping[str, tuple[Place, ...]]
    tests_found: bool

    def gaps(self, ledger: Ledger, part: str) -> tuple[str, ...]:
        """Rows of a part that want a test and have none."""
        return tuple(r.id for r in ledger.of(part) if r.needs_test and r.id not in self.tests)


def coverage(ledger: Ledger, source: Path, tests: Path | None, only: str | None = None) -> Coverage:
    """Look through the package and, if they are there, the tests; for one rule, where it is named.

    Reading every file takes seconds; for one rule only the files that hold its id are read.
    """
    known = frozenset(ledger) if only is None else frozenset({only})
    code = _collect(source, lambda tree: _cited(tree, known), only)
    if tests is None or not tests.is_dir():
        return Coverage(code, {}, False)
    return Coverage(code, _collect(tests, _marked, only), True)


def unknown_marks(ledger: Ledger, tests: Path) -> tuple[tuple[str, Place], ...]:
    """Marks that name a rule the ledger does not have: slips of the pen."""
    marks = _collect(tests, _marked)
    return tuple((rule, place) for rule in marks if rule not in ledger for place in marks[rule])


def _collect(
    folder: Path,
    find: Callable[[ast.Module], Iterable[tuple[str, int, str]]],
    only: str | None = None,
) -> dict[str, tuple[Place, ...]]:
    found: dict[str, set[Place]] = {}
    for file in sorted(folder.rglob("*.py")):
        if file.relative_to(folder).parts[0] in _SPEAK_OF_RULES:
            continue
        text = file.read_text("utf-8")
        if only is not None and only not in text:
            continue
        for rule, line, name in find(ast.parse(text)):
            place = Place(file.relative_to(folder).as_posix(), line, name)
            found.setdefault(rule, set()).add(place)
    return {rule: tuple(sorted(places)) for rule, places in found.items()}


def _definitions(node: ast.AST, inside: str = "") -> Iterator[tuple[ast.AST, str]]:
    """Every node with the name of the function or class it stands in."""
    for child in ast.iter_child_nodes(node):
        name = inside
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            name = f"{inside}.{child.name}" if inside else child.name
        yield child, name
        yield from _definitions(child, name)


def _cited(tree: ast.Module, known: frozenset[str]) -> Iterator[tuple[str, int, str]]:
    for node, name in _definitions(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
            if text in known:
                yield text, node.lineno, name
            elif "\n" in text or " " in text or ":" in text:
                for word in _WORD.findall(text):
                    for rule in (word, word.rstrip(".-:,")):
                        if rule in known:
                            yield rule, node.lineno, name
                            break


def _marked(tree: ast.Module) -> Iterator[tuple[str, int, str]]:
    for node, name in _definitions(tree):
        is_mark = (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "rule"
            and isinstance(node.func.value, ast.Attribute)
            and node.func.value.attr == "mark"
        )
        if is_mark and isinstance(node, ast.Call):
            for argument in node.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value, node.lineno, name
