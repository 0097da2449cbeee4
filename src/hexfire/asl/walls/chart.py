"""The terrain chart: TEM, costs, concealment terrain (figures in asl/tables/terrain.toml)."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any


@cache
def chart() -> dict[str, Any]:
    """The rows of the chart by name."""
    text = (resources.files("hexfire.asl.tables") / "terrain.toml").read_text("utf-8")
    rows: dict[str, Any] = tomllib.loads(text)["terrain"]
    return rows
