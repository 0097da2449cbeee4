"""The flow of a fire mission, read from `flow.toml`: nodes, and the ways between them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from enum import Enum
from functools import lru_cache
from importlib import resources
from typing import Any, Literal

import msgspec


class NodeKind(Enum):
    """Who finds the way on: the rules alone, a fact of the table, the dice, or a player."""

    DO = "do"
    ASK = "ask"
    ROLL = "roll"
    DECIDE = "decide"


class Edge(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One way out of a node: where it leads, under which rules, and what it takes."""

    node: str
    rules: tuple[str, ...]
    guard: str | None = msgspec.field(default=None, name="if")
    does: str | None = None
    takes: Literal["hex", "name"] | None = None


class Node(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A box of the flowchart."""

    kind: NodeKind
    at: tuple[int, int]
    to: dict[str, Edge]
    by: Literal["owner", "opponent"] = "owner"
    resolves: tuple[str, ...] = ()


@lru_cache(maxsize=1)
def flow() -> Mapping[str, Node]:
    """The whole flow, by the nodes' names."""
    text = (resources.files(__package__) / "flow.toml").read_text("utf-8")
    rows: dict[str, Any] = tomllib.loads(text)
    nodes = msgspec.convert(rows, dict[str, Node])
    for name, node in nodes.items():
        for outcome, edge in node.to.items():
            if edge.node not in nodes:
                raise ValueError(f"{name}.{outcome} leads to {edge.node}, which is no node")
    return nodes
