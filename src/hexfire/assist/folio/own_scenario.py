"""A player's own Folio scenario, looked through in a bounded worker.

It is two texts and nothing else: no key of the format names a file. Besides the mistakes that
`hexfire folio check` finds, it must be small enough that a table of it never holds up the others.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec

from hexfire.assist.folio.board import FolioBoard, card, folio_board
from hexfire.assist.scenarios import ScenarioCard
from hexfire.folio.game import Folio
from hexfire.folio.problems import Notes, Problem
from hexfire.folio.reader import read
from hexfire.folio.scenario import Scenario
from hexfire.play import MOST_LISTED
from hexfire.play.toml_lines import Path
from hexfire.rulebook import BadInput, Message, Param
from hexfire.rulebook.toml import read_toml

OWN = "own"
"""What the page calls a scenario that is not one of ours."""

LONGEST = {"toml": 200_000, "map": 60_000}
"""Characters; the largest of ours has a tenth of it."""
MOST = {
    "units": 150,
    "markers": 80,
    "turns": 60,
    "hexes": 2_500,
    "counters": 60_000,
    "dice": 10_000,
}
"""`counters`: units by hexes, which bounds the moves of a position; `dice`: how a roll may fall."""
LARGEST = 100_000
"""No number of a scenario is larger."""
SHOWN = 100
"""So many mistakes are told at once."""

_SIDE = re.compile(r"[\w-]{1,40}")
_COLOUR = re.compile(r"#[0-9A-Fa-f]{3,8}|[A-Za-z]{0,30}")
_ID_LENGTH, _TEXT_LENGTH, _LIST_LENGTH = 40, 120, 40


class CheckedScenario(msgspec.Struct, frozen=True):
    """Its card and its board, or the first mistakes of so many."""

    problems: tuple[Problem, ...] = ()
    count: int = 0
    card: ScenarioCard | None = None
    board: FolioBoard | None = None


def check(toml: str, map: str) -> CheckedScenario:
    """Every mistake with its line, or the scenario as the page shows it."""
    problems = _numbers(toml)
    scenario = None
    if not problems:
        scenario, problems = read(toml, map, {})
    if scenario is None:
        told = tuple(_short_problem(problem) for problem in problems[:SHOWN])
        return CheckedScenario(told, len(problems))
    _small_enough(scenario)
    _something_to_play(toml, map)
    return CheckedScenario(card=card(OWN, scenario), board=folio_board(scenario, OWN))


def check_size(toml: str, map: str) -> None:
    """Texts that are too long are not even read."""
    for file, text in (("toml", toml), ("map", map)):
        check_text(file, text, LONGEST[file])


def check_text(file: str, text: str, most: int) -> None:
    """One text of a scenario, so many signs at most."""
    if len(text) > most:
        raise BadInput("server.scenario.too_long", file=file, count=len(text), most=most)
    if any("\ud800" <= sign <= "\udfff" for sign in text):  # halves of signs: no text has them
        raise BadInput("server.upload.unreadable", why="UTF-8")


# -- limits ----------------------------------------------------------------------------------------


def _numbers(toml: str) -> tuple[Problem, ...]:
    """Numbers that no battle has; what is no TOML at all is told by the reader."""
    try:
        data = read_toml(toml)
    except tomllib.TOMLDecodeError:
        return ()
    notes = Notes(toml)
    for path, number in _all_numbers((), data):
        if abs(number) > LARGEST:
            name = str(path[-1])
            notes.in_toml(path, "too_large", name=name, value=str(number)[:20], high=LARGEST)
    return tuple(notes.problems)


def _all_numbers(path: Path, data: Any) -> Iterator[tuple[Path, int | float]]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield from _all_numbers((*path, key), value)
    elif isinstance(data, list):
        for i, value in enumerate(data):
            yield from _all_numbers((*path, i), value)
    elif isinstance(data, int | float):
        yield path, data


def _small_enough(scenario: Scenario) -> None:
    hexes, units = len(scenario.labels), len(scenario.units)
    dice, sides = scenario.crt.dice
    counts = {
        "units": units,
        "markers": len(scenario.markers),
        "turns": len(scenario.turns),
        "hexes": hexes,
        "counters": hexes * units,
        "dice": sides**dice,
    }
    for what, count in counts.items():
        if count > MOST[what]:
            named = f"@server.scenario.{what}"
            raise BadInput("server.scenario.too_big", what=named, count=count, most=MOST[what])
    for side in scenario.sides:
        if not _SIDE.fullmatch(side.id):
            raise BadInput("server.scenario.side", id=_short(side.id), most=_ID_LENGTH)
    for name in (*scenario.unit_index, *scenario.marker_index):
        if len(name) > _ID_LENGTH:
            raise BadInput("server.scenario.id", id=_short(name), most=_ID_LENGTH)
    colours = [side.colour for side in scenario.sides]
    for colour in (*colours, *(terrain.colour for terrain in scenario.terrains)):
        if not _COLOUR.fullmatch(colour):
            raise BadInput("server.scenario.colour", colour=_short(colour))


def _something_to_play(toml: str, map: str) -> None:
    """The first position, as the server will make it: if that fails, it fails here."""
    folio = Folio()
    first = folio.setup({"toml": toml, "map": map}, {})
    if folio.outcome(first) is not None:
        raise BadInput("server.scenario.nothing")
    for seat in folio.to_act(first):
        folio.view(first, seat), list(islice(folio.legal(first, seat), MOST_LISTED))


def _short_problem(problem: Problem) -> Problem:
    params = {key: _short_param(value) for key, value in problem.message.params}
    said = Message.of(problem.message.key, **params)
    path = tuple(_short(step) for step in problem.path)
    return Problem(problem.file, problem.line, said, path)


def _short_param(value: Param) -> Param:
    if isinstance(value, str):
        return _short(value)
    if isinstance(value, tuple):
        return tuple(_short(str(each)) for each in value[:_LIST_LENGTH])
    return value


def _short(text: str) -> str:
    return text if len(text) <= _TEXT_LENGTH else text[: _TEXT_LENGTH - 1] + "…"
