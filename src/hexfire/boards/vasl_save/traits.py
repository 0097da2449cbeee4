"""A counter of a saved game as its traits describe it: picture, name, facing, states, owner."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import msgspec

from hexfire.boards.vasl_save.history import Piece
from hexfire.boards.vasl_save.lists import split

MAX_LABEL = 200

_FACING = re.compile(r"(?P<what>vca|tca|ca)(?P<spine>[1-6])$")


class Traits(msgspec.Struct, kw_only=True):
    """What the traits of one counter say. Owners are numbers: the ids are passwords."""

    slot: str = ""
    name: str = ""
    pictures: list[str] = []
    """The pictures that show, innermost first."""
    gpid: str = ""
    map: str = ""
    x: int = 0
    y: int = 0
    layers: list[str] = []
    """The names of the layers that are on (`BRK`, `SQ/HS`, `Wound` …)."""
    nation: str = ""
    concealed_by: int = 0
    hidden_by: int = 0
    concealment_of: int = 0
    """A «?» counter: its owner."""
    is_concealment: bool = False
    rotation: tuple[int, int] | None = None
    turret: int | None = None
    turret_flipped: bool | None = None
    moved: bool = False
    labels: list[str] = []
    marks: dict[str, str] = {}


def read_traits(piece: Piece, number_of: Callable[[str], int]) -> Traits:
    """The traits of a piece, read from the innermost outwards, as names and pictures build up."""
    traits = Traits()
    pairs = list(zip(piece.traits, _padded(piece.states, len(piece.traits)), strict=True))
    for kind, state in reversed(pairs):
        members = split(kind, ";")
        _Reader(traits, members, state, number_of).read()
    traits.name = traits.name.strip()
    return traits


def _padded(states: list[str], count: int) -> list[str]:
    return (states + [""] * count)[:count]


class _Reader:
    """Reads one trait into what is known of the counter."""

    def __init__(
        self, traits: Traits, members: list[str], state: str, number_of: Callable[[str], int]
    ) -> None:
        self.traits, self.members, self.state, self.number_of = traits, members, state, number_of

    def read(self) -> None:
        kinds: dict[str, Callable[[], None]] = {
            "piece": self._piece,
            "emb2": self._layer,
            "rotate": self._rotation,
            "turr": self._turret,
            "conceal": self._conceal,
            "concealment": self._concealment,
            "hide": self._hide,
            "obs": self._hide,
            "moved": self._moved,
            "markmoved": self._moved,
            "label": self._label,
            "mark": self._mark,
        }
        reader = kinds.get(self.members[0])
        if reader is not None:
            reader()

    def member(self, index: int) -> str:
        return self.members[index] if index < len(self.members) else ""

    def _piece(self) -> None:
        picture, name = self.member(3), self.member(4)
        place = split(self.state, ";")
        self.traits.slot = self.traits.name = name
        self._show(picture)
        if len(place) >= 3:
            self.traits.map = place[0]
            self.traits.x, self.traits.y = _number(place[1]) or 0, _number(place[2]) or 0
        self.traits.gpid = place[3] if len(place) > 3 else ""

    def _show(self, picture: str) -> None:
        plain = re.sub(r"\.(gif|png|svg|jpg)$", "", picture.strip(), flags=re.IGNORECASE)
        if plain:
            self.traits.pictures.append(plain)

    def _layer(self) -> None:
        level = _number(split(self.state, ";")[0])
        if level is None or level <= 0:
            return
        pictures, names = (split(self.member(i), ",") for i in (16, 17))
        if level <= len(pictures):
            self._show(pictures[level - 1])
        if level <= len(names):
            self.traits.name = _renamed(self.traits.name, names[level - 1])
        if self.member(19):
            self.traits.layers.append(self.member(19))

    def _rotation(self) -> None:
        steps, step = _number(self.member(1)), _number(split(self.state, ";")[0])
        if steps and step is not None and steps > 1:
            self.traits.rotation = (step % steps, steps)

    def _turret(self) -> None:
        members = split(self.state, ";")
        level = _number(split(members[0], ";")[0])
        if level is not None and level > 0:
            self.traits.turret = level
            self.traits.turret_flipped = len(members) > 1 and members[-1] == "true"

    def _conceal(self) -> None:
        self.traits.nation = self.member(3) or self.traits.nation
        self.traits.concealed_by = self._owner(split(self.state, ";")[0])

    def _concealment(self) -> None:
        self.traits.is_concealment = True
        self.traits.nation = self.member(2) or self.traits.nation
        self.traits.concealment_of = self._owner(self.member(1))

    def _hide(self) -> None:
        self.traits.hidden_by = self.traits.hidden_by or self._owner(split(self.state, ";")[0])

    def _owner(self, id: str) -> int:
        return self.number_of(id) if id and id != "null" else 0

    def _moved(self) -> None:
        self.traits.moved = self.traits.moved or self.state == "true"

    def _label(self) -> None:
        if self.state.strip():
            self.traits.labels.append(self.state)

    def _mark(self) -> None:
        names, values = split(self.member(1), ","), split(self.state, ",")
        for name, value in zip(names, values, strict=False):
            self.traits.marks[name[:60]] = value[:MAX_LABEL]


def _number(text: str) -> int | None:
    try:
        return int(float(text[:12]))
    except (ValueError, OverflowError):
        return None


def _renamed(name: str, text: str) -> str:
    """A layer's name replaces the counter's, or goes before (`text +`) or behind (`+ text`)."""
    if not text.strip():
        return name
    plain = text.replace("\\+", "\0")
    if plain.startswith("+"):
        plain = name + plain[1:]
    elif plain.endswith("+"):
        plain = plain[:-1] + name
    return plain.replace("\0", "+")


def facings(name: str) -> Iterator[tuple[str, int]]:
    """The facings that the layers wrote behind a counter's name: (`vca`, 3) …"""
    for word in name.split():
        if matched := _FACING.fullmatch(word):
            yield matched["what"], int(matched["spine"])
