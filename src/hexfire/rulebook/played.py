"""Which rows of the ledger run in the golden battles, and why the others do not.

A row is played when a function that cites it is called while a golden battle is played again
(`tests/golden/battle-played.txt`); what no golden battle runs stands with its reason in
`tests/golden/unplayed.toml`.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from hexfire.rulebook.ledger import Ledger
from hexfire.rulebook.values import BadInput


class Unplayed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rows that no golden battle runs, and why."""

    reason: str
    rules: tuple[str, ...]


class _Reasons(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    unplayed: tuple[Unplayed, ...] = ()


class PlayedPart(msgspec.Struct, frozen=True, kw_only=True):
    """A part of the ledger: how many of its rows are played, and those that nobody accounts for."""

    part: str
    rows: int
    played: int
    unaccounted: tuple[str, ...]


class Played(msgspec.Struct, frozen=True):
    """The golden battles' rows, and the reasons for the rest."""

    rows: frozenset[str]
    unplayed: tuple[Unplayed, ...]

    @classmethod
    def read(cls, golden: Path) -> Played | None:
        """From the folder of golden games; None where there is none."""
        listed, reasons = golden / "battle-played.txt", golden / "unplayed.toml"
        if not listed.is_file() or not reasons.is_file():
            return None
        try:
            reasons_given = msgspec.toml.decode(reasons.read_bytes(), type=_Reasons)
        except msgspec.MsgspecError as error:
            raise BadInput("core.bad_toml", path=str(reasons), why=str(error)) from None
        return cls(frozenset(listed.read_text("utf-8").splitlines()), reasons_given.unplayed)

    def of(self, book: Ledger, part: str) -> PlayedPart:
        """One part in numbers."""
        rows = [rule.id for rule in book.of(part)]
        named = {id for each in self.unplayed for id in each.rules}
        return PlayedPart(
            part=part,
            rows=len(rows),
            played=sum(id in self.rows for id in rows),
            unaccounted=tuple(id for id in rows if id not in self.rows and id not in named),
        )


BATTLE_PARTS = ("gunnery", "artillery", "fieldguns", "walls")
"""The rooms of chapter C and of B9."""
