"""Journals that people bring: looked through in a bounded worker before a table is made of one."""

from __future__ import annotations

from typing import Any

import msgspec

from hexfire.assist.folio import own_scenario
from hexfire.assist.folio.scenarios import builtin_names, check_written
from hexfire.assist.reviews import check_length, check_reviewed, journal_table, scenario_of
from hexfire.play.lines import Header, read_lines
from hexfire.rulebook import BadInput, Refusal
from hexfire.server.files.bounded import readers
from hexfire.server.people.names import seen


class Brought(msgspec.Struct, frozen=True):
    """A finished game, as a table keeps it."""

    game: str
    scenario: str
    """What it is listed by."""
    setup: dict[str, Any]
    names: dict[str, str]
    """By seat, who played it."""
    lines: list[bytes]


async def read_journal(data: bytes) -> Brought:
    """A finished Folio game; whatever else the file may be is refused with a sentence."""
    return await readers.call(look_through, data)


def look_through(data: bytes) -> Brought:
    """The same, to be called in a worker: the whole game is replayed, every line checked."""
    lines, _, _ = read_lines(data)
    header = lines[0]
    assert isinstance(header, Header)
    check_reviewed(header.game)
    check_length(len(lines))
    _check_scenario(header.scenario)
    table = journal_table(data)
    if table.outcome() is None:
        raise Refusal("", "server.journal_unfinished")
    scenario = scenario_of(table)
    return Brought(
        header.game,
        scenario.id if scenario.id in builtin_names() else scenario.name["en"][:60],
        {"scenario": header.scenario, "options": dict(header.options)},
        {seat: seen(name)[:40] or seat for seat, name in header.seats.items()},
        [piece + b"\n" for piece in data.split(b"\n")[: len(lines)]],
    )


def _check_scenario(scenario: Any) -> None:
    """A stranger's scenario must be small enough, as if he began a table of it."""
    match scenario:
        case str():
            if scenario not in builtin_names():
                raise Refusal("", "server.no_scenario", name=scenario[:60], names=builtin_names())
        case {"toml": str(toml), "map": str(map), **rest} if not rest:
            own_scenario.check_size(toml, map)
            check_written(own_scenario.check(toml, map))
        case _:
            raise BadInput("folio.scenario.texts")
