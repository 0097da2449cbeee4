"""Which rows of the ledger a battle's journal runs: rows cited by a function that was called."""

from __future__ import annotations

import cProfile
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from functools import _lru_cache_wrapper, cache
from pathlib import Path

import hexfire
from hexfire.asl.battle.game import Battle
from hexfire.play import Table
from hexfire.rulebook import ledger
from hexfire.rulebook.coverage import coverage
from hexfire.rulebook.ledger import row_of
from hexfire.rulebook.played import BATTLE_PARTS

PACKAGE = Path(hexfire.__file__).parent


@cache
def carriers() -> dict[tuple[str, str], frozenset[str]]:
    """By file and name of a function: the rows of C and B9 that it cites."""
    book = ledger()
    wanted = {rule.id for part in BATTLE_PARTS for rule in book.of(part)}
    cited: dict[tuple[str, str], set[str]] = {}
    for id, places in coverage(book, PACKAGE, None).code.items():
        if row_of(id) in wanted:
            for place in places:
                cited.setdefault((place.file, place.name), set()).add(row_of(id))
    return {place: frozenset(rows) for place, rows in cited.items()}


def forget() -> None:
    """Nothing is remembered from before: a cached answer would not run its function again."""
    for thing in gc.get_objects():
        if isinstance(thing, _lru_cache_wrapper) and thing.__module__.startswith("hexfire"):
            thing.cache_clear()


@contextmanager
def watched() -> Iterator[set[str]]:
    """Fills the set, at the end, with the rows whose functions were called meanwhile."""
    forget()
    rows: set[str] = set()
    profile = cProfile.Profile()
    profile.enable()
    try:
        yield rows
    finally:
        profile.disable()
    for entry in profile.getstats():
        if isinstance(entry.code, str):
            continue
        file = Path(entry.code.co_filename)
        if file.is_relative_to(PACKAGE):
            name = entry.code.co_qualname.replace(".<locals>", "")
            rows |= carriers().get((file.relative_to(PACKAGE).as_posix(), name), frozenset())


def rows_run(journal: bytes) -> frozenset[str]:
    """The rows whose functions are called while a journal is played again."""
    with watched() as rows:
        Table.open({"battle": Battle()}, journal)
    return frozenset(rows)
