"""What a view of a position holds, as plain data: `views.view` makes it.

Typed dicts, not structs: a position has a hundred units, and every seat at every table is sent
them after every action. A dict is made faster, and the types cost nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NotRequired, TypedDict

SlotName = Literal["A1", "D1", "A2", "D2"]
"""A marker of the attacker, of the defender, and once more of each (F8.3)."""
Texts = Mapping[str, str]
"""A text in both languages, by `en` and `ja`."""


class FolioUnit(TypedDict):
    """A unit: where it is, its present strength (attack, defence, movement), what it has done."""

    id: str
    side: str
    hex: str | None
    status: Literal["on_map", "waiting", "eliminated", "exited"]
    strength: tuple[int, int, int]
    reduced: bool
    moved: bool
    attacked: bool
    attacked_upon: bool


class FolioMarker(TypedDict):
    """A support marker in hand."""

    id: str
    plus: int


class FolioObjective(TypedDict):
    """A hex that is worth points, and who holds it."""

    hex: str
    holder: str | None
    points: dict[str, int]


class FolioCombat(TypedDict):
    """The combat under way; its differential, row and column while all who fight are there.

    `defenders`: all who defend together, if they are several.
    """

    hex: str
    target: str
    defenders: NotRequired[list[str]]
    attackers: list[str]
    attack_markers: list[str]
    defence_markers: list[str]
    barrage: bool
    differential: NotRequired[int]
    row: NotRequired[str]
    column: NotRequired[int]


class FolioDecision(TypedDict):
    """What is to be decided: `kind` is a phase, or what a result asks for."""

    kind: str
    slot: NotRequired[SlotName]
    units: NotRequired[list[str]]
    length: NotRequired[int]
    path: NotRequired[list[str]]
    chain: NotRequired[list[str]]
    what: NotRequired[str]
    rule: NotRequired[str]
    name: NotRequired[Texts]


class FolioCondition(TypedDict):
    """A rule that holds at present: the weather, a night."""

    rule: str
    name: Texts


class FolioBridge(TypedDict):
    """A bridge, and how it stands."""

    id: str
    rule: str
    name: Texts
    hexes: list[str]
    state: Literal["intact", "blown", "captured", "building"]


class FolioExclusive(TypedDict):
    """What the scenario's exclusive rules show; units go by their ids."""

    conditions: list[FolioCondition]
    cut_off: dict[str, int]
    bridges: list[FolioBridge]
    works: list[tuple[str, str]]
    replacements: dict[str, int]
    turn_points: dict[str, int]
    held_back: dict[str, str]
    astray: list[str]
    altered: dict[str, list[str]]


class FolioView(TypedDict):
    """A position as a seat may see it. Hidden markers of the other side are only counted."""

    game: str
    scenario: str
    turn: int
    turns: int
    player: str
    phase: str
    to_act: str | None
    units: list[FolioUnit]
    markers: dict[str, list[FolioMarker] | int]
    objectives: list[FolioObjective]
    points: dict[str, int]
    barraged: list[str]
    combat: FolioCombat | None
    decision: FolioDecision | None
    exclusive: NotRequired[FolioExclusive]
