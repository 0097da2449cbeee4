"""What a player or program hands over: the file, the battery, facts, dice, a situation."""

from __future__ import annotations

import json as plain_json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hexfire.asl.artillery.battery import Link
from hexfire.asl.artillery.engine import IDLE
from hexfire.asl.artillery.facts import Both, Given, Typed, read_facts
from hexfire.asl.artillery.record import Record, standing
from hexfire.asl.eyes import Eyes
from hexfire.cli.screen import text
from hexfire.dice import Source, secure, seeded
from hexfire.play import read_text
from hexfire.rulebook import BadInput

if TYPE_CHECKING:
    from hexfire.asl.situation import Scene

File = Annotated[Path, typer.Argument(help=text("artillery.cli.file"))]
Name = Annotated[str | None, typer.Option("--battery", "-b", help=text("artillery.cli.battery"))]
FactsFile = Annotated[Path | None, typer.Option("--facts", help=text("artillery.cli.facts"))]
Fact = Annotated[list[str] | None, typer.Option("--fact", "-f", help=text("artillery.cli.fact"))]
Board = Annotated[Path | None, typer.Option("--situation", help=text("artillery.cli.situation"))]
Rolls = Annotated[str, typer.Option("--dice", "-d", help=text("artillery.cli.dice"))]
Roll = Annotated[bool, typer.Option("--roll", help=text("artillery.cli.roll"))]
Seed = Annotated[str | None, typer.Option("--seed", help=text("artillery.cli.seed"))]


def json_of(path: Path) -> Any:
    try:
        return plain_json.loads(read_text(path))
    except ValueError as error:
        raise BadInput("core.bad_json", path=str(path), why=str(error)) from None


def the_battery(record: Record, name: str | None) -> str:
    """The battery meant: the one named, the only one, or the only one with something to do."""
    if name is not None:
        return record.setup.battery(name).name
    names = [battery.name for battery in record.setup.batteries]
    busy = [n for n in names if standing(record, n) not in (IDLE, "before_play")]
    if len(names) == 1 or len(busy) == 1:
        return (busy or names)[0]
    raise BadInput("artillery.cli.which", batteries=tuple(names))


def facts_of(path: Path | None, typed: list[str] | None, battery: str) -> Given:
    data: Any = json_of(path) if path is not None else {}
    if isinstance(data, dict):
        for item in typed or ():
            key, _, value = item.partition("=")
            data[key.strip()] = _value(value.strip())
    return read_facts(data, battery, str(path or "--fact"))


def _value(given: str) -> bool | int | str:
    words = {
        "yes": True,
        "y": True,
        "true": True,
        "": True,
        "no": False,
        "n": False,
        "false": False,
    }
    if given.lower() in words:
        return words[given.lower()]
    return int(given) if given.isdecimal() else given


def source_of(rolls: str, roll: bool, seed: str | None) -> Typed:
    beyond: Source | None = seeded(seed) if seed is not None else secure() if roll else None
    return Typed(rolls, beyond)


def scene_of(path: Path, record: Record) -> Scene:
    """The situation of a file on its board; the map must be the record's.

    Hexes may be named differently in both: `U3` on the one board of a record is `3U3` elsewhere.
    """
    # Boards need numpy: whoever plays on cardboard need not wait for it.
    from hexfire.asl.situation import Scene, read_situation
    from hexfire.boards import open_board

    situation = read_situation(path)
    beside = path.parent / situation.board
    board = open_board(str(beside) if beside.is_file() else situation.board, situation.ssr)
    if record.setup.grid.hexes != board.grid.hexes:
        raise BadInput("artillery.cli.other_map", board=situation.board)
    return Scene.of(situation, board)


def eyes_of(record: Record, battery: str, given: Given, situation: Path | None) -> Eyes:
    """The facts that were said; where they are silent, the board's, if there is one."""
    if situation is None:
        return given
    return Both(given, board_eyes(record, battery, situation))


def board_eyes(record: Record, battery: str, situation: Path) -> Eyes:
    """The eyes of the battery's Observer on the board of a situation."""
    from hexfire.asl.artillery.on_board import OnBoard

    scene, ours = scene_of(situation, record), record.setup.battery(battery)
    grid = record.setup.grid
    if ours.link is Link.OFFBOARD:
        if not ours.offboard_hex:
            raise BadInput("artillery.cli.offboard_where", name=battery)
        return OnBoard.offboard(scene, ours.side, ours.offboard_hex, ours.offboard_level, grid)
    observer = record.table.states[record.setup.index(battery)].observer
    return OnBoard.of(scene, observer, grid)
