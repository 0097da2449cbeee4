"""The To Hit Table, its modifications, and the nations' colours: read once from their files."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Any

import msgspec

from hexfire.asl.nations import row_of
from hexfire.rulebook import BadInput, Refusal

_FILES = "hexfire.asl.tables"


def _read(name: str) -> Mapping[str, Any]:
    return tomllib.loads((resources.files(_FILES) / name).read_text("utf-8"))


class OwnTable(msgspec.Struct, frozen=True):
    """The To Hit numbers printed on a LATW: one per hex of range, from 0."""

    id: str
    th: tuple[int, ...]


class ToHitTable(msgspec.Struct, frozen=True):
    """C3.3: Basic To Hit numbers and their modifications by range band; LATW with their own."""

    first: tuple[int, ...]
    basic: Mapping[str, tuple[int, ...]]
    modifications: Mapping[str, tuple[int, ...]]
    own: Mapping[str, OwnTable]

    def band(self, range_: int) -> int:
        """The column of a range."""
        return max(i for i, first in enumerate(self.first) if first <= range_)


@lru_cache(maxsize=1)
def to_hit_table() -> ToHitTable:
    """The C3 To Hit Table."""
    data = _read("to-hit.toml")
    rows = {name: tuple(row) for name, row in data["basic"].items() if isinstance(row, list)}
    mods = {name: tuple(row) for name, row in data["modifications"].items() if type(row) is list}
    own = {row["id"]: OwnTable(row["id"], tuple(row["th"])) for row in data["latw"]}
    return ToHitTable(tuple(data["range"]["min"]), rows, mods, own)


@lru_cache(maxsize=1)
def _nations() -> Mapping[str, Any]:
    return _read("nationalities.toml")


def nation_row(nation: str) -> str:
    """The nationality table's row for a nation as a person or a counter writes it."""
    key = row_of(nation)
    row = _nations().get(key)
    if not isinstance(row, dict) or "th_color" not in row:
        known = tuple(n for n, r in _nations().items() if isinstance(r, dict) and "th_color" in r)
        raise BadInput("gunnery.unknown_nation", nation=nation, nations=known)
    return key


@lru_cache(maxsize=512)
def color_of(nation: str, date: str, afv: bool = False) -> str:
    """C3.3: whether a nation's ordnance uses the red or the black numbers on a date.

    A nation may have other numbers for its AFV than for its Guns. A date is asked for only where
    the colour changes with it.
    """
    every = _nations()[nation_row(nation)]["th_color"]
    special = [span for span in every if afv and span.get("units") == "AFV"]
    spans = special or [span for span in every if "units" not in span]
    if len(spans) == 1 and not {"from", "until"} & spans[0].keys():
        return str(spans[0]["color"])
    if not date:
        raise BadInput("gunnery.date_needed_for_color", nation=nation)
    for span in spans:
        if span.get("from", "") <= date <= span.get("until", "9999-12"):
            return str(span["color"])
    raise Refusal("C3.3", "gunnery.no_color_on_date", nation=nation, date=date)


class TerrainRow(msgspec.Struct, frozen=True):
    """What a terrain is to a shot: its TEM, and its TEM against Indirect Fire (`None`: depends)."""

    tem: int | None
    tem_indirect: int | None


@lru_cache(maxsize=1)
def _terrain() -> Mapping[str, TerrainRow]:
    def number(value: object) -> int | None:
        return value if isinstance(value, int) else 0 if value == "DOT" else None

    rows = _read("terrain.toml")["terrain"]
    return {
        k: TerrainRow(number(r.get("tem")), number(r.get("tem_indirect"))) for k, r in rows.items()
    }


# Short words for the usual terrain; a building without its kind is asked about where it matters.
_TERRAIN_WORDS = {
    "open": "open_ground",
    "stone_building": "building_stone",
    "wooden_building": "building_wooden",
    "stone_rubble": "rubble_stone",
    "wooden_rubble": "rubble_wooden",
    "rubble": "rubble_stone",
}


def terrain_name(text: str) -> str:
    """The terrain table's name for a terrain as a person writes it."""
    key = text.strip().casefold().replace(" ", "_").replace("-", "_")
    key = _TERRAIN_WORDS.get(key, key)
    if key != "building" and key not in _terrain():
        raise BadInput("gunnery.unknown_terrain", terrain=text, names=tuple(sorted(_terrain())))
    return key


def terrain_kinds(name: str) -> tuple[str, ...]:
    """The kinds of a terrain whose TEM depends on the kind; none where its name is enough.

    >>> terrain_kinds("building")
    ('building_stone', 'building_wooden')
    """
    key = terrain_name(name)
    if terrain_row(key).tem is not None:
        return ()
    kinds = (kind for kind, row in _terrain().items() if row.tem is not None)
    return tuple(sorted(kind for kind in kinds if kind.startswith(f"{key}_")))


def terrain_row(name: str) -> TerrainRow:
    """A terrain's TEM."""
    key = terrain_name(name)
    return _terrain().get(key, TerrainRow(None, None))


def is_close_terrain(name: str) -> bool:
    """C5.11: woods, building or rubble."""
    return terrain_name(name).startswith(("woods", "building", "rubble", "stream_woods"))


def is_marsh(name: str) -> bool:
    """C3.53: ground where HE loses half its force against men: marsh and what is forded."""
    return terrain_name(name).startswith(("marsh", "water_obstacle"))
