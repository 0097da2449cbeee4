"""`hexfire folio review GAME`: who won, luck apart from skill, the costliest decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, Progress, TaskProgressColumn, TimeRemainingColumn
from rich.table import Table as Columns

from hexfire.assist.reviews import journal_table, review_of, scenario_of
from hexfire.cli.folio_screen import wording
from hexfire.cli.screen import Json, Lang, Screen, screen, text
from hexfire.lang import Words
from hexfire.play import read_bytes
from hexfire.review.report import CostlyDecision, CurvePoint, Review, SideReview, signed
from hexfire.rulebook import Message

BARS = "▁▂▃▄▅▆▇█"
WIDEST = 60
MOST_TOLD = 6
"""So many sentences of a decision are printed; the rest is counted."""


def review(
    journal: Annotated[Path, typer.Argument(metavar="GAME", help=text("review.cli.journal"))],
    games: Annotated[int | None, typer.Option("--games", help=text("review.cli.games"))] = None,
    seed: Annotated[int, typer.Option("--seed", help=text("review.cli.seed"))] = 0,
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, help=text("review.cli.workers"))
    ] = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    out = screen()
    table = journal_table(read_bytes(journal))
    with _progress(out) as told:
        report = review_of(table, seed=seed, games=games, workers=workers, progress=told)
    if out.json:
        out.data(report)
        return
    show(out, wording(out, scenario_of(table)), report)


@contextmanager
def _progress(out: Screen) -> Iterator[Callable[[float], None]]:
    columns = (BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    hidden = out.json or not out.errors.is_terminal
    with Progress(*columns, console=out.errors, transient=True, disable=hidden) as bar:
        task = bar.add_task("", total=1.0)
        yield lambda share: bar.update(task, completed=share)


def show(out: Screen, words: Words, report: Review) -> None:
    """The answer first, then what it rests on."""

    def line(key: str, style: str = "", **params: str | int) -> None:
        out.print(words.say(key, **params), style=style or None, markup=False)

    if report.outcome is not None:
        out.print(words.say(report.outcome), style="bold", markup=False)
    else:
        line("review.unfinished", "bold", side=f"@{report.first}", chance=_chance(report.end))
    even, end = _chance(min(1.0, max(0.0, report.even))), _chance(report.end)
    line(
        "review.even_so" if even == end else "review.even",
        side=f"@{report.first}",
        chance=even,
        error=_points(report.even_error),
        end=end,
        luck=signed(report.end - report.even),
    )
    for side in report.sides:
        _costly(out, words, side)
    out.print()
    _luck(out, words, report)
    out.print()
    line("review.curve", "bold", side=f"@{report.first}")
    out.print(_sparks(report.curve), markup=False)
    if report.turning:
        out.print()
        line("review.turning.head", "bold", side=f"@{report.first}")
    for point in report.turning:
        line(
            f"review.turning.{'roll' if point.kind == 'roll' else 'decision'}",
            n=point.n,
            turn=point.turn,
            side=f"@{point.seat}",
            change=signed(point.change),
            error=_points(point.error),
            told=_sentences(words, point.told),
        )
    out.print()
    for note in report.notes:
        out.print(words.say(note), style="dim", markup=False)


def _costly(out: Screen, words: Words, side: SideReview) -> None:
    head = "review.costliest" if side.costly else "review.none_costly"
    out.print()
    out.print(words.say(head, side=f"@{side.seat}"), style="bold", markup=False)
    for n, decision in enumerate(side.costly, start=1):
        said = words.say(
            "review.cost",
            cost=_points(decision.cost),
            error=_points(decision.error),
            turn=decision.turn,
            kind=f"@review.kind.{decision.kind}",
            n=decision.n,
        )
        out.print(f"{n}. {said}", markup=False)
        _ways(out, words, decision)


def _ways(out: Screen, words: Words, decision: CostlyDecision) -> None:
    done = _sentences(words, decision.told)
    better = _sentences(words, decision.better.told)
    out.print("   " + words.say("review.done", told=done), markup=False)
    chance = _chance(decision.better.chance)
    out.print("   " + words.say("review.better", told=better, chance=chance), markup=False)


def _sentences(words: Words, told: Sequence[Message]) -> str:
    said = [words.say(message) for message in told[:MOST_TOLD]]
    if len(told) > MOST_TOLD:
        said.append(words.say("review.more", count=len(told) - MOST_TOLD))
    return " ".join(said) if words.language == "en" else "".join(said)


def _luck(out: Screen, words: Words, report: Review) -> None:
    table = Columns(box=None, pad_edge=False)
    table.add_column("")
    for key in ("rolls", "own", "enemy", "luck", "play"):
        table.add_column(words.say(f"review.table.{key}"), justify="right")
    for side in report.sides:
        table.add_row(
            words.say("folio.cli.side", side=f"@{side.seat}"),
            str(side.rolls),
            signed(side.own_luck),
            signed(side.enemy_luck),
            f"{signed(side.luck)} ± {_points(side.luck_error)}",
            f"{signed(side.play)} ± {_points(side.play_error)}",
        )
    out.print(table)


def _sparks(curve: Sequence[CurvePoint]) -> str:
    """The curve in one line: each sign is the last of so many positions."""
    step = max(1, -(-len(curve) // WIDEST))
    shown = [curve[min(at + step, len(curve)) - 1].chance for at in range(0, len(curve), step)]
    return "".join(BARS[min(len(BARS) - 1, int(chance * len(BARS)))] for chance in shown)


def _chance(chance: float) -> str:
    return text("core.percent", value=f"{chance * 100:.0f}")


def _points(chance: float) -> str:
    """Hundredths of a game."""
    return f"{chance * 100:.0f}"
