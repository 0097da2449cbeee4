"""What the forms of the workshop know of a scenario's TOML file (`docs/folio-scenarios.md`).

A draft's data is not held to this: a file may hold more, and wrong things that the checker tells.
"""

from __future__ import annotations

from typing import TypedDict

import msgspec

from hexfire.folio.options import choices

Texts = str | dict[str, str]
"""A text, or one in each language by `en` and `ja`."""
Cost = int | float | str
"""MP, or «no»."""


class ScenarioTable(TypedDict, total=False):
    """`[scenario]`"""

    id: str
    name: Texts
    about: Texts
    sources: list[str]
    first_player: str
    sets_up_first: str


class SideTable(TypedDict, total=False):
    """`[sides.ID]`"""

    name: Texts
    colour: str


class MapTable(TypedDict, total=False):
    """`[map]`: how the hexes lie."""

    hexes: str
    even_lines: str
    first: str


class KindTable(TypedDict, total=False):
    """What terrain and hexsides have in common."""

    name: Texts
    mp: Cost
    foot: Cost
    mobile: Cost
    row: str


class TerrainTable(KindTable, total=False):
    """`[terrain.ID]`"""

    symbol: str
    sea: bool
    zoc: bool
    colour: str


class HexsideTable(KindTable, total=False):
    """`[hexside.ID]`"""

    minefield: bool
    applies_if: str
    counts_as: str
    zoc: bool
    attack: bool


class _NamedUnit(TypedDict):
    id: str
    side: str
    front: str


class UnitTable(_NamedUnit, total=False):
    """`[[units]]`"""

    back: str
    size: str
    arm: str
    mobile: bool
    flags: list[str]
    further: list[str]
    hex: str | list[str]
    turn: int
    entry: str | list[str]
    value: int
    formation: str
    nation: str
    name: Texts


class _NamedMarker(TypedDict):
    id: str
    plus: int


class MarkerTable(_NamedMarker, total=False):
    """`[[markers.SIDE]]`"""

    order: int


class TurnTable(TypedDict, total=False):
    """`[[turns]]`"""

    support: str
    first_player: str


class _PlacedObjective(TypedDict):
    hex: str


class ObjectiveTable(_PlacedObjective, total=False):
    """`[[victory.hexes]]`"""

    points: int | dict[str, int]
    holder: str
    each_turn: bool
    name: Texts


class _SideLevel(TypedDict):
    side: str
    margin: int


class LevelTable(_SideLevel, total=False):
    """`[[victory.levels]]`"""

    name: Texts


class _SideSudden(TypedDict):
    side: str


class SuddenTable(_SideSudden, total=False):
    """`[[victory.sudden]]`"""

    holds: list[str]
    margin: int
    enemy_lost: int
    exited: int
    when: str
    name: Texts


class VictoryTable(TypedDict, total=False):
    """`[victory]`"""

    points_per_loss: dict[str, int]
    points_per_exit: dict[str, int]
    hexes: list[ObjectiveTable]
    levels: list[LevelTable]
    sudden: list[SuddenTable]
    exit_hexes: dict[str, list[str]]


class CrtTables(TypedDict, total=False):
    """`[crt]`"""

    die: str
    rows: dict[str, list[str]]
    results: dict[str, list[str]]


class ExceptionsTable(TypedDict, total=False):
    """`[exceptions]`"""

    attacker_limit: int
    marker_limit: int


class NoteTable(TypedDict, total=False):
    """`[[exclusive_rules]]`: words for the reader."""

    text: Texts


class ScenarioData(TypedDict, total=False):
    """The parts of a file that have a form."""

    scenario: ScenarioTable
    sides: dict[str, SideTable]
    map: MapTable
    terrain: dict[str, TerrainTable]
    hexside: dict[str, HexsideTable]
    crt: CrtTables
    units: list[UnitTable]
    markers: dict[str, list[MarkerTable]]
    turns: list[TurnTable]
    victory: VictoryTable
    exceptions: ExceptionsTable
    options: dict[str, str | bool]
    exclusive_rules: list[NoteTable]


class OptionForm(msgspec.Struct, frozen=True):
    """One rule option: its name in the file, what it may be, what it is if the file is silent."""

    name: str
    values: tuple[str | bool, ...]
    by_default: str | bool
    ruling: str


class FormParts(msgspec.Struct, frozen=True):
    """What the forms offer: kinds of ground that maps often have, and every rule option."""

    terrain: dict[str, TerrainTable]
    hexside: dict[str, HexsideTable]
    options: tuple[OptionForm, ...]


def rule_options() -> tuple[OptionForm, ...]:
    """The options that a scenario may set."""
    return tuple(OptionForm(name, *choice) for name, choice in choices().items())
