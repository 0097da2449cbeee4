"""The ledger: every numbered rule in our own words, one file per part of the rulebooks."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib import resources

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


class Part(msgspec.Struct, frozen=True):
    """A part of the ledger: one document, or one subject of a document."""

    name: str
    title_en: str
    title_ja: str
    enforced: bool


class Ledger(Mapping[str, Rule]):
    """All rules by id, in the order of the rulebooks."""

    def __init__(self, rules: Mapping[str, Rule], parts: Mapping[str, Part]) -> None:
        self._rules = rules
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

    def find(self, text: str) -> Rule | None:
        """A rule by id as a person writes it: case and blanks do not matter.

        >>> ledger().find("case j").id
        'Case J'
        """
        return self._by_folded.get(_fold(text))

    def search(self, text: str) -> tuple[Rule, ...]:
        """Rules that hold every word of `text`, in either language; matching ids come first."""
        words = text.casefold().split()
        if not words:
            return ()
        found = [rule for rule in self._rules.values() if all(w in _haystack(rule) for w in words)]
        begins = [r for r in self._rules.values() if _fold(r.id).startswith(_fold(text))]
        return tuple(dict.fromkeys([*begins, *found]))

    def like(self, rule_id: str) -> Rule | None:
        """The row itself, or the nearest row it is part of: C6.11b falls back to C6.11, C6.1."""
        while rule_id:
            if rule_id in self._rules:
                return self._rules[rule_id]
            rule_id = rule_id[:-1].rstrip(".")
        return None


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
    rules: dict[str, Rule] = {}
    for name in parts:
        header, *rows = (here / f"{name}.tsv").read_text("utf-8").splitlines()
        columns = header.split("\t")
        for row in rows:
            cells = dict(zip(columns, row.split("\t"), strict=True))
            if cells["id"] in rules:
                raise ValueError(f"rule {cells['id']} stands twice in the ledger")
            rules[cells["id"]] = Rule(part=name, **cells)
    return Ledger(rules, parts)
