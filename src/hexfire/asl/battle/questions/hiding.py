"""`hide`: where a Gun sees what it shall see and is seen from the fewest hexes."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from hexfire.asl.battle.files.reader import hexes_of
from hexfire.asl.battle.table.cover import hex_tem, terrain_row
from hexfire.asl.battle.table.facing import write_facing
from hexfire.asl.battle.table.pieces import Gun
from hexfire.asl.battle.table.position import Position
from hexfire.asl.counters import size_of
from hexfire.asl.gunnery.place import check_place
from hexfire.asl.gunnery.weapons import weapon_of
from hexfire.hexes import Hex
from hexfire.hexes.arcs import in_covered_arc
from hexfire.play import Seat
from hexfire.rulebook import BadInput, Refusal

BEST = 20
"""So many places are told."""


class HidingPlace(msgspec.Struct, frozen=True, kw_only=True):
    """A hex for a Gun: what it covers from there with its best Covered Arc, and who sees it."""

    hex: str
    facing: str
    covers: tuple[str, ...]
    """Of the hexes that matter, those in LOS, in range and in the Covered Arc."""
    seen_from: int
    """From how many other hexes of the board the ground of this one is seen."""
    tem: int
    """The hex's own TEM; an emplaced Gun has at least its emplacement's (C11.2)."""


class Hiding(msgspec.Struct, frozen=True, kw_only=True):
    """The best places, those that cover most first, then those that are seen least."""

    gun: str
    size: int
    """The Gun's Target Size: what it adds to a To Hit DR at it (C2.271, C6.7)."""
    wanted: tuple[str, ...]
    places: tuple[HidingPlace, ...]


def hide(at: Position, gun: str, wanted: Iterable[str], seat: Seat) -> Hiding:
    """Where a Gun of the seat may stand, by what it covers and by how far it is seen.

    Looked at are the hexes of its set-up area (without one: the whole board) that take it and where
    no enemy is known. LOS is that of the board, ground to ground.
    """
    piece = at.piece(gun)
    if piece.side != seat or not isinstance(piece, Gun):
        raise BadInput("asking.no_gun", id=gun)
    marks = _marks(at, wanted)
    entry = at.scenario.entry(gun)
    area = (entry.area if entry else ()) or tuple(at.grid.label(hex) for hex in at.grid)
    seen = ~at.memo.sight.matrix().blocked
    far = weapon_of(at.counter(piece), at.scenario.date, at.scenario.theatre).max_range
    places = []
    for label in area:
        hex = at.grid.hex(label)
        if not _takes(at, piece, label, seat):
            continue
        row = seen[at.grid.index(hex)]
        in_view = [
            mark
            for mark in marks
            if mark != hex
            and row[at.grid.index(mark)]
            and (far is None or hex.distance(mark) <= far)
        ]
        spine = max(range(6), key=lambda i: sum(in_covered_arc(hex, i, mark) for mark in in_view))
        covers = tuple(at.grid.label(m) for m in in_view if in_covered_arc(hex, spine, m))
        places.append(
            HidingPlace(
                hex=label,
                facing=write_facing(at.grid, hex, spine),
                covers=covers,
                seen_from=int(row.sum()) - int(row[at.grid.index(hex)]),
                tem=hex_tem(at, label, indirect=False),
            )
        )
    places.sort(key=lambda one: (-len(one.covers), one.seen_from, -one.tem, one.hex))
    labels = tuple(at.grid.label(mark) for mark in marks)
    size = size_of(at.counter(piece))
    good = [place for place in places if place.covers]
    return Hiding(gun=gun, size=size, wanted=labels, places=tuple(good[:BEST]))


def _marks(at: Position, wanted: Iterable[str]) -> tuple[Hex, ...]:
    """The hexes that matter: «C4», «C1..C5», «A-C»."""
    labels: list[str] = []
    for text in wanted:
        hexes = hexes_of(at.grid, text)
        if not hexes:
            raise BadInput("battle.no_hex", hex=text)
        labels += hexes
    if not labels:
        raise BadInput("asking.hexes")
    return tuple(at.grid.hex(label) for label in dict.fromkeys(labels))


def _takes(at: Position, gun: Gun, label: str, seat: Seat) -> bool:
    """C2.7, B13.42 …: whether the Gun may stand there, and no enemy is known to."""
    weapon = weapon_of(at.counter(gun), at.scenario.date, at.scenario.theatre)
    try:
        check_place(weapon, terrain_row(at.board.centre_terrain(at.grid.hex(label))))
    except Refusal:
        return False
    return all(piece.side == seat for piece in at.in_hex(label))
