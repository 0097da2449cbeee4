"""What a player or program hands over: the file, the battery, facts, dice, a situation."""

from __future__ import annotations

import json as plain_json
from pathlib import Path
from typing import Annotated, Any

import typer

from hexfire.assist.artillery.looking import Looking, looking
from hexfire.assist.artillery.records import Given, Record, Typed, read_facts
from hexfire.assist.situations import State, state_of_file
from hexfire.cli.screen import text
from hexfire.dice import Source, secure, seeded
from hexfire.play import read_text
from hexfire.rulebook import BadInput, read_whole

File = Annotated[Path, typer.Argument(help=text("artillery.cli.file"))]
Name = Annotated[str | None, typer.Option("--battery", "-b", help=text("artillery.cli.battery"))]
FactsFile = Annotated[Path | None, typer.Option("--facts", help=text("artillery.cli.facts"))]
Fact = Annotated[list[str] | None, typer.Option("--fact", "-f", help=text("artillery.cli.fact"))]
Board = Annotated[
    Path | None, typer.Option("--situation", "--vasl", help=text("artillery.cli.situation"))
]
Rolls = Annotated[str, typer.Option("--dice", "-d", help=text("artillery.cli.dice"))]
Roll = Annotated[bool, typer.Option("--roll", help=text("artillery.cli.roll"))]
Seed = Annotated[str | None, typer.Option("--seed", help=text("artillery.cli.seed"))]

_VALUES = {
    "yes": True,
    "y": True,
    "true": True,
    "": True,
    "no": False,
    "n": False,
    "false": False,
}


def json_of(path: Path) -> Any:
    try:
        return plain_json.loads(read_text(path))
    except ValueError as error:
        raise BadInput("core.bad_json", path=str(path), why=str(error)) from None


def facts_of(path: Path | None, typed: list[str] | None, battery: str) -> Given:
    data: Any = json_of(path) if path is not None else {}
    if isinstance(data, dict):
        for item in typed or ():
            key, _, value = item.partition("=")
            data[key.strip()] = _value(value.strip())
    return read_facts(data, battery, str(path or "--fact"))


def _value(given: str) -> bool | int | str:
    if given.lower() in _VALUES:
        return _VALUES[given.lower()]
    number = read_whole(given)
    return given if number is None else number


def source_of(rolls: str, roll: bool, seed: str | None) -> Typed:
    beyond: Source | None = seeded(seed) if seed is not None else secure() if roll else None
    return Typed(rolls, beyond)


def state_of(path: Path | None) -> State | None:
    """A situation on its board, with who has Wall Advantage."""
    return state_of_file(path) if path is not None else None


def is_situation(path: Path) -> bool:
    """A file of units is a plain list; a situation names its board."""
    return path.suffix == ".toml" or isinstance(json_of(path), dict)


def looking_of(record: Record, battery: str, given: Given, situation: Path | None) -> Looking:
    """The Observer's eyes: what was said, then the board of a situation."""
    return looking(record, battery, given, state_of(situation))
