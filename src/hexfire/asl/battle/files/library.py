"""Our own scenarios."""

from __future__ import annotations

from functools import cache
from importlib import resources

from hexfire.rulebook import BadInput

_FOLDER = resources.files("hexfire.asl.battle") / "scenarios"


@cache
def builtin_names() -> tuple[str, ...]:
    files = (file.name for file in _FOLDER.iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in files if name.endswith(".toml")))


@cache
def builtin(name: str) -> str:
    """The text of one of our scenarios."""
    if name not in builtin_names():
        raise BadInput("battle.scenario.no_builtin", name=name, known=builtin_names())
    return (_FOLDER / f"{name}.toml").read_text("utf-8")
