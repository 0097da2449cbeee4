"""The ledger: every numbered rule in our own words, one file per part of the rulebooks.

`clauses/` splits the rules of the four documents into their clauses.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable

import msgspec


class Rule(msgspec.Struct, frozen=True):
    """One numbered rule: what kind it is, its names, a sentence in each language, all it asks."""

    id: str
    part: str
    kind: str
    title_en: str
    title_ja: str
    summary_en: str
    summary_ja: str
    requirement: str

    @property
    def needs_test(self) -> bool:
        return self.kind != "commentary"


class Clause(msgspec.Struct, frozen=True):
    """One condition, boundary, exception, date or order of steps of a rule: `C6.11#2`."""

    id: str
    text: str
    outside: str = ""
    """The ruling by which it lies outside what can be played here."""

    @property
    def rule(self) -> str:
        return row_of(self.id)


class Part(msgspec.Struct, frozen=True):
    """A part of the ledger: one document, or one subject of a document."""

    name: str
    title_en: str
    title_ja: str
    enforced: bool


class Ledger(Mapping[str, Rule]):
    """All rules by id, in the order of the rulebooks."""

    def __init__(
        self,
        rules: Mapping[str, Rule],
        parts: Mapping[str, Part],
        clauses: Mapping[str, tuple[Clause, ...]],
    ) -> None:
        self._rules = rules
        self._clauses = clauses
        self._clause_ids = frozenset(c.id for each in clauses.values() for c in each)
        self._by_folded = {_fold(rule.id): rule for rule in rules.values()}
        self.parts = parts

    def __getitem__(self, rule_id: str) -> Rule:
        return self._rules[rule_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)

    def of(self, part: str) -> tuple[Rule, ...]:
        return tuple(rule for rule in self._rules.values() if rule.part == part)

    def clauses_of(self, rule_id: str) -> tuple[Clause, ...]:
        """The clauses of a rule; none for a rule that is a single clause by itself."""
        return self._clauses.get(rule_id, ())

    def knows(self, id: str) -> bool:
        """Whether it is the id of a rule or of a clause."""
        return id in self._rules or id in self._clause_ids

    def to_prove(self, part: str) -> tuple[str, ...]:
        """What tests of a part must prove: each clause; of a rule without clauses, the rule.

        Not those that lie outside by a ruling.
        """
        ids: list[str] = []
        for rule in self.of(part):
            if rule.needs_test:
                clauses = self.clauses_of(rule.id)
                ids.extend([clause.id for clause in clauses if not clause.outside])
                ids.extend([] if clauses else [rule.id])
        return tuple(ids)

    def find(self, text: str) -> Rule | None:
        """A rule by id as a person writes it, or by one of its clauses; case does not matter.

        >>> ledger().find("case j").id
        'Case J'
        >>> ledger().find("c6.11#2").id
        'C6.11'
        """
        return self._by_folded.get(_fold(row_of(text)))

    def search(self, text: str) -> tuple[Rule, ...]:
        """Rules that hold every word of `text`, in either language; matching ids come first."""
        words = text.casefold().split()
        if not words:
            return ()
        holding_all = [rule for rule in self._rules.values() if self._holds(rule, words)]
        begins = [r for r in self._rules.values() if _fold(r.id).startswith(_fold(text))]
        return tuple(dict.fromkeys([*begins, *holding_all]))

    def _holds(self, rule: Rule, words: list[str]) -> bool:
        own = _haystack(rule)
        if all(word in own for word in words):
            return True
        clauses = " ".join(clause.text for clause in self.clauses_of(rule.id)).casefold()
        return all(word in own or word in clauses for word in words)

    def like(self, rule_id: str) -> Rule | None:
        """The row itself, or the nearest row it is part of: C6.11b falls back to C6.11, C6.1."""
        while rule_id:
            if rule_id in self._rules:
                return self._rules[rule_id]
            rule_id = rule_id[:-1].rstrip(".")
        return None


def row_of(id: str) -> str:
    """The row that a clause belongs to.

    >>> row_of("C6.11#2")
    'C6.11'
    """
    return id.partition("#")[0]


def _fold(rule_id: str) -> str:
    return "".join(rule_id.split()).casefold()


def _haystack(rule: Rule) -> str:
    return " ".join(
        (rule.id, rule.title_en, rule.title_ja, rule.summary_en, rule.summary_ja, rule.requirement)
    ).casefold()


@lru_cache(maxsize=1)
def ledger() -> Ledger:
    """The ledger of this program."""
    here = resources.files(__name__)
    parts = {
        name: Part(name, **row)
        for name, row in tomllib.loads((here / "parts.toml").read_text("utf-8")).items()
    }
    outside = tomllib.loads((here / "outside.toml").read_text("utf-8"))
    rules: dict[str, Rule] = {}
    clauses: dict[str, tuple[Clause, ...]] = {}
    for name in parts:
        for cells in _rows(here / f"{name}.tsv"):
            if cells["id"] in rules:
                raise ValueError(f"rule {cells['id']} stands twice in the ledger")
            rules[cells["id"]] = Rule(part=name, **cells)
        file = here / "clauses" / f"{name}.tsv"
        for cells in _rows(file) if file.is_file() else ():
            clause = Clause(cells["id"], cells["clause"], outside.get(cells["id"], ""))
            clauses[clause.rule] = (*clauses.get(clause.rule, ()), clause)
    return Ledger(rules, parts, clauses)


def _rows(file: Traversable) -> Iterator[dict[str, str]]:
    header, *rows = file.read_text("utf-8").splitlines()
    columns = header.split("\t")
    for row in rows:
        yield dict(zip(columns, row.split("\t"), strict=True))
