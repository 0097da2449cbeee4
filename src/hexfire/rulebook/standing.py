"""How far the program has come, by clauses: tested, within a player's reach, and what is owed.

What is still owed stands in a file (`tests/clauses/owed.toml`) that may only become shorter: the
number of untested clauses of each part, and the rules out of reach with the reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from hexfire.rulebook.coverage import Coverage, SourcePlace
from hexfire.rulebook.ledger import Ledger, row_of
from hexfire.rulebook.reach import Definition, Entry, Reach
from hexfire.rulebook.values import BadInput


class Reached(msgspec.Struct, frozen=True):
    """How a player comes to a clause: the doors, and the places that carry it but nobody calls."""

    entries: tuple[Entry, ...]
    out_of_reach: tuple[SourcePlace, ...]
    carried: bool

    @property
    def whole(self) -> bool:
        """Some code carries it, and all of that code can be reached."""
        return self.carried and not self.out_of_reach


class Standing(msgspec.Struct, frozen=True):
    """Some clauses in numbers: of a part, or of a chapter of it."""

    name: str
    clauses: int
    tested: int
    reached: int
    untested: tuple[str, ...]
    out_of_reach: tuple[str, ...]
    """The rules whose clauses are not all in reach."""


class Waiting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rules that no player can reach yet, and why."""

    reason: str
    rules: tuple[str, ...]


class Owed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is still owed: untested clauses by part, and rules that wait to be reached."""

    untested: Mapping[str, int]
    out_of_reach: tuple[Waiting, ...] = ()

    @property
    def waiting(self) -> frozenset[str]:
        return frozenset(rule for each in self.out_of_reach for rule in each.rules)

    @classmethod
    def read(cls, file: Path) -> Owed:
        try:
            return msgspec.toml.decode(file.read_bytes(), type=cls)
        except msgspec.MsgspecError as error:
            raise BadInput("core.bad_toml", path=str(file), why=str(error)) from None


def reached(places: Coverage, reach: Reach, id: str) -> Reached:
    """How a player reaches a clause (or rule), by the code that carries it."""
    carriers = {place: _definition(reach, place) for place in places.carriers(id)}
    known = {place: each for place, each in carriers.items() if each is not None}
    lost = [place for place, each in known.items() if not reach.reached(each)]
    entries = reach.entries_to(each for place, each in known.items() if place not in lost)
    return Reached(entries, tuple(lost), bool(known))


def _definition(reach: Reach, place: SourcePlace) -> Definition | None:
    module = place.file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    return reach.definition_at(f"{reach.sources.package}.{module}", place.name)


def standing(places: Coverage, reach: Reach, name: str, ids: Iterable[str]) -> Standing:
    """These clauses in numbers."""
    ids = tuple(ids)
    untested = tuple(id for id in ids if id not in places.tests)
    whole = {id for id in ids if reached(places, reach, id).whole}
    lost = dict.fromkeys(row_of(id) for id in ids if id not in whole)
    tested = len(ids) - len(untested)
    return Standing(name, len(ids), tested, len(whole), untested, tuple(lost))


def chapters(ledger: Ledger, part: str) -> Iterator[tuple[str, list[str]]]:
    """The clauses of a part by chapter: C2, C3 …; of a part that is one chapter, by section."""
    ids = ledger.to_prove(part)
    single = len({id.partition(".")[0] for id in ids}) == 1
    by_chapter: dict[str, list[str]] = {}
    for id in ids:
        chapter, _, rest = row_of(id).split(" ")[0].partition(".")
        by_chapter.setdefault(f"{chapter}.{rest[:1]}" if single else chapter, []).append(id)
    yield from by_chapter.items()


class Debt(msgspec.Struct, frozen=True):
    """Where the program stands worse than the file of what is owed says, or better."""

    untested: tuple[tuple[str, int, int], ...]
    """Part, untested clauses, and how many were owed at most."""
    out_of_reach: tuple[str, ...]
    settled: tuple[str, ...]
    """Rules listed as out of reach that are in reach."""

    @property
    def grown(self) -> bool:
        return bool(self.untested or self.out_of_reach)


def debt(owed: Owed, parts: Iterable[Standing]) -> Debt:
    """What has become worse than was owed, and what may be struck from the list."""
    parts = tuple(parts)
    lost = {rule for part in parts for rule in part.out_of_reach}
    return Debt(
        untested=tuple(
            (part.name, len(part.untested), allowed)
            for part in parts
            if len(part.untested) > (allowed := owed.untested.get(part.name, 0))
        ),
        out_of_reach=tuple(sorted(lost - owed.waiting)),
        settled=tuple(sorted(owed.waiting - lost)),
    )
