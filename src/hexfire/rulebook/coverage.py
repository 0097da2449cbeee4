"""Which code carries a clause of the rules, and which tests prove it: read from the sources.

Code carries a rule or clause when a docstring cites it, or when a string that is exactly its id
stands in the code (a modifier's, a request's or a refusal's rule). A test proves a clause when it
is marked `@pytest.mark.rule("C6.11#2")`, or when the row of a table that it runs (`tests/clauses`)
names it. A mark of a whole rule, `"C6.11"`, speaks for the rule, not for its clauses.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from hexfire.rulebook.ledger import Ledger, row_of

_SPEAK_OF_RULES = frozenset({"rulebook", "lang", "cli", "server"})
"""Packages that speak of rules without implementing any."""

_WORD = re.compile(r"Case [A-R]\d?|[A-Z][A-Za-z]*[-.]?\d*[\w.\-#]*")
_ROW_CLAUSES = re.compile(r"^clauses\s*=\s*\[(.*?)\]", re.MULTILINE | re.DOTALL)


class SourcePlace(msgspec.Struct, frozen=True, order=True):
    """Where in the sources: a file (relative to the folder looked through), a line, a name."""

    file: str
    line: int
    name: str


class Coverage(msgspec.Struct, frozen=True):
    """For each id of a rule or clause: the places that carry it and the tests that prove it."""

    code: Mapping[str, tuple[SourcePlace, ...]]
    tests: Mapping[str, tuple[SourcePlace, ...]]
    tests_found: bool

    def gaps(self, ledger: Ledger, part: str) -> tuple[str, ...]:
        """Rules of a part that want a test and have none, neither themselves nor in a clause."""
        marked = {row_of(id) for id in self.tests}
        return tuple(r.id for r in ledger.of(part) if r.needs_test and r.id not in marked)

    def untested(self, ledger: Ledger, part: str) -> tuple[str, ...]:
        """Clauses of a part that no test names. A mark of the whole rule proves none of them."""
        return tuple(id for id in ledger.to_prove(part) if id not in self.tests)

    def carriers(self, id: str) -> tuple[SourcePlace, ...]:
        """The code that carries a clause: what cites it, or else what cites its rule."""
        return self.code.get(id) or self.code.get(row_of(id), ())


def coverage(ledger: Ledger, source: Path, tests: Path | None, only: str | None = None) -> Coverage:
    """Look through the package and, if they are there, the tests; for one rule, where it is named.

    Reading every file takes seconds; for one rule only the files that hold its id are read.
    """
    code = _collect(source, lambda tree: _cited(tree, ledger), only)
    if tests is None or not tests.is_dir():
        return Coverage(code, {}, False)
    return Coverage(code, _marks(tests, only), True)


def unknown_marks(ledger: Ledger, tests: Path) -> tuple[tuple[str, SourcePlace], ...]:
    """Marks that name a rule or clause the ledger does not have: slips of the pen."""
    marks = _marks(tests)
    return tuple((id, place) for id in marks if not ledger.knows(id) for place in marks[id])


def _marks(tests: Path, only: str | None = None) -> dict[str, tuple[SourcePlace, ...]]:
    """The marks of test functions, and the `clauses` of the rows of tables (`tests/clauses`)."""
    marked_places = {id: list(places) for id, places in _collect(tests, _marked, only).items()}
    for file in sorted((tests / "clauses").glob("*.toml")):
        where = file.relative_to(tests).as_posix()
        for id, line, name in _listed(file.read_text("utf-8")):
            if only in (None, row_of(id)):
                marked_places.setdefault(id, []).append(SourcePlace(where, line, name))
    return {id: tuple(places) for id, places in marked_places.items()}


def _listed(table: str) -> Iterator[tuple[str, int, str]]:
    """What the rows of a table of situations name: `clauses = ["C4.1#1", …]`."""
    for row in _ROW_CLAUSES.finditer(table):
        line = table.count("\n", 0, row.start()) + 1
        for id in re.findall(r'"([^"]+)"', row[1]):
            yield id, line, ""


def _collect(
    folder: Path,
    find: Callable[[ast.Module], Iterable[tuple[str, int, str]]],
    only: str | None = None,
) -> dict[str, tuple[SourcePlace, ...]]:
    places_by_id: dict[str, set[SourcePlace]] = {}
    for file in sorted(folder.rglob("*.py")):
        if file.relative_to(folder).parts[0] in _SPEAK_OF_RULES:
            continue
        text = file.read_text("utf-8")
        if only is not None and only not in text:
            continue
        for id, line, name in find(ast.parse(text)):
            if only in (None, row_of(id)):
                place = SourcePlace(file.relative_to(folder).as_posix(), line, name)
                places_by_id.setdefault(id, set()).add(place)
    return {id: tuple(sorted(places)) for id, places in places_by_id.items()}


def _definitions(node: ast.AST, inside: str = "") -> Iterator[tuple[ast.AST, str]]:
    """Every node with the name of the function, class or constant it stands in."""
    for child in ast.iter_child_nodes(node):
        name = inside
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            name = f"{inside}.{child.name}" if inside else child.name
        elif not inside and isinstance(child, ast.Assign | ast.AnnAssign):
            target = child.targets[0] if isinstance(child, ast.Assign) else child.target
            name = target.id if isinstance(target, ast.Name) else ""
        yield child, name
        yield from _definitions(child, name)


def _cited(tree: ast.Module, ledger: Ledger) -> Iterator[tuple[str, int, str]]:
    for node, name in _definitions(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
            if ledger.knows(text):
                yield text, node.lineno, name
            elif "\n" in text or " " in text or ":" in text:
                for word in _WORD.findall(text):
                    for id in (word, word.rstrip(".-:,")):
                        if ledger.knows(id):
                            yield id, node.lineno, name
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
