"""The map of a scenario: kinds of terrain and hexside, and where they lie."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from hexfire.folio.counters import Names
from hexfire.hexes import Grid


class Terrain(NamedTuple):
    """A kind of hex: MP to enter by class (in halves; None: prohibited), its row of the CRT."""

    id: str
    symbol: str
    name: Names
    costs: tuple[int | None, int | None]
    row: str
    sea: bool
    colour: str
    zoc: bool = True
    """Whether ZOC enters such hexes."""


class Hexside(NamedTuple):
    """A kind of hexside: extra MP by class (in halves; None: prohibited), its CRT row if any."""

    id: str
    name: Names
    costs: tuple[int | None, int | None]
    row: str | None
    needs_all: bool
    """F7.4b, Q-TER-1: the defender has its row only if every attacker is across such a side."""
    minefield: bool
    group: str
    """Sides of one group (river and canal) count together for «every attacker» (Q-TER-2)."""
    zoc: bool = True
    """Whether ZOC crosses such a side."""
    attack: bool | None = None
    """Whether units attack across it; None: those that may cross it (F7.1c)."""

    def open_to_attack(self, kind: int) -> bool:
        """F7.1c: whether a class of units may attack across such a side."""
        return self.costs[kind] is not None if self.attack is None else self.attack


class Fortress(NamedTuple):
    """F7.5: a fortress; `exempt` ones ZOC does not enter (F6.0b). An owner limits who gains."""

    hex: int
    exempt: bool
    owner: int | None


@dataclass(frozen=True)
class Ground:
    """The map: what stands in each hex and on each hexside."""

    grid: Grid
    terrain: tuple[int, ...]
    """For each hex the index of its terrain."""
    sides: Mapping[tuple[int, int], tuple[int, ...]]
    """For two adjacent hexes (both ways) the kinds of hexside between them."""
    roads: frozenset[tuple[int, int]]
    trails: frozenset[tuple[int, int]]
    fortresses: Mapping[int, Fortress]
    names: Mapping[int, Names]
