"""Varying one number of a scenario: what it does to the chance of winning."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from hexfire.folio import load
from hexfire.lab.balance import Balance, collect, summarise
from hexfire.lab.games import Job
from hexfire.rulebook import BadInput
from hexfire.rulebook.toml import read_toml

_NUMBER = re.compile(r"\d+")


class Step(NamedTuple):
    """One value of the number, and what the games with it told."""

    value: int
    balance: Balance


def sweep(
    source: Mapping[str, str],
    path: str,
    values: Sequence[int],
    bots: tuple[str, str],
    games: int,
    *,
    engine: str = "local",
    workers: int | None = None,
    progress: Callable[[int, int], None] = lambda done, all_: None,
) -> tuple[Step, ...]:
    """The scenario's number at `path` (such as `turns.0.support.1`) set to each value in turn."""
    steps = []
    for i, value in enumerate(values):
        changed = {"toml": with_number(source["toml"], path, value), "map": source["map"]}
        jobs = [Job(changed, bots, seed) for seed in range(games)]

        def told(done: int, _all: int, before: int = i * games) -> None:
            progress(before + done, games * len(values))

        records = collect(jobs, None, engine=engine, workers=workers, progress=told)
        steps.append(Step(value, summarise(load(changed), records)))
    return tuple(steps)


def as_csv(seats: tuple[str, str], steps: Sequence[Step]) -> str:
    """One line a value: games, and the win rates with their intervals."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    rates = [f"{name}_{part}" for name in (*seats, "draw") for part in ("rate", "low", "high")]
    table.writerow(["value", "games", *rates])
    for value, balance in steps:
        parts = [f"{x:.4f}" for interval in (*balance.wins, balance.draws) for x in interval]
        table.writerow([value, balance.games, *parts])
    return text.getvalue()


def with_number(toml: str, path: str, value: int) -> str:
    """The scenario's text with one number changed; refused if there is no number at the path.

    The last part of a path may count the numbers within a text: `units.2.front.1` is the defence
    of «4-4-8», `turns.0.support.0` the first number of «8/9». `turns` itself is how many game turns
    there are: the last ones are left out, or the last one is repeated.
    """
    parts = [int(part) if part.isdecimal() else part for part in path.split(".")]
    data = read_toml(toml)
    try:
        if path == "turns":
            if value < 1:
                raise BadInput("lab.no_turns", turns=value)
            turns = data["turns"]
            longer = [turns[-1]] * (value - len(turns))
            return write_toml({**data, "turns": [*turns[:value], *longer]})
        return write_toml(_changed(data, parts, value))
    except (KeyError, IndexError, TypeError):
        raise BadInput("lab.no_number", path=path) from None


def _changed(data: Any, way: Sequence[int | str], value: int) -> Any:
    if not way:
        if isinstance(data, bool) or not isinstance(data, int):
            raise TypeError
        return value
    first, *rest = way
    if isinstance(data, str):
        if rest or not isinstance(first, int):
            raise TypeError
        number = list(_NUMBER.finditer(data))[first]
        return data[: number.start()] + str(value) + data[number.end() :]
    key = str(first) if isinstance(data, dict) else first
    changed = data.copy()
    changed[key] = _changed(data[key], rest, value)
    return changed


def write_toml(data: Mapping[str, Any]) -> str:
    """Plain TOML of plain data: tables first to last, values inline. Enough for a scenario."""
    return "\n".join(f"{_key(key)} = {_inline(value)}" for key, value in data.items()) + "\n"


def _key(key: str) -> str:
    return key if key.replace("-", "").replace("_", "").isalnum() and key.isascii() else _text(key)


def _text(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _inline(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return _text(value)
        case list():
            return f"[{', '.join(_inline(item) for item in value)}]"
        case dict():
            items = (f"{_key(key)} = {_inline(item)}" for key, item in value.items())
            return "{" + ", ".join(items) + "}"
        case _:
            return str(value)
