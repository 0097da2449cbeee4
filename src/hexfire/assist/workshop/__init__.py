"""The workshop: a Folio scenario taken apart to be drawn and typed, judged, and written again."""

from hexfire.assist.workshop.balance import BalanceReport, Share
from hexfire.assist.workshop.draft import (
    Draft,
    Opened,
    blank_texts,
    form_parts,
    opened,
    texts_of,
)
from hexfire.assist.workshop.judged import Judged, Mistake, judged

__all__ = [
    "BalanceReport",
    "Draft",
    "Judged",
    "Mistake",
    "Opened",
    "Share",
    "blank_texts",
    "form_parts",
    "judged",
    "opened",
    "texts_of",
]
