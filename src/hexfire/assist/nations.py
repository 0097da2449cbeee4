"""The nations that a person may choose from, wherever he chooses one."""

from __future__ import annotations

from hexfire.asl.artillery.nations import basic_pile
from hexfire.asl.artillery.nations import nations as with_artillery
from hexfire.asl.nations import nations
from hexfire.rulebook import Refusal

MID_WAR = "1943-07"
LATER = "kw_"
"""Rows of a later war, which no counter of ours has."""


def buyers() -> dict[str, tuple[str, ...]]:
    """Who may buy a force, by the groups in which a list shows them."""
    groups: dict[str, list[str]] = {}
    for nation in nations():
        if nation.family:
            groups.setdefault(nation.group, []).append(nation.name)
    return {group: tuple(names) for group, names in groups.items()}


def gunners() -> tuple[str, ...]:
    """Whose artillery the tables know, with a draw pile of its own."""
    return tuple(
        name for name in with_artillery() if not name.startswith(LATER) and _has_pile(name)
    )


def _has_pile(name: str) -> bool:
    try:
        return bool(basic_pile(name, MID_WAR))
    except Refusal:
        return False
