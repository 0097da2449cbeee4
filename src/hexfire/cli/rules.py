"""`hexfire rules`: read the ledger; see what implements and proves a rule, and what is missing."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.table import Table
from rich.text import Text

import hexfire
from hexfire.cli.screen import Json, Lang, Screen, screen, text
from hexfire.rulebook import BadInput, Ledger, Rule, ledger
from hexfire.rulebook.coverage import Coverage, Place, coverage, unknown_marks

_PACKAGE = Path(hexfire.__file__).parent
_TESTS = _PACKAGE.parent.parent / "tests"


def add_to(app: typer.Typer) -> None:
    app.command("rules", help=text("core.cli.rules"))(rules)


def rules(
    wanted: Annotated[list[str] | None, typer.Argument(help=text("core.cli.rule_or_words"))] = None,
    show_coverage: Annotated[
        bool, typer.Option("--coverage", help=text("core.cli.coverage"))
    ] = False,
    part: Annotated[str | None, typer.Option("--part", help=text("core.cli.part"))] = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    out, book = screen(), ledger()
    if part is not None and part not in book.parts:
        raise BadInput("core.unknown_part", text=part, parts=tuple(book.parts))
    if show_coverage:
        raise typer.Exit(_coverage(out, book, part))
    query = " ".join(wanted or ())
    found = book.find(query)
    if found is not None:
        _show(out, found, coverage(book, _PACKAGE, _TESTS, found.id))
        return
    hits = book.search(query) if query else tuple(book.values())
    if part is not None:
        hits = tuple(rule for rule in hits if rule.part == part)
    if not hits:
        raise BadInput("core.unknown_rule", text=query)
    _list(out, hits, query)


def _title(out: Screen, rule: Rule) -> str:
    return rule.title_ja if out.words.language == "ja" else rule.title_en


def _summary(out: Screen, rule: Rule) -> str:
    return rule.summary_ja if out.words.language == "ja" else rule.summary_en


def _show(out: Screen, rule: Rule, places: Coverage) -> None:
    code = [_at(place) for place in places.code.get(rule.id, ())]
    tests = [_at(place) for place in places.tests.get(rule.id, ())]
    if out.json:
        out.data({"rule": rule, "implemented_by": code, "proven_by": tests})
        return
    out.print(Text.assemble((rule.id, "bold cyan"), "  ", (_title(out, rule), "bold")))
    out.print(Text(_summary(out, rule)))
    out.print()
    out.print(Text(rule.requirement, style="dim"))
    out.print()
    no_tests = "core.not_proven" if places.tests_found else "core.tests_not_here"
    for label, found, none in (
        ("core.implemented_by", code, "core.not_implemented"),
        ("core.proven_by", tests, no_tests),
    ):
        out.print(Text(out.say(label), style="bold"))
        for line in found or [out.say(none)]:
            out.print(Text(f"  {line}"))


def _at(place: Place) -> str:
    return f"{place.file}:{place.line} {place.name}".rstrip()


def _list(out: Screen, hits: tuple[Rule, ...], query: str) -> None:
    if out.json:
        out.data(hits)
        return
    if query:
        out.print(out.say("core.found", count=len(hits), text=query), markup=False)
    grid = Table.grid(padding=(0, 2))
    for rule in hits:
        grid.add_row(Text(rule.id, style="cyan"), Text(_title(out, rule)))
    out.print(grid)


class Count(msgspec.Struct, frozen=True):
    """A part of the ledger in numbers."""

    part: str
    rows: int
    implemented: int
    tested: int
    gap: tuple[str, ...]
    enforced: bool


def _coverage(out: Screen, book: Ledger, only: str | None) -> int:
    """Print the count per part; 1 when an enforced part has a gap or a test names no rule."""
    places = coverage(book, _PACKAGE, _TESTS)
    rows = []
    for part in book.parts.values():
        if only is not None and part.name != only:
            continue
        wanted = [rule for rule in book.of(part.name) if rule.needs_test]
        gaps = places.gaps(book, part.name)
        rows.append(
            Count(
                part=part.name,
                rows=len(wanted),
                implemented=sum(rule.id in places.code for rule in wanted),
                tested=len(wanted) - len(gaps),
                gap=gaps,
                enforced=part.enforced,
            )
        )
    slips = unknown_marks(book, _TESTS) if places.tests_found and only is None else ()
    failing = [row for row in rows if row.enforced and row.gap] if places.tests_found else []
    if out.json:
        out.data({"parts": rows, "unknown": [[rule, _at(place)] for rule, place in slips]})
    else:
        _print_coverage(out, rows)
        for row in failing:
            out.print(out.say("core.coverage.missing", part=row.part, rules=tuple(row.gap)))
        for rule, place in slips:
            out.print(out.say("core.coverage.unknown", place=_at(place), rule=rule))
    return 1 if failing or slips else 0


def _print_coverage(out: Screen, rows: list[Count]) -> None:
    table = Table(box=None, pad_edge=False)
    table.add_column(out.say("core.coverage.part"))
    for key in ("rows", "code", "tests", "gap"):
        table.add_column(out.say(f"core.coverage.{key}"), justify="right")
    table.add_column(out.say("core.coverage.enforced"))
    for row in rows:
        numbers = (row.rows, row.implemented, row.tested, len(row.gap))
        mark = out.say("core.yes" if row.enforced else "core.no")
        table.add_row(row.part, *map(str, numbers), mark)
    out.print(table)
