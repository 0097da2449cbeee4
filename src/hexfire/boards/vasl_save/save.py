"""A VASL game as it stands: its boards and every counter with its place and state.

Facts only, in VASL's own terms; `hexfire.assist.vasl` makes a situation of them. Players are
numbered: their ids are passwords in clear text and are never kept.
"""

from __future__ import annotations

import csv
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from pathlib import Path

import msgspec

from hexfire.boards.vasl_save.container import MAX_FILE, unpack
from hexfire.boards.vasl_save.history import Piece, Stack, Table, play
from hexfire.boards.vasl_save.layout import Grid, Laid, Layout, Place, read_boards
from hexfire.boards.vasl_save.traits import Traits, facings, read_traits
from hexfire.rulebook import BadInput

MAPS = ("Main Map", "Map0")
"""The playing map, by its name since VASL 6.5 and before."""


class Identity(msgspec.Struct, frozen=True):
    """What a picture shows."""

    kind: str
    nation: str
    name: str
    catalogue: str = ""
    """The id of our catalogue; empty where it has none."""


class Counter(msgspec.Struct, frozen=True, kw_only=True):
    """A counter of the game."""

    id: str
    slot: str
    name: str
    image: str
    gpid: str = ""
    nation: str = ""
    kind: str = ""
    catalogue: str = ""
    map: str = ""
    x: int = 0
    y: int = 0
    place: Place | None = None
    """`None`: off board."""
    stack: str = ""
    from_bottom: int = 0
    vca: int | None = None
    tca: int | None = None
    ca: int | None = None
    rotation: tuple[int, int] | None = None
    turret: int | None = None
    turret_flipped: bool | None = None
    ce: bool | None = None
    broken: bool = False
    malfunctioned: bool = False
    wounded: bool = False
    layers: tuple[str, ...] = ()
    concealed_by: int = 0
    hidden_by: int = 0
    concealment_of: int = 0
    is_concealment: bool = False
    moved: bool = False
    labels: tuple[str, ...] = ()
    marks: dict[str, str] = {}

    @property
    def location_marker(self) -> bool:
        """Whether it only says where in the hex those above it are (their level, their own hex)."""
        return "Location" in self.marks or "separateLocation" in self.marks


class Info(msgspec.Struct, frozen=True):
    """The scenario window; `?` or empty where nothing was entered."""

    moves_first: str = ""
    player: str = ""
    turn: str = ""
    axis_elr: str = ""
    axis_san: str = ""
    allied_elr: str = ""
    allied_san: str = ""


class Save(msgspec.Struct, frozen=True, kw_only=True):
    """A saved game, or the end of a log."""

    vasl: str
    vassal: str
    boards: tuple[Laid, ...]
    info: Info
    counters: tuple[Counter, ...]
    """By place: top to bottom, left to right, each stack from its bottom."""
    stacks: int
    commands: int
    logged: int
    chat: int
    skipped: int
    players: int
    """How many owners counters name."""
    guessed_grids: tuple[str, ...] = ()
    """Boards whose archive is not at hand: their counters were placed as on a geomorphic board."""


def read_file(path: Path, grid_of: Callable[[str], Grid | None] | None = None) -> Save:
    """The game in a `.vsav` or `.vlog` file."""
    try:
        if path.is_dir():
            raise BadInput("core.not_a_file", path=str(path))
        with path.open("rb") as file:
            return read_save(file.read(MAX_FILE + 1), grid_of)
    except FileNotFoundError:
        raise BadInput("core.no_file", path=str(path)) from None
    except OSError as error:
        raise BadInput("core.cannot_read", path=str(path), why=str(error)) from None


