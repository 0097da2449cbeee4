"""The printed tables: figures live in the TOML files beside this module, never in code."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib import resources
from typing import Any


@lru_cache
def read(name: str) -> dict[str, Any]:
    """The whole file of a table (`"to-hit"`, `"terrain"` …), as it stands; do not change it."""
    return tomllib.loads((resources.files(__name__) / f"{name}.toml").read_text("utf-8"))
