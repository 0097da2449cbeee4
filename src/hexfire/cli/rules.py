"""`hexfire rules`: read the ledger; see what carries, proves and reaches each clause of a rule."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.table import Table
from rich.text import Text

import hexfire
from hexfire.cli.screen import Json, Lang, Screen, screen, text
from hexfire.rulebook import BadInput, Clause, Ledger, Rule, ledger
from hexfire.rulebook.coverage import Coverage, SourcePlace, coverage, unknown_marks
from hexfire.rulebook.played import BATTLE_PARTS, Played, PlayedPart
from hexfire.rulebook.reach import Reach, reach_of
from hexfire.rulebook.standing import Debt, Owed, Standing, chapters, debt, reached, standing

_PACKAGE = Path(hexfire.__file__).parent
_TESTS = _PACKAGE.parent.parent / "tests"
_OWED = _TESTS / "clauses" / "owed.toml"
_GOLDEN = _TESTS / "golden"


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
    cited = book.find(query)
    if cited is not None:
        _show(out, book, cited)
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


class ClauseReport(msgspec.Struct, frozen=True):
    """A clause (or a rule without clauses): its tests, and how a player reaches it."""

    id: str
    text: str
    proven_by: tuple[str, ...]
    commands: tuple[str, ...]
    page: tuple[str, ...]
    games: tuple[str, ...]
    in_reach: bool
    out_of_reach: tuple[str, ...]
    outside: str = ""
    """The ruling by which it lies outside what can be played here."""


def _report(clause: Clause, places: Coverage, reach: Reach) -> ClauseReport:
    how = reached(places, reach, clause.id)

    def doors(kind: str) -> tuple[str, ...]:
        return tuple(entry.name for entry in how.entries if entry.kind == kind)

    return ClauseReport(
        id=clause.id,
        text=clause.text,
        proven_by=tuple(_at(place) for place in places.tests.get(clause.id, ())),
        commands=tuple(f"hexfire {name}" for name in doors("command")),
        page=tuple(sorted({_page(path) for path in doors("page")})),
        games=doors("game"),
        in_reach=how.whole,
        out_of_reach=tuple(_at(place) for place in how.out_of_reach),
        outside=clause.outside,
    )


def _page(path: str) -> str:
    """A route without what it begins with and what varies: `/api/tools/shot/roll` is `shot`."""
    return path.removeprefix("/api/").removeprefix("tools/").partition("/")[0] or path


def _show(out: Screen, book: Ledger, rule: Rule) -> None:
    places = coverage(book, _PACKAGE, _TESTS, rule.id)
    clauses = book.clauses_of(rule.id) or (Clause(rule.id, ""),)
    reach = reach_of(_PACKAGE)
    reports = [_report(clause, places, reach) for clause in clauses]
    code = [_at(place) for place in places.code.get(rule.id, ())]
    tests = [_at(place) for place in places.tests.get(rule.id, ())]
    if out.json:
        out.data({"rule": rule, "implemented_by": code, "proven_by": tests, "clauses": reports})
        return
    out.print(Text.assemble((rule.id, "bold cyan"), "  ", (_title(out, rule), "bold")))
    out.print(Text(_summary(out, rule)))
    out.print()
    out.print(Text(rule.requirement, style="dim"))
    out.print()
    for report in reports:
        _print_clause(out, report, places.tests_found)
    for label, lines, none in (
        ("core.implemented_by", code, "core.not_implemented"),
        ("core.whole_rule", tests, None),
    ):
        if lines or none:
            out.print(Text(out.say(label), style="bold"))
        for line in lines or ([out.say(none)] if none else []):
            out.print(Text(f"  {line}"))


def _print_clause(out: Screen, report: ClauseReport, tests_found: bool) -> None:
    if report.text:
        out.print(Text.assemble((report.id, "cyan"), "  ", report.text))
    if report.outside:
        out.print(Text("    " + out.say("core.reach.outside", ruling=report.outside), style="dim"))
        return
    doors = [*report.commands]
    for kind, names in (("core.reach.page", report.page), ("core.reach.game", report.games)):
        doors += [out.say(kind, names=names)] if names else []
    if not report.in_reach:
        doors.append(out.say("core.reach.none", places=report.out_of_reach))
    elif not doors:
        doors.append(out.say("core.reach.somehow"))
    no_tests = "core.not_proven" if tests_found else "core.tests_not_here"
    for label, lines in (
        ("core.proven_by", report.proven_by or (out.say(no_tests),)),
        ("core.reached_by", doors),
    ):
        out.print(Text("    " + out.pair(out.say(label), " · ".join(lines)), style="dim"))


def _at(place: SourcePlace) -> str:
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


def _coverage(out: Screen, book: Ledger, only: str | None) -> int:
    """Print clauses by part (of one part: by chapter); 1 when more is owed than the list allows."""
    places, reach = coverage(book, _PACKAGE, _TESTS), reach_of(_PACKAGE)
    parts = [standing(places, reach, part, book.to_prove(part)) for part in book.parts]
    rows = parts
    if only is not None:
        rows = [standing(places, reach, *each) for each in chapters(book, only)]
        parts = [part for part in parts if part.name == only]
    slips = unknown_marks(book, _TESTS) if places.tests_found and only is None else ()
    gaps = {part.name: places.gaps(book, part.name) for part in parts} if places.tests_found else {}
    owing = debt(Owed.read(_OWED), parts) if _OWED.is_file() else None
    golden = Played.read(_GOLDEN)
    played = {name: golden.of(book, name) for name in BATTLE_PARTS} if golden else {}
    if out.json:
        unknown = [[rule, _at(place)] for rule, place in slips]
        battle = {"parts": list(played.values()), "unplayed": golden.unplayed if golden else ()}
        out.data({"parts": rows, "gaps": gaps, "unknown": unknown, "debt": owing, "played": battle})
    else:
        _print_coverage(out, rows, owing if only is None else None, played)
        for name, rules in gaps.items():
            if rules:
                out.print(out.say("core.coverage.missing", part=name, rules=rules))
        for rule, place in slips:
            out.print(out.say("core.coverage.unknown", place=_at(place), rule=rule))
    failing = slips or any(gaps.values()) or (owing is not None and owing.grown)
    return 1 if failing else 0


def _print_coverage(
    out: Screen, rows: list[Standing], owing: Debt | None, played: dict[str, PlayedPart]
) -> None:
    table = Table(box=None, pad_edge=False)
    table.add_column(out.say("core.coverage.part"))
    for key in ("clauses", "tests", "percent", "reached", "percent", "rows_played"):
        table.add_column(out.say(f"core.coverage.{key}"), justify="right")
    total = Standing(
        name=out.say("core.coverage.total"),
        clauses=sum(row.clauses for row in rows),
        tested=sum(row.tested for row in rows),
        reached=sum(row.reached for row in rows),
        untested=(),
        out_of_reach=(),
    )
    for row in [*rows, total]:
        table.add_row(
            row.name,
            str(row.clauses),
            str(row.tested),
            _percent(row.tested, row.clauses),
            str(row.reached),
            _percent(row.reached, row.clauses),
            f"{ran.played}/{ran.rows}" if (ran := played.get(row.name)) else "",
        )
    out.print(table)
    for ran in played.values():
        if ran.unaccounted:
            out.print(out.say("core.coverage.unplayed", part=ran.part, rules=ran.unaccounted))
    if owing is None:
        return
    for part, missing, allowed in owing.untested:
        out.print(out.say("core.coverage.grown", part=part, found=missing, allowed=allowed))
    if owing.out_of_reach:
        out.print(out.say("core.coverage.lost", rules=owing.out_of_reach))
    if owing.settled:
        out.print(out.say("core.coverage.settled", rules=owing.settled))


def _percent(part: int, whole: int) -> str:
    """Rounded down: 100 % is said of all and nothing less."""
    return text("core.percent", value=str(100 * part // whole)) if whole else ""
