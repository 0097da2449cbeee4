"""Numbers with their reasons, and dice that are wanted, in both languages at once."""

from __future__ import annotations

from typing import Any

from hexfire.dice import NeedAnswer
from hexfire.lang import LANGUAGES, words
from hexfire.rulebook import Modifier, Tally


def modifier(item: Modifier) -> dict[str, Any]:
    """A modifier with its name; `why` tells why one that was considered does not apply."""
    return {
        "case": item.case,
        "rule": item.rule,
        "value": item.value,
        "applies": item.applies,
        "why": item.why,
        "names": {language: words(language).name(item) for language in LANGUAGES},
    }


def tally(sum_of: Tally) -> dict[str, Any]:
    """A sum with everything that was considered."""
    return {"items": [modifier(item) for item in sum_of.items], "total": sum_of.total}


def wanted(need: NeedAnswer) -> dict[str, str]:
    """Which dice are wanted."""
    return {language: words(language).request(need) for language in LANGUAGES}
