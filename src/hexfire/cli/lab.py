"""`hexfire lab`: balance, sweeps, the ladder of bots, kill-probability curves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table

from hexfire.assist.folio.at_table import Scenario, load
from hexfire.assist.folio.scenarios import builtin_names
from hexfire.bots import LEVELS
from hexfire.cli.screen import Json, Lang, Screen, screen, text
from hexfire.lab import balance as lab
from hexfire.lab import gunnery as curves
from hexfire.lab import maps, plots
from hexfire.lab import sweep as sweeps
from hexfire.lab.games import Job
from hexfire.lab.ladder import Ladder, Verdict, climb
from hexfire.lab.report import html, rate, score_told
from hexfire.lab.stats import Rating
from hexfire.play import read_text, write_whole
from hexfire.rulebook import BadInput

Engine = Annotated[str, typer.Option("--engine", help=text("lab.cli.engine"))]
Workers = Annotated[int | None, typer.Option("--workers", min=1, help=text("lab.cli.workers"))]
Games = Annotated[int, typer.Option("--games", min=1, help=text("lab.cli.games"))]
Seed = Annotated[int, typer.Option("--seed", help=text("lab.cli.seed"))]
Bots = Annotated[str, typer.Option("--bots", help=text("lab.cli.bots"))]
Name = Annotated[str, typer.Argument(help=text("lab.cli.scenario"))]
Resume = Annotated[Path | None, typer.Option(help=text("lab.cli.resume"))]
Csv = Annotated[Path | None, typer.Option(help=text("lab.cli.csv"))]


def add_to(app: typer.Typer) -> None:
    group = typer.Typer(no_args_is_help=True, add_completion=False)
    group.command("balance", help=text("lab.cli.balance"))(balance)
    group.command("sweep", help=text("lab.cli.sweep"))(sweep)
    group.command("ladder", help=text("lab.cli.ladder"))(ladder)
    group.command("map", help=text("lab.cli.map"))(map_files)
    group.command("gunnery", help=text("lab.cli.gunnery"))(gunnery)
    app.add_typer(group, name="lab", help=text("lab.cli.lab"))


def _bots(wanted: str) -> tuple[str, str]:
    names = [name.strip() for name in wanted.split(",")]
    if len(names) != 2 or any(name not in LEVELS for name in names):
        raise BadInput("lab.bad_bots", bots=wanted, levels=tuple(LEVELS))
    return names[0], names[1]


def _scenario(name: str) -> tuple[str | dict[str, str], Scenario]:
    """By name (`tutorial`, `random:7`, `mirror:tutorial`), or a TOML file beside its map."""
    if name in builtin_names() or name.startswith(("random:", "mirror:")):
        return name, load(maps.texts_of(name))
    path = Path(name)
    source = {"toml": read_text(path), "map": read_text(path.with_suffix(".map"))}
    return source, load(source)


@contextmanager
def _progress(label: str) -> Iterator[Callable[[int, int], None]]:
    out = screen()
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    hidden = out.json or not out.errors.is_terminal
    with Progress(*columns, console=out.errors, transient=True, disable=hidden) as bar:
        task = bar.add_task(label, total=None)
        last = -1

        def told(done: int, all_: int) -> None:
            nonlocal last
            bar.update(task, completed=done, total=all_)
            part = done * 20 // max(all_, 1)
            if hidden and not out.json and part > last:  # a log gets a line for every twentieth
                last = part
                out.errors.print(f"{label} {done}/{all_}")

        yield told


def balance(
    scenario: Name,
    bots: Bots = "greedy,greedy",
    games: Games = 100,
    engine: Engine = "local",
    workers: Workers = None,
    seed: Seed = 0,
    resume: Resume = None,
    report: Annotated[Path | None, typer.Option(help=text("lab.cli.report"))] = None,
    csv: Csv = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    out, pair = screen(), _bots(bots)
    source, loaded = _scenario(scenario)
    jobs = [Job(source, pair, seed + n) for n in range(games)]
    with _progress(scenario) as told:
        records = lab.collect(jobs, resume, engine=engine, workers=workers, progress=told)
    balance = lab.summarise(loaded, records)
    if report is not None:
        page = html(loaded, pair, balance, out.words.language, out.say)
        write_whole(report, page.encode())
    if csv is not None:
        write_whole(csv, lab.as_csv(loaded, records).encode())
    if out.json:
        out.data(balance)
        return
    sides = [side.name[out.words.language] for side in loaded.sides]
    table = Table(box=None, show_header=False, pad_edge=False)
    for side, bot, won, even in zip(sides, pair, balance.wins, balance.even_wins, strict=True):
        table.add_row(side, bot, rate(won), out.say("lab.even", rate=rate(even)))
    drawn = out.say("lab.even", rate=rate(balance.even_draws))
    table.add_row(out.say("lab.report.draw"), "", rate(balance.draws), drawn)
    out.print(table)
    out.print(score_told(balance, sides[0], out.say))
    out.print(out.say("lab.mean_margin", side=sides[0], margin=f"{balance.margin:+.1f}"))
    for objective, share in zip(loaded.victory.objectives, balance.held, strict=True):
        name = objective.name[out.words.language]
        out.print(out.say("lab.objective", name=name, side=sides[0], share=f"{share:.0%}"))


def sweep(
    scenario: Name,
    number: Annotated[str, typer.Argument(help=text("lab.cli.number"))],
    values: Annotated[str, typer.Argument(help=text("lab.cli.values"))],
    bots: Bots = "greedy,greedy",
    games: Games = 60,
    engine: Engine = "local",
    workers: Workers = None,
    svg: Annotated[Path | None, typer.Option(help=text("lab.cli.svg"))] = None,
    csv: Csv = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    out, pair = screen(), _bots(bots)
    source, loaded = _scenario(scenario)
    texts = maps.texts_of(source) if isinstance(source, str) else source
    with _progress(number) as told:
        steps = sweeps.sweep(
            texts, number, _numbers(values), pair, games,
            engine=engine, workers=workers, progress=told,
        )  # fmt: skip
    sides = [side.name[out.words.language] for side in loaded.sides]
    if svg is not None:
        won = {
            side: [(step.value, step.balance.wins[i]) for step in steps]
            for i, side in enumerate(sides)
        }
        plot = plots.lines(
            out.say("lab.sweep_title", number=number),
            {side: [(value, w.rate) for value, w in points] for side, points in won.items()},
            number,
            out.say("lab.win_rate"),
            band={side: [(v, w.low, w.high) for v, w in points] for side, points in won.items()},
            y_top=1.0,
        )
        write_whole(svg, plot.encode())
    if csv is not None:
        write_whole(csv, sweeps.as_csv(loaded.seats, steps).encode())
    if out.json:
        out.data([{"value": step.value, "balance": step.balance} for step in steps])
        return
    table = Table(box=None, pad_edge=False)
    table.add_column(number, justify="right")
    for side in sides:
        table.add_column(side)
    for step in steps:
        table.add_row(str(step.value), *(rate(won) for won in step.balance.wins))
    out.print(table)


def ladder(
    scenarios: Annotated[list[str] | None, typer.Argument(help=text("lab.cli.scenario"))] = None,
    levels: Annotated[str, typer.Option("--levels", help=text("lab.cli.levels"))] = (
        "hard,normal,greedy,random"
    ),
    games: Games = 40,
    engine: Engine = "local",
    workers: Workers = None,
    resume: Resume = None,
    seed: Seed = 0,
    check: Annotated[bool, typer.Option("--check", help=text("lab.cli.check"))] = False,
    json: Json = False,
    lang: Lang = None,
) -> None:
    out = screen()
    names = [name.strip() for name in levels.split(",")]
    if len(names) < 2 or any(name not in LEVELS for name in names):
        raise BadInput("lab.bad_bots", bots=levels, levels=tuple(LEVELS))
    chosen = scenarios or list(builtin_names())
    for name in chosen:
        maps.named(name)
    with _progress("ladder") as told:
        result = climb(
            chosen, names, games, engine=engine, workers=workers,
            kept=resume, first_seed=seed, progress=told,
        )  # fmt: skip
    if out.json:
        ratings, by_scenario = (
            {name: value._asdict() for name, value in result.ratings.items()},
            {
                scenario: {name: value._asdict() for name, value in by_name.items()}
                for scenario, by_name in result.by_scenario.items()
            },
        )
        pairings, everywhere = (
            [{**one._asdict(), "bar": one.bar, "verdict": one.verdict} for one in several]
            for several in (result.pairings, result.everywhere)
        )
        out.data(
            {
                "pairings": pairings,
                "everywhere": everywhere,
                "ratings": ratings,
                "by_scenario": by_scenario,
            }
        )
    else:
        _show_ladder(out, result)
    if check and any(pairing.verdict is Verdict.MISSED for pairing in result.pairings):
        raise typer.Exit(1)


def _show_ladder(out: Screen, ladder: Ladder) -> None:
    table = Table(box=None, pad_edge=False)
    for key in ("scenario", "first", "second", "games", "score", "bar", "side_0", "side_1", "even"):
        table.add_column(out.say(f"lab.ladder.{key}"))
    together = ladder.everywhere if len(ladder.by_scenario) > 1 else ()
    for pairing in (*ladder.pairings, *together):
        where = pairing.scenario or out.say("lab.ladder.all")
        bar = "" if pairing.bar is None else f"{pairing.verdict or ' '} {pairing.bar:.0%}"
        scores = [rate(pairing.score), bar]
        scores += [rate(score) for score in (*pairing.sides, pairing.even)]
        table.add_row(where, pairing.first, pairing.second, str(pairing.games), *scores)
    out.print(table)
    open_ = sum(pairing.verdict is Verdict.OPEN for pairing in ladder.pairings)
    if open_:
        out.print(out.say("lab.ladder.open", pairings=open_))
    out.print()
    ratings = Table(box=None, pad_edge=False)
    names = sorted(ladder.ratings, key=lambda name: -ladder.ratings[name].elo)
    for heading in ("Elo", *names):
        ratings.add_column(heading)
    everywhere = {out.say("lab.ladder.all"): ladder.ratings}
    for where, by_name in {**ladder.by_scenario, **everywhere}.items():
        ratings.add_row(where, *(_elo(by_name[name]) for name in names))
    out.print(ratings)


def _elo(rating: Rating) -> str:
    if rating.low == rating.high:
        return f"{rating.elo:+.0f}"
    return f"{rating.elo:+.0f} ({rating.low:+.0f} … {rating.high:+.0f})"


def map_files(
    scenario: Annotated[str, typer.Argument(help=text("lab.cli.map_scenario"))],
    save: Annotated[Path, typer.Argument(metavar="FILE", help=text("lab.cli.map_save"))],
    json: Json = False,
    lang: Lang = None,
) -> None:
    out = screen()
    texts = maps.texts_of(scenario)
    files = {end: save.with_suffix(f".{end}") for end in ("toml", "map")}
    for end, path in files.items():
        write_whole(path, texts[end].encode())
    loaded = load(texts)
    size = {"units": len(loaded.units), "turns": len(loaded.turns)}
    if out.json:
        grid = loaded.ground.grid
        out.data({"id": loaded.id, "columns": grid.columns, "rows": grid.rows, **size})
        return
    names = tuple(path.name for path in files.values())
    out.print(out.say("lab.map_written", files=names, **size), markup=False)


def gunnery(
    shots: Annotated[list[str], typer.Argument(help=text("lab.cli.shots"))],
    ranges: Annotated[str, typer.Option("--ranges", help=text("lab.cli.ranges"))] = "0-30",
    date: Annotated[str | None, typer.Option("--date", help=text("lab.cli.date"))] = None,
    svg: Annotated[Path | None, typer.Option(help=text("lab.cli.svg"))] = None,
    csv: Csv = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    out = screen()
    points_of = curves.curves(shots, _numbers(ranges), date)
    if svg is not None:
        series = {
            shot: [(p.range, float(p.killed)) for p in points] for shot, points in points_of.items()
        }
        plot = plots.lines(
            out.say("lab.gunnery_title"), series, out.say("lab.range"), out.say("lab.p_killed")
        )
        write_whole(svg, plot.encode())
    if csv is not None:
        write_whole(csv, curves.as_csv(points_of).encode())
    if out.json:
        out.data(
            {
                shot: [
                    {"range": p.range, "hit": str(p.hit), "killed": str(p.killed)} for p in points
                ]
                for shot, points in points_of.items()
            }
        )
        return
    table = Table(box=None, pad_edge=False)
    table.add_column(out.say("lab.range"), justify="right")
    for shot in points_of:
        table.add_column(shot, justify="right")
    by_range = {shot: {p.range: p for p in points} for shot, points in points_of.items()}
    for distance in _numbers(ranges):
        cells = [by_range[shot].get(distance) for shot in points_of]
        table.add_row(str(distance), *(f"{float(p.killed):.1%}" if p else "—" for p in cells))
    out.print(table)


def _numbers(wanted: str) -> list[int]:
    """`1,2,5` or `0-30`."""
    try:
        numbers: list[int] = []
        for part in wanted.split(","):
            low, dash, high = part.partition("-")
            numbers += range(int(low), int(high) + 1) if dash and low else [int(part)]
    except ValueError:
        raise BadInput("lab.bad_numbers", text=wanted) from None
    return numbers
