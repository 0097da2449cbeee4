"""The counters of a scenario: two sides, their units, their support fire markers (F2.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

Names = Mapping[str, str]
"""A name in each language: {"en": …, "ja": …}."""

FOOT, MOBILE = 0, 1
"""The two classes of units (F2.3.2e), as indices of the movement tables."""


class Side(NamedTuple):
    """One of the two sides."""

    id: str
    name: Names
    colour: str


class Strength(NamedTuple):
    """F3.0b, F2.3.2a, F2.3.2b, F2.3.2d: attack, defence and movement, as printed on one face."""

    attack: int
    defence: int
    movement: int

    def __str__(self) -> str:
        return f"{self.attack}-{self.defence}-{self.movement}"


class Unit(NamedTuple):
    """F2.3: a counter that stands for a force; markers are no units (F8.0a)."""

    id: str
    side: int
    size: str
    arm: str
    front: Strength
    back: Strength | None
    mobile: bool
    special_forces: bool
    amphibious: bool
    ignores_zoc_stop: bool
    name: Names
    formation: str
    value: int
    setup: tuple[int, ...]
    turn: int
    """The game turn of arrival; 0 for a unit that is set up."""
    entry: tuple[int, ...]
    acts_after_advance: bool
    nation: str = ""
    """Units of one nation have one paper; it has no effect in play."""
    spent: int = 0
    """Half MP that exclusive rules have taken from it in this phase."""
    no_zoc: bool = False
    """Whether it exerts no ZOC."""
    further: tuple[Strength, ...] = ()
    """The strengths of its steps beyond the second."""

    @property
    def designation(self) -> Designation:
        return read_designation(self.id, self.size)


SIZES = {"I": "company", "II": "battalion", "III": "regiment", "X": "brigade"}
"""F2.3.1c: the symbols of size; they have no effect in play (F2.3.1a)."""


class Designation(NamedTuple):
    """F2.3.1b: what a designation says; what it does not speak of is None."""

    battalion: str | None = None
    regiment: str | None = None
    division: str | None = None
    company: str | None = None
    brigade: str | None = None


def read_designation(text: str, size: str = "") -> Designation:
    """F2.3.1b, F2.3.1c: a slash parts a battalion (by its size a company) and its regiment.

    A lone number is the number of what the size symbol says; without one, normally, a division.

    >>> found = read_designation("4/47", "II")
    >>> found.battalion, found.regiment
    ('4', '47')
    >>> read_designation("47", "III").regiment, read_designation("9").division
    ('47', '9')
    """
    left, slash, right = text.partition("/")
    if slash:
        return Designation(**{"company" if size == "I" else "battalion": left}, regiment=right)
    number = {SIZES.get(size, "division"): text} if text.isdecimal() else {}
    return Designation(**number)


class Marker(NamedTuple):
    """F2.3.2c, F8.0a: a support fire marker: its + value, its place in the order (F8.1)."""

    id: str
    side: int
    plus: int
    order: int
