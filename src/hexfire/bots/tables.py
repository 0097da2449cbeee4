"""What a judge looks up again and again, as arrays: by hex, by column of the combat results."""

from __future__ import annotations

from hexfire.folio.scenario import Scenario
from hexfire.hexes.arrays import i64, u8, vec


class Draw:
    """What draws a side to each hex while the objectives are held as they are."""

    __slots__ = ("guard", "known", "leave", "take")

    def __init__(self, hexes: int) -> None:
        nothing = [0.0] * hexes
        self.take: vec[float] = vec[float](nothing)
        self.guard: vec[float] = vec[float](nothing)
        self.leave: vec[float] = vec[float](nothing)
        """By hex: what draws a point of attack, of defence, of value that may leave …"""
        self.known: vec[u8] = vec[u8]([0] * hexes)
        """… once it has been found out."""


class Shelter:
    """What a hex does for whoever is attacked there."""

    __slots__ = ("fortress", "points", "row")

    def __init__(self, scenario: Scenario, objective_at: dict[int, tuple[int, int]]) -> None:
        ground, number = scenario.ground, {row: i for i, row in enumerate(scenario.crt.rows)}
        rows = [scenario.terrains[terrain].row for terrain in ground.terrain]
        self.row: vec[i64] = vec[i64]([number[row] for row in rows])
        """By hex: the number of its row of the table, …"""
        hexes = range(len(ground.terrain))
        self.fortress: vec[u8] = vec[u8]([int(hex in ground.fortresses) for hex in hexes])
        self.points: vec[i64] = vec[i64]([objective_at.get(hex, (0, 0))[1] for hex in hexes])
        """… whether it is a fortress, and the points it is worth."""


class Table:
    """The combat results table as a judge looks into it: losses by row and differential."""

    __slots__ = ("columns", "highest", "known", "ours", "theirs")

    def __init__(self, scenario: Scenario) -> None:
        crt = scenario.crt
        self.columns = crt.columns
        self.highest: vec[i64] = vec[i64]([high for row in crt.rows.values() for _, high in row])
        """Row by row, for each column, the highest differential."""
        nothing = [0.0] * crt.columns
        self.theirs: vec[float] = vec[float](nothing)
        self.ours: vec[float] = vec[float](nothing)
        """By column: the expected loss of the defender (as a part of it) and of an attacker …"""
        self.known: vec[u8] = vec[u8]([0] * crt.columns)
        """… once it has been found out."""

    def column(self, row: int, differential: int) -> int:
        """Where a differential stands in a row; beyond its ends, the column there."""
        columns: i64 = self.columns
        first: i64 = row * columns
        column: i64 = 0
        while column < columns - 1 and differential > self.highest[first + column]:
            column += 1
        return column
