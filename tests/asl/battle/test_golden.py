"""Recorded battles replay bit for bit, and together they run what the list says they run."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

from played_rules import watched

from hexfire.asl.battle.files.library import builtin_names
from hexfire.asl.battle.game import Battle
from hexfire.play import Table
from hexfire.rulebook import ledger
from hexfire.rulebook.played import BATTLE_PARTS, Played

GOLDEN = Path(__file__).parents[2] / "golden"
JOURNALS = sorted(GOLDEN.glob("battle-*.jsonl.gz"))
MAKE = "the battle's rules have changed: python tests/golden/battle_make.py"


def read(journal: Path) -> bytes:
    return gzip.decompress(journal.read_bytes())


def test_every_scenario_of_ours_is_recorded() -> None:
    recorded = {re.sub(r"battle-(.*)-\d+\.jsonl\.gz", r"\1", each.name) for each in JOURNALS}
    assert recorded >= set(builtin_names())


def test_the_recorded_battles_replay_to_their_ends_and_run_the_rows_that_are_listed() -> None:
    """Opening a journal checks every position against its fingerprint; a drill ends undecided."""
    with watched() as run:
        for journal in JOURNALS:
            table = Table.open({"battle": Battle()}, read(journal))
            decided = table.outcome() is not None and len(table.steps) > 50
            assert decided or ("-drill-" in journal.name and table.steps), journal.name
    played = Played.read(GOLDEN)
    assert played is not None
    assert sorted(played.rows - run) == [], MAKE


def test_every_row_is_played_or_named_with_its_reason() -> None:
    played = Played.read(GOLDEN)
    assert played is not None
    book = ledger()
    for part in BATTLE_PARTS:
        assert played.of(book, part).unaccounted == ()
    named = [id for each in played.unplayed for id in each.rules]
    assert len(named) == len(set(named))
    assert sorted(played.rows & set(named)) == [], "strike these: they are played"
    assert all(book.knows(id) for id in named)
    assert all(each.reason for each in played.unplayed)
