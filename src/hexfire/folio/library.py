"""Our own scenarios: the files beside this module."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib import resources

from hexfire.rulebook import BadInput


@lru_cache(maxsize=1)
def builtin_names() -> tuple[str, ...]:
    """The names of our scenarios, the tutorial first."""
    folder = resources.files(__package__) / "scenarios"
    names = sorted(entry.name[:-5] for entry in folder.iterdir() if entry.name.endswith(".toml"))
    return tuple(sorted(names, key=lambda name: name != "tutorial"))


def builtin(name: str) -> Mapping[str, str]:
    """The two texts of one of our scenarios."""
    if name not in builtin_names():
        raise BadInput("folio.no_scenario", name=name, names=builtin_names())
    folder = resources.files(__package__) / "scenarios"
    return {
        "toml": (folder / f"{name}.toml").read_text("utf-8"),
        "map": (folder / f"{name}.map").read_text("utf-8"),
    }