def read_save(data: bytes, grid_of: Callable[[str], Grid | None] | None = None) -> Save:
    """The game in the bytes of a save or log; `grid_of` knows the boards that are at hand."""
    container = unpack(data)
    table = play(container.text)
    boards = _boards(table)
    grids = {laid.board: grid_of(laid.board) if grid_of else None for laid in boards}
    layout = Layout(boards, grids.get)
    owners: dict[str, int] = {}

    def number_of(owner: str) -> int:
        return owners.setdefault(owner, len(owners) + 1)

    places: dict[str, tuple[Stack, int]] = {
        id: (stack, i) for stack in table.stacks.values() for i, id in enumerate(stack.pieces)
    }
    counters = [
        _counter(piece, read_traits(piece, number_of), places.get(piece.id), layout)
        for piece in table.pieces.values()
    ]
    return Save(
        vasl=container.vasl,
        vassal=container.vassal,
        boards=boards,
        info=Info(*(text[:40].strip() for text in table.info[:7])),
        counters=tuple(sorted(counters, key=lambda c: (c.y, c.x, c.stack, c.from_bottom, c.id))),
        stacks=sum(any(id in table.pieces for id in s.pieces) for s in table.stacks.values()),
        commands=table.commands,
        logged=table.logged,
        chat=table.chat,
        skipped=table.skipped,
        players=len(owners),
        guessed_grids=tuple(name for name, grid in grids.items() if grid is None),
    )


def _boards(table: Table) -> tuple[Laid, ...]:
    try:
        return read_boards(table.boards)
    except (ValueError, OverflowError):
        raise BadInput("vasl.bad_boards") from None


def _counter(
    piece: Piece, traits: Traits, where: tuple[Stack, int] | None, layout: Layout
) -> Counter:
    stack, from_bottom = where if where is not None else (None, 0)
    place_map, x, y = (stack.map, stack.x, stack.y) if stack else (traits.map, traits.x, traits.y)
    identity = identified(traits.pictures)
    facing = dict(facings(traits.name))
    words = traits.name.split()
    return Counter(
        id=piece.id,
        slot=traits.slot,
        name=traits.name,
        image=traits.pictures[-1] if traits.pictures else "",
        gpid=traits.gpid,
        nation=traits.nation,
        kind=identity.kind if identity else "",
        catalogue=identity.catalogue if identity else "",
        map=place_map,
        x=x,
        y=y,
        place=layout.place(x, y) if place_map in MAPS else None,
        stack=stack.id if stack else "",
        from_bottom=from_bottom,
        vca=facing.get("vca"),
        tca=facing.get("tca"),
        ca=facing.get("ca"),
        rotation=traits.rotation,
        turret=traits.turret,
        turret_flipped=traits.turret_flipped,
        ce=True if "CE" in words else False if "BU" in words else None,
        broken="BRK" in traits.layers and not _is_equipment(identity),
        malfunctioned=_malfunctioned(traits, words, identity),
        wounded="Wound" in traits.layers,
        layers=tuple(traits.layers),
        concealed_by=traits.concealed_by,
        hidden_by=traits.hidden_by,
        concealment_of=traits.concealment_of,
        is_concealment=traits.is_concealment,
        moved=traits.moved,
        labels=tuple(traits.labels),
        marks=traits.marks,
    )


def _is_equipment(identity: Identity | None) -> bool:
    return identity is not None and identity.kind in ("sw", "gun")


def _malfunctioned(traits: Traits, words: list[str], identity: Identity | None) -> bool:
    if not _is_equipment(identity):
        return False
    return "BRK" in traits.layers or any(word.lower() == "malf" for word in words)


# -- pictures --------------------------------------------------------------------------------------


def identified(pictures: list[str]) -> Identity | None:
    """What the outermost picture that is known shows."""
    known = _known()
    shown = (known.get(picture.lower()) for picture in reversed(pictures))
    return next((identity for identity in shown if identity is not None), None)


@cache
def _known() -> dict[str, Identity]:
    text = (files(__package__) / "counters.tsv").read_text("utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    rows = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
    return {
        row["image"].lower(): Identity(
            row["kind"],
            "" if row["nation"] == "-" else row["nation"],
            row["name"],
            "" if row["catalogue"] == "-" else row["catalogue"],
        )
        for row in rows
    }
