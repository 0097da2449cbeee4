"""Recorded games replay to the same end: one for each scenario and each way it can end."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from hexfire.folio import Folio, builtin_names, load
from hexfire.folio.library import builtin
from hexfire.play import Table

GOLDEN = Path(__file__).parent.parent / "golden"
JOURNALS = sorted(GOLDEN.glob("folio-*.jsonl.gz"))


def ending(table: Table[object, object]) -> str:
    outcome = table.outcome()
    assert outcome is not None
    state = table.state
    number = getattr(state, "ending", -1)
    if number >= 0:
        return f"sudden-{number}"
    return str(outcome.message["level"])[1:].replace(".", "-") if outcome.winners else "draw"


@pytest.mark.parametrize("journal", JOURNALS, ids=lambda path: path.name)
def test_a_recorded_game_replays_to_its_end(journal: Path) -> None:
    table = Table.open({"folio": Folio()}, gzip.decompress(journal.read_bytes()))
    # Opening it has checked every position against its fingerprint.
    assert journal.name.endswith(f"-{ending(table)}.jsonl.gz")
    assert len(table.steps) > 20


@pytest.mark.parametrize("name", builtin_names())
def test_every_way_of_ending_is_recorded(name: str) -> None:
    victory = load(builtin(name)).victory
    ways = {"draw"} | {f"level-{i}" for i in range(len(victory.levels))}
    ways |= {f"sudden-{i}" for i in range(len(victory.sudden))}
    there = {
        path.name[len(f"folio-{name}-") : -len(".jsonl.gz")]
        for path in JOURNALS
        if path.name.startswith(f"folio-{name}-")
    }
    assert there == ways
