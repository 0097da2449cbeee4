"""The chapter's tables as they stand in `dyo-tables.toml`, read once."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib import resources
from typing import Any

NONE = "-"
"""A cell that says «not available»."""
ASK = "ask"
"""A cell that the source has lost: the players agree it (R-H-missing)."""


@lru_cache
def tables() -> dict[str, Any]:
    """Everything in `dyo-tables.toml`."""
    text = (resources.files(__package__) / "dyo-tables.toml").read_text("utf-8")
    return tomllib.loads(text)


def table(*path: str) -> Any:
    """One table or figure by its path."""
    entry: Any = tables()
    for name in path:
        entry = entry[name]
    return entry
