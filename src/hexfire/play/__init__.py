"""The kernel every game runs on: legality, journal, undo, replay, views."""

from hexfire.play.files import append_to, open_journal, read_bytes, read_text, write_whole
from hexfire.play.game import MOST_LISTED, Event, Game, Legal, Listed, Outcome, Seat, shown
from hexfire.play.lines import Header, fingerprint
from hexfire.play.steps import Step
from hexfire.play.table import Table
from hexfire.play.verify import Verdict, verify

__all__ = [
    "MOST_LISTED",
    "Event",
    "Game",
    "Header",
    "Legal",
    "Listed",
    "Outcome",
    "Seat",
    "Step",
    "Table",
    "Verdict",
    "append_to",
    "fingerprint",
    "open_journal",
    "read_bytes",
    "read_text",
    "shown",
    "verify",
    "write_whole",
]
